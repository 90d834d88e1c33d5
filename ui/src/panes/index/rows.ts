// The index as rows to draw: where the rule of the cut stands, what is folded away, which entry an action can move where. Pure.
import type { CutView, EntryView, IndexLine, IndexView } from '../../lib/bindings';

export type Row =
  | {
      kind: 'line';
      key: string;
      line: IndexLine;
      /** Positions of the entries that begin on this line. */
      entries: number[];
      /** Position of the entry that this line belongs to, also as a wrapped line. */
      within: number | null;
      /** First of a run of lines stripped for the same reason: the one that says it. */
      says: boolean;
    }
  | { kind: 'fold'; key: string; why: string; from: number; lines: number }
  | { kind: 'cut'; key: string; cut: CutView }
  | { kind: 'more'; key: string; lines: number }
  | { kind: 'unsent'; key: string; lines: number };

/** Lines of a stripped run that are shown; a longer run is folded from there on. */
const RUN = 4;
/** Lines after the cut that are shown at first. */
export const AFTER_CUT = 80;

/** The rows, in order. `unfolded` holds the first lines of runs that the person unfolded; `afterCut` is how many lines after the cut to show. */
export function rows(view: IndexView, unfolded: ReadonlySet<number>, afterCut: number): Row[] {
  const starts = new Map<number, number[]>();
  const within = new Map<number, number>();
  view.entries.forEach((entry, at) => {
    starts.set(entry.line, [...(starts.get(entry.line) ?? []), at]);
    for (let line = entry.line; line <= entry.end_line; line++) if (!within.has(line)) within.set(line, at);
  });
  const found: Row[] = [];
  const cutBefore = view.cut?.first_cut_file_line ?? null;
  const cutInside = view.cut?.cut_inside_file_line ?? null;
  let after = 0;
  let at = 0;
  while (at < view.lines.length) {
    const line = view.lines[at] as IndexLine;
    if (view.cut && line.number === cutBefore && cutInside === null)
      found.push({ kind: 'cut', key: 'cut', cut: view.cut });
    if ((line.fate === 'cut' || after > 0) && ++after > afterCut) {
      found.push({ kind: 'more', key: 'more', lines: view.lines.length - at });
      break;
    }
    const run = runLength(view.lines, at);
    if (run > RUN + 1 && !unfolded.has(line.number)) {
      for (let shown = 0; shown < RUN; shown++) found.push(lineRow(view.lines[at + shown] as IndexLine, shown === 0));
      const from = line.number;
      found.push({ kind: 'fold', key: `fold ${from}`, why: line.why ?? '', from, lines: run - RUN });
      at += run;
      continue;
    }
    for (let shown = 0; shown < Math.max(run, 1); shown++)
      found.push(lineRow(view.lines[at + shown] as IndexLine, shown === 0));
    if (view.cut && line.number === cutInside) found.push({ kind: 'cut', key: 'cut', cut: view.cut });
    at += Math.max(run, 1);
  }
  const unsent = view.file_lines - view.lines.length;
  if (unsent > 0 && found.at(-1)?.kind !== 'more') found.push({ kind: 'unsent', key: 'unsent', lines: unsent });
  return found;

  function lineRow(line: IndexLine, says: boolean): Row {
    return {
      kind: 'line',
      key: String(line.number),
      line,
      entries: starts.get(line.number) ?? [],
      within: within.get(line.number) ?? null,
      says: says && line.why !== null,
    };
  }
}

/** How many lines from `at` on are stripped for the same reason; 0 when the line is not stripped. */
function runLength(lines: readonly IndexLine[], at: number): number {
  const why = lines[at]?.why ?? null;
  if (why === null) return 0;
  let length = 1;
  while (lines[at + length]?.why === why) length++;
  return length;
}

/** A name for an entry that stays when lines move: its words, and which of several alike it is. */
export function entryKey(entries: readonly EntryView[], at: number): string {
  const own = entries[at];
  if (!own) return '';
  const alike = (entry: EntryView): boolean => entry.target === own.target && entry.title === own.title;
  return JSON.stringify([own.target, own.title, entries.slice(0, at).filter(alike).length]);
}

/** The position of the entry that a key names; null when it is gone. */
export function findEntry(entries: readonly EntryView[], key: string | null): number | null {
  if (key === null) return null;
  const [target, title, nth] = JSON.parse(key) as [string | null, string, number];
  let seen = 0;
  for (const [at, entry] of entries.entries()) {
    if (entry.target === target && entry.title === title && seen++ === nth) return at;
  }
  return null;
}

/** The line before which an entry goes when it moves one entry up or down; null when there is none in that direction. */
export function moveTarget(entries: readonly EntryView[], at: number, step: -1 | 1): number | null {
  for (let other = at + step; other >= 0 && other < entries.length; other += step) {
    const entry = entries[other] as EntryView;
    if (entry.editable) return step < 0 ? entry.line : entry.end_line + 1;
  }
  return null;
}

/** Whether an entry is the first of those that can be moved: it is at the top already. */
export function isFirst(entries: readonly EntryView[], at: number): boolean {
  return entries.findIndex((entry) => entry.editable) === at;
}

/** Entries that lead to a topic, and how many of them are loaded. */
export function loadedEntries(view: IndexView): { loaded: number; all: number } {
  const leading = view.entries.filter((entry) => entry.path !== null);
  const loaded = leading.filter((entry) => entry.state === 'loaded').length;
  // Of a very long index not every entry is here, but the cut has counted them.
  return { loaded, all: Math.max(leading.length, loaded + (view.cut?.cut_entries ?? 0)) };
}
