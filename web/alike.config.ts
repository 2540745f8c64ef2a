/** For tests/test_told_alike.py, which says in RIALTO_TOLD where to find what is to be told. */
import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const told: unknown = JSON.parse(readFileSync(process.env.RIALTO_TOLD ?? "", "utf8"));

export default defineConfig({
  test: { include: ["src/game/alike.check.ts"], provide: { told } },
});
