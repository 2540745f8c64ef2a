"""`mypy --strict` reads the rules: a misspelt field of the state is found before anything runs."""

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import PROCESS_S

ROOT = Path(__file__).parents[1]
RULES = """
from rialto.engine.jit import rule
from rialto.engine.state import State

@rule
def reward(s: State, p: int, n: int) -> None:
    s.coins[p] += n
"""
SLIP = """
@rule
def slip_{number}(s: State, p: int, n: int) -> None:
    {slip}
"""
SLIPS = {
    "s.coin[p] += n": 'has no attribute "coin"',
    's.coins = "many"': "Incompatible types in assignment",
    "reward(s, p)": "Missing positional argument",
    "return s.coins[p]": "No return value expected",
}


def complaints(text: str, folder: Path) -> dict[int, str]:
    """What mypy says, by line."""
    path = folder / "rules.py"
    path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(path)],
        cwd=ROOT,
        env={
            "MYPYPATH": str(ROOT / "src"),
            "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "snippets"),
        },
        capture_output=True,
        text=True,
        timeout=PROCESS_S,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return {int(n): said for n, said in re.findall(r"rules\.py:(\d+): error: (.*)", done.stdout)}


def test_every_slip_is_caught_and_nothing_else(tmp_path: Path) -> None:
    text = RULES
    lines = {}
    for number, slip in enumerate(SLIPS):
        text += SLIP.format(number=number, slip=slip)
        lines[text.count("\n")] = slip
    said = complaints(text, tmp_path)
    assert said.keys() == lines.keys()
    for line, slip in lines.items():
        assert SLIPS[slip] in said[line]
