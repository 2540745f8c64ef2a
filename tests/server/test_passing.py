"""Nobody is asked for nothing, and nobody else learns of it."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tests.server.live import Json, Live, Player, ids, new_table, serving, settings
from tests.server.test_tables import ok, problem, secret_of

POSITION = "seats A B; step doge; lead A; hand A doge councillor; hand B doge gold"
"""After step A (Doge) the first player has nothing to play before step F (Councillor)."""


async def sit(stack: AsyncExitStack, live: Live, browser: Any, table: str, seat: int) -> Player:
    ws = await stack.enter_async_context(live.socket(browser, table, f"?seat={seat}"))
    player = Player(ws, seat, fresh=ids(f"seat{seat}"))
    await player.receive()
    return player


async def two_people(stack: AsyncExitStack, live: Live, position: str) -> tuple[Player, Player]:
    host = await stack.enter_async_context(live.browser())
    friend = await stack.enter_async_context(live.browser())
    made = await new_table(host, "me", "person", position=position)
    await ok(friend.post("/api/join", json={"secret": secret_of(made["seats"][1]["link"])}))
    table = made["table"]
    return (await sit(stack, live, host, table, 0), await sit(stack, live, friend, table, 1))


async def one_screen(
    stack: AsyncExitStack, live: Live, position: str
) -> tuple[str, Player, Player]:
    """A table whose two seats are one browser's."""
    host = await stack.enter_async_context(live.browser())
    table = (await new_table(host, "me", "me", position=position))["table"]
    first = await sit(stack, live, host, table, 0)
    return table, first, await sit(stack, live, host, table, 1)


async def moved(player: Player, *moves: str) -> Json:
    """The view after these moves."""
    answer = await player.play(*moves)
    assert answer["type"] == "ack", answer
    await player.see(answer["version"])
    return player.view


async def both_play(first: Player, second: Player) -> None:
    """One card each, in step A."""
    await moved(first, "play 1")
    await second.see(first.view["version"])
    await moved(second, "play 1")


async def asked(player: Player) -> Json:
    while not player.view["legal"]:
        await player.receive()
    return player.view


def legal(view: Json) -> list[str]:
    return [option["move"] for option in view["legal"]]


def passes(player: Player, seat: int) -> int:
    return sum(e["code"] == "passed" and e["seat"] == seat for e in player.events)


async def test_alone_with_bots_only_what_can_be_chosen_is_asked(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as me,
        AsyncExitStack() as stack,
    ):
        made = await new_table(me, "me", "random", position=POSITION)
        marta = await sit(stack, live, me, made["table"], 0)
        await moved(marta, "play 1")
        view = await asked(marta)
        assert view["step"] == "councillor", "B to E were passed by themselves"
        assert passes(marta, 0) == 4


async def test_at_one_screen_too(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        _, first, second = await one_screen(stack, live, POSITION)
        await both_play(first, second)
        # The Doge's order has made the first player lead, and pass, in step B.
        assert legal(await asked(second)) == ["pass", "play 1"]
        assert (second.view["step"], passes(second, 0)) == ("gold", 1)
        await moved(second, "play 1")
        assert (await asked(first))["step"] == "councillor"


async def test_other_people_are_not_told_of_what_somebody_lacks(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        first, second = await two_people(stack, live, POSITION)
        await both_play(first, second)
        view = await asked(first)
        assert (view["step"], legal(view)) == ("gold", ["pass"])


async def test_an_empty_hand_is_seen_by_everybody_and_passes(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        position = "seats A B; step doge; lead A; hand A doge; hand B doge gold"
        first, second = await two_people(stack, live, position)
        await both_play(first, second)
        assert (await asked(second))["step"] == "gold"
        assert passes(second, 0) == 1


async def test_a_yellow_building_is_a_choice_with_an_empty_hand_as_well(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        position = (
            "seats A B; step doge; lead A; hand A doge; hand B doge gold; "
            "coins A1; buildings A yellow-1"
        )
        first, second = await two_people(stack, live, position)
        await both_play(first, second)
        view = await asked(first)
        assert (view["step"], legal(view)) == ("gold", ["pass", "delay"])


async def test_a_building_alone_is_a_play_that_nobody_makes_for_me(tmp_path: Path) -> None:
    """Q6: a Gold card turned by yellow 2 counts as one Building card, and none other is held."""
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as me,
        AsyncExitStack() as stack,
    ):
        position = (
            "seats A B; step building; lead A; coins A1; buildings A yellow-2; hand A gold doge; "
            "hand B building"
        )
        made = await new_table(me, "me", "random", position=position)
        marta = await sit(stack, live, me, made["table"], 0)
        assert legal(marta.view) == ["pass", "turn yellow-2 doge", "turn yellow-2 gold"]
        version = marta.view["version"]
        turned = ["turn yellow-2 gold"]
        tried = await marta.ask(type="try", id="try-00000001", version=version, moves=turned)
        assert tried["view"]["to_move"] == [0] and legal(tried["view"]) == ["pass"]
        assert tried["view"]["turn"] == {"turned": 1, "lent_jokers": 0}
        view = await moved(marta, *turned, "pass")
        played = [e for e in marta.events if e["code"] == "played" and e["seat"] == 0]
        assert [e["args"]["strength"] for e in played] == [1] and view["hand"]["gold"] == 0


async def test_whoever_says_so_passes_with_or_without_cards(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        first, second = await two_people(stack, live, POSITION)
        await moved(first, "play 1")
        await first.ws.send('{"type":"pass","until":"round"}')
        await first.until(lambda frame: frame["type"] == "view")
        assert first.view["passing"] == "round"
        await second.see(first.view["version"])
        seen = len(second.frames)
        assert (await second.ask(type="ping"))["type"] == "pong"
        assert len(second.frames) == seen + 1, "nobody else is shown anything"
        await moved(second, "play 1")
        await moved(second, "play 1")
        # Nothing is left to play: the second hand is empty, the first passes also in step F.
        assert (await asked(first))["phase"] == "cards"
        assert first.view["passing"] is None, "the round is over"
        assert first.view["hand"]["councillor"] >= 1


async def test_to_pass_in_this_step_is_not_to_pass_in_the_next(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        position = "seats A B; step gold; lead A; doge A3 B2; hand A gold; hand B gold bridge"
        first, second = await two_people(stack, live, position)
        await second.ws.send('{"type":"pass","until":"step"}')
        await second.until(lambda frame: frame["type"] == "view")
        await moved(first, "play 1")
        await second.see(first.view["version"])
        assert passes(second, 1) == 1
        view = await asked(second)
        assert (view["step"], legal(view)) == ("building", ["pass"]), "with people it is asked"
        assert view["passing"] is None


async def test_it_can_be_unsaid_and_needs_a_step(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        made = await new_table(host, "me", "me")
        path = f"/api/tables/{made['table']}"
        await problem(host.post(f"{path}/pass", json={"until": "step", "seat": 0}), 409, "no_step")
        made = await new_table(host, "me", "me", position=POSITION)
        path = f"/api/tables/{made['table']}"
        for until in ("step", "round", None):
            await ok(host.post(f"{path}/pass", json={"until": until, "seat": 1}))
            view = await ok(host.get(f"{path}/view?seat=1"))
            assert view["passing"] == until
        assert (await ok(host.get(f"{path}/view?seat=0")))["passing"] is None


async def test_a_command_is_its_seats_also_after_a_restart(tmp_path: Path) -> None:
    """Although the last entry that it led to is another's pass."""
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        made = await new_table(host, "me", "me", position=POSITION)
        path = f"/api/tables/{made['table']}"
        command = {"moves": ["play 1"], "version": 0}
        first = await ok(host.get(f"{path}/view?seat=0"))
        command["version"] = first["version"]
        await ok(host.post(f"{path}/command", json={**command, "seat": 0, "move_id": "one-00000"}))
        second = await ok(host.get(f"{path}/view?seat=1"))
        command["version"] = second["version"]
        body = {**command, "seat": 1, "move_id": "two-00000"}
        done = await ok(host.post(f"{path}/command", json=body))
        assert done["version"] > second["version"] + 1
        cookies = host.cookies
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        host.cookies = cookies
        again = await ok(host.post(f"{path}/command", json=body))
        assert again == done


async def test_who_only_watches_learns_nothing_either(tmp_path: Path) -> None:
    """They would see from a pass that made itself that the hand has nothing to play: so even on one
    screen it is asked."""
    async with serving(settings(tmp_path)) as live, AsyncExitStack() as stack:
        table, first, second = await one_screen(stack, live, POSITION)
        watching = Player(await stack.enter_async_context(live.socket(None, table)))
        await watching.receive()
        await both_play(first, second)
        view = await asked(first)
        assert (view["step"], legal(view)) == ("gold", ["pass"])
        await watching.see(view["version"])
        assert passes(watching, 0) == 0
        await moved(first, "pass")
        await watching.see(first.view["version"])
        assert passes(watching, 0) == 1
