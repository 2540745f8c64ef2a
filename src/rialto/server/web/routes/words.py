"""Words: one language as one JSON, and the rules for players."""

import gzip
import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

from rialto.server import wire
from rialto.server.show.lesson import worked_round
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Responses, accepts, answers, large

router = APIRouter(prefix="/api", tags=["words"])
ANY_WORDS: Responses = {
    200: {"description": "Words by key", "content": {"application/json": {}}},
    304: {"description": "As you have it"},
}
RULES = "rules.json"


class Body(NamedTuple):
    plain: bytes
    packed: bytes
    tag: str


@cache
def words(lang: str, rules: bool) -> Body | None:
    """All areas of a language merged, or its rules."""
    folder = resources.files("rialto") / "locales" / lang
    if not (lang.isalpha() and lang.isascii() and folder.is_dir()):
        return None
    merged: dict[str, Any] = {}
    for part in sorted(folder.iterdir(), key=lambda p: p.name):
        if part.name.endswith(".json") and (part.name == RULES) == rules:
            merged |= json.loads(part.read_text("utf-8"))
    if not merged:
        return None
    body = json.dumps(merged, ensure_ascii=False, separators=(",", ":")).encode()
    return Body(body, gzip.compress(body, 9), f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def answer_with_words(request: Request, lang: str, rules: bool) -> Response:
    found = words(lang, rules)
    if found is None:
        raise Trouble("not_found", "There are no words in that language.")
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if not accepts(request.headers, "gzip"):
        return Response(found.plain, media_type="application/json", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(found.packed, media_type="application/json", headers=headers)


@router.get("/lesson.json", responses=answers(wire.Replay))
async def lesson(request: Request) -> Response:
    """The worked round of the rules page, a frame for each step."""
    return await large(request, worked_round())


@router.get("/locales/{lang}.json", responses=ANY_WORDS | answers(None, "not_found"))
async def locale(request: Request, lang: str) -> Response:
    return answer_with_words(request, lang, rules=False)


@router.get("/rules/{lang}.json", responses=ANY_WORDS | answers(None, "not_found"))
async def rules(request: Request, lang: str) -> Response:
    return answer_with_words(request, lang, rules=True)
