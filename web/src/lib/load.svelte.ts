/** Something fetched: it is loading, there, or failed; it can be asked for again. */
export class Loaded<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>(null);
  busy = $state(false);

  constructor(private readonly fetcher: () => Promise<T>) {}

  async load(): Promise<void> {
    this.busy = true;
    try {
      this.value = await this.fetcher();
      this.error = null;
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  }
}
