"""Round tokens, bridges, gondolas and the neutral player's marker."""

from collections.abc import Sequence

from rialto.engine.box import (
    BRIDGE_ENDS,
    BRIDGES,
    CONNECTED,
    DISTRICTS,
    GONDOLAS,
    PAIRS,
)
from rialto.engine.ids import NOBODY, NONE, Link, Stage
from rialto.engine.moves import (
    BRIDGE_NAMES,
    DISTRICT_NAMES,
    pair_name,
)
from rialto.engine.position.parts import (
    Bad,
    Record,
    Word,
    a_number,
    bridge,
    index,
    one,
    pair,
)
from rialto.engine.rules.neutral import marked_pair


def _tokens_in_order(r: Record) -> None:
    """In the order of the districts; none during set-up."""
    r["tokens"] = 0 if r["stage"] == Stage.SETUP else range(1, DISTRICTS + 1)


def _read_tokens(r: Record, _: str, says: Sequence[str]) -> None:
    """The districts of rounds 1, 2, 3 …"""
    r["tokens"] = 0
    for token, text in enumerate(says if list(says) != ["none"] else (), 1):
        d = index(DISTRICT_NAMES, text, "district")
        if r["tokens"][d]:
            raise Bad(f"{text} is named twice")
        r["tokens"][d] = token


def _write_tokens(r: Record, _: Record) -> list[str]:
    order = sorted((int(token), d) for d, token in enumerate(r["tokens"]) if token)
    return ["tokens " + (" ".join(DISTRICT_NAMES[d] for _, d in order) or "none")]


def _nothing_built(r: Record) -> None:
    r["ends"] = 0
    for i in range(PAIRS):
        r["link"][i] = Link.FREE if CONNECTED[r["board"]][i] else Link.ABSENT


def _read_link(r: Record, name: str, says: Sequence[str]) -> None:
    """`bridge castello:san-marco 3/5`: the first value points to the district named first."""
    if len(says) != (2 if name == "bridge" else 1):
        raise Bad("say a connection" + (" and the values 3/5" if name == "bridge" else ""))
    i, other_way = pair(says[0], r)
    if r["link"][i] != Link.FREE:
        raise Bad(f"something lies on {says[0]} already")
    values = [1, 1]
    if name == "bridge":
        tile, turned = bridge(says[1])
        if tile in _placed(r):
            raise Bad(f"there is only one bridge {says[1]}")
        values = [int(v) for v in BRIDGE_ENDS[tile]][:: -1 if turned != other_way else 1]
    r["link"][i] = Link.BRIDGE if name == "bridge" else Link.GONDOLA
    r["ends"][i] = values


def _placed(r: Record) -> list[int]:
    """The bridges that lie on the board (K4: each is known by its values)."""
    ends = [
        sorted(int(v) for v in r["ends"][i]) for i in range(PAIRS) if r["link"][i] == Link.BRIDGE
    ]
    return [b for b in range(BRIDGES) if [int(v) for v in BRIDGE_ENDS[b]] in ends]


def _write_link(r: Record, _: Record) -> list[str]:
    lines = []
    for i in range(PAIRS):
        if r["link"][i] == Link.BRIDGE:
            lines.append(f"bridge {pair_name(i)} {r['ends'][i][0]}/{r['ends'][i][1]}")
        if r["link"][i] == Link.GONDOLA:
            lines.append(f"gondola {pair_name(i)}")
    return lines


def _check_link(r: Record) -> None:
    if (r["link"] == Link.GONDOLA).sum() > GONDOLAS:
        raise Bad(f"there are only {GONDOLAS} gondolas (K5)")


def _next_bridge(r: Record) -> None:
    """The first of those left; none during set-up."""
    left = [b for b in range(BRIDGES) if b not in _placed(r)]
    r["top_bridge"] = left[0] if left and r["stage"] != Stage.SETUP else NONE


def _read_top(r: Record, _: str, says: Sequence[str]) -> None:
    r["top_bridge"] = NONE if one(says) == "none" else bridge(says[0])[0]
    if r["top_bridge"] in _placed(r):
        raise Bad(f"bridge {says[0]} lies on the board")


def _write_top(r: Record, _: Record) -> list[str]:
    return ["top " + ("none" if r["top_bridge"] == NONE else BRIDGE_NAMES[r["top_bridge"]])]


def _rest_in_stack(r: Record) -> None:
    r["bridge_seen"] = 0
    for b in (*_placed(r), r["top_bridge"]):
        if b >= 0:
            r["bridge_seen"][b] = 1


def _read_stack(r: Record, _: str, says: Sequence[str]) -> None:
    """The bridges below the top one; those not named are out of the game."""
    _rest_in_stack(r)
    under = {bridge(text)[0] for text in (says if list(says) != ["none"] else ())}
    for b in range(BRIDGES):
        if b in under and r["bridge_seen"][b]:
            raise Bad(f"bridge {BRIDGE_NAMES[b]} has been seen")
        r["bridge_seen"][b] = b not in under


def _write_stack(r: Record, _: Record) -> list[str]:
    under = [name for b, name in enumerate(BRIDGE_NAMES) if not r["bridge_seen"][b]]
    return ["stack " + (" ".join(under) or "none")]


def _gondolas_left(r: Record) -> int:
    return GONDOLAS - int((r["link"] == Link.GONDOLA).sum())


def _usual_marker(r: Record) -> None:
    """N3, once the first player is drawn; every district has its token then."""
    stands = r["neutral"] and r["first_player"] != NOBODY and r["tokens"].all()
    r["marker"] = marked_pair(r) if stands else NONE


def _read_marker(r: Record, _: str, says: Sequence[str]) -> None:
    r["marker"] = NONE if one(says) == "none" else pair(says[0], r)[0]


def _write_marker(r: Record, _: Record) -> list[str]:
    return ["marker " + ("none" if r["marker"] == NONE else pair_name(int(r["marker"])))]


TOKENS = Word(("tokens",), ("tokens",), _tokens_in_order, _read_tokens, _write_tokens)
LINKS = Word(
    ("bridge", "gondola"),
    ("link", "ends"),
    _nothing_built,
    _read_link,
    _write_link,
    _check_link,
    repeats=True,
)
TOP = Word(("top",), ("top_bridge",), _next_bridge, _read_top, _write_top)
STACK = Word(("stack",), ("bridge_seen",), _rest_in_stack, _read_stack, _write_stack)
GONDOLAS_LEFT = a_number("gondolas", "gondolas", _gondolas_left, high=GONDOLAS)
MARKER = Word(("marker",), ("marker",), _usual_marker, _read_marker, _write_marker)
