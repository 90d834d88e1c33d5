import { expect, test } from 'vitest';
import type { OperationView } from '../../lib/bindings';
import { byDay, fileWords, withPath } from './operations';

const operation = (id: string, time: string, ...paths: string[]): OperationView => ({
  id,
  verb: 'write',
  origin: 'you',
  time,
  paths,
  undone: false,
  of: null,
});

// Noon in UTC is the same day in every zone that people live in but a few islands' own.
const LIST = [
  operation('c', '2026-03-14T12:00:00.000Z', 'b.md', 'MEMORY.md'),
  operation('b', '2026-03-14T11:00:00.000Z', 'sub/A.md'),
  operation('a', '2026-03-12T12:00:00.000Z', '部署.md'),
];

test.each([
  ['', ['c', 'b', 'a']],
  ['  ', ['c', 'b', 'a']],
  ['memory', ['c']],
  ['SUB a', ['b']],
  ['部', ['a']],
  ['nothing', []],
])('narrowed by %j', (words, ids) => {
  expect(withPath(LIST, words).map((op) => op.id)).toEqual(ids);
});

test('under their days, in order', () => {
  expect(byDay(LIST).map((day) => day.operations.map((op) => op.id))).toEqual([['c', 'b'], ['a']]);
  expect(byDay([operation('x', 'no time')])).toMatchObject([{ key: 'no time' }]);
});

test.each([
  [['MEMORY.md', 'a.md'], { first: 'a.md', more: 1 }],
  [['MEMORY.md'], { first: 'MEMORY.md', more: 0 }],
  [[], { first: '', more: 0 }],
])('files of %j', (paths, words) => {
  expect(fileWords(paths)).toEqual(words);
});
