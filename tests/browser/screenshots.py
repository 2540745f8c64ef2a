"""The pictures of the README: a well-played game, looked at on desktop and phone.

`make screenshots` writes them to docs/screens.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("RIALTO_JIT", "0")

from rialto import Game
from rialto.bots.roster import make_bot
from rialto.engine.ids import Decision, Kind
from tests.browser.house import Visitor, chromium, server

NAMES = ["Marta", "Jonas", "Ilona", "Tiziano"]
SHOWN_ROUND = 4


def well_played() -> tuple[dict[str, Any], dict[str, int]]:
    """The record of a game among greedy bots, and the moves where each kind of page is at its
    best: the first seat is asked there."""
    game = Game.new(players=4, seed=5, names=NAMES)
    bots = [make_bot("greedy", seed=seat) for seat in range(4)]
    stops: dict[str, int] = {}
    while not game.over:
        game.run_chance()
        for seat in game.to_move:
            if seat == 0 and int(game.state.round_no) == SHOWN_ROUND:
                stops.setdefault(name_of(game), game.version)
            game.play(bots[seat].choose(game.view(seat), game.legal(seat), None))
    return game.record(), stops


def name_of(game: Game) -> str:
    if game.decision == Decision.PLAY:
        return f"play-{Kind(int(game.state.step)).name.lower()}"
    return game.decision.name.lower()


def take(folder: Path) -> None:
    record, stops = well_played()
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base, chromium() as browser:
        for phone in (False, True):
            for scheme in ("light", "dark"):
                visitor = Visitor(browser, base, phone=phone, color_scheme=scheme)
                shots(visitor, folder, f"{'phone' if phone else 'desktop'}-{scheme}", record, stops)


def shots(
    visitor: Visitor, folder: Path, tag: str, record: dict[str, Any], stops: dict[str, int]
) -> None:
    page = visitor.go("/")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"lobby-{tag}.png")
    for name in ("row", "discard", "play-bridge"):
        if name in stops:
            table = visitor.post("/api/tables", **seats(record), from_move=stops[name])["table"]
            page = visitor.go(f"/t/{table}")
            page.wait_for_selector(".table[data-asked]:not([data-asked=''])", timeout=60_000)
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"{name}-{tag}.png")
    kept = visitor.post("/api/records", **record)
    page = visitor.go(f"/replay/{kept.get('id') or kept.get('record')}?record#move=500")
    page.wait_for_timeout(2500)
    page.screenshot(path=folder / f"replay-{tag}.png")
    visitor.context.close()


def seats(record: dict[str, Any]) -> dict[str, Any]:
    bots = [{"kind": "bot", "bot": "gondolier", "name": name} for name in NAMES[1:]]
    return {"record": record, "seats": [{"kind": "me", "name": NAMES[0]}, *bots]}


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screens")
    target.mkdir(parents=True, exist_ok=True)
    take(target)
    print(f"{len(list(target.glob('*.png')))} pictures in {target}")
