// What a run does and how it ended, in words. Pure but for the language; separate so that the sentences are tested without a page.
import type { RunStep, RunUsage, RunView } from '../../lib/bindings';
import { money } from '../../lib/format';
import { language, t, word } from '../../lib/i18n/index.svelte';

/** Steps of one answer of the model. */
export interface Turn {
  turn: number;
  steps: RunStep[];
}
export function turnsOf(steps: readonly RunStep[]): Turn[] {
  const turns: Turn[] = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (last?.turn === step.turn) last.steps.push(step);
    else turns.push({ turn: step.turn, steps: [step] });
  }
  return turns;
}

/** What is being done right now, as far as it is known. */
export function nowText(run: RunView): string {
  const last = run.steps.findLast((step) => step.tool !== 'say');
  return last ? t('runsNow', { what: `${word('run-tool', last.tool)} ${last.what}` }) : '';
}

/** Tokens and cost; empty while nothing is known. */
export function tookText(usage: RunUsage | null): string {
  if (usage === null) return '';
  const tokens = t('runsTokens', { input: usage.input_tokens, output: usage.output_tokens });
  return `${tokens} · ${usage.dollars === null ? t('runsCostUnknown') : money(usage.dollars, language())}`;
}

export interface End {
  tone: 'plain' | 'good' | 'warn' | 'bad';
  title: string;
  /** Sentences. */
  text: string[];
}

/** How an ended run ended. */
export function endOf(run: RunView): End {
  if (run.state === 'cancelled')
    return { tone: 'plain', title: word('run-state', run.state), text: [t('runsEndCancelled')] };
  if (run.state === 'failed') {
    const [message, hint] = run.failure ?? ['', null];
    return { tone: 'bad', title: t('runsEndFailed'), text: [message, hint ?? ''].filter(Boolean) };
  }
  // Of one that broke off why, of one that was refused the model's words, and what could not be read.
  const why = run.failure ? [run.failure[0]] : [];
  const short = [...(run.short === null ? [] : [word('run-short', run.short, { most: run.most_turns })]), ...why];
  const tone = run.short === null ? 'good' : 'warn';
  if (run.files === 0) {
    const nothing = t(run.kind === 'dream' ? 'runsEndNothingDream' : 'runsEndNothingExtract');
    const text = run.short === null ? [nothing, ...short] : short;
    return { tone: run.short === null ? 'plain' : 'warn', title: t('runsEndNothing'), text };
  }
  const left =
    run.waiting === 0
      ? t('runsEndDecided')
      : run.waiting < run.files
        ? t('runsEndPart', { n: run.waiting, of: run.files })
        : t('runsEndWaiting', { n: run.waiting });
  return { tone, title: t('runsEndFiles', { n: run.files }), text: [...short, left] };
}
