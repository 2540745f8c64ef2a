"""The built page, as files."""

import gzip
import json
import re
from pathlib import Path

import pytest
import starlette.responses
from starlette.testclient import TestClient

from rialto.server.web.hints import FONTS, PAGES, with_hints
from rialto.server.web.page import FOLDER, client
from rialto.server.web.preview import TITLE


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("core.js", "text/javascript; charset=utf-8"),
        ("core.css", "text/css; charset=utf-8"),
        ("sprite.svg", "image/svg+xml"),
        ("letters.woff2", "font/woff2"),
        ("icon.png", "image/png"),
        ("app.webmanifest", "application/manifest+json"),
    ],
)
def test_a_file_has_its_type_whatever_the_machine_believes(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows Python reads types from the registry, where .js is often text/plain; the browser,
    told not to guess, would then run no script."""
    monkeypatch.setattr(starlette.responses, "guess_type", lambda _: ("text/plain", None))
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / name).write_text("x")
    browser = TestClient(client(lambda path: [], tmp_path))
    answer = browser.get(f"/assets/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)


@pytest.mark.parametrize("name", ["%00", "api/%00", "a.js%00", "a" * 300, "a" * 5000, "%ff%fe.js"])
def test_what_can_be_no_file_is_none(name: str) -> None:
    """It was an error of ours, with a trace in the log."""
    answer = TestClient(client(lambda path: [])).get(f"/{name}")
    assert answer.status_code == (404 if "." in name or name.startswith("api") else 200)


@pytest.mark.parametrize(
    ("accepted", "packing"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_a_file_is_sent_packed_as_the_browser_can_unpack_it(
    accepted: str, packing: str | None
) -> None:
    """From a folder as it is built; the sprite is the largest of its files."""
    sprite = next((FOLDER / "assets").glob("sprite-*.svg"))
    browser = TestClient(client(lambda path: []))
    path = f"/assets/{sprite.name}"
    with browser.stream("GET", path, headers={"accept-encoding": accepted}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == packing
    assert answer.headers["vary"].lower() == "accept-encoding"
    assert answer.headers["content-type"] == "image/svg+xml"
    endings = {"br": ".br", "gzip": ".gz", None: ""}
    assert sent == Path(f"{sprite}{endings[packing]}").read_bytes()
    if packing:
        tag = {"if-none-match": answer.headers["etag"], "accept-encoding": accepted}
        assert browser.get(path, headers=tag).status_code == 304
        assert len(sent) < sprite.stat().st_size / 3


def test_everything_that_is_text_lies_packed_beside_itself() -> None:
    packed = {".css", ".js", ".json", ".svg"}
    files = [p for p in (FOLDER / "assets").iterdir() if p.suffix in packed]
    large = [p for p in files if p.stat().st_size >= 1024]
    assert len(large) > 40
    for path in large:
        assert gzip.decompress(Path(f"{path}.gz").read_bytes()) == path.read_bytes()
        assert Path(f"{path}.br").stat().st_size < path.stat().st_size


PAGE = "<head><title>Rialto</title></head>"


@pytest.mark.parametrize(
    ("path", "spoken", "title", "picture"),
    [
        ("/", "", "Rialto", "share-table.jpg"),
        ("/t/abc", "", "A table in Venice · Rialto", "share-table.jpg"),
        ("/t/abc", "xx, de-AT;q=0.9", "Ein Tisch in Venedig · Rialto", "share-table.jpg"),
        ("/replay/abc", "en", "A game of Rialto · Rialto", "share-replay.jpg"),
        ("/replay/abc?result", "en", "How a game of Rialto ended · Rialto", "share-result.jpg"),
    ],
)
def test_a_link_has_a_preview(
    path: str, spoken: str, title: str, picture: str, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    browser = TestClient(client(lambda path: [], tmp_path), base_url="https://venice.example")
    text = browser.get(path, headers={"accept-language": spoken}).text
    assert f"<title>{title}</title>" in text
    assert f'<meta property="og:title" content="{title}" />' in text
    assert f'content="https://venice.example/{picture}"' in text


def test_an_address_cannot_write_into_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    browser = TestClient(client(lambda path: [], tmp_path))
    assert "<script>" not in browser.get('/t/"><script>alert(1)').text


def test_the_built_page_has_what_an_app_needs() -> None:
    """Every file that the manifest and the head name."""
    manifest = json.loads((FOLDER / "manifest.webmanifest").read_text("utf-8"))
    page = (FOLDER / "index.html").read_text("utf-8")
    named = [icon["src"] for icon in manifest["icons"]] + re.findall(
        r'<link rel="[\w-]+" href="(/[\w.-]+)"', page
    )
    assert len(named) > 6
    for path in [*named, "/sw.js", "/share-table.jpg", "/share-replay.jpg", "/share-result.jpg"]:
        assert (FOLDER / path.lstrip("/")).is_file(), path
    assert TITLE in page, "where the preview goes"


def test_each_page_names_what_it_needs() -> None:
    """Its own code and the letters, so that nothing is asked for one after the other."""
    browser = TestClient(client(lambda path: []))
    for path, source in PAGES.items():
        head = browser.get(f"/{path}/x" if path in ("t", "replay") else f"/{path}").text
        named = re.findall(r'<link rel="(?:modulepreload|preload)"[^>]* href="/([^"]+)"', head)
        assert [file for file in named if not (FOLDER / file).is_file()] == []
        assert any(file.startswith(f"assets/{Path(source).stem}-") for file in named), path
        assert sum(file.endswith(".woff2") for file in named) == len(FONTS)
    assert "/assets/Lobby-" not in browser.get("/nowhere").text


def test_a_page_built_without_a_manifest_is_as_it_is(tmp_path: Path) -> None:
    assert with_hints("<head></head>", "/", tmp_path) == "<head></head>"
