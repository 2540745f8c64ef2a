/**
 * The page's half of the published rule (docs/fairness.md): commitments and seals. Its twin is
 * src/rialto/fair/protocol.py; both are held to tests/fair/vectors.json.
 */
import { toHex } from "../hex";
import { sha256 } from "./sha256";

export const PROTOCOL = "rialto-fair-1";
export const SIZE = 32;

export interface Options {
  rules: number;
  house: Record<string, unknown>;
  start: string | null;
  live: boolean;
  given: string[];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Null for anything but 32 bytes in hexadecimal. */
export function fromHex(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));
}

/** Each part after its length, so that no two lists of parts are the same bytes. */
function framed(parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + 4 + part.length, 0);
  const view = new DataView(new ArrayBuffer(size));
  const bytes = new Uint8Array(view.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

const digest = (purpose: string, ...parts: Uint8Array[]): string =>
  toHex(sha256(framed([utf8(`${PROTOCOL} ${purpose}`), ...parts])));

/** JSON with sorted keys and no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join(",")}}`;
}

/** What the server publishes before anybody sits. */
export const commitmentTo = (secret: Uint8Array, game: string, options: Options): string =>
  digest("commitment", secret, utf8(game), utf8(canonical(options)));

/** What a page sends of its number before it opens it. */
export const sealOf = (number: Uint8Array): string => digest("seal", number);
