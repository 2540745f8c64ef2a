"""Records and replays: whole once the game is over, a seat's own knowledge before."""

import random
from pathlib import Path

from rialto import Game
from tests.server.live import Json, Player, new_table, serving, settings
from tests.server.test_tables import finished_table, ok, problem


def who(replay: Json) -> list[Json]:
    seats: list[Json] = replay["frames"][-1]["view"]["seats"]
    return seats


async def test_a_finished_game_can_be_downloaded_and_uploaded(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as browser,
        live.browser() as other,
    ):
        made = await finished_table(live, browser, open=True)
        record = await ok(other.get(f"/api/tables/{made['table']}/record"))
        saved = await ok(other.post("/api/records", json=record), 201)
        assert saved["moves"] == len(record["moves"])
        assert await ok(other.get(f"/api/records/{saved['id']}")) == record
        replays = [
            await ok(other.get(f"/api/tables/{made['table']}/replay")),
            await ok(other.get(f"/api/records/{saved['id']}/replay")),
        ]
        for replay in replays:
            frames = replay["frames"]
            decisions = [m[2:] for m in record["moves"] if not m.startswith("*")]
            assert [f["move"] for f in frames[1:]] == decisions
            assert frames[0]["move"] is None
            assert frames[-1]["view"]["ranking"] == record["result"]["ranking"]
            assert all(len(f["hands"]) == 2 for f in frames)
        assert record["bots"] == [None, "random"]
        told = [[(s["bot"], s["connected"]) for s in who(replay)] for replay in replays]
        assert told == [[(None, True), ("random", True)]] * 2
        older = {key: part for key, part in record.items() if key != "bots"}
        again = await ok(other.post("/api/records", json=older), 201)
        seats = who(await ok(other.get(f"/api/records/{again['id']}/replay")))
        assert [(s["kind"], s["connected"]) for s in seats] == [("person", True)] * 2
        events = [e for f in replays[0]["frames"] for e in f["events"]]
        assert [e["version"] for e in events] == sorted(e["version"] for e in events)
        history = await ok(other.get("/api/history"))
        assert [t["table"] for t in history["tables"]] == [made["table"]]
        assert history["tables"][0]["ranking"] == record["result"]["ranking"]


async def test_a_false_record_is_refused_with_the_move(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser)
        record = await ok(browser.get(f"/api/tables/{made['table']}/record"))
        wrong = {**record, "moves": ["* card gold", *record["moves"][1:]]}
        message = await problem(browser.post("/api/records", json=wrong), 409, "bad_record")
        assert "move 1" in message
        assert (await browser.post("/api/records", json=wrong)).json()["where"] == "moves.1"
        await problem(browser.post("/api/records", json={"x": 1}), 409, "bad_record")
        await problem(browser.get("/api/records/nothere"), 404, "no_record")


async def test_a_running_games_record_keeps_hidden_cards_hidden(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as browser,
        live.browser() as nobody,
    ):
        made = await new_table(browser, "me", "random", "random")
        async with live.socket(browser, made["table"]) as ws:
            player = Player(ws)
            await player.receive()
            while player.view["round"] < 2:
                if player.view["legal"]:
                    answer = await player.play(rng.choice(player.view["legal"])["move"])
                    await player.see(answer["version"])
                else:
                    await player.receive()
        path = f"/api/tables/{made['table']}"
        table = live.hall.tables[made["table"]]
        mine = await ok(browser.get(f"{path}/record"))
        open_to_all = await ok(nobody.get(f"{path}/record"))
        for record, seat in ((mine, 0), (open_to_all, None)):
            assert (record["format"], record["seat"]) == ("rialto-record-so-far", seat)
            assert 0 < Game.check_so_far(record) < len(record["moves"])
            assert Game.check_so_far(record, table.game) == len(record["moves"])
            for line in record["moves"]:
                who, text = line.split(" ", 1)
                if text.startswith("discard"):
                    assert (text == "discard ?") == (who != "A" or seat is None), line
        hidden = [line for line in mine["moves"] if line == "* card ?"]
        # Two cards after each row, for two others, in one round at least.
        assert len(hidden) >= 4
        assert len([1 for m in open_to_all["moves"] if m == "* card ?"]) > len(hidden)
        replay = await ok(nobody.get(f"{path}/replay"))
        for frame in replay["frames"]:
            assert frame["hands"] is None
            assert frame["view"]["hand"] is None
            for event in frame["events"]:
                if event["code"] in ("drew", "sealed"):
                    assert event["args"]["kind"] is None
