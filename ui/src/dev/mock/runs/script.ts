// What the mock's agents do, step by step, and what files they leave: an extraction from a made-up session, a dream over the made-up shop.
import type { FateView, LostView, RecallLoss, RunStep } from '../../../lib/bindings';
import type { Files } from '../data';
import type { Seed } from '../review';

type Step = Omit<RunStep, 'refused'> & { refused?: string };
/** An agent's work: its steps, and the files that it would change. */
export interface Script {
  steps: Step[];
  seeds: Seed[];
  said: string;
  lost: LostView[];
  fates: (FateView & { fate: string })[];
  recall: RecallLoss[];
}

const step = (turn: number, tool: string, what: string, refused?: string): Step =>
  refused === undefined ? { turn, tool, what } : { turn, tool, what, refused };

const SHIPPING =
  '---\nname: feedback-flags\ndescription: Every change to checkout ships behind a flag that goes away within two weeks\ntype: feedback\n---\nEvery change to checkout ships behind a flag, and the flag is removed within two weeks.\n\n**Why:** the rollback on 2026-03-02 took an hour because there was no flag.\n\n**How to apply:** ask for the name of the flag before writing the code.\n';

/** The line of a text that holds some words, from 1. */
function lineOf(text: string, words: string): number {
  const at = text.split('\n').findIndex((line) => line.includes(words));
  return at < 0 ? 1 : at + 1;
}
const sentenceOf = (text: string, words: string): string => text.split('\n')[lineOf(text, words) - 1] ?? '';
const textOf = (files: Files, path: string): string => files.get(path)?.text ?? '';

export function extraction(files: Files, session: string): Script {
  const tests = textOf(files, 'feedback-tests.md');
  const index = textOf(files, 'MEMORY.md');
  const entry = '- [Changes behind a flag](feedback-flags.md) — a flag for every change to checkout\n\n';
  return {
    steps: [
      step(1, 'say', 'I look at what is remembered already before I write anything.'),
      step(1, 'read', 'memory/MEMORY.md'),
      step(1, 'glob', 'memory/*.md'),
      step(2, 'read', `sessions/${session}`),
      step(2, 'read', 'memory/feedback-tests.md'),
      step(2, 'grep', 'flag'),
      step(3, 'edit', 'memory/feedback-tests.md'),
      step(3, 'write', 'memory/feedback-flags.md'),
      step(
        3,
        'write',
        '../notes/flags.md',
        'The path leads out of memory/. Only .md files inside memory/ can be written.',
      ),
      step(4, 'edit', 'memory/MEMORY.md'),
      step(
        4,
        'say',
        'One new fact is saved, about flags in checkout, with its entry in the index. The database version of the integration tests is now in the topic that was there already.',
      ),
    ],
    said: 'One new fact is saved, about flags in checkout, with its entry in the index. The database version of the integration tests is now in the topic that was there already.',
    seeds: [
      { path: 'feedback-flags.md', before: null, after: SHIPPING, with: { path: 'MEMORY.md', word: 'behind a flag' } },
      {
        path: 'feedback-tests.md',
        before: tests,
        after: tests.replace('a real PostgreSQL, never a mock', 'a real PostgreSQL 17, never a mock'),
      },
      { path: 'MEMORY.md', before: index, after: index.replace('- [Tests hit', () => `${entry}- [Tests hit`) },
    ],
    lost: [],
    fates: [
      { path: 'feedback-flags.md', fate: 'new', into: [], share: null },
      { path: 'feedback-tests.md', fate: 'edited', into: [], share: null },
      { path: 'MEMORY.md', fate: 'edited', into: [], share: null },
    ],
    recall: [],
  };
}

/** An index without some entries and the lines below them. */
function withoutEntries(index: string, paths: readonly string[]): string {
  let inside = false;
  return index
    .split('\n')
    .filter((line) => {
      if (paths.some((path) => line.includes(`(${path})`))) inside = true;
      else if (!line.startsWith('  - ')) inside = false;
      return !inside;
    })
    .join('\n');
}

export function dream(files: Files): Script {
  const [tests, ledger, settle] = ['feedback-tests.md', 'project-ledger.md', '项目-结算.md'].map((path) =>
    textOf(files, path),
  ) as [string, string, string];
  const [exports, imports, catalog] = ['reference-exports.md', 'feedback-imports.md', 'project-catalog.md'];
  const index = textOf(files, 'MEMORY.md');
  const fact = (path: string, text: string, kind: string, words: string, instead: string | null = null): LostView => ({
    path,
    line: lineOf(textOf(files, path), words),
    kind,
    text,
    sentence: sentenceOf(textOf(files, path), words),
    instead,
  });
  return {
    steps: [
      step(1, 'say', 'First I look at what there is.'),
      step(1, 'read', 'memory/MEMORY.md'),
      step(1, 'glob', 'memory/**/*.md'),
      step(2, 'read', 'memory/feedback-tests.md'),
      step(2, 'read', 'memory/project-ledger.md'),
      step(2, 'read', 'memory/项目-结算.md'),
      step(3, 'grep', 'sessions: ledger|double-entry'),
      step(3, 'grep', 'sessions: import('),
      step(4, 'read', `memory/${exports}`),
      step(4, 'read', `memory/${imports}`),
      step(4, 'read', `memory/${catalog}`),
      step(5, 'say', 'Exports and the catalog say the same of the nightly file; I put them together.'),
      step(5, 'edit', `memory/${catalog}`),
      step(5, 'delete', `memory/${exports}`),
      step(6, 'delete', `memory/${imports}`),
      step(6, 'delete', 'sessions/3f2a91c0', 'sessions/ is there to be read only.'),
      step(7, 'edit', 'memory/feedback-tests.md'),
      step(7, 'edit', 'memory/project-ledger.md'),
      step(7, 'edit', 'memory/项目-结算.md'),
      step(8, 'edit', 'memory/MEMORY.md'),
      step(8, 'say', 'Two topics are merged or gone, three are shorter, and the index has no line without a topic.'),
    ],
    said: 'Two topics are merged or gone, three are shorter, and the index has no line without a topic.',
    seeds: [
      { path: exports, before: textOf(files, exports), after: null, with: { path: 'MEMORY.md', word: `(${exports})` } },
      { path: imports, before: textOf(files, imports), after: null, with: { path: 'MEMORY.md', word: `(${imports})` } },
      {
        path: catalog,
        before: textOf(files, catalog),
        after: `${textOf(files, catalog)}\nExports are written from the same nightly file; what was decided about them is here too.\n`,
      },
      {
        path: 'feedback-tests.md',
        before: tests,
        after: tests
          .replace('a real PostgreSQL, never a mock: a', 'a real PostgreSQL: a')
          .replace('a real PostgreSQL, never a mock: a', 'a real PostgreSQL, or a mock where that is faster: a'),
      },
      {
        path: 'project-ledger.md',
        before: ledger,
        after: ledger.replaceAll(' by the end of April 2026', ' soon'),
      },
      {
        path: '项目-结算.md',
        before: settle,
        after: settle.replaceAll('差额超过 0.01 元必须人工确认', '有差额必须人工确认'),
      },
      { path: 'MEMORY.md', before: index, after: withoutEntries(index, [exports, imports]) },
    ],
    lost: [
      fact('feedback-tests.md', 'never a mock', 'negation', 'never a mock', 'or a mock where that is faster'),
      fact('project-ledger.md', 'the end of April 2026', 'date', 'April 2026', 'soon'),
      fact('项目-结算.md', '0.01 元', 'number', '0.01'),
    ],
    fates: [
      { path: exports, fate: 'merged', into: [catalog], share: 0.86 },
      { path: imports, fate: 'deleted', into: [], share: null },
      ...[catalog, 'feedback-tests.md', 'project-ledger.md', '项目-结算.md', 'MEMORY.md'].map((path) => ({
        path,
        fate: 'edited',
        into: [],
        share: null,
      })),
    ],
    recall: [],
  };
}
