// The other stores of the mock's sidebar: every scope and every state, and many of them.
import type { Meter, ScopeView, StoreState, StoreSummary } from '../../lib/bindings';

const meter = (lines: number, utf16: number): Meter => ({
  lines,
  line_limit: 200,
  utf16,
  utf16_limit: 25_000,
  cut: lines > 200 || utf16 > 25_000,
});
function store(id: string, scope: ScopeView, lines: number, more: Partial<StoreSummary> = {}): StoreSummary {
  const state: StoreState = { kind: 'here' };
  return {
    id,
    scope,
    name: id,
    place: `~/.claude/projects/-home-me-code-${id}/memory`,
    project: `~/code/${id}`,
    slug: `-home-me-code-${id}`,
    state,
    current: false,
    topics: Math.ceil(lines / 3),
    bytes: lines * 900,
    meter: meter(lines, lines * 96),
    unreviewed: 0,
    problems: 0,
    modified: '2026-03-10T11:00:00.000Z',
    collision: [],
    ...more,
  };
}

export function otherStores(many = 0): StoreSummary[] {
  const agent = (name: string, scope: ScopeView, current = false): StoreSummary =>
    store(name, scope, 24, { place: `~/.claude/agent-memory/${name}`, project: null, slug: null, current });
  return [
    agent('reviewer', 'agent-project', true),
    store('shop-team', 'team', 61, {
      name: 'team',
      current: true,
      place: '~/.claude/projects/-home-me-code-shop/memory/team',
    }),
    store('api', 'project', 172, { problems: 1, unreviewed: 2 }),
    store('web', 'project', 96, { problems: 3 }),
    store('ml-pipeline', 'project', 12),
    store('记账', 'project', 40, { collision: ['~/code/日历'] }),
    store('infra', 'project', 0, { state: { kind: 'unreadable', why: 'Permission denied (os error 13)' } }),
    store('scratch', 'project', 0, { state: { kind: 'missing' }, topics: 0, project: null }),
    agent('planner', 'agent-user'),
    agent('security-audit', 'agent-user'),
    store('summary-1', 'summary', 0, { name: 'shop · 3f2a91c0', topics: 1 }),
    store('logs', 'log', 0, { name: 'shop · 2026-03', topics: 14 }),
    ...Array.from({ length: many }, (_, at) => store(`project-${at + 1}`, 'project', (at * 7) % 230)),
  ];
}
