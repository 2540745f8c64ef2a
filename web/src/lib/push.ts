/** Push messages: this browser is told of my turns, also when no page of ours is open. */
import { get, post } from "./api";
import { settings } from "./settings.svelte";
import type { PushState, Subscribe } from "./wire";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

export const pushState = (): Promise<PushState> => get<PushState>("/api/me/push");

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const text = (raw: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The page's own service worker, if there is one. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const there = await navigator.serviceWorker.getRegistration();
  if (!there) await navigator.serviceWorker.register("/push.js");
  return navigator.serviceWorker.ready;
}

/** False if the person or the browser does not want it. */
export async function pushOn(): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { key } = await pushState();
  const manager = (await worker()).pushManager;
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const body: Subscribe = {
    endpoint: made.endpoint,
    key: text(made.getKey("p256dh")),
    auth: text(made.getKey("auth")),
    lang: settings.lang,
  };
  return post<PushState>("/api/me/push", body);
}

export async function pushOff(): Promise<PushState> {
  const made = await (await worker()).pushManager.getSubscription();
  if (!made) return pushState();
  await made.unsubscribe();
  return post<PushState>("/api/me/push/off", { endpoint: made.endpoint });
}
