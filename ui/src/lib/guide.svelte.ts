// Whether the user guide is open, and at which section. Separate because any part of the window may open it. Fetches nothing.

import type { Pane } from './state.svelte';

/** The section that speaks of what a pane shows. */
const SECTION: Record<Pane, string> = {
  review: 'trust',
  index: 'client',
  topics: 'numbers',
  recall: 'recall',
  runs: 'runs',
  health: 'trouble',
  history: 'trust',
};

class OpenGuide {
  /** The section that is wanted; null while the guide is closed. */
  section = $state<string | null>(null);

  /** Opens it at a section, by default at its beginning. */
  open(section = 'start'): void {
    this.section = section;
  }
  /** Opens it where it speaks of a pane. */
  about(pane: Pane): void {
    this.open(SECTION[pane]);
  }
  close(): void {
    this.section = null;
  }
}

export const guide = new OpenGuide();
