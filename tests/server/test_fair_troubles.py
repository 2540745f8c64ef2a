"""Fair shuffles with something in the way: a missing number, people who leave, a restart."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.server.fair_company import LATE_MS, Clock, Company, number, opens, post, seal
from tests.server.live import new_table, serving, settings, until
from tests.server.test_tables import ok, problem


async def test_nothing_is_opened_before_all_seats_are_taken(company: Company) -> None:
    anna, bruno = await company.browser(), await company.browser()
    made = await new_table(anna, "me", "person", open=True, seal=seal("Anna"))
    path = f"/api/tables/{made['table']}"
    body = {"attempt": 1, "number": number("Anna").hex()}
    await problem(anna.post(f"{path}/fair/open", json=body), 409, "not_now")
    other = {"attempt": 1, "number": number("Zoe").hex()}
    await ok(bruno.post(f"{path}/sit", json={"seal": seal("Bruno")}))
    await problem(anna.post(f"{path}/fair/open", json=other), 409, "bad_number")
    await problem(anna.post(f"{path}/fair/open", json={**body, "attempt": 2}), 409, "not_now")
    await opens(bruno, made["table"], "Bruno")
    # A number of this attempt is open: whoever changed theirs now could choose the cards.
    resealed = {"attempt": 1, "seal": seal("Zoe")}
    await problem(anna.post(f"{path}/fair/seal", json=resealed), 409, "not_now")
    stranger = await company.browser()
    await problem(stranger.post(f"{path}/fair/open", json=body), 403, "no_seat")
    for what in ("open", "seal"):
        bad = {"attempt": 1, "number": "zz", "seal": "zz"}
        await problem(anna.post(f"{path}/fair/{what}", json=bad), 422, "bad_request")


async def test_somebody_who_does_not_open(company: Company) -> None:
    table, (anna, bruno, chiara) = await company.table_of("Anna", "Bruno", "Chiara")
    path = f"/api/tables/{table}"
    await opens(anna, table, "Anna")
    await opens(chiara, table, "Chiara")
    company.clock.ms = LATE_MS - 1
    await problem(anna.post(f"{path}/fair/anew", json={"attempt": 1}), 409, "not_now")
    company.clock.ms = LATE_MS
    company.live.hall.tables[table].display.refresh()  # the server's own timer has no fake clock
    assert (await company.shuffle(table))["late"] == [1]
    await post(anna, table, "anew")
    await post(chiara, table, "anew")  # both have clicked: it is begun anew once
    shuffle = await company.shuffle(table)
    assert (shuffle["attempt"], shuffle["phase"], shuffle["late"]) == (2, "sealing", [])
    assert shuffle["missing"] == [{"attempt": 1, "seat": 1, "name": "Bruno"}]
    assert [s["seat"] for s in shuffle["seats"]] == [0, 2]
    told = await ok(anna.get(f"{path}/since/0"))
    assert ("number", "Bruno") in [(n["code"], n["name"]) for n in told["notices"]]
    # Bruno's number is not wanted any more, and old ones are not taken.
    late = {"attempt": 2, "number": number("Bruno").hex()}
    await problem(bruno.post(f"{path}/fair/open", json=late), 409, "bad_number")
    for who, name in ((anna, "Anna 2"), (chiara, "Chiara 2")):
        await post(who, table, "seal", attempt=2, seal=seal(name))
    for who, name in ((anna, "Anna 2"), (chiara, "Chiara 2")):
        await opens(who, table, name, attempt=2)
    assert await company.status(table) == "running"
    facts = await ok(bruno.get(f"{path}/fair"))
    assert facts["attempts"] == 2
    assert [n["seat"] for n in facts["numbers"]] == [0, 2]
    assert facts["missing"] == [{"attempt": 1, "seat": 1, "name": "Bruno"}]


async def test_the_seat_of_who_does_not_open_can_be_freed(company: Company) -> None:
    table, (anna, bruno) = await company.table_of("Anna", "Bruno", open=True)
    await opens(anna, table, "Anna")
    company.clock.ms = LATE_MS
    await post(anna, table, "anew", free=True)
    shuffle = await company.shuffle(table)
    assert (shuffle["attempt"], shuffle["phase"]) == (2, "gathering")
    await problem(bruno.get(f"/api/tables/{table}/view?seat=1"), 403, "no_seat")
    await post(anna, table, "seal", attempt=2, seal=seal("Anna 2"))
    dario = await company.browser()
    await ok(dario.post(f"/api/tables/{table}/sit", json={"seal": seal("Dario")}))
    await opens(anna, table, "Anna 2", attempt=2)
    await opens(dario, table, "Dario", attempt=2)
    facts = await ok(anna.get(f"/api/tables/{table}/fair"))
    assert facts["missing"] == [{"attempt": 1, "seat": 1, "name": "Bruno"}]
    assert [n["seat"] for n in facts["numbers"]] == [0, 1]


async def test_who_leaves_while_numbers_are_open_is_named(company: Company) -> None:
    """Who came next could choose a number by those that are open, so all seal anew."""
    table, (anna, _, chiara) = await company.table_of("Anna", "Bruno", "Chiara")
    await opens(anna, table, "Anna")
    await ok(chiara.post(f"/api/tables/{table}/leave", json={}))
    shuffle = await company.shuffle(table)
    assert (shuffle["attempt"], shuffle["phase"]) == (2, "gathering")
    assert shuffle["missing"] == [{"attempt": 1, "seat": 2, "name": "Chiara"}]
    assert shuffle["seats"] == [{"seat": p, "seal": None, "opened": False} for p in (0, 1)]


async def test_who_leaves_before_that_takes_their_number_along(company: Company) -> None:
    anna, bruno = await company.browser(), await company.browser()
    made = await new_table(anna, "me", "person", "person", open=True, seal=seal("Anna"))
    path = f"/api/tables/{made['table']}"
    await ok(bruno.post(f"{path}/sit", json={"seal": seal("Bruno")}))
    await ok(bruno.post(f"{path}/leave", json={}))
    shuffle = await company.shuffle(made["table"])
    assert (shuffle["attempt"], [s["seat"] for s in shuffle["seats"]]) == (1, [0])


async def test_a_lost_number_is_sealed_again_while_none_is_open(company: Company) -> None:
    anna = await company.browser()
    made = await new_table(anna, "me", "random", seal=seal("lost"))
    await post(anna, made["table"], "seal", seal=seal("Anna"))
    await opens(anna, made["table"], "Anna")
    assert await company.status(made["table"]) == "running"


async def test_in_clear_nobody_is_waited_for_long(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        given = settings(tmp_path, open_numbers_s=0.05)
        live = await stack.enter_async_context(serving(given))
        company = Company(live, stack, Clock())
        table, (anna, _) = await company.table_of("Anna", "Bruno", live=False)
        await opens(anna, table, "Anna")
        await until(lambda: live.hall.tables[table].status == "running")
        facts = await ok(anna.get(f"/api/tables/{table}/fair"))
        assert [n["seat"] for n in facts["numbers"]] == [0]


async def test_who_is_forgotten_takes_name_and_number_along(company: Company) -> None:
    table, (anna, bruno) = await company.table_of("Anna", "Bruno", open=True)
    await opens(bruno, table, "Bruno")
    company.clock.ms = LATE_MS
    await post(bruno, table, "anew")
    assert (await company.shuffle(table))["missing"][0]["name"] == "Anna"
    await ok(anna.post("/api/me/forget", json={}))
    shuffle = await company.shuffle(table)
    assert [m["name"] for m in shuffle["missing"]] == ["Guest 1"]
    await ok(bruno.post("/api/me/forget", json={}))


async def test_a_restart_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    clock = Clock()
    async with AsyncExitStack() as stack:
        live = await stack.enter_async_context(serving(settings(tmp_path), ticks=clock))
        company = Company(live, stack, clock)
        table, browsers = await company.table_of("Anna", "Bruno")
        await opens(browsers[0], table, "Anna")
        before = await company.shuffle(table)
        cookies = [dict(browser.cookies) for browser in browsers]
    async with AsyncExitStack() as stack:
        clock.ms = 10 * LATE_MS
        live = await stack.enter_async_context(serving(settings(tmp_path), ticks=clock))
        company = Company(live, stack, clock)
        assert await company.shuffle(table) == before, "and nobody is late at once"
        bruno = await company.browser()
        bruno.cookies.update(cookies[1])
        await opens(bruno, table, "Bruno")
        assert await company.status(table) == "running"
        opening = list(live.hall.tables[table].game.log)
    async with AsyncExitStack() as stack:
        live = await stack.enter_async_context(serving(settings(tmp_path), ticks=clock))
        found = await live.hall.get(table)
        again = found.game.rewound()
        again.draw_by(found.game._luck)
        assert again.run_chance() == opening, "the same key after every start"
