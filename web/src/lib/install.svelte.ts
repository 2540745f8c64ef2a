/** Rialto as an app: the service worker, the line, and the offer to install. */

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

const KEY = "rialto.install";
const standalone = matchMedia("(display-mode: standalone)").matches;
const apple = /iPhone|iPad/.test(navigator.userAgent);

class App {
  /** The device has a line. */
  online = $state(navigator.onLine);
  /** The browser can install it when asked. */
  #prompt = $state.raw<InstallPrompt | null>(null);
  #refused = $state(refusedBefore());

  /** How it can be installed here, if it can and was not refused. */
  offer = $derived.by((): "ask" | "apple" | null => {
    if (standalone || this.#refused) return null;
    if (this.#prompt) return "ask";
    return apple ? "apple" : null;
  });

  /** `code`: the file that the page starts with. Its name changes with every build. */
  listen(code: string): void {
    addEventListener("online", () => (this.online = true));
    addEventListener("offline", () => (this.online = false));
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    if (import.meta.env.PROD && "serviceWorker" in navigator) void serve(code);
  }

  async install(): Promise<void> {
    await this.#prompt?.prompt();
    this.#prompt = null;
  }

  refuse(): void {
    this.#refused = true;
    try {
      localStorage.setItem(KEY, "no");
    } catch {
      // Then it is offered again next time.
    }
  }
}

function refusedBefore(): boolean {
  try {
    return localStorage.getItem(KEY) === "no";
  } catch {
    return false;
  }
}

async function serve(code: string): Promise<void> {
  const version = /([\w-]+)\.js$/.exec(new URL(code).pathname)?.[1] ?? "0";
  try {
    await navigator.serviceWorker.register(`/sw.js?v=${version}`);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin);
    active?.postMessage({ keep: loaded.map(({ pathname }) => pathname) });
  } catch {
    // Without one there is a page all the same, as long as there is a line.
  }
}

export const app = new App();
