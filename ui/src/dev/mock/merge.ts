// A three-way merge for the mock: enough to show pieces of every kind. The real one is in Rust.
import type { Merge, Piece, Side } from '../../lib/bindings';

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** For each line of `a` the line of `b` that it is (a longest common subsequence), or -1. */
function same(a: string[], b: string[]): number[] {
  const length = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (length[i] ?? [])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: number[] = [];
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && a[i] !== b[j] && at(i, j + 1) > at(i + 1, j)) j++;
    found.push(j < b.length && a[i] === b[j] ? j++ : -1);
  }
  return found;
}

/** Both changes to `base`, line by line. */
export function merge(base: string, disk: string, mine: string): Merge {
  const [b, d, m] = [lines(base), lines(disk), lines(mine)];
  const [inDisk, inMine] = [same(b, d), same(b, m)];
  const pieces: Piece[] = [];
  const settle = (text: string, from: Side): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === 'settled' && last.from === from) last.text += text;
    else pieces.push({ kind: 'settled', text, from });
  };
  let [i, di, mi] = [0, 0, 0];
  while (i <= b.length) {
    // The next base line that both still have.
    let to = i;
    while (to < b.length && ((inDisk[to] ?? -1) < di || (inMine[to] ?? -1) < mi)) to++;
    const [dTo, mTo] = to < b.length ? [inDisk[to] ?? 0, inMine[to] ?? 0] : [d.length, m.length];
    const [was, there, own] = [b.slice(i, to).join(''), d.slice(di, dTo).join(''), m.slice(mi, mTo).join('')];
    if (there === own) settle(there, there === was ? 'base' : 'both');
    else if (there === was) settle(own, 'mine');
    else if (own === was) settle(there, 'disk');
    else pieces.push({ kind: 'conflict', base: was, disk: there, mine: own });
    if (to >= b.length) break;
    settle(b[to] ?? '', 'base');
    [i, di, mi] = [to + 1, dTo + 1, mTo + 1];
  }
  return { pieces, conflicts: pieces.filter((piece) => piece.kind === 'conflict').length, disk };
}
