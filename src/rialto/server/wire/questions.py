"""Out: what the people at a table ask and tell each other."""

from rialto.server.wire.out import Out
from rialto.server.wire.words import ProposalKind, Reaction


class Proposal(Out):
    """A question to the people at the table (`ask.<kind>`)."""

    n: int
    kind: ProposalKind
    seat: int
    """Whom it is about."""
    by: int | None
    """Who asks; None: the host, or somebody with a link to the seat."""
    yes: list[int]
    no: list[int]
    waits_for: list[int]
    agreed: bool
    """Whoever asked may do it now."""


class Spoken(Out):
    """A line of talk, or a reaction; `seat` None: a watcher's."""

    n: int
    at: int
    """Milliseconds since 1970."""
    version: int
    """How long the log was then."""
    seat: int | None
    name: str
    reaction: Reaction | None
    text: str
