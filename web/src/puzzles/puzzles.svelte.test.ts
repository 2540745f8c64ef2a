// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { t } from "../lib/i18n.svelte";
import { me } from "../lib/me.svelte";
import type { PuzzleSummary } from "../lib/wire";
import { Choice } from "../table/choice.svelte";
import { aView } from "../table/fakes";
import { filterOf, matching, nextOf, queryOf, themesOf } from "./filter";
import { memory, note, recall } from "./memory.svelte";
import { PuzzleSession } from "./session.svelte";

beforeEach(() => {
  localStorage.clear();
  Object.assign(memory, recall());
});
afterEach(() => vi.unstubAllGlobals());

const one = (name: string, theme: string, difficulty: number): PuzzleSummary => ({
  name,
  theme,
  difficulty,
  players: 2,
  round: 1,
});
const ALL = [one("a", "row", 1), one("b", "play", 1), one("c", "row", 3), one("d", "row", 1)];

describe("what was solved", () => {
  test("a streak counts first tries only, and is remembered", () => {
    note("a", true);
    note("b", true);
    expect(memory).toMatchObject({ solved: ["a", "b"], streak: 2, best: 2 });
    note("c", false);
    note("c", true);
    expect(memory).toMatchObject({ solved: ["a", "b", "c"], missed: ["c"], streak: 0, best: 2 });
    note("a", true);
    expect(memory.streak).toBe(0);
    expect(recall()).toEqual({ ...memory });
  });

  test.each(["{", "null", "[]", '{"solved": 3, "streak": -1, "best": "x"}', '{"solved": [1]}'])(
    "damaged storage (%s) is nothing solved",
    (kept) => {
      localStorage.setItem("rialto.puzzles", kept);
      expect(recall()).toEqual({ solved: [], missed: [], streak: 0, best: 0 });
    },
  );
});

describe("which puzzle", () => {
  test("the address says what is wanted, and nothing else is believed", () => {
    const wanted = filterOf(new URLSearchParams("theme=row&difficulty=1"));
    expect(matching(ALL, wanted).map((p) => p.name)).toEqual(["a", "d"]);
    expect(queryOf(wanted)).toBe("?theme=row&difficulty=1");
    expect(filterOf(new URLSearchParams("difficulty=9"))).toEqual({ theme: "", difficulty: 0 });
    expect(queryOf({ theme: "", difficulty: 0 })).toBe("");
    expect(themesOf(ALL)).toEqual(["row", "play"]);
  });

  test("the next is the first that is not solved, round again, else the next one", () => {
    expect(nextOf(ALL, "b", ["c"])?.name).toBe("d");
    expect(nextOf(ALL, "d", ["a"])?.name).toBe("b");
    expect(nextOf(ALL, "b", ["a", "b", "c", "d"])?.name).toBe("c");
    expect(nextOf(ALL, "elsewhere", [])?.name).toBe("a");
    expect(nextOf([ALL[0]!], "a", [])).toBeUndefined();
  });
});

describe("a table with one question", () => {
  interface Asked {
    path: string;
    body: unknown;
  }
  let asked: Asked[];
  const answers: Record<string, { status: number; body: unknown }> = {};

  function serve(path: string, body: unknown, status = 200): void {
    answers[path] = { status, body };
  }
  beforeEach(() => {
    asked = [];
    vi.stubGlobal("fetch", (path: string, how: RequestInit) => {
      const body = typeof how.body === "string" ? (JSON.parse(how.body) as unknown) : undefined;
      asked.push({ path, body });
      const said = answers[path]!;
      return Promise.resolve(new Response(JSON.stringify(said.body), { status: said.status }));
    });
  });

  async function sit(decision: "row" | "play", moves: string[]): Promise<[PuzzleSession, Choice]> {
    serve("/api/puzzles/a", { summary: ALL[0], view: aView({ table: "", decision, moves }) });
    const session = new PuzzleSession("a");
    await session.open();
    return [session, new Choice(session, true)];
  }

  test("what is chosen is the answer, and then nothing is asked any more", async () => {
    const [session, choice] = await sit("row", ["row 1", "row 2"]);
    expect(choice.active).toBe(true);
    serve("/api/puzzles/a/answer", { solved: true, solution: "row 2" });
    choice.pick("row:2");
    await choice.confirm();
    expect(asked.at(-1)).toEqual({ path: "/api/puzzles/a/answer", body: { moves: ["row 2"] } });
    expect(session.answer?.solved).toBe(true);
    expect(choice.active).toBe(false);
    expect(memory.solved).toEqual(["a"]);
  });

  test("whoever solves it sits there under their own name, or as a guest", async () => {
    const [guest] = await sit("row", ["row 1", "row 2"]);
    expect(guest.seen?.seats.map((seat) => seat.name)).toEqual([t("player.guest"), "Bert"]);
    me.name = "Zofia";
    const [zofia] = await sit("row", ["row 1", "row 2"]);
    expect(zofia.seen?.seats.map((seat) => seat.name)).toEqual(["Zofia", "Bert"]);
    me.name = "";
  });

  test("a building used before a play is an answer by itself", async () => {
    const [session, choice] = await sit("play", ["pass", "delay"]);
    serve("/api/puzzles/a/answer", { solved: false, solution: "pass" });
    choice.pick("own:yellow-1");
    await choice.confirm();
    expect(asked.map(({ path }) => path)).toEqual(["/api/puzzles/a", "/api/puzzles/a/answer"]);
    expect(session.answer?.solved).toBe(false);
    expect(memory.missed).toEqual(["a"]);
  });

  test("a refusal and a lost line leave the question open", async () => {
    const [session, choice] = await sit("row", ["row 1", "row 2"]);
    const refused = { error: "refused", refusal: "row_taken", rule: "P2", move: "row 1" };
    serve("/api/puzzles/a/answer", refused, 409);
    await choice.make(["row 1"]);
    expect(choice.refused).toEqual({ refusal: "row_taken", rule: "P2", move: "row 1" });
    serve("/api/puzzles/a/answer", { error: "stopping" }, 503);
    await choice.make(["row 1"]);
    expect(session.problem).toBe("stopping");
    expect(session.answer).toBeNull();
    expect(choice.active).toBe(true);
    expect(memory).toMatchObject({ solved: [], missed: [] });
  });

  test("a move can be looked at, also once it is answered", async () => {
    const [session] = await sit("play", ["pass"]);
    serve("/api/puzzles/a/try", aView({ table: "", version: 1 }));
    expect((await session.foresee(["pass"]))?.version).toBe(1);
    serve("/api/puzzles/a/try", { error: "refused" }, 409);
    expect(await session.foresee(["pass"])).toBeNull();
  });
});
