// How the stores stand in the sidebar. Pure.
import type { ScopeView, StoreSummary } from './bindings';

export const GROUPS = ['here', 'projects', 'agents', 'team', 'sessions'] as const;
export type GroupName = (typeof GROUPS)[number];

const OF_SCOPE: Record<ScopeView, GroupName> = {
  project: 'projects',
  'agent-user': 'agents',
  'agent-project': 'agents',
  'agent-local': 'agents',
  team: 'team',
  summary: 'sessions',
  log: 'sessions',
};

/** The stores by group, in the order they came; groups without any are left out. Stores of the opened folder come first, whatever their scope. */
export function grouped(stores: readonly StoreSummary[], filter = ''): { name: GroupName; stores: StoreSummary[] }[] {
  const wanted = filter.trim().toLowerCase();
  const groups = new Map<GroupName, StoreSummary[]>(GROUPS.map((name) => [name, []]));
  for (const store of stores) {
    const text = `${store.name} ${store.project ?? ''} ${store.place}`.toLowerCase();
    if (wanted && !text.includes(wanted)) continue;
    const session = OF_SCOPE[store.scope] === 'sessions';
    const group = groups.get(store.current && !session ? 'here' : OF_SCOPE[store.scope]);
    // The project's own memory before that of its agents.
    if (store.current && store.scope === 'project') group?.unshift(store);
    else group?.push(store);
  }
  return [...groups].filter(([, list]) => list.length > 0).map(([name, list]) => ({ name, stores: list }));
}

/** The stores in the order in which they stood before, so that nothing moves under the pointer when one of them is written; new ones first. */
export function steady(before: readonly string[], stores: readonly StoreSummary[]): StoreSummary[] {
  const place = new Map(before.map((id, at) => [id, at]));
  return [...stores].sort((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}
