import { describe, expect, test } from 'vitest';
import type { Merge, Piece } from './bindings';
import { nextConflict, open, merged, takeAll, type Choice } from './merge';

const settled = (text: string): Piece => ({ kind: 'settled', text, from: 'base' });
const conflict = (base: string, disk: string, mine: string): Piece => ({ kind: 'conflict', base, disk, mine });
const merge = (...pieces: Piece[]): Merge => ({
  pieces,
  conflicts: pieces.filter((p) => p.kind === 'conflict').length,
  disk: 'disk',
});

const MIDDLE = merge(settled('a\n'), conflict('b\n', 'B\n', 'β\n'), settled('c'));
const LAST = merge(settled('a\n'), conflict('b', 'B', 'β'));
const GONE = merge(conflict('b\n', '', 'β\n'), settled('c\n'));

describe('a conflict settled as', () => {
  const cases: [string, Merge, Choice, string][] = [
    ['mine', MIDDLE, { take: 'mine' }, 'a\nβ\nc'],
    ['disk', MIDDLE, { take: 'disk' }, 'a\nB\nc'],
    ['base', MIDDLE, { take: 'base' }, 'a\nb\nc'],
    ['both', MIDDLE, { take: 'both' }, 'a\nB\nβ\nc'],
    ['written by hand', MIDDLE, { take: 'edited', text: 'x\n' }, 'a\nx\nc'],
    ['written by hand without a line end', MIDDLE, { take: 'edited', text: 'x' }, 'a\nx\nc'],
    ['nothing', MIDDLE, { take: 'edited', text: '' }, 'a\nc'],
    ['both at the end of a file without a line end', LAST, { take: 'both' }, 'a\nB\nβ'],
    ['deleted on disk', GONE, { take: 'disk' }, 'c\n'],
    ['both where one is deleted', GONE, { take: 'both' }, 'β\nc\n'],
  ];
  test.each(cases)('%s', (_name, given, choice, text) => {
    const at = given.pieces.findIndex((piece) => piece.kind === 'conflict');
    expect(merged(given, new Map())).toBeNull();
    expect(open(given, new Map())).toEqual([at]);
    expect(merged(given, new Map([[at, choice]]))).toBe(text);
    expect(open(given, new Map([[at, choice]]))).toEqual([]);
  });
});

test('CRLF texts are joined with CRLF', () => {
  expect(merged(merge(conflict('', 'a\r\nb', 'c\r\n')), new Map([[0, { take: 'both' }]]))).toBe('a\r\nb\r\nc\r\n');
});

test('without a conflict the text is there at once', () => {
  expect(merged(merge(settled('a\n'), settled('b')), new Map())).toBe('a\nb');
});

test('the next conflict goes round, and skips what is settled', () => {
  const two = merge(conflict('', 'a\n', 'b\n'), settled('x\n'), conflict('', 'c\n', 'd\n'));
  expect(nextConflict(two, new Map(), 0, 1, false)).toBe(2);
  expect(nextConflict(two, new Map(), 2, 1, false)).toBe(0);
  expect(nextConflict(two, new Map(), 0, -1, false)).toBe(2);
  expect(nextConflict(two, new Map([[2, { take: 'mine' }]]), 0, 1, true)).toBe(0);
  expect(nextConflict(two, takeAll(two, 'mine'), 0, 1, true)).toBeNull();
  expect(merged(two, takeAll(two, 'both'))).toBe('a\nb\nx\nc\nd\n');
});
