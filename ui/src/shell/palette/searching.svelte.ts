// A search as it is typed: asked when the typing rests, and an answer that was overtaken is dropped. Separate from the palette, which
// draws it. Never begins by itself.
import type { Found, SearchQuery } from '../../lib/bindings';
import { en } from '../../lib/i18n/en';
import { word } from '../../lib/i18n/index.svelte';
import { ipc } from '../../lib/ipc';
import { Resource } from '../../lib/resource.svelte';
import { ABOVE, FEW, MANY, type Scope } from './rows';

/** How long typing rests before it is searched for. Milliseconds. */
export const REST = 120;

export class Searching {
  readonly answer = new Resource<Found>();
  /** The words that the answer on screen is for. */
  answered = $state('');
  /** A search is wanted whose answer is not here yet. */
  open = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = false;

  /** Searches once the typing rests; at once when only what is looked in changed. */
  ask(store: string | null, typed: string, scope: Scope, all: boolean, rest: number): void {
    clearTimeout(this.#timer);
    const text = typed.trim();
    if (text === '' || scope === 'action') return this.drop();
    this.open = true;
    const query: SearchQuery = {
      text,
      all: all || store === null,
      kinds: scope === 'all' ? [] : [scope],
      // What stands above by its name is not told again, and takes no room.
      limit: scope === 'all' ? FEW + ABOVE : MANY,
      called: called(),
    };
    this.#timer = setTimeout(() => void this.#search(store, query), rest);
  }

  /** Stops, and forgets what was found. */
  drop(): void {
    clearTimeout(this.#timer);
    if (this.#asked && this.answer.loading) void ipc.cancel('search').catch(() => undefined);
    this.answer.set(null);
    this.open = false;
    this.answered = '';
  }

  async #search(store: string | null, query: SearchQuery): Promise<void> {
    this.#asked = true;
    const found = await this.answer.load(() => ipc.search(store, query));
    if (found) this.answered = query.text;
    if (!this.answer.loading) this.open = false;
  }
}

/** What the window calls verbs and writers. */
function called(): [string, string][] {
  const families = ['verb', 'origin'] as const;
  return Object.keys(en).flatMap((key): [string, string][] => {
    const family = families.find((one) => key.startsWith(`${one}.`));
    const name = family === undefined ? '' : key.slice(family.length + 1);
    return family === undefined || name === 'unknown' ? [] : [[name, word(family, name)]];
  });
}
