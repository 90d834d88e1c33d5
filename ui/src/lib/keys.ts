// From key presses to actions. Pure but for the clock it is given; knows no action by name.
import type { Action } from './actions.svelte';

/** How long the first key of a pair waits for the second. Milliseconds. */
const PAIR = 1200;

export const isMac = (): boolean => /mac/i.test(globalThis.navigator?.platform ?? '');

/** A press as it is written in `Action.keys`. */
export function pressed(event: KeyboardEvent): string {
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Shift makes another sign of a digit or a dot, but not of a letter.
  const shifted = event.shiftKey && (event.key.length > 1 || mod || /^\p{L}$/u.test(key));
  return [mod && 'Mod', event.altKey && 'Alt', shifted && 'Shift', key].filter(Boolean).join('+');
}

/** Letters typed here are text, not commands. */
export function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}

/** The space bar presses what is focused. */
export function takesSpace(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches(
      'button, summary, input, a[href], [role=tab]:not([aria-selected=true]), [role=separator], [role^=menuitem]',
    )
  );
}

/** How keys are shown: `⌘K` or `Ctrl K`. */
export function shown(keys: string): string {
  const names: Record<string, string> = isMac()
    ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
    : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' };
  const keyNames: Record<string, string> = {
    ArrowUp: '↑',
    ArrowDown: '↓',
    Delete: 'Del',
    Enter: 'Enter',
    PageUp: 'PgUp',
    PageDown: 'PgDn',
  };
  return keys
    .split(' ')
    .map((stroke) =>
      stroke
        .split('+')
        .map((key) => names[key] ?? keyNames[key] ?? (stroke.includes('+') ? key.toUpperCase() : key))
        .join(isMac() ? '' : ' '),
    )
    .join(' ');
}

/** Finds the action for a press; remembers the first key of a pair until the second comes or `PAIR` has passed. */
export class Strokes {
  #first = '';
  #until = 0;

  /** `textKeys` belong to a text that is being typed; so does every press without Mod or Alt. */
  constructor(private readonly textKeys: ReadonlySet<string> = new Set()) {}

  /** `now` in milliseconds of any clock that only goes forward. */
  match(event: KeyboardEvent, actions: readonly Action[], now: number, inText: boolean): Action | null {
    const key = pressed(event);
    if (inText && (this.textKeys.has(key) || !/^(Mod|Alt)\+/.test(key))) return null;
    const pair = now < this.#until ? `${this.#first} ${key}` : null;
    this.#until = 0;
    const run = (keys: string): Action | null =>
      actions.find((action) => action.keys === keys && !action.disabled) ?? null;
    const second = pair === null ? null : run(pair);
    if (second) return second;
    if (actions.some((action) => action.keys?.startsWith(`${key} `))) {
      this.#first = key;
      this.#until = now + PAIR;
      return null;
    }
    return run(key);
  }
}
