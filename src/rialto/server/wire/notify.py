"""How somebody wants to be told. In and out."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rialto.server.wire.out import Out
from rialto.server.wire.requests import In, Secret, Whole

Language = Literal["en", "pl", "cs", "hu", "de"]
MAIL = r"^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}$"
"""What nearly every address is; quotes and comments are not worth the danger."""
ZONE = r"^[A-Za-z0-9_+/-]+$"
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


Hour = Annotated[int, Field(ge=0, le=23), Whole]


class SetMail(In):
    address: Annotated[str, StringConstraints(max_length=200, pattern=MAIL)]
    lang: Language
    quiet_from: Hour | None = None
    quiet_to: Hour | None = None
    """No mail between these hours, where you are."""
    offset_min: Annotated[int, Field(ge=-840, le=840), Whole] = 0
    """Your clock, against UTC."""
    zone: Annotated[str, StringConstraints(max_length=64, pattern=ZONE)] | None = None
    """Your time zone, such as `Europe/Prague`, for when clocks are changed. One that the server
    does not know counts as none."""


class MailSecret(In):
    secret: Secret


class MailState(Out):
    possible: bool
    """Whether this server sends mail at all."""
    address: str | None
    confirmed: bool
    quiet_from: int | None
    quiet_to: int | None


class MailAnswered(Out):
    done: bool
