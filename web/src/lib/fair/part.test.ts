import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fair, View } from "../wire";
import { keepCommitment, keepNumber, memoryOf } from "./own";
import { takePart, tasks } from "./part";
import { fromHex, sealOf } from "./protocol";

const NUMBER = "01".repeat(32);
const SEAL = sealOf(fromHex(NUMBER)!);
const OWN = { seat: 1, seal: SEAL, number: NUMBER };
const plain: Fair = {
  commitment: "ab".repeat(32),
  live: true,
  attempt: 1,
  phase: "gathering",
  seats: [],
  late: [],
  missing: [],
};
const sealed = [{ seat: 1, seal: SEAL, opened: false }];
let table = "";
let n = 0;
beforeEach(() => {
  table = `table${n++}`;
});

describe("what a page owes the shuffle", () => {
  test("who sits without a number seals one while seats are free", () => {
    expect(tasks(table, plain, [2])).toEqual([{ what: "seal", seat: 2 }]);
    expect(tasks(table, { ...plain, phase: "opening" }, [2])).toEqual([]);
    expect(tasks(table, plain, [])).toEqual([]);
  });
  test("one number for all seats of a browser", () => {
    expect(tasks(table, { ...plain, seats: sealed }, [0, 1])).toEqual([]);
  });
  test("a number is opened when all have come, by the device that has it", () => {
    const opening: Fair = { ...plain, phase: "opening", seats: sealed };
    expect(tasks(table, opening, [1])).toEqual([]);
    keepNumber(table, OWN);
    expect(tasks(table, { ...plain, seats: sealed }, [1])).toEqual([]);
    expect(tasks(table, opening, [1])).toEqual([{ what: "open", seat: 1, own: OWN }]);
    expect(tasks(table, opening, [0])).toEqual([]);
  });
  test("in clear it is given at once", () => {
    keepNumber(table, OWN);
    const clear: Fair = { ...plain, live: false, seats: sealed };
    expect(tasks(table, clear, [1])).toEqual([{ what: "open", seat: 1, own: OWN }]);
  });
  test("another attempt wants another number", () => {
    const again: Fair = { ...plain, attempt: 2, seats: [{ seat: 1, seal: null, opened: false }] };
    expect(tasks(table, again, [1])).toEqual([{ what: "seal", seat: 1 }]);
  });
});

test("the page sends each once, and again if it could not be sent", async () => {
  const sent: [string, Record<string, unknown>][] = [];
  let works = false;
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body) as Record<string, unknown>]);
    return works ? Promise.resolve(new Response("{}")) : Promise.reject(new Error("offline"));
  });
  const view = { table, fair: { ...plain, attempt: 2 } } as View;
  await takePart(view, [0]);
  works = true;
  await takePart(view, [0]);
  await takePart(view, [0]);
  expect(sent.map(([path]) => path)).toEqual(Array(2).fill(`/api/tables/${table}/fair/seal`));
  const last = memoryOf(table)!.numbers.at(-1)!;
  expect(sent[1]![1]).toEqual({ attempt: 2, seat: 0, seal: last.seal });
  expect(sealOf(fromHex(last.number)!)).toBe(last.seal);
  vi.unstubAllGlobals();
});

test("the first commitment that was shown is the one that is kept", () => {
  keepCommitment(table, "aa");
  keepCommitment(table, "bb");
  expect(memoryOf(table)?.commitment).toBe("aa");
  keepNumber(table, OWN);
  keepNumber(table, { ...OWN, opened: true });
  expect(memoryOf(table)).toEqual({ commitment: "aa", numbers: [{ ...OWN, opened: true }] });
});
