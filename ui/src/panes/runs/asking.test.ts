// What is asked of Rust from what was typed, and why a run cannot be begun.
import { describe, expect, test } from 'vitest';
import type { ApiState, ClientState, RunSession } from '../../lib/bindings';
import { askOf, cannot, dollarsOf, lastOf, oddIn, spanOf, whole, type Typed } from './asking';

const session = (turns: number, newTurns: number): RunSession => ({
  id: 's1',
  time: '2026-03-14T09:00:00Z',
  turns,
  new_turns: newTurns,
  first: 'Why?',
  wrote_itself: false,
  active: false,
});
const typed = (more: Partial<Typed> = {}): Typed => ({
  kind: 'extract',
  session: session(12, 4),
  span: { from: null, last: '' },
  agent: 'api',
  limits: { turns: '', tokens: '', dollars: '' },
  priced: true,
  ...more,
});

test.each([
  ['', null],
  [' ', null],
  ['1', 1],
  [' 40 ', 40],
  ['0', 'odd'],
  ['-3', 'odd'],
  ['1.5', 'odd'],
  ['1e3', 'odd'],
  ['many', 'odd'],
  ['201', 'odd'],
])('%j as a whole number up to 200 is %j', (text, value) => expect(whole(text, 200)).toBe(value));

test.each([
  ['', null],
  ['2', 2],
  ['.5', 0.5],
  ['0.25', 0.25],
  ['0', 'odd'],
  ['1,5', 'odd'],
  ['$1', 'odd'],
])('%j as dollars is %j', (text, value) => expect(dollarsOf(text)).toBe(value));

test.each([
  ['nothing typed, enough turns', '', 12, 10],
  ['nothing typed, few turns', '', 3, 3],
  ['as typed', '5', 12, 5],
  ['never more than there are', '99', 12, 12],
  ['no number', 'x', 12, 'odd'],
])('the last turns: %s', (_, last, turns, value) =>
  expect(lastOf({ from: 'last', last }, session(turns, 0))).toBe(value),
);

test.each([
  ['new turns', null, 4, 'since'],
  ['none', null, 0, 'last'],
  ['none, but chosen', 'since', 0, 'since'],
  ['new turns, but chosen', 'last', 4, 'last'],
] as const)('which turns: %s', (_, from, fresh, value) =>
  expect(spanOf({ from, last: '' }, session(12, fresh))).toBe(value),
);

describe('the run that is asked for', () => {
  test.each([
    ['since the last extraction', {}, { kind: 'extract', session: 's1', turns: null, most_turns: null }],
    ['the last few', { span: { from: 'last', last: '3' } }, { session: 's1', turns: 3 }],
    [
      'limits',
      { limits: { turns: '8', tokens: '20000', dollars: '0.5' } },
      { most_turns: 8, most_tokens: 20_000, most_dollars: 0.5 },
    ],
    [
      'no limit in dollars where no price is known, whatever was typed',
      { priced: false, limits: { turns: '', tokens: '', dollars: 'x' } },
      { most_dollars: null },
    ],
    ['a dream has no session and no turns', { kind: 'dream', session: null }, { session: null, turns: null }],
  ] as [string, Partial<Typed>, object][])('%s', (_, more, ask) => expect(askOf(typed(more))).toMatchObject(ask));

  test.each([
    ['turns that are no number', { span: { from: 'last', last: '0' } }, 'span'],
    ['turns that are not asked for', { span: { from: 'since', last: '0' } }, null],
    ['a limit that is no number', { limits: { turns: 'x', tokens: '', dollars: '' } }, 'limits'],
    ['too many answers', { limits: { turns: '1000', tokens: '', dollars: '' } }, 'limits'],
  ] as [string, Partial<Typed>, string | null][])('%s', (_, more, odd) => {
    expect(oddIn(typed(more))).toBe(odd);
    expect(askOf(typed(more)) === null).toBe(odd !== null);
  });

  test('no session, no extraction', () => expect(askOf(typed({ session: null }))).toBeNull());
});

test.each([
  ['api', 'environment', null, null],
  ['api', 'none', null, 'no-key'],
  ['api', 'none', 'not-found', 'no-key'],
  ['client', 'none', null, null],
  ['client', 'environment', 'does-not-start', 'does-not-start'],
] as const)('%s with key %s and client problem %s: %s', (agent, key, problem, why) => {
  const api = { key } as ApiState;
  const client: ClientState = { program: null, version: null, problem };
  expect(cannot(agent, { api, client })).toBe(why);
});
