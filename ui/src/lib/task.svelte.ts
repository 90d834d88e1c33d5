// Long work in Rust as it stands on screen: how far it is, a way to stop it, and what came of it. Separate from `Resource` because
// that one waits for answers that come at once. One run at a time: a new one stops the one before. Never starts by itself.
import type { Failure } from './bindings';
import { asFailure, ipc, onProgress } from './ipc';

let runs = 0;

export class Task<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  running = $state(false);
  /** The person stopped it; nothing is wrong. */
  stopped = $state(false);
  done = $state(0);
  /** 0: not known. */
  total = $state(0);
  #name: string | null = null;

  /** Runs `call` under a name of its own; null when it failed, was stopped, or another run took its place. */
  async run(call: (task: string) => Promise<T>, told?: () => void): Promise<T | null> {
    this.#halt();
    const name = `${++runs}-${Date.now().toString(36)}`;
    this.#name = name;
    this.running = true;
    this.stopped = false;
    this.failure = null;
    this.done = this.total = 0;
    const listening = onProgress((progress) => {
      if (progress.task !== name || this.#name !== name) return;
      this.done = progress.done;
      this.total = progress.total;
      told?.();
    });
    try {
      const value = await call(name);
      if (this.#name !== name) return null;
      this.value = value;
      return value;
    } catch (reason) {
      if (this.#name !== name) return null;
      const failure = asFailure(reason);
      if (failure.code === 'cancelled') this.stopped = true;
      else this.failure = failure;
      return null;
    } finally {
      void listening.then((stop) => stop());
      if (this.#name === name) {
        this.#name = null;
        this.running = false;
      }
    }
  }

  /** Stops what runs; what was done stays done. */
  cancel(): void {
    if (this.#name !== null) void ipc.cancel(this.#name).catch(() => undefined);
  }

  /** Stops what runs and takes no answer from it: what it was for is not on screen any more. */
  drop(): void {
    this.#halt();
    this.value = null;
    this.failure = null;
    this.running = this.stopped = false;
  }

  #halt(): void {
    this.cancel();
    this.#name = null;
  }
}
