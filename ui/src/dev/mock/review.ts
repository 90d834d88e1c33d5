// The mock's review: proposals over texts before and after, taken and refused piece by piece, with an undo. The real one is in Rust.
import type {
  Alarm,
  Hunk,
  OriginView,
  ProposalView,
  ReviewChange,
  ReviewHunk,
  ReviewOutcome,
  ReviewQueue,
  ReviewTake,
} from '../../lib/bindings';
import type { Files } from './data';
import { hunks } from './diff';
import { merge } from './merge';

/** A file somebody changed. */
export interface Seed {
  path: string;
  from?: string;
  /** As it was accepted; null when it was not there. */
  before: string | null;
  /** As it is proposed; null when it would go. */
  after: string | null;
  binary?: boolean;
  /** The text was refused at this time. */
  refused?: string;
  /** Held on this text, which is not on disk any more. */
  heldOn?: string;
  /** Words of a hunk of another file that belongs to this file. */
  with?: { path: string; word: string };
  also?: OriginView[];
  listed?: string;
  /** When it was made, where that is not the proposal's time. */
  time?: string;
  /** What its first piece brings that nobody should accept unseen. */
  alarms?: Alarm[];
}
export interface Seeds {
  id: string;
  origin: OriginView;
  held: boolean;
  /** The run that proposes it. */
  run?: string;
  time: string;
  files: Seed[];
}

export function origin(who: string, more: Partial<OriginView> = {}): OriginView {
  return { who, agent: null, session: null, question: null, time: null, version: '2.1.332', evidence: 'none', ...more };
}

/** A short name for a text; collisions do not matter here. */
function hash(text: string): string {
  let value = 5381;
  for (const char of text) value = (Math.imul(value, 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return value.toString(36);
}
const textOf = (hunk: Hunk, kind: string): string =>
  hunk.lines
    .filter((line) => line.kind === kind)
    .map((line) => `${line.parts.map((part) => part.text).join('')}\n`)
    .join('');

function piecesOf(seed: Seed): Hunk[] {
  const found =
    seed.before === null || seed.after === null
      ? [whole(seed.after === null ? 'removed' : 'added', seed.after ?? seed.before ?? '')]
      : hunks(seed.before, seed.after, 1);
  return found.map((hunk) => ({ ...hunk, id: hash(`${textOf(hunk, 'removed')}|${textOf(hunk, 'added')}`) }));
}
/** A file that is new or gone. */
function whole(kind: 'added' | 'removed', text: string): Hunk {
  const texts = text.replace(/\n$/, '').split('\n');
  const span: [number, number] = [1, texts.length];
  const lines = texts.map((line, at) => ({
    kind,
    old: kind === 'removed' ? at + 1 : null,
    new: kind === 'added' ? at + 1 : null,
    parts: [{ text: line, changed: false }],
    no_newline: false,
  }));
  return { id: '', before: kind === 'added' ? [0, 0] : span, after: kind === 'added' ? span : [0, 0], lines };
}

/** `before` with some of its hunks applied. */
export function applied(before: string, chosen: readonly Hunk[]): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const gone = new Set<number>();
  const added = new Map<number, string>();
  for (const hunk of chosen) {
    let old = (hunk.lines.find((line) => line.old !== null)?.old ?? 1) - 1;
    for (const line of hunk.lines) {
      if (line.old !== null) old = line.old;
      if (line.kind === 'removed' && line.old !== null) gone.add(line.old);
      if (line.kind === 'added')
        added.set(old, `${added.get(old) ?? ''}${line.parts.map((part) => part.text).join('')}\n`);
    }
  }
  return (
    (added.get(0) ?? '') + lines.map((line, at) => (gone.has(at + 1) ? '' : line) + (added.get(at + 1) ?? '')).join('')
  );
}

interface Past {
  id: string;
  seeds: Seeds[];
  files: Files;
  firstSight: boolean;
}

export class Review {
  firstSight = false;
  active: [string, string] | null = null;
  #past: Past[] = [];
  #count = 0;

  constructor(
    public seeds: Seeds[],
    private readonly disk: { get: () => Files; set: (files: Files) => void },
  ) {}

  get files(): number {
    return this.seeds.flatMap((seeds) => seeds.files).length;
  }

  private version(seed: Seed): string {
    return hash(`${seed.before ?? 'none'}|${seed.after ?? 'none'}`);
  }
  private change(seed: Seed): ReviewChange {
    const version = this.version(seed);
    const kind = seed.from ? 'rename' : seed.before === null ? 'create' : seed.after === null ? 'delete' : 'edit';
    const found: ReviewHunk[] = seed.binary
      ? []
      : piecesOf(seed).map((hunk, at) => ({
          id: `${seed.path}-${version}-${hunk.id}`,
          hunk,
          refused: seed.refused && kind === 'edit' ? seed.refused : null,
          with: [],
          alarms: at === 0 ? (seed.alarms ?? []) : [],
        }));
    const conflict =
      seed.heldOn === undefined
        ? null
        : merge(seed.heldOn, this.disk.get().get(seed.path)?.text ?? '', seed.after ?? '');
    return {
      path: seed.path,
      from: seed.from ?? null,
      kind,
      version,
      time: seed.time ?? '',
      hunks: found,
      binary: seed.binary ?? false,
      also: seed.also ?? [],
      refused: kind === 'edit' ? null : (seed.refused ?? null),
      conflict: conflict && conflict.conflicts > 0 ? conflict : null,
      listed: seed.listed ?? (seed.path === 'MEMORY.md' ? 'is-index' : 'listed'),
    };
  }
  queue(): ReviewQueue {
    const proposals: ProposalView[] = this.seeds.map(({ files, ...seeds }) => {
      const changes = files.map((seed) => this.change(seed));
      files.forEach((seed, at) => {
        const other = changes.find((change) => change.path === seed.with?.path);
        const theirs = other?.hunks.find(({ hunk }) =>
          (textOf(hunk, 'added') + textOf(hunk, 'removed')).includes(seed.with?.word ?? '\0'),
        );
        for (const own of changes[at]?.hunks ?? []) if (theirs) own.with.push(theirs.id);
      });
      return {
        run: null,
        ...seeds,
        changes: changes.map((change) => ({ ...change, time: change.time || seeds.time })),
      };
    });
    return { proposals, files: this.files, first_sight: this.firstSight, active: this.active };
  }
  private find(take: Pick<ReviewTake, 'proposal' | 'path'>): Seed | undefined {
    return this.seeds.find((seeds) => seeds.id === take.proposal)?.files.find((seed) => seed.path === take.path);
  }
  texts(proposal: string, path: string) {
    const seed = this.find({ proposal, path });
    return seed && { before: seed.before, after: seed.after, version: this.version(seed) };
  }

  take(takes: ReviewTake[], text?: string): ReviewOutcome {
    return this.#decide(takes, (seed, chosen, held) => {
      const after = text ?? (chosen ? applied(seed.before ?? '', chosen) : seed.after);
      if (held || text !== undefined) this.#write(seed.path, after);
      if (seed.from) this.#write(seed.from, null);
      // What was left is still proposed, now over what was taken.
      return chosen && text === undefined ? { ...seed, before: after } : null;
    });
  }
  refuse(takes: ReviewTake[], evenIfActive: boolean): ReviewOutcome {
    if (this.active && !evenIfActive) return { kind: 'active', time: this.active[0], session: this.active[1] };
    return this.#decide(takes, (seed, chosen, held) => {
      const ids = new Set(chosen?.map((hunk) => hunk.id));
      const after = chosen
        ? applied(
            seed.before ?? '',
            piecesOf(seed).filter((hunk) => !ids.has(hunk.id)),
          )
        : seed.before;
      if (!held) {
        this.#write(seed.path, after);
        if (seed.from) this.#write(seed.from, seed.before);
      }
      return chosen ? { ...seed, after } : null;
    });
  }
  undo(id: string): ReviewOutcome {
    const last = this.#past.at(-1);
    if (last?.id !== id) return { kind: 'refused', refusal: { kind: 'nothing' } };
    this.#past.pop();
    this.seeds = last.seeds;
    this.firstSight = last.firstSight;
    this.disk.set(last.files);
    return { kind: 'done', written: [], paths: [], undo: null };
  }

  #decide(takes: ReviewTake[], what: (seed: Seed, chosen: Hunk[] | null, held: boolean) => Seed | null): ReviewOutcome {
    const moved = takes.filter((take) => {
      const seed = this.find(take);
      return !seed || this.version(seed) !== take.version;
    });
    if (moved.length > 0) return { kind: 'moved', paths: moved.map((take) => take.path) };
    const [id, before] = [`review-${++this.#count}`, this.disk.get()];
    this.#past.push({ id, seeds: this.seeds, files: before, firstSight: this.firstSight });
    this.firstSight = false;
    this.seeds = this.seeds
      .map((seeds) => ({
        ...seeds,
        files: seeds.files.flatMap((seed) => {
          const take = takes.find((known) => known.proposal === seeds.id && known.path === seed.path);
          if (!take) return [seed];
          const wanted = this.change(seed).hunks.filter((piece) => take.hunks.includes(piece.id));
          const left = what(seed, take.hunks.length > 0 ? wanted.map((piece) => piece.hunk) : null, seeds.held);
          return left && left.before !== left.after ? [left] : [];
        }),
      }))
      .filter((seeds) => seeds.files.length > 0);
    const written = this.disk.get() === before ? [] : takes.map((take) => take.path);
    return { kind: 'done', written, paths: takes.map((take) => take.path), undo: id };
  }
  #write(path: string, text: string | null): void {
    const files = new Map(this.disk.get());
    if (text === null) files.delete(path);
    else files.set(path, { text, modified: new Date().toISOString(), reviewed: true, origin: 'you' });
    this.disk.set(files);
  }
}
