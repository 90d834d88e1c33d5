// Situations of the runs pane: a past of runs, one at work, none possible.
import type { RunAsk } from '../../../lib/bindings';
import type { Desk } from '../desk';

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const asks = (desk: Desk, kind: string, session = 0, agent = 'api'): RunAsk => ({
  kind,
  session: kind === 'dream' ? null : (desk.runs.sessions()[session]?.id ?? null),
  turns: null,
  agent,
  most_turns: null,
  most_tokens: null,
  most_dollars: null,
});

/** Runs that ended in every way; a dream and an extraction still wait. */
export function pastRuns(desk: Desk): void {
  const { runs } = desk;
  const make = (hours: number, ask: RunAsk) => {
    const run = runs.make(ask, ago(hours));
    run.ended = ago(hours - 0.05);
    run.at = run.script.steps.length;
    return run;
  };
  for (const hours of [170, 160, 150]) {
    runs.finds = false;
    runs.finish(make(hours, asks(desk, 'extract', 6)), ago(hours - 0.02));
  }
  make(120, asks(desk, 'extract', 5)).state = 'cancelled';
  const failed = make(100, asks(desk, 'extract', 4));
  failed.at = 0;
  failed.state = 'failed';
  failed.failure = [
    'Anthropic refuses the key.',
    'Look at the key under “Models and keys”, or let your own Claude Code work.',
  ];
  runs.finds = true;
  runs.finish(make(50, asks(desk, 'extract', 2, 'client')), ago(49.9), 'turn-limit');
  runs.finish(make(3, asks(desk, 'dream')), ago(2.9));
}
/** Runs of before, and one at work behind which another waits. */
export function runAtWork(desk: Desk): void {
  pastRuns(desk);
  desk.runs.pace = 1500;
  desk.runs.start(asks(desk, 'extract', 0));
  desk.runs.start(asks(desk, 'extract', 1));
}
/** A client dreams over the store right now. */
export function dreamt(desk: Desk): void {
  desk.runs.gate = { ...desk.runs.gate, sessions: 7, holder: 48_213 };
}
export function barred(desk: Desk): void {
  desk.runs.barred = 'read-only';
}
/** The next run fails. */
export function runFails(desk: Desk): void {
  desk.runs.fails = ['The provider cannot be reached: api.anthropic.com did not answer.', 'Try again in a while.'];
}
/** The next run finds nothing. */
export function runFindsNothing(desk: Desk): void {
  desk.runs.finds = false;
}
