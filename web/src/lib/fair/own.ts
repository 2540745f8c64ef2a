/**
 * The numbers that this browser has added to shuffles, and the commitments that it was shown. They
 * are kept to be opened after a reload, and to be held against the record once the game is over.
 */
import { toHex } from "../hex";
import { SIZE, sealOf } from "./protocol";

export interface OwnNumber {
  seat: number;
  seal: string;
  number: string;
  /** The server has taken it. */
  opened?: true;
}

export interface Memory {
  /** The first that was shown; it must never be another. */
  commitment: string | null;
  numbers: OwnNumber[];
}

const KEY = "rialto.fair";
const MOST_TABLES = 100;
const MOST_NUMBERS = 12;
let memories: Record<string, Memory> = load();

function load(): Record<string, Memory> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Memory>;
  } catch {
    return {};
  }
}

function save(table: string, memory: Memory): void {
  // Another page of this browser may have kept something since.
  const others = Object.entries({ ...memories, ...load() }).filter(([name]) => name !== table);
  const newest = others.slice(1 - MOST_TABLES);
  memories = { ...Object.fromEntries(newest), [table]: memory };
  try {
    localStorage.setItem(KEY, JSON.stringify(memories));
  } catch {
    // Then it lasts as long as the page.
  }
}

export function memoryOf(table: string): Memory | null {
  memories = { ...memories, ...load() };
  return memories[table] ?? null;
}

/** 32 random bytes and their seal. */
export function freshNumber(): Omit<OwnNumber, "seat"> {
  const number = crypto.getRandomValues(new Uint8Array(SIZE));
  return { number: toHex(number), seal: sealOf(number) };
}

/** A new one, or what is known of it now. */
export function keepNumber(table: string, own: OwnNumber): void {
  const { commitment = null, numbers = [] } = memoryOf(table) ?? {};
  const others = numbers.filter((n) => n.seal !== own.seal);
  save(table, { commitment, numbers: [...others, own].slice(-MOST_NUMBERS) });
}

/** What everybody was shown before the game; the first time counts. */
export function keepCommitment(table: string, commitment: string): void {
  const { commitment: before = null, numbers = [] } = memoryOf(table) ?? {};
  if (before === null) save(table, { commitment, numbers });
}
