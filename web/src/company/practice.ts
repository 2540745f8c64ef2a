/** A table for practice: kept, or left and gone. */
import { go } from "../lib/router.svelte";
import { ask, leave, practiceOrigin } from "../lib/tables";

export const keepPractice = async (table: string): Promise<void> => void (await ask(table, "keep"));

/** Back to the move that it began from. */
export async function leavePractice(table: string): Promise<void> {
  await leave(table);
  go(practiceOrigin(table));
}
