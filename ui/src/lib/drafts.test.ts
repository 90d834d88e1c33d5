import { expect, test } from 'vitest';
import { drop, keep, keyOf, load, type Draft, type Shelf } from './drafts';

function shelf(given: Record<string, string> = {}, full = false): Shelf & { map: Map<string, string> } {
  const map = new Map(Object.entries(given));
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, value);
    },
    removeItem: (key) => void map.delete(key),
  };
}

const draft = (over: Partial<Draft> = {}): Draft => ({
  store: 's',
  path: 'a.md',
  base: 'old',
  text: 'new',
  time: '2026-01-01T00:00:00.000Z',
  ...over,
});

test('what is kept is loaded again, newest first, and dropped one by one', () => {
  const on = shelf({ other: 'x' });
  const older = draft();
  const newer = draft({ path: '中 "\n".md', text: 'a\r\n\u0000\uD800', time: '2026-01-02T00:00:00.000Z' });
  expect(keep(on, older)).toBe(true);
  expect(keep(on, newer)).toBe(true);
  expect(load(on)).toEqual([newer, older]);
  drop(on, newer.store, newer.path);
  expect(load(on)).toEqual([older]);
  expect(on.map.get('other')).toBe('x');
});

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another shape', '{"store":"s"}'],
  ['a number for a text', JSON.stringify({ ...draft(), text: 1 })],
])('%s is passed over and left alone', (_name, value) => {
  const on = shelf({ 'memdesk.draft:x': value });
  expect(load(on)).toEqual([]);
  expect(on.map.size).toBe(1);
});

test('a full shelf says so', () => {
  expect(keep(shelf({}, true), draft())).toBe(false);
});

test('a store and a path are never mixed up', () => {
  expect(keyOf('a","b', 'c')).not.toBe(keyOf('a', 'b","c'));
});
