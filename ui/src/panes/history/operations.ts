// The list of operations as it is shown: narrowed by a path, and put under the day on which each was done.
// Separate so that it is tested without a page. Never asks Rust.

import type { OperationView } from '../../lib/bindings';
import { dayOf } from '../../lib/days';

/** Operations of one day in the person's zone, in the order given. */
export interface Day {
  /** `2026-03-14`, in the person's zone. */
  key: string;
  /** The first operation's time, to be worded. */
  time: string;
  operations: OperationView[];
}

/** Operations that touched a path with these words in it; all of them for no words. */
export function withPath(operations: readonly OperationView[], words: string): OperationView[] {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return [...operations];
  return operations.filter((operation) =>
    operation.paths.some((path) => {
      const lower = path.toLowerCase();
      return wanted.every((word) => lower.includes(word));
    }),
  );
}

/** Operations under their days; the order stays. */
export function byDay(operations: readonly OperationView[]): Day[] {
  const days: Day[] = [];
  for (const operation of operations) {
    const key = dayOf(operation.time);
    const last = days.at(-1);
    if (last?.key === key) last.operations.push(operation);
    else days.push({ key, time: operation.time, operations: [operation] });
  }
  return days;
}

/** What files an operation is about, in a few words: the first, and how many more. */
export function fileWords(paths: readonly string[]): { first: string; more: number } {
  // The index changes along with most topics; the topic is what a person looks for.
  const first = paths.find((path) => path !== 'MEMORY.md') ?? paths[0] ?? '';
  return { first, more: Math.max(0, paths.length - 1) };
}
