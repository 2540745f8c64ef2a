"""What people write and browsers hand over, taken apart: talk, names, subscriptions, codes, mail
addresses, questions. Whatever comes is taken as it is or refused in words, and what is refused
changes nothing."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rialto.locales import LANGUAGES, words
from tests.server.evening import Times
from tests.server.live import Json, new_table, serving, settings
from tests.server.test_seats import join

ROUNDS = 12
PARTS = (
    "games", "seats", "holders", "leavers", "links", "notices", "talk", "days", "mail", "codes",
    "subscriptions", "reports", "blocked", "hidden",
)  # fmt: skip
LONGEST_LINE, LONGEST_NAME = 300, 24
HIDDEN = set("\x00\r\n\x85\u202e\u2066")
STRINGS = [
    "", " ", "a" * 300, "a" * 301, "é" * 5000, "\x00", "a\x00b", "a\r\nBcc: x@y.zz", "\u202eabc",
    "\u2066x", "\x85", "e" + "\u0301" * 40, "\ud800", "\udc00x", "<b>x</b>", "{name}", "%s%n",
    "';DROP TABLE talk;--", "../../etc/passwd", "𝔘𝔫𝔦", "👩‍👧" * 20, "\u200b", "\ufeff",
    "\U0010ffff", "a@b.cd", "a@b.cd\n", "@", "a" * 300 + "@b.cd", "https://127.0.0.1/x",
    "file:///etc/passwd",
    "https://fcm.googleapis.com/x", "https://web.push.apple.com/\r\nx: y", "A" * 22, "A" * 87,
    "aaaa-" * 6 + "aa", "en", "xx", "turn", "rose", "-1", "1e9",
]  # fmt: skip
OTHERS: list[Any] = [
    None, True, False, 0, -1, 3, 4, 5, 2**31, 2**63, 2**70, 0.5, 1e308, [], ["a"], {}, {"a": {}},
]  # fmt: skip
WRITTEN = [
    ("/talk", "text"), ("/talk", "name"), ("/rename", "name"), ("/report", "text"),
    ("/api/me/push", "endpoint"), ("/api/me/push", "key"), ("/api/me/mail", "address"),
    ("/api/me/enter", "code"),
]  # fmt: skip
POINT = "B" + "A" * 86
FORMS: dict[str, list[Json]] = {
    "/talk": [{"text": "Ciao", "seat": 0}, {"reaction": "rose"}, {"text": "x", "name": "Eve"}],
    "/rename": [{"name": "Anna", "seat": 0}],
    "/propose": [{"kind": "end"}, {"kind": "link", "seat": 1}, {"kind": "bot", "seat": 1}],
    "/answer": [{"n": 1, "yes": True}, {"n": 1, "yes": False, "bots": True}],
    "/holiday": [{"days": 1, "seat": 0}],
    "/report": [{"seat": 1, "text": "Sings."}],
    "/block": [{"seat": 1}],
    "/quiet": [{"quiet": True}],
    "/device": [{"seat": 0}],
    "/sit": [{"name": "Dora", "seat": 1}],
    "/api/join": [{"secret": "A" * 22, "name": "Dora", "seat": 1}],
    "/api/link": [{"secret": "A" * 22}],
    "/api/knock": [{"secret": "A" * 22, "seat": 1}],
    "/api/me/push": [
        {"endpoint": "https://web.push.apple.com/x", "key": POINT, "auth": "A" * 22, "lang": "en"}
    ],
    "/api/me/push/off": [{"endpoint": "https://web.push.apple.com/x"}],
    "/api/me/mail": [{"address": "a@b.cd", "lang": "pl", "quiet_from": 22, "quiet_to": 8}],
    "/api/mail/confirm": [{"secret": "A" * 22}],
    "/api/mail/stop": [{"secret": "A" * 22}],
    "/api/me/enter": [{"code": "aaaa-" * 6 + "aa"}],
    "/api/me/signout": [{"device": "0" * 16}],
    "/api/unblock": [{"who": "0" * 64}],
}


class Steps:
    """A steady clock for which every look is a minute later: no rate is ever exceeded."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        self.ms += 60_000
        return self.ms


def every_string() -> Iterator[tuple[str, Json]]:
    """In each place where people write."""
    for path, field in WRITTEN:
        for text in STRINGS:
            yield path, FORMS[path][-1] | {field: text}


def bent_forms(rng: random.Random) -> Iterator[tuple[str, Any]]:
    for path, forms in FORMS.items():
        for _ in range(ROUNDS):
            yield path, bent(rng.choice(forms), rng)


def bent(form: Json, rng: random.Random) -> Any:
    """One field is something else, is missing, or is one too many; or nothing is wrong."""
    body = dict(form)
    field = rng.choice(list(body))
    match rng.randrange(9):
        case 0:
            del body[field]
        case 1:
            body[rng.choice(STRINGS)] = 1
        case 2:
            return rng.choice([*OTHERS, *STRINGS])
        case 5:
            return body
        case 3 | 4:
            body[field] = rng.choice(OTHERS)
        case _:
            body[field] = rng.choice(STRINGS)
    return body


async def test_whatever_comes_is_taken_or_refused_in_words(tmp_path: Path) -> None:
    rng = random.Random("people")
    given = settings(
        tmp_path, smtp_host="127.0.0.1", smtp_port=1, smtp_tls="none", mail_from="r@example.org",
        public_url="https://rialto.example.org",
    )  # fmt: skip
    taken = set[str]()
    async with (
        serving(given, now=Times(), ticks=Steps()) as live,
        live.browser() as anna,
        live.browser() as ben,
        live.browser() as eve,
    ):
        made = await new_table(anna, "me", "person", days={"days": 1})
        await join(ben, made["seats"][1]["link"], "Ben")
        await new_table(eve, "me", "person")
        with closing(sqlite3.connect(tmp_path / "rialto.db")) as db:
            for path, body in [*every_string(), *bent_forms(rng)]:
                where = path if path.startswith("/api/") else f"/api/tables/{made['table']}{path}"
                browser = anna if path == "/rename" else rng.choice([anna, eve])
                before = kept(db)
                answer = await browser.post(
                    where, content=json.dumps(body), headers={"content-type": "application/json"}
                )
                assert answer.status_code < 500, (path, body, answer.text)
                if answer.status_code < 400:
                    taken.add(path)
                    check_bounds(db)
                    continue
                code = answer.json()["error"]
                assert all(words(lang).known(f"error.{code}") for lang in LANGUAGES), code
                assert kept(db) == before, (path, body, code)
    assert {"/talk", "/rename", "/api/me/mail"} <= taken, "not all of it is nonsense"


def kept(db: sqlite3.Connection) -> list[Any]:
    """Everything that such a request might change; when a message is tried again is no matter."""
    parts = dict.fromkeys(PARTS, "*") | {"deliveries": "id, target, kind"}
    return [db.execute(f"SELECT {what} FROM {part}").fetchall() for part, what in parts.items()]


def check_bounds(db: sqlite3.Connection) -> None:
    """What was taken can be shown to anybody, and not more of it than there may be."""
    for (text,) in db.execute("SELECT text FROM talk"):
        assert len(text) <= LONGEST_LINE and not set(text) & HIDDEN
    for (name,) in db.execute("SELECT name FROM seats UNION SELECT name FROM talk"):
        assert 0 < len(name.strip()) <= LONGEST_NAME and not set(name) & HIDDEN
