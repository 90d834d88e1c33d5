import { describe, expect, test } from 'vitest';
import type { IndexLine, IndexView } from '../../lib/bindings';
import { indexView } from '../../dev/mock/rules';
import { AFTER_CUT, entryKey, findEntry, isFirst, loadedEntries, moveTarget, rows } from './rows';

const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join('\n');
const view = (text: string): IndexView => indexView(new Map(), text);
const kinds = (shown: IndexView, unfolded: number[] = [], after = AFTER_CUT): string[] =>
  rows(shown, new Set(unfolded), after).map((row) => (row.kind === 'line' ? String(row.line.number) : row.kind));

test('the rule stands before the first lost line', () => {
  const shown = kinds(view(numbered(203, (at) => `- ${at}`)));
  expect(shown.indexOf('cut')).toBe(200);
  expect(shown.slice(199)).toEqual(['200', 'cut', '201', '202', '203']);
});

test('a line that is cut inside stands before the rule', () => {
  const whole = view('- one');
  const cut = {
    ...view(numbered(201, () => 'x')).cut,
    first_cut_file_line: null,
    cut_inside_file_line: 1,
  } as IndexView['cut'];
  expect(kinds({ ...whole, cut })).toEqual(['1', 'cut']);
});

test('many lines after the cut wait to be asked for; those not sent are counted', () => {
  const shown = view(numbered(1200, (at) => `- ${at}`));
  const first = rows(shown, new Set(), AFTER_CUT);
  expect(first).toHaveLength(200 + 1 + AFTER_CUT + 1);
  expect(first.at(-1)).toMatchObject({ kind: 'more', lines: 1000 - AFTER_CUT });
  const all = rows({ ...shown, file_lines: 100_000 }, new Set(), 5000);
  expect(all.at(-1)).toMatchObject({ kind: 'unsent', lines: 98_800 });
});

describe('stripped runs', () => {
  const text = `<!--\n${numbered(20, (at) => `said ${at}`)}\n-->\n- kept`;
  test('say their reason once and fold when long', () => {
    const found = rows(view(text), new Set(), AFTER_CUT);
    expect(kinds(view(text))).toEqual(['1', '2', '3', '4', 'fold', '23']);
    expect(found.filter((row) => row.kind === 'line' && row.says)).toHaveLength(1);
    expect(found[4]).toMatchObject({ kind: 'fold', why: 'comment', lines: 18 });
  });
  test('unfold', () => expect(kinds(view(text), [1])).toHaveLength(23));
  test('short ones stay open', () => expect(kinds(view('---\na: b\n---\n- kept'))).toEqual(['1', '2', '3', '4']));
});

test('an entry owns its wrapped lines', () => {
  const found = rows(view('- [A](a.md) — one\n  two\n- [B](b.md) — three'), new Set(), AFTER_CUT);
  expect(found.map((row) => (row.kind === 'line' ? [row.entries, row.within] : null))).toEqual([
    [[0], 0],
    [[], 0],
    [[1], 1],
  ]);
});

test('an entry is found again after it moved, also among others alike', () => {
  const before = view('- [A](a.md) — x\n- [B](b.md)\n- [A](a.md) — y').entries;
  const after = view('- [B](b.md)\n- [A](a.md) — x\n- [A](a.md) — y').entries;
  expect(findEntry(after, entryKey(before, 1))).toBe(0);
  expect(findEntry(after, entryKey(before, 2))).toBe(2);
  expect(findEntry(before.slice(0, 2), entryKey(before, 2))).toBeNull();
  expect(findEntry(after, null)).toBeNull();
});

test('one step up goes before the entry above, one down behind the one below, headings passed over', () => {
  const { entries } = view('- [A](a.md)\n  more\n## Then\n- [B](b.md)\n  more\n- [C](c.md)');
  const at = (title: string): number => entries.findIndex((entry) => entry.title === title);
  expect(moveTarget(entries, at('B'), -1)).toBe(1);
  expect(moveTarget(entries, at('A'), 1)).toBe(6);
  expect(moveTarget(entries, at('A'), -1)).toBeNull();
  expect(moveTarget(entries, at('C'), 1)).toBeNull();
  expect([isFirst(entries, at('A')), isFirst(entries, at('B'))]).toEqual([true, false]);
});

test('entries that are loaded, of those that lead to a topic', () => {
  const lines: IndexLine[] = [];
  const entry = { line: 1, end_line: 1, kind: 'bullet', title: '', hook: '', target: 'a.md', editable: true };
  const entries = [
    { ...entry, path: 'a.md', state: 'loaded' },
    { ...entry, path: 'b.md', state: 'cut' },
    { ...entry, path: null, state: 'dangling' },
  ];
  expect(loadedEntries({ ...view(''), lines, entries })).toEqual({ loaded: 1, all: 2 });
});
