// Beside which piece a lost fact stands: by its line and words, and where the lines have moved by its words.
import { expect, test } from 'vitest';
import type { LostView } from '../../lib/bindings';
import type { FileItem, Piece } from '../../lib/review/pieces';
import { lostByPiece } from './lost';

const piece = (key: string, removed: [number, string][], added: string[] = []): Piece =>
  ({
    key,
    hunks: [
      {
        id: key,
        hunk: {
          id: key,
          before: [1, 1],
          after: [1, 1],
          lines: [
            ...removed.map(([old, text]) => ({ kind: 'removed', old, new: null, parts: [{ text, changed: false }] })),
            ...added.map((text) => ({ kind: 'added', old: null, new: 1, parts: [{ text, changed: false }] })),
          ],
        },
      },
    ],
  }) as unknown as Piece;
const file = (path: string, pieces: Piece[], from: string | null = null): FileItem =>
  ({ change: { path, from }, pieces }) as unknown as FileItem;
const fact = (path: string, line: number, text: string): LostView => ({
  path,
  line,
  kind: 'number',
  text,
  sentence: text,
  instead: null,
});

const two = [piece('one', [[3, 'at most 0.01 a day']]), piece('two', [[8, 'again 0.01 here']], ['0.02'])];
test.each([
  ['by line and words', file('a.md', two), fact('a.md', 8, '0.01'), ['two']],
  ['by words, when the lines have moved', file('a.md', two), fact('a.md', 30, '0.01'), ['one', 'two']],
  ['by line, when it is written otherwise there', file('a.md', two), fact('a.md', 3, '1/100'), ['one']],
  ['in another file: nowhere', file('a.md', two), fact('b.md', 3, '0.01'), []],
  ['what is only added loses nothing', file('a.md', two), fact('a.md', 30, '0.02'), []],
  ['of a file that moved, by its old name', file('b.md', two, 'a.md'), fact('a.md', 3, '0.01'), ['one']],
  [
    'a file that goes as a whole, without lines',
    file('a.md', [{ key: 'all', hunks: [] } as unknown as Piece]),
    fact('a.md', 3, '0.01'),
    ['all'],
  ],
])('%s', (_, of, lost, keys) => expect([...lostByPiece(of, [lost]).keys()]).toEqual(keys));
