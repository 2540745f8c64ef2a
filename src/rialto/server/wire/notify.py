"""How somebody wants to be told. In and out."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from rialto.server.wire.out import Out
from rialto.server.wire.requests import In

Language = Literal["en", "pl", "cs", "hu", "de"]
Endpoint = Annotated[str, StringConstraints(min_length=1, max_length=1024)]


class Subscribe(In):
    """What the browser's push manager has given."""

    endpoint: Endpoint
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}$")]
    """p256dh: a point of the curve, 65 bytes."""
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
    lang: Language


class Unsubscribe(In):
    endpoint: Endpoint


class PushState(Out):
    key: str
    """Ours, for the browser's push manager."""
    on: bool
    """Whether this browser is told."""
