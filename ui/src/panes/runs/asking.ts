// What is asked of Rust for a run, from what was typed; and why a run cannot be begun. Pure.
import type { RunAsk, Runs, RunSession } from '../../lib/bindings';
import type { Agent, Kind, Limits, Span } from './shown.svelte';

/** Answers of the model at most when nothing else is said: the client's own limit for an extraction, and enough for a dream. */
export const USUAL_TURNS: Record<Kind, number> = { extract: 5, dream: 30 };
/** Answers that may be asked for at most. */
export const MOST_TURNS = 200;

/** A whole number from 1 to `most`; null for an empty field; `odd` for anything else. */
export function whole(text: string, most = Number.MAX_SAFE_INTEGER): number | null | 'odd' {
  const typed = text.trim();
  if (typed === '') return null;
  const value = /^\d+$/.test(typed) ? Number(typed) : 0;
  return value >= 1 && value <= most ? value : 'odd';
}
/** Dollars above 0; null for an empty field; `odd` for anything else. */
export function dollarsOf(text: string): number | null | 'odd' {
  const typed = text.trim();
  if (typed === '') return null;
  const value = /^\d*\.?\d+$/.test(typed) ? Number(typed) : 0;
  return value > 0 && Number.isFinite(value) ? value : 'odd';
}

/** Which turns are taken: since the last extraction, as long as there are any. */
export function spanOf(span: Span, session: RunSession): 'since' | 'last' {
  return span.from ?? (session.new_turns > 0 ? 'since' : 'last');
}

/** Turns taken from the end when nothing is typed. */
const USUAL_LAST = 10;
/** How many turns from the end; never more than there are. */
export function lastOf(span: Span, session: RunSession): number | 'odd' {
  const most = Math.max(1, session.turns);
  const typed = whole(span.last);
  return typed === 'odd' ? 'odd' : Math.min(typed ?? USUAL_LAST, most);
}

export interface Typed {
  kind: Kind;
  session: RunSession | null;
  span: Span;
  agent: Agent;
  limits: Limits;
  /** The price is known, so that there can be a limit in dollars. */
  priced: boolean;
}

/** What is wrong with what was typed: the field; null when nothing is. */
export function oddIn({ kind, session, span, limits, priced }: Typed): 'span' | 'limits' | null {
  if (kind === 'extract' && session && spanOf(span, session) === 'last' && lastOf(span, session) === 'odd')
    return 'span';
  const odd =
    whole(limits.turns, MOST_TURNS) === 'odd' ||
    whole(limits.tokens) === 'odd' ||
    (priced && dollarsOf(limits.dollars) === 'odd');
  return odd ? 'limits' : null;
}

/** The run that was set up; null while something typed is odd, or there is no session. */
export function askOf(typed: Typed): RunAsk | null {
  const { kind, session, span, agent, limits, priced } = typed;
  if (oddIn(typed) !== null || (kind === 'extract' && session === null)) return null;
  const number = (value: number | null | 'odd'): number | null => (value === 'odd' ? null : value);
  return {
    kind,
    session: kind === 'extract' ? (session?.id ?? null) : null,
    turns: kind === 'extract' && session && spanOf(span, session) === 'last' ? number(lastOf(span, session)) : null,
    agent,
    most_turns: number(whole(limits.turns, MOST_TURNS)),
    most_tokens: number(whole(limits.tokens)),
    most_dollars: priced ? number(dollarsOf(limits.dollars)) : null,
  };
}

/** Why the one who shall work cannot: a word for which there is a sentence; null when it can. */
export function cannot(agent: Agent, list: Pick<Runs, 'api' | 'client'>): string | null {
  if (agent === 'client') return list.client.problem;
  return list.api.key === 'none' ? 'no-key' : null;
}
