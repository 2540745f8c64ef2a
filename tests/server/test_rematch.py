"""Another game for the same company, by consent."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.server.evening import Evening, seat_three
from tests.server.test_seats import join, view
from tests.server.test_tables import ok, problem


async def finished(stack: AsyncExitStack, tmp_path: Path) -> Evening:
    """Ended by agreement, which ends it as well."""
    evening = await seat_three(stack, tmp_path)
    for browser in (evening.anna, evening.ben, evening.cleo):
        await evening.open(browser)
    await evening.propose(evening.anna, "end")
    await evening.answer(evening.ben, True)
    await evening.answer(evening.cleo, True)
    return evening


async def test_another_game_starts_when_all_have_said_yes(tmp_path: Path) -> None:
    """H4: nobody is seated, and nobody's clock runs, without having been asked."""
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        assert (await evening.asked())[0]["waits_for"] == [0, 2]
        for browser, asked in ((evening.ben, False), (evening.cleo, True)):
            assert (await ok(browser.get(evening.path)))["asked"] is asked
        await evening.answer(evening.anna, True)
        assert (await view(evening.anna, evening.path))["rematch"] is None
        await evening.answer(evening.cleo, True)
        new = (await view(evening.anna, evening.path))["rematch"]
        about = await ok(evening.cleo.get(f"/api/tables/{new}"))
        assert (about["status"], about["mine"]) == ("running", [2])
        assert [s["name"] for s in about["seats"]] == ["Anna", "Ben", "Cleo"]
        again = evening.anna.post(f"{evening.path}/propose", json={"kind": "rematch"})
        await problem(again, 409, "rematch_made")
        let_in = await ok(evening.cleo.post(f"/api/tables/{new}/device", json={}))
        phone = await stack.enter_async_context(evening.live.browser())
        assert (await join(phone, let_in["link"]))["seat"] == 2


async def test_who_declines_is_replaced_if_the_others_want_that(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        await evening.answer(evening.cleo, False)
        await evening.answer(evening.anna, True)
        [asked] = await evening.asked()
        assert (asked["no"], asked["waits_for"]) == ([2], [0, 1])
        await evening.answer(evening.anna, True, bots=True)
        assert (await evening.asked())[0]["waits_for"] == [1]
        await evening.answer(evening.ben, True, bots=True)
        new = (await view(evening.anna, evening.path))["rematch"]
        about = await ok(evening.cleo.get(f"/api/tables/{new}"))
        assert (about["mine"], [s["kind"] for s in about["seats"]]) == (
            [], ["person", "person", "bot"],
        )  # fmt: skip


async def test_if_nobody_wants_another_game_there_is_none(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        for browser in (evening.cleo, evening.anna, evening.ben):
            await evening.answer(browser, False)
        assert await evening.asked() == []
        assert (await view(evening.anna, evening.path))["rematch"] is None
