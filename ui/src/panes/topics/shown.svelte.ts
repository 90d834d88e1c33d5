// What the topics pane was showing: kept while another pane, or another store, is looked at. Separate so that leaving the pane loses nothing.
// Holds no data of the store and decides nothing.

import { SvelteMap } from 'svelte/reactivity';
import { DEFAULT_SORT, NO_FILTERS, type Filters, type Sort } from './table';

/** Tabs of the reader, in order. */
export const TABS = ['rendered', 'source', 'recalled', 'checked', 'history'] as const;
export type Tab = (typeof TABS)[number];
export const TAB_LABELS = {
  rendered: 'tabRendered',
  source: 'tabSource',
  recalled: 'tabRecalled',
  checked: 'tabChecked',
  history: 'tabHistory',
} as const;

/** Ways to look at all of them: one by one, or by what leads where. */
export const VIEWS = ['list', 'graph', 'links'] as const;
export type View = (typeof VIEWS)[number];

class Shown {
  view = $state<View>('list');
  filters = $state.raw<Filters>(NO_FILTERS);
  sort = $state.raw<Sort>(DEFAULT_SORT);
  tab = $state<Tab>('rendered');
  /** Beside the source stands who each line is from. */
  blame = $state(false);
  /** Share of the pane that the list takes. */
  listShare = $state(0.44);
  /** The same where it is a picture. */
  graphShare = $state(0.64);
  /** The topic chosen in each store, and whether its editor is open. A text being typed outlives its editor. */
  #chosen = new SvelteMap<string, { path: string; editing: boolean }>();

  chosen(store: string | null): string | null {
    return store === null ? null : (this.#chosen.get(store)?.path ?? null);
  }
  editing(store: string | null): boolean {
    return store !== null && (this.#chosen.get(store)?.editing ?? false);
  }
  choose(store: string | null, path: string | null, editing = false): void {
    if (store === null) return;
    if (path === null) this.#chosen.delete(store);
    else this.#chosen.set(store, { path, editing });
  }
}

export const topicsShown = new Shown();
