// Which names are written into the links' picture, and where: those that matter most first, each where it covers no other name and no node.
// Separate so that it is tested without a page. Measures by counting; draws nothing.
import type { Place } from './layout';

export interface Wish {
  id: string;
  text: string;
  /** The node's middle and size. */
  at: Place;
  radius: number;
  /** It matters enough to be written over nodes, yet over no other name, and over none that matters as much. */
  loud?: boolean;
}
export interface Label {
  id: string;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Size of the names, in pixels; the style sheet says the same. */
const LETTER = 6.1;
const SIGN = 11.5;
const TALL = 14;
/** Names are cut after so many letters; a Chinese one counts as two. */
const LONG = 26;

const isWide = (sign: string): boolean =>
  /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u.test(sign);

/** About how wide a name is drawn. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (isWide(sign) ? SIGN : LETTER), 0);
}

/** A name as long as there is room for. */
export function shortened(text: string, long = LONG): string {
  let room = long;
  let out = '';
  for (const sign of text) {
    room -= isWide(sign) ? 2 : 1;
    if (room < 0) return `${out.trimEnd()}…`;
    out += sign;
  }
  return out;
}

const touch = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Names where they fit, in the order of the wishes; the first `sure` are written wherever they are, side to the middle. */
export function place(
  wishes: readonly Wish[],
  nodes: readonly { at: Place; radius: number; loud?: boolean }[],
  room: { width: number; height: number },
  sure = 0,
): Label[] {
  const taken = new Grid();
  const names = new Grid();
  for (const node of nodes) {
    taken.add(around(node.at, node.radius));
    if (node.loud) names.add(around(node.at, node.radius));
  }
  const out: Label[] = [];
  wishes.forEach((wish, number) => {
    const text = shortened(wish.text);
    const candidates = spots({ ...wish, text });
    const inside = candidates.filter(
      ({ box }) => box.left >= 2 && box.right <= room.width - 2 && box.top >= 1 && box.bottom <= room.height - 1,
    );
    const free =
      inside.find(({ box }) => !taken.hits(box)) ??
      (wish.loud ? inside.find(({ box }) => !names.hits(box)) : undefined);
    const found = free ?? (number < sure ? (inside[0] ?? candidates[0]) : undefined);
    if (!found) return;
    taken.add(found.box);
    names.add(found.box);
    out.push({ id: wish.id, text, ...found.label });
  });
  return out;
}

function around(at: Place, radius: number): Box {
  return { left: at.x - radius, right: at.x + radius, top: at.y - radius, bottom: at.y + radius };
}

/** Beside, below, above: where a name may stand, the best first. */
function spots({ text, at, radius }: Wish): { box: Box; label: Pick<Label, 'x' | 'y' | 'anchor'> }[] {
  const wide = widthOf(text);
  const gap = radius + 4;
  const box = (left: number, top: number): Box => ({ left, right: left + wide, top, bottom: top + TALL });
  return [
    { label: { x: at.x + gap, y: at.y + 4, anchor: 'start' }, box: box(at.x + gap, at.y - TALL / 2) },
    { label: { x: at.x - gap, y: at.y + 4, anchor: 'end' }, box: box(at.x - gap - wide, at.y - TALL / 2) },
    { label: { x: at.x, y: at.y + gap + 10, anchor: 'middle' }, box: box(at.x - wide / 2, at.y + gap) },
    { label: { x: at.x, y: at.y - gap - 3, anchor: 'middle' }, box: box(at.x - wide / 2, at.y - gap - TALL) },
  ];
}

/** Boxes by where they are, so that a hundred names need not look at each other. */
class Grid {
  #cells = new Map<string, Box[]>();
  *#keys({ left, right, top, bottom }: Box): Generator<string> {
    for (let x = Math.floor(left / 64); x <= Math.floor(right / 64); x++)
      for (let y = Math.floor(top / 64); y <= Math.floor(bottom / 64); y++) yield `${x} ${y}`;
  }
  add(box: Box): void {
    for (const key of this.#keys(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }
  hits(box: Box): boolean {
    for (const key of this.#keys(box)) if (this.#cells.get(key)?.some((other) => touch(box, other))) return true;
    return false;
  }
}
