import { describe, expect, it } from "vitest";
import { linkId, narrow, open, parseMove, touch } from "./moves";

const picks = (text: string): string[] => parseMove(text).picks;

describe("move texts taken apart", () => {
  it("names what is touched", () => {
    expect(picks("build green-3")).toEqual(["supply:green-3"]);
    expect(picks("return blue-2")).toEqual(["own:blue-2"]);
    expect(picks("row 4")).toEqual(["row:4"]);
    expect(picks("discard gold")).toEqual(["hand:gold"]);
    expect(picks("turn yellow-4 doge")).toEqual(["own:yellow-4", "hand:doge"]);
    expect(picks("delay")).toEqual(["own:yellow-1"]);
    expect(picks("from supply")).toEqual(["district:supply"]);
    expect(picks("use green-1 draw")).toEqual(["own:green-1", "pile"]);
    expect(picks("use green-3 joker")).toEqual(["own:green-3", "leftover:joker"]);
    expect(picks("use green-2")).toEqual(["own:green-2"]);
    expect(picks("use blue-1 green-2")).toEqual(["own:blue-1", "back:green-2"]);
    expect(picks("use green-4")).toEqual(["own:green-4", "with:nothing"]);
    expect(picks("use blue-2")).toEqual(["own:blue-2", "with:councillor"]);
    expect(picks("use blue-2 alone")).toEqual(["own:blue-2", "with:nobody"]);
  });

  it("counts plays", () => {
    expect(parseMove("play 2 joker 1")).toMatchObject({ verb: "play", cards: 2, jokers: 1 });
    expect(parseMove("play 0 joker 2")).toMatchObject({ cards: 0, jokers: 2 });
    expect(parseMove("play 11")).toMatchObject({ cards: 11, jokers: 0 });
    expect(parseMove("pass")).toMatchObject({ verb: "pass", cards: 0, jokers: 0 });
  });

  it("finds the connection whichever district is named first", () => {
    expect(linkId("dorsoduro", "castello")).toBe("castello:dorsoduro");
    expect(picks("bridge san-polo:castello")).toEqual([
      "link:castello:san-polo",
      "way:san-polo:castello",
    ]);
    expect(picks("gondola san-polo:castello")).toEqual([
      "link:castello:san-polo",
      "district:san-polo",
    ]);
    expect(picks("gondola castello:san-polo alone")).toEqual([
      "link:castello:san-polo",
      "with:nobody",
    ]);
  });

  it("narrows until one is left", () => {
    const moves = ["use green-1 draw", "use green-1 gold", "use green-3 gold", "done"].map(
      parseMove,
    );
    expect(narrow(moves, ["own:green-1"]).map((m) => m.text)).toEqual([
      "use green-1 draw",
      "use green-1 gold",
    ]);
    expect(narrow(moves, ["leftover:gold", "own:green-3"]).map((m) => m.text)).toEqual([
      "use green-3 gold",
    ]);
    expect(open(moves, ["leftover:gold"])).toEqual(new Set(["own:green-1", "own:green-3"]));
  });

  it("keeps what goes with a touch and lets go of the rest", () => {
    const rows = ["row 1", "row 2"].map(parseMove);
    expect(touch(rows, [], "row:1")).toEqual(["row:1"]);
    expect(touch(rows, ["row:1"], "row:2")).toEqual(["row:2"]);
    expect(touch(rows, ["row:1"], "row:3")).toBeNull();

    const uses = ["use green-1 gold", "use green-1 doge", "use green-3 doge"].map(parseMove);
    expect(touch(uses, ["own:green-1", "leftover:gold"], "leftover:doge")).toEqual([
      "own:green-1",
      "leftover:doge",
    ]);
    expect(touch(uses, ["own:green-1", "leftover:gold"], "own:green-3")).toEqual(["own:green-3"]);

    const gondolas = ["castello:san-marco", "san-marco:castello", "castello:san-polo"].map((pair) =>
      parseMove(`gondola ${pair}`),
    );
    const link = "link:castello:san-marco";
    expect(touch(gondolas, [], "district:castello")).toBeNull();
    expect(touch(gondolas, [link, "district:castello"], "district:san-marco")).toEqual([
      link,
      "district:san-marco",
    ]);
    expect(touch(gondolas, [link, "district:castello"], "link:castello:san-polo")).toEqual([
      "link:castello:san-polo",
      "district:castello",
    ]);
  });
});
