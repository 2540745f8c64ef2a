/**
 * The first code that comes, and small: it asks for what the page of the address will show, so that
 * it comes together with the code that shows it, and not after.
 */
import { askEarly } from "./lib/early";
import { firstLanguage, stored } from "./lib/language";
import { firstSeat, replayPath, sincePath } from "./lib/paths";
import type { TableSummary } from "./lib/wire";

async function askForTable(id: string): Promise<void> {
  // A copy, for a body can be read only once.
  const answer = (await askEarly(`/api/tables/${id}`)).clone();
  if (!answer.ok) return;
  const table = (await answer.json()) as TableSummary;
  if (table.status !== "open") await askEarly(sincePath(id, firstSeat(table)));
}

const { pathname, hash, search } = location;
const lang = stored().lang ?? firstLanguage();
void askEarly(`/api/locales/${lang}.json`);
const [page, id] = pathname.split("/").filter(Boolean);
// A link to a seat is looked at first.
if (page === "t" && id && !hash) askForTable(id).catch(() => undefined);
if (page === "replay" && id)
  void askEarly(replayPath(id, new URLSearchParams(search).has("record")));
if (page === "rules") {
  void askEarly(`/api/rules/${lang}.json`);
  void askEarly("/api/lesson.json");
}
void import("./main");
