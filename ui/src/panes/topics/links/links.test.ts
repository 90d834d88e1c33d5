// The links' picture without a page: what is a node, where it lies, whose name is written, where the arrows lead.
import { describe, expect, test } from 'vitest';
import type { LinkGraph, TopicRow } from '../../../lib/bindings';
import { around, graphOf, INDEX_ID, isAlone, radius, weight, type Graph } from './graph';
import { place, shortened, widthOf, type Wish } from './labels';
import { layout, spread } from './layout';
import { between, head, next, shape, type Way } from './walk';

const row = (path: string, over: Partial<TopicRow> = {}): TopicRow => ({
  path,
  name: null,
  description: null,
  topic_type: 'project',
  modified: '2026-03-14T08:30:00.000Z',
  stale_days: null,
  bytes: 100,
  lines: 5,
  truncated: null,
  listed: true,
  unlisted: null,
  indexed: 'loaded',
  origin: 'you',
  reviewed: true,
  problems: [],
  content: 'whole',
  link: null,
  ...over,
});
/** Links given as `a b`, `a [[name]]`; the index is `*`. */
function net(rows: readonly TopicRow[], ...told: string[]): { rows: readonly TopicRow[]; links: LinkGraph } {
  const links = told.map((one) => {
    const [from = '', to = ''] = one.split(' ');
    const broken = /^\[\[(.*)\]\]$/.exec(to)?.[1];
    return { from: from === '*' ? 'MEMORY.md' : from, to: broken ? null : to, name: broken ?? to, times: 1 };
  });
  return { rows, links: { links, left_out: 0 } };
}
function graph(of: ReturnType<typeof net>, lit: (path: string) => boolean = () => true, most?: number): Graph {
  return graphOf(of.rows, of.links, new Set(of.rows.map((one) => one.path).filter(lit)), most);
}
/** A store of `count` topics, every one in the index, some linked. */
function large(count: number): Graph {
  const rows = Array.from({ length: count }, (_, at) => row(`t${at}`, { name: `Topic number ${at}` }));
  const told = rows.flatMap(({ path }, at) => [
    ...(at % 9 === 8 ? [] : [`* ${path}`]),
    ...(at % 3 === 0 && at > 0 ? [`${path} t${Math.floor(at / 3)}`] : []),
    ...(at % 40 === 5 ? [`${path} [[gone-${at}]]`] : []),
  ]);
  return graph(net(rows, ...told));
}

describe('what is drawn', () => {
  const of = net(
    [row('a'), row('b', { indexed: 'cut' }), row('c', { indexed: null, topic_type: 'odd' }), row('d', { name: 'D!' })],
    '* a',
    '* b',
    '* [[lost.md]]',
    'a b',
    'c b',
    'c [[nobody]]',
  );
  test('the index, each topic, each name that leads nowhere', () => {
    const { nodes, edges } = graph(of);
    expect(nodes.map((node) => `${node.kind} ${node.label} ${node.type ?? '-'} ${node.state}`)).toEqual([
      'index MEMORY.md - loaded',
      'topic a project loaded',
      'topic b project cut',
      'topic c - not-indexed',
      'topic D! project loaded',
      'broken lost.md - outside',
      'broken nobody - outside',
    ]);
    expect(edges).toHaveLength(6);
  });
  test('who leads where, both ways, and who is alone', () => {
    const drawn = graph(of);
    expect(drawn.byId.get('b')?.from).toEqual([INDEX_ID, 'a', 'c']);
    expect(drawn.nodes.filter(isAlone).map((node) => node.id)).toEqual(['d']);
    expect([...around(drawn, 'c')].sort()).toEqual(['\n[[nobody]]', 'b', 'c']);
    expect(around(drawn, 'nobody at all').size).toBe(0);
  });
  test('larger the more topics lead there; the index does not count', () => {
    const drawn = graph(of);
    const size = (id: string): number => {
      const node = drawn.byId.get(id);
      return node ? radius(node) : 0;
    };
    expect(drawn.nodes.map(weight)).toEqual([0, 0, 2, 0, 0, 0, 1]);
    expect(size('b')).toBeGreaterThan(size('a'));
    expect(size('a')).toBe(size('d'));
  });
  test('a filter fades, and a name that leads nowhere goes with those that name it', () => {
    const drawn = graph(of, (path) => path !== 'c');
    expect(drawn.nodes.filter((node) => !node.lit).map((node) => node.label)).toEqual(['c', 'nobody']);
  });
  test('of too many, the most linked of those that are left', () => {
    const drawn = graph(of, (path) => path !== 'b', 2);
    expect(drawn.nodes.filter((node) => node.kind === 'topic').map((node) => node.id)).toEqual(['a', 'c']);
    expect([drawn.drawn, drawn.topics]).toEqual([2, 4]);
  });
});

describe('where it lies', () => {
  test.each([1, 5, 60, 300])('%d topics: the same each time, apart from each other, within the room', (count) => {
    const drawn = large(count);
    const laid = layout(drawn);
    expect([...layout(drawn).places]).toEqual([...laid.places]);
    const { at, height } = spread(laid, 720, 560);
    expect(at.size).toBe(drawn.nodes.length);
    const all = [...at.values()];
    for (const { x, y } of all) {
      expect(x).toBeGreaterThanOrEqual(12);
      expect(x).toBeLessThanOrEqual(708);
      expect(y).toBeGreaterThanOrEqual(12);
      expect(y).toBeLessThanOrEqual(height - 4);
    }
    const nearest = all.map((a, i) =>
      Math.min(...all.map((b, j) => (i === j ? 1e9 : Math.hypot(a.x - b.x, a.y - b.y)))),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(count > 100 ? 7 : 14);
  });
  test('what is linked is nearer than what is not', () => {
    const drawn = large(60);
    const { at } = spread(layout(drawn), 720, 560);
    const far = (a: string, b: string): number => {
      const [p, q] = [at.get(a), at.get(b)];
      return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : 0;
    };
    const linked = drawn.edges.filter((edge) => edge.from !== INDEX_ID).map((edge) => far(edge.from, edge.to));
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const any = drawn.nodes.slice(1).flatMap((a) => drawn.nodes.slice(1).map((b) => far(a.id, b.id)));
    expect(mean(linked)).toBeLessThan(mean(any) * 0.6);
  });
  test('what is linked with nothing lies in rows below', () => {
    const drawn = graph(net([row('a'), row('b'), row('x'), row('y')], 'a b'));
    const { at, band } = spread(layout(drawn), 720, 400);
    expect(band).not.toBeNull();
    for (const id of ['a', 'b']) expect(at.get(id)?.y).toBeLessThan(band ?? 0);
    for (const id of ['x', 'y']) expect(at.get(id)?.y).toBeGreaterThan(band ?? 0);
  });
  test('nothing linked at all: only rows', () => {
    expect(spread(layout(graph(net([row('a'), row('b')]))), 720, 400).band).toBe(0);
  });
});

describe('names', () => {
  const wish = (id: string, x: number, y: number, text = id): Wish => ({ id, text, at: { x, y }, radius: 6 });
  const room = { width: 400, height: 300 };
  test('are written where they cover nothing', () => {
    const drawn = large(200);
    const { at, height } = spread(layout(drawn), 720, 560);
    const bodies = drawn.nodes.map((node) => ({
      id: node.id,
      text: node.label,
      at: at.get(node.id) ?? { x: 0, y: 0 },
      radius: radius(node),
    }));
    const labels = place(bodies, bodies, { width: 720, height });
    expect(labels.length).toBeGreaterThan(20);
    const boxes = labels.map((label) => {
      const wide = widthOf(label.text);
      const left = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - wide : label.x - wide / 2;
      return { left, right: left + wide, top: label.y - 11, bottom: label.y + 3 };
    });
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach((b) => {
        const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        expect(over).toBe(false);
      }),
    );
  });
  test('beside the node, at the other side near the edge', () => {
    const wishes = [wish('left', 40, 100), wish('right', 380, 100)];
    expect(place(wishes, wishes, room).map((label) => label.anchor)).toEqual(['start', 'end']);
  });
  test('what is pointed at is named in any case', () => {
    const crowd = Array.from({ length: 80 }, (_, at) =>
      wish(`n${at}`, 100 + (at % 9) * 7, 100 + Math.floor(at / 9) * 7),
    );
    expect(place(crowd.slice(40, 41), crowd, room)).toHaveLength(0);
    expect(place(crowd.slice(40, 41), crowd, room, 1)).toHaveLength(1);
  });
  test.each([
    ['short', 'short'],
    ['a name that is far too long to be written', 'a name that is far too lon…'],
    ['一个长得写不下的中文主题名称占两倍的位置', '一个长得写不下的中文主题名…'],
  ])('%s', (name, shown) => expect(shortened(name)).toBe(shown));
  test('a Chinese sign is as wide as two letters', () => {
    expect(widthOf('中文')).toBeGreaterThan(widthOf('ab') * 1.7);
  });
});

test.each<[Way, string]>([
  ['ArrowRight', 'east'],
  ['ArrowLeft', 'west'],
  ['ArrowDown', 'south'],
  ['ArrowUp', 'here'],
])('%s leads to %s', (way, to) => {
  const at = new Map([
    ['here', { x: 100, y: 100 }],
    ['east', { x: 160, y: 110 }],
    ['far east', { x: 300, y: 100 }],
    ['west', { x: 20, y: 90 }],
    ['south', { x: 120, y: 220 }],
  ]);
  expect(next(at, [...at.keys()], 'here', way)).toBe(to);
});

test('from every node the arrows reach every other', () => {
  const drawn = large(80);
  const { at } = spread(layout(drawn), 720, 560);
  const all = drawn.nodes.map((node) => node.id);
  const [first = ''] = all;
  const seen = new Set([first]);
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const way of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'] as const) {
      const to = next(at, all, id, way);
      if (!seen.has(to)) open.push(to);
      seen.add(to);
    }
  }
  expect(all.filter((id) => !seen.has(id))).toEqual([]);
});

test('a line goes from edge to edge, and its head ends where it ends', () => {
  const line = between({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0, radius: 8 });
  expect(line).toEqual({ x1: 6, y1: 0, x2: 90, y2: 0 });
  expect(line && head(line)).toMatch(/^M90 0L85 /);
  expect(between({ x: 0, y: 0, radius: 5 }, { x: 10, y: 0, radius: 8 })).toBeNull();
});
test('each type has a shape of its own', () => {
  const shapes = ['user', 'feedback', 'project', 'reference', null].map((type) => shape(type, 6));
  expect(new Set(shapes).size).toBe(5);
});
