/** Numbers and names in sentences: `tests/sentences.json`, which the terminal's test reads as well. */
import { beforeAll, expect, it, vi } from "vitest";
import sentences from "../../../tests/sentences.json";

type Said = string | Record<string, string>;
interface Case {
  lang: string;
  key: string;
  args: Record<string, string | number | [string, string]>;
  says: Said;
}

const FILES = import.meta.glob<object>("../../../src/rialto/locales/*/*.json", {
  eager: true,
  import: "default",
});
function entries(lang: string): object {
  const own = Object.keys(FILES).filter((path) => path.includes(`/${lang}/`));
  return Object.assign({}, ...own.map((path) => FILES[path])) as object;
}

let i18n: typeof import("./i18n.svelte");
beforeAll(async () => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { lang: "", dataset: {} } });
  vi.stubGlobal("fetch", (url: string) => {
    const lang = /locales\/(\w+)\.json/.exec(url)?.[1] ?? "";
    return Promise.resolve({ ok: true, json: () => Promise.resolve(entries(lang)) });
  });
  i18n = await import("./i18n.svelte");
});

it.each(sentences as unknown as Case[])("$lang $key", async ({ lang, key, args, says }) => {
  await i18n.useLanguage(lang as Parameters<typeof i18n.useLanguage>[0]);
  const given = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      Array.isArray(value) ? i18n.term(...value) : value,
    ]),
  );
  if (typeof says === "string") expect(i18n.t(key, given)).toBe(says);
  else
    for (const [n, sentence] of Object.entries(says))
      expect(i18n.t(key, { ...given, n: Number(n) })).toBe(sentence);
});
