// What the dialog that merges two topics works out by itself. Pure.
import type { Problem, TopicRow } from '../../lib/bindings';

/** Which other topic says much the same as the one that a problem is about. */
const other = (problem: Problem): string[] =>
  problem.code === 'look-alike' && problem.args.other !== undefined ? [problem.args.other] : [];

/** Topics that say much the same as the one at `path`, whichever of both says less: the most alike first. */
export function alikeOf(path: string, topics: readonly TopicRow[]): string[] {
  const pairs = topics.flatMap((row) =>
    row.problems.flatMap((problem) =>
      other(problem).map((more) => ({ pair: [row.path, more], percent: Number(problem.args.percent ?? 0) })),
    ),
  );
  const own = pairs.filter(({ pair }) => pair.includes(path)).toSorted((a, b) => b.percent - a.percent);
  return [...new Set(own.flatMap(({ pair }) => pair.filter((one) => one !== path)))];
}

/** Bytes in UTF-8, and lines, of a text as a file. */
export function sizeOf(text: string): { bytes: number; lines: number } {
  const ends = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { bytes: new TextEncoder().encode(text).length, lines: ends + (/[^\r\n]$/.test(text) ? 1 : 0) };
}
