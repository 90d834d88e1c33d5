import { expect, test } from 'vitest';
import type { Problem } from './bindings';
import { groupProblems, problemPlace, problemText, withoutLasting } from './problems';

const problem = (code: Problem['code'], severity: Problem['severity'], more: Partial<Problem> = {}): Problem => ({
  code,
  severity,
  path: 'a.md',
  line: null,
  args: {},
  fix: null,
  ...more,
});

test('worst first, then by kind as found', () => {
  const groups = groupProblems([
    problem('broken-link', 'info'),
    problem('orphan', 'warning'),
    problem('truncated', 'error'),
    problem('orphan', 'warning', { path: 'b.md' }),
  ]);
  expect(groups.map((group) => [group.code, group.problems.length])).toEqual([
    ['truncated', 1],
    ['orphan', 2],
    ['broken-link', 1],
  ]);
});

test.each([
  [{ path: '' }, 'the store itself'],
  [{ path: 'a.md' }, 'a.md'],
  [{ path: 'a.md', line: 3 }, 'a.md, line 3'],
])('%j is at %j', (more, place) => {
  const said = problemPlace(problem('odd', 'info', more));
  expect(said === place || place.startsWith(said)).toBe(true);
});

test.each([
  [problem('odd', 'info', { args: { why: 'fifo' } }), 'This is no file but a FIFO'],
  [problem('odd', 'info', { args: { why: 'Permission denied' } }), 'It cannot be read: Permission denied'],
  [
    problem('dangling', 'info', { args: { target: 'a\u202Eb.md' } }),
    'The entry leads to a\uFFFDb.md, which does not exist',
  ],
  [
    problem('invisible-characters', 'error', { args: { count: '1200', kinds: 'bidi, tag', first: 'U+202E' } }),
    'Invisible characters: 1,200 (direction-changing, tag), the first is U+202E',
  ],
])('%# in words', (found, sentence) => expect(problemText(found)).toBe(sentence));

test('what only moved or changed its numbers neither came nor went', () => {
  const was = [
    problem('truncated', 'error', { args: { 'cut-lines': '13' } }),
    problem('dangling', 'warning', { line: 7, args: { target: 'x.md' } }),
    problem('dangling', 'warning', { line: 9, args: { target: 'y.md' } }),
  ];
  const is = [
    problem('truncated', 'error', { args: { 'cut-lines': '12' } }),
    problem('dangling', 'warning', { line: 8, args: { target: 'x.md' } }),
  ];
  expect(withoutLasting(was, is)).toEqual([was[2]]);
  expect(withoutLasting(is, was)).toEqual([]);
});
