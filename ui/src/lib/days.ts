// Days and times of day as lists head and date their rows. Separate from `format` because "today" and "yesterday" are words of the catalogue.
// Asks the clock; keeps nothing.
import { language, t } from './i18n/index.svelte';

/** One day. Milliseconds. */
const DAY = 86_400_000;

/** The day of a time in the person's zone, as `2026-03-14`; the text itself when it is no time. */
export function dayOf(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The day of a time as a heading says it: today, yesterday, or its date; the text itself when it is no time. */
export function dayWords(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const now = Date.now();
  if (dayOf(iso) === dayOf(new Date(now).toISOString())) return t('today');
  if (dayOf(iso) === dayOf(new Date(now - DAY).toISOString())) return t('yesterday');
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(date);
}

/** The time of day in the person's zone; empty when it is no time. */
export function clock(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(date);
}

/** Whether between two looks at the clock, which were to be `every` milliseconds apart, a day began, or more (or less) time went by than should
 * have: the machine slept, or its clock was set. */
export function hasTurned(before: number, now: number, every: number): boolean {
  const day = (time: number): string => new Date(time).toDateString();
  return day(before) !== day(now) || Math.abs(now - before - every) > 10 * every;
}
