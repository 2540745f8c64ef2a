"""What a page needs, named in its head: the browser fetches it at once, and not when the code that
asks for it has come."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

MANIFEST: Final = ".manifest.json"
"""Written with the page: each file by its source, and what it brings with it."""
START: Final = "start"
"""The name of the chunk that stands in the page already."""
MAIN: Final = "src/main.ts"
"""What every page brings with it."""
PAGES: Final = {
    "": "src/lobby/Lobby.svelte",
    "new": "src/lobby/NewTable.svelte",
    "history": "src/lobby/History.svelte",
    "rules": "src/rules/RulesPage.svelte",
    "learn": "src/guide/GuidePage.svelte",
    "puzzles": "src/puzzles/PuzzlesPage.svelte",
    "me": "src/mine/MinePage.svelte",
    "privacy": "src/privacy/PrivacyPage.svelte",
    "t": "src/table/TablePage.svelte",
    "replay": "src/replay/ReplayPage.svelte",
}
"""By the first word of the address."""
FONTS: Final = (
    "marcellus-latin-400-normal",
    "source-sans-3-latin-400-normal",
    "source-sans-3-latin-600-normal",
)
"""Whatever the language; others fetch more of them."""


def with_hints(html: str, path: str, folder: Path) -> str:
    """The page for that path; as it is for an address that is none, or without a manifest."""
    page, manifest = path.strip("/").split("/")[0], folder / MANIFEST
    if page not in PAGES or not manifest.is_file():
        return html
    lines = hints(manifest, manifest.stat().st_mtime_ns, page)
    return html.replace("</head>", f"  {lines}\n  </head>", 1)


@cache
def hints(manifest: Path, _built: int, page: str) -> str:
    """For a page as it was built then."""
    chunks: dict[str, Any] = json.loads(manifest.read_text("utf-8"))
    brought = loads(chunks, MAIN) | loads(chunks, PAGES[page])
    wanted = {name for name in brought if chunks[name]["name"] != START}
    code = [chunks[name]["file"] for name in sorted(wanted)]
    style = [css for name in sorted(wanted) for css in chunks[name].get("css", [])]
    fonts = [chunk["file"] for name, chunk in chunks.items() if Path(name).stem in FONTS]
    lines = [f'<link rel="modulepreload" crossorigin href="/{file}">' for file in code]
    lines += [f'<link rel="preload" as="style" crossorigin href="/{file}">' for file in style]
    lines += [
        f'<link rel="preload" as="font" type="font/woff2" crossorigin href="/{file}">'
        for file in fonts
    ]
    return "\n    ".join(lines)


def loads(chunks: dict[str, Any], name: str) -> set[str]:
    """A chunk and those that it brings with it."""
    found: set[str] = set()
    todo = [name]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += chunks[one].get("imports", [])
    return found
