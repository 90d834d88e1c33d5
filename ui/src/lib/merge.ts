// The text of a three-way merge. Pure.
import type { Merge, Piece } from './bindings';

/** How a person settles one conflict: a side, or a text of their own. */
export type Choice = 'disk' | 'mine' | 'base' | { text: string };

function settled(piece: Piece, choice: Choice | undefined): string | null {
  if (piece.kind === 'settled') return piece.text;
  if (choice === undefined) return null;
  return typeof choice === 'string' ? piece[choice] : choice.text;
}

/** The merged text once every conflict is settled (choices in order of the conflicts); null while one is not. */
export function merged(merge: Merge, choices: readonly Choice[] = []): string | null {
  let conflict = 0;
  let text = '';
  for (const piece of merge.pieces) {
    const part = settled(piece, piece.kind === 'conflict' ? choices[conflict++] : undefined);
    if (part === null) return null;
    text += part;
  }
  return text;
}
