"""Writes tests/fair/vectors.json: `python -m tests.fair.make_vectors`.

The file is the contract between the two implementations and with games that were played: it is made
once for a protocol, and a change of it is another protocol.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from rialto.engine.luck import WORD, fair_way, word_at
from rialto.fair.protocol import PROTOCOL, commitment_to, key_of, seal_of

FILE = Path(__file__).parent / "vectors.json"


def octets(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def vectors() -> dict[str, Any]:
    secret, numbers = octets("secret"), [(p, octets(f"number {p}")) for p in (0, 2)]
    house = {"players": 3, "neutral": False, "board": "banks", "leftovers_rounded_up": True}
    cases: list[dict[str, Any]] = [
        {"rules": 2, "house": house, "start": None, "live": True, "given": []},
        {"rules": 1, "house": {"players": 2}, "start": 'seats 2\nname "Žofie\t"\n', "live": False,
         "given": ["* token castello", "A row 2"]},
    ]  # fmt: skip
    key = key_of(secret, "venice", 2, numbers)
    places = [
        [r, 3, 1, p, due, 0, 7] for r in range(1, 7) for p in range(-1, 5) for due in range(99)
    ]
    refused = [
        place for place in places if word_at(key, " ".join(map(str, place)), 0) >= WORD - WORD % 75
    ]
    assert refused, "no draw of these is refused: take more places"
    return {
        "protocol": PROTOCOL,
        "hashes": [
            {"text": "a" * n, "sha256": hashlib.sha256(b"a" * n).hexdigest()}
            for n in (0, 3, 55, 56, 63, 64, 65, 119, 120, 1000)
        ],
        "commitments": [
            {
                "secret": secret.hex(),
                "game": "venice",
                "options": options,
                "commitment": commitment_to(secret, "venice", options).hex(),
            }
            for options in cases
        ],
        "seals": [{"number": number.hex(), "seal": seal_of(number).hex()} for _, number in numbers],
        "key": {
            "secret": secret.hex(),
            "game": "venice",
            "attempt": 2,
            "numbers": [[seat, number.hex()] for seat, number in numbers],
            "key": key.hex(),
        },
        "draws": [
            {"place": place, "ways": ways, "way": fair_way(key, place, ways)}
            for place, ways in [*zip(places, range(2, 78), strict=False), (refused[0], 75)]
        ],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", "utf-8")
