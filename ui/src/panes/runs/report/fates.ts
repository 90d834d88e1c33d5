// The fate of every file, counted and ordered: what goes first, what stays last. Pure.
import type { FateView } from '../../../lib/bindings';

/** What one has to look at first comes first. */
export const FATES = ['deleted', 'merged', 'renamed', 'edited', 'new', 'kept'] as const;

const place = (fate: string): number => {
  const at = (FATES as readonly string[]).indexOf(fate);
  return at < 0 ? FATES.indexOf('kept') - 0.5 : at;
};

/** How many files have each fate, without those that none has. */
export function counts(fates: readonly FateView[]): { fate: string; count: number }[] {
  const found = new Map<string, number>();
  for (const { fate } of fates) found.set(fate, (found.get(fate) ?? 0) + 1);
  return [...found].map(([fate, count]) => ({ fate, count })).sort((a, b) => place(a.fate) - place(b.fate));
}

/** Files by fate, then by name; without the kept ones unless they are asked for. */
export function ordered(fates: readonly FateView[], kept: boolean): FateView[] {
  return fates
    .filter(({ fate }) => kept || fate !== 'kept')
    .toSorted((a, b) => place(a.fate) - place(b.fate) || a.path.localeCompare(b.path));
}
