// What is asked of Rust for a question, and under which name its answer is kept. Pure.
import type { Edit, RecallAsk, Selectors, Usage } from '../../lib/bindings';
import { money } from '../../lib/format';
import type { Chosen, Selector } from './shown.svelte';

/** A description being tried: nothing is written by it. */
export interface WhatIf {
  path: string;
  /** The topic's whole text when it was begun: what saving is tied to. */
  base: string;
  before: string;
  text: string;
}

/** The edit that a tried description would be; null while it is as it was. */
export function editOf(whatIf: WhatIf | null): Edit | null {
  if (whatIf === null || whatIf.text === whatIf.before) return null;
  return {
    kind: 'fields',
    path: whatIf.path,
    base: whatIf.base,
    name: null,
    description: whatIf.text,
    topic_type: null,
  };
}

/** What is asked for the question on screen. */
export function askOf(
  chosen: Extract<Chosen, { query: string }>,
  selector: Selector,
  edit: Edit | null,
  dryRun = false,
): RecallAsk {
  return {
    query: chosen.query,
    question: chosen.kind === 'past' ? chosen.id : null,
    selector,
    edit,
    surfaced: [],
    dry_run: dryRun,
  };
}

/** The name under which a model's answer is kept; another question, change or model has another. */
export function answerKey(store: string, ask: RecallAsk, selectors: Selectors | null): string {
  const { settings } = selectors?.api ?? {};
  const model = ask.selector === 'api' ? [settings?.provider, settings?.base_url, settings?.model] : [];
  return JSON.stringify([store, ask.selector, ask.question, ask.query, ask.edit, model]);
}

/** Why a selector cannot be asked: a word for which there is a sentence; null when it can. */
export function unusable(selector: Selector, selectors: Selectors | null, past: boolean): string | null {
  if (selector === 'recorded') return past ? null : 'no-recording';
  if (selectors === null) return null;
  if (selector === 'api' && selectors.api.key === 'none') return 'no-key';
  if (selector === 'client') return selectors.client.problem;
  return null;
}

/** The price as it is said; null when it is not known. */
export function dollars(usage: Usage, language: string): string | null {
  return usage.price === 'unknown' || usage.dollars === null ? null : money(usage.dollars, language);
}
