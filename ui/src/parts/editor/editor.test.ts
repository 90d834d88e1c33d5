import { describe, expect, test } from 'vitest';
import { difference, endingsOf, fromEditor, toEditor } from './endings';
import { hasInvisible, runs } from './invisible';

describe('line ends', () => {
  test.each([
    ['', 'lf'],
    ['a', 'lf'],
    ['a\nb\n', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['\na\r\n', 'mixed'],
    ['a\rb', 'mixed'],
    ['a\r\r\nb', 'mixed'],
    ['\r', 'mixed'],
    ['\n\n', 'lf'],
    ['\r\n\r\n', 'crlf'],
  ])('of %j are %s, and the text comes back', (text, endings) => {
    expect(endingsOf(text)).toBe(endings);
    expect(fromEditor(toEditor(text, endingsOf(text)), endingsOf(text))).toBe(text);
  });
});

describe('the stretch that differs', () => {
  test.each([
    ['abc', 'abc', null],
    ['', 'x', { from: 0, to: 0, insert: 'x' }],
    ['aXc', 'aYc', { from: 1, to: 2, insert: 'Y' }],
    ['aaa', 'aaaa', { from: 3, to: 3, insert: 'a' }],
    ['abab', 'ab', { from: 2, to: 4, insert: '' }],
    ['😀', '😁', { from: 0, to: 2, insert: '😁' }],
  ])('from %j to %j is %j', (before, after, change) => {
    const found = difference(before, after);
    expect(found).toEqual(change);
    if (found) expect(before.slice(0, found.from) + found.insert + before.slice(found.to)).toBe(after);
  });
});

describe('invisible characters', () => {
  test.each([
    ['plain 中文 😀', []],
    ['tab\tnewline\n', []],
    ['👩‍💻 ❤️', []],
    ['a\u202Eb', ['U+202E']],
    ['\uFEFFx\u200B', ['U+FEFF', 'U+200B']],
    ['x\u{E0041}\u{E0042}', ['U+E0041', 'U+E0042']],
    ['a\u2028b', ['U+2028']],
    ['a\rb\u0007', ['U+000D', 'U+0007']],
    ['a\u00ADb\u{FE00}', ['U+00AD', 'U+FE00']],
  ])('of %j are %j', (text, codes) => {
    const found = runs(text);
    expect(found.flatMap((run) => run.code ?? [])).toEqual(codes);
    expect(found.map((run) => run.text).join('')).toBe(text);
    expect(hasInvisible(text)).toBe(codes.length > 0);
  });
});
