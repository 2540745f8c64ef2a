"""Scenarios: stories about the rules that a player can check, and the runner that plays them.

A story begins with `[rule ids]  title`, then come the clauses of a Position, then lines of play:

    A plays gold joker          A passes          A delays          A turns doge with yellow-4
    A: play 2 joker 1           the canonical text of any move
    draws gold joker            cards that chance supplies; `chance: top 4/5` any other outcome
    chance: any                 chance goes on by its seed until a player is asked
    refused: A plays joker => LONE_JOKER Q4     (or `refused: chance: top 4/5 => …`)
    legal A = pass | play 1     exactly these; `legal A has …`, `legal A lacks …`
    => coins A3  lead B         what holds now, in the words of a Position and a few more
    => event doge A n=3         what the last move made happen
    => A sees hand A gold       the same about what a seat (or `nobody`: a spectator) may see

`new game` instead of a stage or a step: the story begins before anything is drawn.
`docs/notation.md` describes all of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rialto import Game, House, IllegalMove, Move
from rialto.engine.game import ALL
from rialto.engine.ids import CHANCE
from rialto.engine.moves import KIND_NAMES, action_of, play_text
from rialto.engine.notation import clauses, parse_position
from rialto.engine.position.parts import seat
from rialto.engine.state import to_record
from tests.engine.scenario_checks import CHECKS, check_word

FOLDER: Final = Path(__file__).parent.parent / "scenarios"
_TITLE: Final = re.compile(r"\[([A-Z0-9 ]+)\]\s+(\S.*)")
_STORY: Final = re.compile(r"[A-EN](:| )|=>|(refused|legal|draws|chance)\b")


@dataclass
class Scenario:
    """One story."""

    file: str
    line: int
    rules: tuple[str, ...]
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def position(self) -> str:
        """The Position: every line before the first line of play, each where it stands."""
        said = dict(self.lines[: self._begins])
        return "\n".join(said.get(number, "") for number in range(1, max(said, default=0) + 1))

    @property
    def story(self) -> list[tuple[int, str]]:
        return self.lines[self._begins :]

    @property
    def _begins(self) -> int:
        begins = (i for i, (_, text) in enumerate(self.lines) if _STORY.match(text))
        return next(begins, len(self.lines))


def read_file(path: Path) -> Iterator[Scenario]:
    """The stories of a file."""
    current: Scenario | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.split("#")[0].strip()
        title = _TITLE.fullmatch(text)
        if title:
            if current:
                yield current
            current = Scenario(path.name, number, tuple(title[1].split()), title[2])
        elif text and current:
            current.lines.append((number, text))
        elif text:
            raise ValueError(f"{path.name}:{number}: a story begins with [rule ids]  title")
    if current:
        yield current


def read_all() -> list[Scenario]:
    return [story for path in sorted(FOLDER.glob("*.txt")) for story in read_file(path)]


def record_of(game: Game) -> Any:
    """The whole state as a record, for looking at."""
    return to_record(game.state)


# ---- moves --------------------------------------------------------------------------------------

_SAYINGS: Final[tuple[tuple[str, str], ...]] = (
    (r"passes", "pass"),
    (r"plays no more", "pass"),
    (r"delays", "delay"),
    (r"is done", "done"),
    (r"takes (row \d)", r"{0}"),
    (r"(?:takes|builds) ([a-z]+-\d)", "build {0}"),
    (r"returns ([a-z]+-\d)", "return {0}"),
    (r"turns ([a-z]+) with (yellow-[24])", "turn {1} {0}"),
    (r"uses (yellow-3|green-[234]|blue-[234])", "use {0}"),
    (r"uses blue-2 alone", "use blue-2 alone"),
    (r"uses (green-[134]) taking ([a-z]+)", "use {0} {1}"),
    (r"uses (green-[134]) to draw", "use {0} draw"),
    (r"uses blue-1 on ([a-z]+-\d)", "use blue-1 {0}"),
    (r"places bridge (\S+)", "bridge {0}"),
    (r"places gondola (\S+)", "gondola {0}"),
    (r"moves one from (\S+)", "from {0}"),
)


def move_texts(text: str, step: str) -> list[str]:
    """Canonical texts for what a player is said to do."""
    for pattern, canonical in _SAYINGS:
        found = re.fullmatch(pattern, text)
        if found:
            return [canonical.format(*found.groups())]
    verb, _, rest = text.partition(" ")
    if verb == "discards":
        return [f"discard {k}" for k in rest.split()]
    if verb == "plays":
        cards = rest.split()
        assert set(cards) <= {step, "joker"}, f"{rest!r} cannot be played in step {step}"
        return [play_text(cards.count(step), cards.count("joker"))]
    raise AssertionError(f"no such line: {text!r}")


class Story:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        text = scenario.position
        if "new game" in text:
            setup = parse_position(text.replace("new game", "stage setup"))
            self.game = Game.new(house=House.of(setup[0]), seed=1)
        else:
            self.game = Game.from_position(text, seed=1)

    def tell(self, line: str) -> None:
        if line.startswith("=> "):
            self.check(line[3:].strip())
        elif line.startswith("refused: "):
            self.check_refusal(*line[9:].split("=>"))
        elif line.startswith("legal "):
            self.check_legal(*line[6:].split(None, 2))
        elif line == "chance: any":
            self.game.run_chance()
        else:
            for move in self.moves(line):
                self.game.play(move)

    def moves(self, line: str) -> list[Move]:
        """`A plays gold`, or `A: play 1`, or what chance brings."""
        if line.startswith("draws "):
            return [Move(CHANCE, action_of(f"card {k}")) for k in line[6:].split()]
        if line.startswith("chance: "):
            what, *each = line[8:].split()
            return [Move(CHANCE, action_of(f"{what} {text}")) for text in each]
        record = record_of(self.game)[0]
        who, text = line[0], line[2:].strip()
        p = seat(record, who)
        texts = [text] if line[1] == ":" else move_texts(text, KIND_NAMES[record["step"]])
        return [Move(p, action_of(t)) for t in texts]

    def check_refusal(self, line: str, why: str) -> None:
        """The move is refused for this reason by this rule, and nothing changes."""
        (move,) = self.moves(line.strip())
        before = (self.game.position(), self.game.version)
        try:
            self.game.play(move)
        except IllegalMove as refusal:
            assert f"{refusal.refusal.name} {refusal.rule}" == why.strip()
        else:
            raise AssertionError("was not refused")
        assert (self.game.position(), self.game.version) == before

    def check_legal(self, who: str, how: str, texts: str = "") -> None:
        record = record_of(self.game)[0]
        legal = {move.text for move in self.game.legal(seat(record, who))}
        said = {text.strip() for text in texts.split("|")} - {"nothing"}
        for text in said:
            action_of(text)
        if how == "=":
            assert sorted(legal) == sorted(said)
        elif how == "has":
            assert said <= legal, f"legal: {sorted(legal)}"
        else:
            assert how == "lacks" and not said & legal, f"legal: {sorted(legal)}"

    # ---- what holds now ---------------------------------------------------------------------

    def check(self, text: str) -> None:
        record = record_of(self.game)
        who: int | None = ALL
        watching = re.match(r"([A-EN]|nobody) sees\s+", text)
        if watching:
            who = None if watching[1] == "nobody" else seat(record[0], watching[1])
            record = self.game.view(who).table
            text = text[watching.end() :]
        for clause in clauses(text):
            if clause.word == "learns":
                self.check_learns(who, *clause.says)
            elif clause.word in CHECKS:
                CHECKS[clause.word](self.game, record[0], clause.says)
            else:
                check_word(record, clause.word, clause.says)

    def check_learns(self, who: int | None, code: str, kind: str) -> None:
        """`B sees learns drew nothing`: of the last move B knows that, but not which kind."""
        kinds = [e.args["kind"] for e in self.game.events(who) if e.code.name.lower() == code]
        assert kinds == [None if kind == "nothing" else kind], f"{code}: {kinds}"


def play(scenario: Scenario) -> None:
    """Play a story to its end; what is wrong names the file and the line."""
    try:
        story = Story(scenario)
    except ValueError as wrong:
        raise AssertionError(f"{scenario.file}:{scenario.line}: {wrong}") from None
    for number, line in scenario.story:
        try:
            story.tell(line)
        except (AssertionError, IllegalMove, ValueError, KeyError) as wrong:
            said = f"{scenario.file}:{number}: {line}\n  {type(wrong).__name__}: {wrong}"
            raise AssertionError(f"{said}\n{story.game.position()}") from None
