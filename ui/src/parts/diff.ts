// Puts the lines of a hunk side by side. Pure.
import type { Hunk, Line } from '../lib/bindings';

/** Rows of (before, after): context on both sides; a run of removals beside the run of additions that follows it. */
export function pairs(hunk: Hunk): [Line | null, Line | null][] {
  const rows: [Line | null, Line | null][] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      rows.push([removed[at] ?? null, added[at] ?? null]);
    removed = [];
    added = [];
  };
  for (const line of hunk.lines) {
    if (line.kind === 'added') added.push(line);
    else {
      if (line.kind === 'context' || added.length > 0) flush();
      if (line.kind === 'removed') removed.push(line);
      else rows.push([line, line]);
    }
  }
  flush();
  return rows;
}
