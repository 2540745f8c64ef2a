"""What lies on the table: rows, districts, connections, banks."""

from rialto import Game
from rialto.engine.box import rows_for
from rialto.engine.game import Reading
from rialto.engine.ids import NOBODY, Phase
from rialto.server import wire
from rialto.server.show.names import BANKS, DISTRICTS, LINKS, PAIR_NAMES, PAIRS
from rialto.server.show.seats import some_cards


def seat_or_none(p: int) -> int | None:
    return None if p == NOBODY else p


def rows(game: Game, f: Reading) -> list[wire.Row]:
    """P2: they lie there only in phase I."""
    if game.phase != Phase.CARDS:
        return []
    return [
        wire.Row(row=r + 1, cards=some_cards(f.rows[r]), owner=seat_or_none(f.row_owner[r]))
        for r in range(rows_for(game.house.players))
    ]


def districts(game: Game, f: Reading) -> list[wire.District]:
    active = game.active_district
    made = []
    for d, name in enumerate(DISTRICTS):
        now = game.district(d)
        here = f.council[d][: game.house.seats]
        ranked = sorted((now.places[p], p) for p, n in enumerate(here) if n)
        made.append(
            wire.District(
                id=name,
                token=f.tokens[d],
                active=d == active,
                value=now.value,
                council=here,
                places=[wire.Place(seat=p, count=here[p], points=now.points[p]) for _, p in ranked],
            )
        )
    return made


def links(f: Reading) -> list[wire.Link]:
    return [
        wire.Link(
            id=PAIR_NAMES[i], a=a, b=b, state=LINKS[f.link[i]], ends=(f.ends[i][0], f.ends[i][1])
        )
        for i, (a, b) in enumerate(PAIRS)
        if f.link[i] in LINKS
    ]


def banks(game: Game, f: Reading) -> list[wire.Bank]:
    return [
        wire.Bank(id=name, turned=bool(f.bank_turned[i]), have=game.districts_held(i))
        for i, name in enumerate(BANKS)
    ]
