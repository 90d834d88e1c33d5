// The runs as they stand in the window: what can be run, each run's newest view, its report. Separate from the pane because a run goes
// on while another pane is looked at, and the review asks for the run behind a proposal. Decides nothing; starts nothing by itself.
import { SvelteMap } from 'svelte/reactivity';
import type { Instruction, RunAsk, RunReport, Runs as Listed, RunView } from './bindings';
import { t, word } from './i18n/index.svelte';
import { ipc, onProgress } from './ipc';
import { reading } from './reading.svelte';
import { Resource } from './resource.svelte';
import { app } from './state.svelte';

/** It is at work or waits for its turn. */
export const isOpen = (run: RunView): boolean => run.state === 'running' || run.state === 'queued';

/** `newer` knows less than `known`: an answer that was overtaken. */
function behind(newer: RunView, known: RunView): boolean {
  if (isOpen(newer) !== isOpen(known)) return isOpen(newer);
  return isOpen(newer) && newer.turns < known.turns;
}

class Runs {
  list = new Resource<Listed>();
  /** Whose list it is. */
  store = $state<string | null>(null);
  /** The run that is looked at: its end is on screen and needs no telling. */
  watched = $state<string | null>(null);
  /** What the models of runs are told, by kind. */
  told = { extract: new Resource<Instruction>(), dream: new Resource<Instruction>() };
  #views = new SvelteMap<string, { store: string; view: RunView }>();
  #reports = new SvelteMap<string, Resource<RunReport>>();
  /** Runs whose view is being fetched; true: once more after that. */
  #looking = new Map<string, boolean>();
  #listening = false;

  /** Runs of the store that is open, the newest first. */
  all = $derived.by((): RunView[] => {
    const own = [...this.#views.values()].filter(({ store }) => store === app.id).map(({ view }) => view);
    return own.sort((a, b) => b.asked.localeCompare(a.asked));
  });
  /** Of them, those at work or waiting for their turn. */
  open = $derived(this.all.filter(isOpen));

  async load(store: string): Promise<void> {
    this.#listen();
    if (store !== this.store) {
      this.store = store;
      this.list.set(null);
    }
    await this.#list(store);
    // Sessions are known as far as their files have been read: what was added since is read behind what is on screen.
    await reading.read(store);
    await this.#list(store);
  }
  async #list(store: string): Promise<void> {
    if (store !== this.store) return;
    const list = await this.list.load(() => ipc.runs(store));
    if (!list || store !== this.store) return;
    const known = new Set(list.runs.map((run) => run.id));
    for (const [id, kept] of this.#views)
      if (kept.store === store && !known.has(id) && !isOpen(kept.view)) this.#drop(id);
    for (const view of list.runs) this.#put(store, view);
  }

  view(run: string | null): RunView | null {
    return run === null ? null : (this.#views.get(run)?.view ?? null);
  }
  /** Fetches a run's view; one that is being fetched is fetched once more after that. */
  async look(store: string, run: string): Promise<void> {
    this.#listen();
    if (this.#looking.has(run)) return void this.#looking.set(run, true);
    this.#looking.set(run, false);
    try {
      this.#put(store, await ipc.runView(store, run));
    } catch {
      // It was forgotten meanwhile, or the list says what is wrong.
    }
    const again = this.#looking.get(run);
    this.#looking.delete(run);
    if (again) await this.look(store, run);
  }
  report(run: string): Resource<RunReport> | null {
    return this.#reports.get(run) ?? null;
  }
  /** Works out, or works out again, what an ended run would make of the store. */
  async loadReport(store: string, run: string): Promise<void> {
    const report = this.#reports.get(run) ?? new Resource<RunReport>();
    this.#reports.set(run, report);
    await report.load(() => ipc.runReport(store, run));
  }

  /** Starts a run; its id. Rejects with a `Failure`. */
  async start(store: string, ask: RunAsk): Promise<string> {
    this.#listen();
    const view = await ipc.startRun(store, ask);
    this.#put(store, view);
    void this.load(store);
    return view.id;
  }
  async cancel(run: string): Promise<void> {
    const store = this.#views.get(run)?.store;
    try {
      await ipc.cancel(run);
      if (store !== undefined) await this.look(store, run);
    } catch (reason) {
      app.fail(reason);
    }
  }
  /** Takes an ended run off the list; false when it stayed. */
  async forget(run: string): Promise<boolean> {
    const store = this.#views.get(run)?.store;
    if (store === undefined) return false;
    try {
      await ipc.forgetRun(store, run);
    } catch (reason) {
      app.fail(reason);
      return false;
    }
    this.#drop(run);
    app.toast(t('runsForgotten'));
    // What waited of it is gone from the review.
    if (store === app.id) void app.reread();
    void app.listStores();
    return true;
  }
  async loadInstruction(kind: 'extract' | 'dream'): Promise<void> {
    await this.told[kind].load(() => ipc.instruction(kind));
  }
  /** Makes a text the instruction; null: the one that comes with Memdesk. Rejects with a `Failure`. */
  async instruct(kind: 'extract' | 'dream', text: string | null): Promise<void> {
    this.told[kind].set(await ipc.setInstruction(kind, text));
  }
  /** As at the start; for tests. */
  reset(): void {
    this.list.set(null);
    this.store = this.watched = null;
    this.told.extract.set(null);
    this.told.dream.set(null);
    this.#views.clear();
    this.#reports.clear();
    this.#looking.clear();
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    void onProgress(({ task, what }) => {
      const known = what === 'run' ? this.#views.get(task) : undefined;
      if (known) void this.look(known.store, task);
    });
  }
  #drop(run: string): void {
    this.#views.delete(run);
    this.#reports.delete(run);
  }
  #put(store: string, view: RunView): void {
    const known = this.#views.get(view.id)?.view;
    if (known && behind(view, known)) return;
    this.#views.set(view.id, { store, view });
    if (known && isOpen(known) && !isOpen(view)) this.#ended(store, view);
  }
  #ended(store: string, view: RunView): void {
    if (store === this.store) void this.load(store);
    void app.listStores();
    const text = toldText(view);
    if (app.pane === 'runs' && this.watched === view.id) app.said = text;
    else
      app.toast(text, store === app.id ? { label: t('runsShow'), run: () => app.go('runs', { run: view.id }) } : null);
  }
}

/** How a run ended, in one line. */
export function toldText(view: RunView): string {
  const what = word('run-kind', view.kind);
  if (view.state === 'failed') return t('runsToldFailed', { what });
  if (view.state === 'cancelled') return t('runsToldStopped', { what });
  if (view.files === 0) return t('runsToldNothing', { what });
  return view.waiting > 0 ? t('runsToldFiles', { what, n: view.waiting }) : t('runsToldDone', { what });
}

export const runs = new Runs();
