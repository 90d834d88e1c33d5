// Where the nodes of the links' picture lie. d3-force pulls what is linked together and pushes the rest apart, until it rests: it runs to its
// end before anything is drawn, from the same beginning each time, so nothing moves by itself and the same store looks the same tomorrow.
// Separate from drawing, and tested without a page.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import { INDEX_ID, isAlone, radius, type Graph } from './graph';

export interface Place {
  x: number;
  y: number;
}
/** Places of connected nodes from 0 to 1 in both directions, and those that lie apart, in their order. */
export interface Layout {
  places: ReadonlyMap<string, Place>;
  apart: string[];
}

interface Body {
  id: string;
  size: number;
  x: number;
  y: number;
  /** Where it is held. */
  fx?: number;
  fy?: number;
}

/** Turns until it rests: so many that more change nothing that one would see. Of a crowd fewer, so that nobody waits for it. */
const turns = (bodies: number): number => (bodies <= 80 ? 300 : 140);
/** How cool is at rest; d3-force's own. */
const REST = 0.001;
/** A picture is wider than high, and so are names. */
const WIDE = 1.5;

export function layout(graph: Graph): Layout {
  const apart = graph.nodes.filter(isAlone).map((node) => node.id);
  const bodies: Body[] = graph.nodes
    .filter((node) => !isAlone(node))
    .map((node, at) => ({
      id: node.id,
      size: radius(node),
      ...spiral(at),
      ...(node.id === INDEX_ID ? { fx: 0, fy: 0 } : {}),
    }));
  const ties = graph.edges.map((edge) => ({ source: edge.from, target: edge.to }));
  const ofIndex = (tie: { source: unknown }): boolean => (tie.source as Body).id === INDEX_ID;
  // ties hold names until the force has read them, then bodies
  const count = turns(bodies.length);
  forceSimulation(bodies)
    .alphaDecay(1 - REST ** (1 / count))
    .force(
      'link',
      forceLink<Body, { source: string | Body; target: string | Body }>(ties)
        .id((body) => body.id)
        .distance((tie) => (ofIndex(tie) ? 60 + Math.sqrt(bodies.length) * 9 : 46))
        .strength((tie) => (ofIndex(tie) ? 0.04 : 0.5)),
    )
    .force(
      'charge',
      forceManyBody<Body>()
        .strength((body) => (body.id === INDEX_ID ? -600 : -140))
        .distanceMax(480),
    )
    .force(
      'collide',
      forceCollide<Body>((body) => body.size + 9),
    )
    .force('x', forceX<Body>(0).strength(0.05 / WIDE))
    .force('y', forceY<Body>(0).strength(0.05 * WIDE))
    .stop()
    .tick(count);
  return { places: fitted(bodies), apart };
}

/** Where the bodies begin: on a sunflower, so that no two are in one place and none is drawn by chance. */
function spiral(at: number): Place {
  const [distance, angle] = [12 * Math.sqrt(0.5 + at), at * Math.PI * (3 - Math.sqrt(5))];
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}

/** How much of a place comes from its rank: where many lie close they get more room, and the rim gets less. */
const EVEN = 0.5;

/** Stretched to fill the square from 0 to 1, the crowded middle more than the rim. */
function fitted(bodies: readonly Body[]): Map<string, Place> {
  const range = (values: number[]): ((value: number) => number) => {
    const sorted = values.toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
    const ranks = new Map(sorted.map((value, rank) => [value, rank / Math.max(1, sorted.length - 1)]));
    return (value) =>
      most - least < 1e-6 ? 0.5 : (1 - EVEN) * ((value - least) / (most - least)) + EVEN * (ranks.get(value) ?? 0);
  };
  const [x, y] = [range(bodies.map((body) => body.x)), range(bodies.map((body) => body.y))];
  return new Map(bodies.map((body) => [body.id, { x: x(body.x), y: y(body.y) }]));
}

/** Room around the drawing, at its sides for names; and for each line of those that lie apart. Pixels. */
const SIDE = 74;
const EDGE = 26;
export const APART_HEAD = 24;
const APART_LINE = 24;
const APART_EACH = 132;

export interface Spread {
  /** Where each node lies, in pixels. */
  at: ReadonlyMap<string, Place>;
  /** Where the band of those that lie apart begins; null when there are none. */
  band: number | null;
  height: number;
}

/** The layout in a room of pixels: the connected above, those apart in rows below. Lower than what it needs, it grows. */
export function spread({ places, apart }: Layout, width: number, height: number): Spread {
  const across = Math.max(1, Math.floor((width - 24) / APART_EACH));
  const lines = Math.ceil(apart.length / across);
  const below = apart.length === 0 ? 0 : APART_HEAD + lines * APART_LINE + 8;
  const above = places.size === 0 ? 0 : Math.max(Math.min(height, 220), height - below);
  const at = new Map<string, Place>();
  const side = Math.min(SIDE, width / 5);
  for (const [id, place] of places) {
    at.set(id, {
      x: side + place.x * Math.max(1, width - 2 * side),
      y: EDGE + place.y * Math.max(1, above - 2 * EDGE),
    });
  }
  apart.forEach((id, number) => {
    const [line, column] = [Math.floor(number / across), number % across];
    at.set(id, { x: 22 + column * APART_EACH, y: above + APART_HEAD + line * APART_LINE + APART_LINE / 2 });
  });
  return { at, band: apart.length === 0 ? null : above, height: above + below };
}
