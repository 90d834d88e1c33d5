import { expect, test } from 'vitest';
import { otherStores } from '../dev/mock/stores';
import { grouped, steady } from './groups';

const names = (filter?: string) =>
  grouped(otherStores(), filter).map((group) => [group.name, group.stores.map((store) => store.name)]);

test('the opened folder’s stores first, then by scope; sessions last', () => {
  expect(names()).toEqual([
    ['here', ['reviewer', 'team']],
    ['projects', ['api', 'web', 'ml-pipeline', '记账', 'infra', 'scratch']],
    ['agents', ['planner', 'security-audit']],
    ['sessions', ['shop · 3f2a91c0', 'shop · 2026-03']],
  ]);
});

test.each([
  ['PLAN', [['agents', ['planner']]]],
  ['记', [['projects', ['记账']]]],
  ['code/web', [['projects', ['web']]]],
  ['no such', []],
])('filtered by %j', (filter, left) => expect(names(filter)).toEqual(left));

test('the project’s own store stands before those of its agents', () => {
  const [first, ...rest] = otherStores();
  if (!first) throw new Error('the mock has no stores');
  const own = { ...first, id: 'own', name: 'own', scope: 'project' as const, current: true };
  expect(grouped([first, ...rest, own])[0]?.stores[0]?.name).toBe('own');
});

test('an order once shown stays; new stores come first', () => {
  const stores = otherStores();
  const ids = stores.map((store) => store.id);
  expect(steady(ids, [...stores].reverse()).map((store) => store.id)).toEqual(ids);
  expect(steady(ids.slice(1), stores).map((store) => store.id)).toEqual(ids);
  expect(steady([], stores).map((store) => store.id)).toEqual(ids);
});
