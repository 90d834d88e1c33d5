// The review as it stands in the window: the queue, what is marked, where one is, and decisions on their way. A decision shows at
// once and is carried out behind it, one after the other; what Rust answers otherwise comes back. Separate from the window's state
// because it outlives the pane and nobody else needs it. Holds no rule of what may be taken: Rust does.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ReviewOutcome, ReviewQueue, ReviewTake } from '../bindings';
import { t, word } from '../i18n/index.svelte';
import { ipc } from '../ipc';
import { reading } from '../reading.svelte';
import { Resource } from '../resource.svelte';
import { app, refusalText } from '../state.svelte';
import { namesOf } from '../words';
import { alarmed, filesOf, linksOf, nextAfter, notChosen, takenOf, takesFor, without, type FileItem } from './pieces';

export type Verb = 'take' | 'edit' | 'refuse';
/** How many of how many pieces. */
interface Part {
  taken: number;
  n: number;
}
/** Something done in this sitting. */
export interface Deed {
  verb: Verb;
  part: Part | null;
  paths: readonly string[];
  /** What takes it back; none when it cannot be. */
  undo: string | null;
}
/** A text of a file being made before it is taken. */
export interface Edited {
  base: string;
  text: string;
  /** The version it was begun on. */
  version: string;
}
interface Job {
  verb: Verb | 'undo';
  store: string;
  /** Pieces. */
  keys: readonly string[];
  paths: readonly string[];
  /** Only some pieces of the files it is about. */
  part: Part | null;
  /** As the queue named them when it was decided. */
  takes: ReviewTake[];
  /** Where the focus went; it comes back when this is not done and nobody has moved it since. */
  next: string | null;
  from: string | null;
  /** Of an edit. */
  file?: string;
  edited?: Edited;
  evenIfActive?: boolean;
}
/** A rejection that waits for a yes, because a client is at work. */
export interface ActiveAsked {
  session: string;
  time: string;
  keys: readonly string[];
  paths: readonly string[];
}

/** How long after the last decision the list of stores is read again. Milliseconds. */
const QUIET = 500;

/** Origins that say only that nobody has told yet. */
const UNTOLD = new Set(['outside', 'client']);

class Review {
  queue = new Resource<ReviewQueue>();
  /** Whose queue it is. */
  store = $state<string | null>(null);
  /** The pane is on screen and the queue is kept up to date. */
  live = $state(false);
  /** Said of pieces by the person: taken or left. */
  marks = new SvelteMap<string, boolean>();
  /** Files chosen to be decided together. */
  picked = new SvelteSet<string>();
  /** The file in focus. */
  at = $state<string | null>(null);
  /** The piece in focus. */
  pieceAt = $state<string | null>(null);
  /** Pieces that are decided and on their way. */
  going = new SvelteSet<string>();
  /** Texts being made, by file. */
  edits = new SvelteMap<string, Edited>();
  /** What was done in this sitting, newest first. */
  deeds = $state.raw<readonly Deed[]>([]);
  asking = $state.raw<ActiveAsked | null>(null);

  all = $derived(filesOf(this.queue.value));
  links = $derived(linksOf(this.all));
  // Copies: asking the reactive ones for each of thousands of keys would make each of them something to follow.
  taken = $derived(takenOf(this.all, this.links, new Map(this.marks)));
  /** What is still to be decided. */
  files = $derived(without(this.all, new Set(this.going)));
  current = $derived(this.files.find((file) => file.key === this.at) ?? this.files[0] ?? null);
  /** The piece in focus, of the file in focus. */
  piece = $derived(this.current?.pieces.find((piece) => piece.key === this.pieceAt) ?? this.current?.pieces[0] ?? null);
  /** Files that a decision is about. */
  targets = $derived(
    this.picked.size > 0
      ? this.files.filter((file) => this.picked.has(file.key))
      : this.current === null
        ? []
        : [this.current],
  );

  /** Files still to be decided, as long as the queue is kept up to date; null: ask the store's summary. */
  count = $derived(this.live && this.queue.value !== null && this.store === app.id ? this.files.length : null);

  /** Sessions that the person knows to be at work. */
  #known = new Set<string>();
  #jobs: Job[] = [];
  #working = false;
  /** Keys whose job is done but still in the queue that is on screen. */
  #settled: string[] = [];
  /** Files whose version moved by what was done here since the queue was read. */
  #moved = new Set<string>();
  #later: ReturnType<typeof setTimeout> | undefined;

  // ---- looking ------------------------------------------------------------------------------------------------------

  /** Reads the queue of a store; while decisions are on their way, they read it themselves. */
  async load(id: string): Promise<void> {
    if (id !== this.store) this.#reset(id);
    if (!this.#working) await this.#read();
    await this.#tell(id);
  }
  /** Who wrote a file is told by session files: they are read behind what is on screen, which is then looked at again. */
  async #tell(id: string): Promise<void> {
    const unknown = (): boolean => this.files.some(({ proposal }) => UNTOLD.has(proposal.origin.who));
    if (id !== this.store || !unknown()) return;
    await reading.read(id);
    if (id === this.store && !this.#working && unknown()) await this.#read();
  }
  #reset(id: string): void {
    this.store = id;
    this.queue.set(null);
    this.at = this.pieceAt = this.asking = null;
    this.deeds = [];
    app.back = null;
    for (const kept of [this.marks, this.picked, this.going, this.edits]) kept.clear();
  }
  async #read(): Promise<void> {
    const id = this.store;
    if (id === null) return;
    await this.queue.load(async () => {
      const queue = await ipc.review(id);
      if (id !== this.store) return queue;
      for (const key of this.#settled.splice(0)) this.going.delete(key);
      this.#moved.clear();
      const next = without(filesOf(queue), this.going);
      this.at = nextAfter(this.files, next, this.at);
      const left = new Set(next.map((file) => file.key));
      for (const key of this.picked) if (!left.has(key)) this.picked.delete(key);
      return queue;
    });
  }

  go(key: string | null): void {
    if (key === null || key === this.at) return;
    this.at = key;
    this.pieceAt = null;
  }
  /** On by some files; stops at the ends. */
  move(by: number): void {
    const from = this.files.findIndex((file) => file.key === this.current?.key);
    this.go(this.files[Math.max(0, Math.min(this.files.length - 1, from + by))]?.key ?? null);
  }
  /** To the first file of the proposal after this one, or of the one before. */
  moveProposal(by: 1 | -1): void {
    const starts = this.files.filter((file, at) => file.proposal.id !== this.files[at - 1]?.proposal.id);
    const from = starts.findIndex((file) => file.proposal.id === this.current?.proposal.id);
    this.go(starts[Math.max(0, Math.min(starts.length - 1, from + by))]?.key ?? null);
  }
  movePiece(by: 1 | -1): void {
    const pieces = this.current?.pieces ?? [];
    const from = pieces.findIndex((piece) => piece.key === this.piece?.key);
    this.pieceAt = pieces[Math.max(0, Math.min(pieces.length - 1, from + by))]?.key ?? null;
  }

  // ---- marking ------------------------------------------------------------------------------------------------------

  isTaken(key: string): boolean {
    return this.taken.get(key) ?? true;
  }
  /** Takes or leaves a piece, and with it all that belong to it; but a deletion of a run is taken by itself only. */
  toggle(key: string): void {
    const to = !this.isTaken(key);
    const others = this.links.get(key) ?? [key];
    const missing = to ? notChosen(this.all, this.links, this.taken, [key]).filter((other) => other !== key) : [];
    for (const other of others) if (!missing.includes(other)) this.marks.set(other, to);
    if (missing.length > 0) app.toast(t('reviewChosen', { n: missing.length }));
  }
  pick(key: string, to = !this.picked.has(key)): void {
    if (to) this.picked.add(key);
    else this.picked.delete(key);
  }
  takenOf(files: readonly FileItem[]): string[] {
    return files.flatMap(({ pieces }) => pieces.filter(({ key }) => this.isTaken(key)).map(({ key }) => key));
  }

  // ---- deciding -----------------------------------------------------------------------------------------------------

  /** Accepts what is taken of files, and says what that leaves out: deletions of runs, and what nobody should accept unseen. False
      when there is nothing to accept or to say. */
  accept(files: readonly FileItem[]): boolean {
    const keys = this.#ready(this.takenOf(files));
    const left = notChosen(this.all, this.links, this.taken, allOf(files)).length;
    const unseen = alarmed(files, this.taken).length;
    if (keys.length > 0) this.#decide('take', keys);
    const many = keys.length > 0 || files.length > 1;
    if (left > 0 && many) app.toast(t('reviewLeftOut', { n: left }));
    if (unseen > 0 && many) app.toast(t('reviewAlarmLeft', { n: unseen }));
    return keys.length > 0 || (left + unseen > 0 && files.length > 1);
  }
  /** Accepts files in whole, whatever is marked. A deletion of a run that goes together with others waits until those are chosen too. */
  acceptWhole(files: readonly FileItem[]): void {
    for (const { pieces } of files) for (const piece of pieces) if (piece.alone) this.marks.set(piece.key, true);
    const missing = notChosen(this.all, this.links, this.taken, allOf(files));
    if (missing.length > 0) app.toast(t('reviewChosen', { n: missing.length }));
    else this.#decide('take', allOf(files));
  }
  /** Without what goes together with a deletion of a run that was not chosen by itself. */
  #ready(keys: readonly string[]): string[] {
    const missing = new Set(notChosen(this.all, this.links, this.taken, keys));
    if (missing.size === 0) return [...keys];
    return keys.filter((key) => !(this.links.get(key) ?? [key]).some((other) => missing.has(other)));
  }
  /** Accepts a file with the text that was made of it, and the pieces of other files that belong to it. */
  acceptEdited(file: FileItem, edited: Edited): void {
    const own = allOf([file]);
    const others = this.#together(own).filter((key) => !own.includes(key) && this.isTaken(key));
    this.edits.delete(file.key);
    this.#start({ verb: 'edit', keys: own, file: file.key, edited });
    if (others.length > 0) this.#start({ verb: 'take', keys: others });
  }
  /** Rejects files, all that is left of them; asks first when a client is at work on what is already on disk. */
  reject(files: readonly FileItem[]): void {
    this.rejectPieces(
      allOf(files),
      files.every((file) => file.proposal.held),
    );
  }
  rejectPieces(keys: readonly string[], held = false): void {
    const active = this.queue.value?.active ?? null;
    if (active && !held && !this.#known.has(active[1]))
      this.asking = { time: active[0], session: active[1], keys, paths: this.#pathsOf(keys) };
    else this.#decide('refuse', keys, active !== null);
  }
  /** The answer to what `asking` asks. */
  answer(yes: boolean, andOn = false): void {
    const asked = this.asking;
    this.asking = null;
    if (!asked || !yes) return;
    if (andOn) this.#known.add(asked.session);
    this.#decide('refuse', asked.keys, true);
  }
  /** Takes the last thing done here back. */
  undo(): void {
    if (this.deeds[0]?.undo) this.#start({ verb: 'undo', keys: [] });
  }

  #together(keys: readonly string[]): string[] {
    return [...new Set(keys.flatMap((key) => this.links.get(key) ?? [key]))];
  }
  #pathsOf(keys: readonly string[]): string[] {
    const wanted = new Set(keys);
    const files = this.all.filter((file) => file.pieces.some((piece) => wanted.has(piece.key)));
    return [...new Set(files.map((file) => file.change.path))];
  }
  #decide(verb: 'take' | 'refuse', keys: readonly string[], evenIfActive = false): void {
    const together = this.#together(keys).filter((key) => !this.going.has(key));
    if (together.length > 0)
      this.#start({ verb, keys: together, part: partOf(this.files, keys, together), evenIfActive });
  }
  #start(job: Pick<Job, 'verb' | 'keys' | 'file' | 'edited' | 'evenIfActive'> & { part?: Part | null }): void {
    if (this.store === null || app.readOnly) return;
    const [before, from] = [this.files, this.current?.key ?? null];
    for (const key of job.keys) this.going.add(key);
    this.go(nextAfter(before, this.files, from));
    const left = new Set(this.files.map((file) => file.key));
    for (const key of this.picked) if (!left.has(key)) this.picked.delete(key);
    const takes = takesFor(this.all, job.keys) ?? [];
    this.#jobs.push({
      part: null,
      ...job,
      store: this.store,
      paths: this.#pathsOf(job.keys),
      takes,
      from,
      next: this.at,
    });
    void this.#work();
  }

  // ---- carrying out -------------------------------------------------------------------------------------------------

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      while (this.#jobs.length > 0) {
        for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) await this.#carryOut(job);
        await this.#read();
      }
    } finally {
      this.#working = false;
      clearTimeout(this.#later);
      this.#later = setTimeout(() => void app.listStores(), QUIET);
    }
  }
  async #carryOut(job: Job): Promise<void> {
    // The person has gone to another store; what they decided here still counts.
    const here = job.store === this.store;
    try {
      if (here && job.paths.some((path) => this.#moved.has(path))) await this.#read();
      const outcome = await this.#call(job);
      if (outcome?.kind === 'done') this.#done(job, outcome);
      else this.#notDone(job, outcome);
    } catch (reason) {
      this.#release(job);
      app.fail(reason);
    }
  }
  async #call(job: Job): Promise<ReviewOutcome | null> {
    if (job.verb === 'undo') {
      const undo = this.deeds[0]?.undo;
      return undo ? ipc.undoReview(job.store, undo) : null;
    }
    const takes = job.store === this.store ? takesFor(this.all, job.keys) : job.takes;
    if (!takes) return null;
    if (job.verb === 'take') return ipc.take(job.store, takes);
    if (job.verb === 'refuse') return ipc.refuse(job.store, takes, job.evenIfActive ?? false);
    const [take] = takes;
    if (!take || !job.edited) return null;
    return ipc.takeEdited(job.store, { ...take, version: job.edited.version, hunks: [] }, job.edited.text);
  }
  #done(job: Job, outcome: Extract<ReviewOutcome, { kind: 'done' }>): void {
    const { paths, written } = outcome;
    for (const path of [...paths, ...written]) this.#moved.add(path);
    if (job.store !== this.store) return;
    if (job.verb === 'undo') {
      const [last] = this.deeds;
      this.deeds = this.deeds.slice(1);
      app.did(t('reviewUndone', { files: namesOf(last?.paths ?? paths) }), null, this.#back());
      void this.#showAgain(last?.paths ?? paths);
    } else {
      this.#settled.push(...job.keys);
      const deed: Deed = { verb: job.verb, part: job.part, paths, undo: outcome.undo };
      this.deeds = [deed, ...this.deeds];
      const back = this.#back();
      app.did(saidOf(deed), back && { label: t('undo'), run: back }, back);
    }
    if (written.length > 0) void app.reread();
  }
  #back(): (() => void) | null {
    return this.deeds[0]?.undo ? () => this.undo() : null;
  }
  /** Once they are back in the queue, the focus goes to the first of them. */
  async #showAgain(paths: readonly string[]): Promise<void> {
    await this.#read();
    const first = this.files.find((file) => paths.includes(file.change.path) && file.change.path !== 'MEMORY.md');
    this.go((first ?? this.files.find((file) => paths.includes(file.change.path)))?.key ?? null);
  }
  #notDone(job: Job, outcome: Exclude<ReviewOutcome, { kind: 'done' }> | null): void {
    this.#release(job);
    if (outcome?.kind === 'active') {
      const { session, time } = outcome;
      this.asking = { session, time, keys: job.keys, paths: job.paths };
    } else if (outcome?.kind === 'refused') app.toast(refusalText(outcome.refusal), null, 'error');
    else {
      const paths = outcome?.paths ?? job.paths;
      app.toast(t('reviewMoved', { files: namesOf(paths) }), null, 'error');
    }
  }
  /** Puts back on screen what was not done. */
  #release(job: Job): void {
    for (const key of job.keys) this.going.delete(key);
    if (job.file && job.edited) this.edits.set(job.file, job.edited);
    if (job.store === this.store && this.at === job.next) this.go(job.from);
  }
}

const allOf = (files: readonly FileItem[]): string[] => files.flatMap(({ pieces }) => pieces.map((piece) => piece.key));

/** Which part of the files that were asked for; what merely goes along with them does not count. Null: all of them. */
function partOf(files: readonly FileItem[], asked: readonly string[], going: readonly string[]): Part | null {
  const [wanted, goes] = [new Set(asked), new Set(going)];
  const pieces = files.filter((file) => file.pieces.some(({ key }) => wanted.has(key))).flatMap((file) => file.pieces);
  const taken = pieces.filter(({ key }) => goes.has(key)).length;
  return taken < pieces.length ? { taken, n: pieces.length } : null;
}

/** What was done, in words. */
export function saidOf({ verb, part, paths }: Deed): string {
  const files = namesOf(paths);
  return part ? word('reviewDidPart', verb, { ...part, files }) : word('reviewDid', verb, { files });
}

export const review = new Review();
