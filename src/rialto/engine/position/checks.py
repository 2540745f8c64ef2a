"""Whether a Position hangs together, so that the rules can be trusted with it.

The rules assume a state that play could have led to: compiled, a wrong index writes anywhere.
"""

from collections.abc import Callable
from typing import Final

from rialto.engine.box import COUNCILLORS, GONDOLAS, ROW_LENGTH, TILES_PER_BUILDING
from rialto.engine.ids import NOBODY, Decision, Draw, Kind, Link, Stage
from rialto.engine.moves import BUILDING_NAMES
from rialto.engine.position.city import MARKER
from rialto.engine.position.parts import Bad, Record, letter, seats

MOST_NEUTRAL: Final = 60
"""N2: its councillors never run out; this many in one district are beyond any game."""

_ASKED_IN: Final[dict[Decision, tuple[Stage, Kind | None]]] = {
    Decision.TOKEN: (Stage.SETUP, None),
    Decision.FIRST: (Stage.SETUP, None),
    Decision.START: (Stage.START_BUILDINGS, None),
    Decision.ROW: (Stage.ROWS, None),
    Decision.GREEN: (Stage.GREEN, None),
    Decision.DISCARD: (Stage.DISCARD, None),
    Decision.PLAY: (Stage.PLAYS, None),
    Decision.BUILD: (Stage.ACTIONS, Kind.BUILDING),
    Decision.BRIDGE: (Stage.ACTIONS, Kind.BRIDGE),
    Decision.GONDOLA: (Stage.ACTIONS, Kind.GONDOLA),
    Decision.SOURCE: (Stage.ACTIONS, Kind.GONDOLA),
    Decision.COUNCIL: (Stage.ACTIONS, Kind.COUNCILLOR),
    Decision.BLUE: (Stage.BLUE, None),
    Decision.OVER: (Stage.END, None),
}
_UNASKED: Final = (
    Decision.TOKEN,
    Decision.FIRST,
    Decision.CARD,
    Decision.TOP_BRIDGE,
    Decision.OVER,
)
"""Nobody at the table answers these."""
_DRAWN_IN: Final = {
    Draw.ROWS: Stage.DEAL,
    Draw.AFTER_ROW: Stage.ROWS,
    Draw.GREEN: Stage.GREEN,
    Draw.NEUTRAL: Stage.NEUTRAL_CARDS,
}


def _course(r: Record) -> None:
    """Round, tokens and first player fit the stage (S1, S2)."""
    setting_up = r["stage"] == Stage.SETUP
    if (r["round_no"] == 0) != (r["stage"] in (Stage.SETUP, Stage.START_BUILDINGS)):
        raise Bad("the round is 0 during set-up and 1 to 6 after it")
    if not setting_up and not r["tokens"].all():
        raise Bad("after set-up every district has a round token (S1)")
    if setting_up != (r["first_player"] == NOBODY):
        raise Bad("the first player is drawn at the end of set-up (S2)")
    if r["stage"] == Stage.NEUTRAL_CARDS and not r["neutral"]:
        raise Bad("only the neutral player draws these cards (N4)")
    if r["lead"] == NOBODY:
        raise Bad("'lead' is a seat (Q2)")


def _pieces(r: Record) -> None:
    """K2, K3, N3, G1."""
    for p in range(int(r["players"])):
        if r["council"][:, p].sum() + r["private"][p] + r["general"][p] > COUNCILLORS:
            raise Bad(f"{letter(r, p)} has more than {COUNCILLORS} councillors (K2)")
    if r["gondolas"] + (r["link"] == Link.GONDOLA).sum() > GONDOLAS:
        raise Bad(f"there are only {GONDOLAS} gondolas (K5)")
    if r["neutral"] and r["council"][:, r["players"]].max() > MOST_NEUTRAL:
        raise Bad(f"N has more than {MOST_NEUTRAL} councillors in a district")
    if r["neutral"] and (r["private"][r["players"]] or r["general"][r["players"]]):
        raise Bad("N has no supply of councillors (N2)")
    if not r["neutral"] and r["neutral_cards"].any():
        raise Bad("there is no neutral player")
    if r["bank_scored"].any() and (r["stage"], r["step"]) != (Stage.ACTIONS, Kind.COUNCILLOR):
        raise Bad("a bank is 'scored' only during the actions of step F (G1)")
    if r["stage"] == Stage.START_BUILDINGS:
        for b, name in enumerate(BUILDING_NAMES):
            if r["supply"][b] + r["tiles"][:, b].sum() != TILES_PER_BUILDING:
                raise Bad(f"all {name} are there when buildings are chosen (S6)")


def _marker(r: Record) -> None:
    """N3 leaves no choice."""
    said = int(r["marker"])
    MARKER.usual(r)
    if said != r["marker"]:
        raise Bad("N's marker stands elsewhere (N3)")


def _rows(r: Record) -> None:
    """P2, P3."""
    rows = int(r["players"]) + 1
    taken = [int(p) for p in r["row_owner"] if p != NOBODY]
    if len(set(taken)) != len(taken) or any(p >= r["players"] for p in taken):
        raise Bad("every player takes one row (P3)")
    if r["rows"][rows:].any() or (r["row_owner"][rows:] != NOBODY).any():
        raise Bad(f"there are {rows} rows (P2)")
    if r["rows"].sum(axis=1).max() > ROW_LENGTH:
        raise Bad(f"a row has at most {ROW_LENGTH} cards (P2)")
    if r["rows"][r["row_owner"] != NOBODY].any():
        raise Bad("the cards of a row that is taken are in a hand (P3)")
    if r["stage"] == Stage.ROWS and rows - len(taken) != r["queue_length"] + 1:
        raise Bad("the queue is of those who have no row yet (P3)")
    if taken and r["stage"] not in (Stage.ROWS, Stage.GREEN, Stage.DISCARD):
        raise Bad("rows are taken in phase I (P3)")


def _hands(r: Record) -> None:
    """P6."""
    for p in range(int(r["players"])):
        if r["excess"][p] > r["hand_size"][p]:
            raise Bad(f"{letter(r, p)} has not so many cards to discard (P6)")
    if r["excess"].any() and r["stage"] != Stage.DISCARD:
        raise Bad("cards are discarded after green buildings (P6)")


def _due(r: Record) -> None:
    """P2: what cards are due for."""
    if not r["due"]:
        return
    purpose, p = Draw(int(r["due_for"])), int(r["due_seat"])
    if r["stage"] != _DRAWN_IN[purpose]:
        raise Bad("no such cards are due in this stage (P2)")
    wanted = range(int(r["players"]))
    if purpose == Draw.ROWS:
        wanted = range(NOBODY, 0)
    elif purpose == Draw.NEUTRAL:
        wanted = range(int(r["players"]), len(seats(r)))
    if p not in wanted:
        raise Bad("these cards are due to somebody else (P2)")


def _turn(r: Record) -> None:
    """Whose turn it is, and what has been done in it."""
    everybody = r["stage"] in (Stage.PLAYS, Stage.ACTIONS)
    queue = [int(p) for p in r["queue"][: r["queue_length"]]]
    if not everybody and any(p >= r["players"] for p in queue):
        raise Bad("N acts in phase II only (N7)")
    if (r["turned"] or r["lent_jokers"]) and r["stage"] != Stage.PLAYS:
        raise Bad("yellow buildings are used while cards are played (Q6)")
    if r["asked"] != Decision.NOTHING:
        _check_asked(r, Decision(int(r["asked"])), queue)


def _check_asked(r: Record, asked: Decision, queue: list[int]) -> None:
    stage, step = _ASKED_IN.get(asked, (None, None))
    if stage not in (None, r["stage"]) or step not in (None, r["step"]):
        raise Bad("this is not asked now")
    if asked == Decision.CARD and not (r["due"] and r["pile_size"]):
        raise Bad("no card is due")
    if asked == Decision.TOP_BRIDGE and (r["top_bridge"] >= 0 or r["bridge_seen"].all()):
        raise Bad("no bridge is to be turned up")
    if asked == Decision.BRIDGE and r["top_bridge"] < 0:
        raise Bad("there is no bridge to place")
    if asked in _UNASKED:
        expected = NOBODY
    elif asked == Decision.DISCARD:
        expected = next((p for p in range(int(r["players"])) if r["excess"][p] > 0), NOBODY)
    else:
        expected = queue[0] if queue else NOBODY
    if int(r["actor"]) != expected or (expected == NOBODY and asked not in _UNASKED):
        raise Bad("somebody else is asked")


CHECKS: Final[tuple[Callable[[Record], None], ...]] = (
    _course,
    _pieces,
    _marker,
    _rows,
    _hands,
    _due,
    _turn,
)
