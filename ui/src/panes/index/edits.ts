// What a person can do with an entry, as edits. Each is asked first: the frame shows what it would do.
import type { EntryView, IndexView } from '../../lib/bindings';
import { app } from '../../lib/state.svelte';
import { moveTarget } from './rows';

/** The index's own file. */
export const INDEX = 'MEMORY.md';

export function moveToTop(view: IndexView, entry: EntryView): void {
  void app.ask({ kind: 'entry-top', line: entry.line, base: view.text });
}

export function move(view: IndexView, at: number, step: -1 | 1): void {
  const entry = view.entries[at];
  const before = moveTarget(view.entries, at, step);
  if (entry && before !== null) void app.ask({ kind: 'entry-move', line: entry.line, before, base: view.text });
}

export function remove(view: IndexView, entry: EntryView): void {
  void app.ask({ kind: 'entry-remove', line: entry.line, base: view.text });
}

/** True when it was done. */
export async function setHook(view: IndexView, entry: EntryView, hook: string): Promise<boolean> {
  const outcome = await app.ask({ kind: 'entry-hook', line: entry.line, hook, base: view.text });
  return outcome?.kind === 'applied';
}

export function open(entry: EntryView): void {
  if (entry.path !== null) app.goTopic(entry.path);
  else if (/^(https?|mailto):/i.test(entry.target ?? '')) app.link = entry.target;
}
