/**
 * What the page is made of, kept for when there is no line: its code, pictures, fonts and words,
 * and the rules. Never a table: a game is what the server says now, or nothing.
 *
 * Registered as /sw.js?v=VERSION, so that a new version has a store of its own.
 */
importScripts("/push.js");

const STORE = `rialto-${new URL(location.href).searchParams.get("v")}`;
const SHELL = "/";
/** Files whose name says what is in them. */
const LASTING = /^\/assets\//;
/** May change, but an old one does no harm. */
const WORDS =
  /^\/(api\/(locales|rules)\/\w+\.json|api\/lesson\.json|icon[\w.-]*|manifest\.webmanifest)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(keep([SHELL]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

// The page tells what it has loaded before there was anybody to keep it.
self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep.filter(mayKeep)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fresh(request, SHELL));
  else if (LASTING.test(pathname)) event.respondWith(kept(request));
  else if (WORDS.test(pathname)) event.respondWith(fresh(request, request));
});

const mayKeep = (path) => typeof path === "string" && (LASTING.test(path) || WORDS.test(path));

async function keep(paths) {
  const store = await caches.open(STORE);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await store.match(path))) await store.add(path).catch(() => undefined);
    }),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((n) => n.startsWith("rialto-") && n !== STORE).map((n) => caches.delete(n)),
  );
}

/** From the store, else from the server. */
async function kept(request) {
  const store = await caches.open(STORE);
  const found = await store.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

/** From the server; without a line what is kept under that name. */
async function fresh(request, otherwise) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok && otherwise === request) await store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await store.match(otherwise);
    if (found) return found;
    throw error;
  }
}
