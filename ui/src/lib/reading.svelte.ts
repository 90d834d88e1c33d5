// The reading of session files: it goes on while another pane is looked at, and is begun once for a store. Separate because it outlives the pane, and two panes need it.
import type { ReadState } from './bindings';
import { ipc } from './ipc';
import { Task } from './task.svelte';

class Reading {
  task = new Task<ReadState>();
  /** The store whose session files are, or were last, read. */
  store = $state<string | null>(null);

  /** Reads what was appended since; what runs already for this store goes on. */
  async read(store: string): Promise<void> {
    if (this.store === store && this.task.running) return;
    if (this.store !== store) this.task.drop();
    this.store = store;
    await this.task.run((task) => ipc.indexQuestions(store, task));
  }
}

export const reading = new Reading();
