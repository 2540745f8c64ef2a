"""The built page, as files."""

from pathlib import Path

import pytest
import starlette.responses
from starlette.testclient import TestClient

from rialto.server.web.page import client


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("core.js", "text/javascript; charset=utf-8"),
        ("core.css", "text/css; charset=utf-8"),
        ("sprite.svg", "image/svg+xml"),
        ("letters.woff2", "font/woff2"),
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
