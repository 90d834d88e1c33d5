// Settling a three-way merge: one choice for each conflict, and the text that comes of it.
// Separate so that "nothing is lost" is tested without a page. Never writes and never chooses for the person.

import type { Merge, Piece } from './bindings';

/** What is taken for a conflict. */
export type Take = 'mine' | 'disk' | 'both' | 'base' | 'edited';

/** A choice for one conflict; `text` is what was written by hand. */
export type Choice = { take: Exclude<Take, 'edited'> } | { take: 'edited'; text: string };

/** Choices by the position of the piece. */
export type Choices = ReadonlyMap<number, Choice>;

type Conflict = Extract<Piece, { kind: 'conflict' }>;

/** The text that a choice gives for a conflict. */
export function chosen(piece: Conflict, choice: Choice): string {
  switch (choice.take) {
    case 'mine':
      return piece.mine;
    case 'disk':
      return piece.disk;
    case 'base':
      return piece.base;
    case 'both':
      return join(piece.disk, piece.mine);
    case 'edited':
      return choice.text;
  }
}

/** The piece's text as far as it is settled; null for an open conflict. */
export function pieceText(piece: Piece, choice: Choice | undefined): string | null {
  if (piece.kind === 'settled') return piece.text;
  return choice === undefined ? null : chosen(piece, choice);
}

/** The merged text; null while a conflict is open. */
export function merged(merge: Merge, choices: Choices = new Map()): string | null {
  let text = '';
  for (const [at, piece] of merge.pieces.entries()) {
    const part = pieceText(piece, choices.get(at));
    if (part === null) return null;
    // Only the last piece of a text may lack a line end; one written by hand, or one that was last in its own text, gets it.
    text = join(text, part);
  }
  return text;
}

/** Positions of the conflicts that are still open. */
export function open(merge: Merge, choices: Choices): number[] {
  const left: number[] = [];
  for (const [at, piece] of merge.pieces.entries()) if (piece.kind === 'conflict' && !choices.has(at)) left.push(at);
  return left;
}

/** The position of the next conflict from here (going round), open ones only when `onlyOpen`; null when there is none. */
export function nextConflict(
  merge: Merge,
  choices: Choices,
  from: number,
  step: 1 | -1,
  onlyOpen: boolean,
): number | null {
  const count = merge.pieces.length;
  for (let distance = 1; distance <= count; distance += 1) {
    const at = (((from + step * distance) % count) + count) % count;
    if (merge.pieces[at]?.kind === 'conflict' && !(onlyOpen && choices.has(at))) return at;
  }
  return null;
}

/** Every conflict decided alike. */
export function takeAll(merge: Merge, take: 'mine' | 'disk' | 'both'): Map<number, Choice> {
  const choices = new Map<number, Choice>();
  for (const [at, piece] of merge.pieces.entries()) if (piece.kind === 'conflict') choices.set(at, { take });
  return choices;
}

/** Two texts of whole lines one after the other, with a line end between them when the first lacks one. */
function join(first: string, second: string): string {
  if (first === '' || second === '' || first.endsWith('\n')) return first + second;
  const crlf = first.includes('\r\n') || second.includes('\r\n');
  return first + (crlf ? '\r\n' : '\n') + second;
}
