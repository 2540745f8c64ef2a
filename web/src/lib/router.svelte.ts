/** Where we are. Plain paths and the History API; the server answers every one with the page. */

export type Page =
  | "lobby"
  | "new"
  | "table"
  | "replay"
  | "history"
  | "rules"
  | "learn"
  | "puzzles"
  | "privacy"
  | "mine"
  | "lost";

export interface Route {
  page: Page;
  /** The table or replay id; the rule or section for the rules; a puzzle. */
  id: string;
  /** Without the mark: a seat's secret, a move to jump to. */
  hash: string;
  query: URLSearchParams;
}

function read(): Route {
  const { pathname, hash, search } = location;
  const [first = "", id = ""] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const pages: Record<string, Page> = {
    "": "lobby",
    new: "new",
    history: "history",
    rules: "rules",
    learn: "learn",
    puzzles: "puzzles",
    privacy: "privacy",
    me: "mine",
    t: id ? "table" : "lost",
    replay: id ? "replay" : "lost",
  };
  const page = pages[first] ?? "lost";
  return { page, id, hash: hash.slice(1), query: new URLSearchParams(search) };
}

export const route: Route = $state(read());

export function go(path: string, how: { replace?: boolean } = {}): void {
  history[how.replace ? "replaceState" : "pushState"](null, "", path);
  Object.assign(route, read());
  if (!how.replace) scrollTo(0, 0);
}

/** Lets every plain `<a href="/…">` change the page without loading it anew. */
export function listen(): void {
  addEventListener("popstate", () => Object.assign(route, read()));
  addEventListener("hashchange", () => Object.assign(route, read()));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
