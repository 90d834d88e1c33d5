// Line and word diffs for the mock: longest common subsequence, small inputs only.
import type { ChangeView, Hunk, Line, Part } from '../../lib/bindings';
import type { Files } from './data';

type Op<T> = ['same' | 'old' | 'new', T];
function lcs<T>(a: T[], b: T[]): Op<T>[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [x, y] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const table = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
  const cell = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      (table[i] as Uint16Array)[j] = x[i] === y[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
  const ops: Op<T>[] = a.slice(0, head).map((item) => ['same', item]);
  let [i, j] = [0, 0];
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      ops.push(['same', x[i++] as T]);
      j++;
    } else if (j >= y.length || (i < x.length && cell(i + 1, j) >= cell(i, j + 1))) ops.push(['old', x[i++] as T]);
    else ops.push(['new', y[j++] as T]);
  }
  for (const item of a.slice(a.length - tail)) ops.push(['same', item]);
  return ops;
}

function words(before: string, after: string): [Part[], Part[]] {
  const ops = lcs(before.split(/(?<=\s)|(?=\s)/), after.split(/(?<=\s)|(?=\s)/));
  const side = (drop: 'old' | 'new'): Part[] =>
    ops.filter(([op]) => op !== drop).map(([op, text]) => ({ text, changed: op !== 'same' }));
  return [side('new'), side('old')];
}

const CONTEXT = 3;
export function hunks(before: string, after: string, context = CONTEXT): Hunk[] {
  const ops = lcs(before.replace(/\n$/, '').split('\n'), after.replace(/\n$/, '').split('\n'));
  let [old, now] = [0, 0];
  const lines: Line[] = ops.map(([op, text]) => {
    if (op !== 'new') old++;
    if (op !== 'old') now++;
    const kind = op === 'same' ? 'context' : op === 'old' ? 'removed' : 'added';
    return {
      kind,
      old: op === 'new' ? null : old,
      new: op === 'old' ? null : now,
      parts: [{ text, changed: false }],
      no_newline: false,
    };
  });
  lines.forEach((line, at) => {
    const next = lines[at + 1];
    if (line.kind === 'removed' && next?.kind === 'added')
      [line.parts, next.parts] = words(line.parts[0]?.text ?? '', next.parts[0]?.text ?? '');
  });
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => line.kind !== 'context'),
  );
  const found: Hunk[] = [];
  lines.forEach((line, at) => {
    if (!near[at]) return;
    if (!near[at - 1]) found.push({ id: `h${at}`, before: [line.old ?? 1, 0], after: [line.new ?? 1, 0], lines: [] });
    found.at(-1)?.lines.push(line);
  });
  return found;
}

export function changes(before: Files, after: Files): ChangeView[] {
  const found: ChangeView[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [a, b] = [before.get(path)?.text, after.get(path)?.text];
    if (a === b) continue;
    const kind = a === undefined ? 'create' : b === undefined ? 'delete' : 'edit';
    found.push({
      path,
      from: null,
      kind,
      hunks: hunks(a ?? '', b ?? '').map((hunk) => ({
        ...hunk,
        lines: hunk.lines.filter((line) => line.parts.some((part) => part.text !== '') || line.kind === 'context'),
      })),
      binary: false,
    });
  }
  return found;
}
