// Finds things by a few of their letters. Pure.

/** How well `query` fits `text`, higher is better; null when its letters are not all there in order. An empty query fits everything alike. */
export function fit(query: string, text: string): number | null {
  const [wanted, given] = [query.toLowerCase().replace(/\s+/g, ''), text.toLowerCase()];
  if (wanted === '') return 0;
  const whole = given.indexOf(query.trim().toLowerCase());
  if (whole >= 0) return 1000 - whole - given.length / 100 + (startsWord(given, whole) ? 100 : 0);
  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of wanted) {
    const at = given.indexOf(letter, from);
    if (at < 0) return null;
    score += at === last + 1 ? 8 : startsWord(given, at) ? 6 : -Math.min(at - from, 8) / 2;
    last = at;
    from = at + 1;
  }
  return score - given.length / 100;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[\s\-_/.:·]/.test(text.charAt(at - 1));
}

/** The best `limit` items for `query`; in their own order where they fit alike. */
export function best<T>(query: string, items: readonly T[], text: (item: T) => string, limit: number): T[] {
  return items
    .map((item, at) => ({ item, at, score: fit(query, text(item)) }))
    .filter((found) => found.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.at - b.at)
    .slice(0, limit)
    .map((found) => found.item);
}
