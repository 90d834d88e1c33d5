// The growth picture's arithmetic: where time, levels, limits and the forecast lie. d3-array and d3-time find the round numbers and days that
// are named. (d3-scale's own scales for both would bring d3-color, which does not load where prototypes are frozen, as they are in the
// window.) Separate so that it is tested without a page. Draws nothing.
import { ticks as roundNumbers } from 'd3-array';
import { timeTicks } from 'd3-time';
import type { Growth, GrowthForecast, GrowthPoint } from '../../../lib/bindings';

/** Sizes in pixels: room for numbers at the left, for the words over each panel, for the days below. */
export const LEFT = 58;
export const RIGHT = 16;
export const HEAD = 26;
export const FOOT = 24;
const GAP = 14;
const PANEL_LEAST = 72;
/** One day. Milliseconds. */
const DAY = 86_400_000;
/** What is shown when nothing was seen before this moment. */
const ALONE = 7 * DAY;
/** Dots on a line that are no more than this can still be told apart. */
export const DOTS = 60;

/** What a panel shows. */
export type Measure = 'lines' | 'utf16';
export const MEASURES: readonly Measure[] = ['lines', 'utf16'];

export interface TimeScale {
  x: (time: number) => number;
  /** Days that are named, left to right; nearer than `room` pixels to each other never. */
  ticks: { x: number; time: number }[];
  start: number;
  now: number;
  end: number;
}

export const timeOf = (point: GrowthPoint): number => Date.parse(point.time);
export const limitOf = (growth: Growth, measure: Measure): number =>
  measure === 'lines' ? growth.line_limit : growth.utf16_limit;

/** From the first that was seen to as far as a forecast reaches, yet never more future than past. */
export function timeScale(growth: Growth, width: number): TimeScale {
  const last = growth.points.at(-1);
  const now = last ? timeOf(last) : 0;
  const first = growth.points[0] ? Math.min(timeOf(growth.points[0]), now) : now;
  const start = now - first < DAY / 24 ? now - ALONE : first;
  const past = now - start;
  const ends = MEASURES.map((measure) => Date.parse(growth[measure].full_at ?? '')).filter((time) => time > now);
  const ahead = Math.min(past, Math.max(past * 0.06, ...ends.map((time) => (time - now) * 1.08)));
  const x = linear([start, now + ahead], [LEFT, Math.max(LEFT + 1, width - RIGHT)]);
  const room = 76;
  const ticks: TimeScale['ticks'] = [];
  const named = timeTicks(
    new Date(start),
    new Date(now + ahead),
    Math.max(2, Math.floor((width - LEFT - RIGHT) / room)),
  );
  for (const tick of named) {
    const at = x(tick.getTime());
    const before = ticks.at(-1);
    if (!before || at - before.x >= room) ticks.push({ x: at, time: tick.getTime() });
  }
  return { x, ticks, start, now, end: now + ahead };
}

/** A scale that goes evenly from one range to another. */
function linear(
  [from, to]: readonly [number, number],
  [first, last]: readonly [number, number],
): (value: number) => number {
  return (value) => (to === from ? first : first + ((value - from) / (to - from)) * (last - first));
}

export interface Panel {
  measure: Measure;
  /** Where it lies: its words begin at `head`, its drawing at `top`. */
  head: number;
  top: number;
  bottom: number;
  limit: number;
  limitY: number;
  /** The level over time, as steps: it holds until it is changed. */
  line: string;
  /** The same, closed down to nothing. */
  area: string;
  dots: { x: number; y: number }[];
  /** From now to where the pace leads; null when none is told. */
  ahead: { x1: number; y1: number; x2: number; y2: number; meets: boolean } | null;
  ticks: { y: number; value: number }[];
  y: (value: number) => number;
}

/** Heights of the two panels in a room of `height` pixels; less than what can be read never: then the picture scrolls. */
export function heights(height: number): { panel: number; all: number } {
  const taken = 2 * HEAD + GAP + FOOT;
  const panel = Math.max(PANEL_LEAST, (height - taken) / 2);
  return { panel, all: taken + 2 * panel };
}

export function panels(growth: Growth, time: TimeScale, height: number): Panel[] {
  const tall = heights(height).panel;
  return MEASURES.map((measure, at) => panel(growth, measure, time, at * (HEAD + tall + GAP), tall));
}

function panel(growth: Growth, measure: Measure, time: TimeScale, head: number, tall: number): Panel {
  const limit = limitOf(growth, measure);
  const values = growth.points.map((point) => point[measure]);
  const [top, bottom] = [head + HEAD, head + HEAD + tall];
  const most = Math.max(limit * 1.1, ...values.map((value) => value * 1.05));
  const y = linear([0, most], [bottom, top]);
  const at = growth.points.map((point, index) => ({ x: time.x(timeOf(point)), y: y(values[index] ?? 0) }));
  const line = steps(at);
  const [first, last] = [at[0], at.at(-1)];
  return {
    measure,
    head,
    top,
    bottom,
    limit,
    limitY: y(limit),
    line,
    area: first && last ? `${line}L${round(last.x)} ${round(bottom)}L${round(first.x)} ${round(bottom)}Z` : '',
    dots: growth.points.length <= DOTS ? at : at.slice(-1),
    ahead: ahead(growth[measure], values.at(-1) ?? 0, limit, time, y),
    // one beside the limit would be read as the limit
    ticks: roundNumbers(0, most, Math.max(2, Math.floor(tall / 40)))
      .filter((value) => Math.abs(y(value) - y(limit)) > 12 || value === limit)
      .map((value) => ({ y: y(value), value })),
    y,
  };
}

/** A line that goes level until the next point and then straight to it. */
export function steps(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, at) => (at === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`)).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Where the pace leads: to the limit, or as far as the picture goes. */
function ahead(
  forecast: GrowthForecast,
  value: number,
  limit: number,
  time: TimeScale,
  y: (value: number) => number,
): Panel['ahead'] {
  if (forecast.per_week === null || forecast.outlook === 'full' || forecast.outlook === 'flat') return null;
  const pace = forecast.per_week / (7 * DAY);
  const full = Date.parse(forecast.full_at ?? '');
  const meets = full <= time.end;
  const end = meets ? full : time.end;
  const reached = meets ? limit : Math.max(0, value + pace * (end - time.now));
  return { x1: time.x(time.now), y1: y(value), x2: time.x(end), y2: y(reached), meets };
}

/** The point that holds at a place: the last one that is not to the right of it. */
export function pointAt(growth: Growth, time: TimeScale, x: number): number {
  let at = 0;
  growth.points.forEach((point, index) => {
    if (time.x(timeOf(point)) <= x + 3) at = index;
  });
  return at;
}

/** How long, as it can honestly be said: days up to two weeks, weeks up to two months, months up to two years. */
export function about(days: number): { unit: 'days' | 'weeks' | 'months' | 'years'; n: number } {
  if (days < 13.5) return { unit: 'days', n: Math.max(1, Math.round(days)) };
  if (days < 60) return { unit: 'weeks', n: Math.round(days / 7) };
  if (days < 730) return { unit: 'months', n: Math.max(2, Math.round(days / 30.44)) };
  return { unit: 'years', n: 2 };
}

/** What the whole of it comes to: the limit that is exceeded or reached first, else what is true of both. */
export type Verdict =
  | { kind: 'full' | 'growing'; measure: Measure; forecast: GrowthForecast; limit: number }
  | { kind: 'too-short'; days: number }
  | { kind: 'flat' }
  | { kind: 'shrinking' };

export function verdict(growth: Growth): Verdict {
  if (growth.first !== null) {
    const measure = growth.first === 'chars' ? 'utf16' : 'lines';
    const forecast = growth[measure];
    const kind = forecast.outlook === 'full' ? 'full' : 'growing';
    return { kind, measure, forecast, limit: limitOf(growth, measure) };
  }
  const both = MEASURES.map((measure) => growth[measure].outlook);
  if (both.includes('too-short')) return { kind: 'too-short', days: growth.lines.days };
  return { kind: both.includes('shrinking') ? 'shrinking' : 'flat' };
}
