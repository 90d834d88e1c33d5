import { describe, expect, test } from 'vitest';
import { ago, exact, number, share, size } from './format';

const NOW = Date.parse('2026-03-14T12:00:00.000Z');

test.each([
  [21480, 'en', '21,480'],
  [21480, 'zh', '21,480'],
  [0, 'en', '0'],
  [1.25, 'en', '1.3'],
])('number %s in %s is %s', (value, language, text) => expect(number(value, language)).toBe(text));

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [4200, '4.1 KiB'],
  [52_428_800, '50 MiB'],
])('%s bytes are %s', (bytes, text) => expect(size(bytes, 'en')).toBe(text));

describe('how long ago', () => {
  test.each([
    ['2026-03-14T11:59:40.000Z', 'now', '现在'],
    ['2026-03-14T11:57:00.000Z', '3 min. ago', '3分钟前'],
    ['2026-03-14T07:00:00.000Z', '5 hr. ago', '5小时前'],
    ['2026-03-13T12:00:00.000Z', 'yesterday', '昨天'],
    ['2026-02-25T12:00:00.000Z', '2 wk. ago', '2周前'],
    ['2026-01-15T12:00:00.000Z', '1 mo. ago', '1个月前'],
    ['2025-02-14T12:00:00.000Z', '1 yr. ago', '1年前'],
    ['2024-03-01T12:00:00.000Z', '2 yr. ago', '2年前'],
    ['no time', 'no time', 'no time'],
  ])('%s', (iso, en, zh) => {
    expect(ago(iso, NOW, 'en')).toBe(en);
    expect(ago(iso, NOW, 'zh')).toBe(zh);
  });
});

test('the exact time is of the zone and names the year', () => {
  expect(exact('2026-03-14T12:00:00.000Z', 'en')).toContain('2026');
  expect(exact('nonsense', 'en')).toBe('nonsense');
});

test.each([
  [172, 200, 0.86],
  [214, 200, 1.07],
  [5, 0, 0],
])('%s of %s is %s', (used, limit, full) => expect(share(used, limit)).toBeCloseTo(full));
