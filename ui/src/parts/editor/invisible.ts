// Characters that a person cannot see but a model reads: found, named and split out of a text.
// Separate because the editor, the manifest line and the tests need one and the same answer. Never removes anything.

/** A run of a text: plain, or one character that is drawn as a chip. */
export interface Run {
  text: string;
  /** `U+XXXX` when the run is one character that cannot be seen. */
  code: string | null;
}

// The client's own set (general categories Cc, Cf, Co, Cn and Default_Ignorable_Code_Point, without tab, newline, ZWNJ, ZWJ and U+FE0F),
// and the two Unicode line separators, which begin a new line where nobody sees one. ZWNJ and ZWJ join emoji and Indic letters, so they stay plain.
const CLASS =
  '(?![\\t\\n\\u200C\\u200D\\uFE0F])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029]';

/** A pattern for one character that cannot be seen. */
export function invisibleClass(flags: '' | 'g'): RegExp {
  return new RegExp(CLASS, `${flags}u`);
}

/** `U+XXXX` of a character. */
export function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text in runs; newlines stay inside plain runs. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(invisibleClass('g'))) {
    if (match.index > at) found.push({ text: text.slice(at, match.index), code: null });
    found.push({ text: match[0], code: codeOf(match[0]) });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at), code: null });
  return found;
}

/** True when something in the text cannot be seen. */
export function hasInvisible(text: string): boolean {
  return invisibleClass('').test(text);
}
