"""The trickiest rules worked out a second time, in the plainest way, and compared with the engine.

Nothing here looks at how the rules are coded: positions are made up at random, and what RULES say
about them is found by trying everything.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rialto import Game
from rialto.engine.moves import DISTRICT_NAMES, KIND_NAMES

SEEDS = range(60)
JOKER = "joker"
YELLOW = {"yellow-2": 1, "yellow-4": 2}


# ---- a turn of phase II (Q3-Q6) -----------------------------------------------------------------


class Turn:
    """One player's turn as Q5 and Q6 put it."""

    def __init__(self, step: str, hand: Counter[str], tiles: Counter[str], coins: int) -> None:
        self.step, self.hand, self.tiles, self.coins = step, hand, tiles, coins
        self.base = self.lent = self.activated = 0

    def plays(self) -> set[str]:
        """Q5, for every number of cards and jokers."""
        found = set()
        for cards in range(self.hand[self.step] + 1):
            for jokers in range(self.hand[JOKER] + 1):
                b, j = cards + self.base, jokers + self.lent
                pair = b == 0 and j >= 2 and self.hand[self.step] == 0
                nothing = b == j == 0 and not self.activated
                if b >= 1 or pair or nothing:
                    text = f"play {cards}" + (f" joker {jokers}" if jokers else "")
                    found.add("pass" if cards == jokers == 0 else text)
        return found

    def activations(self) -> Iterator[tuple[str, "Turn"]]:
        """Q6: yellow 2, 3 and 4, whatever comes of it."""
        if self.coins == 0:
            return
        for tile, counts in YELLOW.items():
            for card in self.hand:
                if self.tiles[tile] and self.hand[card] and card != self.step:
                    after = self.after(tile)
                    after.hand[card] -= 1
                    after.base += counts
                    yield f"turn {tile} {card}", after
        if self.tiles["yellow-3"]:
            after = self.after("yellow-3")
            after.lent += 1
            yield "use yellow-3", after

    def after(self, tile: str) -> "Turn":
        twin = Turn(self.step, self.hand.copy(), self.tiles.copy(), self.coins - 1)
        twin.base, twin.lent, twin.activated = self.base, self.lent, self.activated + 1
        twin.tiles[tile] -= 1
        return twin

    def can_end(self) -> bool:
        """Q6: some play is possible, further activations included."""
        return bool(self.plays()) or any(after.can_end() for _, after in self.activations())

    def legal(self) -> set[str]:
        delay = {"delay"} if self.coins and self.tiles["yellow-1"] and not self.activated else set()
        return delay | self.plays() | {text for text, t in self.activations() if t.can_end()}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn(seed: int) -> None:
    rng = random.Random(seed)
    step = rng.choice(KIND_NAMES[:6])
    other = rng.choice([k for k in KIND_NAMES[:6] if k != step])
    held = Counter({step: rng.choice([0, 0, 1, 2]), JOKER: rng.choice([0, 0, 1, 2, 3])})
    held[other] += rng.choice([0, 1, 2])
    tiles = Counter({f"yellow-{v}": rng.choice([0, 0, 1, 2]) for v in (1, 2, 3, 4)})
    turn = Turn(step, held, tiles, rng.choice([0, 1, 2, 3]))
    lines = ["seats A B", f"step {step}", "lead B", f"coins A0 B{turn.coins}"]
    lines += [f"hand B {' '.join(held.elements())}"] if held.total() else []
    lines += [f"buildings B {' '.join(tiles.elements())}"] if tiles.total() else []
    game = Game.from_position("\n".join(lines), seed=seed)
    while game.to_move == (1,):
        assert {m.text for m in game.legal(1)} == turn.legal()
        following = dict(turn.activations())
        move = rng.choice(game.legal(1))
        game.play(move)
        if move.text not in following:
            break
        turn = following[move.text]


# ---- step C (C1-C3) -----------------------------------------------------------------------------

COLOURS = ("green", "yellow", "blue")
KINDS = [f"{colour}-{value}" for colour in COLOURS for value in (1, 2, 3, 4)]


def value(building: str) -> int:
    return int(building[-1])


def legal_in_step_c(own: Counter[str], supply: Counter[str], rest: int, owes: bool) -> set[str]:
    """C1-C3 for somebody who has `rest` to spend and, if `owes`, has just returned one."""
    moves = set() if owes else {"done"}
    if own.total() < 7:
        return moves | {f"build {b}" for b in KINDS if supply[b] and value(b) <= rest}
    for b in own:
        back = supply + Counter([b])
        if any(back[k] and value(k) <= rest for k in KINDS) and own[b]:
            moves.add(f"return {b}")
    return moves


@pytest.mark.parametrize("seed", SEEDS)
def test_step_c(seed: int) -> None:
    rng = random.Random(seed)
    own = Counter(rng.choices(KINDS, k=rng.choice([0, 5, 6, 7, 7])))
    own = Counter({b: min(n, 5) for b, n in own.items()})
    supply = Counter({b: rng.randint(0, 5 - own[b]) if rng.random() < 0.5 else 0 for b in KINDS})
    cards = rng.randint(1, 9)
    said = " ".join(f"{supply[b]} {b}" for b in KINDS)
    lines = ["seats A B", "step building", "lead B", "score A0 B0", f"supply {said}"]
    lines += [f"hand B {cards} building"]
    lines += [f"buildings B {' '.join(own.elements())}"] if own.total() else []
    game = Game.from_position("\n".join(lines), seed=seed)
    game.play_text(1, f"play {cards}")
    game.play_text(0, "pass")
    rest, owes, score = cards + 1, False, 0
    while rest:
        legal = legal_in_step_c(own, supply, rest, owes)
        if len(legal) == 1:
            text = legal.pop()  # follows from public facts, so it is not asked
        else:
            assert {m.text for m in game.legal(1)} == legal
            text = rng.choice(sorted(legal - {"done"}) if rng.random() < 0.9 else sorted(legal))
            game.play_text(1, text)
        verb, _, b = text.partition(" ")
        if verb == "return":
            own, supply, score, owes = (
                own - Counter([b]),
                supply + Counter([b]),
                score + value(b),
                True,
            )
        else:
            owes = False
            own, supply = own + Counter([b] if b else []), supply - Counter([b] if b else [])
            rest = rest - 4 if b and value(b) == 4 else 0
    state = game.state
    assert {b: int(n) for b, n in zip(KINDS, state.tiles[1], strict=True) if n} == dict(+own)
    assert {b: int(n) for b, n in zip(KINDS, state.supply, strict=True) if n} == dict(+supply)
    assert int(state.scores[1]) == score
    assert game.state.step == 3


# ---- the Doge track (T1, T2, H4) ----------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_doge_track(seed: int) -> None:
    """Everybody uses a blue 3, on a track kept as a list of stacks, the lowest marker first."""
    rng = random.Random(seed)
    players = rng.choice([2, 3, 4, 5])
    names = "ABCDE"[:players]
    order = rng.sample(names, players)
    spaces = {p: rng.randint(0, 3) for p in names}
    track: list[list[str]] = [[] for _ in range(99)]
    for p in reversed(order):
        track[spaces[p]].append(p)
    lines = [f"seats {' '.join(names)}", "stage blue", "round 1"]
    lines += ["doge " + " ".join(f"{p}{spaces[p]}" for p in order)]
    lines += ["coins " + " ".join(f"{p}5" for p in names)]
    lines += [f"buildings {p} blue-3" for p in names]
    game = Game.from_position("\n".join(lines), seed=seed)
    while game.to_move != (-1,):
        p = names[game.to_move[0]]
        here = next(i for i, stack in enumerate(track) if p in stack)
        rank = [q for stack in reversed(track) for q in reversed(stack)].index(p) + 1
        track[here].remove(p)
        track[here + rank].append(p)
        game.play_text(game.to_move[0], "use blue-3")
        ranking = [q for stack in reversed(track) for q in reversed(stack)]
        assert [names[q] for q in game.state.doge_order[:players]] == ranking


# ---- the end (Z1-Z4, N8) ------------------------------------------------------------------------

NEIGHBOURS = [
    (a, b)
    for i, a in enumerate(DISTRICT_NAMES)
    for b in DISTRICT_NAMES[i + 1 :]
    if {a, b}
    not in ({"castello", "santa-croce"}, {"cannaregio", "san-marco"}, {"san-polo", "dorsoduro"})
]
BRIDGES = [(3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reckoning(seed: int) -> None:
    rng = random.Random(seed)
    neutral = rng.random() < 0.3
    names = "AB" if neutral else "ABCDE"[: rng.choice([2, 3, 4, 5])]
    everybody = names + "N" if neutral else names
    up = rng.random() < 0.5
    lines = [f"seats {' '.join(everybody)}", "stage end", "round 6"]
    lines += [f"leftovers-rounded-up {'yes' if up else 'no'}"]
    worth: Counter[str] = Counter()
    links = rng.sample(NEIGHBOURS, 12)
    for (a, b), values in zip(links, BRIDGES[: rng.randint(0, 6)], strict=False):
        x, y = values if rng.random() < 0.5 else values[::-1]
        lines.append(f"bridge {a}:{b} {x}/{y}")
        worth[a] += x
        worth[b] += y
    for a, b in links[6 : rng.randint(6, 12)]:
        lines.append(f"gondola {b}:{a}")
        worth.update([a, b])
    council = {d: {p: rng.choice([0, 0, 1, 1, 2, 3]) for p in everybody} for d in DISTRICT_NAMES}
    for d, counts in council.items():
        lines.append(f"council {d} " + " ".join(f"{p}{n}" for p, n in counts.items()))
    order = rng.sample(everybody, len(everybody))
    spaces = sorted((rng.randint(0, 9) for _ in order), reverse=True)
    lines.append("doge " + " ".join(f"{p}{n}" for p, n in zip(order, spaces, strict=True)))
    during = {p: rng.randint(-5, 9) for p in names}
    coins = {p: rng.randint(0, 9) for p in names}
    for word, counts in (("score", during), ("coins", coins)):
        lines.append(f"{word} " + " ".join(f"{p}{n}" for p, n in counts.items()))
    private = {p: rng.randint(0, 18 - sum(c[p] for c in council.values())) for p in names}
    lines.append("private " + " ".join(f"{p}{n}" for p, n in private.items()))
    buildings = {p: rng.sample(KINDS, rng.randint(0, 7)) for p in names}
    lines += [f"buildings {p} {' '.join(b)}" for p, b in buildings.items() if b]
    game = Game.from_position("\n".join(lines), seed=seed)
    totals = {}
    for p in names:
        score = game.scores["ABCDE".index(p)]
        loose = coins[p] + private[p]
        assert score.during == during[p]
        assert score.leftovers == (loose + 1 if up else loose) // 2
        assert score.buildings == sum(map(value, buildings[p]))
        assert list(score.districts) == [points(council[d], order, worth[d], p) for d in council]
        totals[p] = score.during + score.leftovers + score.buildings + sum(score.districts)
        assert score.total == totals[p]
    best_first = sorted(names, key=lambda p: (-totals[p], order.index(p)))
    assert ["ABCDE"[q] for q in game.ranking] == best_first


def points(counts: dict[str, int], order: list[str], worth: int, p: str) -> int:
    """Z3: places by councillors, ties by Doge order, each next place half of the one before."""
    places = sorted((q for q in order if counts[q]), key=lambda q: (-counts[q], order.index(q)))
    for q in places:
        if q == p:
            return worth
        worth //= 2
    return 0
