"""Why a move is not legal: a refusal code and the rule id. Plain Python, after the fact.

It never decides what is legal: `legal` does. It looks only at what the seat itself may see.
"""

from typing import Any, NamedTuple

from rialto.engine.box import SLOTS, START_VALUE, value
from rialto.engine.ids import Building, Decision, Kind, Link, Refusal
from rialto.engine.moves import (
    ACTIONS,
    BLUE_1,
    BLUE_2,
    BLUE_2_ALONE,
    BRIDGE,
    BUILD,
    DELAY,
    DISCARD,
    DONE,
    DRAW_INSTEAD,
    FROM,
    FROM_SUPPLY,
    GONDOLA,
    GONDOLA_ALONE,
    GREEN,
    PLAY,
    RETURN,
    ROW,
    TOKEN,
    YELLOW_3,
    bridge_pair,
    cards_in,
    gondola_pair,
    green_building,
    green_choice,
    jokers_in,
    swap_building,
    turn_building,
    turn_kind,
)


class Explanation(NamedTuple):
    """Why not, and by which rule."""

    refusal: Refusal
    rule: str


def explain(s: Any, seat: int, action: int) -> Explanation:
    """Why this move is not legal now; call it only for a move that is not."""
    if not 0 <= action < ACTIONS:
        return Explanation(Refusal.UNKNOWN_MOVE, "Q9")
    if not -1 <= seat < s.players:
        return Explanation(Refusal.NO_SUCH_SEAT, "S2")
    if s.asked == Decision.OVER:
        return Explanation(Refusal.GAME_OVER, "Z1")
    if s.actor < 0 or seat < 0:
        return _explain_chance(s, seat)
    if s.asked == Decision.DISCARD:
        return _explain_discard(s, seat, action)
    if seat != s.actor:
        return Explanation(Refusal.NOT_YOUR_TURN, _QUESTION_ORDER[Decision(int(s.asked))])
    return _explain_answer(s, seat, action)


_QUESTION_ORDER = {
    Decision.START: "S6",
    Decision.ROW: "P3",
    Decision.GREEN: "P4",
    Decision.PLAY: "Q3",
    Decision.BLUE: "H1",
    Decision.BUILD: "Q8",
    Decision.BRIDGE: "Q8",
    Decision.GONDOLA: "Q8",
    Decision.SOURCE: "Q8",
    Decision.COUNCIL: "Q8",
}
_CHANCE_RULE = {Decision.TOKEN: "S1", Decision.TOP_BRIDGE: "S1", Decision.FIRST: "S2"}
_ANSWERS = {
    Decision.START: ((BUILD, RETURN),),
    Decision.ROW: ((ROW, GREEN),),
    Decision.GREEN: ((GREEN, DISCARD),),
    Decision.PLAY: ((DELAY, BRIDGE),),
    Decision.BUILD: ((BUILD, ROW), (DONE, DONE + 1)),
    Decision.BRIDGE: ((BRIDGE, GONDOLA),),
    Decision.GONDOLA: ((GONDOLA, FROM), (GONDOLA_ALONE, ACTIONS)),
    Decision.SOURCE: ((FROM, BLUE_1), (DONE, DONE + 1)),
    Decision.COUNCIL: ((FROM, BLUE_1), (DONE, DONE + 1)),
    Decision.BLUE: ((BLUE_1, TOKEN), (DONE, DONE + 1)),
}
"""Which ranges of actions answer which question at all."""
_QUESTION_RULE = {
    Decision.START: "S6",
    Decision.ROW: "P3",
    Decision.GREEN: "P4",
    Decision.PLAY: "Q3",
    Decision.BUILD: "C1",
    Decision.BRIDGE: "D2",
    Decision.GONDOLA: "E2",
    Decision.SOURCE: "E2",
    Decision.COUNCIL: "F1",
    Decision.BLUE: "H1",
}


def _explain_chance(s: Any, seat: int) -> Explanation:
    """S1, S2, P2: chance is due and a seat moved, or the other way round, or it cannot come."""
    if seat < 0 and s.actor < 0:
        rule = _CHANCE_RULE.get(Decision(int(s.asked)), "P2")
        return Explanation(Refusal.IMPOSSIBLE_CHANCE, rule)
    return Explanation(Refusal.NOT_YOUR_TURN, "P2" if s.actor < 0 else "Q3")


def _explain_answer(s: Any, seat: int, action: int) -> Explanation:
    question = Decision(int(s.asked))
    if not any(low <= action < high for low, high in _ANSWERS[question]):
        compulsory = action == DONE
        refusal = Refusal.COMPULSORY if compulsory else Refusal.NOT_ASKED_NOW
        return Explanation(refusal, _QUESTION_RULE[question])
    if question == Decision.START:
        return _explain_start(action - BUILD)
    if question == Decision.ROW:
        in_play = action - ROW <= s.players
        return Explanation(Refusal.ROW_TAKEN if in_play else Refusal.NO_SUCH_ROW, "P3")
    if question == Decision.GREEN:
        return _explain_green(s, seat, action)
    if question == Decision.PLAY:
        return _explain_play(s, seat, action)
    if question == Decision.BUILD:
        return _explain_build(s, seat, action)
    if question == Decision.BRIDGE:
        return _explain_link(s, bridge_pair(action), "D2")
    if question == Decision.GONDOLA:
        return _explain_gondola(s, seat, action)
    if question == Decision.BLUE:
        return _explain_blue(s, seat, action)
    return _explain_source(s, seat, action)


def _explain_start(b: int) -> Explanation:
    """S6."""
    if value(b) != START_VALUE:
        return Explanation(Refusal.NOT_A_START_BUILDING, "S6")
    return Explanation(Refusal.KIND_TAKEN, "S6")


def _explain_discard(s: Any, seat: int, action: int) -> Explanation:
    """P6."""
    if not DISCARD <= action < DELAY:
        return Explanation(Refusal.NOT_ASKED_NOW, "P6")
    if s.excess[seat] <= 0:
        return Explanation(Refusal.ALREADY_DISCARDED, "P6")
    return Explanation(Refusal.NOT_IN_HAND, "P6")


def _not_ready(s: Any, seat: int, b: int) -> Explanation | None:
    """P5: not own, used, or no coin."""
    if s.tiles[seat][b] == 0:
        return Explanation(Refusal.NOT_YOUR_BUILDING, "P5")
    if s.used[seat][b] >= s.tiles[seat][b]:
        return Explanation(Refusal.BUILDING_USED, "P5")
    if s.coins[seat] <= 0:
        return Explanation(Refusal.NO_COIN, "P5")
    return None


def _explain_green(s: Any, seat: int, action: int) -> Explanation:
    """P5."""
    b, choice = green_building(action), green_choice(action)
    reason = _not_ready(s, seat, b)
    if reason:
        return reason
    nothing_to_draw = s.pile_size + s.discard_size == 0
    nothing_left = not any(n for row in s.rows for n in row)
    if b == Building.GREEN_1 and nothing_to_draw and nothing_left:
        return Explanation(Refusal.NO_EFFECT, "P5")
    if choice == DRAW_INSTEAD:
        return Explanation(Refusal.NO_CARDS_TO_DRAW, "P5")
    return Explanation(Refusal.NOT_IN_LEFTOVERS, "P5")


def _explain_play(s: Any, seat: int, action: int) -> Explanation:
    """Q3-Q6."""
    used_building = s.turned + s.lent_jokers > 0
    if action == DELAY:
        if used_building:
            return Explanation(Refusal.DELAY_COMES_FIRST, "Q6")
        return _not_ready(s, seat, Building.YELLOW_1) or Explanation(Refusal.NO_EFFECT, "P5")
    if action == YELLOW_3:
        reason = _not_ready(s, seat, Building.YELLOW_3)
        return reason or Explanation(Refusal.NO_PLAY_AFTER, "Q6")
    if action < PLAY:
        return _explain_turn(s, seat, turn_building(action), turn_kind(action))
    cards, jokers = cards_in(action), jokers_in(action)
    if cards > s.hand[seat][s.step]:
        return Explanation(Refusal.NOT_ENOUGH_CARDS, "Q3")
    if jokers > s.hand[seat][Kind.JOKER]:
        return Explanation(Refusal.NOT_ENOUGH_JOKERS, "Q4")
    if jokers + s.lent_jokers == 1:
        lone = jokers == 1
        return Explanation(
            Refusal.LONE_JOKER if lone else Refusal.MUST_PLAY, "Q4" if lone else "Q6"
        )
    return Explanation(Refusal.PAIR_BUT_KIND_HELD, "Q4")


def _explain_turn(s: Any, seat: int, b: int, k: int) -> Explanation:
    """Q6, yellow 2 and 4."""
    reason = _not_ready(s, seat, b)
    if reason:
        return reason
    if k == s.step:
        return Explanation(Refusal.SAME_KIND, "Q6")
    return Explanation(Refusal.NOT_IN_HAND, "Q6")


def _explain_build(s: Any, seat: int, action: int) -> Explanation:
    """C1-C3."""
    if action == DONE:
        return Explanation(Refusal.MUST_BUILD, "C3")
    full = sum(int(n) for n in s.tiles[seat]) >= SLOTS
    if action >= RETURN:
        if not full:
            return Explanation(Refusal.SLOTS_NOT_FULL, "C3")
        if s.tiles[seat][action - RETURN] == 0:
            return Explanation(Refusal.NOT_YOUR_BUILDING, "C3")
        return Explanation(Refusal.NOTHING_TO_BUILD, "C3")
    b = action - BUILD
    if value(b) > s.budget:
        return Explanation(Refusal.TOO_EXPENSIVE, "C1")
    if s.supply[b] == 0:
        return Explanation(Refusal.SUPPLY_EMPTY, "K3")
    return Explanation(Refusal.SLOTS_FULL, "C3")


def _explain_link(s: Any, pair: int, rule: str) -> Explanation:
    """K7, D2, E2."""
    if s.link[pair] == Link.ABSENT:
        return Explanation(Refusal.NO_CONNECTION, "K7")
    return Explanation(Refusal.CONNECTION_TAKEN, rule)


def _explain_gondola(s: Any, seat: int, action: int) -> Explanation:
    """E2, Q9: alone it may come by the option, while there is a councillor to leave out."""
    if s.link[gondola_pair(action)] != Link.FREE:
        return _explain_link(s, gondola_pair(action), "E2")
    if s.placing_is_optional:
        return Explanation(Refusal.NO_COUNCILLOR_LEFT, "Q9")
    return Explanation(Refusal.COMPULSORY, "E2")


def _explain_source(s: Any, seat: int, action: int) -> Explanation:
    """E2, F1."""
    gondola = s.asked == Decision.SOURCE
    rule = "E2" if gondola else "F1"
    if action == FROM_SUPPLY:
        if gondola or s.placing_is_optional:
            return Explanation(Refusal.PRIVATE_SUPPLY_EMPTY, rule)
        return Explanation(Refusal.NOT_FROM_SUPPLY, rule)
    if not gondola and s.placing_is_optional and s.private[seat] > 0:
        return Explanation(Refusal.PRIVATE_SUPPLY_FIRST, rule)
    d = action - FROM
    if gondola and not s.gondola_bonus_from_any_district:
        return Explanation(Refusal.PRIVATE_SUPPLY_ONLY, rule)
    here = d == s.target if gondola else s.tokens[d] == s.round_no
    if here:
        return Explanation(Refusal.ALREADY_THERE, rule)
    return Explanation(Refusal.NO_COUNCILLOR_THERE, rule)


def _explain_blue(s: Any, seat: int, action: int) -> Explanation:
    """H2-H5."""
    if action < BLUE_2:
        reason = _not_ready(s, seat, Building.BLUE_1)
        if reason:
            return reason
        b = swap_building(action)
        owned = s.tiles[seat][b] > 0
        return Explanation(Refusal.SUPPLY_EMPTY if owned else Refusal.NOT_YOUR_BUILDING, "H2")
    b = int(Building.BLUE_2) + (0 if action <= BLUE_2_ALONE else action - BLUE_2_ALONE)
    return _not_ready(s, seat, b) or Explanation(Refusal.NO_COUNCILLOR_LEFT, "H3")
