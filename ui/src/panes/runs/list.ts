// The list of the runs pane: runs, the dream, sessions, in the order in which they are shown. Pure, so that it is tested without a page.
import type { RunSession, Runs, RunView } from '../../lib/bindings';
import type { Chosen } from './shown.svelte';

/** Ended runs listed before one asks for the older ones. */
export const NEWEST = 5;

export type Row =
  | { key: string; kind: 'run'; run: RunView }
  | { key: string; kind: 'older'; count: number }
  | { key: string; kind: 'dream' }
  | { key: string; kind: 'extract'; session: RunSession };

export interface Group {
  kind: 'runs' | 'dream' | 'sessions';
  rows: Row[];
}

export function keyOf(chosen: Chosen): string {
  if (chosen.kind === 'dream') return 'dream';
  return chosen.kind === 'run' ? `run ${chosen.run}` : `session ${chosen.session}`;
}

/** Runs first (those at work always, of the others the newest), then the dream, then the sessions. */
export function groupsOf(list: Runs, all: readonly RunView[], older: boolean, chosen: Chosen | null): Group[] {
  let ended = 0;
  const shown = all.filter((run) => {
    if (run.state === 'running' || run.state === 'queued') return true;
    ended++;
    return older || ended <= NEWEST || (chosen?.kind === 'run' && chosen.run === run.id);
  });
  const runs: Row[] = shown.map((run) => ({ key: keyOf({ kind: 'run', run: run.id }), kind: 'run', run }));
  if (shown.length < all.length) runs.push({ key: 'older', kind: 'older', count: all.length - shown.length });
  const sessions: Row[] = list.sessions.map((session) => ({
    key: keyOf({ kind: 'extract', session: session.id }),
    kind: 'extract',
    session,
  }));
  const groups: Group[] = [
    { kind: 'runs', rows: runs },
    { kind: 'dream', rows: [{ key: 'dream', kind: 'dream' }] },
    { kind: 'sessions', rows: sessions },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/** What a row stands for; null for the one that shows more. */
export function chosenOf(row: Row): Chosen | null {
  if (row.kind === 'run') return { kind: 'run', run: row.run.id };
  if (row.kind === 'extract') return { kind: 'extract', session: row.session.id };
  return row.kind === 'dream' ? { kind: 'dream' } : null;
}

/** How a run is called: the first question of its session; null for what has none. */
export function titleOf(run: RunView, sessions: readonly RunSession[]): string | null {
  const [first] = run.sessions;
  if (run.kind !== 'extract' || first === undefined) return null;
  return sessions.find((session) => session.id === first)?.first ?? first.slice(0, 8);
}
