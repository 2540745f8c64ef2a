/** A QR code (ISO/IEC 18004) for a seat link: byte mode, error correction M, versions 1-10. */

export type Matrix = boolean[][];

/** By version (1 first): error correction codewords in each block, then the data lengths of the blocks. */
const BLOCKS: readonly (readonly [ec: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

/** Where the small squares stand; the same list for rows and columns. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The code for a text, or null when it is too long for version 10 (213 bytes). */
export function encode(text: string, mask?: number): Matrix | null {
  const bytes = [...new TextEncoder().encode(text)];
  const at = BLOCKS.findIndex(([, data], i) => bytes.length <= sum(data) - (i < 9 ? 2 : 3));
  if (at < 0) return null;
  const bits = interleaved(dataCodewords(bytes, at + 1), at + 1);
  if (mask !== undefined) return draw(bits, at + 1, mask);
  const all = MASKS.map((_, m) => draw(bits, at + 1, m));
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** Mode, length, bytes, terminator and padding. */
function dataCodewords(bytes: readonly number[], version: number): number[] {
  const room = sum(BLOCKS[version - 1]![1]);
  const bits: number[] = [];
  const put = (value: number, width: number): void => {
    for (let i = width - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const b of bytes) put(b, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8)
    words.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleaved(words: readonly number[], version: number): number[] {
  const [ec, lengths] = BLOCKS[version - 1]!;
  let from = 0;
  const blocks = lengths.map((n) => words.slice(from, (from += n)));
  const checks = blocks.map((block) => remainder(block, ec));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...lengths); i++)
    for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < ec; i++) for (const check of checks) out.push(check[i]!);
  return out.flatMap((w) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (w >> i) & 1));
}

/** Product in GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon check words of a block. */
export function remainder(block: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((g, j) => (next[j + 1]! ^= times(g, root)));
    generator = next;
  }
  const rest = new Array<number>(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let i = 0; i < degree; i++) rest[i]! ^= times(generator[i + 1]!, factor);
  }
  return rest;
}

function draw(bits: readonly number[], version: number, mask: number): Matrix {
  const size = 17 + 4 * version;
  const dark: Matrix = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Matrix = dark.map((row) => [...row]);
  const set = (r: number, c: number, on: boolean): void => {
    if (r < 0 || c < 0 || r >= size || c >= size) return;
    dark[r]![c] = on;
    fixed[r]![c] = true;
  };
  const square = (
    row: number,
    col: number,
    reach: number,
    ring: (far: number) => boolean,
  ): void => {
    for (let r = -reach; r <= reach; r++)
      for (let c = -reach; c <= reach; c++)
        set(row + r, col + c, ring(Math.max(Math.abs(r), Math.abs(c))));
  };

  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(r, c, 4, (far) => far !== 2 && far !== 4);
  const places = ALIGNMENT[version - 1]!;
  const last = places.length - 1;
  places.forEach((r, i) =>
    places.forEach((c, j) => {
      const onFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!onFinder) square(r, c, 2, (far) => far !== 1);
    }),
  );
  formatBits(mask).forEach((on, i) => {
    // Twice: round the upper left square, and split between the other two.
    const [r, c] = i < 8 ? [i < 6 ? i : i + 1, 8] : [8, i < 9 ? 7 : 14 - i];
    set(r, c, on);
    if (i < 8) set(8, size - 1 - i, on);
    else set(size - 15 + i, 8, on);
  });
  set(size - 8, 8, true);
  if (version >= 7)
    versionBits(version).forEach((on, i) => {
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      set(a, b, on);
      set(b, a, on);
    });

  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const r = up ? size - 1 - step : step;
      for (const c of [right, right - 1])
        if (!fixed[r]![c]) dark[r]![c] = ((bits[next++] ?? 0) === 1) !== MASKS[mask]!(r, c);
    }
  }
  return dark;
}

/** Low bit first: level M is 00, then the mask, then a (15, 5) BCH check, under a fixed pattern. */
export function formatBits(mask: number): boolean[] {
  let rest = mask << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  const value = ((mask << 10) | rest) ^ 0x5412;
  return Array.from({ length: 15 }, (_, i) => ((value >> i) & 1) === 1);
}

/** Low bit first: the version and an (18, 6) BCH check. */
export function versionBits(version: number): boolean[] {
  let rest = version << 12;
  for (let i = 17; i >= 12; i--) if ((rest >> i) & 1) rest ^= 0x1f25 << (i - 12);
  const value = (version << 12) | rest;
  return Array.from({ length: 18 }, (_, i) => ((value >> i) & 1) === 1);
}

/** How hard a code is to read; the mask with the least is taken. */
export function penalty(m: Matrix): number {
  const size = m.length;
  const columns = m.map((_, c) => m.map((row) => row[c]!));
  let total = 0;
  for (const line of [...m, ...columns]) {
    const text = line.map((on) => (on ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      const part = text.slice(i, i + 11);
      if (part === "10111010000" || part === "00001011101") total += 40;
    }
  }
  let on = 0;
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      const here = m[r]![c]!;
      if (here) on++;
      if (r + 1 < size && c + 1 < size)
        if (m[r]![c + 1] === here && m[r + 1]![c] === here && m[r + 1]![c + 1] === here) total += 3;
    }
  return total + 10 * Math.floor(Math.abs((on * 20) / (size * size) - 10));
}

/** One SVG path, a unit square for each dark run, with the quiet border of four. */
export function path(m: Matrix): { d: string; size: number } {
  let d = "";
  m.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      if (!row[c]) continue;
      let end = c;
      while (row[end]) end++;
      d += `M${c + 4} ${r + 4}h${end - c}v1h-${end - c}z`;
      c = end;
    }
  });
  return { d, size: m.length + 8 };
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
