// What the window knows and what it is showing: the one state module. Panes read it and call its verbs; only it decides when to
// read again. It holds no rule of the domain (Rust does) and draws nothing.
import { SvelteMap } from 'svelte/reactivity';
import type {
  Changed,
  Edit,
  Failure,
  IndexView,
  Outcome,
  Preferences,
  Refusal,
  Start,
  StoreList,
  StoreSummary,
  WatchState,
} from './bindings';
import type { Asked, MergeAsked, Spot, Toast } from './asked';
import { drop, keep, keyOf, load, type Draft } from './drafts';
import { setLanguage, t, word } from './i18n/index.svelte';
import { asFailure, ipc, onChanged, onFailed, onOpened } from './ipc';
import { merged } from './merge';
import { NO_PREFERENCES } from './preferences';
import { Resource } from './resource.svelte';
import { Telling } from './telling.svelte';
import { namesOf, refusalText } from './words';

export type { Asked, MergeAsked, Spot, Toast } from './asked';
export { failureText, refusalText } from './words';

/** The panes that exist, in the order of their tabs. */
export const PANES = ['review', 'index', 'topics', 'recall', 'runs', 'health', 'history'] as const;
export type Pane = (typeof PANES)[number];

/** A text being typed, kept while the person looks elsewhere and over a reload of the window. */
export type Typing = Pick<Draft, 'base' | 'text'>;

/** How long after a change on disk to wait for further ones. Milliseconds. */
const SETTLE = 60;

class App extends Telling {
  start = $state.raw<Start | null>(null);
  /** Why there is nothing to show at all. */
  failure = $state.raw<Failure | null>(null);
  preferences = $state.raw<Preferences>(NO_PREFERENCES);
  /** The store that is open; its newest summary. */
  store = $state.raw<StoreSummary | null>(null);
  stores = new Resource<StoreList>();
  index = new Resource<IndexView>();
  pane = $state<Pane>('index');
  spot = $state.raw<Spot>({});
  watch = $state.raw<WatchState>({ kind: 'off' });
  /** Goes up whenever the open store may have changed: panes that read it read again. */
  revision = $state(0);
  asked = $state.raw<Asked | null>(null);
  merging = $state.raw<MergeAsked | null>(null);
  /** An address that something in a topic wants to open outside. */
  link = $state<string | null>(null);
  /** Texts being typed, by `keyOf`; those that a reload left behind are there from the start. */
  typing = new SvelteMap<string, Draft>(load(localStorage).map((draft) => [keyOf(draft.store, draft.path), draft]));
  /** The open store was there and is not any more. */
  gone = $state(false);
  /** Which overlay of the frame is open. */
  overlay = $state<'palette' | 'stores' | 'keys' | null>(null);
  #opening = 0;
  #rest = false;
  #painted = false;
  #listening = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #pending: { here: boolean; list: boolean } = { here: false, list: false };

  get id(): string | null {
    return this.store?.id ?? null;
  }
  get readOnly(): boolean {
    return this.start?.read_only ?? false;
  }

  // ---- opening ------------------------------------------------------------------------------------------------------

  /** The first call; then, once its answer is painted, the list of stores and the events. */
  async boot(first: Promise<Start> = ipc.start()): Promise<void> {
    try {
      this.show(await first, true);
    } catch (reason) {
      this.failure = asFailure(reason);
    }
    if (this.#listening) return;
    this.#listening = true;
    void onChanged((changed) => this.changed(changed));
    void onOpened((start) => this.show(start));
    void onFailed((failure) => this.fail(failure));
  }

  /** The first store is on screen; told once. */
  painted(): void {
    if (this.#painted) return;
    this.#painted = true;
    // It is no wish of the person's: whatever they open meanwhile counts.
    void this.opening(() => ipc.painted(), this.#opening);
  }

  /** Reads the list of stores; the frame calls it after the first paint. */
  async listStores(): Promise<void> {
    const list = await this.stores.load(() => ipc.stores());
    if (!list) return;
    this.watch = list.watch;
    const open = list.stores.find((store) => store.id === this.id);
    // Its folder went away: what was seen of it stays on screen, and the list will tell when it is back.
    this.gone = open === undefined && this.store?.state.kind === 'here';
    if (open?.state.kind === 'here' && this.store?.state.kind !== 'here') void this.reread();
    this.store = open ?? this.store;
  }

  /** Puts what an opening call answered on screen. */
  show(start: Start, first = false): void {
    const before = this.id;
    this.start = start;
    this.failure = null;
    this.preferences = start.preferences;
    this.store = start.store;
    this.gone = false;
    this.index.set(start.index);
    setLanguage(start.preferences.language);
    if (first)
      this.pane =
        PANES.find((pane) => pane === start.preferences.pane) ?? (start.store?.unreviewed ? 'review' : 'index');
    if (before !== this.id) {
      this.spot = {};
      this.revision++;
    }
    if (!first) void this.listStores();
  }

  async open(id: string): Promise<void> {
    await this.opening(() => ipc.openStore(id));
  }
  async pickFolder(): Promise<void> {
    await this.opening(() => ipc.pickFolder());
  }
  async openSample(): Promise<void> {
    await this.opening(() => ipc.openSample());
  }
  async leaveSample(): Promise<void> {
    await this.opening(() => ipc.leaveSample());
  }
  private async opening(call: () => Promise<Start | null>, turn = ++this.#opening): Promise<void> {
    try {
      const start = await call();
      // Whoever clicks two stores in a row wants the second, whichever answers first.
      if (start && turn === this.#opening) this.show(start);
    } catch (reason) {
      this.fail(reason);
    }
  }

  // ---- looking ------------------------------------------------------------------------------------------------------

  go(pane: Pane, spot: Spot = {}): void {
    this.spot = spot;
    if (this.pane === pane) return;
    this.pane = pane;
    this.preferences = { ...this.preferences, pane };
    if (!this.readOnly) ipc.rememberPane(pane).catch((reason: unknown) => this.fail(reason));
  }
  /** Shows a topic, wherever one is. */
  goTopic(path: string, line?: number): void {
    this.go('topics', line === undefined ? { path } : { path, line });
  }

  // ---- what changed on disk -----------------------------------------------------------------------------------------

  private changed(changed: Changed): void {
    this.watch = changed.watch;
    this.#pending.here ||= this.id !== null && changed.stores.includes(this.id);
    this.#pending.list ||= changed.list || changed.stores.length > 0;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      const { here, list } = this.#pending;
      this.#pending = { here: false, list: false };
      if (here) void this.reread();
      if (list) void this.listStores();
    }, SETTLE);
  }

  /** Reads the open store again; selection, scroll and typed text stay with the panes. */
  async reread(): Promise<void> {
    const id = this.id;
    if (id === null) return;
    this.revision++;
    await this.index.load(() => ipc.index(id));
  }

  // ---- changing -----------------------------------------------------------------------------------------------------

  /** Shows what an edit would do and, on yes, does it. Null: the person said no. */
  ask(edit: Edit, { wasMerged = false, more = 0 } = {}): Promise<Outcome | null> {
    return new Promise((resolve) => {
      const settle = (outcome: Outcome | null): void => {
        this.asked = null;
        resolve(outcome);
      };
      this.asked?.settle(null);
      const asked: Asked = {
        edit,
        preview: null,
        refusal: null,
        failure: null,
        wasMerged,
        applying: false,
        more,
        settle,
      };
      this.asked = asked;
      void this.lookAhead(asked);
    });
  }

  private async lookAhead(asked: Asked): Promise<void> {
    const id = this.id;
    if (id === null) return asked.settle(null);
    const still = (): boolean => this.asked?.settle === asked.settle;
    try {
      const outcome = await ipc.preview(id, asked.edit);
      if (!still()) return;
      if (outcome.kind === 'preview') this.asked = { ...asked, edit: outcome.edit, preview: outcome.preview };
      else if (outcome.refusal.kind === 'stale' && asked.edit.kind !== 'merge-into')
        await this.settleStale(asked.settle, outcome.refusal);
      else this.asked = { ...asked, refusal: outcome.refusal };
    } catch (reason) {
      if (still()) this.asked = { ...asked, failure: asFailure(reason) };
    }
  }

  /** Yes to what is being asked. */
  async accept(): Promise<void> {
    const asked = this.asked;
    if (!asked?.preview || asked.applying) return;
    this.asked = { ...asked, applying: true };
    const outcome = await this.apply(asked.edit, asked.settle);
    if (outcome) asked.settle(outcome);
    else if (this.asked) this.asked = { ...asked, applying: false };
  }

  /** Several edits of one kind, each made against what the one before it left: shown one after the other, or the rest at once. */
  async askEach(next: () => Promise<Edit[]>): Promise<void> {
    const id = this.id;
    let done = 0;
    let left = Infinity;
    this.#rest = false;
    try {
      for (;;) {
        const edits = await next();
        // A mend that mends nothing would be offered for ever.
        if (!edits[0] || edits.length >= left || this.id !== id) break;
        left = edits.length;
        const outcome = this.#rest ? await this.apply(edits[0]) : await this.ask(edits[0], { more: left - 1 });
        if (outcome?.kind !== 'applied') break;
        done++;
      }
    } catch (reason) {
      this.fail(reason);
    }
    if (done > 1) this.toast(t('appliedMany', { n: done }));
  }
  /** Yes to what is being asked and to all that follow it. */
  async acceptRest(): Promise<void> {
    this.#rest = true;
    await this.accept();
  }

  /** Does an edit without showing it first: for what the person has just seen in full. Null when it came to nothing. */
  async apply(edit: Edit, settle?: (outcome: Outcome | null) => void): Promise<Outcome | null> {
    const id = this.id;
    if (id === null) return null;
    try {
      const outcome = await ipc.apply(id, edit);
      if (outcome.kind === 'applied') {
        this.did(word('did', edit.kind, {}), { label: t('undo'), run: () => void this.undo(id) });
        this.afterChange();
        return outcome;
      }
      if (outcome.refusal.kind === 'stale' && edit.kind !== 'merge-into') {
        await this.settleStale(settle ?? (() => undefined), outcome.refusal);
        return null;
      }
      this.toast(refusalText(outcome.refusal), null, 'error');
      return outcome;
    } catch (reason) {
      this.fail(reason);
      return null;
    }
  }

  /** The file changed under the edit: a merge without conflict is shown as the new edit, one with conflicts is put to the person. */
  private async settleStale(
    settle: (outcome: Outcome | null) => void,
    refusal: Extract<Refusal, { kind: 'stale' }>,
  ): Promise<void> {
    this.asked = null;
    const { path, merge } = refusal;
    const text =
      merge.conflicts === 0
        ? merged(merge)
        : await new Promise<string | null>((resolve) => {
            this.merging = { path, merge, settle: resolve };
          });
    this.merging = null;
    settle(
      text === null
        ? null
        : await this.ask({ kind: 'write', path, base: merge.disk, text }, { wasMerged: merge.conflicts === 0 }),
    );
  }

  /** Takes the last operation back; of the open store, if no other is named. */
  async undo(id = this.id): Promise<void> {
    if (id === null) return;
    await this.timeTravel(() => ipc.undo(id), 'undone', { label: t('redo'), run: () => void this.redo(id) });
  }
  async redo(id = this.id): Promise<void> {
    if (id === null) return;
    await this.timeTravel(() => ipc.redo(id), 'redone', { label: t('undo'), run: () => void this.undo(id) });
  }
  private async timeTravel(
    call: () => Promise<Outcome>,
    done: 'undone' | 'redone',
    back: Toast['action'],
  ): Promise<void> {
    try {
      const outcome = await call();
      if (outcome.kind === 'applied') {
        // A decision without a change of a file has no other name.
        const files = outcome.paths.length > 0 ? namesOf(outcome.paths) : t('aDecision');
        this.did(t(done, { files }), back);
        this.afterChange();
      } else if (outcome.refusal.kind === 'nothing') {
        this.toast(t(done === 'undone' ? 'nothingToUndo' : 'nothingToRedo'));
      } else if (outcome.refusal.kind === 'stale') {
        await this.settleStale(() => undefined, outcome.refusal);
      } else {
        this.toast(refusalText(outcome.refusal), null, 'error');
      }
    } catch (reason) {
      this.fail(reason);
    }
  }
  /** Marks files of the open store as reviewed as they are on disk; none named: every one. */
  async review(paths: string[]): Promise<void> {
    if (this.id === null) return;
    try {
      await ipc.accept(this.id, paths);
      this.toast(paths.length === 0 ? t('reviewedAll') : t('reviewedOne', { files: paths.join(', ') }));
      this.afterChange();
    } catch (reason) {
      this.fail(reason);
    }
  }
  private afterChange(): void {
    void this.reread();
    void this.listStores();
  }

  // ---- what is being typed ------------------------------------------------------------------------------------------

  /** The text being typed for a file of the open store; null when none is. */
  typed(path: string): Typing | null {
    return this.id === null ? null : (this.typing.get(keyOf(this.id, path)) ?? null);
  }
  /** Keeps a text being typed, for a file of the open store if no other is named; null forgets it. */
  type(path: string, typing: Typing | null, store: string | null = this.id): void {
    if (store === null) return;
    if (typing) {
      const draft: Draft = { store, path, base: typing.base, text: typing.text, time: new Date().toISOString() };
      this.typing.set(keyOf(store, path), draft);
      // An editor that is merely open is not worth keeping; neither is it lost.
      if (draft.text === draft.base) drop(localStorage, store, path);
      else keep(localStorage, draft);
    } else {
      this.typing.delete(keyOf(store, path));
      drop(localStorage, store, path);
    }
  }
  /** Throws away a text being typed; a moment long it can be had back. */
  discard(path: string): void {
    const [store, typed] = [this.id, this.typed(path)];
    this.type(path, null);
    if (typed && typed.text !== typed.base)
      this.toast(t('discarded'), { label: t('undo'), run: () => this.type(path, typed, store) });
  }
  /** Texts typed and not saved, in every store; newest first. */
  get unsaved(): Draft[] {
    return [...this.typing.values()]
      .filter((draft) => draft.text !== draft.base)
      .sort((a, b) => b.time.localeCompare(a.time));
  }
}

export const app = new App();
