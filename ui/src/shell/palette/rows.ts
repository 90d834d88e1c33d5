// The rows of the palette and their groups: what can be done and what is called so at once, and what was found of the words. Pure but
// for the language; what a row does is given to it.
import type { Action } from '../../lib/actions.svelte';
import type { Found, SearchHit, SnippetPart, StoreSummary, TopicRow } from '../../lib/bindings';
import { best } from '../../lib/fuzzy';
import { word } from '../../lib/i18n/index.svelte';

/** What is looked in. */
export const SCOPES = ['all', 'action', 'topic', 'index', 'question', 'proposal', 'history'] as const;
export type Scope = (typeof SCOPES)[number];
/** What Rust looks in, in the order of the groups. */
const KINDS = ['topic', 'index', 'question', 'proposal', 'history'] as const;
export type Kind = (typeof KINDS)[number];

export interface Row {
  id: string;
  label: readonly SnippetPart[];
  detail: readonly SnippetPart[];
  /** What it is, in a word. */
  sort: string;
  keys?: string;
  /** When, as ISO 8601. */
  time?: string | null;
  /** Who, as a word of the wire. */
  origin?: string;
  /** Why it cannot be done now. */
  why?: string;
  run: () => void;
}
export interface Group {
  /** `named`, or a kind. */
  name: 'named' | Kind;
  rows: readonly Row[];
  /** So many there are. */
  found: number;
  /** Its heading is shown. */
  headed: boolean;
}

/** Rows by name when nothing else is looked in. */
const MOST = 40;
/** Rows by name above what was found. */
export const ABOVE = 8;
/** Of each kind, when all are looked in, and when it is looked in alone. */
export const FEW = 6;
export const MANY = 200;

const plain = (text: string): SnippetPart[] => (text === '' ? [] : [{ text, found: false }]);
export const textOf = (parts: readonly SnippetPart[]): string => parts.map((part) => part.text).join('');

/** Characters before what was found that are shown: a row is shorter than a snippet. */
const BEFORE = 28;
/** A line that begins near what was found in it. */
function near(parts: readonly SnippetPart[]): readonly SnippetPart[] {
  const [first, ...rest] = parts;
  if (!first || first.found || rest.length === 0) return parts;
  const letters = [...first.text];
  return letters.length <= BEFORE + 8
    ? parts
    : [{ text: `…${letters.slice(-BEFORE).join('')}`, found: false }, ...rest];
}

export interface Named {
  actions: readonly Action[];
  topics: readonly TopicRow[];
  stores: readonly StoreSummary[];
  goTopic: (path: string) => void;
  goStore: (id: string) => void;
}

/** What is called so. */
export function named(query: string, scope: Scope, given: Named): Group {
  const actions = given.actions
    .filter((action) => !action.keysOnly && (!action.disabled || action.why !== undefined))
    .map((action): Row => ({
      id: `action ${action.id}`,
      label: plain(action.label),
      detail: plain(action.disabled ? (action.why ?? '') : ''),
      sort: word('kind', 'action'),
      ...(action.keys === undefined ? {} : { keys: action.keys }),
      ...(action.disabled ? { why: action.why ?? '' } : {}),
      run: action.run,
    }));
  const topics = given.topics.map((topic): Row => ({
    id: `topic ${topic.path}`,
    label: plain(topic.path),
    detail: plain(topic.description ?? ''),
    sort: word('kind', 'topic'),
    run: () => given.goTopic(topic.path),
  }));
  const stores = given.stores.map((store): Row => ({
    id: `store ${store.id}`,
    label: plain(store.name),
    detail: plain(store.project ?? store.place),
    // A project, its team and its logs have one name.
    sort: word('store-sort', store.scope),
    run: () => given.goStore(store.id),
  }));
  const all = { all: [...actions, ...topics, ...stores], action: actions, topic: topics } as const;
  const items = scope === 'all' || scope === 'action' || scope === 'topic' ? all[scope] : [];
  const searched = query.trim() !== '' && scope !== 'action';
  // What a description says is looked for below, word by word: its letters alone would find nearly everything.
  const text = (row: Row): string =>
    row.id.startsWith('store') ? `${textOf(row.label)} ${textOf(row.detail)} ${row.sort}` : textOf(row.label);
  const rows = best(query, items, text, searched ? ABOVE : MOST);
  return { name: 'named', rows, found: rows.length, headed: searched };
}

/** Stores alone, all of them; and below them, whatever is typed, the ways to others. */
export function storesNamed(query: string, given: Pick<Named, 'actions' | 'stores' | 'goStore'>): Group {
  const of = (some: Pick<Named, 'actions' | 'stores'>): readonly Row[] =>
    named('', 'all', { ...some, topics: [], goTopic: () => undefined, goStore: given.goStore }).rows;
  const stores = of({ stores: given.stores, actions: [] });
  const found = best(query, stores, (row) => `${textOf(row.label)} ${textOf(row.detail)} ${row.sort}`, MOST);
  const ways = of({ stores: [], actions: given.actions });
  return { name: 'named', rows: [...found, ...ways], found: found.length, headed: false };
}

export interface Opening {
  /** The open store. */
  store: string | null;
  open: (hit: SearchHit) => void;
  /** Rows of a kind. */
  most: number;
  /** Looks in one kind alone; null when that is what is done. */
  only: ((kind: Kind) => void) | null;
  words: { all: (n: number) => string; more: (n: number) => string; gone: string };
}

/** What was found, one group for each kind that has any. What already stands above by its name is not told again. */
export function foundGroups(found: Found, above: readonly Row[], opening: Opening): Group[] {
  const known = new Set(above.map((row) => row.id));
  const isKnown = (hit: SearchHit): boolean =>
    hit.kind === 'topic' && hit.field !== 'body' && hit.store === opening.store && known.has(`topic ${hit.path}`);
  return KINDS.flatMap((kind): Group[] => {
    const count = found.counts.find((one) => one.kind === kind);
    if (!count) return [];
    const hits = found.hits.filter((hit) => hit.kind === kind);
    const told = hits.filter((hit) => !isKnown(hit));
    const left = count.found - (hits.length - told.length);
    const rows = told.slice(0, opening.most).map((hit, at) => hitRow(hit, at, opening));
    if (rows.length === 0) return [];
    const { only } = opening;
    if (only && left > rows.length)
      rows.push({
        id: `all ${kind}`,
        label: plain(opening.words.all(left)),
        detail: [],
        sort: '',
        run: () => only(kind),
      });
    return [{ name: kind, rows, found: left, headed: true }];
  });
}

function hitRow(hit: SearchHit, at: number, { store, open, words }: Opening): Row {
  const place = hit.line !== null && hit.kind === 'index' ? plain(`${hit.line}`) : hit.title;
  const elsewhere = hit.store === store ? '' : hit.store_name;
  const says = {
    topic: hit.more > 0 ? words.more(hit.more) : '',
    index: word('line-fate', hit.what ?? ''),
    question: '',
    proposal: '',
    history: hit.field === 'gone' ? words.gone : '',
  }[hit.kind as Kind];
  return {
    id: `hit ${hit.kind} ${at} ${hit.store} ${hit.path ?? ''} ${hit.id ?? ''}`,
    label:
      hit.kind === 'history'
        ? [...plain(word('verb', hit.what ?? '')), ...plain(hit.title.length > 0 ? ' ' : ''), ...hit.title]
        : place,
    detail: near(hit.snippet),
    sort: [elsewhere, says].filter((part) => part).join(' · '),
    time: hit.kind === 'question' || hit.kind === 'history' ? hit.time : null,
    ...(hit.kind === 'proposal' ? { origin: hit.what ?? '' } : {}),
    run: () => open(hit),
  };
}
