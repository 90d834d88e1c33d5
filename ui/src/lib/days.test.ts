import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock, dayOf, dayWords } from './days';

// A time without a zone is the person's own: the tables hold in every zone.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-14T12:00:00') }));
afterEach(() => vi.useRealTimers());
const iso = (local: string): string => new Date(local).toISOString();

test.each([
  ['2026-03-14T00:00:00', '2026-03-14', 'today', '12:00 AM'],
  ['2026-03-14T23:59:59', '2026-03-14', 'today', '11:59 PM'],
  ['2026-03-13T23:59:59', '2026-03-13', 'yesterday', '11:59 PM'],
  ['2026-03-12T09:05:00', '2026-03-12', 'Mar 12, 2026', '9:05 AM'],
  ['2026-03-15T00:00:00', '2026-03-15', 'Mar 15, 2026', '12:00 AM'],
])('%s', (local, day, words, time) => {
  expect(dayOf(iso(local))).toBe(day);
  expect(dayWords(iso(local)).toLowerCase()).toBe(words.toLowerCase());
  expect(clock(iso(local)).replace(/\s/u, ' ')).toBe(time);
});

test('no time', () => expect([dayOf('soon'), dayWords('soon'), clock('soon')]).toEqual(['soon', 'soon', '']));
