/** One way to ask the server, and errors that a person can be told about. */
import { takeEarly } from "./early";

export class ApiError extends Error {
  constructor(
    /** 0 when the server could not be reached. */
    readonly status: number,
    /** The server's code, `offline` or `unreadable`; the page's words are `error.<code>`. */
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A new table may have to wait for a server that has only just started. */
const PATIENCE_MS = { GET: 15_000, POST: 60_000 };

export async function api<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const early = method === "GET" ? takeEarly(path) : null;
    answer = await (early ??
      fetch(path, {
        method,
        credentials: "same-origin",
        signal: AbortSignal.timeout(PATIENCE_MS[method]),
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      }));
  } catch (cause) {
    throw new ApiError(0, "offline", String(cause));
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new ApiError(answer.status, "unreadable", text.slice(0, 200));
  }
  if (answer.ok) return data as T;
  const told = (data ?? {}) as Record<string, unknown>;
  const code = typeof told.error === "string" ? told.error : `http_${answer.status}`;
  const message = typeof told.message === "string" ? told.message : code;
  throw new ApiError(answer.status, code, message, told);
}

export const get = <T>(path: string): Promise<T> => api<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => api<T>("POST", path, body);
