import { describe, expect, test } from "vitest";
import vectors from "../../../../tests/fair/vectors.json";
import { toHex } from "../hex";
import { canonical, commitmentTo, fromHex, PROTOCOL, sealOf } from "./protocol";
import { sha256 } from "./sha256";

describe("the page computes what the server computes", () => {
  test("the protocol has one name", () => expect(vectors.protocol).toBe(PROTOCOL));

  test.each(vectors.hashes)("SHA-256 of $text.length bytes", ({ text, sha256: hash }) => {
    expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(hash);
  });

  test.each(vectors.commitments)("a commitment", ({ secret, game, options, commitment }) => {
    expect(commitmentTo(fromHex(secret)!, game, options)).toBe(commitment);
  });

  test.each(vectors.seals)("a seal", ({ number, seal }) => {
    expect(sealOf(fromHex(number)!)).toBe(seal);
  });
});

test("keys are sorted, whatever their order was", () => {
  expect(canonical({ b: [1, null], a: { d: "é\n", c: false } })).toBe(
    '{"a":{"c":false,"d":"é\\n"},"b":[1,null]}',
  );
});

test("what is not 32 bytes in hexadecimal is nothing", () => {
  const good = "0f".repeat(32);
  expect(toHex(fromHex(good)!)).toBe(good);
  for (const bad of ["", good.slice(1), good.toUpperCase(), `${good}00`, 7, null, "zz".repeat(32)])
    expect(fromHex(bad)).toBeNull();
});
