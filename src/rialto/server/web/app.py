"""The application: routes, gate, page."""

import re
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from fastapi import FastAPI
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from rialto.server.limits import Limit
from rialto.server.metrics import Metrics
from rialto.server.settings import Settings
from rialto.server.store import Store
from rialto.server.web.asking import out_schemas
from rialto.server.web.errors import explain_errors
from rialto.server.web.gate import Gate
from rialto.server.web.life import Life
from rialto.server.web.page import client
from rialto.server.web.routes import (
    bots,
    coach,
    company,
    days,
    fair,
    mail,
    mine,
    notify,
    ops,
    people,
    play,
    puzzles,
    records,
    tables,
    words,
)

SOCKETS: Final = compile_path("/ws/tables/{table}")[0]


class App(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """With the schemas of what goes out, which FastAPI does not know; made when first asked
        for."""
        if not self.openapi_schema:
            said = super().openapi()
            said.setdefault("components", {}).setdefault("schemas", {}).update(out_schemas())
        return super().openapi()

    @cached_property
    def paths(self) -> list[tuple[re.Pattern[str], list[str]]]:
        """Paths and their methods."""
        return [
            (compile_path(template)[0], sorted(method.upper() for method in operations))
            for template, operations in self.openapi()["paths"].items()
        ]

    def methods_of(self, path: str) -> list[str]:
        """For the Allow header; OPTIONS and HEAD come with what is there."""
        return next((m for pattern, m in self.paths if pattern.fullmatch(path)), [])


class SocketDoor:
    """Before the other routes: what is wrapped around those would cost something at every frame."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SOCKETS.match(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
        else:
            # The sockets are there once the application lives.
            sockets = scope["app"].state.sockets
            await sockets({**scope, "path_params": found.groupdict()}, receive, send)


def create_app(
    settings: Settings,
    *,
    store: Store | None = None,
    probe: Callable[[str], None] = lambda point: None,
    **replaced: Any,
) -> FastAPI:
    metrics = Metrics()
    life = Life(settings, metrics, store, probe, replaced)
    app = App(
        title="Rialto",
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=life.span,
        separate_input_output_schemas=False,
    )
    app.state.metrics = metrics
    app.state.limits = {
        "creations": per_minute(settings.creations_per_minute),
        "codes": per_minute(settings.codes_per_minute),
        "joins": per_minute(settings.joins_per_minute),
        "beliefs": per_minute(settings.beliefs_per_minute),
        "replays": per_minute(settings.replays_per_minute),
    }
    for part in (
        tables,
        company,
        days,
        fair,
        play,
        records,
        coach,
        puzzles,
        people,
        mine,
        notify,
        mail,
        bots,
        words,
        ops,
    ):
        app.include_router(part.router)

    app.mount("/", client(app.methods_of))
    app.add_middleware(SocketDoor)
    app.add_middleware(Gate, settings=settings, metrics=metrics)
    explain_errors(app)
    return app


def per_minute(n: int) -> Limit:
    return Limit(n / 60, n, time.monotonic)
