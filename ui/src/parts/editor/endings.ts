// Line ends: kept as the file has them although the editor counts only lines.
// Separate because "what was not touched stays byte for byte" must hold for CRLF and for mixed files, and is tested here. Never guesses.

/** How the lines of a text end. `mixed`: also for a lone CR; then a CR is shown and kept as a character. */
export type Endings = 'lf' | 'crlf' | 'mixed';

/** The line ends of a text; a text without any counts as `lf`. */
export function endingsOf(text: string): Endings {
  if (!text.includes('\r')) return 'lf';
  return /\r(?!\n)|(?:^|[^\r])\n/.test(text) ? 'mixed' : 'crlf';
}

/** The text that the editor works on: every line ends with LF, except that `mixed` keeps its CRs. */
export function toEditor(text: string, endings: Endings): string {
  return endings === 'crlf' ? text.replaceAll('\r\n', '\n') : text;
}

/** The text of the file again. */
export function fromEditor(text: string, endings: Endings): string {
  return endings === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
}

/** The one stretch in which two texts differ, as a change of the first: what an editor must replace to keep its cursor elsewhere. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  // A surrogate pair is never split.
  if (from > 0 && isLead(before.charCodeAt(from - 1))) from -= 1;
  let tail = 0;
  while (
    tail < shorter - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  if (tail > 0 && isTrail(before.charCodeAt(before.length - tail))) tail -= 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
