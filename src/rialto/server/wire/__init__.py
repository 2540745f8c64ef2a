"""The whole protocol in one place: what comes in (pydantic, strict) and what goes out (msgspec).

`web/src/lib/wire.ts` is generated from here by `python -m rialto.server.typescript`.
Inbound models refuse unknown fields and wrong types; outbound ones are only ever built by us, and
one is built per seat and move, so they are the cheap kind.
"""

# ruff: noqa: F403  # one name for the whole protocol, without a list of all that is in it

from rialto.server.wire.answers import *
from rialto.server.wire.company import *
from rialto.server.wire.days import *
from rialto.server.wire.encoding import *
from rialto.server.wire.fair import *
from rialto.server.wire.mine import *
from rialto.server.wire.notify import *
from rialto.server.wire.out import *
from rialto.server.wire.puzzles import *
from rialto.server.wire.questions import *
from rialto.server.wire.requests import *
from rialto.server.wire.review import *
from rialto.server.wire.views import *
from rialto.server.wire.words import *
