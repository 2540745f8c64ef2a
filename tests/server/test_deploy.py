"""Dockerfile and systemd unit, held against the project: no container runtime is needed."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from rialto.cli.main import build_parser
from rialto.server.settings import Settings
from rialto.server.web.app import create_app
from tests.server.live import settings

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "rialto.service"


def instructions() -> list[tuple[str, str]]:
    """Of the Dockerfile, with continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def all_of(word: str) -> list[str]:
    return [rest for said, rest in instructions() if said == word]


def is_setting(name: str) -> bool:
    return name.removeprefix("RIALTO_").lower() in Settings.model_fields


def test_the_image_starts_what_there_is() -> None:
    (command,) = all_of("CMD")
    program, *words = json.loads(command)
    assert program == "rialto"
    assert build_parser(words[0]).parse_args(words).command == "serve"
    (given,) = all_of("ENV")
    wanted = dict(pair.split("=") for pair in given.split())
    assert all(is_setting(name) for name in wanted)
    assert wanted["RIALTO_DB"].startswith(all_of("VOLUME")[0] + "/"), "games outlive the image"
    assert all_of("EXPOSE") == [str(Settings.model_fields["port"].default)]
    assert all_of("USER") == ["rialto"], "it does not run as root"


def test_the_image_is_built_from_what_there_is() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    ran = " ".join(all_of("RUN"))
    made = re.findall(r"\bmake (\w+)$", "\n".join(all_of("RUN")), re.M)
    assert made == ["wheel"]
    assert set(made) <= targets
    copied = [part for line in all_of("COPY") for part in line.split() if part.startswith("/src/")]
    assert "/src/dist/*.whl" in copied
    for path in copied:
        assert path.startswith("/src/dist/") or (ROOT / path.removeprefix("/src/")).is_file(), path
    assert "--require-hashes -r /tmp/runtime.txt" in ran
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    needed = set("Makefile pyproject.toml hatch_build.py README.md requirements src web".split())
    assert not needed & set(left_out)
    assert all((ROOT / name).exists() for name in needed)


def test_the_image_looks_after_its_health(tmp_path: Path) -> None:
    (check,) = all_of("HEALTHCHECK")
    url = re.search(r"http://localhost:(\d+)(/\w+)", check)
    assert url is not None
    assert url[1] == all_of("EXPOSE")[0]
    app = create_app(settings(tmp_path))
    assert url[2] in app.openapi()["paths"]


def test_the_unit_starts_what_there_is() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # its keys have capitals
    unit.read_string(UNIT.read_text("utf-8"))
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert Path(program).name == "rialto"
    assert build_parser(words[0]).parse_args(words).command == "serve"
    given = re.findall(r"\b(RIALTO_\w+)=", UNIT.read_text("utf-8"))
    assert given
    assert all(is_setting(name) for name in given)
    assert "MemoryDenyWriteExecute" not in unit["Service"], "compiled code could not run"


def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    """Where there is a systemd to ask."""
    systemd = shutil.which("systemd-analyze")
    program, unit = tmp_path / "rialto", tmp_path / "rialto.service"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/rialto/bin/rialto", str(program)))
    if systemd is not None:
        words = [systemd, "verify", "--man=no", str(unit)]
        said = subprocess.run(words, capture_output=True, text=True)
        about = [line for line in said.stderr.splitlines() if unit.name in line]
        assert (said.returncode, about) == (0, []), said.stderr


def test_the_company_of_containers_is_made_of_what_there_is() -> None:
    """The image has what PostgreSQL needs, and every setting is one of ours."""
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    given = re.findall(r"^\s+(RIALTO_\w+):", text, re.M)
    assert given and all(is_setting(name) for name in given)
    assert "requirements/postgres.txt" in " ".join(all_of("COPY"))
    locked = (ROOT / "requirements" / "postgres.txt").read_text("utf-8")
    assert re.findall(r"^(psycopg[\w-]*)==", locked, re.M) == ["psycopg", "psycopg-binary"]
    (port,) = all_of("EXPOSE")
    assert f"rialto:{port}" in text
    assert "context: .." in text, "seen from the folder of the file"
