"""The drawings of the sprite cost nothing until they are used (web/src/art/sprite.ts)."""

from pathlib import Path
from xml.etree import ElementTree

SPRITE = Path(__file__).parents[1] / "web" / "src" / "art" / "sprite.svg"
SVG = "{http://www.w3.org/2000/svg}"
PAINTS = {f"{SVG}{name}" for name in ("pattern", "mask", "clipPath", "linearGradient")}


def test_only_what_paints_is_displayed() -> None:
    paints, drawings = ElementTree.parse(SPRITE).getroot()
    assert {each.tag for each in paints} == PAINTS
    assert (drawings.tag, drawings.get("display")) == (f"{SVG}svg", "none")
    assert not PAINTS & {each.tag for each in drawings.iter()}
