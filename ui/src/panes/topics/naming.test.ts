import { describe, expect, test } from 'vitest';
import { pathFor, siblingPath, stemOf } from './naming';

describe('stem', () => {
  test.each([
    ['Deploy on Fridays?', 'deploy-on-fridays'],
    ['  --x__y.z--  ', 'x-y-z'],
    ['部署流程', '部署流程'],
    ['部署 流程：第二版', '部署-流程-第二版'],
    ['Café', 'café'],
    ['Cafe\u0301', 'café'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\nb\u202Ec', 'a-b-c'],
    ['', 'topic'],
    ['???', 'topic'],
    ['😀', 'topic'],
    ['MEMORY', 'memory-topic'],
    ['con', 'con-topic'],
    ['हिन्दी', 'हिन्दी'],
    ['x'.repeat(300), 'x'.repeat(80)],
    ['中'.repeat(100), '中'.repeat(26)],
  ])('%j gives %j', (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });
});

test.each([
  ['Same', ['other.md'], 'same.md'],
  ['Same', ['SAME.md'], 'same-2.md'],
  ['Same', ['same.md', 'same-2.md'], 'same-3.md'],
])('%j beside %j becomes %j', (name, taken, path) => {
  expect(pathFor(name, taken)).toBe(path);
});

test.each([
  ['team/old.md', 'New name', ['team/new-name.md'], 'team/new-name-2.md'],
  ['team/old.md', 'New name', ['new-name.md'], 'team/new-name.md'],
  ['old.md', 'Old', ['old.md'], 'old.md'],
])('%j renamed to %j beside %j becomes %j', (path, name, taken, to) => {
  expect(siblingPath(path, name, taken)).toBe(to);
});
