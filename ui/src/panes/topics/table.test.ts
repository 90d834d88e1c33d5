import { describe, expect, test } from 'vitest';
import type { Problem, TopicRow } from '../../lib/bindings';
import {
  DEFAULT_SORT,
  NO_FILTERS,
  counts,
  indexState,
  isFiltered,
  nextSort,
  tableRows,
  titleOf,
  type Filters,
  type SortKey,
} from './table';

const problem = (severity: Problem['severity']): Problem => ({
  code: 'too-long',
  severity,
  path: '',
  line: null,
  args: {},
  fix: null,
});

function row(path: string, over: Partial<TopicRow> = {}): TopicRow {
  return {
    path,
    name: null,
    description: null,
    topic_type: null,
    modified: '2026-01-01T00:00:00.000Z',
    stale_days: null,
    bytes: 10,
    lines: 1,
    truncated: null,
    listed: true,
    unlisted: null,
    indexed: 'loaded',
    origin: 'you',
    reviewed: true,
    problems: [],
    content: 'whole',
    link: null,
    ...over,
  };
}

const ROWS = [
  row('a.md', { name: 'Zebra', topic_type: 'user', bytes: 900, modified: '2026-03-01T00:00:00.000Z' }),
  row('b.md', {
    description: 'How Ａcme ships',
    topic_type: 'feedback',
    reviewed: false,
    indexed: null,
    problems: [problem('info'), problem('info')],
  }),
  row('sub/c10.md', { topic_type: 'zzz', problems: [problem('error')], modified: '2026-02-01T00:00:00.000Z' }),
  row('sub/c9.md', { listed: false, unlisted: 'hidden', indexed: null, bytes: 5_000, origin: 'dream' }),
  row('d.md', { name: '部署', listed: false, unlisted: 'beyond-200', indexed: null, problems: [problem('warning')] }),
];

describe('filters leave', () => {
  const cases: [string, Partial<Filters>, string[]][] = [
    ['everything', {}, ['a.md', 'sub/c10.md', 'b.md', 'sub/c9.md', 'd.md']],
    ['a word of the title, in any case', { text: 'zEB' }, ['a.md']],
    ['full-width letters of the description', { text: 'acme' }, ['b.md']],
    ['every word, wherever each stands', { text: 'ships b.md' }, ['b.md']],
    ['nothing when one word is missing', { text: 'ships zebra' }, []],
    ['Chinese', { text: '部' }, ['d.md']],
    ['a path', { text: 'sub/' }, ['sub/c10.md', 'sub/c9.md']],
    ['a type', { type: 'feedback' }, ['b.md']],
    ['no valid type', { type: 'none' }, ['sub/c10.md', 'sub/c9.md', 'd.md']],
    ['problems', { problems: true }, ['sub/c10.md', 'b.md', 'd.md']],
    ['unlisted', { unlisted: true }, ['sub/c9.md', 'd.md']],
    ['unreviewed', { unreviewed: true }, ['b.md']],
    ['not indexed, but not what is never listed', { unindexed: true }, ['b.md', 'd.md']],
    ['two filters together', { unindexed: true, unlisted: true }, ['d.md']],
  ];
  test.each(cases)('%s', (_name, filters, paths) => {
    expect(tableRows(ROWS, { ...NO_FILTERS, ...filters }, DEFAULT_SORT).map((r) => r.path)).toEqual(paths);
    expect(isFiltered({ ...NO_FILTERS, ...filters })).toBe(Object.keys(filters).length > 0);
  });
});

describe('sorted by', () => {
  const cases: [SortKey, boolean, string[]][] = [
    ['title', true, ['b.md', 'sub/c9.md', 'sub/c10.md', 'a.md', 'd.md']],
    ['size', false, ['sub/c9.md', 'a.md', 'b.md', 'sub/c10.md', 'd.md']],
    ['problems', false, ['sub/c10.md', 'd.md', 'b.md', 'a.md', 'sub/c9.md']],
    ['type', true, ['a.md', 'b.md', 'sub/c10.md', 'sub/c9.md', 'd.md']],
    ['index', false, ['sub/c9.md', 'b.md', 'd.md', 'a.md', 'sub/c10.md']],
    ['reviewed', true, ['b.md', 'a.md', 'sub/c10.md', 'sub/c9.md', 'd.md']],
    ['origin', true, ['sub/c9.md', 'a.md', 'b.md', 'sub/c10.md', 'd.md']],
  ];
  test.each(cases)('%s, ascending %s', (key, ascending, paths) => {
    expect(tableRows(ROWS, NO_FILTERS, { key, ascending }).map((r) => r.path)).toEqual(paths);
  });
});

test.each([
  ['a/b/notes.md', null, 'notes'],
  ['.md', null, '.md'],
  ['x.md', '  ', 'x'],
  ['x.md', ' Name ', 'Name'],
])('%s named %s is called %s', (path, name, title) => {
  expect(titleOf({ path, name })).toBe(title);
});

test('index states', () => {
  expect(ROWS.map(indexState)).toEqual(['loaded', 'not-indexed', 'loaded', 'outside', 'not-indexed']);
});

test('a second click turns the order round; a new column starts with what is asked for most', () => {
  expect(nextSort(DEFAULT_SORT, 'modified')).toEqual({ key: 'modified', ascending: true });
  expect(nextSort(DEFAULT_SORT, 'title')).toEqual({ key: 'title', ascending: true });
  expect(nextSort(DEFAULT_SORT, 'size')).toEqual({ key: 'size', ascending: false });
});

test('counts', () => {
  const found = counts(ROWS);
  expect(found).toMatchObject({ problems: 3, unlisted: 2, unreviewed: 1, unindexed: 2 });
  expect([...found.types]).toEqual([
    ['user', 1],
    ['feedback', 1],
    ['none', 3],
  ]);
});

test('5,000 rows are filtered quickly enough for every key', () => {
  const many = Array.from({ length: 5_000 }, (_, i) =>
    row(`t${i}.md`, { description: `description number ${i} of a long list of topics` }),
  );
  tableRows(many, { ...NO_FILTERS, text: 'x' }, DEFAULT_SORT);
  const begin = performance.now();
  for (const text of ['4', '49', '499', '4999'])
    tableRows(many, { ...NO_FILTERS, text }, { key: 'title', ascending: true });
  expect((performance.now() - begin) / 4).toBeLessThan(60);
});
