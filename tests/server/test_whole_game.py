"""A whole game of three people, as real people play: one leaves and comes back, one changes device,
one looks only when a push message calls, and in the middle the server is started again."""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rialto import Game
from tests.server.live import Json, Live, Player, ids, new_table, serving, settings, until
from tests.server.receiver import Receiver, receiving
from tests.server.test_seats import join, notices, view
from tests.server.test_tables import ok, secret_of

ANNA, BEN, CLEO = range(3)


@dataclass
class Called:
    """Cleo: no page of hers is ever open. She follows the address in a message, answers what is
    asked there, and closes it again."""

    receiver: Receiver
    browser: Any = None
    kinds: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(3))

    async def play(self) -> None:
        """Until a message says that the game is over."""
        while "end" not in self.kinds:
            await until(lambda: len(self.receiver.bodies) > len(self.kinds))
            told = self.receiver.opened(self.receiver.bodies[len(self.kinds)])
            self.kinds.append(told["kind"])
            await self.look_at(told["url"].removeprefix("/t/"))

    async def look_at(self, table: str) -> None:
        path = f"/api/tables/{table}"
        while (seen := await view(self.browser, path))["legal"]:
            move = self.rng.choice(seen["legal"])["move"]
            body = {"move_id": f"cleo-{seen['version']:06d}", "version": seen["version"]}
            answer = await self.browser.post(f"{path}/command", json={**body, "moves": [move]})
            if answer.json().get("error") != "stale":
                assert answer.status_code == 200, answer.text
                self.made.append(move)


class Story:
    """The table, the server as it is now, and who has which browser."""

    def __init__(self, stack: AsyncExitStack, live: Live, called: Called) -> None:
        self.stack, self.live, self.called = stack, live, called
        self.anna: Any = None
        self.ben: Any = None
        self.table = ""
        self.rng = random.Random(11)
        self.made: dict[int, list[str]] = {ANNA: [], BEN: [], CLEO: called.made}

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    @property
    def cleo(self) -> Any:
        return self.called.browser

    async def browser(self, cookies: Any = ()) -> Any:
        made = await self.stack.enter_async_context(self.live.browser())
        made.cookies.update(cookies)
        return made

    async def open(self, browser: Any, seat: int, name: str) -> Player:
        ws = await self.stack.enter_async_context(self.live.socket(browser, self.table))
        player = Player(ws, made=self.made[seat], fresh=ids(name))
        await player.receive()
        return player

    async def play(self, done: Callable[[Json], bool], *players: Player) -> None:
        await asyncio.gather(*(player.play_until(self.rng, done) for player in players))

    async def say(self, browser: Any, **line: str) -> None:
        await ok(browser.post(f"{self.path}/talk", json=line))

    async def talk(self, browser: Any) -> list[tuple[str, str]]:
        told = (await ok(browser.get(f"{self.path}/since/0")))["talk"]
        return [(t["name"], t["text"] or t["reaction"]) for t in told]

    async def notice(self) -> tuple[str, int, str]:
        """The newest, as Cleo reads it."""
        return (await notices(self.cleo, self.path))[-1]


def is_round(n: int) -> Callable[[Json], bool]:
    return lambda seen: seen["round"] >= n


def is_annas_turn(seen: Json) -> bool:
    """In the third round, and nobody else is waited for."""
    return bool(seen["round"] >= 3 and seen["to_move"] == [ANNA])


async def test_a_whole_game_of_three_people_over_a_restart(tmp_path: Path) -> None:
    given = settings(tmp_path, push_loopback=True)
    async with receiving() as receiver, asyncio.TaskGroup() as group:
        async with AsyncExitStack() as stack:
            live = await stack.enter_async_context(serving(given, seed=lambda: 5))
            story = Story(stack, live, Called(receiver))
            await sit_down(story)
            called = group.create_task(story.called.play())
            before = await play_and_talk(story)
            jars = [dict(b.cookies) for b in (story.anna, story.ben, story.cleo)]
        async with AsyncExitStack() as stack:
            story.stack = stack
            story.live = await stack.enter_async_context(serving(given, seed=lambda: 5))
            story.anna, story.ben, story.called.browser = [await story.browser(j) for j in jars]
            seen = await view(story.anna, story.path)
            assert (seen["version"], await story.talk(story.anna)) == before
            phone = await change_device(story)
            await return_and_finish(story, await story.open(phone, ANNA, "phone"))
            await called
            await check_what_was_kept(story)
            await play_again(story, phone)


async def sit_down(story: Story) -> None:
    """By the link for the group; Cleo wants to be called."""
    story.anna, story.ben, story.called.browser = [await story.browser() for _ in range(3)]
    made = await new_table(story.anna, "me", "person", "person", days={"days": 3})
    story.table = made["table"]
    wanted = {"secret": secret_of(made["group"])}
    await ok(story.cleo.post("/api/join", json={**wanted, "name": "Cleo", "seat": CLEO}))
    await ok(story.cleo.post("/api/me/push", json=story.called.receiver.subscription()))
    await ok(story.ben.post("/api/join", json={**wanted, "name": "Ben", "seat": BEN}))


async def play_and_talk(story: Story) -> tuple[int, list[tuple[str, str]]]:
    """All three play a round and talk; then Ben leaves, and a bot plays on for him. The version,
    and what was said."""
    laptop = await story.open(story.anna, ANNA, "laptop")
    await story.play(is_round(2), laptop, await story.open(story.ben, BEN, "ben"))
    await story.say(story.anna, text="Ciao!")
    await story.say(story.ben, reaction="rose")
    await story.say(story.cleo, text="I look in when it calls me.")
    await ok(story.ben.post(f"{story.path}/leave", json={}))
    assert await story.notice() == ("left", BEN, "Ben")
    await story.play(is_annas_turn, laptop)
    assert laptop.view["seats"][BEN]["away"]
    said = await story.talk(story.cleo)
    assert said == [("Anna", "Ciao!"), ("Ben", "rose"), ("Cleo", "I look in when it calls me.")]
    return laptop.view["version"], said


async def change_device(story: Story) -> Any:
    """Anna goes on on her phone, by a link that she has made on the laptop."""
    phone = await story.browser()
    link = (await ok(story.anna.post(f"{story.path}/device", json={})))["link"]
    assert (await join(phone, link))["seat"] == ANNA
    assert await story.notice() == ("device", ANNA, "Anna")
    return phone


async def return_and_finish(story: Story, annas: Player) -> None:
    """Ben is back for the last two rounds."""
    await story.play(is_round(5), annas)
    await ok(story.ben.post(f"{story.path}/back", json={}))
    assert await story.notice() == ("returned", BEN, "Ben")
    bens = await story.open(story.ben, BEN, "ben-again")
    await story.play(lambda seen: seen["status"] == "over", annas, bens)


async def check_what_was_kept(story: Story) -> None:
    """Every move that was acknowledged is in the record, once and in order."""
    kinds = story.called.kinds
    assert (kinds[0], kinds[-1]) == ("start", "end")
    assert kinds.count("turn") > 10
    record = await ok(story.cleo.get(f"{story.path}/record"))
    assert Game.from_record(record).over
    assert played_by(ANNA, record) == without_passes(story.made[ANNA])
    assert played_by(CLEO, record) == without_passes(story.made[CLEO])
    assert is_part(without_passes(story.made[BEN]), played_by(BEN, record)), "a bot made the rest"


async def play_again(story: Story, phone: Any) -> None:
    """It begins when all three have said yes; and Cleo is called again."""
    await ok(phone.post(f"{story.path}/propose", json={"kind": "rematch"}))
    for browser in (story.cleo, story.ben):
        seen = await view(browser, story.path)
        assert seen["rematch"] is None
        [asked] = seen["proposals"]
        await ok(browser.post(f"{story.path}/answer", json={"n": asked["n"], "yes": True}))
    new = (await view(phone, story.path))["rematch"]
    people = ((phone, ANNA), (story.anna, ANNA), (story.ben, BEN), (story.cleo, CLEO))
    for browser, seat in people:
        about = await ok(browser.get(f"/api/tables/{new}"))
        assert (about["status"], about["mine"]) == ("running", [seat])
    receiver = story.called.receiver
    await until(lambda: receiver.opened(receiver.bodies[-1])["url"] == f"/t/{new}")


def without_passes(moves: list[str]) -> list[str]:
    """Who can only pass is often not asked."""
    return [move for move in moves if move != "pass"]


def played_by(seat: int, record: Json) -> list[str]:
    moves = [move.split(" ", 1) for move in record["moves"]]
    return without_passes([move for who, move in moves if who == "ABC"[seat]])


def is_part(some: list[str], moves: list[str]) -> bool:
    left = iter(moves)
    return all(move in left for move in some)
