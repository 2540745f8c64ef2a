/** What this page can check of a record's shuffle, and what it cannot (docs/fairness.md). */
import type { Memory } from "../lib/fair/own";
import { commitmentTo, fromHex, PROTOCOL, sealOf } from "../lib/fair/protocol";
import type { FairFacts } from "../lib/wire";

export interface FairRecord {
  rules: number;
  house: Record<string, unknown>;
  names: string[];
  start?: string | null;
  moves: string[];
  fair?: FairFacts & { secret?: string };
}

/** `good` and `bad` were checked, `open` could not be; `note` is only to be known. */
export interface Finding {
  state: "good" | "bad" | "note" | "open";
  /** The words are `fair.<code>`. */
  code: string;
  args: Record<string, string | number>;
}

const finding = (state: Finding["state"], code: string, args: Finding["args"] = {}): Finding => ({
  state,
  code,
  args,
});

export function checkShuffle(record: FairRecord, memory: Memory | null): Finding[] {
  const { fair } = record;
  if (!fair) return [finding("note", "none")];
  if (fair.protocol !== PROTOCOL) return [finding("note", "unknown")];
  return [
    secret(record, fair),
    shown(fair, memory),
    ...numbers(record, fair),
    ...own(fair, memory),
    ...fair.missing.map((m) => finding("note", "missing", { n: m.attempt, name: m.name })),
    finding("open", "draws"),
  ];
}

function secret(record: FairRecord, fair: NonNullable<FairRecord["fair"]>): Finding {
  if (fair.secret === undefined) return finding("open", "secret.later");
  const bytes = fromHex(fair.secret);
  const options = {
    rules: record.rules,
    house: record.house,
    start: record.start ?? null,
    live: fair.live,
    given: record.moves.slice(0, fair.given),
  };
  const fits = bytes !== null && commitmentTo(bytes, fair.game, options) === fair.commitment;
  return fits ? finding("good", "secret.good") : finding("bad", "secret.bad");
}

/** A record may fit itself and still be another's: what counts is what was shown before. */
function shown(fair: FairFacts, memory: Memory | null): Finding {
  if (!memory?.commitment) return finding("open", "shown.unknown");
  return memory.commitment === fair.commitment
    ? finding("good", "shown.good")
    : finding("bad", "shown.bad");
}

function numbers(record: FairRecord, fair: FairFacts): Finding[] {
  if (!fair.numbers.length) return [finding("note", "number.nobody")];
  return fair.numbers.map(({ seat, seal, number }) => {
    const name = record.names[seat] ?? "";
    const bytes = fromHex(number);
    if (!fair.live && seal === null && bytes) return finding("note", "number.clear", { name });
    return bytes !== null && sealOf(bytes) === seal
      ? finding("good", "number.good", { name })
      : finding("bad", "number.bad", { name });
  });
}

/** A number of this browser that the server took must be in it, or its seat be named as missing. */
function own(fair: FairFacts, memory: Memory | null): Finding[] {
  const mine = memory?.numbers ?? [];
  if (!mine.length) return [];
  const used = new Set(fair.numbers.map((n) => n.number));
  if (mine.some((n) => used.has(n.number))) return [finding("good", "mine.good")];
  const named = new Set(fair.missing.map((m) => m.seat));
  const dropped = mine.some((n) => n.opened && !named.has(n.seat));
  return [dropped ? finding("bad", "mine.bad") : finding("note", "mine.absent")];
}
