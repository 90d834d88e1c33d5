// A topic's text beside what the client attaches of it: which lines are kept, which are lost.
// Separate because it is arithmetic on lines. Never decides where the cut is: Rust says what is kept.

import type { Recalled } from '../../lib/bindings';

/** The text in two parts, by lines. */
export interface Parted {
  kept: string[];
  lost: string[];
}

/** Lines as the client counts them: CRLF, CR and the two Unicode separators end a line too; a final line end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The lines that are attached and those that are not. */
export function part(source: string, recalled: Recalled): Parted {
  const kept = recalled.kept === null ? [] : linesOf(recalled.kept);
  if (recalled.truncated === null && recalled.kept !== null) return { kept, lost: [] };
  // The client cuts whole lines, so what it lost begins after as many lines as it kept.
  return { kept, lost: linesOf(source).slice(kept.length) };
}

/** True when a line of the manifest is several lines to whoever reads it. */
export function forges(manifestLine: string): boolean {
  return /[\n\r\u2028\u2029]/u.test(manifestLine);
}
