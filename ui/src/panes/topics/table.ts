// The rules of the topics table: what a row is called, which rows a filter leaves and in which order.
// Separate from the component so that the rules are tested without a page. Never touches state or the page.

import type { TopicRow } from '../../lib/bindings';

/** A column that can be sorted by. */
export type SortKey = 'type' | 'title' | 'modified' | 'size' | 'origin' | 'reviewed' | 'index' | 'problems';

/** Order of the table. */
export interface Sort {
  key: SortKey;
  /** True: from small to large, from A to Z, from old to new. */
  ascending: boolean;
}

/** What the table is narrowed to. Every field that is set narrows further. */
export interface Filters {
  /** Words looked for in title, description and path; a row must have all of them. */
  text: string;
  /** One of the four types, `none` for rows without a valid one, or null for every row. */
  type: string | null;
  problems: boolean;
  unlisted: boolean;
  unreviewed: boolean;
  unindexed: boolean;
}

/** What the client attaches of one topic at most, in lines and UTF-8 bytes; here for the gauge only, the cut itself comes from Rust. */
export const BODY_LINES = 200;
export const BODY_BYTES = 4096;

export const TYPES = ['user', 'feedback', 'project', 'reference'] as const;

export const NO_FILTERS: Filters = {
  text: '',
  type: null,
  problems: false,
  unlisted: false,
  unreviewed: false,
  unindexed: false,
};

/** Newest first, as the client lists them. */
export const DEFAULT_SORT: Sort = { key: 'modified', ascending: false };

/** Where a row stands with the index. `outside`: not a file that the index is expected to list. */
export function indexState(row: TopicRow): 'loaded' | 'cut' | 'not-indexed' | 'outside' {
  if (row.indexed === 'loaded' || row.indexed === 'cut') return row.indexed;
  // A file that the selector never gets is not missed in the index, unless only its age keeps it out.
  return row.listed || row.unlisted === 'beyond-200' ? 'not-indexed' : 'outside';
}

/** What a person calls a topic: its name, or its file without folder and ending. */
export function titleOf(row: Pick<TopicRow, 'path' | 'name'>): string {
  const name = row.name?.trim();
  if (name) return name;
  const file = row.path.slice(row.path.lastIndexOf('/') + 1);
  return file.replace(/\.md$/, '') || row.path;
}

/** The row's type when it is one that counts. */
export function validType(type: string | null): string | null {
  return type !== null && (TYPES as readonly string[]).includes(type) ? type : null;
}

/** True when any filter narrows the table. */
export function isFiltered(filters: Filters): boolean {
  return (
    filters.text.trim() !== '' ||
    filters.type !== null ||
    filters.problems ||
    filters.unlisted ||
    filters.unreviewed ||
    filters.unindexed
  );
}

// Folding 5,000 descriptions on each key press is what would make typing slow; a row is folded once in its life.
const folded = new WeakMap<TopicRow, string>();

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function haystack(row: TopicRow): string {
  let text = folded.get(row);
  if (text === undefined) {
    text = fold(`${titleOf(row)}\n${row.description ?? ''}\n${row.path}\n${row.topic_type ?? ''}`);
    folded.set(row, text);
  }
  return text;
}

/** A test for rows, made once for a set of filters. */
export function matcher(filters: Filters): (row: TopicRow) => boolean {
  const words = fold(filters.text).split(/\s+/u).filter(Boolean);
  return (row) => {
    if (
      filters.type === 'none'
        ? validType(row.topic_type) !== null
        : filters.type !== null && row.topic_type !== filters.type
    )
      return false;
    if (filters.problems && row.problems.length === 0) return false;
    if (filters.unlisted && row.listed) return false;
    if (filters.unreviewed && row.reviewed) return false;
    if (filters.unindexed && indexState(row) !== 'not-indexed') return false;
    if (words.length === 0) return true;
    const text = haystack(row);
    return words.every((word) => text.includes(word));
  };
}

const SEVERITY = { error: 1_000_000, warning: 1_000, info: 1 } as const;

/** How bad a row is: one error weighs more than any number of warnings that a topic can have. */
export function badness(row: TopicRow): number {
  return row.problems.reduce((sum, problem) => sum + SEVERITY[problem.severity], 0);
}

const INDEX_ORDER = { loaded: 0, cut: 1, 'not-indexed': 2, outside: 3 } as const;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function typeRank(row: TopicRow): number {
  const at = (TYPES as readonly string[]).indexOf(row.topic_type ?? '');
  return at < 0 ? TYPES.length : at;
}

const COMPARE: Record<SortKey, (a: TopicRow, b: TopicRow) => number> = {
  type: (a, b) => typeRank(a) - typeRank(b),
  title: (a, b) => collator.compare(titleOf(a), titleOf(b)),
  // ISO 8601 in UTC with milliseconds sorts as text.
  modified: (a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : 0),
  size: (a, b) => a.bytes - b.bytes,
  origin: (a, b) => (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0),
  reviewed: (a, b) => Number(a.reviewed) - Number(b.reviewed),
  index: (a, b) => INDEX_ORDER[indexState(a)] - INDEX_ORDER[indexState(b)],
  problems: (a, b) => badness(a) - badness(b),
};

/** The rows that a table shows: filtered, then sorted; equal rows keep the order given (newest first). */
export function tableRows(rows: readonly TopicRow[], filters: Filters, sort: Sort): TopicRow[] {
  const compare = COMPARE[sort.key];
  const sign = sort.ascending ? 1 : -1;
  return rows.filter(matcher(filters)).sort((a, b) => sign * compare(a, b));
}

/** The order after a click on a column's head: the other way round, or that column in the direction that is asked for most. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  if (sort.key === key) return { key, ascending: !sort.ascending };
  return { key, ascending: key === 'title' || key === 'type' || key === 'origin' || key === 'reviewed' };
}

/** How many rows each filter would leave on its own. */
export interface Counts {
  problems: number;
  unlisted: number;
  unreviewed: number;
  unindexed: number;
  /** By type; `none` for rows without a valid one. */
  types: Map<string, number>;
}

/** The numbers beside the filters. */
export function counts(rows: readonly TopicRow[]): Counts {
  const types = new Map<string, number>();
  let problems = 0;
  let unlisted = 0;
  let unreviewed = 0;
  let unindexed = 0;
  for (const row of rows) {
    const type = validType(row.topic_type) ?? 'none';
    types.set(type, (types.get(type) ?? 0) + 1);
    if (row.problems.length > 0) problems += 1;
    if (!row.listed) unlisted += 1;
    if (!row.reviewed) unreviewed += 1;
    if (indexState(row) === 'not-indexed') unindexed += 1;
  }
  return { problems, unlisted, unreviewed, unindexed, types };
}
