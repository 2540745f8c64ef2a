/** What the coach has told this person, and the table of the guided game. Kept on this device. */
const TABLE = "rialto.guide";
const SEEN = "rialto.guide.seen";

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
function write(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Then the coach remembers only until the page is closed.
  }
}

export const progress = $state({ table: read(TABLE), seen: read(SEEN).split(" ").filter(Boolean) });

export function guideTable(table: string): void {
  progress.table = table;
  write(TABLE, table);
}
export function tell(topic: string): void {
  if (progress.seen.includes(topic)) return;
  progress.seen.push(topic);
  write(SEEN, progress.seen.join(" "));
}
export function forget(): void {
  progress.seen = [];
  write(SEEN, "");
}
