import { expect, test } from 'vitest';
import { best, fit } from './fuzzy';

test.each([
  ['', 'anything', true],
  ['ldg', 'project-ledger.md', true],
  ['LEDGER', 'project-ledger.md', true],
  ['xyz', 'project-ledger.md', false],
  ['结算', '项目-结算.md', true],
  ['go index', 'Go to Index', true],
])('%j in %j: %s', (query, text, fits) => expect(fit(query, text) !== null).toBe(fits));

test('what is written whole comes before what is scattered, a word’s beginning before its middle', () => {
  const names = ['l-e-d-g.md', 'knowledge.md', 'ledger.md'];
  expect(best('ledg', names, (name) => name, 3)).toEqual(['ledger.md', 'knowledge.md', 'l-e-d-g.md']);
});

test('without a query the order stays, and the limit holds', () => {
  expect(best('', ['b', 'a', 'c'], (name) => name, 2)).toEqual(['b', 'a']);
});
