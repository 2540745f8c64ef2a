"""Commands choose the engine's mode and write into a folder of their own: neither leaves a test."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RIALTO_JIT", os.environ.get("RIALTO_JIT", "1"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RIALTO_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "rialto"
