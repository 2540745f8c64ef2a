/** An error as a sentence in the page's language. */
import { ApiError } from "./api";
import { known, t } from "./i18n.svelte";
import { settings } from "./settings.svelte";

/** The place that is wrong in what was given; the server's own words about it are English. */
function exact(error: ApiError): string {
  const { where } = error.details;
  if (typeof where !== "string") return "";
  return ` (${settings.lang === "en" ? error.message : where})`;
}

export const reasonOf = (code: string): string =>
  t(known(`error.${code}`) ? `error.${code}` : "error.unknown", { code });

export function reason(error: unknown): string {
  return error instanceof ApiError ? reasonOf(error.code) + exact(error) : reasonOf("unknown");
}
