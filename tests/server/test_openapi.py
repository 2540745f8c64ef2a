"""schemathesis against the OpenAPI document, all checks; and the document itself."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.server.live import new_table, serving, settings


async def schemathesis(port: int, folder: Path, examples: int, *more: str) -> tuple[int, str]:
    run = await asyncio.create_subprocess_exec(
        str(Path(sys.executable).with_name("st")), "run",
        f"http://127.0.0.1:{port}/openapi.json", "--checks", "all",
        "--max-examples", str(examples), "--no-color", *more,
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await run.communicate()
    assert run.returncode is not None
    return run.returncode, said.decode()


async def every_check(folder: Path, examples: int, *more: str) -> None:
    async with serving(settings(folder)) as live, live.browser() as browser:
        await new_table(browser, "me", "person", open=True)
        await new_table(browser, "me", "random")
        cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
        status, said = await schemathesis(
            live.port, folder, examples, "-H", f"Cookie: {cookie}", *more
        )
        operations = sum(len(methods) for methods in live.app.openapi()["paths"].values())
        assert f"Tested: {operations}" in said, said[-3000:]
        assert status == 0, said[:4000]
        metrics = live.metrics()
    assert 'status="500"' not in metrics


async def test_nothing_fails(tmp_path: Path) -> None:
    await every_check(tmp_path, 2, "--seed", "17", "--phases", "coverage,fuzzing")


@pytest.mark.long
async def test_nothing_fails_with_many_examples(tmp_path: Path) -> None:
    await every_check(tmp_path, 60)


async def test_every_route_is_on_a_page(tmp_path: Path) -> None:
    """By the end of its path, as the tables of protocol.md and bot-api.md have it."""
    docs = Path(__file__).parents[2] / "docs"
    told = "".join((docs / page).read_text("utf-8") for page in ("protocol.md", "bot-api.md"))
    paths = set(re.findall(r"(/[\w./{}]+)`", told)) | set(re.findall(r"`\w+ (/[\w./{}]+)`", told))
    ends = {re.sub(r"\{\w+\}", "{}", path) for path in paths}
    async with serving(settings(tmp_path)) as live:
        routes = [re.sub(r"\{\w+\}", "{}", path) for path in live.app.openapi()["paths"]]
    assert [route for route in routes if not any(route.endswith(end) for end in ends)] == []
