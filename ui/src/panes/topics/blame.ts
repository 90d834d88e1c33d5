// The lines of a file in stretches that one operation brought. Pure. A line that nothing is known of stands in a stretch without anyone.
import type { BlameLine } from '../../lib/bindings';

export interface Stretch {
  /** Number of its first line, from 1. */
  first: number;
  lines: string[];
  /** Who brought it; null when that is not known (the file moved on since it was asked). */
  by: BlameLine | null;
}

/** Neighbouring lines of one operation together. */
export function stretches(source: string, blame: readonly BlameLine[]): Stretch[] {
  const lines = source.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const known = new Map(blame.map((line) => [line.line, line]));
  const found: Stretch[] = [];
  for (const [at, line] of lines.entries()) {
    const by = known.get(at + 1) ?? null;
    const last = found.at(-1);
    if (last && (last.by?.operation ?? null) === (by?.operation ?? null)) last.lines.push(line);
    else found.push({ first: at + 1, lines: [line], by });
  }
  return found;
}
