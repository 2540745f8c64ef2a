"""The built page: files as they are, and the page itself for every path of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from rialto.server.trouble import Trouble
from rialto.server.web.asking import accepts, problem
from rialto.server.web.hints import with_hints
from rialto.server.web.preview import with_preview

FOLDER: Final = Path(__file__).parents[1] / "client"
NOT_BUILT: Final = "The page is not built yet: run `make client`.\n"
Methods = Callable[[str], list[str]]
"""The methods that routes have for a path: the page is asked last, so a method was wrong."""
FOREVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Said here, for Python asks the machine (on Windows the registry, where other programs write), and
the browser is told not to guess."""
PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""The smallest first."""


class Client:
    def __init__(self, folder: Path, methods: Methods) -> None:
        self._folder = folder
        self._methods = methods
        self._files = StaticFiles(directory=folder, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope["path"]).lstrip("/")
        response: Response
        allowed = self._methods(scope["path"])
        if allowed:
            response = problem(Trouble("method_not_allowed"))
            response.headers["allow"] = ", ".join(allowed)
        elif scope["method"] not in ("GET", "HEAD"):
            response = problem(Trouble("method_not_allowed"))
            response.headers["allow"] = "GET, HEAD"
        elif path and self._is_file(path):
            response = await self._file(path, scope)
            hashed_name = path.startswith("assets/")
            response.headers["cache-control"] = FOREVER if hashed_name else "no-cache"
            kind = TYPES.get(Path(path).suffix)
            if kind is not None:
                response.headers["content-type"] = kind
        elif path.startswith(("api/", "ws/")):
            response = problem(Trouble("not_found"))
        elif "." in path.rsplit("/", 1)[-1]:
            response = PlainTextResponse("Not found.\n", 404)
        else:
            response = self._page(scope)
        await response(scope, receive, send)

    async def _file(self, path: str, scope: Scope) -> Response:
        """As it is, or packed: the build leaves what is text packed beside itself."""
        headers = Headers(scope=scope)
        for packing, ending in PACKED.items():
            if self._is_file(path + ending) and accepts(headers, packing):
                response = await self._files.get_response(path + ending, scope)
                response.headers["content-encoding"] = packing
                response.headers["vary"] = "accept-encoding"
                return response
        return await self._files.get_response(path, scope)

    def _is_file(self, path: str) -> bool:
        try:
            full, stat = self._files.lookup_path(path)
        except (OSError, ValueError):  # no name that a file can have
            return False
        return stat is not None and Path(full).is_file() and not Path(full).name.startswith(".")

    def _page(self, scope: Scope) -> Response:
        page = self._folder / "index.html"
        if not page.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        query = scope["query_string"].decode("latin-1")
        shown = with_preview(
            page.read_text("utf-8"), scope["path"], query, scope["scheme"], Headers(scope=scope)
        )
        shown = with_hints(shown, scope["path"], self._folder)
        vary = {"cache-control": "no-cache", "vary": "accept-language"}
        return HTMLResponse(shown, headers=vary)


def client(methods: Methods, folder: Path = FOLDER) -> ASGIApp:
    return GZipMiddleware(Client(folder, methods), minimum_size=1024)
