// What the index pane was showing: kept while another pane is looked at. Holds no data of the store and decides nothing.

export const VIEWS = ['lines', 'loaded', 'source'] as const;
export type View = (typeof VIEWS)[number];

class Shown {
  view = $state<View>('lines');
  /** The person's wish for the side panel; null: as the width allows. */
  side = $state<boolean | null>(null);
  /** The chosen entry, by `entryKey`. */
  entry = $state<string | null>(null);
  /** Where the list was scrolled to, for the store it belongs to. */
  scroll: { store: string | null; top: number } = { store: null, top: 0 };
}

export const indexShown = new Shown();
