// What an edit does to the mock's files.
import type { Edit, Refusal } from '../../lib/bindings';
import type { File, Files } from './data';
import { merge } from './merge';
import { frontmatter, indexView } from './rules';

const INDEX = 'MEMORY.md';
const put = (files: Files, path: string, text: string): void => {
  const known: File = files.get(path) ?? { text, modified: '', reviewed: true, origin: 'you' };
  files.set(path, { ...known, text, modified: new Date().toISOString(), origin: 'you', reviewed: true });
};

function setField(text: string, key: string, value: string): string {
  const line = new RegExp(`^${key}: .*$`, 'm');
  if (line.test(text)) return text.replace(line, () => `${key}: ${value}`);
  if (text.startsWith('---\n')) return text.replace(/\n---\n/, () => `\n${key}: ${value}\n---\n`);
  return `---\n${key}: ${value}\n---\n${text}`;
}

/** The files after the edit, or why not. */
export function edited(before: Files, edit: Edit): Files | Refusal {
  const files: Files = new Map(before);
  const index = before.get(INDEX)?.text ?? '';
  const base = 'base' in edit ? edit.base : null;
  const touched =
    edit.kind.startsWith('entry-') && edit.kind !== 'entry-add' ? INDEX : 'path' in edit ? edit.path : INDEX;
  const disk = before.get(touched)?.text ?? '';
  if (base !== null && base !== disk) {
    const mine = edit.kind === 'write' ? edit.text : base;
    return {
      kind: 'stale',
      path: touched,
      merge: merge(base, disk, mine),
    };
  }
  const lines = index.split('\n');
  const entry = (line: number) => indexView(before, index).entries.find((known) => known.line === line);
  switch (edit.kind) {
    case 'create':
      if (files.has(edit.path)) return { kind: 'exists', path: edit.path };
      put(files, edit.path, edit.text);
      if (edit.entry)
        put(files, INDEX, `${index.replace(/\n$/, '')}\n- [${edit.entry.title}](${edit.path}) — ${edit.entry.hook}\n`);
      return files;
    case 'write':
      if (disk === edit.text) return { kind: 'nothing' };
      put(files, edit.path, edit.text);
      return files;
    case 'fields': {
      let text = disk;
      for (const [key, value] of Object.entries({
        name: edit.name,
        description: edit.description,
        type: edit.topic_type,
      }))
        if (value !== null) text = setField(text, key, value);
      put(files, edit.path, text);
      return files;
    }
    case 'rename':
      if (files.has(edit.to)) return { kind: 'exists', path: edit.to };
      files.delete(edit.path);
      put(files, edit.to, disk);
      put(files, INDEX, index.replaceAll(`(${edit.path})`, `(${edit.to})`));
      return files;
    case 'merge-into':
      files.delete(edit.path);
      put(files, edit.into, edit.text);
      put(files, INDEX, lines.filter((line) => !line.includes(`(${edit.path})`)).join('\n'));
      return files;
    case 'delete':
      files.delete(edit.path);
      put(files, INDEX, lines.filter((line) => !line.includes(`(${edit.path})`)).join('\n'));
      return files;
    case 'entry-add': {
      const fields = frontmatter(disk);
      const title = edit.title ?? fields.name ?? edit.path;
      put(
        files,
        INDEX,
        `${index.replace(/\n*$/, '')}\n- [${title}](${edit.path}) — ${edit.hook ?? fields.description ?? ''}\n`,
      );
      return files;
    }
    case 'restore':
      if (edit.content === null) files.delete(edit.path);
      else put(files, edit.path, edit.content);
      return files;
    default: {
      const found = entry(edit.line);
      if (!found) return { kind: 'no-entry', line: edit.line };
      const own = lines.slice(found.line - 1, found.end_line);
      if (edit.kind === 'entry-hook') {
        own[0] = (own[0] ?? '').replace(/\)(?: (?:—|--|-) .*)?$/, edit.hook ? `) — ${edit.hook}` : ')');
        lines.splice(found.line - 1, own.length, ...own);
      } else {
        lines.splice(found.line - 1, own.length);
        const first = indexView(before, index).entries.find((known) => known.kind === 'bullet')?.line ?? 1;
        const to = edit.kind === 'entry-top' ? first : edit.kind === 'entry-move' ? edit.before : null;
        if (to !== null) lines.splice((to > found.line ? to - own.length : to) - 1, 0, ...own);
      }
      if (lines.join('\n') === index) return { kind: 'nothing' };
      put(files, INDEX, lines.join('\n'));
      return files;
    }
  }
}
