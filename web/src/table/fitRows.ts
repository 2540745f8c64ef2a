/** How large the cards of the open rows can be, so that every row is in sight. */

const SIZES = [54, 46, 40, 36, 32, 28, 24];
const CARDS = 6;
/** What a row needs beside its cards: number, padding and frame; the least that a finger hits. */
const BESIDE = 40;
const FRAME = 10;
const LEAST = 44;
const GAP = { x: 8, y: 6 };
/** A taken row is a line of text, and two of them stand side by side. */
const TAKEN = 32;

export function fitRows(
  { open, taken }: { open: number; taken: number },
  { width, height }: { width: number; height: number },
  most: number,
): number {
  const high = (size: number): number => {
    const wide = CARDS * (size + 3) + BESIDE;
    const abreast = Math.max(1, Math.floor((width + GAP.x) / (wide + GAP.x)));
    const row = Math.max(LEAST, size * 1.32 + FRAME) + GAP.y;
    return Math.ceil(open / abreast) * row + Math.ceil(taken / 2) * (TAKEN + GAP.y);
  };
  const sizes = SIZES.filter((size) => size <= most);
  return sizes.find((size) => high(size) <= height) ?? SIZES.at(-1)!;
}
