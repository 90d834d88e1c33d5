// The growth picture's arithmetic: where things lie, what is told of them, and in which words.
import { afterEach, describe, expect, test } from 'vitest';
import type { Growth, GrowthForecast, GrowthPoint } from '../../../lib/bindings';
import { setLanguage } from '../../../lib/i18n/index.svelte';
import { about, HEAD, heights, LEFT, panels, pointAt, RIGHT, steps, timeOf, timeScale } from './growth';
import { headline, paceWords } from './words';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-14T09:30:00.000Z');

const NONE: GrowthForecast = { outlook: 'flat', per_week: 0, days: 56, full_in_days: null, full_at: null };
function growing(days: number, week: number): GrowthForecast {
  const full_at = new Date(NOW + days * DAY).toISOString();
  return { outlook: 'growing', per_week: week, days: 56, full_in_days: days, full_at };
}
const point = (ago: number, lines: number, utf16 = lines * 100): GrowthPoint => ({
  time: new Date(NOW - ago * DAY).toISOString(),
  operation: ago === 0 ? null : `op-${ago}`,
  exists: true,
  lines,
  utf16,
  entries: lines,
});
const make = (over: Partial<Growth>): Growth => ({
  points: [point(40, 100), point(20, 140), point(0, 160)],
  line_limit: 200,
  utf16_limit: 25_000,
  least_days: 7,
  lines: NONE,
  utf16: NONE,
  first: null,
  ...over,
});
afterEach(() => setLanguage('en'));

describe('time', () => {
  test.each([
    ['one moment', make({ points: [point(0, 10)] })],
    ['six weeks', make({})],
    ['a forecast soon', make({ lines: growing(20, 14) })],
    ['a forecast in years', make({ lines: growing(4000, 0.1) })],
  ])('%s: past at the left, now inside, never more future than past', (_, growth) => {
    const time = timeScale(growth, 700);
    expect(time.start).toBeLessThan(time.now);
    expect(time.end - time.now).toBeLessThanOrEqual(time.now - time.start);
    expect(time.x(time.start)).toBe(LEFT);
    expect(time.x(time.end)).toBe(700 - RIGHT);
    const xs = time.ticks.map((tick) => tick.x);
    xs.slice(1).forEach((x, at) => expect(x - (xs[at] ?? 0)).toBeGreaterThanOrEqual(76));
  });
  test('a forecast within reach is in the picture', () => {
    const growth = make({ lines: growing(20, 14) });
    expect(timeScale(growth, 700).end).toBeGreaterThan(NOW + 20 * DAY);
  });
  test.each([200, 360, 900, 2000])('in %d pixels days do not touch', (width) => {
    const { ticks } = timeScale(make({}), width);
    expect(ticks.length * 76).toBeLessThanOrEqual(Math.max(width, 152) + 76);
  });
});

describe('panels', () => {
  test('one under the other, each with its limit inside, and larger numbers higher', () => {
    const growth = make({ points: [point(40, 100), point(0, 260)] });
    const drawn = panels(growth, timeScale(growth, 700), 500);
    expect(drawn.map((panel) => panel.limit)).toEqual([200, 25_000]);
    for (const panel of drawn) {
      expect(panel.top).toBe(panel.head + HEAD);
      expect(panel.limitY).toBeGreaterThan(panel.top);
      expect(panel.limitY).toBeLessThan(panel.bottom);
      expect(panel.y(0)).toBe(panel.bottom);
      expect(panel.y(panel.limit * 1.2)).toBeLessThan(panel.limitY);
      for (const tick of panel.ticks) expect(tick.y).toBeCloseTo(panel.y(tick.value));
    }
    expect((drawn[1]?.head ?? 0) - (drawn[0]?.bottom ?? 0)).toBeGreaterThan(0);
    expect(heights(500).all).toBe(500);
    expect(heights(50).all).toBeGreaterThan(200);
  });
  test('a level holds until it is changed', () => {
    expect(
      steps([
        { x: 0, y: 10 },
        { x: 5, y: 8 },
        { x: 9.04, y: 8 },
      ]),
    ).toBe('M0 10H5V8H9V8');
  });
  test.each([
    ['to the limit', growing(20, 14), true],
    ['as far as there is room', growing(4000, 0.07), false],
  ])('the pace leads %s', (_, lines, meets) => {
    const growth = make({ lines });
    const time = timeScale(growth, 700);
    const ahead = panels(growth, time, 500)[0]?.ahead;
    expect(ahead?.meets).toBe(meets);
    expect(ahead?.x1).toBe(time.x(NOW));
    expect(ahead?.x2).toBeLessThanOrEqual(700 - RIGHT);
    // the pace of the picture is the pace that is told: 160 lines and so many more
    const days = meets ? 20 : (time.end - NOW) / DAY;
    const panel = panels(growth, time, 500)[0];
    expect(ahead?.y2).toBeCloseTo(panel?.y(160 + ((lines.per_week ?? 0) / 7) * days) ?? 0, 3);
  });
  test.each([
    ['flat', NONE],
    ['full', { ...NONE, outlook: 'full', per_week: 3 }],
    ['too short', { ...NONE, outlook: 'too-short', per_week: null }],
  ])('%s: no line into the future', (_, lines) => {
    const growth = make({ lines });
    expect(panels(growth, timeScale(growth, 700), 500)[0]?.ahead).toBeNull();
  });
});

test('the version that holds at a place is the last before it', () => {
  const growth = make({});
  const time = timeScale(growth, 700);
  const at = growth.points.map((one) => time.x(timeOf(one)));
  expect([0, 1, 2].map((index) => pointAt(growth, time, at[index] ?? 0))).toEqual([0, 1, 2]);
  expect(pointAt(growth, time, (at[1] ?? 0) + 20)).toBe(1);
  expect(pointAt(growth, time, 0)).toBe(0);
  expect(pointAt(growth, time, 10_000)).toBe(2);
});

test.each([
  [0.2, 'days', 1],
  [1.4, 'days', 1],
  [9, 'days', 9],
  [13.4, 'days', 13],
  [13.5, 'weeks', 2],
  [22, 'weeks', 3],
  [59, 'weeks', 8],
  [60, 'months', 2],
  [300, 'months', 10],
  [729, 'months', 24],
  [731, 'years', 2],
  [1e9, 'years', 2],
] as const)('%d days are said as honestly as can be', (days, unit, n) => expect(about(days)).toEqual({ unit, n }));

test.each<[string, Partial<Growth>, string, string]>([
  [
    'too short',
    { lines: { ...NONE, outlook: 'too-short', per_week: null, days: 2.7 } },
    'Seen for 2 days so far; a pace is told from 7 days on.',
    '目前只观察了 2 天；满 7 天才能推算速度。',
  ],
  ['flat', {}, 'It hardly grows at present: no limit is coming nearer.', '目前几乎不增长，不会碰到上限。'],
  [
    'shrinking',
    { utf16: { ...NONE, outlook: 'shrinking', per_week: -90 } },
    'It is getting smaller: no limit is coming nearer.',
    '正在变小，不会碰到上限。',
  ],
  [
    'lines first',
    { lines: growing(22, 14), utf16: growing(60, 900), first: 'lines' },
    'At this pace the limit of 200 lines is reached in about 3 weeks, around April 5.',
    '照这个速度，约 3 周后（4月5日前后）达到 200 行的上限。',
  ],
  [
    'characters first, in months',
    { lines: NONE, utf16: growing(100, 900), first: 'chars' },
    'At this pace the limit of 25,000 characters is reached in about 3 months, around June 2026.',
    '照这个速度，约 3 个月后（2026年6月前后）达到 25,000 字符的上限。',
  ],
  [
    'far away',
    { lines: growing(900, 0.3), first: 'lines' },
    'At this pace the limit of 200 lines is reached in more than 2 years.',
    '照这个速度，2 年以上后达到 200 行的上限。',
  ],
  [
    'at the limit',
    { points: [point(40, 100), point(0, 200)], lines: { ...NONE, outlook: 'full' }, first: 'lines' },
    'It is at the limit of 200 lines: one more, and the end is cut.',
    '已达到 200 行的上限：再多一点，末尾就会被截掉。',
  ],
  [
    'over it',
    { points: [point(0, 230)], lines: { ...NONE, outlook: 'full' }, first: 'lines' },
    'It is over the limit of 200 lines: what lies beyond does not load.',
    '已超出 200 行的上限：超出的部分不会载入。',
  ],
])('%s: one sentence', (_, over, en, zh) => {
  const growth = make(over);
  expect(headline(growth)).toBe(en);
  setLanguage('zh');
  expect(headline(growth)).toBe(zh);
});

test.each<[GrowthForecast, string]>([
  [growing(22, 4.24), '+4.2 a week · full in about 3 weeks'],
  [growing(22, 514.4), '+514 a week · full in about 3 weeks'],
  [{ ...NONE, outlook: 'shrinking', per_week: -3.04 }, '-3 a week'],
  [NONE, 'hardly grows'],
  [{ ...NONE, outlook: 'full', per_week: 2 }, '+2 a week'],
  [{ ...NONE, outlook: 'too-short', per_week: null }, 'no pace yet'],
])('the pace of %o', (forecast, said) => expect(paceWords(forecast)).toBe(said));
