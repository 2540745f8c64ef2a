/** What can be touched on the board just now. Keys as in lib/moves: `link:a:b`, `district:d` … */

export interface Target {
  /** Said by a screen reader. */
  label: string;
  state: "can" | "chosen" | "no";
  /** Why not, in a sentence with its rule, when the state is "no". */
  why?: string;
  /** The district to which one's piece there may be dragged. */
  to?: string;
}
export type Targets = Record<string, Target>;
