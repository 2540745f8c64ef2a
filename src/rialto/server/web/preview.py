"""What a messenger shows of a link: title, sentence and picture in the head of the page.

The pictures are files (`make screenshots` takes them), the same for every table: a server draws
nothing, and whoever fetches a preview learns nothing of who plays.
"""

import html
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers

from rialto.locales import LANGUAGES, words

TITLE: Final = "<title>Rialto</title>"


class Preview(NamedTuple):
    title: str
    text: str
    picture: str


def preview_of(path: str, query: str, lang: str) -> Preview:
    """By the kind of page; the address says no more. `?result`: whoever sends it tells how a game
    has ended."""
    speech = words(lang)
    match path.strip("/").split("/"):
        case ["t", _]:
            kind = "table"
        case ["replay", _]:
            kind = "result" if "result" in parse_qs(query, keep_blank_values=True) else "replay"
        case _:
            return Preview("Rialto", speech.t("share.home.text"), "/share-table.jpg")
    title = f"{speech.t(f'share.{kind}')} · Rialto"
    return Preview(title, speech.t(f"share.{kind}.text"), f"/share-{kind}.jpg")


def language(accepted: str) -> str:
    """The first of ours that the browser names; who fetches previews names none."""
    for part in accepted.split(","):
        lang = part.strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


def with_preview(page: str, path: str, query: str, scheme: str, headers: Headers) -> str:
    lang = language(headers.get("accept-language", ""))
    shown = preview_of(path, query, lang)
    here = f"{scheme}://{headers.get('host', '')}"
    facts = {
        "og:site_name": "Rialto",
        "og:type": "website",
        "og:title": shown.title,
        "og:description": shown.text,
        "og:url": f"{here}{path}",
        "og:image": f"{here}{shown.picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    tags = [f"<title>{html.escape(shown.title)}</title>"]
    tags += [
        f'<meta property="{name}" content="{html.escape(value)}" />'
        for name, value in facts.items()
    ]
    return page.replace(TITLE, "\n    ".join(tags), 1)
