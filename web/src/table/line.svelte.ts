/** The connection to a table: it notices silence, and comes back by itself. */
import type { Command, Reply } from "../lib/wire";

const RETRY_MS = [300, 800, 1600, 3000, 5000, 8000];
const PING_MS = 10_000;
/** Without a word from the server for this long the line is dead, whatever the socket says. */
const DEAF_MS = 25_000;
/** The server has closed for good: the seat is not ours any more, or there is no such table. */
const NO_SEAT = 4403;
const NO_TABLE = 4404;

interface Listener {
  /** The line is live, for the first time or again. */
  onlive: () => void;
  onlost: () => void;
  onreply: (reply: Reply) => void;
}

export class Line {
  state = $state<"connecting" | "live" | "lost" | "unseated" | "gone">("connecting");
  /** Milliseconds since the line was lost, for the Retry button. */
  lostFor = $state(0);
  #socket: WebSocket | null = null;
  #path = "";
  #retries = 0;
  #retryTimer = 0;
  #clock = 0;
  #lostAt = 0;
  #heardAt = 0;

  /** What is given to it is heard, now or as soon as the first connection stands. */
  get hopeful(): boolean {
    return this.state === "live" || this.state === "connecting";
  }

  constructor(private readonly listener: Listener) {}

  open(path: string): void {
    this.#path = path;
    this.state = "connecting";
    addEventListener("offline", this.#cut);
    addEventListener("online", this.retryNow);
    this.#connect();
  }

  close(): void {
    removeEventListener("offline", this.#cut);
    removeEventListener("online", this.retryNow);
    clearTimeout(this.#retryTimer);
    clearInterval(this.#clock);
    this.#drop();
  }

  send(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  retryNow = (): void => {
    clearTimeout(this.#retryTimer);
    this.#drop();
    this.#connect();
  };

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    this.#socket = socket;
    // A socket that was left behind (another seat, a retry) must not be heard any more.
    const ours = (): boolean => this.#socket === socket;
    socket.onopen = () => {
      if (ours()) this.#live();
    };
    socket.onmessage = (message) => {
      if (!ours()) return;
      this.#heardAt = Date.now();
      this.listener.onreply(JSON.parse(String(message.data)) as Reply);
    };
    socket.onclose = (event) => {
      if (ours()) this.#lost(event.code);
    };
  }

  #live(): void {
    this.#retries = 0;
    this.#heardAt = Date.now();
    this.state = "live";
    this.lostFor = 0;
    clearInterval(this.#clock);
    this.#clock = window.setInterval(() => this.#listen(), PING_MS);
    this.listener.onlive();
  }

  #lost(code: number): void {
    clearInterval(this.#clock);
    if (code === NO_SEAT || code === NO_TABLE) {
      this.state = code === NO_SEAT ? "unseated" : "gone";
      return;
    }
    if (this.state !== "lost") this.#lostAt = Date.now();
    this.state = "lost";
    this.#clock = window.setInterval(() => (this.lostFor = Date.now() - this.#lostAt), 1000);
    clearTimeout(this.#retryTimer);
    const wait = RETRY_MS[Math.min(this.#retries++, RETRY_MS.length - 1)];
    this.#retryTimer = window.setTimeout(() => this.#connect(), wait);
    this.listener.onlost();
  }

  #listen(): void {
    this.send({ type: "ping" });
    if (Date.now() - this.#heardAt > DEAF_MS) this.#cut();
  }

  #cut = (): void => {
    if (this.state !== "live") return;
    this.#drop();
    this.#lost(0);
  };

  #drop(): void {
    const left = this.#socket;
    this.#socket = null;
    left?.close();
  }
}
