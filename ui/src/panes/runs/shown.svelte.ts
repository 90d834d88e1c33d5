// What the runs pane was showing, and what was set up there: kept while another pane, or another store, is looked at. Holds no data of
// the store and decides nothing.
import { SvelteMap } from 'svelte/reactivity';

export type Kind = 'extract' | 'dream';
export type Agent = 'api' | 'client';

/** What stands on the right: something to be run, or a run. */
export type Chosen = { kind: 'extract'; session: string } | { kind: 'dream' } | { kind: 'run'; run: string };

/** How far a run may go, as typed; empty: as usual, or no limit. */
export interface Limits {
  turns: string;
  tokens: string;
  dollars: string;
}
/** Which turns of a session. */
export interface Span {
  /** Null: what fits the session. */
  from: 'since' | 'last' | null;
  /** As typed; empty: as many as is usual. */
  last: string;
}

const NO_LIMITS: Limits = { turns: '', tokens: '', dollars: '' };
const SPAN: Span = { from: null, last: '' };

class Shown {
  agent = $state<Agent>('api');
  limits = $state.raw<Record<Kind, Limits>>({ extract: NO_LIMITS, dream: NO_LIMITS });
  span = $state.raw<Span>(SPAN);
  /** Share of the pane that the list takes. */
  listShare = $state(0.34);
  /** All runs are listed, not only the newest. */
  older = $state(false);
  /** The instruction is being read or changed. */
  instructing = $state(false);
  /** An instruction that was typed and not kept. */
  draft = $state.raw<{ kind: Kind; text: string } | null>(null);
  #chosen = new SvelteMap<string, Chosen>();

  chosen(store: string | null): Chosen | null {
    return store === null ? null : (this.#chosen.get(store) ?? null);
  }
  choose(store: string | null, chosen: Chosen | null): void {
    if (store === null) return;
    if (chosen === null) this.#chosen.delete(store);
    else this.#chosen.set(store, chosen);
  }
  /** As it was at the start; for tests. */
  reset(): void {
    this.agent = 'api';
    this.limits = { extract: NO_LIMITS, dream: NO_LIMITS };
    this.span = SPAN;
    this.older = this.instructing = false;
    this.draft = null;
    this.#chosen.clear();
  }
}

export const runsShown = new Shown();
