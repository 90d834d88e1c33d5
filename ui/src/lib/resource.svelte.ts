// A thing fetched from Rust, as it stands on screen: the last value stays while a newer one is on its way, and an answer that
// arrives after a later question was asked is dropped. Separate so that every pane waits and fails alike. Never fetches by itself.
import type { Failure } from './bindings';
import { asFailure } from './ipc';

/** Waits shorter than this are not worth a word; longer ones say what is being waited for. Milliseconds. */
export const PATIENCE = 300;

export class Resource<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** A question is open. */
  loading = $state(false);
  /** It has been open for longer than `PATIENCE`. */
  slow = $state(false);
  #turn = 0;
  #late: ReturnType<typeof setTimeout> | undefined;

  /** Asks; returns the answer, or null when it failed or a later question overtook it. */
  async load(fetch: () => Promise<T>): Promise<T | null> {
    const turn = ++this.#turn;
    // A question that overtakes another goes on with its wait: the person has waited since the first of them.
    // (Asked of the timer: whoever loads in an effect must not come to depend on `loading`.)
    this.#late ??= setTimeout(() => (this.slow = true), PATIENCE);
    this.loading = true;
    try {
      const value = await fetch();
      if (turn !== this.#turn) return null;
      this.value = value;
      this.failure = null;
      return value;
    } catch (reason) {
      if (turn === this.#turn) this.failure = asFailure(reason);
      return null;
    } finally {
      if (turn === this.#turn) this.#rest();
    }
  }

  /** Puts a value that came by another way; open questions are dropped. */
  set(value: T | null): void {
    this.#turn++;
    this.value = value;
    this.failure = null;
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    this.loading = this.slow = false;
  }
}
