// What the index pane was showing, and hooks being typed in it: kept while another pane is looked at. Holds nothing else of a store,
// writes into none and decides nothing.
import { SvelteMap } from 'svelte/reactivity';

export const VIEWS = ['lines', 'loaded', 'source', 'growth'] as const;
export type View = (typeof VIEWS)[number];

class Shown {
  view = $state<View>('lines');
  /** The person's wish for the side panel; null: as the width allows. */
  side = $state<boolean | null>(null);
  /** Its growth as a table. */
  growthTable = $state(false);
  /** The chosen entry, by `entryKey`. */
  entry = $state<string | null>(null);
  /** Where the list was scrolled to, for the store it belongs to. */
  scroll: { store: string | null; top: number } = { store: null, top: 0 };
  /** Texts of the hooks whose editor is open, by `hookKey`. */
  hooks = new SvelteMap<string, string>();
}

/** Name of a hook being typed: by its entry, wherever its line has gone. */
export function hookKey(store: string | null, entry: string): string {
  return JSON.stringify([store, entry]);
}

export const indexShown = new Shown();
