// The heat strip's arithmetic: depths, lines, columns, and where the keys lead.
import { describe, expect, test } from 'vitest';
import type { Coverage, CoverageRow } from '../../../lib/bindings';
import { columns, endOf, LEVELS, levels, lines, named, step, steps } from './strip';

const row = (path: string, recorded: number, estimated: number, exists = true): CoverageRow => ({
  path,
  exists,
  recorded: [recorded, 0],
  estimated: [0, estimated],
  recorded_total: recorded,
  estimated_total: estimated,
  last: null,
});
const COVERAGE: Coverage = {
  spans: ['2026-03-01T00:00:00.000Z', '2026-03-08T00:00:00.000Z'],
  end: '2026-03-15T00:00:00.000Z',
  questions: [3, 4],
  topics: [row('often', 5, 1), row('seldom', 1, 7), row('never', 0, 2), row('gone', 0, 1, false), row('at-all', 0, 0)],
  total: 7,
  ran: 6,
  recorded: 3,
  nothing_estimated: 1,
  agreement: { questions: 1, recall_at_5: 1, precision: 1, f1: 1, exact: 1 },
};

describe('depths', () => {
  test.each([1, 2, 3, 4, 5, 6, 9, 40, 1000])(
    'up to %d: nothing is nothing, more is never paler, the most is deepest',
    (most) => {
      const level = levels(most);
      expect(level(0)).toBe(0);
      for (let count = 1; count <= most; count++)
        expect(level(count)).toBeGreaterThanOrEqual(Math.max(1, level(count - 1)));
      expect(level(most)).toBe(LEVELS);
    },
  );
  test.each([0, 1, 3, 7, 12, 500])('up to %d: each step of the legend begins where its colour does', (most) => {
    for (const { from, level } of steps(most)) {
      expect(levels(most)(from)).toBe(level);
      expect(levels(most)(from - 1)).toBeLessThan(level);
    }
  });
});

test.each([
  ['recorded', ['questions', 'often', 'seldom', 'never: 2', 'at-all', 'never']],
  ['estimated', ['questions', 'seldom', 'never', 'often', 'gone', 'never: 1', 'at-all']],
] as const)('lines by what is %s', (measure, shown) => {
  const words = lines(COVERAGE, measure).map((line) =>
    line.kind === 'topic' ? line.row.path : line.kind === 'never' ? `never: ${line.count}` : line.kind,
  );
  expect(words).toEqual(shown);
});

describe('keys', () => {
  const all = lines(COVERAGE, 'recorded');
  test.each([
    ['down', { line: 0, at: 0 }, { lines: 1 }, { line: 1, at: 0 }],
    ['over the heading', { line: 2, at: 1 }, { lines: 1 }, { line: 4, at: 1 }],
    ['and back over it', { line: 4, at: 1 }, { lines: -1 }, { line: 2, at: 1 }],
    ['not beyond the end', { line: 5, at: 0 }, { lines: 9 }, { line: 5, at: 0 }],
    ['to the last column', { line: 1, at: 0 }, { columns: Infinity }, { line: 1, at: 1 }],
    ['not before the first', { line: 1, at: 0 }, { columns: -1 }, { line: 1, at: 0 }],
  ])('%s', (_, from, by, to) => expect(step(all, 2, from, by)).toEqual(to));
});

test('columns fill the room, and are never too small to hit', () => {
  expect(columns(10, 600).width).toBe(600);
  expect(columns(100, 600).width).toBeGreaterThan(600);
  expect(columns(100, 600).x(1) - columns(100, 600).x(0)).toBeGreaterThan(13);
});
test('names of columns do not touch', () => {
  const spans = Array.from({ length: 40 }, (_, at) => String(at));
  const at = named(spans, 14);
  expect(at[1]).toBe(4);
  expect(at.at(-1)).toBeLessThanOrEqual(38);
});
test('a span ends where the next begins', () => {
  expect([endOf(COVERAGE, 0), endOf(COVERAGE, 1)]).toEqual([COVERAGE.spans[1], COVERAGE.end]);
});
