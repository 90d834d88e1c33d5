// What the picture of the links is made of: a node for the index, for each topic and for each name that leads nowhere, and what leads from
// one to another. Separate from where they lie. Pure: rows and links in, nodes and edges out.
import type { LinkGraph, TopicRow } from '../../../lib/bindings';
import { indexState, titleOf, validType } from '../table';

export type IndexState = ReturnType<typeof indexState>;

export interface Node {
  /** The topic's path; the index and names that lead nowhere have a line break before theirs, which no name of a link has. */
  id: string;
  kind: 'index' | 'topic' | 'broken';
  label: string;
  type: string | null;
  state: IndexState;
  /** Nodes that it leads to, and that lead to it, in the order of the links; the index among them. */
  to: string[];
  from: string[];
  /** Not narrowed away by a filter. */
  lit: boolean;
}
export interface Edge {
  from: string;
  to: string;
  times: number;
}
export interface Graph {
  nodes: Node[];
  edges: Edge[];
  byId: ReadonlyMap<string, Node>;
  /** Topics in all; more than are drawn where there are too many. */
  topics: number;
  drawn: number;
}

/** The index as the wire names it, and as a node. */
const INDEX = 'MEMORY.md';
export const INDEX_ID = '\nMEMORY.md';
/** Topics that a picture can show so that one still finds something. */
export const MOST = 300;
/** Names that lead nowhere, at most. */
const BROKEN = 100;

const brokenId = (name: string): string => `\n[[${name}]]`;

/** The graph of some topics. Of more than `most`, those that are not narrowed away, the most linked first. */
export function graphOf(
  rows: readonly TopicRow[],
  links: LinkGraph,
  lit: ReadonlySet<string>,
  most: number = MOST,
): Graph {
  const drawn = new Set(chosen(rows, links, lit, most));
  const nodes = new Map<string, Node>();
  if (links.links.some((link) => link.from === INDEX)) {
    nodes.set(INDEX_ID, node(INDEX_ID, 'index', INDEX, null, 'loaded', true));
  }
  for (const row of rows) {
    if (drawn.has(row.path)) {
      const type = validType(row.topic_type);
      nodes.set(row.path, node(row.path, 'topic', titleOf(row), type, indexState(row), lit.has(row.path)));
    }
  }
  const edges: Edge[] = [];
  let broken = 0;
  for (const link of links.links) {
    const from = nodes.get(link.from === INDEX ? INDEX_ID : link.from);
    if (!from) continue;
    const id = link.to ?? brokenId(link.name);
    let to = nodes.get(id);
    if (!to && link.to === null && broken < BROKEN) {
      nodes.set(id, (to = node(id, 'broken', link.name, null, 'outside', false)));
      broken += 1;
    }
    if (!to) continue;
    if (to.kind === 'broken') to.lit ||= from.lit;
    from.to.push(to.id);
    to.from.push(from.id);
    edges.push({ from: from.id, to: to.id, times: link.times });
  }
  return { nodes: [...nodes.values()], edges, byId: nodes, topics: rows.length, drawn: drawn.size };
}

function node(
  id: string,
  kind: Node['kind'],
  label: string,
  type: string | null,
  state: IndexState,
  lit: boolean,
): Node {
  return { id, kind, label, type, state, to: [], from: [], lit };
}

function chosen(rows: readonly TopicRow[], links: LinkGraph, lit: ReadonlySet<string>, most: number): string[] {
  const paths = rows.map((row) => row.path);
  if (paths.length <= most) return paths;
  const weight = new Map<string, number>();
  const add = (path: string | null, by: number): void => {
    if (path !== null) weight.set(path, (weight.get(path) ?? 0) + by);
  };
  for (const link of links.links) {
    if (link.from === INDEX) continue;
    add(link.from, 1);
    add(link.to, 1);
  }
  return paths
    .filter((path) => lit.has(path))
    .sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0) || (a < b ? -1 : 1))
    .slice(0, most);
}

/** Nothing leads to it and it leads nowhere: it lies apart. */
export const isAlone = (one: Node): boolean => one.to.length + one.from.length === 0;

/** How many topics lead to it; the index leads to nearly all, which says nothing. */
export function weight(one: Node): number {
  return one.from.filter((id) => id !== INDEX_ID).length;
}

/** How large it is drawn, in pixels from the middle. */
export function radius(one: Node): number {
  if (one.kind === 'index') return 12;
  return one.kind === 'broken' ? 5 : Math.min(14, 5 + 2.2 * Math.sqrt(weight(one)));
}

/** The node itself and all that it leads to or that leads to it. */
export function around(graph: Graph, id: string): ReadonlySet<string> {
  const one = graph.byId.get(id);
  return new Set(one ? [id, ...one.to, ...one.from] : []);
}
