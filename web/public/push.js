/**
 * Push messages: shown, and opened when they are touched. A part of the service worker, or one of
 * its own where there is no other.
 */
self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data?.json() ?? {}));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.url ?? "/")));
});

/** Nobody needs to be told of a table that is before their eyes. */
async function tell({ title = "Rialto", body = "", url = "/" }) {
  const pages = await self.clients.matchAll({ type: "window" });
  const seen = pages.some((p) => p.visibilityState === "visible" && pathOf(p.url) === url);
  if (!seen)
    await self.registration.showNotification(title, {
      body,
      tag: url,
      icon: "/icon.svg",
      data: { url },
    });
  await count(); // asks the server, so nothing waits for it
}

/** How many games wait, by what the server says now. */
async function count() {
  if (!self.navigator.setAppBadge) return;
  try {
    const { tables } = await (await fetch("/api/mine")).json();
    const waits = (t) => t.status === "running" && t.to_move.some((seat) => t.mine.includes(seat));
    const n = tables.filter(waits).length;
    await (n ? self.navigator.setAppBadge(n) : self.navigator.clearAppBadge());
  } catch {
    // The page counts when it is opened.
  }
}

const pathOf = (url) => new URL(url).pathname;

async function open(url) {
  const path = url.startsWith("/") && !url.startsWith("//") ? url : "/";
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((p) => pathOf(p.url) === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
