"""The client's types, generated from `wire`: `python -m rialto.server.typescript`."""

import json
import types
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import BaseModel

from rialto.bots.levels import LEVELS
from rialto.engine.box import (
    BANK_BONUS,
    CONNECTED,
    DISTRICTS_PER_BANK,
    NEUTRAL_COLOUR,
    NEUTRAL_SHAPE,
    PAIRS,
    ROUNDS,
    SEAT_COLOURS,
    SEAT_SHAPES,
    STEPS,
    VALUES,
    bank_of,
    next_building,
    value,
)
from rialto.engine.game import PRIVATE
from rialto.engine.house import BOARDS, EDITIONS, OPTIONS
from rialto.engine.ids import Colour
from rialto.engine.moves import BANK_NAMES, BUILDING_NAMES, DISTRICT_NAMES, pair_name
from rialto.engine.telling import PLAIN_TELLING, TELLING, THINGS
from rialto.review import report
from rialto.server import wire
from rialto.server.wire import (
    answers,
    company,
    days,
    fair,
    mine,
    notify,
    puzzles,
    questions,
    requests,
    review,
    views,
)
from rialto.server.wire import words as words_both_ways

WEB: Final = Path(__file__).parents[3] / "web" / "src"
TARGET: Final = WEB / "lib" / "wire.ts"
EVENTS: Final = WEB / "game" / "events.ts"
HEAD: Final = """\
/**
 * The wire types: everything the page knows about a game comes in these.
 *
 * Generated from src/rialto/server/wire by `python -m rialto.server.typescript`: do not edit.
 */
"""
LISTS: Final = {
    "KINDS": "Kind",
    "DISTRICTS": "DistrictId",
    "BUILDINGS": "BuildingId",
    "REACTIONS": "Reaction",
    "BOARDS": "BoardName",
}
"""Literals that the page also needs as lists."""
PLAIN: Final[dict[Any, str]] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
INNER: Final = (wire.Out, wire.HouseFields, wire.OpenPart, wire.SeatPart, wire.In, wire.OptionsIn)
"""Not sent by themselves."""
NAMES: Final = (
    vars(words_both_ways) | vars(views) | vars(questions) | vars(answers) | vars(requests)
    | vars(fair) | vars(company) | vars(days) | vars(mine) | vars(notify)
    | vars(review) | vars(puzzles)
)  # fmt: skip
REPORT: Final = {
    report.Verdict: "Verdict",
    report.Choice: "ReviewChoice",
    report.Reason: "ReviewReason",
    report.Judgement: "Judgement",
    report.Moment: "ReviewMoment",
    report.Curve: "ReviewCurve",
    report.Turn: "ReviewTurn",
    report.Sum: "ReviewSum",
    report.Account: "ReviewAccount",
    report.Player: "ReviewPlayer",
    report.Mode: "ReviewMode",
    report.Review: "Review",
}
"""The parts of a review, as the page calls them (docs/review.md)."""
WORDS: Final = {name: value for name, value in NAMES.items() if get_origin(value) is Literal}


def generate() -> str:
    parts = [HEAD, *(words(name) for name in WORDS), box_facts()]
    parts.append("export type Cards = Record<Kind, number>;\n")
    parts.append("export type SomeCards = Partial<Cards>;\n")
    parts.append(rule_options())
    parts.append(f"export type EventArg = {type_of(wire.EventArg)};\n")
    parts += [struct(s) for s in structs()]
    parts += [report_part(part) for part in REPORT if part is not report.Mode]
    frames = " | ".join(f.__name__ for f in get_args(wire.Frame))
    parts.append(f"export type Reply = {frames};\n")
    parts += [model(m) for m in models()]
    messages = " | ".join(ts_name(m) for m in get_args(get_args(wire.Message)[0]))
    parts.append(f"export type Command = {messages};\n")
    return "\n".join(parts)


def words(name: str) -> str:
    values = ", ".join(f'"{v}"' for v in get_args(WORDS[name]))
    for list_name, of in LISTS.items():
        if of == name:
            made = f"export const {list_name} = [{values}] as const;"
            return f"{made}\nexport type {name} = (typeof {list_name})[number];\n"
    return f"export type {name} = {values.replace(', ', ' | ')};\n"


def box_facts() -> str:
    """What is in the box and never changes, so that the page need not say it again."""
    shapes = dict(zip(SEAT_COLOURS, SEAT_SHAPES, strict=True)) | {NEUTRAL_COLOUR: NEUTRAL_SHAPE}
    shape = " | ".join(f'"{name}"' for name in dict.fromkeys(shapes.values()))
    banks = {name: BANK_NAMES[bank_of(d)] for d, name in enumerate(DISTRICT_NAMES)}
    links = {
        board: [pair_name(pair) for pair in range(PAIRS) if CONNECTED[i][pair]]
        for i, board in enumerate(BOARDS)
    }
    better = {
        name: BUILDING_NAMES[next_building(b)]
        for b, name in enumerate(BUILDING_NAMES)
        if value(b) < VALUES
    }
    private = sorted(code.name.lower() for code in PRIVATE)
    return f"""\
export const ROUNDS = {ROUNDS};
/** In the order in which a round asks for them. */
export const DECISIONS: readonly Decision[] = {json.dumps(get_args(wire.Decision))};
/** The steps A-F of phase II are the first kinds. */
export const STEPS: readonly Kind[] = KINDS.slice(0, {STEPS});
export const COLOURS = {json.dumps([colour.name.lower() for colour in Colour])} as const;
/** By seat; the neutral player has a colour of its own. */
export const SEAT_COLOURS: readonly SeatColour[] = {json.dumps(SEAT_COLOURS)};
export type Shape = {shape};
export const SHAPES: Record<SeatColour, Shape> = {json.dumps(shapes, indent=2)};
export const BANK_OF: Record<DistrictId, BankId> = {json.dumps(banks, indent=2)};
/** Each board's, by the districts that it links. */
export const CONNECTIONS: Record<BoardName, readonly string[]> = {json.dumps(links, indent=2)};
export const DISTRICTS_PER_BANK = {DISTRICTS_PER_BANK};
export const BANK_BONUS = {BANK_BONUS};
/** Letters. */
export const LONGEST_NAME = {requests.LONGEST_NAME};
/** The bots that people play against, from gentle to strong. */
export const LEVELS: readonly string[] = {json.dumps([level.name for level in LEVELS])};
/** What a building becomes: the next value of its colour. */
export const BETTER: Partial<Record<BuildingId, BuildingId>> = {json.dumps(better, indent=2)};
/** Events whose kind of card only their seat may know. */
export const PRIVATE_EVENTS: readonly string[] = {json.dumps(private)};
"""


def rule_options() -> str:
    """Section 9: the options, each with its rule, and what the editions make of them."""
    options = [{"name": o.name, "rule": o.rule} for o in OPTIONS]
    return f"""\
/** The rule options that the editions set differently, each with its rule. */
export const OPTIONS = {json.dumps(options, indent=2)} as const;
export type OptionName = (typeof OPTIONS)[number]["name"];
export type Options = Record<OptionName, boolean>;
export const EDITIONS: Record<Edition, Options> = {json.dumps(EDITIONS, indent=2)};
"""


def structs() -> list[type[msgspec.Struct]]:
    return [v for v in NAMES.values()
            if isinstance(v, type) and issubclass(v, wire.Out) and v not in INNER]  # fmt: skip


def models() -> list[type[BaseModel]]:
    return [v for v in NAMES.values()
            if isinstance(v, type) and issubclass(v, wire.In) and v not in INNER]  # fmt: skip


def ts_name(cls: type) -> str:
    """`Command` is the union of all messages."""
    return "PlayCommand" if cls is wire.Command else cls.__name__


def struct(cls: type[msgspec.Struct]) -> str:
    info = msgspec.inspect.type_info(cls)
    assert isinstance(info, msgspec.inspect.StructType)
    hints = get_type_hints(cls, include_extras=True)
    lines = [f'  type: "{info.tag}";'] if info.tag else []
    for field in info.fields:
        left_out = cls.__struct_config__.omit_defaults and not field.required
        kind = type_of(hints[field.name])
        shown = kind.removesuffix(" | null") if left_out else kind
        lines.append(f"  {field.name}{'?' if left_out else ''}: {shown};")
    return interface(cls, lines)


def report_part(cls: type) -> str:
    name = REPORT[cls]
    if issubclass(cls, StrEnum):
        return f"export type {name} = {' | '.join(json.dumps(word.value) for word in cls)};\n"
    fields = "\n".join(f"  {f}: {type_of(hint)};" for f, hint in get_type_hints(cls).items())
    return f"export interface {name} {{\n{fields}\n}}\n"


def model(cls: type[BaseModel]) -> str:
    lines = []
    for name, field in cls.model_fields.items():
        mark = "" if field.is_required() else "?"
        lines.append(f"  {name}{mark}: {type_of(field.annotation)};")
    return interface(cls, lines)


def interface(cls: type, lines: list[str]) -> str:
    if not lines:
        return f"export type {ts_name(cls)} = Record<string, never>;\n"
    return f"export interface {ts_name(cls)} {{\n" + "\n".join(lines) + "\n}\n"


def type_of(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    for name, literal in WORDS.items():
        if hint == literal:
            return name
    if hint in REPORT:
        return REPORT[hint]
    if isinstance(hint, type) and issubclass(hint, (wire.Out, wire.In)):
        return ts_name(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        titles = [m.title for m in args[1:] if isinstance(m, msgspec.Meta) and m.title]
        return titles[0] if titles else type_of(args[0])
    if origin in (Union, types.UnionType):
        return " | ".join(type_of(a) for a in args)
    if origin is Literal:
        return " | ".join(json.dumps(a) for a in args)
    if origin is tuple:
        return f"[{', '.join(type_of(a) for a in args)}]"
    if origin is list:
        inner = type_of(args[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{type_of(args[0])}, {type_of(args[1])}>"
    raise TypeError(f"no TypeScript for {hint!r}")


def events() -> str:
    """How each event is told: the engine's table for `web/src/game/narrator.ts`."""
    usual = asdict(PLAIN_TELLING)
    lines = []
    for code, telling in TELLING.items():
        across = [other.name.lower() for other in telling.across]
        own = {**asdict(telling), "across": across}
        special = {name: value for name, value in own.items() if value not in (usual[name], [])}
        lines.append(f"  {code.name.lower()}: {json.dumps(special)},")
    return f"""\
/**
 * How each event is told, for the page as for the terminal.
 *
 * Generated from src/rialto/engine/telling.py by `python -m rialto.server.typescript`: do not edit.
 */
export type Spec = readonly (string | number)[];
export interface Telling {{
  more?: Record<string, Spec>;
  case?: string;
  when?: Spec;
  together?: boolean;
  across?: readonly string[];
  at_end?: boolean;
  told?: boolean;
  decides?: boolean;
}}
export const THINGS: readonly string[] = {json.dumps(THINGS)};
export const TELLING: Partial<Record<string, Telling>> = {{
{chr(10).join(lines)}
}};
"""


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
    EVENTS.write_text(events(), encoding="utf-8")
