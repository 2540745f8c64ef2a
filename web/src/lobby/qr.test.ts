import { describe, expect, test } from "vitest";
import { encode, formatBits, path, penalty, remainder, versionBits, type Matrix } from "./qr";

const bitsOf = (list: boolean[]): string =>
  list
    .map((on) => (on ? "1" : "0"))
    .reverse()
    .join("");
const hex = (text: string): number[] => text.split(" ").map((part) => Number.parseInt(part, 16));

describe("the worked examples of ISO/IEC 18004", () => {
  test("Reed-Solomon words of the symbol for 01234567 (1-M)", () => {
    const data = hex("10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11");
    expect(remainder(data, 10)).toEqual(hex("A5 24 D4 C1 ED 36 C7 87 2C 55"));
  });

  test("format information of level M, mask 101", () => {
    expect(bitsOf(formatBits(5))).toBe("100000011001110");
  });

  test("version information of version 7", () => {
    expect(bitsOf(versionBits(7))).toBe("000111110010010100");
  });
});

test("a whole symbol, as another encoder draws it", () => {
  const drawn = encode("rialto", 3)!.map((row) => row.map((on) => (on ? "#" : ".")).join(""));
  expect(drawn).toEqual([
    "#######.#...#.#######",
    "#.....#.##.##.#.....#",
    "#.###.#...#...#.###.#",
    "#.###.#.###...#.###.#",
    "#.###.#..#....#.###.#",
    "#.....#..#....#.....#",
    "#######.#.#.#.#######",
    "........##...........",
    "#.##.###.##...#..#.##",
    ".###........#..#....#",
    ".####.##.#..#####..##",
    ".....#.#.#..##...#.##",
    "###.#.#..#.#.#..#....",
    "........#.#..#...#.#.",
    "#######.#.#..##.##...",
    "#.....#.#..####.###.#",
    "#.###.#..###..#######",
    "#.###.#.#....#...###.",
    "#.###.#.#..#.#....#..",
    "#.....#..#.##.#.....#",
    "#######.#..##..####..",
  ]);
});

/** Reads a symbol of one block back, by the standard's order and not by the encoder's. */
function read(m: Matrix): string {
  const size = m.length;
  const version = (size - 17) / 4;
  const mask = [2, 3, 4].reduce((value, c) => value * 2 + Number(m[8]![c]), 0) ^ 0b101;
  const flips: ((i: number, j: number) => number)[] = [
    (i, j) => (i + j) % 2,
    (i) => i % 2,
    (_, j) => j % 3,
    (i, j) => (i + j) % 3,
    (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    (i, j) => ((i * j) % 2) + ((i * j) % 3),
    (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ];
  const isFunction = (r: number, c: number): boolean =>
    (r < 9 && c < 9) ||
    (r < 9 && c >= size - 8) ||
    (r >= size - 8 && c < 9) ||
    r === 6 ||
    c === 6 ||
    (version > 1 && Math.abs(r - (size - 7)) <= 2 && Math.abs(c - (size - 7)) <= 2);
  let bits = "";
  const columns = [];
  for (let c = size - 1; c > 6; c -= 2) columns.push(c);
  columns.push(5, 3, 1);
  columns.forEach((right, n) => {
    for (let k = 0; k < size; k++) {
      const r = n % 2 ? k : size - 1 - k;
      for (const c of [right, right - 1])
        if (!isFunction(r, c)) bits += m[r]![c] !== (flips[mask]!(r, c) === 0) ? "1" : "0";
    }
  });
  const word = (at: number): number => Number.parseInt(bits.slice(at, at + 8), 2);
  const bytes = Array.from({ length: word(4) }, (_, i) => word(12 + 8 * i));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test.each(["x", "Płac świętego Marka", "http://10.0.0.7:8000/t/ab#012345678901"])(
  "reads back: %s",
  (text) => {
    for (let mask = 0; mask < 8; mask++) expect(read(encode(text, mask)!)).toBe(text);
    expect(read(encode(text)!)).toBe(text);
  },
);

test("the easiest of the eight masks is chosen", () => {
  const text = "http://192.168.1.20:8000/t/k3v9Qm#Zr8-_abcDEF0123456789";
  const least = Math.min(...[0, 1, 2, 3, 4, 5, 6, 7].map((mask) => penalty(encode(text, mask)!)));
  expect(penalty(encode(text)!)).toBe(least);
});

test("it grows with the text and refuses what does not fit", () => {
  expect(encode("a".repeat(14))!.length).toBe(21);
  expect(encode("a".repeat(15))!.length).toBe(25);
  expect(encode("a".repeat(213))!.length).toBe(57);
  expect(encode("a".repeat(214))).toBeNull();
});

test("the path covers exactly the dark squares", () => {
  const m = encode("rialto")!;
  const { d, size } = path(m);
  expect(size).toBe(29);
  const covered = [...d.matchAll(/h(\d+)v1/g)].reduce((n, run) => n + Number(run[1]), 0);
  expect(covered).toBe(m.flat().filter(Boolean).length);
});
