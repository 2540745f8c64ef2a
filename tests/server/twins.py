"""Two servers play the same open game, but every hidden card (V2) is dealt anew in one of them:
cards that others draw and discard differ. What the watcher is sent must be the same."""

import json
import random
from collections import deque
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rialto import Game, Move
from rialto.engine.ids import CHANCE
from rialto.fair.protocol import SIZE
from rialto.server.auth import Secrets
from rialto.server.table import proposals
from tests.server.live import Live, Player, new_table, serving, settings, until

KIND = {m: k for k, m in enumerate(
    ("card doge", "card gold", "card building", "card bridge", "card gondola", "card councillor",
     "card joker")
)}  # fmt: skip


def counting_entropy() -> Secrets:
    """The same names and secrets in both servers."""
    n = 0

    def entropy(size: int) -> bytes:
        nonlocal n
        n += 1
        return n.to_bytes(size, "big")

    return Secrets(entropy)


def secretive(secret: bytes) -> Secrets:
    """Names as ever, but a secret of its own for each shuffle."""
    counting = counting_entropy()
    return Secrets(lambda size: secret if size == SIZE else counting.octets(size))


@pytest.fixture(autouse=True)
def scripted_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games draw what the test has written down for them, and nothing is told by the clock."""

    def draw(game: Any) -> Move:
        script: deque[Move] = game.__dict__["script"]
        return script.popleft()

    monkeypatch.setattr(Game, "draw", draw)
    monkeypatch.setattr(proposals, "SETTLE_S", 10_000)


class Stuck(Exception):
    """No open move or card is possible in both games."""


Turn = tuple[int, list[Move], list[deque[Move]]]


class Twins:
    """Two games that differ only in what the watcher may not know."""

    def __init__(self, watcher: int | None, rng: random.Random) -> None:
        self.watcher, self.rng = watcher, rng

    def hidden(self, game: Game, seat: int) -> bool:
        """Whether the watcher does not see what this seat or chance does now."""
        return game.only_seat(seat) not in (None, self.watcher)

    def chance(self, pair: list[Game]) -> list[deque[Move]]:
        """Play out what chance owes in both; hidden cards are drawn apart."""
        scripts: list[deque[Move]] = [deque(), deque()]
        while pair[0].to_move == (CHANCE,):
            assert pair[1].to_move == (CHANCE,)
            outcomes = [[move for move, _ in game.chance()] for game in pair]
            both = [m for m in outcomes[0] if m in outcomes[1]]
            if self.hidden(pair[0], CHANCE):
                drawn = self.apart(pair, outcomes)
            elif both:
                drawn = [self.rng.choice(both)] * 2
            else:
                raise Stuck
            for game, script, move in zip(pair, scripts, drawn, strict=True):
                game.play(move)
                script.append(move)
        return scripts

    def apart(self, pair: list[Game], outcomes: list[list[Move]]) -> list[Move]:
        """A hidden card for each. The piles must keep cards in common for the open deals, so once
        they differ much each game draws what it has more of than the other."""
        piles = [[int(n) for n in game.state.pile] for game in pair]
        more = [
            [m for m in outcomes[i] if piles[i][KIND[m.text]] > piles[1 - i][KIND[m.text]]]
            for i in range(2)
        ]
        if sum(abs(a - b) for a, b in zip(*piles, strict=True)) >= 4 and all(more):
            return [self.rng.choice(m) for m in more]
        return [self.rng.choice(o) for o in outcomes]

    def move(self, pair: list[Game]) -> tuple[int, list[Move]]:
        """A move for both: the same one, but for discards that the watcher does not see."""
        seat = self.rng.choice(pair[0].to_move)
        legal = [game.legal(seat) for game in pair]
        if self.hidden(pair[0], seat):
            return seat, [self.rng.choice(legal[0]), self.rng.choice(legal[1])]
        both = [m for m in legal[0] if m in legal[1]]
        if not both:
            raise Stuck
        if seat == self.watcher:
            assert legal[0] == legal[1]
        # A card turned by a yellow building might leave no play that both games know.
        both = [m for m in both if not m.text.startswith(("turn", "use yellow"))]
        played = [m for m in both if m.text.startswith("play")]
        return seat, [self.rng.choice(played if played and self.rng.random() < 0.6 else both)] * 2

    def whole_game(self, players: int) -> tuple[list[deque[Move]], list[Turn]]:
        """The cards of the set-up, and every turn with the cards that follow it."""
        pair = [Game.new(players), Game.new(players)]
        opening = self.chance(pair)
        turns = []
        while not pair[0].over:
            seat, moves = self.move(pair)
            for game, move in zip(pair, moves, strict=True):
                game.play(move)
            turns.append((seat, moves, self.chance(pair)))
        return opening, turns


def twin_game(players: int, watcher: int | None) -> tuple[list[deque[Move]], list[Turn]]:
    for seed in range(500):
        try:
            return Twins(watcher, random.Random(seed)).whole_game(players)
        except Stuck:
            continue
    raise AssertionError("no pair of games found")


class Side:
    """One of the two servers, with a socket for every seat but the last and one for the watcher.
    Whoever has the last seat has no page open: push messages and mails go there."""

    def __init__(
        self, live: Live, table: str, players: list[Player], watcher: Player, browsers: list[Any]
    ) -> None:
        self.live, self.players, self.watcher = live, players, watcher
        self.browser, self.friend = browsers
        self.table = live.hall.tables[table]
        self.path = f"/api/tables/{table}"

    @property
    def game(self) -> Game:
        game: Game = self.table.game
        return game

    async def play(self, seat: int, move: Move, script: deque[Move], move_id: str) -> None:
        self.game.__dict__["script"] = script
        body = {"move_id": move_id, "version": self.table.version, "moves": [move.text]}
        if seat < len(self.players):
            answer = await self.players[seat].ask(type="command", **body)
            assert answer["type"] == "ack", answer
        else:
            told = await self.friend.post(f"{self.path}/command", json=body)
            assert told.is_success, told.text
        await self.quiet()

    async def quiet(self) -> None:
        """Whatever has happened was shown to everybody, and every message sent: so no two changes
        are told in one frame here and in two there."""
        await until(lambda: self.live.app.state.deliveries.waiting == 0)
        for player in (*self.players, self.watcher):
            assert (await player.ask(type="ping"))["type"] == "pong"


async def sit_down(
    stack: AsyncExitStack,
    folder: Path,
    players: int,
    watcher: int | None,
    opening: deque[Move],
    secrets: Secrets | None = None,
    **given: Any,
) -> Side:
    folder.mkdir()
    secrets = secrets or counting_entropy()
    live = await stack.enter_async_context(
        serving(settings(folder, **given), secrets=secrets, now=lambda: 0, ticks=lambda: 0)
    )
    host = await stack.enter_async_context(live.browser())
    original = Game.new.__func__  # type: ignore[attr-defined]  # a classmethod has one

    def prepared(cls: type[Game], *args: Any, **more: Any) -> Game:
        game: Game = original(cls, *args, **more)
        game.__dict__["script"] = opening
        return game

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "new", classmethod(prepared))
        made = await new_table(host, *["me"] * (players - 1), "person")
    # Two people: whoever plays all seats at one screen is not asked to pass for nothing.
    friend = await stack.enter_async_context(live.browser())
    secret = made["seats"][-1]["link"].partition("#")[2]
    assert (await friend.post("/api/join", json={"secret": secret})).is_success
    sockets = []
    for seat in (*range(players - 1), watcher):
        query = "?watch=1" if seat is None else f"?seat={seat}"
        ws = await stack.enter_async_context(live.socket(host, made["table"], query))
        player = Player(ws)
        await player.receive()
        sockets.append(player)
    side = Side(live, made["table"], sockets[:-1], sockets[-1], [host, friend])
    await side.quiet()
    return side


def probes(game: Game, seat: int) -> Iterator[str]:
    """Moves to ask about: some legal, some not."""
    yield from ("play 1", "play 0 joker 1", "discard joker", "row 9", "use blue-4", "done")
    yield from (m.text for m in game.legal(seat)[:2])


async def ask_around(side: Side, seat: int, step: int) -> list[str]:
    """What the watcher is told about moves that are tried or refused."""
    told = []
    for i, text in enumerate(probes(side.game, seat)):
        answer = await side.players[seat].ask(
            type="try", id=f"try-{step:05d}-{i}", version=side.table.version, moves=[text]
        )
        told.append(json.dumps(answer))
    return told


async def use_the_menus(side: Side, step: int) -> list[str]:
    """What is said and asked beside the game: lines, reactions, names, questions and answers."""
    host, friend, last = side.browser, side.friend, len(side.players)
    told = [
        await answer(side, host, "talk", text=f"step {step}", seat=0),
        await answer(side, friend, "talk", text="I see"),
        await answer(side, host, "talk", reaction="mask", seat=0),
        await answer(side, host, "rename", name=f"Anna {step}", seat=0),
        await answer(side, host, "device", seat=0),
        await answer(side, host, "quiet", quiet=step % 2 == 0),
    ]
    for kind, seat in (("bot", 0), ("link", last), ("end", None), ("takeback", 0)):
        told.append(await answer(side, host, "propose", kind=kind, seat=seat))
        for asked in [p for p in side.table.proposals if p.kind != "link"]:
            told.append(await answer(side, friend, "answer", n=asked.n, yes=False))
    told += [(await browser.get(side.path)).text for browser in (host, friend)]
    return told


async def answer(side: Side, browser: Any, what: str, **body: Any) -> str:
    said = await browser.post(f"{side.path}/{what}", json=body)
    await side.quiet()
    return str(said.text)
