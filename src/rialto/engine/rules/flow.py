"""The order of play: the table of contents of the rules.

`go_on` carries the game on until somebody is asked something. `legal` lists what may be answered;
it is the only list of legal moves. `carry_out` does what was answered.
"""

from typing import Final

from rialto.engine.box import BUILDINGS, ROUNDS
from rialto.engine.ids import CHANCE, Decision, Event, Kind, Stage
from rialto.engine.jit import rule
from rialto.engine.moves import (
    BUILD,
    CARD,
    DELAY,
    DISCARD,
    DONE,
    FIRST,
    RETURN,
    ROW,
    TOKEN,
    TOP_BRIDGE,
    YELLOW_3,
    cards_in,
    jokers_in,
    turn_building,
    turn_kind,
)
from rialto.engine.rules import (
    bridge,
    builder,
    buildings,
    cards,
    council,
    doge,
    gold,
    gondola,
    neutral,
    queue,
    setup,
    steps,
)
from rialto.engine.rules.note import note
from rialto.engine.state import State

NOTHING: Final = -1
"""No answer."""


@rule
def play(s: State, p: int, action: int, scratch: list[int]) -> None:
    """One legal move of seat p (-1: chance), and on to the next question. `scratch` has room for
    every action."""
    s.note_count = 0
    carry_on(s, p, action, scratch)


@rule
def go_on(s: State, scratch: list[int]) -> None:
    """Until somebody must answer."""
    carry_on(s, CHANCE, NOTHING, scratch)


@rule
def carry_on(s: State, p: int, action: int, scratch: list[int]) -> None:
    """An answer, if there is one, and on to the next question that somebody must answer. A question
    whose only answer follows from public facts is not asked; a pass or a discard always is, for
    skipping it would tell."""
    while True:
        if action != NOTHING:
            carry_out(s, p, action)
        while s.asked == Decision.NOTHING:
            next_question(s)
        if not has_public_answer(s):
            return
        p = whole(s.actor)
        if legal(s, p, scratch) != 1:
            return
        action = whole(scratch[0])


@rule
def whole(n: int) -> int:
    """Widen an int8 cell, so that Numba compiles each rule once and not once per integer type."""
    return n + 0


@rule
def has_public_answer(s: State) -> bool:
    return (
        s.asked == Decision.START
        or s.asked == Decision.GREEN
        or s.asked == Decision.BUILD
        or s.asked == Decision.SOURCE
        or s.asked == Decision.COUNCIL
        or s.asked == Decision.BLUE
    )


@rule
def next_question(s: State) -> None:
    """The course of the game: set-up, then six rounds of phases I, II and III."""
    if s.due > 0:
        cards.ask_card(s)
    elif s.top_bridge < 0 and s.stage != Stage.SETUP and setup.unseen_bridges(s) > 0:
        s.asked = Decision.TOP_BRIDGE
        s.actor = CHANCE
    elif s.stage == Stage.SETUP:
        setup.ask(s)
    elif s.stage == Stage.START_BUILDINGS:
        ask_first_or(s, Decision.START)
    elif s.stage == Stage.DEAL:
        queue.line_up(s, False)
        s.stage = Stage.ROWS
    elif s.stage == Stage.ROWS:
        ask_first_or(s, Decision.ROW)
    elif s.stage == Stage.GREEN:
        ask_first_or(s, Decision.GREEN)
    elif s.stage == Stage.DISCARD:
        discards(s)
    elif s.stage == Stage.NEUTRAL_CARDS:
        steps.start_step(s, Kind.DOGE)
    elif s.stage == Stage.PLAYS:
        plays(s)
    elif s.stage == Stage.ACTIONS:
        actions(s)
    elif s.stage == Stage.BLUE:
        ask_first_or(s, Decision.BLUE)
    else:
        s.asked = Decision.OVER
        s.actor = CHANCE


@rule
def ask_first_or(s: State, question: int) -> None:
    """Ask the first in the queue; with nobody left the stage is over."""
    if s.queue_length > 0:
        s.asked = question
        s.actor = s.queue[0]
    elif s.stage == Stage.START_BUILDINGS:
        cards.start_round(s)
    elif s.stage == Stage.ROWS:
        queue.line_up(s, False)
        s.stage = Stage.GREEN
    elif s.stage == Stage.GREEN:
        cards.start_discards(s)
    else:
        end_round(s)


@rule
def discards(s: State) -> None:
    """P6, then P7, then N4 with the neutral player, then phase II."""
    p = cards.next_to_discard(s)
    if p >= 0:
        s.asked = Decision.DISCARD
        s.actor = p
        return
    cards.clear_rows(s)
    if s.neutral:
        neutral.call_for_cards(s)
    else:
        steps.start_step(s, Kind.DOGE)


@rule
def plays(s: State) -> None:
    """Q3: everybody's turn; Q7: the bonus; then the actions in Doge order (Q8)."""
    if s.queue_length == 0:
        steps.award_bonus(s)
        queue.line_up(s, True)
        s.stage = Stage.ACTIONS
    elif s.queue[0] == s.players:
        neutral.play_cards(s)
    else:
        s.asked = Decision.PLAY
        s.actor = s.queue[0]


@rule
def actions(s: State) -> None:
    """Q8: each player's action, then the bonus; Q9: in full as far as possible."""
    if s.queue_length == 0:
        end_step(s)
        return
    p = s.queue[0]
    if p == s.players:
        neutral.act(s)
    elif s.step == Kind.DOGE:
        doge.act(s, p)
    elif s.step == Kind.GOLD:
        gold.act(s, p)
    elif s.step == Kind.BUILDING:
        builder.act(s, p)
    elif s.step == Kind.BRIDGE:
        bridge.act(s, p)
    elif s.step == Kind.GONDOLA:
        gondola.act(s, p)
    else:
        council.act(s, p)


@rule
def end_step(s: State) -> None:
    """Q8: played cards are discarded; after step F comes phase III (H1)."""
    cards.clear_table(s)
    if s.step < Kind.COUNCILLOR:
        steps.start_step(s, s.step + 1)
        return
    council.turn_banks(s)
    for p in range(queue.seats(s)):
        s.strength[p] = 0
    s.step = 0
    s.lead = 0
    s.winner = -1
    s.stage = Stage.BLUE
    queue.line_up(s, False)


@rule
def end_round(s: State) -> None:
    """H6: coins on buildings go to the bank. After round 6 the game is over (Z1)."""
    for p in range(s.players):
        s.keep_more[p] = 0
        for b in range(BUILDINGS):
            s.used[p][b] = 0
    note(s, Event.COINS_CLEARED, -1, s.round_no, 0, 0)
    if s.round_no == ROUNDS:
        s.stage = Stage.END
        note(s, Event.GAME_OVER, -1, 0, 0, 0)
    else:
        cards.start_round(s)


@rule
def legal(s: State, p: int, out: list[int]) -> int:
    """The one list of legal moves of seat p: fills `out` and says how many there are."""
    if s.asked == Decision.DISCARD:
        return cards.legal_discards(s, p, out) if 0 <= p < s.players else 0
    if p != s.actor or p < 0:
        return 0
    if s.asked == Decision.PLAY:
        return steps.legal_plays(s, p, out)
    if s.asked == Decision.ROW:
        return cards.legal_rows(s, p, out)
    if s.asked == Decision.GREEN:
        return buildings.legal_greens(s, p, out)
    if s.asked == Decision.BUILD:
        return builder.legal_builds(s, p, out)
    if s.asked == Decision.BRIDGE:
        return bridge.legal_bridges(s, p, out)
    if s.asked == Decision.GONDOLA:
        return gondola.legal_gondolas(s, p, out)
    if s.asked == Decision.SOURCE:
        return gondola.legal_sources(s, p, out)
    if s.asked == Decision.COUNCIL:
        return council.legal_moves(s, p, out)
    if s.asked == Decision.BLUE:
        return buildings.legal_blues(s, p, out)
    if s.asked == Decision.START:
        return setup.legal_start(s, p, out)
    return 0


@rule
def carry_out(s: State, p: int, action: int) -> None:
    """Do what was answered; the question is closed first, and may be opened again."""
    asked = s.asked
    s.asked = Decision.NOTHING
    s.actor = 0
    if asked == Decision.CARD:
        cards.receive(s, action - CARD)
    elif asked == Decision.PLAY:
        take_turn(s, p, action)
    elif asked == Decision.DISCARD:
        cards.discard(s, p, action - DISCARD)
    elif asked == Decision.ROW:
        cards.take_row(s, p, action - ROW)
    elif asked == Decision.GREEN:
        buildings.use_green(s, p, action)
    elif asked == Decision.BUILD:
        take_building(s, p, action)
    elif asked == Decision.BRIDGE:
        bridge.place_bridge(s, p, action)
    elif asked == Decision.GONDOLA:
        gondola.place_gondola(s, p, action)
    elif asked == Decision.SOURCE:
        gondola.place_from(s, p, action)
    elif asked == Decision.COUNCIL:
        council.bring_here(s, p, action)
    elif asked == Decision.BLUE:
        buildings.use_blue(s, p, action)
    elif asked == Decision.START:
        setup.take_start(s, p, action - BUILD)
    elif asked == Decision.TOP_BRIDGE:
        setup.show_bridge(s, action - TOP_BRIDGE)
    elif asked == Decision.TOKEN:
        setup.place_token(s, action - TOKEN)
    elif asked == Decision.FIRST:
        setup.sit_down(s, action - FIRST)


@rule
def take_turn(s: State, p: int, action: int) -> None:
    """Q3, Q6: a turn of phase II: yellow buildings first, then the play."""
    if action == DELAY:
        buildings.delay(s, p)
    elif action == YELLOW_3:
        buildings.lend_joker(s, p)
    elif action < YELLOW_3:
        buildings.turn_card(s, p, turn_building(action), turn_kind(action))
    else:
        steps.play_cards(s, p, cards_in(action), jokers_in(action))


@rule
def take_building(s: State, p: int, action: int) -> None:
    """C1-C3: a building, one back first, or none."""
    if action == DONE:
        builder.stop(s, p)
    elif action >= RETURN:
        builder.return_building(s, p, action - RETURN)
    else:
        builder.build(s, p, action - BUILD)
