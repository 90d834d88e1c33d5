// How a run is listed and told: its place, its steps by answer, and how it ended, in words of both languages.
import { afterEach, describe, expect, test } from 'vitest';
import type { Runs, RunStep, RunView } from '../../lib/bindings';
import { LANGUAGES, setLanguage } from '../../lib/i18n/index.svelte';
import { groupsOf, titleOf } from './list';
import { endOf, nowText, tookText, turnsOf } from './told';
import { counts, ordered } from './report/fates';
import { around } from '../../parts/lost/lost';

afterEach(() => setLanguage('en'));

const run = (more: Partial<RunView> = {}): RunView => ({
  id: 'r1',
  kind: 'extract',
  sessions: ['s1'],
  agent: 'api',
  model: 'a-model',
  state: 'done',
  asked: '2026-03-14T09:00:00Z',
  ended: '2026-03-14T09:01:00Z',
  short: null,
  turns: 3,
  most_turns: 5,
  steps: [],
  usage: null,
  said: '',
  failure: null,
  proposal: null,
  files: 0,
  waiting: 0,
  ...more,
});
const list = (sessions: string[]): Runs =>
  ({ sessions: sessions.map((id) => ({ id, first: `first of ${id}` })) }) as unknown as Runs;

describe('the list', () => {
  const many = Array.from({ length: 9 }, (_, at) => run({ id: `r${at}`, state: at === 8 ? 'running' : 'done' }));
  test.each([
    ['the newest, those at work always, and how many more', false, null, ['r0', 'r1', 'r2', 'r3', 'r4', 'r8'], 3],
    ['one that is chosen', false, 'r6', ['r0', 'r1', 'r2', 'r3', 'r4', 'r6', 'r8'], 2],
    ['all', true, null, many.map(({ id }) => id), 0],
  ])('%s', (_, older, chosen, ids, more) => {
    const groups = groupsOf(list([]), many, older, chosen === null ? null : { kind: 'run', run: chosen });
    const rows = groups[0]?.rows ?? [];
    expect(rows.flatMap((row) => (row.kind === 'run' ? [row.run.id] : []))).toEqual(ids);
    expect(rows.reduce((sum, row) => sum + (row.kind === 'older' ? row.count : 0), 0)).toBe(more);
  });
  test('without runs and sessions the dream is left', () =>
    expect(groupsOf(list([]), [], false, null).map((group) => group.kind)).toEqual(['dream']));
  test.each([
    ['by the first question', run(), ['s1'], 'first of s1'],
    ['by its session, when that is gone', run({ sessions: ['0123456789'] }), [], '01234567'],
    ['a dream by its kind alone', run({ kind: 'dream', sessions: [] }), ['s1'], null],
  ])('is called %s', (_, view, sessions, title) => expect(titleOf(view, list(sessions).sessions)).toBe(title));
});

describe('how it ended', () => {
  test.each([
    ['with files that wait', run({ files: 3, waiting: 3 }), 'good', /change 3 files.*3 wait in Review/],
    ['with some decided', run({ files: 3, waiting: 1 }), 'good', /1 of 3 still waits/],
    ['with all decided', run({ files: 3 }), 'good', /All of it has been decided/],
    ['with nothing', run(), 'plain', /^Nothing to propose.*worth saving/],
    ['a dream with nothing', run({ kind: 'dream' }), 'plain', /leave every file as it is/],
    ['at the turn limit', run({ short: 'turn-limit', files: 2, waiting: 2 }), 'warn', /limit of 5 answers.*is kept/],
    ['broken off', run({ short: 'broke-off', files: 1, waiting: 1 }), 'warn', /broke off.*by then is kept/],
    [
      'broken off, and why',
      run({ short: 'broke-off', files: 1, waiting: 1, failure: ['It is overloaded.', null] }),
      'warn',
      /broke off.*It is overloaded\./,
    ],
    [
      'without a session that has gone',
      run({ failure: ['Session s has gone.', null] }),
      'plain',
      /worth saving.*Session s has gone\./,
    ],
    ['at the cost limit with nothing', run({ short: 'cost-limit' }), 'warn', /Nothing to propose.*limit in dollars/],
    ['for a reason of tomorrow', run({ short: 'of-tomorrow', files: 1 }), 'warn', /ended early/],
    ['stopped', run({ state: 'cancelled' }), 'plain', /You stopped it/],
    ['failed', run({ state: 'failed', failure: ['No key.', 'Set one.'] }), 'bad', /No key\. Set one\./],
  ])('%s', (_, view, tone, says) => {
    const end = endOf(view);
    expect(end.tone).toBe(tone);
    expect([end.title, ...end.text].join(' ')).toMatch(says);
    for (const language of LANGUAGES) {
      setLanguage(language);
      expect([endOf(view).title, ...endOf(view).text].join(' ')).not.toMatch(/[{}]/);
    }
  });
});

describe('what it does', () => {
  const step = (turn: number, tool: string, what: string): RunStep => ({ turn, tool, what, refused: null });
  const steps = [step(1, 'say', 'First.'), step(1, 'read', 'a.md'), step(2, 'edit', 'b.md'), step(2, 'say', 'Done.')];
  test('steps by answer', () =>
    expect(turnsOf(steps).map(({ turn, steps: own }) => [turn, own.length])).toEqual([
      [1, 2],
      [2, 2],
    ]));
  test('now: the last tool, not the last words', () => expect(nowText(run({ steps }))).toBe('now: Edited b.md'));
  test('nothing yet', () => expect(nowText(run())).toBe(''));
  test.each([
    [null, ''],
    [{ input_tokens: 12_000, output_tokens: 300, dollars: 0.0421 }, '12,000 tokens out, 300 back · $0.0421'],
    [{ input_tokens: 1, output_tokens: 2, dollars: null }, '1 tokens out, 2 back · price not known'],
  ])('%j is said as %j', (usage, text) => expect(tookText(usage)).toBe(text));
});

describe('the report', () => {
  const fates = [
    ['b.md', 'kept'],
    ['a.md', 'edited'],
    ['z.md', 'deleted'],
    ['c.md', 'deleted'],
    ['y.md', 'of-tomorrow'],
    ['m.md', 'merged'],
  ].map(([path = '', fate = '']) => ({ path, fate, into: [], share: null }));
  test('counts, what one has to look at first', () =>
    expect(counts(fates).map(({ fate, count }) => `${count} ${fate}`)).toEqual([
      '2 deleted',
      '1 merged',
      '1 edited',
      '1 of-tomorrow',
      '1 kept',
    ]));
  test.each([
    [false, ['c.md', 'z.md', 'm.md', 'a.md', 'y.md']],
    [true, ['c.md', 'z.md', 'm.md', 'a.md', 'y.md', 'b.md']],
  ])('in order, the kept ones %s', (kept, paths) =>
    expect(ordered(fates, kept).map(({ path }) => path)).toEqual(paths),
  );
  test.each([
    ['at most 0.01 a day', '0.01', ['at most ', '0.01', ' a day']],
    ['the line was cut', '0.01', ['the line was cut', '', '']],
    ['no fact', '', ['no fact', '', '']],
  ])('%j around %j', (sentence, fact, parts) => {
    const { before, fact: found, after } = around(sentence, fact);
    expect([before, found, after]).toEqual(parts);
  });
});
