import { expect, test } from 'vitest';
import { otherStores } from '../dev/mock/stores';
import { grouped } from './groups';

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
