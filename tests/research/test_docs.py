"""Every example on the research pages runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PROCESS_S

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research-sb3")]

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "research"
EXAMPLES = [
    pytest.param(code, id=f"{page.stem}-{n}")
    for page in sorted(PAGES.glob("*.md"))
    for n, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S))
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_example(code: str) -> None:
    if code.startswith("# RIALTO_JIT=cuda"):
        simulated = {**os.environ, "RIALTO_JIT": "cuda", "NUMBA_ENABLE_CUDASIM": "1"}
        subprocess.run([sys.executable, "-c", code], env=simulated, check=True, timeout=PROCESS_S)
    else:
        exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_there_is_an_example_on_every_interfaces_page() -> None:
    pages = {str(example.id).rsplit("-", 1)[0] for example in EXAMPLES}
    assert pages == {"gymnasium", "gpu", "observation", "open_spiel", "pettingzoo", "vector"}


def test_training_example(tmp_path: Path) -> None:
    """A moment of it: it learns without an illegal move and draws its curve."""
    curve = tmp_path / "curve.svg"
    few = ["--steps", "256", "--tests", "4", "--points", "1", "--curve", str(curve)]
    subprocess.run([sys.executable, str(PAGES / "train.py"), *few], check=True, timeout=PROCESS_S)
    assert "polyline" in curve.read_text("utf-8")


def test_import_rialto_stays_light() -> None:
    code = (
        "import sys, rialto; heavy = {'numpy', 'numba', 'torch', 'gymnasium', 'pettingzoo',"
        " 'pyspiel'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PROCESS_S)
