// Problems as sentences, and in the order in which a person reads them. Pure but for the language.
import type { Code, Problem, Severity } from './bindings';
import { language, t, word } from './i18n/index.svelte';

/** Arguments that are numbers, to be written as the language writes numbers. */
const NUMBERS = new Set(['lines', 'cut-lines', 'entries', 'used', 'limit', 'first', 'bytes', 'length', 'count']);

/** What nobody sees, or what makes text run backwards: a name from a file must not change the sentence around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const REPLACED = '\u{FFFD}';

/** What is found, in one sentence. */
export function problemText(problem: Problem): string {
  const values: Record<string, string | number | undefined> = {};
  for (const [name, value] of Object.entries(problem.args)) {
    values[name] = NUMBERS.has(name) && value && /^\d+$/.test(value) ? Number(value) : value?.replace(UNSEEN, REPLACED);
  }
  if (problem.code === 'truncated') {
    const lost = Number(problem.args['cut-lines']);
    values.kept = Number(problem.args.lines) - lost;
    values.lostLines = t('cut.lostLines', { n: lost });
    values.lostEntries = t('cut.lostEntries', { n: Number(problem.args.entries) });
  }
  if (problem.code === 'near-limit') values.unitWord = word('unit', problem.args.unit ?? '');
  if (problem.code === 'odd') values.what = word('odd-problem', problem.args.why ?? '', values);
  if (problem.code === 'invisible-characters') {
    const kinds = (problem.args.kinds ?? '').split(', ').map((kind) => word('invisible', kind, { kind }));
    values.kinds = new Intl.ListFormat(language(), { type: 'unit' }).format(kinds);
  }
  return word('problem', problem.code, values);
}

/** What distinguishes a problem from others of its kind, whatever its numbers are. */
function subject({ code, path, args }: Problem): string {
  return JSON.stringify([code, path, args.target ?? args.name ?? args.title ?? '']);
}

/** `from` without those that are also among `others`, only with other numbers or at another line: they neither came nor went. */
export function withoutLasting(from: readonly Problem[], others: readonly Problem[]): Problem[] {
  const lasting = new Set(others.map(subject));
  return from.filter((problem) => !lasting.has(subject(problem)));
}

/** Where it is, in words. */
export function problemPlace(problem: Problem): string {
  if (problem.path === '') return t('storeItself');
  return problem.line === null ? problem.path : t('place', { path: problem.path, line: problem.line });
}

export interface ProblemGroup {
  code: Code;
  severity: Severity;
  problems: Problem[];
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** By severity, then by kind in the order found. A kind that occurs with several severities makes several groups. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of problems) {
    const key = `${problem.severity} ${problem.code}`;
    const group = groups.get(key) ?? { code: problem.code, severity: problem.severity, problems: [] };
    group.problems.push(problem);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}
