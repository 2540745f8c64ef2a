/**
 * Puts the sprite into the page, once, so that `<use href="#…">` and its patterns work.
 *
 * In the file the drawings are not displayed: only their copies are, so that the browser need not lay
 * out a thousand shapes that nobody sees. They stand in an inner `svg`, for Chromium lays out a `g`
 * that is not displayed as well. What they are painted with (patterns, masks, clip paths) has to stay
 * outside, for it works only where it is displayed.
 */
import url from "./sprite.svg?url";

export async function loadSprite(): Promise<void> {
  const answer = await fetch(url);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.body.prepend(document.adoptNode(parsed.documentElement));
}
