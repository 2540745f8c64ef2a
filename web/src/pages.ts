/** The pages. Each one's code is fetched when it is first wanted. */
import type { Component } from "svelte";
import { pause } from "./lib/pause";
import type { Page } from "./lib/router.svelte";

const FETCHED: Record<Exclude<Page, "lost">, () => Promise<{ default: Component }>> = {
  lobby: () => import("./lobby/Lobby.svelte"),
  new: () => import("./lobby/NewTable.svelte"),
  history: () => import("./lobby/History.svelte"),
  rules: () => import("./rules/RulesPage.svelte"),
  learn: () => import("./guide/GuidePage.svelte"),
  mine: () => import("./mine/MinePage.svelte"),
  puzzles: () => import("./puzzles/PuzzlesPage.svelte"),
  privacy: () => import("./privacy/PrivacyPage.svelte"),
  table: () => import("./table/TablePage.svelte"),
  replay: () => import("./replay/ReplayPage.svelte"),
};

/** The component of a page; null for an address that is none. */
export async function fetchPage(page: Page): Promise<Component | null> {
  if (page === "lost") return null;
  const found = await FETCHED[page]();
  await pause();
  return found.default;
}
