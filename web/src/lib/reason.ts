/** An error as a sentence in the page's language. */
import { ApiError } from "./api";
import { known, t } from "./i18n.svelte";

/** Here the server's own message (English) says what exactly is wrong in what was given. */
const EXACT = new Set([
  "bad_house",
  "bad_move_number",
  "bad_position",
  "bad_record",
  "bad_request",
  "bad_seats",
]);

export function reason(error: unknown): string {
  const code = error instanceof ApiError ? error.code : "unknown";
  const sentence = known(`error.${code}`) ? t(`error.${code}`) : t("error.unknown", { code });
  return error instanceof ApiError && EXACT.has(code) ? `${sentence} (${error.message})` : sentence;
}
