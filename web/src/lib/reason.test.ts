import { beforeEach, expect, it, vi } from "vitest";
import type { Lang } from "./language";

/** A page in one language, whose words are the codes. */
async function fresh(lang: Lang): Promise<(details: Record<string, unknown>) => string> {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: [lang] });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { lang: "", dataset: {} } });
  const words = { "error.bad_record": `[${lang}]` };
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve(words) }));
  const { useLanguage } = await import("./i18n.svelte");
  await useLanguage(lang);
  const { reason } = await import("./reason");
  const { ApiError } = await import("./api");
  return (details) => reason(new ApiError(409, "bad_record", "move 12 is not legal", details));
}

beforeEach(() => vi.unstubAllGlobals());

it("names the place in every language, and says it in English only in English", async () => {
  expect((await fresh("en"))({ where: "moves.12" })).toBe("[en] (move 12 is not legal)");
  expect((await fresh("hu"))({ where: "moves.12" })).toBe("[hu] (moves.12)");
});

it("leaves the server's own sentence out where there is no place to name", async () => {
  expect((await fresh("en"))({})).toBe("[en]");
});
