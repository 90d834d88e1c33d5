// How the list of the review stands. Pure but for the language.
import type { Alarm, ProposalView } from '../../lib/bindings';
import { ago } from '../../lib/format';
import { language, t, word } from '../../lib/i18n/index.svelte';
import type { FileItem } from '../../lib/review/pieces';

/** Files of a proposal that are drawn before one goes further down. */
const FIRST = 80;

/** Files by proposal, in their order. */
export function proposalsOf(files: readonly FileItem[]): { proposal: ProposalView; files: FileItem[] }[] {
  const groups: { proposal: ProposalView; files: FileItem[] }[] = [];
  for (const file of files) {
    const last = groups.at(-1);
    if (last?.proposal.id === file.proposal.id) last.files.push(file);
    else groups.push({ proposal: file.proposal, files: [file] });
  }
  return groups;
}

/** The files that are drawn: a first sight can be thousands. The one in focus always is, with some that follow. */
export function clipped(files: readonly FileItem[], current: string | null): readonly FileItem[] {
  const at = files.findIndex((file) => file.key === current);
  const end = Math.max(FIRST, Math.ceil((at + 2) / FIRST) * FIRST);
  return files.length <= end ? files : files.slice(0, end);
}

/** Why a proposal is not on disk; null when it is. */
export function whyHeld(proposal: ProposalView): string | null {
  if (proposal.run !== null) return t('reviewRunWhy', { by: runBy(proposal) });
  return proposal.held ? t('reviewHeldWhy') : null;
}
/** What somebody should look at before accepting, a line for each; what is found several times is told once. */
export function alarmsText(alarms: readonly Alarm[]): string {
  const lines = alarms.map(({ kind, what, line }) => {
    const words = kind === 'aimed' ? word('aim', what) : word('alarm', kind, { what: word('invisible', what) });
    return t('alarmAt', { words, line });
  });
  return [...new Set(lines)].join('\n');
}
/** The run that proposes it, in words. */
export function runBy(proposal: ProposalView): string {
  return word('run-by', proposal.origin.who === 'dream' ? 'dream' : 'extract');
}

/** Who made a proposal, where and when, as a sentence for those who do not see it. */
export function sourceText(proposal: ProposalView, now = Date.now()): string {
  const { who, agent, session } = proposal.origin;
  return [
    word('origin', who),
    agent ? t('reviewAgent', { agent }) : '',
    session ? t('reviewSession', { session: session.slice(0, 8) }) : '',
    ago(proposal.time, now, language()),
    whyHeld(proposal) ?? '',
  ]
    .filter(Boolean)
    .join(', ');
}
