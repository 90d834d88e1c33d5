// Numbers, sizes and times as people read them. Pure; the language and the zone are those of the person, by Intl.

const numbers = new Map<string, Intl.NumberFormat>();
/** `21480` as `21,480`. */
export function number(value: number, language: string): string {
  let format = numbers.get(language);
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })));
  return format.format(value);
}

const KIB = 1024;
/** Bytes in the largest unit that keeps it readable: `512 B`, `4.1 KiB`, `50 MiB`. */
export function size(bytes: number, language: string): string {
  if (bytes < KIB) return `${number(bytes, language)} B`;
  const [value, unit] = bytes < KIB * KIB ? [bytes / KIB, 'KiB'] : [bytes / KIB / KIB, 'MiB'];
  return `${number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value), language)} ${unit}`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
  ['week', 604800],
  ['month', 2629746],
  ['year', 31556952],
];
/** How long ago, in the largest whole unit; under a minute `now` in the language's words. */
export function ago(iso: string, now: number, language: string): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return iso;
  // "Yesterday" says it well; "last month" and "last year" could be any day of it.
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const numbered = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' });
  let text = words.format(0, 'second');
  for (const [unit, length] of STEPS) {
    const count = Math.trunc(seconds / length);
    if (count === 0) break;
    text = (unit === 'day' ? words : numbered).format(count, unit);
  }
  return text;
}

/** The exact time in the person's zone. */
export function exact(iso: string, language: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(time);
}

/** US dollars as they are said: cents need more digits than dollars. */
export function money(dollars: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: dollars > 0 && dollars < 0.1 ? 4 : 2,
  }).format(dollars);
}

/** How much of a limit is used, 0 to 1 and beyond; 0 for a limit of 0. */
export function share(used: number, limit: number): number {
  return limit > 0 ? used / limit : 0;
}
