"""Seat links as QR codes: a camera reads what was drawn, and nothing else is drawn."""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp

from tests.server.live import serving, settings
from tests.server.test_tables import ok, problem

LINK = "http://192.168.178.20:8017/t/vah7yqxphf8v#Zm9vYmFyYmF6cXV4cXV1eA"
PIXELS = 4


def photograph(svg: str) -> npt.NDArray[np.uint8]:
    """The picture as grey pixels: a white square, and strokes of one unit to the right."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in svg
    (strokes,) = re.findall(r'<path class="qrline" stroke="#000" d="([^"]+)"/>', svg)
    page = np.full((size, size), 255, np.uint8)
    x, y = 0.0, 0.0
    for how, numbers in re.findall(r"([Mmh])([-\d. ]+)", strokes):
        if how == "h":
            page[int(y), int(x) : int(x) + int(numbers)] = 0
            x += int(numbers)
        else:
            right, down = map(float, numbers.split())
            x, y = (right, down) if how == "M" else (x + right, y + down)
    return np.kron(page, np.ones((PIXELS, PIXELS), np.uint8))


@pytest.mark.parametrize("link", [LINK, LINK.replace("http", "https").replace("20:8017", "20")])
async def test_a_camera_reads_the_link(link: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        svg = (await ok(browser.post("/api/qr", json={"link": link})))["svg"]
    assert [code.text for code in zxingcpp.read_barcodes(photograph(svg))] == [link]


@pytest.mark.parametrize("link", ["", "https://example.org/", LINK[:-1], LINK + "A", f"x{LINK}"])
async def test_only_seat_links_are_drawn(link: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        told = await problem(browser.post("/api/qr", json={"link": link}), 422, "bad_request")
        assert "link" in told


async def test_drawing_is_limited_like_joining(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, joins_per_minute=1)) as live, live.browser() as browser:
        await ok(browser.post("/api/qr", json={"link": LINK}))
        await problem(browser.post("/api/qr", json={"link": LINK}), 429, "too_many_requests")
