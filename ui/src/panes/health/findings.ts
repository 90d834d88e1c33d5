// What stands out in one memory, as lines of a list: the grave first, then in the order of the text. Pure.
import type { Evidence } from '../../lib/bindings';

export interface Finding {
  /** A word of the family `surveyed`. */
  kind: 'aimed' | 'secret' | 'invisible' | 'unsaid' | 'not-found' | 'goes-stale';
  /** As it stands in the text; of a secret its beginning, of an unseen character its code. */
  text: string;
  line: number;
  /** A sign of its own beside the colour. */
  sign: string;
  tone: 'bad' | 'warn';
}

/** The findings of a memory. */
export function findings(memory: Evidence): Finding[] {
  const all: Finding[] = [
    ...memory.aimed.map(({ text, line, grave }): Finding => ({
      kind: 'aimed',
      text,
      line,
      sign: '!',
      tone: grave ? 'bad' : 'warn',
    })),
    ...memory.secrets.map(({ masked, line }): Finding => ({
      kind: 'secret',
      text: masked,
      line,
      sign: '!',
      tone: 'bad',
    })),
    ...memory.invisible.map(({ code, line }): Finding => ({
      kind: 'invisible',
      text: code,
      line,
      sign: '!',
      tone: 'warn',
    })),
    ...memory.attributions.map(({ text, line }): Finding => ({ kind: 'unsaid', text, line, sign: '?', tone: 'warn' })),
    ...memory.claims.map(({ text, line, verdict }): Finding =>
      verdict.kind === 'goes-stale'
        ? { kind: 'goes-stale', text, line, sign: '~', tone: 'warn' }
        : { kind: 'not-found', text, line, sign: '✗', tone: 'warn' },
    ),
  ];
  return all.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad') || a.line - b.line);
}
