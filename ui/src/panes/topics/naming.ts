// From a topic's name to a safe file path.
// Separate because the window proposes a path before Rust judges it. Never decides (`BadPath` and `Exists` come from Rust)
// and never writes YAML (`draft_fields` does).

/** Longest stem proposed, in UTF-8 bytes: every common file system takes 255 and a folder may come before it. */
const STEM_BYTES = 80;

// Names that Windows keeps for devices; a memory directory may be synchronised to one.
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

const encoder = new TextEncoder();

/** A file stem for a name: letters and digits of every script, lower case, with `-` between the words. Never empty. */
export function stemOf(name: string): string {
  let stem = name
    .normalize('NFC')
    .toLowerCase()
    // Marks belong to their letter (Devanagari, Thai, a combining accent without a composed form).
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (encoder.encode(stem).length > STEM_BYTES) {
    let cut = '';
    let bytes = 0;
    for (const character of stem) {
      bytes += encoder.encode(character).length;
      if (bytes > STEM_BYTES) break;
      cut += character;
    }
    stem = cut.replace(/-+$/, '');
  }
  if (stem === '') return 'topic';
  // `memory.md` differs from the index in case only: one of the two is lost on macOS and Windows.
  return DEVICES.test(stem) || stem === 'memory' ? `${stem}-topic` : stem;
}

/** A path for a name that no other topic has, also not in another case. */
export function pathFor(name: string, taken: Iterable<string>): string {
  const used = new Set<string>();
  for (const path of taken) used.add(path.toLowerCase());
  const stem = stemOf(name);
  let path = `${stem}.md`;
  for (let number = 2; used.has(path); number += 1) path = `${stem}-${number}.md`;
  return path;
}

/** Another path in the same folder, for a renamed topic. */
export function siblingPath(path: string, name: string, taken: Iterable<string>): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const own = path.toLowerCase();
  const others: string[] = [];
  for (const other of taken) {
    const lower = other.toLowerCase();
    if (lower !== own && lower.startsWith(folder.toLowerCase())) others.push(other.slice(folder.length));
  }
  return folder + pathFor(name, others);
}
