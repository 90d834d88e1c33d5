// What can be done without looking for the pane in which it is done: with the store that is open, with others, and in panes that are
// not on screen. Separate from `frame`, which is about the window itself. What a pane does, the pane offers; here it is only gone to.
import { actions, type Action } from '../lib/actions.svelte';
import { grouped } from '../lib/groups';
import { t, word } from '../lib/i18n/index.svelte';
import { runs } from '../lib/runs.svelte';
import { app, type Pane } from '../lib/state.svelte';
import { recallShown } from '../panes/recall/shown.svelte';

/** Actions that panes offer and that make sense from elsewhere, by pane. A test sees to it that they are offered there. */
export const ELSEWHERE: readonly (readonly [pane: Pane, id: string, label: () => string])[] = [
  ['topics', 'topics-new', () => t('newTopic')],
  ['topics', 'topics-search', () => t('topicsSearch')],
  ['index', 'index-lines', () => t('view.lines')],
  ['index', 'index-loaded', () => t('view.loaded')],
  ['index', 'index-source', () => t('view.source')],
  ['index', 'index-cut', () => t('goCut')],
  ['index', 'index-add-missing', () => t('addMissing')],
  ['recall', 'recall-new', () => t('newQuestion')],
  ['recall', 'recall-search', () => t('questionsSearch')],
  ['recall', 'recall-coverage', () => t('tabCoverage')],
  ['recall', 'recall-calibrate', () => t('calibrate')],
  ['recall', 'recall-model', () => t('modelSettings')],
  ['recall', 'recall-read', () => t('readAgain')],
  ['runs', 'runs-extract', () => t('runsExtract')],
  ['runs', 'runs-dream', () => t('runsDreamTitle')],
  ['history', 'history-search', () => t('historySearch')],
];

/** What is done in panes that are not on screen: they are gone to first. */
export function elsewhereActions(): Action[] {
  if (app.store?.state.kind !== 'here') return [];
  return ELSEWHERE.filter(([pane]) => pane !== app.pane).map(([pane, id, label]) => ({
    id: `elsewhere-${id}`,
    label: `${t(`pane.${pane}`)}: ${label()}`,
    ...(id === 'topics-new' && app.readOnly ? { disabled: true, why: word('why', 'read-only') } : {}),
    run: () => {
      // Its other half has other actions.
      if (id === 'recall-new' || id === 'recall-search' || id === 'recall-read') recallShown.tab = 'questions';
      app.go(pane);
      actions.soon(id);
    },
  }));
}

/** Another store, by its place in the list of stores. */
function turn(step: 1 | -1): void {
  const order = grouped(app.stores.value?.stores ?? []).flatMap((group) => group.stores);
  const at = order.findIndex((store) => store.id === app.id);
  const next = order[(at + step + order.length) % order.length];
  if (next && next.id !== app.id) void app.open(next.id);
}

/** What is done with the store that is open, and the way to the next one. */
export function storeActions(): Action[] {
  const here = app.store?.state.kind === 'here';
  const several = (app.stores.value?.stores.length ?? 0) > 1;
  return [
    ...(several
      ? ([
          { id: 'store-next', label: t('nextStore'), keys: 'Alt+PageDown', run: () => turn(1) },
          { id: 'store-previous', label: t('previousStore'), keys: 'Alt+PageUp', run: () => turn(-1) },
        ] satisfies Action[])
      : []),
    ...(here
      ? ([
          {
            id: 'reread',
            label: t('readStoreAgain'),
            run: () => {
              void app.reread();
              void app.listStores();
            },
          },
          {
            id: 'all-reviewed',
            label: t('markAllReviewed'),
            disabled: app.readOnly || app.store?.unreviewed === 0,
            why: app.readOnly ? word('why', 'read-only') : t('whyAllReviewed'),
            run: () => void app.review([]),
          },
        ] satisfies Action[])
      : []),
    ...runs.open.map((run) => ({
      id: `run-stop-${run.id}`,
      label: `${t('runsCancel')}: ${word('run-kind', run.kind)}`,
      run: () => void runs.cancel(run.id),
    })),
    ...app.unsaved.map((draft) => ({
      id: `draft-${draft.store}-${draft.path}`,
      label: t('goOnWith', { path: draft.path }),
      run: () => void goOn(draft.store, draft.path),
    })),
  ];
}

/** To a text that was typed and not saved. */
async function goOn(store: string, path: string): Promise<void> {
  if (store !== app.id) await app.open(store);
  if (store !== app.id) return;
  if (path === 'MEMORY.md') {
    app.go('index');
    actions.soon('index-source');
  } else {
    app.goTopic(path);
    actions.soon('topics-edit');
  }
}
