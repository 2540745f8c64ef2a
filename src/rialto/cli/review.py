"""`rialto review`: which moves were better and why, what was luck, from a recorded game."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rialto.cli import progress
from rialto.cli.complaint import INTERRUPTED, Complaint
from rialto.cli.options import add_language
from rialto.cli.recordfile import bad_record, read_record, write_json
from rialto.cli.speech import language
from rialto.cli.warming import warm_up
from rialto.locales import Words

if TYPE_CHECKING:
    from rialto.engine.game import Game
    from rialto.review.report import Review

SO_FAR: Final = "rialto-record-so-far"
EVERY: Final = 8
"""Decisions after which progress is told and what was found is kept."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Judge every decision of a recorded game from what its player could know: better moves,"
        " reasons in points, chances to win, decisions against luck. It can be interrupted with"
        " Ctrl-C; the same command goes on where it was."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record or a saved game")
    parser.add_argument("--seat", metavar="A", help="only this player's decisions: A to E")
    parser.add_argument(
        "--deep", action="store_true", help="look further ahead; minutes for each player"
    )
    parser.add_argument("--html", type=Path, metavar="OUT", help="write a page that needs nothing")
    parser.add_argument("--json", action="store_true", help="print the report (docs/review.md)")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    words = language(args.lang)
    if args.html is not None and not args.html.parent.is_dir():
        raise Complaint("terminal.bad.unwritable", file=str(args.html))
    game = load_game(args.file)
    seats = wanted_seats(args.seat, game, str(args.file))
    from rialto.review.warmup import JOBS

    warm_up(JOBS, words)
    try:
        found = find_review(game, args.deep, seats, words)
    except KeyboardInterrupt:
        print(words.t("terminal.review.kept"), file=sys.stderr)
        return INTERRUPTED
    if args.html is not None:
        from rialto.cli.review_html import page_of

        write_text(args.html, page_of(found, game, words))
    if args.json:
        from rialto.review.report import to_json

        print(to_json(found))
    else:
        from rialto.cli.review_text import show

        show(found, game, words)
        if args.html is not None:
            print(words.t("terminal.review.written", file=str(args.html)))
    return 0


def load_game(path: Path) -> "Game":
    data = read_record(path)
    if isinstance(data, dict) and data.get("format") == SO_FAR:
        raise Complaint("terminal.review.so_far", file=str(path))
    from rialto.engine.game import BadRecord, Game

    try:
        return Game.from_record(data)
    except BadRecord as error:
        raise bad_record(path, error) from None


def wanted_seats(given: str | None, game: "Game", file: str) -> list[int] | None:
    from rialto.engine.moves import SEAT_NAMES

    known = SEAT_NAMES[: game.house.players]
    if given is None:
        if not game.over:
            raise Complaint("terminal.review.running", file=file)
        return None
    if given.upper() not in known:
        raise Complaint("terminal.review.seat", given=given, known=", ".join(known))
    return [known.index(given.upper())]


def find_review(game: "Game", deep: bool, seats: list[int] | None, words: Words) -> "Review":
    """Gone on with where it was broken off; what is whole is not worked out again."""
    from rialto.review.report import Mode, Review, to_dict
    from rialto.review.reviewing import review

    mode = Mode.DEEP if deep else Mode.QUICK
    place = place_of(game, mode, seats)
    before = read_kept(place)
    if before is not None and before.complete:
        return before
    latest = before
    with progress.telling() as tell:

        def follow(partial: Review, of: int) -> None:
            nonlocal latest
            latest = partial
            done = len(partial.decisions)
            if done % EVERY == 0 or done == of:
                tell(words.t("terminal.review.progress", n=done, of=of), done, of)
                write_json(place, to_dict(partial))

        try:
            latest = review(game, mode, seats, progress=follow, resume=before)
        finally:
            if latest is not None:
                write_json(place, to_dict(latest))
    assert latest is not None
    return latest


def place_of(game: "Game", mode: str, seats: list[int] | None) -> Path:
    """Where such a review is kept: in the user's cache, for it can be made again."""
    from rialto.compile.cache import cache_root
    from rialto.engine.moves import SEAT_NAMES
    from rialto.review.reviewing import name_of_net, name_of_record

    whose = "".join(SEAT_NAMES[p] for p in seats) if seats is not None else "all"
    name = f"{name_of_record(game)}-{name_of_net()}-{mode}-{whose}.json"
    return cache_root() / "reviews" / name


def read_kept(place: Path) -> "Review | None":
    """What is damaged or of another version is made anew."""
    from rialto.review.report import BadReview, from_json

    try:
        return from_json(place.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, BadReview):
        return None


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError:
        raise Complaint("terminal.bad.unwritable", file=str(path)) from None
