"""How the application is served: the event loop and uvicorn's settings, here and in tests."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rialto.server.settings import Settings
from rialto.server.web.heads import Heads, PromptApp
from rialto.server.web.line import Line


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one (it is not made for Windows): a fifth less work per move."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    heads = Heads(settings.head_s)
    # uvicorn's own types of ASGI are narrower, and it wants a class where a function does as well.
    behind_proxy: Any = ProxyHeadersMiddleware(app, settings.proxies)
    protocol: Any = heads.protocol
    prompt = PromptApp(heads, behind_proxy)

    def line(server_state: Any, app_state: Any, **_: Any) -> Line:
        return Line(prompt, settings.frame_bytes, server_state, app_state)

    sockets: Any = line
    return uvicorn.Config(
        prompt,
        host=settings.host,
        port=settings.port,
        http=protocol,
        ws=sockets,
        proxy_headers=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
