"""Every error is a `Problem`: a code, a sentence, nothing about our insides."""

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from rialto.server.logs import say
from rialto.server.store import StoreError
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, problem

BY_STATUS: Final = {
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    413: "too_large",
}


async def trouble(request: Request, error: Exception) -> Answer:
    assert isinstance(error, Trouble)
    answer = problem(error)
    if error.status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


async def invalid(request: Request, error: Exception) -> Answer:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return problem(Trouble("bad_request", f"{where}: {first['msg']}", where))


async def http(request: Request, error: Exception) -> Answer:
    assert isinstance(error, HTTPException)
    answer = problem(Trouble(BY_STATUS.get(error.status_code, "bad_request")))
    answer.headers.update(error.headers or {})
    return answer


async def unreadable(request: Request, error: Exception) -> Answer:
    say("not read", level=40, why=str(error))
    return problem(Trouble("store_unreadable"))


def explain_errors(app: FastAPI) -> None:
    app.add_exception_handler(Trouble, trouble)
    app.add_exception_handler(StoreError, unreadable)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
