import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock, dayOf, dayWords, hasTurned } from './days';

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

test.each([
  ['2026-03-14T12:00:00', '2026-03-14T12:00:30', false, 'as it should'],
  ['2026-03-14T12:00:00', '2026-03-14T12:03:00', false, 'a busy machine'],
  ['2026-03-14T23:59:45', '2026-03-15T00:00:15', true, 'a day begins'],
  ['2026-03-14T08:00:00', '2026-03-14T20:00:00', true, 'it slept'],
  ['2026-03-14T12:00:00', '2026-03-14T11:00:30', true, 'set back'],
  ['2026-03-14T12:00:00', '2066-03-14T12:00:30', true, 'set forward'],
])('from %s to %s: %s, %s', (before, now, turned) =>
  expect(hasTurned(Date.parse(before), Date.parse(now), 30_000)).toBe(turned),
);
