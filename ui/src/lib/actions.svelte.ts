// Everything that can be done, by name: the palette, the list of keys and the keyboard all read this one register.
// Separate so that a pane's action is reachable in all three ways by being written once. Runs nothing by itself.

import { untrack } from 'svelte';

export interface Action {
  /** Unique; also the order among equals. */
  id: string;
  /** In the person's language. */
  label: string;
  /** `g i` (one after the other), `Mod+k`, `Alt+ArrowUp`, `/`. `Mod` is ⌘ on macOS, Ctrl elsewhere. */
  keys?: string;
  run: () => void;
  disabled?: boolean;
  /** Why it cannot be done now, in the person's language; the palette then shows it all the same. */
  why?: string;
  /** Not offered in the palette (moving by one row). */
  keysOnly?: boolean;
}

/** How long a wish waits for its pane. Milliseconds. */
const SOON = 5000;

class Actions {
  #end: () => void = () => undefined;
  #sets = $state.raw<readonly (() => readonly Action[])[]>([]);

  /** Offers actions while the caller's component is on screen: call from an effect and return what it gives. */
  offer(list: () => readonly Action[]): () => void {
    this.#sets = [...this.#sets, list];
    return () => {
      this.#sets = this.#sets.filter((set) => set !== list);
    };
  }

  /** Runs an action as soon as it is offered and can be done: its pane is on its way to the screen. One wish at a time. */
  soon(id: string): void {
    this.#end();
    const root = $effect.root(() => {
      $effect(() => {
        const action = this.all().find((known) => known.id === id && !known.disabled);
        if (action) setTimeout(() => (this.#end(), action.run()));
      });
    });
    const timer = setTimeout(() => this.#end(), SOON);
    this.#end = () => {
      this.#end = () => undefined;
      clearTimeout(timer);
      root();
    };
  }

  /** All that can be done now; what was offered last comes first, so that a pane's key wins over the frame's. */
  all(): Action[] {
    return this.#sets.toReversed().flatMap((set) => set());
  }
}

export const actions = new Actions();

/** Offers actions for as long as the calling component lives. Call while the component is set up. */
export function offer(list: () => readonly Action[]): void {
  // Offering reads what is offered already; it must not depend on it.
  $effect(() => untrack(() => actions.offer(list)));
}
