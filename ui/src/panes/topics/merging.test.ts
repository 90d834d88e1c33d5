import { describe, expect, test } from 'vitest';
import type { Problem, TopicRow } from '../../lib/bindings';
import { alikeOf, sizeOf } from './merging';

const row = (path: string, ...alike: [other: string, percent: number][]): TopicRow => ({
  path,
  name: null,
  description: null,
  topic_type: null,
  modified: '',
  stale_days: null,
  bytes: 0,
  lines: 0,
  truncated: null,
  listed: true,
  unlisted: null,
  indexed: null,
  origin: 'outside',
  reviewed: true,
  content: 'whole',
  link: null,
  problems: [
    { code: 'orphan', severity: 'warning', path, line: null, args: {}, fix: null },
    ...alike.map(([other, percent]): Problem => ({
      code: 'look-alike',
      severity: 'info',
      path,
      line: null,
      args: { other, percent: String(percent) },
      fix: null,
    })),
  ],
});

describe('topics that say much the same', () => {
  const topics = [row('a', ['b', 50], ['c', 90]), row('b'), row('c'), row('d', ['b', 70], ['a', 60])];
  test.each([
    ['a', ['c', 'd', 'b']],
    ['b', ['d', 'a']],
    ['c', ['a']],
    ['d', ['b', 'a']],
    ['e', []],
  ])('as %s', (path, alike) => expect(alikeOf(path, topics)).toEqual(alike));
});

test.each([
  ['', 0, 0],
  ['a', 1, 1],
  ['a\n', 2, 1],
  ['a\nb', 3, 2],
  ['a\r\nb\r\n', 6, 2],
  ['a\rb', 3, 2],
  ['中文\n', 7, 1],
  ['\n\n', 2, 2],
])('%j has %i bytes and %i lines', (text, bytes, lines) => expect(sizeOf(text)).toEqual({ bytes, lines }));
