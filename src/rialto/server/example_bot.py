"""The smallest program that plays: `python -m rialto.server.example_bot URL SECRET`.

It needs nothing but Python: legal moves come with the state, so it knows no rules. `SECRET` is the
part of a seat link after `#`. See docs/bot-api.md.
"""

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any


def call(base: str, path: str, token: str | None = None, body: Any = None) -> Any:
    """One request; a stream if it is one."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(base + path, data, headers))


def play(base: str, secret: str, name: str = "Example") -> dict[str, Any]:
    """Take the seat and play any legal move until the game is over; the last view."""
    token = json.load(call(base, "/api/bot/tokens", body={"name": name}))["token"]
    seat = json.load(call(base, "/api/join", token, {"secret": secret, "name": name}))
    view: dict[str, Any] = {}
    with call(base, f"/api/bot/tables/{seat['table']}/stream", token) as stream:
        for line in stream:
            if line.strip():  # blank lines only keep the stream alive
                view = json.loads(line)["view"]
                if view["legal"]:
                    move = random.choice(view["legal"])["move"]
                    answer = {"move": move, "version": view["version"]}
                    try:
                        call(base, f"/api/bot/tables/{seat['table']}/move", token, answer).close()
                    except urllib.error.HTTPError as error:
                        error.close()  # 409: the state has moved on; a newer view follows
    return view


if __name__ == "__main__":
    last = play(sys.argv[1].rstrip("/"), sys.argv[2])
    print("ranking:", last.get("ranking"))
