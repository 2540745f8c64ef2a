"""The application: routes, gate, live tables, and a clean end."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute, compile_path

from rialto.server.limits import Limit
from rialto.server.logs import say
from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.minds.levels import levels
from rialto.server.services import Services
from rialto.server.settings import Settings
from rialto.server.store import Store, StoreError, open_store
from rialto.server.table.hall import Hall
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, out_schemas, problem
from rialto.server.web.gate import Gate
from rialto.server.web.page import client
from rialto.server.web.routes import bots, ops, play, records, tables, words
from rialto.server.web.socket import Sockets
from rialto.server.web.visitors import Visitors

OPENING_S: Final = 0.1
"""What a start is given to answer its first requests before it turns to old games."""


class App(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """With the schemas of what goes out, which FastAPI does not know; made when first asked
        for."""
        if not self.openapi_schema:
            said = super().openapi()
            said.setdefault("components", {}).setdefault("schemas", {}).update(out_schemas())
        return super().openapi()


def create_app(
    settings: Settings,
    *,
    store: Store | None = None,
    probe: Callable[[str], None] = lambda point: None,
    **replaced: Any,
) -> FastAPI:
    """Without a store it opens its own. `probe` and `replaced` (clock, entropy, seed) are for
    tests: see `Services`."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or open_store(settings.db, probe=probe)
        kept.on_commit(metrics.committed)
        pool = BotPool(
            workers=settings.bot_workers,
            think_s=settings.bot_think_ms / 1000,
            deadline_s=settings.bot_deadline_ms / 1000,
            metrics=metrics,
            **{k: replaced.pop(k) for k in ("pick",) if k in replaced},
        )
        services = Services(
            settings=settings,
            store=kept,
            bots=pool,
            metrics=metrics,
            probe=probe,
            **replaced,
        )
        hall = app.state.hall = Hall(services)
        app.state.visitors = Visitors(services)
        app.state.sockets = Sockets(hall, app.state.visitors)
        chores = [asyncio.create_task(go_on(hall)), asyncio.create_task(hall.put_away_idle())]
        say("serving", db=str(settings.db))
        try:
            yield
        finally:
            services.stopping.set()
            hall.close()
            for chore in [*chores, *services.tasks]:
                chore.cancel()
            await asyncio.gather(*chores, *services.tasks, return_exceptions=True)
            await pool.close()
            await asyncio.to_thread(services.close)
            await asyncio.to_thread(kept.close)
            say("stopped")

    app = App(
        title="Rialto",
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        separate_input_output_schemas=False,
    )
    app.state.limits = {
        "creations": per_minute(settings.creations_per_minute),
        "joins": per_minute(settings.joins_per_minute),
        "replays": per_minute(settings.replays_per_minute),
    }
    for part in (tables, play, records, bots, words, ops):
        app.include_router(part.router)

    async def socket(ws: Any) -> None:
        await app.state.sockets.serve(ws)

    app.router.routes.append(WebSocketRoute("/ws/tables/{table}", socket))
    app.mount("/", client(lambda path: documented_methods(app, path)))
    app.add_middleware(Gate, settings=settings, metrics=metrics)
    explain_errors(app)
    return app


async def go_on(hall: Hall) -> None:
    """First the door is opened; then games in which somebody waits for us, then the bots."""
    await asyncio.sleep(OPENING_S)
    await hall.wake_all()
    await asyncio.to_thread(levels)


def per_minute(n: int) -> Limit:
    return Limit(n / 60, n, time.monotonic)


def explain_errors(app: FastAPI) -> None:
    """Every error is a `Problem`: a code, a sentence, nothing about our insides."""

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
        codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
        answer = problem(Trouble(codes.get(error.status_code, "bad_request")))
        answer.headers.update(error.headers or {})
        return answer

    async def unreadable(request: Request, error: Exception) -> Answer:
        say("not read", level=40, why=str(error))
        return problem(Trouble("store_unreadable"))

    app.add_exception_handler(Trouble, trouble)
    app.add_exception_handler(StoreError, unreadable)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


def documented_methods(app: FastAPI, path: str) -> list[str]:
    """For the Allow header; OPTIONS and HEAD come with what is there."""
    for template, operations in app.openapi()["paths"].items():
        if compile_path(template)[0].fullmatch(path):
            return sorted(method.upper() for method in operations)
    return []
