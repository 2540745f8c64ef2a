import { pause } from "./pause";

/**
 * A large page is drawn in steps, each a task of its own, so that nobody's press waits for the whole.
 * Once all are taken, what is drawn again comes at once.
 */
export class Steps {
  taken = $state(0);
  constructor(readonly all: number) {}

  get done(): boolean {
    return this.taken >= this.all;
  }
  async take(): Promise<void> {
    while (!this.done) {
      await pause();
      this.taken += 1;
    }
  }
}
