"""What a socket is told: views, answers, a line that is cut, a reader that does not read."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from rialto.server.web.line import Line
from tests.patience import PATIENCE_S
from tests.server.live import (
    Json,
    Live,
    Player,
    ids,
    new_table,
    serving,
    settings,
    until,
)


class CutLine:
    """A player whose line is cut at every message boundary: it hears one message, or sends its
    command and hears nothing, or hears one message after that. It knows only what it heard, and
    sends a command whose answer it has not heard again."""

    def __init__(self, live: Live, browser: Any, table: str, rng: random.Random) -> None:
        self.live, self.browser, self.table = live, browser, table
        self.rng = rng
        self.fresh = ids("cut")
        self.events: list[Json] = []
        self.view: Json = {"version": 0, "status": "running"}
        self.command: Json | None = None
        self.answers = 0
        self.cuts = 0

    def hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "view":
            self.view = frame["view"]
            self.events += frame["events"]
        else:
            assert frame["type"] == "ack", frame
            self.answers += 1
            self.command = None

    async def one_line(self, after_sending: int) -> None:
        """A new line, until it is cut; -1: nothing is sent."""
        query = f"?seat=0&since={self.view['version']}"
        ws = await self.live.socket(self.browser, self.table, query)
        async with asyncio.timeout(PATIENCE_S):
            self.hear(await ws.recv())
            if after_sending >= 0 and (self.command or self.view["legal"]):
                self.command = self.command or {
                    "type": "command",
                    "move_id": self.fresh(),
                    "version": self.view["version"],
                    "moves": [self.rng.choice(self.view["legal"])["move"]],
                }
                await ws.send(json.dumps(self.command))
                for _ in range(after_sending):
                    self.hear(await ws.recv())
        ws.transport.abort()
        self.cuts += 1


async def test_a_client_cut_at_every_message_reaches_the_same_state(tmp_path: Path) -> None:
    """A whole game; another socket of the same seat is never cut."""
    rng = random.Random(4)
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "random")
        async with live.socket(browser, made["table"], "?seat=0") as steady:
            whole = Player(steady)
            cut = CutLine(live, browser, made["table"], rng)
            while cut.view["status"] != "over":
                for after_sending in (-1, 0, 1):
                    await cut.one_line(after_sending)
            await whole.see(cut.view["version"])
        assert cut.events == whole.events
        assert cut.view == whole.view
        table = live.hall.tables[made["table"]]
        entries = await live.hall.services.store.entries(made["table"])
        mine = [e.move_id for e in entries if e.move_id and e.move_id.startswith("cut-")]
        assert mine == sorted(set(mine)), "each command once, in order"
        assert len(mine) > 40
        assert table.version == len(entries) == cut.view["version"]
        assert cut.cuts > 2 * len(mine)


async def test_an_answer_lost_on_the_way_is_given_again(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        seat = table.game.to_move[0]
        command = {"type": "command", "move_id": "lost-answer", "version": table.version,
                   "moves": [table.game.legal(seat)[0].text]}  # fmt: skip
        ws = await live.socket(browser, made["table"], f"?seat={seat}")
        await ws.recv()
        await ws.send(json.dumps(command))
        await until(lambda: table.version > command["version"])
        ws.transport.abort()
        version = table.version
        async with live.socket(browser, made["table"], f"?seat={seat}") as again:
            player = Player(again)
            answer = await player.ask(**command)
        assert (answer["type"], answer["version"]) == ("ack", version)
        assert table.version == version


async def test_a_slow_reader_skips_views_but_no_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket is not read while the game goes on; then one view tells everything."""
    rng = random.Random(6)
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        read_again = asyncio.Event()

        async def until_ready(self: Line) -> None:
            await read_again.wait()

        monkeypatch.setattr(Line, "ready", property(lambda self: read_again.is_set()))
        monkeypatch.setattr(Line, "until_ready", until_ready)
        async with live.socket(browser, made["table"], "?watch=1") as ws:
            for n in range(40):
                seat = table.game.to_move[0]
                move = rng.choice(table.game.legal(seat)).text
                await table.submit(seat, f"slow-{n:06d}", table.version, [move])
                await asyncio.sleep(0)
            read_again.set()
            player = Player(ws)
            await player.see(table.version)
        assert len(player.frames) <= 3
        versions = [(e["version"], e["n"]) for e in player.events]
        assert versions == sorted(set(versions))
        whole = json.loads(table.history.since(0, None))
        assert player.events == whole


MANY = 2500
"""Answers that the buffers of a kernel do not hold."""


async def ask_without_reading(ws: Any, view: Json) -> None:
    move = view["legal"][0]["move"]
    for n in range(MANY):
        asked = {"type": "try", "id": f"try-{n:08d}", "version": view["version"], "moves": [move]}
        await ws.send(json.dumps(asked))


async def test_nobody_waits_for_a_reader_that_pauses(tmp_path: Path) -> None:
    """It asks for more than fits on the way and reads nothing; the game goes on."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, *["me"] * 5)
        table = live.hall.tables[made["table"]]
        query = f"?seat={table.game.to_move[0]}"
        async with (
            live.socket(browser, made["table"], query) as lazy,
            live.socket(browser, made["table"], query) as eager,
        ):
            player, reader = Player(eager), Player(lazy)
            await player.receive()
            await ask_without_reading(lazy, player.view)
            answer = await player.play(player.view["legal"][0]["move"])
            assert answer["type"] == "ack"
            await reader.see(table.version)
            lazy.transport.abort()  # a closing handshake would wait for all that was asked
        frames = [json.loads(frame)["type"] for frame in reader.frames]
        assert frames.count("view") == 2
        assert 100 < frames.count("tried") < MANY, "it was waited for, and is asked no more"


async def test_a_reader_that_never_reads_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rialto.server.web.line.SLOW_S", 0.2)
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, *["me"] * 5)
        table = live.hall.tables[made["table"]]
        query = f"?seat={table.game.to_move[0]}"
        async with live.socket(browser, made["table"], query) as ws:
            await ask_without_reading(ws, json.loads(await ws.recv())["view"])
            async with asyncio.timeout(PATIENCE_S):
                while table.display.watchers:
                    await asyncio.sleep(0.01)
            ws.transport.abort()


async def test_a_socket_that_has_gone_does_not_keep_the_view_from_the_others(
    tmp_path: Path,
) -> None:
    """Whichever is shown the new view first has gone without a word."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        query = made["table"], "?watch=1"
        async with live.socket(browser, *query) as one, live.socket(browser, *query) as other:
            players = [Player(one), Player(other)]
            for player in players:
                await player.receive()
            first = next(iter(table.display.watchers))
            first.line._transport.abort()
            seat = table.game.to_move[0]
            move = table.game.legal(seat)[0].text
            await table.submit(seat, "one-is-gone", table.version, [move])
            seen = [p.see(table.version) for p in players]
            told = await asyncio.gather(*seen, return_exceptions=True)
            assert [type(t) for t in told if t is not None] == [ConnectionClosedError]


async def test_frames_and_entries_are_counted(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        async with live.socket(browser, made["table"], "?watch=1") as ws:
            player = Player(ws)
            await player.receive()
            seat = table.game.to_move[0]
            move = table.game.legal(seat)[0].text
            await table.submit(seat, "counted-1", table.version, [move])
            await player.see(table.version)
            page = live.metrics()
        counts = dict(line.split(" ") for line in page.splitlines() if not line.startswith("#"))
        assert float(counts["rialto_frames_total"]) == len(player.frames) == 2
        assert float(counts["rialto_log_entries_total"]) == table.version


@pytest.mark.parametrize(
    ("query", "code"), [("nowhere", 4404), ("TABLE?seat=0", 4403), ("TABLE?seat=x", 4403)]
)
async def test_closing_codes(tmp_path: Path, query: str, code: int) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        ws = await live.socket(None, query.replace("TABLE", made["table"]))
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


async def test_a_spectator_may_only_watch(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "random")
        async with live.socket(None, made["table"]) as ws:
            spectator = Player(ws)
            await spectator.receive()
            assert spectator.view["seat"] is None
            assert spectator.view["hand"] is None
            assert spectator.view["legal"] == []
            answer = await spectator.play("pass")
        assert (answer["type"], answer["code"]) == ("error", "no_seat")


async def test_too_many_messages_are_answered_not_obeyed(tmp_path: Path) -> None:
    given = settings(tmp_path, messages_per_second=5)
    async with serving(given) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        async with live.socket(browser, made["table"], "?seat=0") as ws:
            player = Player(ws)
            await player.receive()
            answers = [await player.ask(type="ping") for _ in range(15)]
        codes = [a.get("code") for a in answers]
        assert codes[:10] == [None] * 10
        assert "too_many_requests" in codes


async def test_the_server_goes_with_1012(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        ws = await live.socket(browser, made["table"], "?seat=0")
        await ws.recv()
    with pytest.raises(ConnectionClosed) as closed:
        await ws.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
WORD = st.sampled_from(["command", "try", "undo", "resync", "back", "ping", "x"])
MESSAGES = (
    st.fixed_dictionaries(
        {"type": WORD},
        optional={
            "move_id": st.just("fuzzed-move") | JSON,
            "id": st.just("fuzzed-id") | JSON,
            "version": st.integers(0, 40) | JSON,
            "moves": st.lists(st.sampled_from(["row 9", "card gold", "play 12", "\x00"])) | JSON,
        },
    ).map(json.dumps)
    | JSON.map(json.dumps)
    | st.text(max_size=60)
    | st.binary(max_size=60)
)


async def test_fuzzed_frames_change_nothing(tmp_path: Path) -> None:
    """Each gets an answer that says what is wrong; the socket and the state stay as they are."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        before = (table.version, table.game.checksum())
        async with live.socket(browser, made["table"], f"?seat={table.game.to_move[0]}") as ws:
            player = Player(ws)
            await player.receive()
            messages: list[str | bytes] = []

            @hypothesis_settings(
                max_examples=300, deadline=None, database=None,
                suppress_health_check=[HealthCheck.too_slow],
            )  # fmt: skip
            @given(MESSAGES)
            def collect(message: str | bytes) -> None:
                messages.append(message)

            collect()
            for message in messages:
                await ws.send(message)
                await ws.send('{"type":"ping"}')
                answers = [await player.receive()]
                while answers[-1]["type"] != "pong":
                    answers.append(await player.receive())
                assert all(a.get("code") != "internal" for a in answers), (message, answers)
        assert (table.version, table.game.checksum()) == before


async def test_a_frame_over_the_limit_is_refused(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        ws = await live.socket(browser, made["table"], "?seat=0")
        await ws.recv()
        await ws.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
