"""Page and terminal tell the same: the sentences of every recorded game, as every eye sees it.

Both read the table `engine/telling.py`. This holds the narrators of both against each other, key by
key and argument by argument; the words themselves come from one set of files.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from rialto import Game
from rialto.engine.game import ALL
from rialto.engine.ids import Event
from rialto.engine.narrator import Narrator, Part
from rialto.engine.telling import TELLING
from rialto.locales import LANGUAGES, words
from rialto.server.show.present import event as wire_event
from rialto.server.wire import encode
from tests.engine.test_narrator import REPLAYS, happened

ROOT = Path(__file__).parents[1]
EYES = {"spectator": None, "A": 0, "all": ALL}


def as_json(part: Part) -> Any:
    return part if isinstance(part, int | str) else part._asdict()


def story(path: Path, eye: str) -> dict[str, Any]:
    moves = happened(path, EYES[eye])
    sent = [
        json.loads(encode(wire_event(event, version, n)))
        for version, events in enumerate(moves, 1)
        for n, event in enumerate(events)
    ]
    told = [
        (sentence.key, {name: as_json(part) for name, part in sentence.args.items()})
        for sentence in Narrator().tell(moves)
    ]
    return {"name": f"{path.stem}, {eye}", "events": sent, "told": told}


def test_page_and_terminal_tell_the_same(tmp_path: Path) -> None:
    stories = [story(path, eye) for path in REPLAYS for eye in EYES]
    file = tmp_path / "told.json"
    file.write_text(json.dumps(stories), "utf-8")
    command = [sys.executable, "hatch_build.py", "npm", "exec", "--", "vitest", "run"]
    done = subprocess.run(
        [*command, "--config", "alike.config.ts"],
        cwd=ROOT,
        env={**os.environ, "RIALTO_TOLD": str(file), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-4000:]
    assert f"{len(stories)} passed" in said


def test_every_case_has_its_words() -> None:
    for language in LANGUAGES:
        speech = words(language)
        for code, telling in TELLING.items():
            key = f"event.{code.name.lower()}"
            assert speech.known(key) or not telling.told, f"{language}: {key}"
            assert not telling.case or speech.known(f"{key}.{telling.case}"), f"{language}: {key}"


def test_what_decides_is_what_comes_first_in_a_players_move() -> None:
    """The page's mark in the log is the own last decision."""
    own: set[Event] = set()
    chances: set[Event] = set()
    for path in REPLAYS:
        data = json.loads(path.read_text("utf-8"))
        game = Game.from_record(data, until=0)
        for move in Game.from_record(data).log:
            game.play(move)
            first = game.events()[:1]
            (own if move.seat >= 0 else chances).update(event.code for event in first)
    deciding = {code for code, telling in TELLING.items() if telling.decides}
    # Whoever uses no blue building makes nothing happen but the end of the round.
    assert own - {Event.COINS_CLEARED} == deciding
    assert not chances & deciding
