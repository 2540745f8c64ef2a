"""Fair shuffles at a real server: from the first seat to a record that holds."""

from pathlib import Path

import pytest

from rialto import Game
from rialto.fair.check import check_record
from rialto.fair.section import Unfair
from tests.server.fair_company import Company, number, opens, post, seal
from tests.server.live import new_table, serving, settings
from tests.server.test_tables import ok, problem


async def test_alone_with_bots_it_begins_with_one_number(company: Company) -> None:
    anna = await company.browser()
    made = await new_table(anna, "me", "random", "random", seal=seal("Anna"))
    shuffle = await company.shuffle(made["table"])
    assert (shuffle["phase"], shuffle["commitment"]) == ("opening", made["commitment"])
    await opens(anna, made["table"], "Anna")
    assert await company.status(made["table"]) == "running"
    assert await company.shuffle(made["table"]) is None
    facts = await ok(anna.get(f"/api/tables/{made['table']}/fair"))
    assert facts["numbers"] == [{"seat": 0, "seal": seal("Anna"), "number": number("Anna").hex()}]
    assert "secret" not in facts


async def test_a_whole_game_is_fair_and_a_forged_one_is_not(company: Company) -> None:
    anna = await company.browser()
    made = await new_table(anna, "me", "me", seal=seal("Anna"))
    await opens(anna, made["table"], "Anna", seat=0)
    record = await company.play_out(made["table"], anna, 2)
    assert record["fair"]["commitment"] == made["commitment"]
    checked = check_record(record, 2)
    assert checked.draws is not None and checked.draws > 100
    for name, forged in {
        "secret": number("other").hex(),
        "numbers": [],
        "game": "another",
    }.items():
        with pytest.raises(Unfair):
            check_record({**record, "fair": {**record["fair"], name: forged}}, 2)
    kept = await ok(anna.post("/api/records", json=record), 201)
    assert await ok(anna.get(f"/api/records/{kept['id']}")) == record


async def test_people_seal_first_and_open_when_all_have_come(company: Company) -> None:
    table, (anna, bruno, chiara) = await company.table_of("Anna", "Bruno", "Chiara")
    shuffle = await company.shuffle(table)
    assert shuffle["phase"] == "opening"
    assert shuffle["seats"] == [
        {"seat": p, "seal": seal(name), "opened": False}
        for p, name in enumerate(("Anna", "Bruno", "Chiara"))
    ]
    await opens(chiara, table, "Chiara")
    await opens(anna, table, "Anna")
    await opens(anna, table, "Anna")  # asked twice, it is the same
    assert await company.status(table) == "open"
    facts = await ok(bruno.get(f"/api/tables/{table}/fair"))
    assert facts["numbers"] == [], "the last to open sees nobody's number"
    await opens(bruno, table, "Bruno")
    assert await company.status(table) == "running"
    await opens(bruno, table, "Bruno")
    facts = await ok(bruno.get(f"/api/tables/{table}/fair"))
    assert [n["number"] for n in facts["numbers"]] == [
        number(name).hex() for name in ("Anna", "Bruno", "Chiara")
    ]
    assert (facts["attempts"], facts["missing"]) == (1, [])


async def test_programs_and_bots_add_nothing(company: Company) -> None:
    """Who sits down without a seal is not waited for."""
    anna = await company.browser()
    made = await new_table(anna, "me", "person")
    token = (await ok(anna.post("/api/bot/tokens", json={"name": "Bot"}), 201))["token"]
    secret = made["seats"][1]["link"].split("#")[1]
    async with company.live.browser() as program:
        program.headers["Authorization"] = f"Bearer {token}"
        await ok(program.post("/api/join", json={"secret": secret}))
    assert await company.status(made["table"]) == "running"
    facts = await ok(anna.get(f"/api/tables/{made['table']}/fair"))
    assert facts["numbers"] == []


async def test_a_later_holder_adds_nothing(company: Company) -> None:
    table, (anna, bruno) = await company.table_of("Anna", "Bruno")
    await opens(anna, table, "Anna")
    await opens(bruno, table, "Bruno")
    link = await ok(bruno.post(f"/api/tables/{table}/reissue", json={"seat": 1}))
    secret = link["seats"][0]["link"].split("#")[1]
    dario = await company.browser()
    await ok(dario.post("/api/join", json={"secret": secret, "seal": seal("Dario")}))
    facts = await ok(anna.get(f"/api/tables/{table}/fair"))
    assert [n["seal"] for n in facts["numbers"]] == [seal("Anna"), seal("Bruno")]


async def test_tables_by_days_take_numbers_in_clear(company: Company) -> None:
    anna, bruno = await company.browser(), await company.browser()
    days = {"days": 3, "play_on": False}
    made = await new_table(anna, "me", "person", open=True, days=days, seal=seal("Anna"))
    table = made["table"]
    await opens(anna, table, "Anna")
    await opens(anna, table, "Anna")
    await ok(bruno.post(f"/api/tables/{table}/sit", json={"seal": seal("Bruno")}))
    assert await company.status(table) == "open", "who sits down last adds a number, too"
    assert (await company.shuffle(table))["phase"] == "opening"
    await opens(bruno, table, "Bruno")
    assert await company.status(table) == "running"
    facts = await ok(anna.get(f"/api/tables/{table}/fair"))
    assert facts["live"] is False
    assert facts["numbers"] == [
        {"seat": p, "seal": None, "number": number(name).hex()}
        for p, name in enumerate(("Anna", "Bruno"))
    ]


async def test_a_rematch_and_a_fork_have_secrets_of_their_own(company: Company) -> None:
    anna = await company.browser()
    made = await new_table(anna, "me", "me", seal=seal("Anna"))
    await opens(anna, made["table"], "Anna", seat=0)
    record = await company.play_out(made["table"], anna, 2)
    await ok(anna.post(f"/api/tables/{made['table']}/propose", json={"kind": "rematch"}))
    again = (await ok(anna.get(f"/api/tables/{made['table']}")))["rematch"]
    facts = await ok(anna.get(f"/api/tables/{again}/fair"))
    assert facts["commitment"] != made["commitment"]
    shuffle = await company.shuffle(again)
    assert (shuffle["phase"], shuffle["seats"]) == (
        "sealing",
        [{"seat": 0, "seal": None, "opened": False}],
    )
    await post(anna, again, "seal", seal=seal("Anna 2"), seat=0)
    await opens(anna, again, "Anna 2", seat=0)
    assert await company.status(again) == "running"
    fork = await new_table(anna, "me", "me", from_table=made["table"], from_move=40)
    facts = await ok(anna.get(f"/api/tables/{fork['table']}/fair"))
    assert (facts["given"], facts["commitment"] != made["commitment"]) == (40, True)
    forked = await company.play_out(fork["table"], anna, 2)
    assert forked["moves"][:40] == record["moves"][:40]
    assert check_record(forked, 2).section.given == 40


async def test_a_game_that_is_ended_early_keeps_its_secret(company: Company) -> None:
    """Its record stays what one seat may know; with the secret it would be all cards."""
    anna = await company.browser()
    made = await new_table(anna, "me", "random", seal=seal("Anna"))
    await opens(anna, made["table"], "Anna")
    await ok(anna.post(f"/api/tables/{made['table']}/propose", json={"kind": "end"}))
    record = await ok(anna.get(f"/api/tables/{made['table']}/record"))
    assert record["fair"]["commitment"] == made["commitment"]
    assert "secret" not in record["fair"]
    checked = check_record(record, 2)
    assert checked.draws is None
    assert [n.number for n in checked.section.numbers] == [number("Anna")]
    Game.check_so_far(record)


async def test_a_seeded_game_and_an_old_one_have_no_fair_shuffle(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as anna:
        made = await new_table(anna, "me", "me", seal=seal("Anna"))
        assert made["commitment"] is None
        path = f"/api/tables/{made['table']}"
        assert (await ok(anna.get(f"{path}/view")))["status"] == "running"
        await problem(anna.get(f"{path}/fair"), 404, "no_shuffle")
        assert "fair" not in await ok(anna.get(f"{path}/record"))
