import { expect, test } from 'vitest';
import type { Evidence } from '../../lib/bindings';
import { findings } from './findings';

const looked = { project: '~/shop', files: 3, bytes: 0, cut: false, turns: 2, own_session: false };
const place = { start: 0, len: 1 };

test('the grave comes first, then the order of the text, each with a sign of its own', () => {
  const memory: Evidence = {
    path: 'a.md',
    more_claims: 0,
    looked,
    claims: [
      { kind: 'path', text: 'src/gone.ts', line: 9, times: 1, verdict: { kind: 'not-found' }, ...place },
      { kind: 'relative-date', text: 'yesterday', line: 2, times: 1, verdict: { kind: 'goes-stale' }, ...place },
    ],
    attributions: [
      {
        text: 'The user likes tabs.',
        line: 4,
        support: 'not-found',
        why: null,
        score: 0,
        words: [],
        question: null,
        quote: null,
        time: null,
        ...place,
      },
    ],
    secrets: [{ rule: 'github-pat', masked: 'ghp_…', line: 7, ...place }],
    invisible: [{ code: 'U+200B', kind: 'zero-width', line: 3, ...place }],
    aimed: [
      { aim: 'tool', grave: false, text: 'Run the tool', line: 5, ...place },
      { aim: 'override', grave: true, text: 'Ignore all of it', line: 8, ...place },
    ],
  };
  expect(findings(memory).map(({ kind, line, tone, sign }) => `${line} ${kind} ${tone} ${sign}`)).toEqual([
    '7 secret bad !',
    '8 aimed bad !',
    '2 goes-stale warn ~',
    '3 invisible warn !',
    '4 unsaid warn ?',
    '5 aimed warn !',
    '9 not-found warn ✗',
  ]);
  expect(findings({ ...memory, claims: [], attributions: [], secrets: [], invisible: [], aimed: [] })).toEqual([]);
});
