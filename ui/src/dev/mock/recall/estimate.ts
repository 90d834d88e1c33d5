// A ranking simple enough to be seen through: words that the question and a topic share. The real estimate is in Rust; nothing here is to be trusted.
import type { OfferedLine, Ranked, Reason } from '../../../lib/bindings';
import type { Files } from '../data';
import { frontmatter, isTopic } from '../rules';

/** Words of a text: Latin ones without their endings, of Chinese every pair of signs. */
function words(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (/\p{Script=Han}/u.test(run)) for (let at = 0; at < run.length; at++) found.push(run.slice(at, at + 2));
    else if (run.length > 2) found.push(run.replace(/(ing|ed|es|s)$/u, ''));
  }
  return found;
}
const COMMON = new Set(words('the and for was what why how does that this with not about are can you its show were'));

const WEIGHT = { name: 2, file: 1.6, description: 1 } as const;
/** Where the cut-off lies. */
const PICKS = 0.34;

export function offeredLines(files: Files): OfferedLine[] {
  return [...files]
    .filter(([path]) => isTopic(path) && !path.startsWith('.'))
    .sort((a, b) => b[1].modified.localeCompare(a[1].modified))
    .map(([path, file]) => {
      const { type, description } = frontmatter(file.text);
      const known = ['user', 'feedback', 'project', 'reference'].includes(type ?? '');
      return {
        path,
        line: `- ${known ? `[${type}] ` : ''}${path} (${file.modified})${description ? `: ${description}` : ''}`,
        weak: !description ? 'no-description' : description.includes('\n') ? 'forged-lines' : null,
      };
    });
}

/** Topics with a score above nothing, best first. */
export function ranked(files: Files, query: string, offered: readonly OfferedLine[]): Ranked[] {
  const asked = new Set(words(query).filter((word) => !COMMON.has(word)));
  const rows = offered.map(({ path }) => {
    const fields = frontmatter(files.get(path)?.text ?? '');
    const weights: (Reason & { weight: number })[] = [];
    for (const [field, text] of [
      ['name', fields.name ?? ''],
      ['file', path.replace(/\.md$/, '')],
      ['description', fields.description ?? ''],
    ] as const)
      for (const word of new Set(words(text)))
        if (asked.has(word) && !COMMON.has(word)) weights.push({ word, field, share: 0, weight: WEIGHT[field] });
    const sum = weights.reduce((all, { weight }) => all + weight, 0);
    const reasons = weights
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 4)
      .map(({ word, field, weight }) => ({ word, field, share: weight / sum }));
    const score = sum / (sum + 3.2);
    return { path, score, selected: score > PICKS, reasons, before: null } satisfies Ranked;
  });
  const best = rows.filter((row) => row.score > 0).sort((a, b) => b.score - a.score || a.path.localeCompare(b.path));
  return best.map((row, at) => ({ ...row, selected: row.selected && at < 5 }));
}
