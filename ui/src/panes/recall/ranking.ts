// The ranking as it is drawn: every offered topic in order, how far each moved, and how many are worth showing at first.
// Separate because it is arithmetic. Never ranks: Rust says what comes before what.
import type { Chosen, Offered, Ranked } from '../../lib/bindings';

export interface RankRow {
  path: string;
  /** From 1; null where nothing of it matches. */
  rank: number | null;
  score: number | null;
  selected: boolean;
  reasons: Ranked['reasons'];
  /** Places up (positive) or down since before the edit; null when there is no edit or it was not there. */
  moved: number | null;
  /** Score before the edit. */
  before: number | null;
}

/** Rows shown before "more"; of those of which nothing matches, none unless hardly anything does. */
export const AT_FIRST = 8;
const AT_LEAST = 3;

/** Every topic of the ranking, then those offered of which nothing matches. */
export function rankRows(chosen: Chosen, offered: Offered): RankRow[] {
  const rows: RankRow[] = chosen.ranked.map((ranked, at) => ({
    path: ranked.path,
    rank: at + 1,
    score: ranked.score,
    selected: ranked.selected,
    reasons: ranked.reasons,
    moved: ranked.before === null ? null : ranked.before[0] - at,
    before: ranked.before?.[1] ?? null,
  }));
  // A model names what it picks and no more; the rest is not ranked at all.
  if (!chosen.estimate) return rows;
  const known = new Set(rows.map((row) => row.path));
  for (const line of offered.lines)
    if (!known.has(line.path)) {
      known.add(line.path);
      rows.push({
        path: line.path,
        rank: null,
        score: 0,
        selected: false,
        reasons: [],
        moved: null,
        before: null,
      });
    }
  return rows;
}

/** How many rows to draw at first: a handful of those that match, all that is picked, and the row being edited wherever it went. */
export function drawn(rows: readonly RankRow[], edited: string | null): number {
  const last = rows.findLastIndex((row) => row.selected || row.path === edited);
  const matching = rows.filter((row) => row.rank !== null).length;
  return Math.min(rows.length, Math.max(AT_LEAST, Math.min(AT_FIRST, matching), last + 1));
}

/** `0.514` as `51`: of hundred, for a score or a share. */
export function percent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}
