// Which facts a piece of a run's proposal would lose: those of its file that stand in a line which it removes. Pure.
import type { LostView } from '../../lib/bindings';
import type { FileItem, Piece } from '../../lib/review/pieces';

/** Facts of a report that a file of the proposal would lose. */
export function lostOf(file: FileItem, lost: readonly LostView[]): LostView[] {
  const { path, from } = file.change;
  return lost.filter((fact) => fact.path === (from ?? path));
}

/** Facts that stand in a line which the piece removes. Of a piece without lines (it goes as a whole), all of its file. */
export function lostIn(piece: Piece, of: readonly LostView[]): LostView[] {
  if (of.length === 0 || piece.hunks.length === 0) return [...of];
  const lines = piece.hunks.flatMap(({ hunk }) => hunk.lines.filter((line) => line.kind === 'removed'));
  const removed = new Map(lines.map((line) => [line.old, line.parts.map((part) => part.text).join('')]));
  return of.filter((fact) => {
    const there = removed.get(fact.line);
    // After a part of the file was decided its lines may have moved: then the words say where the fact is.
    return there !== undefined || [...removed.values()].some((text) => text.includes(fact.text));
  });
}
