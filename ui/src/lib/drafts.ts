// Texts being typed that are not on disk yet, kept for as long as the person has not saved or thrown them away.
// Separate from any component so that they outlive panes, topics, stores and a reload of the window. Never writes into a store.

/** A text being typed. */
export interface Draft {
  store: string;
  path: string;
  /** The text on disk when typing began: the `base` of the edit. */
  base: string;
  text: string;
  /** When it was last typed in, ISO 8601. */
  time: string;
}

/** What `localStorage` offers of itself here; a test gives its own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'memdesk.draft:';

/** Name of a draft; a store's id and a path may hold any character, so they are not joined by one. */
export function keyOf(store: string, path: string): string {
  return JSON.stringify([store, path]);
}

/** Every draft on the shelf, newest first. What cannot be read as one is left where it is. */
export function load(shelf: Shelf): Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < shelf.length; at += 1) {
    const key = shelf.key(at);
    if (key === null || !key.startsWith(PREFIX)) continue;
    const draft = parse(shelf.getItem(key));
    if (draft !== null) drafts.push(draft);
  }
  return drafts.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
}

/** Keeps a draft over a reload. False when the shelf is full or closed: then it lives only as long as the window. */
export function keep(shelf: Shelf, draft: Draft): boolean {
  try {
    shelf.setItem(PREFIX + keyOf(draft.store, draft.path), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Lets go of a draft. */
export function drop(shelf: Shelf, store: string, path: string): void {
  try {
    shelf.removeItem(PREFIX + keyOf(store, path));
  } catch {
    // A closed shelf has nothing to let go of.
  }
}

function parse(value: string | null): Draft | null {
  if (value === null) return null;
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { store, path, base, text, time } = read as Record<string, unknown>;
  if (
    typeof store !== 'string' ||
    typeof path !== 'string' ||
    typeof base !== 'string' ||
    typeof text !== 'string' ||
    typeof time !== 'string'
  )
    return null;
  return { store, path, base, text, time };
}
