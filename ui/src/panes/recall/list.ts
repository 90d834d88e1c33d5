// The list of past questions as it is shown: under days or sessions, and a question's text with what the search found marked.
// Separate so that it is tested without a page. Never asks Rust.
import type { QuestionFilter, QuestionRow } from '../../lib/bindings';
import { dayOf } from '../../lib/days';
import type { Group } from './shown.svelte';

/** Questions under one heading, in the order given. */
export interface Section {
  key: string;
  /** The newest question's time. */
  time: string;
  session: string | null;
  questions: QuestionRow[];
}

/** Questions under their days, or under their sessions: two sessions at once are two headings, each once. */
export function sections(questions: readonly QuestionRow[], group: Group): Section[] {
  const found = new Map<string, Section>();
  for (const question of questions) {
    const key = group === 'day' ? dayOf(question.time) : question.session;
    const known = found.get(key);
    if (known) known.questions.push(question);
    else
      found.set(key, {
        key,
        time: question.time,
        session: group === 'session' ? question.session : null,
        questions: [question],
      });
  }
  return [...found.values()];
}

/** A piece of text; `hit` when the search found it. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** Characters shown before the first hit when it lies far inside. */
const BEFORE = 32;

/** One line of a question with its hits; it begins shortly before the first hit where that would else be out of sight. Line breaks become spaces. */
export function pieces(text: string, found: readonly (readonly [number, number])[], far = 90): Piece[] {
  const hits = found
    .filter(([start, length]) => start >= 0 && length > 0 && start + length <= text.length)
    .toSorted((a, b) => a[0] - b[0]);
  const first = hits[0]?.[0] ?? 0;
  let at = 0;
  const out: Piece[] = [];
  const put = (piece: string, hit: boolean): void => {
    const flat = piece.replace(/\s+/gu, ' ');
    if (flat !== '') out.push({ text: flat, hit });
  };
  if (first > far) {
    const space = text.indexOf(' ', first - BEFORE);
    at = space >= 0 && space < first ? space + 1 : first - BEFORE;
    // Never inside a surrogate pair.
    if (/[\uDC00-\uDFFF]/.test(text.charAt(at))) at++;
    put('…', false);
  }
  for (const [start, length] of hits) {
    if (start < at) continue;
    put(text.slice(at, start), false);
    put(text.slice(start, start + length), true);
    at = start + length;
  }
  put(text.slice(at), false);
  return out;
}

/** A path without its ending, as it is said in a chip. */
export function stem(path: string): string {
  return path.replace(/\.md$/, '');
}

/** The list is narrowed by anything. */
export function isNarrowed(filter: QuestionFilter): boolean {
  return (
    filter.search.trim() !== '' ||
    filter.session !== null ||
    filter.topic !== null ||
    filter.from !== null ||
    filter.to !== null ||
    filter.nothing
  );
}

/** A session's name short enough to be read; the whole stands beside it where it matters. */
export function sessionName(session: string): string {
  return session.slice(0, 8);
}
