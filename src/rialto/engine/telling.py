"""How each event is told: one table for the page and the terminal, so that they tell the same.

The sentence of an event is the word `event.<code>`. Its arguments are who it happened to (`player`)
and the event's own; those in THINGS have words themselves. `TELLING` says what comes beyond that.
`narrator.py` reads the table here, `web/src/game/narrator.ts` in the page.
"""

from dataclasses import dataclass, field
from typing import Final

from rialto.engine.box import ROUNDS
from rialto.engine.ids import Event
from rialto.engine.moves import DISTRICT_NAMES

Spec = tuple[str | int, ...]
"""How to make an argument or to decide a case, and from which of the event's own arguments."""
THINGS: Final = ("district", "kind", "building", "why", "bank")


@dataclass(frozen=True)
class Telling:
    more: dict[str, Spec] = field(default_factory=dict)
    """Arguments beyond the event's own."""
    case: str = ""
    """With `when`: the sentence is `event.<code>.<case>` if that holds."""
    when: Spec = ()
    together: bool = False
    """Events that follow one another and differ in kind or number only are one sentence."""
    across: tuple[Event, ...] = ()
    """Together even if these come between."""
    at_end: bool = False
    """Then it is told where it ends, otherwise where it began."""
    told: bool = True
    decides: bool = False
    """It is the first thing that a decision of the seat makes happen."""


_PAIR: Final[dict[str, Spec]] = {"first": ("first", "pair"), "second": ("second", "pair")}
_TILE: Final[dict[str, Spec]] = {"low": ("low", "bridge"), "high": ("high", "bridge")}
_CARDS: Final[dict[str, Spec]] = {"what": ("cards",)}
_COUNTED: Final[dict[str, Spec]] = {"n": ("count",), "what": ("cards",)}
_DECIDES: Final = Telling(decides=True)

TELLING: Final[dict[Event, Telling]] = {
    Event.TOKEN: Telling(together=True, told=False),
    Event.TOP_BRIDGE: Telling(_TILE),
    Event.START_BUILDING: Telling(case="left", when=("later",), decides=True),
    Event.ROUND: Telling(case="last", when=("equals", "n", ROUNDS)),
    Event.DEALT: Telling({"n": ("rows",)}, together=True, across=(Event.RESHUFFLED,), at_end=True),
    Event.TOOK_ROW: Telling({"what": ("row", "row")}, decides=True),
    Event.DREW: Telling(_COUNTED, case="seen", when=("known", "kind"), together=True),
    Event.NEUTRAL_DREW: Telling(_CARDS, together=True),
    Event.ACTIVATED: _DECIDES,
    Event.TOOK_LEFTOVER: Telling(_CARDS),
    Event.SEALED: Telling(
        _COUNTED,
        case="seen",
        when=("known", "kind"),
        together=True,
        across=(Event.SEALED,),
        decides=True,
    ),
    Event.STEP: Telling({"letter": ("letter", "kind")}),
    Event.TURNED: Telling({"what": ("of_step", "n")}),
    Event.PLAYED: Telling({"what": ("play", "cards", "jokers")}, decides=True),
    Event.PASSED: _DECIDES,
    Event.BONUS: Telling(case="tie", when=("tied", "strength")),
    Event.BUILT: _DECIDES,
    Event.BUILT_NONE: _DECIDES,
    Event.RETURNED: _DECIDES,
    Event.POINTS: Telling({"n": ("size", "points")}, case="lost", when=("negative", "points")),
    Event.BRIDGE: Telling(
        {**_PAIR, "low": ("number", "first"), "high": ("number", "second")}, decides=True
    ),
    Event.BRIDGE_LEFT: _DECIDES,
    Event.GONDOLA: Telling(_PAIR, decides=True),
    Event.GONDOLA_LEFT: _DECIDES,
    Event.FETCHED: Telling({"n": ("sum", "n")}, together=True),
    Event.COUNCILLOR: Telling(
        {"n": ("count",), "from": ("thing", "district", "source")},
        case="moved",
        when=("among", "source", *DISTRICT_NAMES),
        together=True,
        decides=True,
    ),
    Event.PLACED_NONE: _DECIDES,
    Event.UPGRADED: Telling(
        {"from": ("thing", "building", "building"), "building": ("thing", "building", "to")}
    ),
    Event.MARKER: Telling(_PAIR, case="gone", when=("missing", "pair")),
}
"""Events that are not named here have nothing special."""
PLAIN_TELLING: Final = Telling()
