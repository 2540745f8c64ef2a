"""What all routes share: answers, who is asking, and the schemas of answers for OpenAPI."""

import gzip
import re
from typing import Annotated, Any, Final

import msgspec
from fastapi import Depends, Request, Response
from starlette.datastructures import Headers

from rialto.server import wire
from rialto.server.auth import Who, cookie_header
from rialto.server.limits import Limit
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import TROUBLES, Trouble
from rialto.server.web.device_names import device_name
from rialto.server.web.gate import address
from rialto.server.web.visitors import Visitors

Responses = dict[int | str, dict[str, Any]]
REF: Final = "#/components/schemas/{name}"


def accepts(headers: Headers, packing: str) -> bool:
    """Whether who asks can unpack it: `gzip`, or `br`, which browsers name over HTTPS and to this
    machine only. `;q=0` after a name means not."""
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, *rest = (word.strip() for word in part.split(";"))
        if name == packing:
            return not any(re.fullmatch(r"q=0(\.0*)?", word) for word in rest)
    return False


class Answer(Response):
    """JSON by msgspec."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(wire.encode(content), status_code)


async def large(request: Request, content: Any) -> Response:
    """For answers that are long and much the same throughout: encoded, and packed for those who
    can unpack it, beside the event loop."""
    hall: Hall = request.app.state.hall
    packed = accepts(request.headers, "gzip")
    body = await hall.services.aside(pack if packed else wire.encode, content)
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if packed else {}
    return Response(body, media_type="application/json", headers=headers)


def pack(content: Any) -> bytes:
    return gzip.compress(wire.encode(content), 5)


def problem(trouble: Trouble) -> Answer:
    return Answer(
        wire.Problem(error=trouble.code, message=trouble.message, where=trouble.where),
        trouble.status,
    )


def answers(kind: type[wire.Out] | None, *codes: str, status: int = 200) -> Responses:
    """For OpenAPI: the answer, and the troubles that may come instead."""
    said: Responses = {}
    if kind is not None:
        schema = {"$ref": REF.format(name=kind.__name__)}
        said[status] = {"description": "Done", "content": {"application/json": {"schema": schema}}}
    for code in ("bad_request", "too_many_requests", *codes):
        number, words = TROUBLES[code]
        schema = {"$ref": REF.format(name="Problem")}
        said.setdefault(
            number,
            {"description": words, "content": {"application/json": {"schema": schema}}},
        )
    return said


def out_schemas() -> dict[str, Any]:
    kinds = [v for v in vars(wire).values()
             if isinstance(v, type) and issubclass(v, wire.Out) and v is not wire.Out]  # fmt: skip
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    return components


# Dependencies are coroutines, for FastAPI runs plain functions in threads, and waiting for a thread
# takes longer than any of these.


async def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def the_visitors(request: Request) -> Visitors:
    visitors: Visitors = request.app.state.visitors
    return visitors


def is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


async def the_who(request: Request) -> Who:
    """The browser or program that asks."""
    visitors = await the_visitors(request)
    return await visitors.who(request.headers, secure=is_secure(request))


HallDep = Annotated[Hall, Depends(the_hall)]
WhoDep = Annotated[Who, Depends(the_who)]


async def the_table(table: str, hall: HallDep) -> Table:
    """The one in the path."""
    return await hall.get(table)


TableDep = Annotated[Table, Depends(the_table)]


async def the_hosts_table(table: TableDep, who: WhoDep) -> Table:
    """For whoever made it."""
    if who.key != table.header.host:
        raise Trouble("host_only")
    return table


HostTableDep = Annotated[Table, Depends(the_hosts_table)]


class Visit:
    """Whoever asks. `begin` gives a browser that has no session one, or a cookie of the present
    name; `seal` puts the cookie on the answer."""

    def __init__(self, request: Request, who: Who, visitors: Visitors) -> None:
        self._request, self._who, self._visitors = request, who, visitors
        self._secure = is_secure(request)
        self._cookie: str | None = None

    @property
    def who(self) -> Who:
        """As they came."""
        return self._who

    async def begin(self, owner: bytes | None = None) -> bytes:
        """`owner`: whose a new session is; nobody's yet if it is not given."""
        if self._who.program:
            assert self._who.key is not None
            return self._who.key
        found = await self._visitors.session(self._request.headers, secure=self._secure)
        device = device_name(self._request.headers.get("user-agent", ""))
        if found is None:
            found = await self._visitors.issue(device, who=owner)
        elif self._secure and found[1].old_name:
            found = await self._visitors.issue(device, old=found[1])
        self._cookie, session = found
        return session.who

    def seal(self, answer: Answer) -> Answer:
        """Also for whoever has one: it is good for so long from now."""
        if self._cookie is not None:
            answer.headers["set-cookie"] = cookie_header(self._cookie, secure=self._secure)
        return answer


async def the_visit(request: Request, who: WhoDep) -> Visit:
    return Visit(request, who, await the_visitors(request))


VisitDep = Annotated[Visit, Depends(the_visit)]


def rate_limit(name: str) -> Any:
    """A dependency: so many of these a minute from one address, by all processes together."""

    async def check(request: Request) -> None:
        limit: Limit = request.app.state.limits[name]
        hall: Hall = request.app.state.hall
        peers, who = hall.services.peers, address(request.scope)
        if not limit.allows(who) or not await peers.allows(name, who, limit.rate, limit.burst):
            raise Trouble("too_many_requests")

    return Depends(check)
