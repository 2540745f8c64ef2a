import { beforeEach, describe, expect, it, vi } from "vitest";

const WORDS = {
  en: {
    hello: "Hello {name}",
    "kind.gold": "Gold",
    cards: { one: "{n} card", other: "{n} cards" },
    of: "of {kind:gen}",
  },
  pl: {
    hello: "Cześć {name}",
    "kind.gold": "Złoto",
    "kind.gold.gen": "Złota",
    of: "{kind:gen}",
    cards: { one: "{n} karta", few: "{n} karty", many: "{n} kart", other: "{n} karty" },
  },
} as const;

/** The module keeps the language; every test starts with a fresh one and a server of words. */
async function fresh(): Promise<typeof import("./i18n.svelte")> {
  vi.resetModules();
  const storage = new Map<string, string>();
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", {
    getItem: (k: string) => storage.get(k) ?? null,
    setItem: (k: string, v: string) => storage.set(k, v),
  });
  vi.stubGlobal("document", { documentElement: { lang: "", dataset: {} } });
  vi.stubGlobal("fetch", (url: string) => {
    const lang = /locales\/(\w+)\.json/.exec(url)?.[1] as keyof typeof WORDS;
    return Promise.resolve({
      ok: lang in WORDS,
      status: 404,
      json: () => Promise.resolve(WORDS[lang]),
    });
  });
  return import("./i18n.svelte");
}

describe("words", () => {
  let i18n: typeof import("./i18n.svelte");
  beforeEach(async () => {
    i18n = await fresh();
    await i18n.useLanguage("en");
  });

  it("puts arguments in and keeps their places", () => {
    expect(i18n.t("hello", { name: "Marta" })).toBe("Hello Marta");
    expect(i18n.parts("hello", { name: "Marta" })).toEqual([
      { text: "Hello " },
      { text: "Marta", arg: "name" },
    ]);
  });

  it("chooses plurals as the language does", async () => {
    expect([1, 2, 5].map((n) => i18n.t("cards", { n }))).toEqual(["1 card", "2 cards", "5 cards"]);
    await i18n.useLanguage("pl");
    expect([1, 2, 5, 12, 22].map((n) => i18n.t("cards", { n }))).toEqual([
      "1 karta",
      "2 karty",
      "5 kart",
      "12 kart",
      "22 karty",
    ]);
  });

  it("asks a term for the form the sentence needs, and takes the plain word where there is none", async () => {
    const kind = i18n.term("kind", "gold");
    expect(i18n.t("of", { kind })).toBe("of Gold");
    await i18n.useLanguage("pl");
    expect(i18n.t("of", { kind })).toBe("Złota");
  });

  it("writes lists as each language does", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
    const lists = [[], ["x"], ["x", "y"], ["x", "y", "z"]];
    const last = { en: " and ", pl: " i ", cs: " a\u00a0", hu: " és ", de: " und " };
    for (const [lang, and] of Object.entries(last)) {
      await i18n.useLanguage(lang as keyof typeof last);
      const told = lists.map((items) => i18n.list(items));
      expect(told).toEqual(["", "x", `x${and}y`, `x, y${and}z`]);
    }
  });

  it("keeps the language when another cannot be had", async () => {
    await expect(i18n.useLanguage("hu")).rejects.toThrow("hu");
    expect(i18n.t("hello", { name: "A" })).toBe("Hello A");
  });
});
