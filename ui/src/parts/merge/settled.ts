// How a settled piece of a merge is shown: long unchanged stretches are folded, so that what matters fits the screen.
// Separate because it is arithmetic on lines. Folds only what nobody changed.

import type { Side } from '../../lib/bindings';

/** Lines that stay visible at each end of a fold. */
export const EDGE = 2;

/** A settled piece as it is drawn. `hidden` lines lie between `head` and `tail`. */
export interface Shown {
  head: string;
  hidden: number;
  tail: string;
}

/** The lines of a piece to draw. `first` and `last`: nothing stands before or after it, so that end needs no context. */
export function shown(text: string, from: Side, first: boolean, last: boolean): Shown {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const before = first ? 0 : EDGE;
  const after = last ? 0 : EDGE;
  // Folding one or two lines saves nothing.
  if (from !== 'base' || lines.length <= before + after + 2) return { head: text, hidden: 0, tail: '' };
  return {
    head: lines.slice(0, before).join(''),
    hidden: lines.length - before - after,
    tail: lines.slice(lines.length - after).join(''),
  };
}
