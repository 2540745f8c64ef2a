"""What all routes share: answers, who is asking, and the schemas of answers for OpenAPI."""

from typing import Annotated, Any, Final

import msgspec
from fastapi import Depends, Request, Response

from rialto.server import wire
from rialto.server.auth import NOBODY, Who, cookie_header, hashed, who_is
from rialto.server.limits import Limit
from rialto.server.table.hall import Hall
from rialto.server.trouble import TROUBLES, Trouble
from rialto.server.web.gate import address

Responses = dict[int | str, dict[str, Any]]
REF: Final = "#/components/schemas/{name}"


class Answer(Response):
    """JSON by msgspec."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(wire.encode(content), status_code)


def problem(trouble: Trouble) -> Answer:
    return Answer(wire.Problem(error=trouble.code, message=trouble.message), trouble.status)


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


async def the_who(request: Request) -> Who:
    """The browser or program that asks; a bearer token that is not known is an error."""
    hall: Hall = request.app.state.hall
    who = who_is(dict(request.headers))
    bearer = request.headers.get("authorization", "")[:7].lower() == "bearer "
    if bearer and (who is NOBODY or not await known_token(hall, who)):
        raise Trouble("token_needed", "This bearer token is not known.")
    return who


async def known_token(hall: Hall, who: Who) -> bool:
    return who.key is not None and await hall.services.store.token_known(who.key)


AHall = Annotated[Hall, Depends(the_hall)]
AWho = Annotated[Who, Depends(the_who)]


class Session:
    """Whoever asks, with a new session if there is none; `seal` puts the cookie on the answer."""

    def __init__(self, request: Request, who: Who, hall: Hall) -> None:
        self._secure = request.url.scheme == "https"
        self._new = hall.services.secrets.secret() if who.key is None else None
        self.who = Who(hashed(self._new)) if self._new else who

    def seal(self, answer: Answer) -> Answer:
        if self._new:
            answer.headers["set-cookie"] = cookie_header(self._new, secure=self._secure)
        return answer


async def the_session(request: Request, who: AWho, hall: AHall) -> Session:
    return Session(request, who, hall)


ASession = Annotated[Session, Depends(the_session)]


def limited(name: str) -> Any:
    """A dependency: so many of these a minute from one address."""

    async def check(request: Request) -> None:
        limit: Limit = request.app.state.limits[name]
        if not limit.allows(address(request.scope)):
            raise Trouble("too_many_requests")

    return Depends(check)
