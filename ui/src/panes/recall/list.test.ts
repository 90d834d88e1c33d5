// Past questions under their headings, and hits marked in a line of text.
import { describe, expect, test } from 'vitest';
import type { QuestionRow } from '../../lib/bindings';
import { isNarrowed, pieces, sections } from './list';
import { NO_FILTER } from './shown.svelte';

const row = (id: string, session: string, time: string): QuestionRow => ({
  id,
  session,
  time,
  text: id,
  cut: false,
  found: [],
  gate: 'runs',
  recorded: [],
  place: null,
  version: null,
});
const ROWS = [
  row('d', 'one', '2026-03-14T12:00:00.000Z'),
  row('c', 'two', '2026-03-14T11:00:00.000Z'),
  row('b', 'one', '2026-03-14T10:00:00.000Z'),
  row('a', 'two', '2026-03-10T10:00:00.000Z'),
];

test('by day, and by session with each session once', () => {
  const ids = (group: 'day' | 'session'): string[] =>
    sections(ROWS, group).map((section) => section.questions.map((question) => question.id).join(''));
  expect(ids('day')).toEqual(['dcb', 'a']);
  expect(ids('session')).toEqual(['db', 'ca']);
});

describe('pieces', () => {
  const marked = (text: string, found: [number, number][]): string =>
    pieces(text, found)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('');
  const long = `${'word '.repeat(60)}needle and more`;
  test.each<[name: string, text: string, found: [number, number][], shown: string]>([
    ['no hit', 'one two', [], 'one two'],
    ['a hit', 'one two', [[4, 3]], 'one [two]'],
    ['Chinese', '对账脚本差了', [[2, 2]], '对账[脚本]差了'],
    ['hits out of order', 'one two', [[4, 3], [0, 3]], '[one] [two]'], // prettier-ignore
    ['hits that overlap: the first stays', 'abcdef', [[0, 4], [2, 4]], '[abcd]ef'], // prettier-ignore
    ['a hit beyond the text is none', 'one', [[2, 9]], 'one'],
    ['none found comes as -1', 'one', [[-1, 3]], 'one'],
    ['line breaks are spaces', 'a\n\tb', [], 'a b'],
    ['a hit far inside', long, [[300, 6]], '…word word word word word word [needle] and more'],
  ])('%s', (_, text, found, shown) => expect(marked(text, found)).toBe(shown));
  test('never begins inside a surrogate pair', () => {
    const text = '😀'.repeat(100);
    expect(pieces(text, [[150, 2]])[1]?.text.charCodeAt(0)).toBe(0xd83d);
  });
});

test.each([
  [{}, false],
  [{ search: ' ' }, false],
  [{ search: 'a' }, true],
  [{ topic: 'a.md' }, true],
  [{ from: '2026-01-01T00:00:00Z' }, true],
  [{ nothing: true }, true],
])('%o narrows: %s', (some, narrowed) => expect(isNarrowed({ ...NO_FILTER, ...some })).toBe(narrowed));
