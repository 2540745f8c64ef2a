"""How the application is served: the event loop and uvicorn's settings, here and in tests."""

import asyncio
from typing import Any

import uvicorn

from rialto.server.settings import Settings


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one (it is not made for Windows): a fifth less work per move."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
