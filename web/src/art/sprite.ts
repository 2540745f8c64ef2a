/** Puts the sprite into the page, once, so that `<use href="#…">` and its patterns work. */
import url from "./sprite.svg?url";

export async function loadSprite(): Promise<void> {
  const answer = await fetch(url);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.body.prepend(document.adoptNode(parsed.documentElement));
}
