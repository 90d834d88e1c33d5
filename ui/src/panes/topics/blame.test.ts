// Lines of one operation stand together; a line that nobody is known for says so.
import { expect, test } from 'vitest';
import type { BlameLine } from '../../lib/bindings';
import { stretches } from './blame';

const by = (line: number, operation: string): BlameLine => ({
  line,
  operation,
  time: '2026-03-14T09:00:00Z',
  origin: { who: 'you', agent: null, session: null, question: null, time: null, version: null, evidence: 'ours' },
});

test.each<[string, string, BlameLine[], [number, string[], string | null][]]>([
  ['nothing', '', [], []],
  ['one stretch', 'a\nb\n', [by(1, 'x'), by(2, 'x')], [[1, ['a', 'b'], 'x']]],
  [
    'others between',
    'a\r\nb\r\nc',
    [by(1, 'x'), by(2, 'y'), by(3, 'x')],
    [
      [1, ['a'], 'x'],
      [2, ['b'], 'y'],
      [3, ['c'], 'x'],
    ],
  ],
  [
    'more lines than are known',
    'a\nb\nc\n',
    [by(1, 'x')],
    [
      [1, ['a'], 'x'],
      [2, ['b', 'c'], null],
    ],
  ],
])('%s', (_, source, blame, expected) => {
  expect(stretches(source, blame).map((found) => [found.first, found.lines, found.by?.operation ?? null])).toEqual(
    expected,
  );
});
