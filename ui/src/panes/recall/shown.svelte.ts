// What the recall pane was showing: kept while another pane, or another store, is looked at. Also the answers that models gave, so that
// none is asked for twice by looking elsewhere. Holds no data of the store and decides nothing.
import { SvelteMap } from 'svelte/reactivity';
import type { QuestionFilter, RecallView } from '../../lib/bindings';

export const SELECTORS = ['estimate', 'api', 'client', 'recorded'] as const;
export type Selector = (typeof SELECTORS)[number];
export type Group = 'day' | 'session';
export type Measure = 'recorded' | 'estimated';

/** What stands on the right: a question with its steps, or a whole session. */
export type Chosen =
  | { kind: 'past'; id: string; query: string; session: string }
  | { kind: 'new'; query: string }
  | { kind: 'session'; session: string; from: string | null };

/** Questions asked for at first, and with each "more". */
export const STEP = 200;
export const NO_FILTER: QuestionFilter = {
  search: '',
  session: null,
  topic: null,
  from: null,
  to: null,
  nothing: false,
  offset: 0,
  limit: STEP,
};
/** Model answers kept at most; the oldest go first. */
const ANSWERS = 40;

class Shown {
  tab = $state<'questions' | 'coverage'>('questions');
  filter = $state.raw<QuestionFilter>(NO_FILTER);
  group = $state<Group>('day');
  selector = $state<Selector>('estimate');
  measure = $state<Measure>('recorded');
  span = $state('');
  /** Coverage as a table. */
  table = $state(false);
  /** Share of the pane that the list takes. */
  listShare = $state(0.36);
  /** What is being typed as a new question. */
  typed = $state('');
  #chosen = new SvelteMap<string, Chosen>();
  #answers = new SvelteMap<string, RecallView>();

  chosen(store: string | null): Chosen | null {
    return store === null ? null : (this.#chosen.get(store) ?? null);
  }
  choose(store: string | null, chosen: Chosen | null): void {
    if (store === null) return;
    if (chosen === null) this.#chosen.delete(store);
    else this.#chosen.set(store, chosen);
  }
  answer(key: string): RecallView | null {
    return this.#answers.get(key) ?? null;
  }
  keep(key: string, view: RecallView): void {
    this.#answers.delete(key);
    this.#answers.set(key, view);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
  /** As it was at the start; for tests. */
  reset(): void {
    this.tab = 'questions';
    this.filter = NO_FILTER;
    this.group = 'day';
    this.selector = 'estimate';
    this.measure = 'recorded';
    this.span = this.typed = '';
    this.table = false;
    this.#chosen.clear();
    this.#answers.clear();
  }
}

export const recallShown = new Shown();
