// A queue as it is judged: files, and in each the pieces that are taken or left. Pure; separate so that "what belongs together goes
// together" and "nothing is taken that was not seen" are tested without a page. Never decides for the person beyond the first mark.
import type { Alarm, ProposalView, ReviewChange, ReviewHunk, ReviewQueue, ReviewTake } from '../bindings';

/** What is taken or left as one. */
export interface Piece {
  /** Names what was seen: what it removes and adds, whatever becomes of the rest of its file; of a whole, its version. */
  key: string;
  /** Its hunks; none for a file that has only a whole (binary, moved without a change). */
  hunks: readonly ReviewHunk[];
  /** The file goes as a whole. */
  whole: boolean;
  /** Marked as taken before the person says anything. */
  taken: boolean;
  /** A deletion that a run proposes: it goes only when it was chosen by itself, never with others. */
  alone: boolean;
  /** When its text was refused before. */
  refused: string | null;
  /** What it brings that nobody should accept unseen. */
  alarms: readonly Alarm[];
}

/** A file of a proposal. */
export interface FileItem {
  /** The same as long as the proposal and the path are. */
  key: string;
  proposal: ProposalView;
  change: ReviewChange;
  pieces: readonly Piece[];
}

export const fileKey = (proposal: string, path: string): string => `${proposal}\n${path}`;

/** Goes only as a whole: half a deletion, half a picture or half a conflict is nothing. */
function isWhole(change: ReviewChange): boolean {
  return change.binary || change.kind === 'delete' || change.conflict !== null || change.hunks.length === 0;
}

function piecesOf(key: string, change: ReviewChange, run: string | null): Piece[] {
  // Nothing goes away, nothing that was refused comes back, no conflict is settled, nothing alarming and nothing that is no text is
  // taken, without being asked for. The client reads what is no text all the same, and nobody sees here what it says.
  const willing = change.kind !== 'delete' && change.conflict === null && change.refused === null && !change.binary;
  if (isWhole(change)) {
    const refused = change.refused ?? change.hunks.find((piece) => piece.refused !== null)?.refused ?? null;
    const alarms = change.hunks.flatMap((piece) => piece.alarms);
    return [
      {
        key: `${key}\n@${change.version}`,
        hunks: change.hunks,
        whole: true,
        taken: willing && refused === null && alarms.length === 0,
        alone: run !== null && change.kind === 'delete',
        refused,
        alarms,
      },
    ];
  }
  return change.hunks.map((piece) => {
    const refused = piece.refused ?? change.refused;
    const own = `${key}\n${piece.hunk.id}`;
    const { alarms } = piece;
    const taken = willing && refused === null && alarms.length === 0;
    return { key: own, hunks: [piece], whole: false, taken, alone: false, refused, alarms };
  });
}

/** The files of a queue in its order. */
export function filesOf(queue: ReviewQueue | null): FileItem[] {
  return (queue?.proposals ?? []).flatMap((proposal) =>
    proposal.changes.map((change) => {
      const key = fileKey(proposal.id, change.path);
      return { key, proposal, change, pieces: piecesOf(key, change, proposal.run) };
    }),
  );
}

/** For each piece all that go with it, itself included; for one that stands alone, just that. */
export type Links = ReadonlyMap<string, readonly string[]>;

/** Which pieces belong together, whoever names whom. */
export function linksOf(files: readonly FileItem[]): Links {
  const owner = new Map<string, string>();
  for (const { pieces } of files)
    for (const piece of pieces) for (const { id } of piece.hunks) owner.set(id, piece.key);
  const group = new Map<string, string[]>();
  for (const { pieces } of files) for (const piece of pieces) group.set(piece.key, [piece.key]);
  for (const { pieces } of files)
    for (const piece of pieces)
      for (const id of piece.hunks.flatMap((hunk) => hunk.with)) {
        const [mine, theirs] = [group.get(piece.key), group.get(owner.get(id) ?? '')];
        if (!mine || !theirs || mine === theirs) continue;
        mine.push(...theirs);
        for (const key of theirs) group.set(key, mine);
      }
  return group;
}

/** What the person said of pieces; the others are as they came. */
export type Marks = ReadonlyMap<string, boolean>;

/**
 * For each piece whether it is taken. Of what belongs together nothing is taken as long as one of it came as left; and nothing that
 * belongs to a deletion of a run, before that deletion was chosen by itself.
 */
export function takenOf(files: readonly FileItem[], links: Links, marks: Marks): ReadonlyMap<string, boolean> {
  const all = files.flatMap(({ pieces }) => pieces);
  const came = new Map(all.map((piece) => [piece.key, piece.taken]));
  const alone = new Set(all.filter((piece) => piece.alone).map((piece) => piece.key));
  const isTaken = (key: string): boolean => {
    if (alone.has(key)) return marks.get(key) ?? false;
    const others = links.get(key) ?? [key];
    if (others.some((other) => alone.has(other) && !marks.get(other))) return false;
    return marks.get(key) ?? others.every((other) => alone.has(other) || (came.get(other) ?? true));
  };
  return new Map([...came.keys()].map((key) => [key, isTaken(key)]));
}

/** Deletions of runs among what goes together with some pieces that were not chosen by themselves. */
export function notChosen(
  files: readonly FileItem[],
  links: Links,
  taken: ReadonlyMap<string, boolean>,
  keys: readonly string[],
): string[] {
  const wanted = new Set(keys.flatMap((key) => links.get(key) ?? [key]));
  return files.flatMap(({ pieces }) =>
    pieces.filter((piece) => piece.alone && wanted.has(piece.key) && !taken.get(piece.key)).map((piece) => piece.key),
  );
}

/** The calls' arguments for pieces, one for each file, as the queue names them now; null when one of them is not there any more. */
export function takesFor(files: readonly FileItem[], keys: readonly string[]): ReviewTake[] | null {
  const wanted = new Set(keys);
  const takes: ReviewTake[] = [];
  let found = 0;
  for (const { proposal, change, pieces } of files) {
    const chosen = pieces.filter((piece) => wanted.has(piece.key));
    if (chosen.length === 0) continue;
    found += chosen.length;
    const hunks = chosen.length === pieces.length ? [] : chosen.flatMap((piece) => piece.hunks.map(({ id }) => id));
    takes.push({ proposal: proposal.id, path: change.path, version: change.version, hunks });
  }
  return found === wanted.size ? takes : null;
}

/** What remains when some pieces are on their way: their files shrink, and those with nothing left go. */
export function without(files: readonly FileItem[], gone: ReadonlySet<string>): FileItem[] {
  if (gone.size === 0) return [...files];
  return files.flatMap((file) => {
    const pieces = file.pieces.filter((piece) => !gone.has(piece.key));
    if (pieces.length === 0) return [];
    return [pieces.length === file.pieces.length ? file : { ...file, pieces }];
  });
}

/** Where one is once files are gone: on the same one, else on what followed it, else on what came before; null when nothing is left. */
export function nextAfter(before: readonly FileItem[], after: readonly FileItem[], at: string | null): string | null {
  const left = new Set(after.map((file) => file.key));
  if (at !== null && left.has(at)) return at;
  const from = Math.max(
    0,
    before.findIndex((file) => file.key === at),
  );
  const follows = before.slice(from).find((file) => left.has(file.key));
  const precedes = before.slice(0, from).findLast((file) => left.has(file.key));
  return (follows ?? precedes)?.key ?? after[0]?.key ?? null;
}

/** What the pieces of a file bring that nobody should accept unseen; the grave ones first. */
export function alarmsOf(pieces: readonly Piece[]): Alarm[] {
  return pieces.flatMap((piece) => piece.alarms).sort((a, b) => Number(b.grave) - Number(a.grave));
}

/** Files with something alarming in what is not taken, or that are no text: nobody sees here what they say. */
export function alarmed(files: readonly FileItem[], taken: ReadonlyMap<string, boolean>): FileItem[] {
  return files.filter(({ change, pieces }) =>
    pieces.some((piece) => (change.binary || piece.alarms.length > 0) && !taken.get(piece.key)),
  );
}

/** Lines added and removed. */
export function countOf(pieces: readonly Piece[]): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const { hunks } of pieces)
    for (const { hunk } of hunks)
      for (const { kind } of hunk.lines) {
        if (kind === 'added') added++;
        else if (kind === 'removed') removed++;
      }
  return { added, removed };
}
