// Failures and refusals as sentences in the person's language, and names of files in one. Pure but for the language.
import type { Failure, Refusal } from './bindings';
import { t, word } from './i18n/index.svelte';

/** What went wrong, to which file, and what to do, in the person's language. */
export function failureText(failure: Failure): string {
  return word('failure', failure.code, { message: failure.message, hint: failure.hint ?? '' });
}

/** Why an edit was refused, in the person's language. */
export function refusalText(refusal: Refusal): string {
  const path = 'path' in refusal ? refusal.path : '';
  const line = 'line' in refusal ? refusal.line : '';
  const why = 'why' in refusal ? word('why', refusal.why, {}) : '';
  return word('refusal', refusal.kind, { path, line, why });
}

/** The first names, and how many more. */
export function namesOf(paths: readonly string[]): string {
  const [first, second, ...more] = paths;
  if (more.length > 0) return `${first}, ${second} ${t('andMore', { n: more.length })}`;
  return paths.join(', ');
}
