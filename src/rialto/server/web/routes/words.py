"""Words: one language as one JSON, and the rules for players."""

import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request, Response

from rialto.server import wire
from rialto.server.show.lesson import worked_round
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Responses, answers, large

router = APIRouter(prefix="/api", tags=["words"])
ANY_WORDS: Responses = {
    200: {"description": "Words by key", "content": {"application/json": {}}},
    304: {"description": "As you have it"},
}
RULES = "rules.json"


@cache
def words(lang: str, rules: bool) -> tuple[bytes, str] | None:
    """All areas of a language merged, or its rules; and their tag."""
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
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def answer_with_words(request: Request, lang: str, rules: bool) -> Response:
    found = words(lang, rules)
    if found is None:
        raise Trouble("not_found", "There are no words in that language.")
    body, tag = found
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


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
