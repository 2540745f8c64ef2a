/**
 * Words. One JSON per language, fetched from the server; a change of language shows at once.
 *
 * A template holds placeholders: `{name}` puts in the argument; when the argument is a `Term`
 * (a thing of the game that has a word of its own), `{kind}` puts in the word `kind.<id>` and
 * `{kind:acc}` the form `kind.<id>.acc`, or the plain word where the language needs no such form.
 * `{name:az}` and `{name:Az}` put the Hungarian article before it.
 * A plural entry is an object by category; the number that decides is the argument `n`.
 */
import { takeEarly } from "./early";
import type { Lang } from "./language";
import { settings, change } from "./settings.svelte";

type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Words = Record<string, Entry>;

export class Term {
  constructor(
    readonly area: string,
    readonly id: string,
  ) {}
}
export const term = (area: string, id: string): Term => new Term(area, id);

export type Arg = string | number | Term;
export type Args = Record<string, Arg>;
/** A piece of a sentence; `arg` names the placeholder it came from, so that it can be dressed. */
export interface Part {
  text: string;
  arg?: string;
}

/** Where numbers are written as in. */
const FORMATS: Record<Lang, string> = { en: "en-GB", pl: "pl", cs: "cs", hu: "hu", de: "de" };
/** All five write "a, b and c", without a comma before the last. */
const AND: Record<Lang, string> = {
  en: " and ",
  pl: " i ",
  cs: " a\u00a0",
  hu: " és ",
  de: " und ",
};

/** How a language counts. To make one costs a slow phone up to a fifth of a second, so each is made
 * when it is first wanted. */
class Ways {
  #rules: Intl.PluralRules | undefined;
  #numbers: Intl.NumberFormat | undefined;
  constructor(readonly lang: Lang) {}

  category(n: number): Intl.LDMLPluralRule {
    return (this.#rules ??= new Intl.PluralRules(this.lang)).select(n);
  }
  number(n: number): string {
    // All five write these alike.
    if (Number.isInteger(n) && Math.abs(n) < 1000) return String(n);
    return (this.#numbers ??= new Intl.NumberFormat(FORMATS[this.lang])).format(n);
  }
  list(items: string[]): string {
    const last = items.at(-1) ?? "";
    if (items.length < 2) return last;
    return `${items.slice(0, -1).join(", ")}${AND[this.lang]}${last}`;
  }
}

let words = $state.raw<Words>({});
let ways = new Ways("en");
const fetched = new Map<Lang, Promise<Words>>();

async function fetchWords(lang: Lang): Promise<Words> {
  const path = `/api/locales/${lang}.json`;
  const answer = await (takeEarly(path) ?? fetch(path));
  if (!answer.ok) throw new Error(`locale ${lang}: ${answer.status}`);
  return (await answer.json()) as Words;
}

/** Switches the language; resolves when the words are on the page. */
export async function useLanguage(lang: Lang): Promise<void> {
  let loading = fetched.get(lang);
  if (!loading) {
    loading = fetchWords(lang);
    fetched.set(lang, loading);
    loading.catch(() => fetched.delete(lang));
  }
  const loaded = await loading;
  ways = new Ways(lang);
  words = loaded;
  document.documentElement.lang = lang;
  if (settings.lang !== lang) change({ lang });
}

export const known = (key: string): boolean => key in words;

function template(key: string, args: Args): string {
  const entry = words[key];
  if (entry === undefined) return key;
  if (typeof entry === "string") return entry;
  const n = args.n;
  const category = typeof n === "number" ? ways.category(n) : "other";
  return entry[category] ?? entry.other ?? key;
}

/** A vowel, a letter by its name (ef, el, …), egy, or öt, ötven, ötszáz. */
const SPOKEN_VOWEL = /^(?:[aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]|[FLMNRSXY](?!\p{L})|1(?!\d)|5)/u;

/** The Hungarian article goes by the sound that follows: az Ultra, a Citra, az 1., a 2. */
const article = (text: string): string => (SPOKEN_VOWEL.test(text) ? "az" : "a");

function fill(value: Arg | undefined, form: string | undefined, args: Args): string {
  if (form !== "az" && form !== "Az") return word(value, form, args);
  const plain = word(value, undefined, args);
  const which = article(plain);
  return `${form === "Az" ? `A${which.slice(1)}` : which} ${plain}`;
}

function word(value: Arg | undefined, form: string | undefined, args: Args): string {
  if (value === undefined) return "";
  if (typeof value === "number") {
    // A true minus sign, as the rest of the typography has it.
    return ways.number(value).replace("-", "−");
  }
  if (typeof value === "string") return value;
  const plain = `${value.area}.${value.id}`;
  return t(form && known(`${plain}.${form}`) ? `${plain}.${form}` : plain, args);
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

export function parts(key: string, args: Args = {}): Part[] {
  const text = template(key, args);
  const made: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    if (found.index > at) made.push({ text: text.slice(at, found.index) });
    const name = found[1]!;
    made.push({ text: fill(args[name], found[2], args), arg: name });
    at = found.index + found[0].length;
  }
  if (at < text.length) made.push({ text: text.slice(at) });
  return made;
}

export function t(key: string, args: Args = {}): string {
  return template(key, args).replace(PLACEHOLDER, (_, name: string, form?: string) =>
    fill(args[name], form, args),
  );
}

/** A list as the language writes it: "a, b and c". */
export function list(items: string[]): string {
  return ways.list(items);
}
