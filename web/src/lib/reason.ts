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

export function reason(error: unknown): string {
  const code = error instanceof ApiError ? error.code : "unknown";
  const sentence = known(`error.${code}`) ? t(`error.${code}`) : t("error.unknown", { code });
  return error instanceof ApiError ? sentence + exact(error) : sentence;
}
