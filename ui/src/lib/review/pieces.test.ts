// What goes together goes together; what was refused or would go away is not taken by itself; the focus finds the next.
import { describe, expect, test } from 'vitest';
import type { ReviewChange, ReviewHunk, ReviewQueue } from '../bindings';
import { countOf, filesOf, linksOf, nextAfter, notChosen, takenOf, takesFor, without } from './pieces';

const hunk = (id: string, more: Partial<ReviewHunk> = {}): ReviewHunk => ({
  id: `${id}@v1`,
  hunk: {
    id,
    before: [1, 1],
    after: [1, 2],
    lines: (['removed', 'added', 'added', 'context'] as const).map((kind) => ({
      kind,
      old: null,
      new: null,
      parts: [],
      no_newline: false,
    })),
  },
  refused: null,
  with: [],
  alarms: [],
  ...more,
});
const change = (path: string, hunks: ReviewHunk[], more: Partial<ReviewChange> = {}): ReviewChange => ({
  path,
  from: null,
  kind: 'edit',
  version: `${path}-1`,
  time: '2026-03-14T09:00:00Z',
  hunks,
  binary: false,
  also: [],
  refused: null,
  conflict: null,
  listed: 'listed',
  ...more,
});
const queue = (...proposals: [string, ReviewChange[]][]): ReviewQueue => ({
  proposals: proposals.map(([id, changes]) => ({
    id,
    origin: {
      who: 'extractor',
      agent: null,
      session: null,
      question: null,
      time: null,
      version: null,
      evidence: 'gate',
    },
    held: false,
    run: null,
    time: '2026-03-14T09:00:00Z',
    changes,
  })),
  files: proposals.flatMap(([, changes]) => changes).length,
  first_sight: false,
  active: null,
});
const linked = queue(
  [
    'p',
    [change('a.md', [hunk('a1', { with: ['i1@v1'] }), hunk('a2')], {}), change('MEMORY.md', [hunk('i1'), hunk('i2')])],
  ],
  ['q', [change('b.md', [], { kind: 'delete' })]],
);
const taken = (of: ReviewQueue, marks: [string, boolean][] = []): Record<string, boolean> => {
  const files = filesOf(of);
  return Object.fromEntries(takenOf(files, linksOf(files), new Map(marks)));
};

describe('the first mark', () => {
  const when = '2026-03-01T00:00:00Z';
  test.each<[string, ReviewChange, boolean]>([
    ['an edit is taken', change('a.md', [hunk('1')]), true],
    ['a deletion is not', change('a.md', [hunk('1')], { kind: 'delete' }), false],
    ['what was refused is not', change('a.md', [hunk('1', { refused: when })]), false],
    ['nor a file whose text was refused', change('a.md', [hunk('1')], { refused: when }), false],
    ['nor a conflict', change('a.md', [hunk('1')], { conflict: { pieces: [], conflicts: 1, disk: '' } }), false],
    [
      'nor what nobody should accept unseen',
      change('a.md', [hunk('1', { alarms: [{ kind: 'secret', what: 'x', grave: false, line: 1, more_lines: 0 }] })]),
      false,
    ],
    ['nor what is no text', change('a.md', [], { binary: true }), false],
    ['a move without a change is', change('a.md', [], { kind: 'rename', from: 'b.md' }), true],
  ])('%s', (_, of, expected) => expect(Object.values(taken(queue(['p', [of]])))).toEqual([expected]));

  test('of what belongs together none is taken when one is not', () => {
    const marks = taken(
      queue([
        'p',
        [
          change('a.md', [hunk('1')], { kind: 'delete' }),
          change('MEMORY.md', [hunk('i', { with: ['1@v1'] }), hunk('j')]),
        ],
      ]),
    );
    expect(marks).toEqual({ 'p\na.md\n@a.md-1': false, 'p\nMEMORY.md\ni': false, 'p\nMEMORY.md\nj': true });
  });
  test('the person’s word counts', () => {
    expect(taken(linked, [['q\nb.md\n@b.md-1', true]])).toMatchObject({
      'q\nb.md\n@b.md-1': true,
      'p\na.md\na1': true,
    });
  });
});

test('links go both ways and further', () => {
  const files = filesOf(
    queue([
      'p',
      [
        change('a.md', [hunk('1', { with: ['2@v1'] })]),
        change('b.md', [hunk('2')]),
        change('c.md', [hunk('3', { with: ['2@v1'] }), hunk('4', { with: ['not-there'] })]),
      ],
    ]),
  );
  const links = linksOf(files);
  for (const key of ['p\na.md\n1', 'p\nb.md\n2', 'p\nc.md\n3'])
    expect([...(links.get(key) ?? [])].sort()).toEqual(['p\na.md\n1', 'p\nb.md\n2', 'p\nc.md\n3']);
  expect(links.get('p\nc.md\n4')).toEqual(['p\nc.md\n4']);
});

describe('takes', () => {
  const files = filesOf(linked);
  test('name pieces, or the whole file when all of it is wanted', () => {
    expect(takesFor(files, ['p\na.md\na1', 'p\nMEMORY.md\ni1', 'p\nMEMORY.md\ni2', 'q\nb.md\n@b.md-1'])).toEqual([
      { proposal: 'p', path: 'a.md', version: 'a.md-1', hunks: ['a1@v1'] },
      { proposal: 'p', path: 'MEMORY.md', version: 'MEMORY.md-1', hunks: [] },
      { proposal: 'q', path: 'b.md', version: 'b.md-1', hunks: [] },
    ]);
  });
  test('are none at all when a piece is not there any more', () => {
    expect(takesFor(files, ['p\na.md\na1', 'p\na.md\nother'])).toBeNull();
  });
  test('follow a piece to a newer version of its file', () => {
    const newer = queue(['p', [change('MEMORY.md', [{ ...hunk('i2'), id: 'i2@v2' }, hunk('i3')], { version: 'v2' })]]);
    expect(takesFor(filesOf(newer), ['p\nMEMORY.md\ni2'])).toEqual([
      { proposal: 'p', path: 'MEMORY.md', version: 'v2', hunks: ['i2@v2'] },
    ]);
  });
});

test('what is on its way is not there: files shrink, then go', () => {
  const files = filesOf(linked);
  const left = without(files, new Set(['p\na.md\na1', 'q\nb.md\n@b.md-1']));
  expect(left.map((file) => [file.change.path, file.pieces.length])).toEqual([
    ['a.md', 1],
    ['MEMORY.md', 2],
  ]);
});

describe('the next one', () => {
  const files = filesOf(queue(['p', ['a', 'b', 'c', 'd'].map((path) => change(path, [hunk('1')]))]));
  const at = (keys: string): typeof files => files.filter((file) => keys.includes(file.change.path));
  test.each([
    ['stays where it is', 'abcd', 'b', 'b'],
    ['is what followed', 'acd', 'b', 'c'],
    ['is further on', 'ad', 'b', 'd'],
    ['is what came before, at the end', 'ab', 'd', 'b'],
    ['is the first when nothing was chosen', 'cd', null, 'c'],
    ['is none when nothing is left', '', 'b', null],
  ])('%s', (_, left, from, to) => {
    expect(nextAfter(files, at(left), from === null ? null : `p\n${from}`)).toBe(to === null ? null : `p\n${to}`);
  });
});

test('lines are counted', () => {
  expect(countOf(filesOf(linked)[0]?.pieces ?? [])).toEqual({ added: 4, removed: 2 });
});

describe('deletions that a run proposes', () => {
  // One piece of the index names both deleted files; a third stands alone.
  const asked = queue([
    'p',
    [
      change('MEMORY.md', [hunk('i1', { with: ['a1@v1', 'b1@v1'] }), hunk('i2')]),
      change('a.md', [hunk('a1')], { kind: 'delete' }),
      change('b.md', [hunk('b1')], { kind: 'delete' }),
      change('c.md', [hunk('c1')], { kind: 'delete' }),
      change('d.md', [hunk('d1')]),
    ],
  ]);
  const files = filesOf({ ...asked, proposals: asked.proposals.map((one) => ({ ...one, run: 'r1', held: true })) });
  const links = linksOf(files);
  const key = (id: string): string =>
    files.flatMap((file) => file.pieces).find((piece) => piece.hunks.some((one) => one.id === `${id}@v1`))?.key ?? '';
  const names = (keys: readonly string[]): string[] =>
    ['i1', 'i2', 'a1', 'b1', 'c1', 'd1'].filter((id) => keys.includes(key(id)));

  test.each([
    ['none is taken at first, nor what goes with one', [], ['i2', 'd1'], ['a1', 'b1', 'c1']],
    ['one that stands alone', ['c1'], ['i2', 'c1', 'd1'], ['a1', 'b1']],
    ['one of two that go together: the other still keeps the index back', ['a1'], ['i2', 'a1', 'd1'], ['b1', 'c1']],
    ['both: the index goes with them', ['a1', 'b1'], ['i1', 'i2', 'a1', 'b1', 'd1'], ['c1']],
    ['the piece of the index alone takes none', ['i1'], ['i2', 'd1'], ['a1', 'b1', 'c1']],
  ])('%s', (_, marked, wanted, left) => {
    const taken = takenOf(files, links, new Map(marked.map((id) => [key(id), true])));
    expect(names([...taken].filter(([, is]) => is).map(([one]) => one))).toEqual(wanted);
    expect(names(notChosen(files, links, taken, [...taken.keys()]))).toEqual(left);
  });

  test('those of anyone else go with what they belong to', () => {
    const others = filesOf(asked);
    const taken = takenOf(others, linksOf(others), new Map());
    expect(notChosen(others, linksOf(others), taken, [...taken.keys()])).toEqual([]);
  });
});
