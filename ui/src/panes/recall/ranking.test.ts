// The ranking as rows: places, moves, and how many are drawn at first. And what is asked for a question.
import { describe, expect, test } from 'vitest';
import type { Chosen, Offered, Ranked, Selectors, Usage } from '../../lib/bindings';
import { answerKey, askOf, dollars, editOf, unusable } from './asking';
import { drawn, percent, rankRows } from './ranking';

const ranked = (path: string, score: number | null, more: Partial<Ranked> = {}): Ranked => ({
  path,
  score,
  selected: false,
  reasons: [],
  before: null,
  ...more,
});
const chosen = (rows: Ranked[], estimate = true): Chosen => ({
  selector: estimate ? 'estimate' : 'api',
  estimate,
  agreement: null,
  ranked: rows,
  selected: [],
  invented: [],
  raw: null,
  usage: null,
  cached: false,
});
const offered = (...paths: string[]): Offered => ({
  lines: paths.map((path) => ({ path, line: `- ${path}`, weak: null })),
  out: [],
  limit: 200,
  utf16: 0,
});

test('every offered topic is there, those of which nothing matches last and without a place', () => {
  const rows = rankRows(chosen([ranked('b', 0.5)]), offered('a', 'b', 'c'));
  expect(rows.map((row) => [row.path, row.rank])).toEqual([
    ['b', 1],
    ['a', null],
    ['c', null],
  ]);
});
test('of a model only what it named', () => {
  expect(rankRows(chosen([ranked('b', null)], false), offered('a', 'b'))).toHaveLength(1);
});
test('moves are told by places since before', () => {
  const rows = rankRows(
    chosen([ranked('a', 0.9, { before: [4, 0.1] }), ranked('b', 0.5, { before: [0, 0.5] }), ranked('c', 0.4)]),
    offered('a', 'b', 'c'),
  );
  expect(rows.map((row) => row.moved)).toEqual([4, -1, null]);
});

describe('rows drawn at first', () => {
  const rows = (scored: number, all: number, picked = -1): ReturnType<typeof rankRows> =>
    rankRows(
      chosen(Array.from({ length: scored }, (_, at) => ranked(`t${at}`, 0.5, { selected: at === picked }))),
      offered(...Array.from({ length: all }, (_, at) => `t${at}`)),
    );
  test.each([
    ['a handful of those that match', rows(20, 40), null, 8],
    ['few match', rows(5, 40), null, 5],
    ['none matches', rows(0, 40), null, 3],
    ['there are fewer', rows(1, 2), null, 2],
    ['what is picked is among them', rows(20, 40, 11), null, 12],
    ['what is edited is among them', rows(20, 40), 't30', 31],
  ])('%s', (_, all, edited, count) => expect(drawn(all, edited)).toBe(count));
});

test.each([
  [0.514, 51],
  [1.2, 100],
  [-1, 0],
])('%d is %d of hundred', (share, hundred) => expect(percent(share)).toBe(hundred));

const SELECTORS: Selectors = {
  agreement: { questions: 1, recall_at_5: 1, precision: 1, f1: 1, exact: 1 },
  api: {
    settings: { provider: 'anthropic', base_url: '', model: '', dollars_per_million: null },
    key: 'none',
    variable: 'ANTHROPIC_API_KEY',
    no_keyring: null,
  },
  client: { program: null, version: null, problem: 'not-found' },
};

test('a description that is as it was is no edit', () => {
  const tried = { path: 'a.md', base: 'text', before: 'old', text: 'old' };
  expect(editOf(tried)).toBeNull();
  expect(editOf({ ...tried, text: 'new' })).toMatchObject({
    kind: 'fields',
    base: 'text',
    description: 'new',
    name: null,
  });
});

test('an answer belongs to its question, its change and its model', () => {
  const ask = askOf({ kind: 'new', query: 'what now' }, 'api', null);
  const other = (more: object): string => answerKey('shop', { ...ask, ...more }, SELECTORS);
  const same = answerKey('shop', ask, SELECTORS);
  expect(other({})).toBe(same);
  expect(other({ query: 'what then' })).not.toBe(same);
  expect(other({ question: 'id' })).not.toBe(same);
  expect(other({ edit: { kind: 'delete', path: 'a.md', base: null } })).not.toBe(same);
  const settings = { ...SELECTORS.api.settings, model: 'other' };
  expect(answerKey('shop', ask, { ...SELECTORS, api: { ...SELECTORS.api, settings } })).not.toBe(same);
  expect(answerKey('api', ask, SELECTORS)).not.toBe(same);
});

test.each([
  ['estimate', false, null],
  ['recorded', true, null],
  ['recorded', false, 'no-recording'],
  ['api', true, 'no-key'],
  ['client', true, 'not-found'],
] as const)('%s, past: %s, cannot be used: %s', (selector, past, why) =>
  expect(unusable(selector, SELECTORS, past)).toBe(why),
);

test.each([
  [0.0042, 'listed', '$0.0042'],
  [3.5, 'set', '$3.50'],
  [0, 'free', '$0.00'],
  [null, 'unknown', null],
])('%d dollars (%s) are %s', (amount, price, text) =>
  expect(dollars({ dollars: amount, price } as Usage, 'en')).toBe(text),
);
