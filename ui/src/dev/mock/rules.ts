// Just enough of the client's rules for the mock to answer sensibly. The real ones are in Rust; nothing here is to be trusted.
import type { CutView, Draft, EntryView, IndexLine, IndexView, Meter, Problem, TopicRow } from '../../lib/bindings';
import type { File, Files } from './data';

const LINES = 200;
const UNITS = 25_000;
const INDEX = 'MEMORY.md';
const ENTRY = /^(\s*[-*] )\[([^\]]*)\]\(([^)]*)\)(?: (?:—|--|-) (.*))?$/;
const HEADING = /^#{1,6} (.*)$/;

export const isTopic = (path: string): boolean => path.endsWith('.md') && path !== INDEX;

/** The fate of every line, the cut, the entries. */
export function indexView(files: Files, text: string | null, recallMode = false): IndexView {
  const empty: Meter = { lines: 0, line_limit: LINES, utf16: 0, utf16_limit: UNITS, cut: false };
  const source = text ?? '';
  const raw = source === '' ? [] : source.replace(/\n$/, '').split('\n');
  const why = strip(raw);
  let first = 0;
  let last = raw.length - 1;
  const gone = (at: number): boolean => why[at] === 'frontmatter' || why[at] === 'comment' || raw[at]?.trim() === '';
  while (first <= last && gone(first)) first++;
  while (last >= first && gone(last)) last--;
  for (let at = 0; at < raw.length; at++) if ((at < first || at > last) && !why[at]) why[at] = 'trimmed';
  const counted = raw.map((_, at) => at).filter((at) => !why[at]);
  const units = counted.reduce((sum, at) => sum + (raw[at]?.length ?? 0) + 1, -1);
  const { keep, binding } = fits(raw, counted);
  const cutFrom = keep < counted.length ? (counted[keep] ?? null) : null;
  const entries = entriesOf(files, raw, cutFrom);
  const lines: IndexLine[] = raw.map((line, at) => {
    const dropped = why[at] ?? (cutFrom !== null && at >= cutFrom ? 'limit' : null);
    const entry = entries.findIndex((known) => known.line === at + 1);
    return {
      number: at + 1,
      fate: why[at] ? 'stripped' : dropped === 'limit' ? 'cut' : 'loaded',
      why: why[at] ?? null,
      parts: parts(line, dropped, entry < 0 ? null : entry),
    };
  });
  const keptText = counted
    .slice(0, keep)
    .map((at) => raw[at])
    .join('\n');
  const cut: CutView | null =
    cutFrom === null
      ? null
      : {
          over_lines: counted.length > LINES,
          over_chars: units > UNITS,
          binding,
          total_lines: counted.length,
          cut_lines: counted.length - keep,
          first_cut_file_line: cutFrom + 1,
          cut_inside_file_line: null,
          cut_entries: entries.filter((entry) => entry.state === 'cut').length,
          cut_utf16: units - keptText.length,
        };
  const led = new Set(entries.map((entry) => entry.path));
  const view: IndexView = {
    exists: text !== null,
    loaded: keptText !== '' && !recallMode,
    text: source,
    too_large: false,
    kept: keptText,
    kept_utf16: keptText.length,
    meter: counted.length ? { ...empty, lines: counted.length, utf16: units, cut: cut !== null } : empty,
    cut,
    lines,
    file_lines: raw.length,
    entries,
    orphans: [...files.keys()]
      .filter((path) => isTopic(path) && !led.has(path))
      .map((path) => {
        const fields = frontmatter(files.get(path)?.text ?? '');
        return { path, name: fields.name ?? path.replace(/\.md$/, ''), description: fields.description ?? null };
      }),
    problems: [],
    recall_mode: recallMode,
  };
  return {
    ...view,
    problems: problemsOf(files, view).filter((problem) => problem.path === INDEX || problem.code === 'orphan'),
  };
}

function strip(raw: string[]): (string | null)[] {
  const why: (string | null)[] = raw.map(() => null);
  let at = 0;
  const close = raw.indexOf('---', 1);
  if (raw[0] === '---' && close > 0) for (; at <= close; at++) why[at] = 'frontmatter';
  let inside = false;
  for (; at < raw.length; at++) {
    if (raw[at]?.startsWith('<!--')) inside = true;
    if (inside) why[at] = 'comment';
    if (raw[at]?.includes('-->')) inside = false;
  }
  return why;
}

function fits(raw: string[], counted: number[]): { keep: number; binding: string } {
  let units = -1;
  for (let at = 0; at < counted.length; at++) {
    if (at >= LINES) return { keep: at, binding: 'lines' };
    units += (raw[counted[at] ?? 0]?.length ?? 0) + 1;
    if (units > UNITS) return { keep: at, binding: 'chars' };
  }
  return { keep: counted.length, binding: '' };
}

function entriesOf(files: Files, raw: string[], cutFrom: number | null): EntryView[] {
  const entries: EntryView[] = [];
  raw.forEach((line, at) => {
    const found = ENTRY.exec(line);
    const heading = HEADING.exec(line);
    const last = entries.at(-1);
    if (heading?.[1]) {
      entries.push({
        line: at + 1,
        end_line: at + 1,
        kind: 'heading',
        title: heading[1],
        hook: '',
        target: null,
        path: null,
        state: 'heading',
        editable: false,
      });
    } else if (found) {
      const [, , title = '', target = '', hook = ''] = found;
      const path = files.has(target) ? target : null;
      const outside = /^[a-z]+:|^\.\./.test(target);
      const state = outside ? 'outside' : !path ? 'dangling' : cutFrom !== null && at >= cutFrom ? 'cut' : 'loaded';
      entries.push({
        line: at + 1,
        end_line: at + 1,
        kind: 'bullet',
        title,
        hook,
        target,
        path,
        state,
        editable: true,
      });
    } else if (last?.kind === 'bullet' && last.end_line === at && /^\s+\S/.test(line)) last.end_line = at + 1;
  });
  return entries;
}

function parts(line: string, dropped: string | null, entry: number | null): IndexLine['parts'] {
  const found = entry === null ? null : ENTRY.exec(line);
  if (!found) return [{ text: line, dropped, entry: null }];
  const start = (found[1] ?? '').length;
  const end = line.indexOf(')', start) + 1;
  return [
    { text: line.slice(0, start), dropped, entry: null },
    { text: line.slice(start, end), dropped, entry },
    { text: line.slice(end), dropped, entry: null },
  ].filter((part) => part.text !== '');
}

export function frontmatter(text: string): Record<string, string | undefined> {
  const block = /^---\n([\s\S]*?)\n---/.exec(text.replaceAll('\r\n', '\n'))?.[1] ?? '';
  // A value in quotes may run over lines.
  const joined = block.replace(/"([^"]*)"/g, (_, value: string) => value.replaceAll('\n', '\v'));
  return Object.fromEntries(
    joined
      .split('\n')
      .map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 2).replaceAll('\v', '\n')]),
  );
}

/** A problem from the few things in which problems differ. */
const problem = (
  code: Problem['code'],
  severity: Problem['severity'],
  path: string,
  line: number | null,
  args: Record<string, string>,
  fix: Problem['fix'] = null,
): Problem => ({ code, severity, path, line, args, fix });

export function topicProblems(files: Files, path: string, text: string): Problem[] {
  const fields = frontmatter(text);
  const found: Problem[] = [];
  if (!fields.type) found.push(problem('missing-type', 'info', path, 1, {}));
  else if (!['user', 'feedback', 'project', 'reference'].includes(fields.type))
    found.push(problem('invalid-type', 'warning', path, 4, { type: fields.type }));
  if (!fields.description) found.push(problem('no-description', 'warning', path, 1, {}));
  const lines = text.split('\n').length;
  if (lines > LINES || text.length > 4096)
    found.push(
      problem('too-long', 'warning', path, null, {
        bytes: String(text.length),
        lines: String(lines),
        limit: lines > LINES ? 'lines' : 'bytes',
      }),
    );
  for (const link of text.matchAll(/\[\[([^\]]+)\]\]/g))
    if (!files.has(`${link[1] ?? ''}.md`))
      found.push(
        problem('broken-link', 'info', path, text.slice(0, link.index).split('\n').length, { name: link[1] ?? '' }),
      );
  return found;
}

export function problemsOf(files: Files, view: IndexView): Problem[] {
  const found: Problem[] = [];
  const { cut, meter } = view;
  if (cut)
    found.push(
      problem('truncated', 'error', INDEX, cut.first_cut_file_line, {
        lines: String(cut.total_lines),
        'cut-lines': String(cut.cut_lines),
        limit: cut.binding,
        entries: String(cut.cut_entries),
      }),
    );
  else if (meter.lines > LINES * 0.8)
    found.push(
      problem('near-limit', 'warning', INDEX, null, { used: String(meter.lines), limit: String(LINES), unit: 'lines' }),
    );
  const seen = new Map<string, number>();
  for (const entry of view.entries) {
    const remove = { kind: 'entry-remove', line: entry.line, base: view.text } as const;
    if (entry.state === 'dangling')
      found.push(problem('dangling', 'warning', INDEX, entry.line, { target: entry.target ?? '' }, remove));
    const first = entry.path === null ? undefined : seen.get(entry.path);
    if (first !== undefined)
      found.push(
        problem(
          'duplicate-entry',
          'info',
          INDEX,
          entry.line,
          { target: entry.path ?? '', first: String(first) },
          remove,
        ),
      );
    else if (entry.path) seen.set(entry.path, entry.line);
  }
  for (const orphan of view.orphans)
    found.push(
      problem(
        'orphan',
        'warning',
        orphan.path,
        null,
        {},
        { kind: 'entry-add', path: orphan.path, title: null, hook: null },
      ),
    );
  for (const [path, file] of files) if (isTopic(path)) found.push(...topicProblems(files, path, file.text));
  const order = { error: 0, warning: 1, info: 2 };
  return found.sort((a, b) => order[a.severity] - order[b.severity]);
}

export function topicRow(files: Files, path: string, file: File, view: IndexView): TopicRow {
  const fields = frontmatter(file.text);
  const entry = view.entries.find((known) => known.path === path);
  const problems = topicProblems(files, path, file.text);
  const long = problems.find((known) => known.code === 'too-long');
  const days = Math.floor((Date.parse('2026-03-14T09:30:00.000Z') - Date.parse(file.modified)) / 86_400_000);
  const known = ['user', 'feedback', 'project', 'reference'].includes(fields.type ?? '');
  return {
    path,
    name: fields.name ?? null,
    description: fields.description ?? null,
    topic_type: known ? (fields.type ?? null) : null,
    modified: file.modified,
    stale_days: days >= 2 ? days : null,
    bytes: new TextEncoder().encode(file.text).length,
    lines: file.text.split('\n').length - 1,
    truncated: long?.args.limit ?? null,
    listed: true,
    unlisted: null,
    indexed: entry?.state ?? null,
    origin: file.origin,
    reviewed: file.reviewed,
    problems,
    content: 'whole',
    link: null,
  };
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export function draft(files: Files, path: string, text: string): Draft {
  const fields = frontmatter(text);
  const body = text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '');
  const html = body
    .split(/\n{2,}/)
    .map((block) => {
      const inline = escape(block)
        .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
        .replace(/\[\[(.+?)\]\]/g, (_, name: string) =>
          files.has(`${name}.md`)
            ? `<a data-topic="${name}.md" tabindex="0" role="link">${name}</a>`
            : `<a data-missing="${name}" tabindex="0" role="link">${name}</a>`,
        )
        .replace(/\[([^\]]+)\]\(((?:https?:|mailto:)[^)]+)\)/g, '<a data-url="$2" tabindex="0" role="link">$1</a>')
        .replace(/&#60;(https?:.+?)&#62;/g, '<a data-url="$1" tabindex="0" role="link">$1</a>')
        .replace(
          /[\u202A-\u202E\u200B\u{E0000}-\u{E007F}]/gu,
          (c) => `<span class="chip">U+${c.codePointAt(0)?.toString(16).toUpperCase()}</span>`,
        );
      if (inline.startsWith('# ')) return `<h1>${inline.slice(2)}</h1>`;
      const item = inline.search(/^- /m);
      if (item > 0)
        return `<p>${inline.slice(0, item)}</p><ul>${inline
          .slice(item)
          .split('\n')
          .map((line) => `<li>${line.replace(/^- /, '')}</li>`)
          .join('')}</ul>`;
      if (inline.startsWith('- '))
        return `<ul>${inline
          .split('\n')
          .map((line) => `<li>${line.replace(/^- /, '')}</li>`)
          .join('')}</ul>`;
      return `<p>${inline}</p>`;
    })
    .join('\n');
  const lines = text.split('\n').length - 1;
  const over = lines > LINES;
  return {
    html,
    name: fields.name ?? null,
    description: fields.description ?? null,
    topic_type: fields.type ?? null,
    fields_locked: null,
    manifest_line: `- [${fields.type ?? ''}] ${path} (2026-03-14T08:30:00.000Z): ${fields.description ?? ''}`,
    recalled: {
      kept: over ? text.split('\n').slice(0, LINES).join('\n') : text,
      truncated: over ? 'lines' : null,
      limit: over ? LINES : null,
      total_lines: lines,
      stale_days: 3,
    },
    bytes: new TextEncoder().encode(text).length,
    lines,
    problems: topicProblems(files, path, text),
  };
}
