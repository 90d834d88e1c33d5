// Where an arrow key leads in the links' picture. Pure.
import type { Place } from './layout';

const WAYS = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
} as const;
export type Way = keyof typeof WAYS;
export const isWay = (key: string): key is Way => key in WAYS;

/** The nearest in a direction: what lies straight ahead counts as nearer than what lies aside. Itself when there is none. */
export function next(at: ReadonlyMap<string, Place>, reachable: readonly string[], from: string, way: Way): string {
  const here = at.get(from);
  const { x, y } = WAYS[way];
  if (!here) return reachable[0] ?? from;
  let [best, least] = [from, Infinity];
  for (const id of reachable) {
    const there = at.get(id);
    if (!there || id === from) continue;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const [ahead, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
    if (ahead <= 0 || aside > ahead * 2.2) continue;
    const far = ahead + aside * 1.6;
    if (far < least) [best, least] = [id, far];
  }
  return best;
}

/** A line from the edge of one node to the edge of another; null when they touch. */
export function between(
  from: Place & { radius: number },
  to: Place & { radius: number },
): { x1: number; y1: number; x2: number; y2: number } | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  if (far <= from.radius + to.radius + 2) return null;
  const [ux, uy] = [dx / far, dy / far];
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    x1: round(from.x + ux * (from.radius + 1)),
    y1: round(from.y + uy * (from.radius + 1)),
    x2: round(to.x - ux * (to.radius + 2)),
    y2: round(to.y - uy * (to.radius + 2)),
  };
}

/** The head of an arrow that ends where the line ends. */
export function head(line: { x1: number; y1: number; x2: number; y2: number }, size = 5): string {
  const far = Math.hypot(line.x2 - line.x1, line.y2 - line.y1) || 1;
  const [ux, uy] = [(line.x2 - line.x1) / far, (line.y2 - line.y1) / far];
  const [bx, by] = [line.x2 - ux * size, line.y2 - uy * size];
  const point = (x: number, y: number): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  const half = size * 0.55;
  return `M${point(line.x2, line.y2)}L${point(bx - uy * half, by + ux * half)}L${point(bx + uy * half, by - ux * half)}Z`;
}

/** The shape of a type around a middle of 0, by its size; a circle for what has no valid type is drawn smaller by a hole. */
export function shape(type: string | null, r: number): string {
  const n = (value: number): number => Math.round(value * 10) / 10;
  switch (type) {
    case 'user':
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
    case 'feedback': {
      const half = n(r * 0.88);
      return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
    }
    case 'project': {
      const [wide, up, down] = [n(r * 1.1), n(r * 1.1), n(r * 0.8)];
      return `M0 ${-up}L${wide} ${down}H${-wide}Z`;
    }
    case 'reference': {
      const far = n(r * 1.15);
      return `M0 ${-far}L${far} 0L0 ${far}L${-far} 0Z`;
    }
    default: {
      const [out, inner] = [n(r), n(r * 0.4)];
      return `M${-inner} ${-out}H${inner}V${-inner}H${out}V${inner}H${inner}V${out}H${-inner}V${inner}H${-out}V${-inner}H${-inner}Z`;
    }
  }
}
