// Searching the mock's stores: the same shape of an answer, by plain substrings.
import type { Found, SearchHit, SearchQuery, SnippetPart } from '../../lib/bindings';
import type { Desk } from './desk';
import { isTopic } from './rules';

const KINDS = ['topic', 'index', 'question', 'proposal', 'history'];
const RANK = ['name', 'description', 'entry', 'body'];

/** Words, and what stands between quotes as one. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"?|(\S+)/g)].map((found) => (found[1] ?? found[2] ?? '').toLowerCase());
}

function marked(text: string, words: readonly string[]): SnippetPart[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

export function search(desk: Desk, id: string | null, query: SearchQuery): Found {
  const words = wordsOf(query.text);
  const has = (...texts: string[]): boolean =>
    words.length > 0 && words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  const hits: SearchHit[] = [];
  const add = (store: string, kind: string, field: string, more: Partial<SearchHit>): void =>
    void hits.push({
      kind,
      field,
      store,
      store_name: desk.stores().find((known) => known.id === store)?.name ?? store,
      path: null,
      line: null,
      id: null,
      session: null,
      text: null,
      title: [],
      snippet: [],
      more: 0,
      time: null,
      what: null,
      ...more,
    });
  for (const [store, files] of desk.files) {
    if (store !== id && !query.all) continue;
    for (const [path, file] of files) {
      const lines = file.text.split('\n');
      if (isTopic(path) && has(path, file.text)) {
        const description = /^description: (.*)$/m.exec(file.text)?.[1] ?? '';
        const field = has(path) ? 'name' : has(path, description) ? 'description' : 'body';
        const line = lines.findIndex((text) => words.some((word) => text.toLowerCase().includes(word)));
        const snippet = marked(field === 'body' ? (lines[line] ?? '') : description, words);
        const title = marked(path, words);
        add(store, 'topic', field, { path, line: line + 1 || 1, title, snippet, time: file.modified });
      } else if (path === 'MEMORY.md') {
        const view = desk.index(store);
        lines.forEach((text, at) => {
          const what = view.lines[at]?.fate ?? 'cut';
          if (has(text)) add(store, 'index', 'entry', { path, line: at + 1, snippet: marked(text, words), what });
        });
      }
    }
  }
  if (id === 'shop') {
    const { questions, known } = desk.recall;
    for (const question of questions.slice(0, known ?? questions.length))
      if (has(question.text))
        add(id, 'question', 'question', {
          id: question.id,
          session: question.session,
          text: question.text,
          snippet: marked(question.text, words),
          time: question.time,
        });
    for (const proposal of desk.review.queue().proposals)
      for (const change of proposal.changes) {
        const changed = change.hunks.flatMap(({ hunk }) => hunk.lines).filter((line) => line.kind !== 'context');
        const texts = changed.map((line) => line.parts.map((part) => part.text).join(''));
        const text = texts.find((one) => words.some((word) => one.toLowerCase().includes(word))) ?? texts[0] ?? '';
        if (has(change.path, proposal.origin.who, texts.join('\n')))
          add(id, 'proposal', 'change', {
            id: proposal.id,
            path: change.path,
            title: marked(change.path, words),
            snippet: marked(text, words),
            time: proposal.time,
            what: proposal.origin.who,
          });
      }
    const named = new Map(query.called);
    for (const { view } of desk.operations.toReversed())
      if (has(view.verb, named.get(view.verb) ?? '', view.origin, view.paths.join(', ')))
        add(id, 'history', 'operation', {
          id: view.id,
          snippet: marked(view.paths.join(', '), words),
          time: view.time,
          what: view.verb,
        });
  }
  const rank = (hit: SearchHit): number => (RANK.indexOf(hit.field) + RANK.length + 1) % (RANK.length + 1);
  hits.sort((a, b) => rank(a) - rank(b));
  const kinds = KINDS.filter((kind) => query.kinds.length === 0 || query.kinds.includes(kind));
  const of = (kind: string): SearchHit[] => hits.filter((hit) => hit.kind === kind);
  return {
    hits: kinds.flatMap((kind) => of(kind).slice(0, query.limit || 50)).sort((a, b) => rank(a) - rank(b)),
    counts: kinds.map((kind) => ({
      kind,
      found: of(kind).length,
      shown: Math.min(of(kind).length, query.limit || 50),
    })),
    questions: desk.recall.known === null ? 'read' : desk.recall.known === 0 ? 'unread' : 'behind',
    stores: query.all ? desk.files.size : 1,
    skipped: [],
  };
}
