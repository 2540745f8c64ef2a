"""`mypy --strict` reads the rules: a misspelt field of the state is found before anything runs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULE = """
from rialto.engine.jit import rule
from rialto.engine.state import State

@rule
def reward(s: State, p: int, n: int) -> None:
    s.{field}[p] += n
"""


def check(text: str, folder: Path) -> str:
    path = folder / "reward.py"
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
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_a_misspelt_field_is_caught(tmp_path: Path) -> None:
    assert 'has no attribute "coin"' in check(RULE.format(field="coin"), tmp_path)
    assert "Success" in check(RULE.format(field="coins"), tmp_path)


@pytest.mark.parametrize("wrong", ['s.coins = "many"', "reward(s, p)", "return s.coins[p]"])
def test_so_are_other_slips(wrong: str, tmp_path: Path) -> None:
    assert "error" in check(RULE.format(field="coins") + f"    {wrong}\n", tmp_path)
