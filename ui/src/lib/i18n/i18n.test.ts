// Both catalogues have the same keys (the compiler sees to that) and the same placeholders; every word that may come over the wire has words.
import { afterEach, describe, expect, test } from 'vitest';
import bindings from '../bindings.ts?raw';
import { problemText } from '../problems';
import { en } from './en';
import { LANGUAGES, setLanguage, t, word, type Text } from './index.svelte';
import { zh } from './zh';

const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
const placeholders = (text: Text): string[] =>
  [
    ...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{([\w-]+)\}/g)].map((found) => found[1] ?? ''))),
  ].sort();

afterEach(() => setLanguage('en'));

test.each(Object.keys(en) as (keyof typeof en)[])('%s: placeholders agree, nothing is empty', (key) => {
  const [english, chinese]: Text[] = [en[key], zh[key]];
  expect(placeholders(chinese ?? '')).toEqual(placeholders(english ?? ''));
  if (!/^(kind|unit|line-fate)\.unknown$/.test(key))
    for (const form of [...forms(english ?? ''), ...forms(chinese ?? '')]) expect(form.trim()).not.toBe('');
});

/** The words of a union in the bindings: string literals, or the `kind`s of a sum type. */
function union(name: string): string[] {
  const body = new RegExp(`type ${name} = ([\\s\\S]*?);\\n(?=\\n|export|$)`).exec(`${bindings}\n`)?.[1] ?? '';
  const kinds = [...body.matchAll(/"?kind"?: "([\w-]+)"/g)].map((found) => found[1] ?? '');
  return kinds.length > 0 ? kinds : [...body.matchAll(/"([\w-]+)"/g)].map((found) => found[1] ?? '');
}

const words = (text: string): string[] => text.split(' ');
const FAMILIES: [family: string, names: string[]][] = [
  ['problem', union('Code')],
  ['kind-of', union('Code')],
  ['matters', union('Code')],
  ['severity', union('Severity')],
  ['refusal', union('Refusal')],
  ['did', union('Edit')],
  ['ask', union('Edit')],
  ['verb', [...union('Edit'), ...words('undo redo observed first-sight')]],
  ['watch', union('WatchState')],
  ['watchWhy', union('WatchState')],
  ['scope', union('ScopeView')],
  [
    'failure',
    words(
      'no-such-store store-missing io ledger no-window bad-folder bad-link bad-url fields-locked settings-broken bad-setting root-given no-such-root not-broken read-only',
    ),
  ],
  [
    'why',
    words(
      'empty absolute dot-dot not-markdown hidden reserved too-long control-character not-utf8 too-large special unreadable outside read-only',
    ),
  ],
  ['origin', words('extractor dream main-agent subagent you outside client')],
  ['evidence', words('run gate memory-saved tool-call frontmatter ours none')],
  ['turn', words('person assistant tool')],
  ['reviewDid', words('take edit refuse')],
  ['reviewDidPart', words('take edit refuse')],
  ['reviewSays', words('create edit delete rename')],
  ['reviewSaid', words('create edit delete rename')],
  ['verdict', union('Verdict')],
  ['surveyed', words('aimed secret invisible unsaid not-found goes-stale')],
  ['claim', words('path file command flag symbol variable host date relative-date version port')],
  ['found-how', words('exists named-so script program text topic')],
  ['cannot-tell', words('no-project outside link cut-short too-common shell no-path address not-checked')],
  ['support', words('found not-found cannot-tell')],
  ['support-why', words('no-turns other-language too-short partly')],
  ['aim', words('override persona conceal exfiltrate bypass tag turn listing tool fetched')],
  ['gate-mode', union('GateMode')],
  ['gate-does', union('GateMode')],
  ['gate-idle', words('not-installed disabled program-missing')],
  ['finding', union('FindingCode')],
  ['unlisted', words('is-index not-markdown hidden logs sessions below-team beyond-200 unreadable')],
  ['change', words('create edit delete rename')],
  ['type', words('user feedback project reference')],
  ['why-stripped', words('frontmatter comment trimmed invisible bom limit')],
  [
    'odd-problem',
    words(
      'fifo socket device directory link-outside link-broken name-not-utf8 name-control-character directory-unreadable time-in-future too-many-files',
    ),
  ],
  ['invisible', words('control bidi zero-width tag variation-selector private-use unassigned other')],
  ['gate', words('runs no-white-space no-white-space-script slash-command budget-spent empty')],
  ['gate-short', words('runs no-white-space slash-command budget-spent empty')],
  ['weak', words('no-description header-beyond-30-lines forged-lines')],
  ['selector', words('estimate api client recorded')],
  ['left-out', words('already-surfaced read-by-agent over-5')],
  ['left-out-short', words('already-surfaced read-by-agent over-5')],
  [
    'difference',
    words(
      'gone elsewhere not-offered changed-since new-since gate already-surfaced read-by-agent over-5 recall-was-off not-chosen chosen-now',
    ),
  ],
  ['reason-field', words('name file description type')],
  ['cannot-ask', words('no-key no-recording not-found does-not-start no-project read-only')],
  ['key-state', words('environment keyring not-needed none')],
  ['provider', words('anthropic openai ollama')],
  ['rule', words('manifest frontmatter gate selected surface age session index')],
  ['run-kind', words('extract dream unknown')],
  ['run-by', words('extract dream unknown')],
  ['run-state', words('queued running done cancelled failed')],
  ['run-short', words('turn-limit token-limit cost-limit broke-off refused')],
  ['run-tool', words('read grep glob edit write delete say wait other')],
  ['barred', words('read-only unreadable summary log')],
  ['fate', words('kept edited merged renamed deleted new')],
  ['lost-kind', words('number path name date negation command address')],
  ['look-in', words('all action topic index question proposal history')],
  ['found-in', words('named topic index question proposal history')],
  ['line-fate', words('stripped cut cut-inside')],
  ['context-scope', words('managed user user-rule project project-rule local')],
];

describe.each(FAMILIES)('%s', (family, names) => {
  test('has names', () => expect(names.length).toBeGreaterThan(2));
  test.each(names)('%s has words', (name) => expect(Object.keys(en)).toContain(`${family}.${name}`));
  test('and words for one that is not known yet', () => expect(Object.keys(en)).toContain(`${family}.unknown`));
});

test('plurals and numbers are the language’s own', () => {
  expect(t('topicCount', { n: 1 })).toBe('1 topic');
  expect(t('topicCount', { n: 1200 })).toBe('1,200 topics');
  setLanguage('zh');
  expect(t('topicCount', { n: 1 })).toBe('1 个主题');
  expect(document.documentElement.lang).toBe('zh-Hans');
});

test('an unknown word falls back, in both languages', () => {
  for (const language of LANGUAGES) {
    setLanguage(language);
    expect(word('problem', 'of-tomorrow')).not.toContain('of-tomorrow');
  }
});

test('a problem’s sentence leaves no placeholder', () => {
  const args = {
    lines: '213',
    'cut-lines': '13',
    entries: '1',
    limit: 'lines',
    used: '190',
    unit: 'lines',
    target: 'a.md',
  };
  for (const language of LANGUAGES) {
    setLanguage(language);
    for (const code of ['truncated', 'near-limit', 'dangling'] as const)
      expect(problemText({ code, severity: 'error', path: 'MEMORY.md', line: 1, args, fix: null })).not.toMatch(/[{}]/);
  }
});
