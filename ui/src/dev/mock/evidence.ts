// The mock's evidence: a few things looked for by simple patterns, so that every verdict is to be seen. The real one is in Rust.
import type { Evidence, Verdict } from '../../lib/bindings';

const VERDICTS: [pattern: RegExp, kind: string, verdict: Verdict][] = [
  [/`make [\w-]+`/g, 'command', { kind: 'found', how: 'script', path: 'Makefile', line: 12 }],
  [/`db-[\w-]+`/g, 'symbol', { kind: 'found', how: 'text', path: 'compose.yaml', line: 7 }],
  [/PostgreSQL \d+/g, 'version', { kind: 'not-found' }],
  [/\d{4}-\d\d-\d\d/g, 'date', { kind: 'cannot-tell', why: 'not-checked' }],
  [/within two weeks/g, 'relative-date', { kind: 'goes-stale' }],
];
const lineOf = (text: string, start: number): number => text.slice(0, start).split('\n').length;
const spots = (text: string, pattern: RegExp): { text: string; line: number; start: number; len: number }[] =>
  [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    line: lineOf(text, match.index),
    start: match.index,
    len: match[0].length,
  }));

export function evidence(path: string, text: string): Evidence {
  return {
    path,
    claims: VERDICTS.flatMap(([pattern, kind, verdict]) =>
      spots(text, pattern).map((spot) => ({ ...spot, kind, times: 1, verdict })),
    ),
    more_claims: 0,
    attributions: spots(text, /^(?:Uses|Every change).*$/gm).map((spot) => {
      const said = spot.text.startsWith('Every');
      return {
        ...spot,
        support: said ? 'found' : 'not-found',
        why: null,
        score: said ? 0.72 : 0.1,
        words: said ? ['change', 'checkout', 'flag'] : [],
        question: null,
        quote: said ? 'From now on, please put every change to checkout behind a flag.' : null,
        time: null,
      };
    }),
    secrets: spots(text, /ghp_\w+/g).map(({ line, start, len }) => ({
      rule: 'github-pat',
      masked: 'ghp_…',
      line,
      start,
      len,
    })),
    invisible: spots(text, /\u200b/g).map(({ line, start, len }) => ({
      code: 'U+200B',
      kind: 'zero-width',
      line,
      start,
      len,
    })),
    aimed: spots(text, /Ignore what was said before/g).map((spot) => ({ ...spot, aim: 'override', grave: true })),
    looked: { project: '~/code/shop', files: 412, bytes: 2_400_000, cut: false, turns: 37, own_session: true },
  };
}
