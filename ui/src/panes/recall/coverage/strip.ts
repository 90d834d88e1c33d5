// The heat strip's arithmetic: where each cell lies, how deep its colour is, which times are named. d3-scale does the scales; this says
// what goes in. Separate so that it is tested without a page. Draws nothing.
import { scaleBand, scaleThreshold } from 'd3-scale';
import type { Coverage, CoverageRow } from '../../../lib/bindings';
import type { Measure } from '../shown.svelte';

/** Steps of colour above nothing. */
export const LEVELS = 5;
/** Sizes in pixels. */
export const ROW = 22;
export const NAMES = 200;
export const TOTALS = 44;
const CELL_LEAST = 14;

/** What a row counts, span by span. */
export function counts(row: CoverageRow, measure: Measure): number[] {
  return measure === 'recorded' ? row.recorded : row.estimated;
}
export function total(row: CoverageRow, measure: Measure): number {
  return measure === 'recorded' ? row.recorded_total : row.estimated_total;
}

/** Topics that came up at all, as Rust ordered them or by the estimate; and those that never did, by name. */
export function parted(coverage: Coverage, measure: Measure): { came: CoverageRow[]; never: CoverageRow[] } {
  const came = coverage.topics.filter((row) => total(row, measure) > 0);
  if (measure === 'estimated') came.sort((a, b) => b.estimated_total - a.estimated_total);
  const never = coverage.topics
    .filter((row) => row.exists && total(row, measure) === 0)
    .sort((a, b) => a.path.localeCompare(b.path));
  return { came, never };
}

/** A step of colour, and the count from which on it is used. */
export interface Step {
  from: number;
  level: number;
}

/** The steps up to the largest count, even and never the same twice; few counts are spread over all of the depth. */
export function steps(most: number): Step[] {
  const count = Math.min(Math.max(most, 1), LEVELS);
  return Array.from({ length: count }, (_, at) => ({
    from: most <= LEVELS ? at + 1 : Math.floor((at * most) / LEVELS) + 1,
    level: Math.ceil(((at + 1) * LEVELS) / count),
  }));
}

/** The colour step of a count: 0 for none, else 1 to `LEVELS`. */
export function levels(most: number): (count: number) => number {
  const all = steps(most);
  const scale = scaleThreshold<number, number>()
    .domain(all.map((step) => step.from))
    .range([0, ...all.map((step) => step.level)]);
  return (count) => scale(count);
}

export interface Columns {
  width: number;
  x: (at: number) => number;
  cell: number;
}

/** Columns that fill `room` pixels, and are never too small to hit: then the strip scrolls. */
export function columns(spans: number, room: number): Columns {
  const width = Math.max(room, spans * CELL_LEAST);
  const scale = scaleBand<number>()
    .domain(Array.from({ length: spans }, (_, at) => at))
    .range([0, width])
    .paddingInner(0.12);
  return { width, x: (at) => scale(at) ?? 0, cell: scale.bandwidth() };
}

/** Columns whose beginning is named, so that the names do not touch: their positions in `spans`. */
export function named(spans: readonly string[], cell: number, room = 52): number[] {
  const every = Math.max(1, Math.ceil(room / Math.max(cell, 1)));
  return spans.map((_, at) => at).filter((at) => at % every === 0 && (spans.length - at) * cell >= room * 0.7);
}

/** When a span ends: where the next begins. */
export function endOf(coverage: Coverage, at: number): string {
  return coverage.spans[at + 1] ?? coverage.end;
}

/** A line of the strip: how many questions there were, a topic, or a heading over those that never came up. */
export type Line = { kind: 'questions' } | { kind: 'topic'; row: CoverageRow } | { kind: 'never'; count: number };

/** The lines of the strip, top to bottom. */
export function lines(coverage: Coverage, measure: Measure): Line[] {
  const { came, never } = parted(coverage, measure);
  const topics = (rows: readonly CoverageRow[]): Line[] => rows.map((row) => ({ kind: 'topic', row }));
  return [
    { kind: 'questions' },
    ...topics(came),
    ...(never.length > 0 ? [{ kind: 'never', count: never.length } as const] : []),
    ...topics(never),
  ];
}

/** What a line counts; nothing for a heading. */
export function lineCounts(line: Line, coverage: Coverage, measure: Measure): number[] {
  if (line.kind === 'questions') return coverage.questions;
  return line.kind === 'topic' ? counts(line.row, measure) : [];
}

/** Where the keys lead from a cell, over headings, within the strip. */
export function step(
  all: readonly Line[],
  spans: number,
  from: { line: number; at: number },
  by: { lines?: number; columns?: number },
): { line: number; at: number } {
  const at = Math.max(0, Math.min(spans - 1, from.at + (by.columns ?? 0)));
  const wanted = Math.max(0, Math.min(all.length - 1, from.line + (by.lines ?? 0)));
  const way = (by.lines ?? 0) < 0 ? -1 : 1;
  let line = wanted;
  while (all[line]?.kind === 'never') line += way;
  return { line: all[line] ? line : from.line, at };
}
