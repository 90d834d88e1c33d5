// The whole window over the mock desk, for tests. The state module is one for all tests of a file: `startWindow` empties it first.
import { mockIPC } from '@tauri-apps/api/mocks';
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import App from '../src/App.svelte';
import { Desk } from '../src/dev/mock/desk';
import { app } from '../src/lib/state.svelte';
import { reading } from '../src/lib/reading.svelte';
import { runs } from '../src/lib/runs.svelte';
import { settings } from '../src/lib/settings.svelte';
import { runsShown } from '../src/panes/runs/shown.svelte';
import { recallShown } from '../src/panes/recall/shown.svelte';
import { indexShown } from '../src/panes/index/shown.svelte';

export interface Frame {
  desk: Desk;
  /** Presses a key where the focus is. */
  press: (key: string, more?: KeyboardEventInit) => Promise<void>;
}

let desk = new Desk();
let answering = false;

/** Lets every answer that is on its way arrive. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    await tick();
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
}

/** Waits for what a lazily loaded part draws. */
export async function until<T>(look: () => T | null | undefined | false): Promise<T> {
  for (let turn = 0; turn < 200; turn++) {
    const found = look();
    if (found) return found;
    await settle();
  }
  throw new Error(`never came: ${look.toString()}`);
}

function empty(): void {
  settings.close();
  settings.view.set(null);
  settings.failed = null;
  app.asked?.settle(null);
  app.merging?.settle(null);
  app.stores.set(null);
  app.index.set(null);
  app.typing.clear();
  Object.assign(app, {
    start: null,
    store: null,
    failure: null,
    spot: {},
    toasts: [],
    overlay: null,
    link: null,
    pane: 'index',
  });
  Object.assign(indexShown, { view: 'lines', side: null, entry: null, scroll: { store: null, top: 0 } });
  indexShown.hooks.clear();
  recallShown.reset();
  runsShown.reset();
  runs.reset();
  reading.store = null;
  localStorage.clear();
}

/** Starts the window over a desk that `prepare` may change first. */
export async function startWindow(prepare: (desk: Desk) => void = () => undefined): Promise<Frame> {
  empty();
  desk = new Desk();
  desk.preferences.pane = 'index';
  prepare(desk);
  // Once: the window's event listeners live in what this sets up.
  if (!answering) {
    mockIPC((command, args) => desk.answer(command, (args ?? {}) as Record<string, unknown>), {
      shouldMockEvents: true,
    });
  }
  answering = true;
  render(App);
  await app.boot();
  await until(() => app.stores.value ?? app.failure);
  await settle();
  const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    await settle();
  };
  return { desk, press };
}
