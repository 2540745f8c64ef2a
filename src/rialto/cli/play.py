"""`rialto play`: the table in the browser, or with --terminal here."""

import argparse
import getpass
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rialto.bots.levels import want_compiled
from rialto.cli.complaint import Complaint
from rialto.cli.options import add_house, add_language, add_players, new_house
from rialto.cli.recordfile import read_json, write_json
from rialto.cli.speech import language
from rialto.locales import Words

if TYPE_CHECKING:
    from rialto.cli.terminal import Setup

NEWEST: Final = "newest"
DEFAULT_BOT: Final = "glassblower"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Open the table in the browser, where everything else is chosen; or, with --terminal,"
        " play right here."
    )
    parser.add_argument(
        "--port", type=int, help="the port of the table in the browser (default: 8017)"
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal")
    here = parser.add_argument_group("in the terminal")
    add_players(here)
    here.add_argument(
        "--bots",
        default=DEFAULT_BOT,
        metavar="NAMES",
        help="opponents, with commas between: gondolier, glassblower, merchant, procurator,"
        " chancellor;"
        f" the last one fills the table (default: {DEFAULT_BOT})",
    )
    here.add_argument("--name", help="your name at the table (default: your user name)")
    add_language(here)
    here.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="FILE",
        help="go on with a saved game; without a file, with the newest",
    )
    here.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    add_house(here)


def run(args: argparse.Namespace) -> int:
    if not (args.terminal or args.resume):
        from rialto.cli.serve import play_in_browser

        return play_in_browser(args.port)
    return play_here(args)


def play_here(args: argparse.Namespace) -> int:
    speech = language(args.lang)
    house = new_house(args)
    path = saved_path(args.resume) if args.resume else None
    bots = wanted_bots(args.bots) if path is None else saved_bots(path)
    choose_mode(bots)
    prepare(bots, speech)
    from rich.console import Console

    from rialto.cli.terminal import TerminalTable, new_setup, saved_setup

    if path is not None:
        setup = saved_setup(path)
    else:
        setup = new_setup(speech, house, args.name or own_name(speech), bots, args.seed)
    console = Console(highlight=False)
    table = TerminalTable(setup, speech, console)
    try:
        finished = table.play()
    except KeyboardInterrupt:
        finished = False
    console.print()
    if finished:
        record = keep_record(setup, path)
        console.print(speech.t("terminal.recorded", file=str(record)), markup=False, soft_wrap=True)
    else:
        path = save(setup, path)
        console.print(speech.t("terminal.saved", file=str(path)), markup=False, soft_wrap=True)
    return 0


def wanted_bots(names: str) -> list[str]:
    bots = [name.strip() for name in names.split(",") if name.strip()]
    if not bots:
        raise Complaint("terminal.bad.no_bots")
    return bots


def saved_bots(path: Path) -> list[str]:
    """As far as they can be read; `saved_setup` complains about the rest."""
    data = read_json(path)
    bots = data.get("bots") if isinstance(data, dict) else None
    return [bot for bot in bots if isinstance(bot, str)] if isinstance(bots, list) else []


def choose_mode(bots: Sequence[str]) -> None:
    """Plain Python starts at once and is quick enough, except for bots that think ahead."""
    os.environ.setdefault("RIALTO_JIT", "1" if want_compiled(bots) else "0")


def prepare(bots: Sequence[str], speech: Words) -> None:
    """Compile what thinking bots need before the first move waits for it; nothing in plain
    Python."""
    from rialto.bots.warmup import jobs_of
    from rialto.cli.warming import warm_up

    warm_up(jobs_of(bots), speech)


def own_name(speech: Words) -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return name[:1].upper() + name[1:] if name else speech.t("player.guest")


# Files


def folder(name: str) -> Path:
    from platformdirs import user_data_path

    return user_data_path("rialto") / name


def saved_path(wanted: str) -> Path:
    """The file to go on with."""
    if wanted != NEWEST:
        return Path(wanted)
    saved = sorted(folder("saved").glob("*.json"), key=lambda p: p.stat().st_mtime)
    if not saved:
        raise Complaint("terminal.bad.none_saved")
    return saved[-1]


def save(setup: "Setup", path: Path | None) -> Path:
    """Where it was, or in a file of its own."""
    target = path or unused_path(folder("saved"))
    write_json(target, setup.as_dict())
    return target


def keep_record(setup: "Setup", path: Path | None) -> Path:
    """A finished game becomes a record; the saved one is no longer needed."""
    target = unused_path(folder("records"))
    write_json(target, {**setup.game.record(), "bots": [None, *setup.bots]})
    if path is not None:
        path.unlink(missing_ok=True)
    return target


def unused_path(where: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path, number = where / f"{stamp}.json", 1
    while path.exists():
        number += 1
        path = where / f"{stamp}-{number}.json"
    return path
