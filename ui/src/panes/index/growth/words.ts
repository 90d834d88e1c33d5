// What the growth picture says in words. Separate because the picture, its table and what is read aloud say the same.
import type { Growth, GrowthForecast, GrowthPoint } from '../../../lib/bindings';
import { number } from '../../../lib/format';
import { language, t } from '../../../lib/i18n/index.svelte';
import { about, limitOf, verdict, type Measure } from './growth';

const LIMITS = { lines: 'growth.limitLines', utf16: 'growth.limitChars' } as const;
const USED = { lines: 'load.lines', utf16: 'load.chars' } as const;

/** `172 / 200 lines`. */
export function used(growth: Growth, point: GrowthPoint, measure: Measure): string {
  const say = (value: number): string => number(value, language());
  return t(USED[measure], { used: say(point[measure]), limit: say(limitOf(growth, measure)) });
}

/** `about 3 weeks`. */
export function howLong(days: number): string {
  const { unit, n } = about(days);
  return t(`growth.${unit}`, { n });
}

/** About when: a day as long as days and weeks are told, else a month. The year only where it is another. */
export function when(growth: Growth, forecast: GrowthForecast): string | null {
  const at = Date.parse(forecast.full_at ?? '');
  if (forecast.full_in_days === null || Number.isNaN(at)) return null;
  const { unit } = about(forecast.full_in_days);
  if (unit === 'years') return null;
  const sameYear = new Date(at).getFullYear() === new Date(growth.points.at(-1)?.time ?? at).getFullYear();
  const format: Intl.DateTimeFormatOptions =
    unit === 'months'
      ? { month: 'long', year: 'numeric' }
      : { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) };
  return new Intl.DateTimeFormat(language(), format).format(at);
}

/** The one sentence that all of it comes to. */
export function headline(growth: Growth): string {
  const what = verdict(growth);
  if (what.kind === 'too-short') return t('growth.tooShort', { n: Math.floor(what.days), least: growth.least_days });
  if (what.kind === 'flat') return t('growth.flat');
  if (what.kind === 'shrinking') return t('growth.shrinking');
  const limit = t(LIMITS[what.measure], { limit: what.limit });
  if (what.kind === 'full') {
    const over = (growth.points.at(-1)?.[what.measure] ?? 0) > what.limit;
    return t(over ? 'growth.over' : 'growth.full', { limit });
  }
  const time = howLong(what.forecast.full_in_days ?? 0);
  const date = when(growth, what.forecast);
  return date === null ? t('growth.reached', { limit, time }) : t('growth.reachedOn', { limit, time, date });
}

/** The pace and what it leads to, of one number: `+4.2 a week · full in about 3 weeks`. */
export function paceWords(forecast: GrowthForecast): string {
  if (forecast.per_week === null) return t('growth.noPace');
  const pace = Math.abs(forecast.per_week) >= 10 ? Math.round(forecast.per_week) : forecast.per_week;
  const signed = new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const week = t('growth.perWeek', { n: signed.format(pace) });
  if (forecast.outlook === 'growing') {
    return `${week} · ${t('growth.fullIn', { time: howLong(forecast.full_in_days ?? 0) })}`;
  }
  return forecast.outlook === 'flat' ? t('growth.flatShort') : week;
}

/** A point with all its numbers, for the line below the picture and for who hears it. */
export function pointWords(growth: Growth, point: GrowthPoint): string {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const time =
    point.operation === null && point === growth.points.at(-1) ? t('growth.now') : date.format(Date.parse(point.time));
  if (!point.exists) return t('growth.absentAt', { time });
  return t('growth.pointSays', {
    time,
    lines: used(growth, point, 'lines'),
    chars: used(growth, point, 'utf16'),
    entries: t('growth.entries', { n: point.entries }),
  });
}
