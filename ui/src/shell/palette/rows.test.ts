// What the palette offers by name and what it makes of an answer, as tables.
import { expect, test } from 'vitest';
import type { Found, SearchHit } from '../../lib/bindings';
import { foundGroups, named, storesNamed, textOf, type Named, type Row } from './rows';

const hit = (kind: string, some: Partial<SearchHit> = {}): SearchHit => ({
  kind,
  field: 'body',
  store: 'shop',
  store_name: 'shop',
  path: null,
  line: null,
  id: null,
  session: null,
  text: null,
  title: [],
  snippet: [{ text: 'x', found: true }],
  more: 0,
  time: null,
  what: null,
  ...some,
});
const given: Named = {
  actions: [
    { id: 'undo', label: 'Undo', keys: 'u', run: () => undefined },
    { id: 'move', label: 'Undo nothing', keysOnly: true, run: () => undefined },
    { id: 'off', label: 'Undo later', disabled: true, run: () => undefined },
    { id: 'why', label: 'Undo never', disabled: true, why: 'read-only', run: () => undefined },
  ],
  topics: [],
  stores: [],
  goTopic: () => undefined,
  goStore: () => undefined,
};

test('what cannot be done is left out, unless it is known why', () => {
  const { rows } = named('undo', 'all', given);
  expect(rows.map((row) => [textOf(row.label), row.why])).toEqual([
    ['Undo', undefined],
    ['Undo never', 'read-only'],
  ]);
  expect(named('undo', 'index', given).rows).toEqual([]);
});

test('below the stores that fit stands the way to others, whatever is typed', () => {
  const stores = ['shop', 'api'].map((name) => ({
    id: name,
    name,
    place: `~/code/${name}`,
    project: null,
    scope: 'project',
  }));
  const folder = { id: 'open-folder', label: 'Open a folder…', keys: 'Mod+o', run: () => undefined };
  const labels = (query: string): string[] =>
    storesNamed(query, {
      stores: stores as unknown as Named['stores'],
      goStore: () => undefined,
      actions: [folder],
    }).rows.map(({ label }) => textOf(label));
  expect(labels('')).toEqual(['shop', 'api', 'Open a folder…']);
  expect(labels('shop')).toEqual(['shop', 'Open a folder…']);
  expect(labels('zzz')).toEqual(['Open a folder…']);
});

test('groups come in their order, counted; what stands above is not told again', () => {
  const found: Found = {
    hits: [
      hit('topic', { field: 'name', path: 'a.md', title: [{ text: 'a.md', found: true }] }),
      hit('topic', { field: 'name', path: 'a.md', store: 'api', store_name: 'api' }),
      hit('topic', { path: 'b.md', more: 2 }),
      hit('index', { line: 7, what: 'cut', path: 'MEMORY.md' }),
    ],
    counts: [
      { kind: 'topic', found: 40, shown: 3 },
      { kind: 'index', found: 1, shown: 1 },
      { kind: 'history', found: 0, shown: 0 },
    ],
    questions: 'read',
    stores: 2,
    skipped: [],
  };
  const above: Row[] = [{ id: 'topic a.md', label: [], detail: [], sort: '', run: () => undefined }];
  const asked: string[] = [];
  const groups = foundGroups(found, above, {
    store: 'shop',
    most: 6,
    open: () => undefined,
    only: (kind) => asked.push(kind),
    words: { all: (n) => `all ${n}`, more: (n) => `+${n}`, gone: 'gone' },
  });
  expect(groups.map((group) => [group.name, group.found, group.rows.map((row) => row.sort)])).toEqual([
    ['topic', 39, ['api', '+2', '']],
    ['index', 1, ['cut']],
  ]);
  expect(groups[1]?.rows.map((row) => textOf(row.label))).toEqual(['7']);
  groups[0]?.rows.at(-1)?.run();
  expect(asked).toEqual(['topic']);
});
