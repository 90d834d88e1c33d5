// Everything that can be done has a name: each pane offers its actions, those of other panes can be reached from anywhere, and no two
// are called alike.
import { beforeEach, describe, expect, test } from 'vitest';
import { actions, type Action } from '../src/lib/actions.svelte';
import { LANGUAGES, setLanguage } from '../src/lib/i18n/index.svelte';
import { app, PANES, type Pane } from '../src/lib/state.svelte';
import { ELSEWHERE } from '../src/shell/elsewhere';
import { settle, startWindow, until } from './frame';

const words = (text: string): string[] => text.split(' ');
/** What must be offered wherever one is. */
const EVERYWHERE = words(
  'pane-review pane-index pane-topics pane-recall pane-runs pane-health pane-history palette palette-search stores toggle-stores filter-stores ' +
    'undo redo open-folder open-sample theme-light theme-dark theme-system language-en language-zh language-system notify-on notify-off ' +
    'gate-watch gate-hold gate-read-only gate-set-up guide guide-here keys store-next store-previous reread all-reviewed',
);
/** What each pane must offer. */
const OWN: Record<Pane, string[]> = {
  review: words(
    'review-accept review-reject review-accept-proposal review-reject-proposal review-edit review-edit-accept review-delete review-toggle ' +
      'review-reject-piece review-pick review-topics review-side-by-side review-run',
  ),
  index: words(
    'index-lines index-loaded index-source index-side index-cut index-add-missing entry-open entry-top entry-up entry-down entry-hook entry-remove',
  ),
  topics: words(
    'topics-new topics-search topics-edit topics-reviewed topics-in-review topics-rename topics-delete topics-questions topics-add-entry ' +
      'topics-entry topics-tab-rendered topics-tab-source topics-tab-recalled topics-tab-history topics-blame topics-clear',
  ),
  recall: words(
    'recall-new recall-search recall-questions recall-coverage recall-read recall-what-if recall-replay recall-nothing recall-group ' +
      'recall-model recall-calibrate',
  ),
  runs: words(
    'runs-start runs-extract runs-dream runs-review runs-cancel runs-again runs-forget runs-instruction runs-model',
  ),
  health: [],
  history: words('history-search history-older history-side-by-side operation-diff operation-then operation-restore'),
};

const ids = (): Set<string> => new Set(actions.all().map((action) => action.id));
const shownInPalette = (action: Action): boolean => !action.keysOnly && (!action.disabled || action.why !== undefined);

async function show(pane: Pane): Promise<void> {
  app.go(pane);
  await settle();
  await until(() => [...OWN[pane]].every((id) => ids().has(id)) || null).catch(() => undefined);
}

beforeEach(() => setLanguage('en'));

describe.each(PANES)('%s', (pane) => {
  test('offers its actions, and no two are called alike', async () => {
    await startWindow();
    // An operation, so that there is one to look at.
    await app.apply({ kind: 'delete', path: 'project-old-login.md', base: null });
    await show(pane);
    const offered = ids();
    for (const id of [...EVERYWHERE, ...OWN[pane]]) expect([...offered]).toContain(id);
    for (const [of, id] of ELSEWHERE) expect([...offered]).toContain(of === pane ? id : `elsewhere-${id}`);
    for (const language of LANGUAGES) {
      setLanguage(language);
      const labels = actions
        .all()
        .filter(shownInPalette)
        .map((action) => action.label);
      expect(labels.filter((label) => label.trim() === '' || /[{}]/.test(label))).toEqual([]);
      expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
    }
  });
});

test('health offers a mend for each kind that can be mended', async () => {
  await startWindow();
  app.go('health');
  await until(() => actions.all().some((action) => action.id.startsWith('health-mend-')));
});

test('what is done in another pane is done from anywhere', async () => {
  await startWindow();
  app.go('history');
  await settle();
  actions
    .all()
    .find((action) => action.id === 'elsewhere-topics-new')
    ?.run();
  await until(() => document.querySelector('dialog input'));
  expect(app.pane).toBe('topics');
});

test('what cannot be done says why, and is not done', async () => {
  const { press } = await startWindow();
  app.start = app.start && { ...app.start, read_only: true };
  await settle();
  app.overlay = 'palette';
  const input = await until(() => document.querySelector<HTMLInputElement>('[role=combobox]'));
  input.value = 'new topic';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  const row = await until(() => document.querySelector<HTMLElement>('[role=option][aria-disabled=true]'));
  expect(row.textContent).toContain('it is open read-only');
  await press('Enter');
  expect(app.overlay).toBe('palette');
});

test('the next store, and back', async () => {
  await startWindow();
  const run = (id: string): void =>
    actions
      .all()
      .find((action) => action.id === id)
      ?.run();
  const before = app.id;
  run('store-next');
  await until(() => app.id !== before);
  run('store-previous');
  await until(() => app.id === before);
});

test('a key that a button names belongs to an action', async () => {
  const sources = import.meta.glob('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
  const named = new Set(
    Object.values(sources as Record<string, string>).flatMap((source) =>
      [...source.matchAll(/\skeys="([^"{]+)"/g)].map((found) => found[1] ?? ''),
    ),
  );
  await startWindow();
  const keys = new Set<string>();
  for (const pane of PANES) {
    await show(pane);
    for (const action of actions.all()) if (action.keys) keys.add(action.keys);
  }
  expect(named.size).toBeGreaterThan(5);
  // A dialog's own.
  for (const key of ['Enter', 'Esc']) named.delete(key);
  for (const key of named) expect([...keys]).toContain(key);
});
