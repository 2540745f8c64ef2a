"""`rialto stats`: what self-play says about the game."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from rialto.bots.netplay import Net
from rialto.bots.tournament.arena import Arena, run_here
from rialto.bots.tournament.chunks import Chunk, Kept, chunks_of, heat_of, play_bulk, play_chunk
from rialto.bots.tournament.statistics import building_rows, by_start, fit, margins, parts, row_rows
from rialto.bots.tournament.tally import Tally, tally_of
from rialto.cli.main import main
from rialto.engine.chance import draw
from rialto.engine.game import Game, House
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.moves import ROW, Move
from rialto.engine.rng import new_rng


def test_shares_and_parts_add_up() -> None:
    games = tally_of(list(run_here(Arena(("greedy",), (3,), 6, 1, House(players=2)).jobs())))
    assert sum(e.mean for e in by_start(games)) == pytest.approx(1)
    for winners in (False, True):
        found = parts(games, winners)
        assert found["total"] == pytest.approx(sum(v for k, v in found.items() if k != "total"))
    assert parts(games, True)["total"] >= parts(games, False)["total"]
    assert np.allclose(margins(games).sum(axis=1), 0)
    # P3: each player takes six rows of at most six cards
    assert sum(mean for _, mean, _ in row_rows(games)) == pytest.approx(36, abs=3)
    assert 1 <= sum(mean for _, mean, _ in building_rows(games)) <= 7


def test_fit_finds_what_each_is_worth() -> None:
    counts = [[a, b] for a in range(4) for b in range(4)]
    assert fit(counts, [2.0 * a - b + 7 for a, b in counts]) == pytest.approx([2.0, -1.0])


def test_games_of_the_net_by_the_thousand_are_games_of_the_net() -> None:
    """The same games as `Game` plays, if it is given the same luck."""
    house = House(players=3)
    tally = play_chunk(Chunk(house, 0, 1, 5, 2))
    game, net, rng = Game.new(seed=1, house=house), Net(1), new_rng(5, 2 * 8 + 3)
    cards = np.zeros((3, 7), int)
    left = np.zeros(7, int)
    asked = 0
    while not game.over:
        p = game.to_move[0]
        if p == CHANCE:
            game.play(Move(CHANCE, int(draw(game.state, rng))))
            continue
        move = net.choose(game.view(p), game.legal(p))
        if game.decision == Decision.ROW:
            cards[p] += np.array(game.state.rows[move.action - ROW], int)
        if game.decision == Decision.ROW and game.state.round_no == 1:
            assert [game.state.tiles[q][tally.begun[0][q]] for q in range(3)] == [1, 1, 1]
        rows_open = sum(game.state.row_owner[r] < 0 for r in range(4))
        game.play(move)
        if game.state.round_no and rows_open == 2 and move.text.startswith("row"):
            # P5: three players, four rows; the fourth stays.
            row = next(r for r in range(4) if game.state.row_owner[r] < 0)
            left += np.array(game.state.rows[row], int)
        asked += 1
    assert tally.choices[0] == asked
    assert [list(tally.places[0]).index(n) for n in (1, 2, 3)] == game.ranking
    assert list(tally.parts[0].sum(axis=1)) == [score.total for score in game.scores]
    assert np.array_equal(tally.cards[0], cards)
    assert np.array_equal(tally.left[0], left) and left.sum() == 6 * 6
    assert sorted(tally.started[0]) == [1, 2, 3]


def test_the_net_has_a_page_of_its_own(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    words = ["stats", "--bot", "net", "--players", "2", "--games", "3", "--workers", "1"]
    assert main([*words, "--write", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "from 3 games" in text and "## Start buildings" in text and "## Length" in text
    assert "## Rows left over" in text


def test_an_interrupted_bulk_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rialto.bots.tournament.chunks.CHUNK", 2)
    chunks, kept = chunks_of(House(players=2), 0, 5, 1), Kept(tmp_path / "stats")
    assert [chunk.games for chunk in chunks] == [2, 2, 1]
    whole = list(play_bulk(chunks, 1, Kept(tmp_path / "other")))
    begun = play_bulk(chunks, 1, kept)
    next(begun)
    next(begun)
    del begun
    kept.file_of(chunks[1]).write_bytes(b"cut off")
    played: list[Chunk] = []

    def count(chunk: Chunk) -> Tally:
        played.append(chunk)
        return play_chunk(chunk)

    monkeypatch.setattr("rialto.bots.tournament.chunks.play_chunk", count)
    again = list(play_bulk(chunks, 1, kept))
    assert played == chunks[1:]
    for one, other in zip(whole, again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    kept.forget(chunks)
    assert not list(kept.folder.iterdir())


def test_what_is_the_net_and_nothing_more_is_played_in_bulk() -> None:
    assert heat_of("net") == 0 and heat_of("net:3.5") == 3500
    others = ["greedy", "gondolier", "chancellor", "net:8:within=5", "net:8:points=1", "nobody"]
    for other in (*others, "net:file=my.net"):
        assert heat_of(other) is None
    cool, warm = (play_chunk(Chunk(House(players=2), heat, 20, 1, 0)) for heat in (0, 30_000))
    assert cool.parts.sum() > warm.parts.sum()


def test_the_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    words = ["stats", "--players", "2", "--games", "4", "--workers", "1", "--write", str(page)]
    assert main(words) == 0
    text = page.read_text("utf-8")
    assert "rialto stats --bot greedy --players 2 --games 4 --seed 1" in text
    for name in ("start", "buildings", "rows"):
        assert f"(page-{name}.svg)" in text
        ET.fromstring((tmp_path / f"page-{name}.svg").read_text("utf-8"))


def test_bad_settings_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--bot", "nobody"]) == 2
    assert "unknown bot 'nobody'" in capsys.readouterr().err
