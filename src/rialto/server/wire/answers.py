"""Out: frames on the WebSocket, lines of the bot stream, answers to HTTP."""

from rialto.server.wire.days import DayRules
from rialto.server.wire.out import Out
from rialto.server.wire.questions import Spoken
from rialto.server.wire.views import GameEvent, House, Notice, View
from rialto.server.wire.words import Cards, SeatKind, Status


class ViewFrame(Out, tag="view"):
    view: View
    events: list[GameEvent]
    notices: list[Notice]
    talk: list[Spoken]


class AckFrame(Out, tag="ack"):
    move_id: str
    version: int


class RefusedFrame(Out, tag="refused"):
    move_id: str
    refusal: str
    rule: str
    move: str


class StaleFrame(Out, tag="stale"):
    move_id: str
    version: int


class TriedFrame(Out, tag="tried"):
    id: str
    view: View


class PongFrame(Out, tag="pong"):
    pass


class ErrorFrame(Out, tag="error"):
    code: str
    message: str
    ref: str | None = None
    """The move_id or id of the command that it answers, if it could be read."""


Frame = ViewFrame | AckFrame | RefusedFrame | StaleFrame | TriedFrame | PongFrame | ErrorFrame


class StartLine(Out, tag="start"):
    """Bot stream: you hold a seat at this table."""

    table: str
    seat: int


class TurnLine(Out, tag="turn"):
    """Bot stream: this seat is asked."""

    table: str
    seat: int
    version: int


class FinishLine(Out, tag="finish"):
    table: str
    seat: int


class Problem(Out, omit_defaults=True):
    error: str
    message: str
    where: str | None = None
    """The place in what was given: `seats.0`, `house.players`, `moves.12`, a word of a Position."""
    refusal: str | None = None
    rule: str | None = None
    move: str | None = None
    version: int | None = None


class SeatLink(Out):
    seat: int
    link: str | None
    """`/t/{table}#{secret}`; none for seats that are already taken (me, bots)."""


class Created(Out):
    table: str
    seats: list[SeatLink]
    commitment: str | None
    """Of a new table's fair shuffle (docs/fairness.md)."""
    group: str | None
    """One link for everybody who is invited, to any free seat."""


class Joined(Out):
    table: str
    seat: int


class Drawing(Out):
    svg: str


class DeviceLink(Out):
    link: str
    """`/t/{table}#{secret}`, good once."""
    expires: int
    """Milliseconds since 1970."""


class Done(Out):
    version: int


class Since(Out):
    view: View
    events: list[GameEvent]
    notices: list[Notice]
    talk: list[Spoken]


class SeatSummary(Out):
    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    total: int | None
    invited: bool
    """There is a link to this seat that nobody has used yet."""
    hinted: bool
    """Has asked the coach during the game."""


class TableSummary(Out):
    table: str
    status: Status
    open: bool
    host: bool
    """Whether you made this table."""
    host_seat: int | None
    """Where whoever made it sits."""
    mine: list[int]
    left: list[int]
    """Seats that you left and may come back to."""
    house: House
    seats: list[SeatSummary]
    version: int
    round: int
    to_move: list[int]
    clock: dict[str, int] | None
    days: DayRules | None
    hints: bool
    """Everybody may ask the coach for a hint."""
    beliefs: bool
    """Who plays may look up what the others may hold."""
    due_ms: int | None
    """By days: how long your move may still take; None: it is not yours."""
    created: int
    updated: int
    """Milliseconds since 1970."""
    ranking: list[int] | None
    rematch: str | None
    asked: bool
    """The others wait for your answer to a question."""
    closes: int | None
    """When a running game will be closed, if that is soon and nobody plays."""


class Tables(Out):
    tables: list[TableSummary]


class ReplayFrame(Out):
    version: int
    move: str | None
    """None for the beginning."""
    seat: int | None
    view: View
    events: list[GameEvent]
    hands: list[Cards] | None
    """By seat, open, once the game is over."""


class Replay(Out):
    house: House
    names: list[str]
    hints: list[int]
    """The seats that asked the coach during the game."""
    frames: list[ReplayFrame]


class RecordSaved(Out):
    id: str
    moves: int


class BotInfo(Out):
    id: str
    name: str
    blurb: str


class Bots(Out):
    bots: list[BotInfo]


class BotToken(Out):
    token: str
    name: str


class Version(Out):
    version: str
    rules: int
    protocol: int


class Health(Out):
    status: str


class BlockedPerson(Out):
    who: str
    name: str
    """At the table where they were blocked."""
    at: int


class BlockedPeople(Out):
    blocked: list[BlockedPerson]


class Privacy(Out):
    """For how many days what is kept; 0: until somebody deletes it."""

    open_table_days: int
    idle_table_days: int
    ended_table_days: int
    session_days: int
    token_days: int
    record_days: int
    report_days: int


class Forgotten(Out):
    deleted: int
    """Tables that were yours alone."""
    left: int
    """Tables of others, which no longer know your name."""
