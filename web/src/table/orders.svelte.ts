/** What was sent to the server and is not acknowledged yet: kept, and sent again under the same id after a lost line. */
import { toHex } from "../lib/hex";
import type { PlayCommand, Undo } from "../lib/wire";

export interface Refused {
  refusal: string;
  rule: string;
  move: string;
}

interface Sent {
  command: PlayCommand | Undo;
  /** Acknowledged; its state has not come yet. */
  stored?: boolean;
  settle: (answer: Refused | null) => void;
}

/** By random bytes: `crypto.randomUUID` is missing on plain HTTP. */
export const freshId = (): string => toHex(crypto.getRandomValues(new Uint8Array(10)));
export const withoutRule = (refusal: string): Refused => ({ refusal, rule: "", move: "" });

export class Orders {
  /** A command is on its way and nothing else may be sent. */
  busy = $state(false);
  #sent = new Map<string, Sent>();

  constructor(private readonly send: (command: PlayCommand | Undo) => void) {}

  /** Resolves with null when stored, or with the refusal. */
  give(command: PlayCommand | Undo): Promise<Refused | null> {
    this.busy = true;
    return new Promise((settle) => {
      this.#sent.set(command.move_id, { command, settle });
      this.send(command);
    });
  }

  /** The server plays each once, however often it hears of it. */
  sendAgain(): void {
    for (const { command } of this.#sent.values()) this.send(command);
  }

  has(id: string): boolean {
    return this.#sent.has(id);
  }

  /** The state it led to may be about to come: the old question must not be asked again until then. */
  acknowledge(id: string, version: number | undefined): void {
    const sent = this.#sent.get(id);
    if (sent && version === sent.command.version) sent.stored = true;
    else this.finish(id, null);
  }

  finish(id: string, answer: Refused | null): void {
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    this.busy = this.#sent.size > 0;
    sent?.settle(answer);
  }

  /** A new state has come: whatever is stored is in it. */
  finishStored(): void {
    for (const [id, { stored }] of this.#sent) if (stored) this.finish(id, null);
  }

  finishAll(): void {
    for (const id of [...this.#sent.keys()]) this.finish(id, null);
  }
}
