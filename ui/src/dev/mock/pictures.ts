// The mock's index over time, and what leads where in its stores.
import type { Growth, GrowthForecast, GrowthPoint, IndexView, LinkGraph } from '../../lib/bindings';
import type { Files } from './data';
import { isTopic } from './rules';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-14T09:30:00.000Z');

/** Eight weeks in which what is there now came about, one large clean-up among them. */
export function growth(view: IndexView): Growth {
  const entries = view.entries.filter((entry) => entry.path !== null).length;
  const [begin, week] = [0.45, 0.55 / 56];
  const points: GrowthPoint[] = Array.from({ length: 29 }, (_, at) => {
    const part = begin + at * 2 * week + (at < 9 ? 0.18 : 0);
    const time = new Date(NOW - (28 - at) * 2 * DAY).toISOString();
    const of = (value: number): number => Math.round(value * part);
    return {
      time,
      operation: at === 28 ? null : `op${at}`,
      exists: view.exists,
      lines: at === 28 ? view.meter.lines : of(view.meter.lines),
      utf16: at === 28 ? view.meter.utf16 : of(view.meter.utf16),
      entries: of(entries),
    };
  });
  const forecast = (value: number, limit: number): GrowthForecast => {
    const pace = value * week;
    const days = (limit - value) / pace;
    return value >= limit
      ? { outlook: 'full', per_week: pace * 7, days: 56, full_in_days: null, full_at: null }
      : {
          outlook: 'growing',
          per_week: pace * 7,
          days: 56,
          full_in_days: days,
          full_at: new Date(NOW + days * DAY).toISOString(),
        };
  };
  const { lines, utf16, line_limit, utf16_limit } = view.meter;
  const [ofLines, ofUnits] = [forecast(lines, line_limit), forecast(utf16, utf16_limit)];
  const chars = (ofUnits.full_in_days ?? 0) < (ofLines.full_in_days ?? 0);
  return {
    points,
    line_limit,
    utf16_limit,
    least_days: 7,
    lines: ofLines,
    utf16: ofUnits,
    first: chars ? 'chars' : 'lines',
  };
}

export function links(files: Files, view: IndexView): LinkGraph {
  const found = new Map<string, LinkGraph['links'][number]>();
  const add = (from: string, to: string | null, name: string): void => {
    if (to === from) return;
    const key = JSON.stringify([from, to, name]);
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { from, to, name, times: 1 });
  };
  for (const entry of view.entries) {
    if (entry.path !== null) add('MEMORY.md', entry.path, entry.path);
    else if (entry.state === 'dangling' && entry.target !== null) add('MEMORY.md', null, entry.target);
  }
  for (const [path, file] of files) {
    if (!isTopic(path)) continue;
    for (const [, name = ''] of file.text.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]/g)) {
      const to = files.has(`${name}.md`) ? `${name}.md` : null;
      add(path, to, to ?? name);
    }
  }
  return { links: [...found.values()], left_out: 0 };
}
