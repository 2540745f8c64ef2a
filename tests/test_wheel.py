"""The wheel by itself, as `pipx install` brings it: no repository, no make, no Node."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.patience import PATIENCE_S, PROCESS_S

pytestmark = pytest.mark.xdist_group("wheel")

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "rialto"
CLIENT = SOURCES / "server" / "client"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed, and nothing else."""
    made, site = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("site")
    run("-m", "hatchling", "build", "-t", "wheel", "-d", str(made), cwd=ROOT)
    (wheel,) = made.glob("rialto-*-py3-none-any.whl")
    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index",
        "--no-compile", "--target", str(site), str(wheel), cwd=made)  # fmt: skip
    return site


def run(*words: str, cwd: Path) -> None:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=PROCESS_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in found if path.suffix != ".pyc"}


def test_it_holds_the_whole_package_and_only_that(site: Path) -> None:
    assert files(site / "rialto") == files(SOURCES)
    assert {path.name.split("-")[0] for path in site.iterdir()} == {"rialto", "bin"}


def test_the_page_is_in_it() -> None:
    """The test above compares with the sources; this one says that they hold the built page."""
    page = (CLIENT / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert [name for name in named if name.endswith(".js")]
    assert set(named) <= files(CLIENT)


def test_what_is_shipped_has_its_licence() -> None:
    told = (CLIENT / "licenses.md").read_text("utf-8")
    fonts = {path.name.split("-latin")[0] for path in CLIENT.rglob("*.woff2")}
    assert fonts == set(re.findall(r"^## ([\w-]+)\n\n.*\n\n.*SIL Open Font License", told, re.M))
    assert "## svelte" in told


@pytest.fixture
def table(site: Path, tmp_path: Path) -> Iterator[str]:
    """The address that `rialto play` opens."""
    ours = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    env = {**ours, "PYTHONPATH": str(site), "XDG_DATA_HOME": str(tmp_path), "BROWSER": "true"}
    env |= {"RIALTO_JIT": "0", "RIALTO_BOT_WORKERS": "0", "RIALTO_BOT_PAUSE_MS": "0"}
    where = [sys.executable, "-c", "import rialto; print(rialto.__file__)"]
    assert subprocess.check_output(where, env=env, text=True).startswith(str(site))
    command = [sys.executable, str(site / "bin" / "rialto"), "play", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("Rialto: http://"), said + server.stdout.read()
        yield said.split()[-1]
        server.terminate()


def test_a_move_is_played_at_the_table_that_it_opens(table: str) -> None:
    with httpx.Client(base_url=table, timeout=PATIENCE_S) as browser:
        page = browser.get("/").text
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script is not None
        assert browser.get(script[1]).headers["content-type"].startswith("text/javascript")
        assert browser.get("/api/locales/hu.json").status_code == 200
        made = browser.post("/api/tables", json={"seats": [{"kind": "me"}] * 2}).json()
        where = f"/api/tables/{made['table']}"
        (seat,) = browser.get(f"{where}/view").json()["to_move"]
        view = browser.get(f"{where}/view", params={"seat": seat}).json()
        move = {"move_id": "the-first-move", "version": view["version"], "seat": seat}
        move["moves"] = [view["legal"][0]["move"]]
        answer = browser.post(f"{where}/command", json=move).json()
        assert answer["version"] > view["version"]
