// What the mock's long work comes to: topics over all questions, and the rules held against a client.
import type { Agreement, Calibration, Coverage } from '../../../lib/bindings';
import type { Files } from '../data';
import { offeredLines, ranked } from './estimate';
import type { MockQuestion } from './sessions';

const DAY = 86_400_000;

export function coverageOf(
  files: Files,
  questions: readonly MockQuestion[],
  span: string,
  agreement: Agreement,
): Coverage {
  const length = (span === 'day' ? 1 : span === 'month' ? 28 : 7) * DAY;
  const newest = Math.max(0, ...questions.map((row) => row.at));
  const oldest = Math.min(newest, ...questions.map((row) => row.at));
  const count = questions.length ? Math.floor((newest - oldest) / length) + 1 : 0;
  const start = newest + 1 - count * length;
  const into = (row: MockQuestion): number => Math.min(count - 1, Math.max(0, Math.floor((row.at - start) / length)));
  const zeros = (): number[] => Array.from({ length: count }, () => 0);
  const lines = offeredLines(files);
  const rows = new Map<string, { recorded: number[]; estimated: number[]; last: string | null }>(
    lines.map((line) => [line.path, { recorded: zeros(), estimated: zeros(), last: null }]),
  );
  const asked = zeros();
  let nothing = 0;
  for (const row of questions) {
    const at = into(row);
    asked[at] = (asked[at] ?? 0) + 1;
    const bump = (path: string, which: 'recorded' | 'estimated'): void => {
      const known = rows.get(path) ?? { recorded: zeros(), estimated: zeros(), last: null };
      rows.set(path, known);
      known[which][at] = (known[which][at] ?? 0) + 1;
      if (which === 'recorded') known.last ??= row.time;
    };
    for (const known of row.recorded) if (known.inside) bump(known.path, 'recorded');
    const picks = row.gate === 'runs' ? ranked(files, row.text, lines).filter((rank) => rank.selected) : [];
    if (picks.length === 0) nothing++;
    for (const rank of picks) bump(rank.path, 'estimated');
  }
  const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0);
  return {
    spans: Array.from({ length: count }, (_, at) => new Date(start + at * length).toISOString()),
    end: new Date(newest + 1).toISOString(),
    questions: asked,
    topics: [...rows]
      .map(([path, row]) => ({
        path,
        exists: files.has(path),
        ...row,
        recorded_total: sum(row.recorded),
        estimated_total: sum(row.estimated),
      }))
      .sort((a, b) => b.recorded_total - a.recorded_total || b.estimated_total - a.estimated_total),
    total: questions.length,
    ran: questions.filter((row) => row.gate === 'runs').length,
    recorded: questions.filter((row) => row.recorded.length > 0).length,
    nothing_estimated: nothing,
    agreement,
  };
}

export function calibration(): Calibration {
  const rules: [string, number, number][] = [
    ['manifest', 24, 24],
    ['frontmatter', 31, 30],
    ['gate', 18, 18],
    ['selected', 12, 12],
    ['surface', 16, 16],
    ['age', 6, 6],
    ['session', 5, 5],
    ['index', 6, 6],
  ];
  return {
    client: '2.1.332',
    program: '~/.local/bin/claude',
    profile: '2.1.332',
    cases: 118,
    agree: 117,
    rules: rules.map(([rule, cases, agree]) => ({
      rule,
      cases,
      agree,
      disagree:
        cases === agree
          ? []
          : [{ case: 'description: 0x1F', ours: 'no description (a number)', theirs: 'description "0x1F"' }],
    })),
  };
}
