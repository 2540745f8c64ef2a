/** The rules as the server has them, one JSON for each language. */

/** Words of a rule. What is not in the published texts, or differs in them, has a mark. */
export type Words = string | { mark: string; text: string; says?: string };
export interface Entry {
  rule: string;
  title: string;
  text: Words[];
  /** What few games need. */
  more?: Words[];
  examples?: { rule?: string; text: string }[];
}
export interface Section {
  id: string;
  title: string;
  intro?: string;
  entries: Entry[];
}
export interface RuleBook {
  minute: {
    title: string;
    facts: string;
    lead: string;
    turn: string;
    steps: string;
    earn: string;
    learn: string;
    read: string;
    strip: Record<string, string>;
    points: { title: string; text: string }[];
  };
  /** The worked round, whose pictures are `/api/lesson.json`. */
  round: {
    title: string;
    intro: string;
    before: string;
    kept: string;
    played: string;
    steps: string[];
  };
  marks: Record<string, { name: string; text: string }>;
  components: { id: string; rule: string; name: string; text: string }[];
  sections: Section[];
  /** Where the texts differ and we have one way. */
  differences: { rule: string; text: string }[];
  glossary: { term: string; rule: string; text: string }[];
}

/** How many of each group stand when the first so many of all do. */
export function dealOut(sizes: number[], parts: number): number[] {
  return sizes.map((size) => {
    const some = Math.min(size, Math.max(0, parts));
    parts -= size;
    return some;
  });
}
