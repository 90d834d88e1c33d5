// Which facts each piece of a run's proposal would lose: those of its file that stand in a line which it removes. Pure.
import type { LostView } from '../../lib/bindings';
import type { FileItem, Piece } from '../../lib/review/pieces';

/** Facts of a report that a file of the proposal would lose. */
export function lostOf(file: FileItem, lost: readonly LostView[]): LostView[] {
  const { path, from } = file.change;
  return lost.filter((fact) => fact.path === (from ?? path));
}

interface Line {
  piece: Piece;
  old: number | null;
  text: string;
}

/** The pieces in which a fact stands: by line and words; else by words (lines move once a part of the file was decided); else by line. */
function where(lines: readonly Line[], fact: LostView): Set<Piece> {
  const says = lines.filter((line) => line.text.includes(fact.text));
  const there = lines.filter((line) => line.old === fact.line);
  const both = says.filter((line) => line.old === fact.line);
  const best = [both, says, there].find((found) => found.length > 0) ?? [];
  return new Set(best.map((line) => line.piece));
}

/** Facts by the key of the piece that would lose them. A file that goes as a whole without lines has all of its facts. */
export function lostByPiece(file: FileItem, lost: readonly LostView[]): Map<string, LostView[]> {
  const lines = file.pieces.flatMap((piece) =>
    piece.hunks.flatMap(({ hunk }) =>
      hunk.lines
        .filter((line) => line.kind === 'removed')
        .map((line): Line => ({ piece, old: line.old, text: line.parts.map((part) => part.text).join('') })),
    ),
  );
  const found = new Map<string, LostView[]>();
  for (const fact of lostOf(file, lost)) {
    const pieces = file.pieces.filter((piece) => piece.hunks.length === 0);
    for (const { key } of [...pieces, ...where(lines, fact)]) found.set(key, [...(found.get(key) ?? []), fact]);
  }
  return found;
}
