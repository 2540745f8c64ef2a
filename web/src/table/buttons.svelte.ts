/** The buttons under the question: what each says and does. The keyboard presses the same ones. */
import { ApiError } from "../lib/api";
import { known, t } from "../lib/i18n.svelte";
import { propose } from "../company/calls";
import type { ParsedMove } from "../lib/moves";
import type { View } from "../lib/wire";
import type { Choice } from "./choice.svelte";
import { asked, verb } from "./words";

export interface Act {
  label: string;
  /** Why it cannot be pressed; empty when it can. */
  why: string;
  press: () => void;
  hint?: string;
}

export class Buttons {
  /** In a first game passing and finishing are asked twice: the choice for which it was, once. */
  #sure = $state("");

  constructor(
    private readonly choice: Choice,
    private readonly view: () => View,
  ) {}

  #stop = $derived.by(
    (): ParsedMove | null =>
      this.choice.moves.find(
        (m) => m.verb === "done" || (m.verb === "pass" && !this.choice.built),
      ) ?? null,
  );
  #chosen = $derived.by((): string => `${this.view().version} ${this.choice.complete?.text}`);
  /** Whether to stop is being asked a second time; then nothing else is offered. */
  doubted = $derived.by((): boolean => this.#sure === this.#chosen);

  /** Always there, so that no other button ever comes to lie under a finger that means this one. */
  undo = $derived.by((): Act => {
    const { choice, doubted } = this;
    const { seat, seats, table, can_undo, can_ask_back } = this.view();
    // What a bot plays for me is not mine to take back.
    const settled = choice.session.settled && !seats[seat ?? -1]?.away;
    const can = settled && (can_undo || !choice.empty || doubted);
    if (!can && can_ask_back && settled)
      return {
        label: `${t("do.undo")}?`,
        why: "",
        hint: t("talk.ask_back"),
        press: () =>
          void propose(table, { kind: "takeback", seat }).catch((error: unknown) => {
            choice.session.problem = error instanceof ApiError ? error.code : "unknown";
          }),
      };
    return {
      label: t(choice.empty && !doubted ? "do.undo" : "do.clear"),
      why: can ? "" : t("undo.none"),
      press: () => {
        if (doubted) this.#sure = "";
        else void choice.undo();
      },
    };
  });

  /** The tile on its connection, the other way round. */
  turn = $derived.by((): Act | null => {
    const { choice } = this;
    const link = choice.active ? choice.picks.find((p) => p.startsWith("link:")) : undefined;
    if (!link) return null;
    const label = t(this.view().decision === "bridge" ? "do.turn_round" : "do.other_end");
    return { label, why: "", press: () => choice.pick(link) };
  });

  /** Passing, or ending what one may go on with. With a tile on a connection there is no room for it. */
  stop = $derived.by((): Act | null => {
    const stop = this.#stop;
    if (!stop || !this.choice.active || this.turn) return null;
    const what = this.#stopLabel(stop);
    return {
      label: this.doubted ? t("do.sure", { what }) : what,
      why: "",
      press: () => this.#pressStop(stop),
    };
  });

  /** What makes the choice. */
  go = $derived.by((): Act | null => {
    const { choice } = this;
    if (!choice.active) return null;
    if (this.view().decision === "discard") {
      const n = choice.excess - choice.dropped;
      const why = n ? t("discard.choose", { n }) : "";
      const label = t("do.discard", { n: choice.dropped });
      return { label, why, press: () => void choice.discard() };
    }
    const move = choice.complete;
    if (!move || choice.asking || this.doubted) return null;
    return {
      label: verb(move, this.view(), choice.option(move)),
      why: "",
      press: () => void choice.confirm(),
    };
  });

  /** What to do as long as there is nothing to press. */
  hint = $derived.by((): string => {
    const { choice } = this;
    if (!choice.active || this.go || this.doubted) return "";
    if (choice.seconds.length) return t("choose.second");
    const plays = choice.moves.some((m) => m.verb === "play");
    if (this.view().decision === "play") {
      // Once a yellow building is put ready the turn ends in a play (Q6).
      if (!this.#stop) return t("choose.more");
      if (!plays) return t(choice.moves.length > 1 ? "choose.building" : "choose.pass");
    }
    return t(choice.returns ? "choose.return" : `choose.${asked(this.view())}`);
  });

  #stopLabel(stop: ParsedMove): string {
    const { step, decision } = this.view();
    if (stop.verb === "pass")
      return t(step && known(`do.pass.${step}`) ? `do.pass.${step}` : "do.pass");
    if (decision === "build" && !this.#hasBuilt()) return t("do.none.build");
    const key = `do.done.${asked(this.view())}`;
    return t(known(key) ? key : "do.done");
  }

  /** Something was built in this step already. */
  #hasBuilt(): boolean {
    const { events, seat } = this.choice.session;
    const last = events.findLast(
      (e) => e.code === "step" || (e.seat === seat && ["built", "undone"].includes(e.code)),
    );
    return last?.code === "built";
  }

  #pressStop(stop: ParsedMove): void {
    const { choice } = this;
    if (choice.careful && !this.doubted && choice.moves.length > 1) {
      choice.letGo();
      this.#sure = this.#chosen;
    } else void choice.make([...choice.pending, stop.text]);
  }
}
