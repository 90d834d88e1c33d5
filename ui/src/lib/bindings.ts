// Generated from src-tauri/crates/desk/src/view and src-tauri/crates/review; `cargo xtask bless` writes it anew.

export type Start = { 
/**
 * Memdesk's version.
 */
version: string, 
/**
 * What the person chose earlier.
 */
preferences: Preferences, 
/**
 * The client whose memory this is.
 */
client: Client, 
/**
 * The store opened; none when there is nothing to open.
 */
store: StoreSummary | null, 
/**
 * Its index, ready to draw.
 */
index: IndexView | null, 
/**
 * The folder that was asked for, as a label; none for a launch without one.
 */
folder: string | null, 
/**
 * True when the folder asked for has no memory yet (then `store` may be its store, with state missing).
 */
no_memory: boolean, 
/**
 * The sample is open, not the person's own memory.
 */
sample: boolean, 
/**
 * Nothing can be written.
 */
read_only: boolean, };

export type Client = { 
/**
 * The version seen newest in session files; none when there are none.
 */
version: string | null, 
/**
 * The profile whose rules are used.
 */
profile: string, 
/**
 * The config root, as a label.
 */
root: string, 
/**
 * True in recall mode: MEMORY.md is not loaded, a selector picks topics for each question.
 */
recall_mode: boolean, 
/**
 * Memory is turned off, and by what (`CLAUDE_CODE_DISABLE_AUTO_MEMORY`, `autoMemoryEnabled`); none when on.
 */
memory_off: string | null, };

export type Preferences = { 
/**
 * `en`, `zh` or none: the system's.
 */
language: string | null, 
/**
 * `light`, `dark` or none: the system's.
 */
theme: string | null, 
/**
 * The pane shown last: `review`, `index`, `topics`, `recall`, `runs`, `health`, `history`.
 */
pane: string | null, 
/**
 * The store shown last.
 */
store: string | null, 
/**
 * Side-by-side diffs.
 */
side_by_side: boolean, 
/**
 * What newly waits for review is told on the desktop.
 */
notifications: boolean, };

export type ScopeView = "project" | "agent-user" | "agent-project" | "agent-local" | "team" | "summary" | "log";

export type StoreState = { "kind": "here" } | { "kind": "missing" } | { "kind": "unreadable", 
/**
 * The system's words.
 */
why: string, };

export type StoreSummary = { 
/**
 * Stable name of the store in every call.
 */
id: string, 
/**
 * Whose it is.
 */
scope: ScopeView, 
/**
 * Short name: the project's folder, or the agent's name.
 */
name: string, 
/**
 * Where the memory lies, as a label.
 */
place: string, 
/**
 * The project's folder, as a label; none when no session file tells it.
 */
project: string | null, 
/**
 * The slug it lies under; none for stores that have none.
 */
slug: string | null, 
/**
 * State.
 */
state: StoreState, 
/**
 * Belongs to the folder that was opened.
 */
current: boolean, 
/**
 * Number of topics.
 */
topics: number, 
/**
 * Bytes of all topics and the index.
 */
bytes: number, 
/**
 * How full the index is.
 */
meter: Meter, 
/**
 * Files not reviewed yet.
 */
unreviewed: number, 
/**
 * Problems of severity warning or error.
 */
problems: number, 
/**
 * Newest change.
 */
modified: string | null, 
/**
 * Other projects that share the slug, as labels.
 */
collision: Array<string>, };

export type Meter = { 
/**
 * Lines that count.
 */
lines: number, 
/**
 * Limit of lines.
 */
line_limit: number, 
/**
 * UTF-16 units that count.
 */
utf16: number, 
/**
 * Limit of UTF-16 units.
 */
utf16_limit: number, 
/**
 * Something is cut.
 */
cut: boolean, };

export type StoreList = { 
/**
 * The opened folder's first, then by newest change.
 */
stores: Array<StoreSummary>, 
/**
 * Whether changes on disk are being seen.
 */
watch: WatchState, };

export type WatchState = { "kind": "off" } | { "kind": "native" } | { "kind": "polling", 
/**
 * Why.
 */
why: string, } | { "kind": "behind" };

export type ContextFile = { 
/**
 * Number in load order, from 0; names it in `context_file`.
 */
number: number, 
/**
 * Where, as a label.
 */
place: string, 
/**
 * `managed`, `user`, `user-rule`, `project`, `project-rule`, `local`.
 */
scope: string, 
/**
 * Bytes.
 */
bytes: number, 
/**
 * The text, its first 256 KiB.
 */
text: string, };

export type ProblemList = { 
/**
 * Worst first.
 */
problems: Array<Problem>, };

export type IndexView = { 
/**
 * There is a MEMORY.md.
 */
exists: boolean, 
/**
 * Anything of it reaches the client.
 */
loaded: boolean, 
/**
 * The whole text on disk (lossily decoded): the `base` of edits. Empty when `too_large`.
 */
text: string, 
/**
 * Too large to be sent whole or edited here (over 1 MiB): `lines` then ends some way after the cut.
 */
too_large: boolean, 
/**
 * The literal text that the client gets.
 */
kept: string, 
/**
 * Its length.
 */
kept_utf16: number, 
/**
 * How full.
 */
meter: Meter, 
/**
 * What is cut; none when everything loads.
 */
cut: CutView | null, 
/**
 * Lines of the file. At most 2,000 beyond the cut.
 */
lines: Array<IndexLine>, 
/**
 * Lines of the file in all.
 */
file_lines: number, 
/**
 * Entries of `lines`, in file order; `cut` counts those beyond as well.
 */
entries: Array<EntryView>, 
/**
 * Listed topics that no entry leads to.
 */
orphans: Array<Orphan>, 
/**
 * Problems of the index, those of `lines`.
 */
problems: Array<Problem>, 
/**
 * The client in recall mode does not load the index at all.
 */
recall_mode: boolean, };

export type CutView = { 
/**
 * Over 200 lines.
 */
over_lines: boolean, 
/**
 * Over 25,000 UTF-16 units.
 */
over_chars: boolean, 
/**
 * The limit that decides where it is cut: `lines` or `chars`.
 */
binding: string, 
/**
 * Lines that count, in all.
 */
total_lines: number, 
/**
 * Lines lost (0 when the cut is inside line 1).
 */
cut_lines: number, 
/**
 * First line of the FILE that is lost; the rule is drawn before it.
 */
first_cut_file_line: number | null, 
/**
 * The line of the file that is cut inside, when line 1 alone is too long.
 */
cut_inside_file_line: number | null, 
/**
 * Entries lost.
 */
cut_entries: number, 
/**
 * UTF-16 units lost.
 */
cut_utf16: number, };

export type IndexLine = { 
/**
 * 1-based, in the file.
 */
number: number, 
/**
 * `loaded`, `stripped`, `cut` or `cut-inside`.
 */
fate: string, 
/**
 * Why it is stripped: `frontmatter`, `comment`, `trimmed`, `invisible`; none when it is not.
 */
why: string | null, 
/**
 * The text in parts; a part that does not reach the client says why.
 */
parts: Array<IndexPart>, };

export type IndexPart = { 
/**
 * The text; invisible characters as they are.
 */
text: string, 
/**
 * `bom`, `invisible`, `comment`, `frontmatter`, `trimmed`, `limit`; none when it reaches the client.
 */
dropped: string | null, 
/**
 * Position of the entry (in `entries`) whose link this part is, for linking to its topic.
 */
entry: number | null, };

export type EntryView = { 
/**
 * First line in the file.
 */
line: number, 
/**
 * Last line in the file, of a wrapped entry.
 */
end_line: number, 
/**
 * `bullet`, `heading`, `prose`, `wiki`.
 */
kind: string, 
/**
 * The link's text.
 */
title: string, 
/**
 * What stands after the dash.
 */
hook: string, 
/**
 * As written; none for a heading.
 */
target: string | null, 
/**
 * The topic it leads to; none when it leads nowhere in the store.
 */
path: string | null, 
/**
 * `loaded`, `cut`, `dangling`, `heading` (no target) or `outside` (a URL or a file outside the store).
 */
state: string, 
/**
 * It can be moved, edited and removed as an entry of its own.
 */
editable: boolean, };

export type Orphan = { 
/**
 * Which.
 */
path: string, 
/**
 * Its name, or its file stem.
 */
name: string, 
/**
 * Its description.
 */
description: string | null, };

export type Growth = { 
/**
 * Oldest first; the last is that of this moment. Counted by the rules that count now. At most some hundreds, whatever the
 * length of the past.
 */
points: Array<GrowthPoint>, 
/**
 * Lines that load at most.
 */
line_limit: number, 
/**
 * UTF-16 units that load at most.
 */
utf16_limit: number, 
/**
 * Days of history from which on a pace is told.
 */
least_days: number, 
/**
 * What becomes of the lines.
 */
lines: GrowthForecast, 
/**
 * What becomes of the UTF-16 units.
 */
utf16: GrowthForecast, 
/**
 * Which limit is reached first at this pace, or is exceeded already: `lines`, `chars`; none when neither will be.
 */
first: string | null, };

export type GrowthPoint = { 
/**
 * Since when.
 */
time: string, 
/**
 * The operation or outside change that made it so; none for this moment, and where it is one of several of a long past.
 */
operation: string | null, 
/**
 * There was an index.
 */
exists: boolean, 
/**
 * Lines that count against the limit.
 */
lines: number, 
/**
 * UTF-16 units that count against the limit.
 */
utf16: number, 
/**
 * Entries that lead somewhere in the store, loaded or not.
 */
entries: number, };

export type GrowthForecast = { 
/**
 * `full` (or over it), `too-short`, `flat`, `shrinking`, `growing`.
 */
outlook: string, 
/**
 * The pace, by the week; none when there is too little history.
 */
per_week: number | null, 
/**
 * Days of history that it is told from.
 */
days: number, 
/**
 * Of `growing`: days until the limit is reached.
 */
full_in_days: number | null, 
/**
 * Of `growing`: when that is; none when no calendar holds it.
 */
full_at: string | null, };

export type LinkGraph = { 
/**
 * Those of the index first, then by the path of the topic they stand in.
 */
links: Array<LinkView>, 
/**
 * Links beyond those, of a store that has too many to be told.
 */
left_out: number, };

export type LinkView = { 
/**
 * The file: `MEMORY.md`, or a topic's path.
 */
from: string, 
/**
 * The topic; none when it leads nowhere.
 */
to: string | null, 
/**
 * The topic's path, or what is written.
 */
name: string, 
/**
 * How many there are.
 */
times: number, };

export type TopicList = { 
/**
 * Newest first.
 */
topics: Array<TopicRow>, 
/**
 * What could not be shown as a topic: path (lossy) and why, as a kebab-case word.
 */
oddities: Array<[string, string]>, };

export type TopicRow = { 
/**
 * Relative path.
 */
path: string, 
/**
 * `name`, when it has one.
 */
name: string | null, 
/**
 * `description`.
 */
description: string | null, 
/**
 * `user`, `feedback`, `project`, `reference`, or none.
 */
topic_type: string | null, 
/**
 * Last change.
 */
modified: string, 
/**
 * Whole days since then when the client would warn of it.
 */
stale_days: number | null, 
/**
 * Bytes.
 */
bytes: number, 
/**
 * Lines (of what was read).
 */
lines: number, 
/**
 * The body is cut when recalled: `lines`, `bytes` or none.
 */
truncated: string | null, 
/**
 * The selector is offered it.
 */
listed: boolean, 
/**
 * Why not: `is-index`, `not-markdown`, `hidden`, `logs`, `sessions`, `below-team`, `beyond-200`, `unreadable`; none when listed.
 */
unlisted: string | null, 
/**
 * An index entry leads to it: `loaded`, `cut` or none.
 */
indexed: string | null, 
/**
 * Who wrote it, as far as known: `extractor`, `dream`, `main-agent`, `subagent`, `you`, `outside`, `client` (a client session, by its frontmatter).
 */
origin: string, 
/**
 * The bytes on disk were reviewed.
 */
reviewed: boolean, 
/**
 * Kinds of its problems.
 */
problems: Array<Problem>, 
/**
 * `whole`, `head` (too large), `unreadable`, `special`, `not-utf8`.
 */
content: string, 
/**
 * Leads through a symbolic link: `inside`, `outside`, `broken`.
 */
link: string | null, };

export type TopicView = { 
/**
 * Its row.
 */
row: TopicRow, 
/**
 * The text on disk: `base` of edits. Lossy when `content` is `not-utf8`; the head only when `head`.
 */
source: string, 
/**
 * Can be edited here.
 */
editable: boolean, 
/**
 * Why not: `not-utf8`, `too-large`, `special`, `unreadable`, `outside`, `read-only`.
 */
not_editable: string | null, 
/**
 * What it looks like.
 */
draft: Draft, 
/**
 * Frontmatter fields that the client added.
 */
origin_session: string | null, 
/**
 * `metadata.modified`.
 */
stamped: string | null, 
/**
 * Index lines that lead here.
 */
entries: Array<number>, 
/**
 * Topics with a `[[link]]` here.
 */
backlinks: Array<string>, 
/**
 * Where a link outside leads, as a label.
 */
link_target: string | null, };

export type Draft = { 
/**
 * Rendered body: sanitised HTML. Links carry `data-topic` (a path in the store), `data-missing` (a name that leads nowhere) or `data-url`
 * (outside; opened only after a confirmation), never `href`. Pictures are named, not loaded.
 */
html: string, 
/**
 * `name`.
 */
name: string | null, 
/**
 * `description`.
 */
description: string | null, 
/**
 * What stands as the type, valid or not.
 */
topic_type: string | null, 
/**
 * Why the fields cannot be set without touching other bytes: `unreadable`, `too-long`, `entangled`; none when they can.
 */
fields_locked: string | null, 
/**
 * The line of the manifest; none when it would not be listed.
 */
manifest_line: string | null, 
/**
 * The body as recalled.
 */
recalled: Recalled, 
/**
 * Bytes and lines, against 4,096 and 200.
 */
bytes: number, 
/**
 * Lines.
 */
lines: number, 
/**
 * Problems it would have.
 */
problems: Array<Problem>, };

export type Recalled = { 
/**
 * The text attached (frontmatter included, as the client does); none when nothing is left.
 */
kept: string | null, 
/**
 * `lines`, `bytes` or none.
 */
truncated: string | null, 
/**
 * Lines kept, when cut.
 */
limit: number | null, 
/**
 * Lines of the whole.
 */
total_lines: number, 
/**
 * The client would add that it is this many days old.
 */
stale_days: number | null, };

export type Preview = { 
/**
 * The diff.
 */
changes: Array<ChangeView>, 
/**
 * The index before.
 */
before: Meter, 
/**
 * The index after.
 */
after: Meter, 
/**
 * Entries that the client loads, before and after.
 */
loaded_entries: [number, number], 
/**
 * Problems that would go.
 */
mended: Array<Problem>, 
/**
 * Problems of severity warning or error that would come.
 */
caused: Array<Problem>, 
/**
 * Of a merge: facts that would stand nowhere any more.
 */
lost: Array<LostView>, };

export type Combined = { 
/**
 * The text of the one that goes: `base` of the edit.
 */
base: string, 
/**
 * The text of the one that stays: `into_base`.
 */
into_base: string, 
/**
 * What both say, nothing twice: a text to begin with.
 */
text: string, };

export type ChangeView = { 
/**
 * Path after (before, for a deletion).
 */
path: string, 
/**
 * Path before, of a rename.
 */
from: string | null, 
/**
 * `create`, `edit`, `delete`, `rename`.
 */
kind: string, 
/**
 * The pieces.
 */
hunks: Array<Hunk>, 
/**
 * Not text.
 */
binary: boolean, };

export type Outcome = { "kind": "applied", 
/**
 * The operation, for History.
 */
operation: string, 
/**
 * Files written or deleted.
 */
paths: Array<string>, 
/**
 * The topic to show now (after a rename or creation).
 */
show: string | null, } | { "kind": "refused", 
/**
 * Why.
 */
refusal: Refusal, };

export type PreviewOutcome = { "kind": "preview", 
/**
 * The consequences.
 */
preview: Preview, 
/**
 * The edit, tied to the bytes it was previewed on: applying this one does what was shown, or is refused.
 */
edit: Edit, } | { "kind": "refused", 
/**
 * Why.
 */
refusal: Refusal, };

export type History = { 
/**
 * Newest first.
 */
operations: Array<OperationView>, 
/**
 * What undo would undo; none when there is nothing.
 */
undo: string | null, 
/**
 * What redo would redo.
 */
redo: string | null, 
/**
 * There are older ones beyond the limit asked for.
 */
more: boolean, };

export type OperationView = { 
/**
 * Its id; of the refusal of what was held its own name, `refusal:` and a time.
 */
id: string, 
/**
 * `create`, `write`, `fields`, `rename`, `merge-into`, `delete`, `entry-top`, `entry-move`, `entry-hook`, `entry-remove`, `entry-add`, `restore`, `undo`,
 * `redo`, `observed` (the disk had changed), `first-sight`; of review `take` (held writes were written), `take-edited`,
 * `refuse` (bytes were written back); and, where no file on disk was changed, `accept`, `unaccept` (an acceptance was taken
 * back) and `refuse-held`.
 */
verb: string, 
/**
 * Whose: `you`, `outside`, …
 */
origin: string, 
/**
 * When it was done; of what was found on disk, when it was written as far as that is known, else when it was found.
 */
time: string, 
/**
 * Files.
 */
paths: Array<string>, 
/**
 * It was undone since.
 */
undone: boolean, 
/**
 * The operation that it undoes or redoes.
 */
of: string | null, };

export type OperationDetail = { 
/**
 * The operation.
 */
operation: OperationView, 
/**
 * The diff.
 */
changes: Array<ChangeView>, };

export type FileThen = { 
/**
 * Its text (lossy); none when it was not there.
 */
text: string | null, 
/**
 * The same bytes are on disk now.
 */
current: boolean, 
/**
 * The edit that would put it back, to preview and apply; none when it is current or not text.
 */
restore: Edit | null, };

export type Failure = { 
/**
 * A kebab-case word that the window words in the person's language: `no-such-store`, `store-missing`, `io`, `ledger`, `no-window`, `bad-folder`, `bad-link`, `bad-url`.
 */
code: string, 
/**
 * English sentence: what happened, and to which file.
 */
message: string, 
/**
 * English sentence: what to do.
 */
hint: string | null, };

export type Changed = { 
/**
 * Stores whose files changed.
 */
stores: Array<string>, 
/**
 * Stores may have come or gone.
 */
list: boolean, 
/**
 * The settings may be others.
 */
settings: boolean, 
/**
 * Whether changes on disk are being seen.
 */
watch: WatchState, };

export type QuestionFilter = { 
/**
 * Words or a part of one, in any script; empty: all.
 */
search: string, 
/**
 * Only those of this session.
 */
session: string | null, 
/**
 * Only those after which this topic (relative path) was recorded as surfaced.
 */
topic: string | null, 
/**
 * Not before this time (ISO 8601).
 */
from: string | null, 
/**
 * Before this time.
 */
to: string | null, 
/**
 * Only those after which nothing was surfaced.
 */
nothing: boolean, 
/**
 * So many are left out at the beginning.
 */
offset: number, 
/**
 * At most so many; 0: 200.
 */
limit: number, };

export type QuestionList = { 
/**
 * Those asked for.
 */
questions: Array<QuestionRow>, 
/**
 * How many match the filter in all.
 */
matches: number, 
/**
 * How many the store has.
 */
total: number, 
/**
 * Sessions that they are from.
 */
sessions: number, 
/**
 * What was read to find them.
 */
read: ReadState, };

export type ReadState = { 
/**
 * Files known.
 */
files: number, 
/**
 * Files that could not be read: label and why.
 */
unreadable: Array<[string, string]>, 
/**
 * Rows that are no JSON, half written ones at the end not counted. They are skipped.
 */
broken_rows: number, 
/**
 * Some files have not been read to their end yet.
 */
behind: boolean, };

export type QuestionRow = { 
/**
 * The row's uuid in the session file.
 */
id: string, 
/**
 * Its session.
 */
session: string, 
/**
 * When.
 */
time: string, 
/**
 * What was typed; the first 2,000 characters.
 */
text: string, 
/**
 * There is more of it.
 */
cut: boolean, 
/**
 * Where the search found what it looked for in `text`: start and length in UTF-16 units.
 */
found: Array<[number, number]>, 
/**
 * `runs`, or why the selector was not asked, as far as the text alone tells: `no-white-space`, `slash-command`, `empty`.
 */
gate: string, 
/**
 * Topics that the session records as surfaced after it: relative paths where they lie in this store.
 */
recorded: Array<Recorded>, 
/**
 * The working directory, as a label, when it is not the store's own project folder (a subdirectory or a worktree).
 */
place: string | null, 
/**
 * The client that wrote the session.
 */
version: string | null, };

export type Recorded = { 
/**
 * Relative path in this store; a label when it lies elsewhere.
 */
path: string, 
/**
 * It lies in this store.
 */
inside: boolean, 
/**
 * It is still there.
 */
exists: boolean, 
/**
 * Its bytes as they were surfaced differ from what would be surfaced now.
 */
changed: boolean, };

export type RecallAsk = { 
/**
 * The question.
 */
query: string, 
/**
 * The past question it is: then what its session had surfaced and read before counts, and the recording stands beside.
 */
question: string | null, 
/**
 * `estimate`, `api`, `client` or `recorded` (only with `question`).
 */
selector: string, 
/**
 * A change that is not made yet: everything is worked out as if it were, and the ranking says what moved.
 */
edit: Edit | null, 
/**
 * Topics already surfaced in this session, for a question that is not a past one.
 */
surfaced: Array<string>, 
/**
 * With `client`: catch the selector call and do not send it on.
 */
dry_run: boolean, };

export type RecallView = { 
/**
 * The question.
 */
query: string, 
/**
 * Step 1.
 */
gate: GateView, 
/**
 * Step 2.
 */
offered: Offered, 
/**
 * Step 3; none when the selector is not asked or could not answer (then `failure`).
 */
chosen: Chosen | null, 
/**
 * Why step 3 has no answer.
 */
failure: Failure | null, 
/**
 * Step 4.
 */
surfaced: SurfacedStep, 
/**
 * The past question, its place in its session, and the recording beside the replay.
 */
past: Past | null, };

export type GateView = { 
/**
 * The selector would be asked (were recall on).
 */
runs: boolean, 
/**
 * `runs`, `no-white-space`, `slash-command`, `budget-spent`, `empty`.
 */
why: string, 
/**
 * Recall is off in this client: it loads the index instead (index mode). The rest is shown as it would be were it on.
 */
index_mode: boolean, 
/**
 * It names `@agent-<name>`: that agent's store is searched instead of this one.
 */
agent: string | null, };

export type Offered = { 
/**
 * In the order of the listing.
 */
lines: Array<OfferedLine>, 
/**
 * Topics that are not offered, and why: `hidden`, `logs`, `sessions`, `below-team`, `beyond-200`, `unreadable`.
 */
out: Array<[string, string]>, 
/**
 * Topics offered at most.
 */
limit: number, 
/**
 * UTF-16 units of the listing.
 */
utf16: number, };

export type OfferedLine = { 
/**
 * The topic.
 */
path: string, 
/**
 * As the selector gets it. Can hold newlines.
 */
line: string, 
/**
 * Why the selector knows little of it: `no-description`, `header-beyond-30-lines`, `forged-lines` (its description holds
 * further lines), or none.
 */
weak: string | null, };

export type Chosen = { 
/**
 * `estimate`, `api`, `client`, `recorded`.
 */
selector: string, 
/**
 * It is an estimate: no model was asked.
 */
estimate: boolean, 
/**
 * How well the estimate agrees with a reader, measured.
 */
agreement: Agreement | null, 
/**
 * Every offered topic with a score, best first; of a model's answer those it named.
 */
ranked: Array<Ranked>, 
/**
 * What is picked, in order; a name can come twice.
 */
selected: Array<string>, 
/**
 * Names that the answer had and that are not offered.
 */
invented: Array<string>, 
/**
 * The model's answer as it came.
 */
raw: string | null, 
/**
 * What it took.
 */
usage: Usage | null, 
/**
 * It came from the cache: nothing was sent.
 */
cached: boolean, };

export type Ranked = { 
/**
 * The topic.
 */
path: string, 
/**
 * 0 to 1 for the estimate; none for a model, which gives none.
 */
score: number | null, 
/**
 * It is picked.
 */
selected: boolean, 
/**
 * What matched: the question's word, and where (`name`, `file`, `description`, `type`).
 */
reasons: Array<Reason>, 
/**
 * With an edit: its rank (0 is best) and score before; none when it was not offered.
 */
before: [number, number] | null, };

export type Reason = { 
/**
 * The matching word, as it stands in the topic.
 */
word: string, 
/**
 * Where: `name`, `file`, `description`.
 */
field: string, 
/**
 * Its part of the score, 0 to 1.
 */
share: number, };

export type SurfacedStep = { 
/**
 * Bodies, in order.
 */
files: Array<SurfacedFile>, 
/**
 * Picked but left out: path and why (`already-surfaced`, `read-by-agent`, `over-5`).
 */
left_out: Array<[string, string]>, 
/**
 * UTF-16 units that the session had surfaced before.
 */
used_before: number, 
/**
 * After.
 */
used_after: number, 
/**
 * Once a session has surfaced so many, the selector is not asked any more.
 */
limit: number, };

export type SurfacedFile = { 
/**
 * The topic.
 */
path: string, 
/**
 * Its text with its cut and its age.
 */
recalled: Recalled, 
/**
 * UTF-16 units it takes of the budget.
 */
units: number, };

export type Past = { 
/**
 * The question.
 */
row: QuestionRow, 
/**
 * Which question of its session it is, from 1.
 */
number: number, 
/**
 * How many the session has.
 */
of: number, 
/**
 * Topics surfaced earlier in the session.
 */
surfaced_before: Array<string>, 
/**
 * Topics that the agent had read itself by then.
 */
read_before: Array<string>, 
/**
 * Recorded beside replayed.
 */
compared: Compared, };

export type Compared = { 
/**
 * In both.
 */
same: Array<string>, 
/**
 * Recorded, not replayed.
 */
only_recorded: Array<Difference>, 
/**
 * Replayed, not recorded.
 */
only_replayed: Array<Difference>, };

export type Difference = { 
/**
 * The topic.
 */
path: string, 
/**
 * Why, as far as it can be told: `gone`, `elsewhere`, `not-offered`, `changed-since`, `new-since`, `gate`,
 * `already-surfaced`, `read-by-agent`, `over-5`, `recall-was-off`, `not-chosen`, `chosen-now`.
 */
why: string, };

export type SessionReplay = { 
/**
 * The session.
 */
session: string, 
/**
 * Where, as a label.
 */
place: string | null, 
/**
 * The client that wrote it.
 */
version: string | null, 
/**
 * `estimate` or `recorded`.
 */
selector: string, 
/**
 * Its questions, oldest first.
 */
questions: Array<ReplayedQuestion>, 
/**
 * UTF-16 units surfaced at most.
 */
limit: number, };

export type ReplayedQuestion = { 
/**
 * The question.
 */
row: QuestionRow, 
/**
 * `runs`, `no-white-space`, `slash-command`, `budget-spent`, `empty`.
 */
gate: string, 
/**
 * What the selector picks.
 */
selected: Array<string>, 
/**
 * What is surfaced.
 */
surfaced: Array<string>, 
/**
 * Picked but left out, and why.
 */
left_out: Array<[string, string]>, 
/**
 * UTF-16 units surfaced by then, this question included.
 */
used_after: number, 
/**
 * Recorded beside replayed.
 */
compared: Compared, };

export type Coverage = { 
/**
 * Where each span of time begins, oldest first; they have equal length (a day, a week or four weeks).
 */
spans: Array<string>, 
/**
 * Where the last one ends.
 */
end: string, 
/**
 * Questions in each span.
 */
questions: Array<number>, 
/**
 * Topics, the most often recorded first, then estimated.
 */
topics: Array<CoverageRow>, 
/**
 * Past questions.
 */
total: number, 
/**
 * Of these, for so many the selector would be asked.
 */
ran: number, 
/**
 * Of these, after so many something was recorded.
 */
recorded: number, 
/**
 * Of these, for so many the estimate finds nothing.
 */
nothing_estimated: number, 
/**
 * How well the estimate agrees with a reader.
 */
agreement: Agreement, };

export type CoverageRow = { 
/**
 * Relative path.
 */
path: string, 
/**
 * It is still there.
 */
exists: boolean, 
/**
 * Times recorded in each span.
 */
recorded: Array<number>, 
/**
 * Times estimated in each span.
 */
estimated: Array<number>, 
/**
 * In all.
 */
recorded_total: number, 
/**
 * In all.
 */
estimated_total: number, 
/**
 * When it was last recorded.
 */
last: string | null, };

export type Agreement = { 
/**
 * Questions measured.
 */
questions: number, 
/**
 * Of the relevant topics, the part among the best five.
 */
recall_at_5: number, 
/**
 * Of the picked topics, the part that is relevant.
 */
precision: number, 
/**
 * Harmonic mean of precision and recall of what is picked.
 */
f1: number, 
/**
 * Of the questions, the part for which exactly the relevant topics are picked.
 */
exact: number, };

export type Usage = { 
/**
 * Which model.
 */
model: string, 
/**
 * Tokens sent.
 */
input_tokens: number, 
/**
 * Tokens answered (before: at most).
 */
output_tokens: number, 
/**
 * US dollars; none when the price is not known.
 */
dollars: number | null, 
/**
 * Where the price is from: `listed` (with `priced`), `set` (by the person), `free` (a model on this machine), `unknown`.
 */
price: string, 
/**
 * The day of the listed price (`2026-11-30`).
 */
priced: string | null, 
/**
 * It is worked out beforehand, not reported.
 */
estimate: boolean, 
/**
 * Milliseconds; none beforehand.
 */
milliseconds: number | null, };

export type Selectors = { 
/**
 * How well the estimate agrees.
 */
agreement: Agreement, 
/**
 * The model asked directly.
 */
api: ApiState, 
/**
 * The person's own Claude Code.
 */
client: ClientState, };

export type ApiState = { 
/**
 * As it is set.
 */
settings: ModelSettings, 
/**
 * Where the key comes from: `environment`, `keyring`, `not-needed`, `none`.
 */
key: string, 
/**
 * The variable that is looked at, such as `ANTHROPIC_API_KEY`.
 */
variable: string, 
/**
 * Why keys cannot be kept on this machine; none when they can.
 */
no_keyring: string | null, };

export type ModelSettings = { 
/**
 * `anthropic`, `openai` (any endpoint with its wire format) or `ollama`.
 */
provider: string, 
/**
 * The endpoint; empty: the provider's own.
 */
base_url: string, 
/**
 * The model; empty: a default of the provider.
 */
model: string, 
/**
 * US dollars for a million tokens, in and out, when the listed price is not theirs.
 */
dollars_per_million: [number, number] | null, };

export type ClientState = { 
/**
 * The program, as a label; none when there is none.
 */
program: string | null, 
/**
 * Its version.
 */
version: string | null, 
/**
 * Why it cannot be asked: `not-found`, `does-not-start`, `no-project` (the project's folder is not known or gone),
 * `read-only` (it writes into its config root whatever it is asked); none when it can.
 */
problem: string | null, };

export type Calibration = { 
/**
 * The client's version.
 */
client: string, 
/**
 * The program, as a label.
 */
program: string, 
/**
 * The profile it was held against.
 */
profile: string, 
/**
 * Cases run.
 */
cases: number, 
/**
 * Cases that agree.
 */
agree: number, 
/**
 * By rule.
 */
rules: Array<RuleAgreement>, };

export type RuleAgreement = { 
/**
 * `manifest`, `frontmatter`, `gate`, `selected`, `surface`, `age`, `session`, `index`.
 */
rule: string, 
/**
 * Cases run.
 */
cases: number, 
/**
 * Cases that agree.
 */
agree: number, 
/**
 * The others.
 */
disagree: Array<Disagreement>, };

export type Disagreement = { 
/**
 * What was tried.
 */
case: string, 
/**
 * What the rule says.
 */
ours: string, 
/**
 * What the client did.
 */
theirs: string, };

export type Progress = { 
/**
 * The task's name, given by whoever asked.
 */
task: string, 
/**
 * What is being done: `sessions` (bytes), `coverage` (questions), `calibrate` (cases), `model` (no counts),
 * `evidence` (files), `run` (answers of the model; look at the run again).
 */
what: string, 
/**
 * So far.
 */
done: number, 
/**
 * In all; 0 when it is not known.
 */
total: number, };

export type GateStatus = { 
/**
 * The client's settings have the hook.
 */
installed: boolean, 
/**
 * The program that the hook runs, as a label; none when it is not installed.
 */
program: string | null, 
/**
 * That program is not there: the client gets no answer, and nothing is held or recorded.
 */
program_missing: boolean, 
/**
 * The settings have hooks turned off altogether.
 */
disabled: boolean, 
/**
 * The settings file, as a label.
 */
settings: string, 
/**
 * Why the settings file cannot be read; none when it can, or when there is none.
 */
unreadable: string | null, 
/**
 * What happens to writes to this store.
 */
mode: GateMode, 
/**
 * Files of this store that wait for review.
 */
held: number, 
/**
 * What went wrong, oldest first. Each of these calls was let pass.
 */
notes: Array<GateNote>, 
/**
 * Commands of other hooks of the same event. They run too, and may refuse a write as well.
 */
other_hooks: Array<string>, };

export type GateMode = "watch" | "hold" | "read-only";

export type GateNote = { 
/**
 * When.
 */
time: string, 
/**
 * What.
 */
what: string, };

export type GateChange = { 
/**
 * The settings file, as a label.
 */
settings: string, 
/**
 * The change as a unified diff; empty when nothing is to be done.
 */
diff: string, 
/**
 * What the file was when this was worked out. Making the change names it.
 */
seen: string, };

export type SettingsView = { 
/**
 * The file, as a label.
 */
file: string, 
/**
 * It is there.
 */
exists: boolean, 
/**
 * Memdesk's data directory, as a label.
 */
data: string, 
/**
 * Why nothing of the file counts, and nothing is written into it; none when it is whole.
 */
broken: Finding | null, 
/**
 * What is wrong with it, by line.
 */
findings: Array<Finding>, 
/**
 * Every key, in the order of the sections.
 */
rows: Array<SettingRow>, 
/**
 * Stores with a mode of their own.
 */
modes: Array<StoreMode>, 
/**
 * The config roots to switch between, the open one first.
 */
roots: Array<RootView>, 
/**
 * What the window draws itself by.
 */
preferences: Preferences, };

export type SettingSource = "option" | "environment" | "file" | "default";

export type SettingRow = { 
/**
 * `window.theme`.
 */
key: string, 
/**
 * What counts; none for nothing (what then holds is in `what`).
 */
value: SettingValue | null, 
/**
 * What counts when the file says nothing.
 */
usual: SettingValue | null, 
/**
 * Where it comes from.
 */
from: SettingSource, 
/**
 * The file's line that says something of it, from 1, whether that counts or not.
 */
line: number | null, 
/**
 * What it may be: words, or a description.
 */
allowed: Array<string>, 
/**
 * What it is for.
 */
what: string, };

export type SettingValue = boolean | [number, number] | Array<string> | string;

export type SettingChange = { 
/**
 * `window.theme`, or `gate.modes.ID`.
 */
key: string, 
/**
 * The value.
 */
value: SettingValue | null, };

export type StoreMode = { 
/**
 * The store's id.
 */
id: string, 
/**
 * Its name; none when there is no such store below this root.
 */
name: string | null, 
/**
 * Where it lies, as a label.
 */
place: string | null, 
/**
 * What happens to writes to it.
 */
mode: GateMode, 
/**
 * The file's line.
 */
line: number, };

export type RootView = { 
/**
 * Where, as a label; names it in `use_root` and `forget_root`.
 */
place: string, 
/**
 * It is the open one; why it is.
 */
open: SettingSource | null, 
/**
 * It is there.
 */
there: boolean, 
/**
 * The file names it, so that it can be taken off the list.
 */
listed: boolean, };

export type Finding = { 
/**
 * Line, from 1; 0: the file as a whole.
 */
line: number, 
/**
 * The key: `window.theme`; empty: the file as a whole.
 */
key: string, 
/**
 * What is wrong.
 */
code: FindingCode, 
/**
 * What is there, or what the machine says of it.
 */
found: string, 
/**
 * What is allowed; empty where nothing is.
 */
allowed: Array<string>, 
/**
 * What was probably meant.
 */
meant: string | null, };

export type FindingCode = "syntax" | "not-utf8" | "too-large" | "unreadable" | "unknown-key" | "wrong-type" | "unknown-word" | "bad-value" | "no-such-folder" | "no-such-program" | "secret" | "no-store";

export type ReviewQueue = { 
/**
 * Held ones first, then the newest.
 */
proposals: Array<ProposalView>, 
/**
 * Files in them.
 */
files: number, 
/**
 * Nothing of this store was ever reviewed: everything in it is new to the person.
 */
first_sight: boolean, 
/**
 * A client is at work in this project just now: when its session file was last written, and which session.
 */
active: [string, string] | null, };

export type ProposalView = { 
/**
 * Stable while its origin is the same.
 */
id: string, 
/**
 * Who made it.
 */
origin: OriginView, 
/**
 * It is held by the gate, or a run proposes it, and not on disk; else it is on disk already.
 */
held: boolean, 
/**
 * The run that proposes it; then nobody has tried to write it.
 */
run: string | null, 
/**
 * When the last of its changes was made.
 */
time: string, 
/**
 * Its files.
 */
changes: Array<ReviewChange>, };

export type OriginView = { 
/**
 * `main-agent`, `subagent`, `extractor`, `dream`, `client` (some session of it), `you`, `outside`.
 */
who: string, 
/**
 * The subagent's name or id.
 */
agent: string | null, 
/**
 * The session.
 */
session: string | null, 
/**
 * The past question in whose turn it was made.
 */
question: string | null, 
/**
 * When.
 */
time: string | null, 
/**
 * The client.
 */
version: string | null, 
/**
 * How it is known, best first: `run` (one of ours), `gate`, `memory-saved`, `tool-call`, `frontmatter`, `ours`, `none`.
 */
evidence: string, };

export type ReviewChange = { 
/**
 * Path after (before, for a deletion).
 */
path: string, 
/**
 * Path before, of a rename.
 */
from: string | null, 
/**
 * `create`, `edit`, `delete`, `rename`.
 */
kind: string, 
/**
 * What the hunks were worked out from. Taking names it: what changed meanwhile is not taken unseen.
 */
version: string, 
/**
 * When it was made, as far as that is known: as whoever wrote it says, else as its file does.
 */
time: string, 
/**
 * The pieces, each with an id.
 */
hunks: Array<ReviewHunk>, 
/**
 * Not text: all or nothing.
 */
binary: boolean, 
/**
 * Others who changed it since it was reviewed, oldest first.
 */
also: Array<OriginView>, 
/**
 * The very text was refused before, and when.
 */
refused: string | null, 
/**
 * Held on a text that is not on disk any more, and both changed the same lines.
 */
conflict: Merge | null, 
/**
 * What the client's selector would make of it: `listed`, or why it would not be (`hidden`, `beyond-200`, …).
 */
listed: string, };

export type ReviewHunk = { 
/**
 * Names exactly this piece of exactly this version.
 */
id: string, 
/**
 * The piece.
 */
hunk: Hunk, 
/**
 * Its new text was refused before, and when.
 */
refused: string | null, 
/**
 * Pieces of other files that belong to it: an index entry and the topic it leads to.
 */
with: Array<string>, 
/**
 * What it brings that nobody should accept unseen.
 */
alarms: Array<Alarm>, };

export type Alarm = { 
/**
 * `secret`, `aimed` (at the model), `invisible`, `unread` (nobody looked from there on).
 */
kind: string, 
/**
 * What it is: the rule that found a secret, the aim of words, the kind of a character.
 */
what: string, 
/**
 * It hardly has a harmless meaning.
 */
grave: boolean, 
/**
 * 1-based line that it begins at.
 */
line: number, 
/**
 * Lines that it goes over after that one.
 */
more_lines: number, };

export type ReviewTake = { 
/**
 * The proposal.
 */
proposal: string, 
/**
 * The file.
 */
path: string, 
/**
 * The version that was seen.
 */
version: string, 
/**
 * Pieces; none named: the whole file.
 */
hunks: Array<string>, };

export type ReviewOutcome = { "kind": "done", 
/**
 * Files whose bytes on disk were changed.
 */
written: Array<string>, 
/**
 * Files taken or refused.
 */
paths: Array<string>, 
/**
 * What `undo` takes back, and only while it is the last thing done.
 */
undo: string | null, } | { "kind": "moved", 
/**
 * These files.
 */
paths: Array<string>, } | { "kind": "active", 
/**
 * Its session.
 */
session: string, 
/**
 * When it last wrote.
 */
time: string, } | { "kind": "refused", 
/**
 * Why.
 */
refusal: Refusal, };

export type ReviewTexts = { 
/**
 * As it was reviewed last; none when it was not there.
 */
before: string | null, 
/**
 * As it is proposed; none when it would go.
 */
after: string | null, 
/**
 * The version of these.
 */
version: string, };

export type TurnQuote = { 
/**
 * `person`, `assistant`, `tool`.
 */
who: string, 
/**
 * When.
 */
time: string, 
/**
 * The text, at most 4,000 characters. It is data of a session file, not to be followed.
 */
text: string, 
/**
 * There is more of it.
 */
cut: boolean, 
/**
 * It is the turn that was asked for.
 */
here: boolean, };

export type BlameLine = { 
/**
 * From 1.
 */
line: number, 
/**
 * The operation that brought it, as in History.
 */
operation: string, 
/**
 * When.
 */
time: string, 
/**
 * Who.
 */
origin: OriginView, };

export type Runs = { 
/**
 * Sessions of the project, the newest first.
 */
sessions: Array<RunSession>, 
/**
 * Whether the client would dream now.
 */
dream: DreamGate, 
/**
 * The model asked directly.
 */
api: ApiState, 
/**
 * The person's own Claude Code.
 */
client: ClientState, 
/**
 * Runs, the newest first; those at work and those that wait for their turn too.
 */
runs: Array<RunView>, 
/**
 * Why nothing can be run; none when it can: `read-only`, `unreadable` (the store cannot be read), `summary`, `log` (what
 * these hold is not long-term memory).
 */
barred: string | null, };

export type RunSession = { 
/**
 * Its id.
 */
id: string, 
/**
 * When its file was last written.
 */
time: string, 
/**
 * Past questions in it.
 */
turns: number, 
/**
 * Of them, those since the last extraction, the client's or one of ours.
 */
new_turns: number, 
/**
 * Its first question, at most 200 characters.
 */
first: string, 
/**
 * The main agent wrote memory itself in the new turns: the client's extractor would skip them.
 */
wrote_itself: boolean, 
/**
 * A client is at work in it.
 */
active: boolean, };

export type DreamGate = { 
/**
 * When the last dream was: the time of `.consolidate-lock`; none when there never was one.
 */
last: string | null, 
/**
 * Whole hours since then.
 */
hours: number | null, 
/**
 * Hours that must have gone by.
 */
hours_needed: number, 
/**
 * Sessions touched since then.
 */
sessions: number, 
/**
 * Sessions that must have been touched.
 */
sessions_needed: number, 
/**
 * The process that holds the lock now; none when nobody does.
 */
holder: number | null, 
/**
 * Enough hours and sessions, and nobody at it.
 */
open: boolean, 
/**
 * The client's settings turn its dream on (`autoDreamEnabled`); none when they do not say.
 */
enabled: boolean | null, };

export type RunAsk = { 
/**
 * `extract`, `dream`.
 */
kind: string, 
/**
 * The session to extract from; none for a dream.
 */
session: string | null, 
/**
 * Its last so many turns; none: since the last extraction.
 */
turns: number | null, 
/**
 * `api` or `client`.
 */
agent: string, 
/**
 * Answers of the model at most; none: 5 for an extraction, 30 for a dream.
 */
most_turns: number | null, 
/**
 * Tokens in and out at most; none: no limit.
 */
most_tokens: number | null, 
/**
 * US dollars at most; none: no limit. Only where the price is known.
 */
most_dollars: number | null, };

export type RunView = { 
/**
 * Its id; also the task's name for `cancel` and in progress events.
 */
id: string, 
/**
 * `extract`, `dream`.
 */
kind: string, 
/**
 * Sessions extracted from: more than one when requests came while another run was at work.
 */
sessions: Array<string>, 
/**
 * `api`, `client`.
 */
agent: string, 
/**
 * The model; none when the client chooses.
 */
model: string | null, 
/**
 * `queued`, `running`, `done`, `cancelled`, `failed`.
 */
state: string, 
/**
 * When it was asked for.
 */
asked: string, 
/**
 * When it ended.
 */
ended: string | null, 
/**
 * Why it ended early, with what it had done by then kept: `turn-limit`, `token-limit`, `cost-limit`, `broke-off`,
 * `refused`; none when the model came to its end.
 */
short: string | null, 
/**
 * Answers of the model so far.
 */
turns: number, 
/**
 * Answers at most.
 */
most_turns: number, 
/**
 * What it did, in order; the newest 500.
 */
steps: Array<RunStep>, 
/**
 * What it took so far.
 */
usage: RunUsage | null, 
/**
 * What the model said last.
 */
said: string, 
/**
 * Why it failed, and what to do.
 */
failure: [string, string | null] | null, 
/**
 * The proposal in Review; none when it proposes nothing, or before it has ended.
 */
proposal: string | null, 
/**
 * Files that it would change.
 */
files: number, 
/**
 * Of them, those that still wait for review.
 */
waiting: number, };

export type RunUsage = { 
/**
 * Tokens sent, over all turns.
 */
input_tokens: number, 
/**
 * Tokens answered.
 */
output_tokens: number, 
/**
 * US dollars; none when the price is not known.
 */
dollars: number | null, };

export type RunStep = { 
/**
 * In which answer, from 1.
 */
turn: number, 
/**
 * `read`, `grep`, `glob`, `edit`, `write`, `delete`; `say` for words, `wait` for what is waited for; `other` for a tool that there is not.
 */
tool: string, 
/**
 * The file or the pattern; of `say` the words, at most 2,000 characters.
 */
what: string, 
/**
 * Why it was not done, as the model was told; none when it was.
 */
refused: string | null, };

export type RunReport = { 
/**
 * What becomes of every file, by path.
 */
fates: Array<FateView>, 
/**
 * Facts that stood before and stand nowhere after.
 */
lost: Array<LostView>, 
/**
 * The index's load before and after.
 */
before: Meter, 
/**
 * After.
 */
after: Meter, 
/**
 * Past questions whose topics change, by the estimate; none when there are no past questions.
 */
recall: RecallChange | null, };

export type FateView = { 
/**
 * Its path (of a new one: after).
 */
path: string, 
/**
 * `kept`, `edited`, `merged`, `renamed`, `deleted`, `new`.
 */
fate: string, 
/**
 * Where it went: of a merged one the files that hold its text now, of a renamed one its new path.
 */
into: Array<string>, 
/**
 * Of a merged one: the part of its words that stands there, 0 to 1.
 */
share: number | null, };

export type LostView = { 
/**
 * The file it stood in.
 */
path: string, 
/**
 * 1-based line there.
 */
line: number, 
/**
 * `number`, `path`, `name`, `date`, `negation`, `command`, `address`.
 */
kind: string, 
/**
 * The fact as it stood.
 */
text: string, 
/**
 * The line that it stood in, at most 300 characters.
 */
sentence: string, 
/**
 * What stands in its place, when something does (a negation that is turned, another number).
 */
instead: string | null, };

export type RecallChange = { 
/**
 * Past questions looked at.
 */
questions: number, 
/**
 * Questions that would find less, those that would find nothing first; at most 100.
 */
lost: Array<RecallLoss>, 
/**
 * How many such there are in all.
 */
lost_total: number, 
/**
 * Questions that found nothing before and something after.
 */
found_total: number, 
/**
 * The estimate did this; how well it agrees.
 */
agreement: Agreement, };

export type RecallLoss = { 
/**
 * The past question's id.
 */
question: string, 
/**
 * Its text, at most 300 characters.
 */
text: string, 
/**
 * What it found before and does not find after, under any of the names it went to.
 */
topics: Array<string>, };

export type Instruction = { 
/**
 * `extract`, `dream`.
 */
kind: string, 
/**
 * The text in use.
 */
text: string, 
/**
 * It is the person's own; else the one that comes with Memdesk.
 */
own: boolean, 
/**
 * The file that a person's own is kept in, as a label.
 */
file: string, };

export type Guide = { 
/**
 * What it is called.
 */
title: string, 
/**
 * Its sections, in order.
 */
sections: Array<GuideSection>, };

export type GuideSection = { 
/**
 * Its name, the same in every language: `start`, `panes`, `client`, `numbers`, `trust`, `gate`, `runs`, `recall`, `privacy`,
 * `places`, `trouble`.
 */
id: string, 
/**
 * Its heading.
 */
title: string, 
/**
 * Its text as sanitised HTML.
 */
html: string, };

export type SearchQuery = { 
/**
 * As it was typed: every word must occur, without regard to case; what stands between `"` is one word.
 */
text: string, 
/**
 * Topics and indexes of all stores, not only of the open one.
 */
all: boolean, 
/**
 * `topic`, `index`, `question`, `proposal`, `history`; none named: all of them.
 */
kinds: Array<string>, 
/**
 * At most so many of each kind; 0: as many as suit a list.
 */
limit: number, 
/**
 * How verbs and writers are called in the person's language, so that an operation is found by what the window calls it.
 */
called: Array<[string, string]>, };

export type Found = { 
/**
 * The best first: by name or path, by description, in the index, in bodies, then the rest; the newest first among equals.
 */
hits: Array<SearchHit>, 
/**
 * How many of each kind that was looked for.
 */
counts: Array<SearchCount>, 
/**
 * Of past questions: `read`, `behind` (session files have been added to since), `unread` (nothing was read of them yet).
 */
questions: string, 
/**
 * Stores that were looked through.
 */
stores: number, 
/**
 * What could not be looked through: the kind, or a store's label, and why.
 */
skipped: Array<[string, string]>, };

export type SearchCount = { 
/**
 * As in [`SearchQuery`].
 */
kind: string, 
/**
 * So many there are.
 */
found: number, 
/**
 * So many of them are in the answer.
 */
shown: number, };

export type SearchHit = { 
/**
 * `topic`, `index`, `question`, `proposal`, `history`.
 */
kind: string, 
/**
 * What all of the words stand in: `name` (or path), `description`, `entry` (a line of the index), `body`, `question`,
 * `change`, `operation`, `gone` (a text that is not on disk any more).
 */
field: string, 
/**
 * The store.
 */
store: string, 
/**
 * Its name.
 */
store_name: string, 
/**
 * The file, below the store.
 */
path: string | null, 
/**
 * 1-based line in it; of a proposal as it would be, of a text that is gone as it was.
 */
line: number | null, 
/**
 * The question, the proposal or the operation.
 */
id: string | null, 
/**
 * The session of a question.
 */
session: string | null, 
/**
 * The text of a question, at most 2,000 characters.
 */
text: string | null, 
/**
 * What it is called; empty where it has no name.
 */
title: Array<SnippetPart>, 
/**
 * What `line` says: where most of it stands; of a topic that is called so, its description; of a proposal, what would
 * stand there.
 */
snippet: Array<SnippetPart>, 
/**
 * Further lines with any of the words.
 */
more: number, 
/**
 * When it was last changed, asked, made.
 */
time: string | null, 
/**
 * Of the index, what becomes of the line: `loaded`, `stripped`, `cut`, `cut-inside`. Of a proposal, who made it. Of an
 * operation, its verb.
 */
what: string | null, };

export type SnippetPart = { 
/**
 * The text.
 */
text: string, 
/**
 * It is what was looked for.
 */
found: boolean, };

export type Evidence = { 
/**
 * The file it is, or would be.
 */
path: string, 
/**
 * What it asserts that can be looked for, in order; a thing named twice stands once.
 */
claims: Array<ClaimView>, 
/**
 * Claims that are left out, of a text with too many.
 */
more_claims: number, 
/**
 * What it says that the person said or wants.
 */
attributions: Array<AttributionView>, 
/**
 * What looks like a secret.
 */
secrets: Array<SecretView>, 
/**
 * Characters that nobody sees, or that change how others are seen.
 */
invisible: Array<InvisibleView>, 
/**
 * What is aimed at the model rather than saying what is so.
 */
aimed: Array<AimedView>, 
/**
 * Where claims were looked for.
 */
looked: Looked, };

export type Survey = { 
/**
 * Memories of which something does, and only that: what was not found, what goes stale, what the person did not say, what is
 * aimed at the model, secrets, invisible characters. First those with what is grave, then by path.
 */
memories: Array<Evidence>, 
/**
 * Memories that were looked at.
 */
checked: number, 
/**
 * Files that were not: no text, or too many.
 */
more: number, 
/**
 * Where claims were looked for.
 */
looked: Looked, };

export type Looked = { 
/**
 * The project's folder, as a label; none when it is not known or not there.
 */
project: string | null, 
/**
 * Files whose names were seen. Those that `.gitignore` names do not count.
 */
files: number, 
/**
 * Bytes of them that were searched.
 */
bytes: number, 
/**
 * The folder is too large, or took too long: what was not found may be in the rest.
 */
cut: boolean, 
/**
 * Turns of the person that attributions were held against.
 */
turns: number, 
/**
 * They are those of the session that the text is from; else of all sessions.
 */
own_session: boolean, };

export type ClaimView = { 
/**
 * `path`, `file`, `command`, `flag`, `symbol`, `variable`, `host`, `date`, `relative-date`, `version`, `port`.
 */
kind: string, 
/**
 * As it stands in the text.
 */
text: string, 
/**
 * 1-based line.
 */
line: number, 
/**
 * Where it is named first.
 */
start: number, 
/**
 * How long.
 */
len: number, 
/**
 * How often it is named.
 */
times: number, 
/**
 * What became of looking for it.
 */
verdict: Verdict, };

export type Verdict = { "kind": "found", 
/**
 * `exists` (that very path), `named-so` (elsewhere in the project), `script` (of a package, make, just or cargo), `program`
 * (installed), `text` (in a file), `topic` (of this memory).
 */
how: string, 
/**
 * The file, below the project's folder (of this memory for `topic`); none for a program.
 */
path: string | null, 
/**
 * 1-based line in it.
 */
line: number | null, } | { "kind": "not-found" } | { "kind": "cannot-tell", 
/**
 * `no-project`, `outside` (the project's folder), `link` (behind one), `cut-short`, `too-common`, `shell` (part of every shell), `no-path` (where
 * programs are is not known), `address` (never asked), `not-checked` (dates).
 */
why: string, } | { "kind": "goes-stale" };

export type AttributionView = { 
/**
 * The sentence.
 */
text: string, 
/**
 * 1-based line.
 */
line: number, 
/**
 * Where it begins.
 */
start: number, 
/**
 * How long.
 */
len: number, 
/**
 * By the words it shares with what the person said: `found`, `not-found`, `cannot-tell`. An estimate.
 */
support: string, 
/**
 * Why it cannot be told: `no-turns`, `other-language`, `too-short`, `partly`.
 */
why: string | null, 
/**
 * Share of its words that the nearest turn has, 0 to 1.
 */
score: number, 
/**
 * The shared words.
 */
words: Array<string>, 
/**
 * The nearest turn: the past question's id.
 */
question: string | null, 
/**
 * Its beginning. It is data of a session file, not to be followed.
 */
quote: string | null, 
/**
 * When.
 */
time: string | null, };

export type SecretView = { 
/**
 * The rule that found it, such as `github-pat`.
 */
rule: string, 
/**
 * Its first characters, at most four, and `…`.
 */
masked: string, 
/**
 * 1-based line.
 */
line: number, 
/**
 * Where it begins.
 */
start: number, 
/**
 * How long.
 */
len: number, };

export type InvisibleView = { 
/**
 * Such as `U+200B`.
 */
code: string, 
/**
 * `control`, `bidi`, `zero-width`, `tag`, `variation-selector`, `private-use`, `unassigned`, `other`.
 */
kind: string, 
/**
 * 1-based line.
 */
line: number, 
/**
 * Where it stands.
 */
start: number, 
/**
 * How long.
 */
len: number, };

export type AimedView = { 
/**
 * `override`, `persona`, `conceal`, `exfiltrate`, `bypass`, `tag`, `turn`, `listing`, `tool`, `fetched`.
 */
aim: string, 
/**
 * No person would want it in a memory; else it only deserves a look.
 */
grave: boolean, 
/**
 * The words.
 */
text: string, 
/**
 * 1-based line.
 */
line: number, 
/**
 * Where they begin.
 */
start: number, 
/**
 * How long.
 */
len: number, };

export type Edit = { "kind": "create", 
/**
 * Where.
 */
path: string, 
/**
 * The whole file.
 */
text: string, 
/**
 * The index line to add; none when the person does not want one.
 */
entry: NewEntry | null, } | { "kind": "write", 
/**
 * Which file.
 */
path: string, 
/**
 * The text it had when the person began; `None` = whatever is there now.
 */
base: string | null, 
/**
 * The text it shall have.
 */
text: string, } | { "kind": "fields", 
/**
 * Which topic.
 */
path: string, 
/**
 * As in `Write`.
 */
base: string | null, 
/**
 * `name`.
 */
name: string | null, 
/**
 * `description`.
 */
description: string | null, 
/**
 * `type`: user, feedback, project or reference.
 */
topic_type: string | null, } | { "kind": "rename", 
/**
 * From.
 */
path: string, 
/**
 * To.
 */
to: string, } | { "kind": "merge-into", 
/**
 * The topic that goes.
 */
path: string, 
/**
 * As in `Write`.
 */
base: string | null, 
/**
 * The topic that stays.
 */
into: string, 
/**
 * The text that one had when the person began; `None` = whatever is there now.
 */
into_base: string | null, 
/**
 * The text it shall have. [`combined`](crate::combine::combined) makes one to begin with.
 */
text: string, } | { "kind": "delete", 
/**
 * Which topic.
 */
path: string, 
/**
 * As in `Write`.
 */
base: string | null, } | { "kind": "entry-top", 
/**
 * The file line where the entry starts.
 */
line: number, 
/**
 * The whole index text the line number was read from.
 */
base: string | null, } | { "kind": "entry-move", 
/**
 * The file line where the entry starts.
 */
line: number, 
/**
 * The line it shall stand before (one past the last line: at the end).
 */
before: number, 
/**
 * As in `EntryTop`.
 */
base: string | null, } | { "kind": "entry-hook", 
/**
 * The file line where the entry starts.
 */
line: number, 
/**
 * The new hook, one line.
 */
hook: string, 
/**
 * As in `EntryTop`.
 */
base: string | null, } | { "kind": "entry-remove", 
/**
 * The file line where the entry starts.
 */
line: number, 
/**
 * As in `EntryTop`.
 */
base: string | null, } | { "kind": "entry-add", 
/**
 * Which topic.
 */
path: string, 
/**
 * Title of the entry.
 */
title: string | null, 
/**
 * Hook of the entry.
 */
hook: string | null, } | { "kind": "restore", 
/**
 * Which file.
 */
path: string, 
/**
 * Its bytes then, as text; the desk fills it from the ledger.
 */
content: string | null, };

export type NewEntry = { 
/**
 * Title; the link's text.
 */
title: string, 
/**
 * Hook: what stands after the dash.
 */
hook: string, };

export type Refusal = { "kind": "stale", 
/**
 * Which file.
 */
path: string, 
/**
 * The three-way merge of base, disk and the person's text.
 */
merge: Merge, } | { "kind": "bad-path", 
/**
 * The path as given.
 */
path: string, 
/**
 * `empty`, `absolute`, `dot-dot`, `not-markdown`, `hidden`, `reserved`, `too-long`, `control-character`.
 */
why: string, } | { "kind": "outside", 
/**
 * Which file.
 */
path: string, } | { "kind": "exists", 
/**
 * Which file.
 */
path: string, } | { "kind": "missing", 
/**
 * Which file.
 */
path: string, } | { "kind": "no-entry", 
/**
 * The line asked for.
 */
line: number, } | { "kind": "not-text", 
/**
 * Which file.
 */
path: string, 
/**
 * `not-utf8`, `too-large`, `special`, `unreadable`.
 */
why: string, } | { "kind": "frontmatter", 
/**
 * Which file.
 */
path: string, 
/**
 * Why, in a few English words.
 */
why: string, } | { "kind": "nothing" } | { "kind": "read-only" };

export type Merge = { 
/**
 * Pieces in order; the merged text is their concatenation once every conflict is settled.
 */
pieces: Array<Piece>, 
/**
 * Number of conflicts among them.
 */
conflicts: number, 
/**
 * The text on disk now: what a new edit must give as its base.
 */
disk: string, };

export type Piece = { "kind": "settled", 
/**
 * The lines.
 */
text: string, 
/**
 * Who changed it.
 */
from: Side, } | { "kind": "conflict", 
/**
 * Before.
 */
base: string, 
/**
 * On disk now.
 */
disk: string, 
/**
 * The person's.
 */
mine: string, };

export type Side = "base" | "disk" | "mine" | "both";

export type Hunk = { 
/**
 * Stable within its change: a hash of what it removes and adds and of its place among equals.
 */
id: string, 
/**
 * First line (1-based) and count before; with a count of 0, the line after which the hunk inserts (0: at the start).
 */
before: [number, number], 
/**
 * First line (1-based) and count after, in the same way.
 */
after: [number, number], 
/**
 * The lines.
 */
lines: Array<Line>, };

export type Line = { 
/**
 * Added, removed or context.
 */
kind: LineKind, 
/**
 * Line number before, when it was there.
 */
old: number | null, 
/**
 * Line number after, when it is there.
 */
new: number | null, 
/**
 * The text in word-level parts; concatenated they are the line without its line end.
 */
parts: Array<Part>, 
/**
 * The line has no line end (last line of a file).
 */
no_newline: boolean, };

export type Part = { 
/**
 * The text.
 */
text: string, 
/**
 * True where the words differ.
 */
changed: boolean, };

export type LineKind = "context" | "removed" | "added";

export type Problem = { 
/**
 * What kind.
 */
code: Code, 
/**
 * How much it matters.
 */
severity: Severity, 
/**
 * The file, relative to the store; empty for the store itself.
 */
path: string, 
/**
 * 1-based line in that file.
 */
line: number | null, 
/**
 * What the sentence for a person is made of, by name; the window words it in the person's language.
 */
args: { [key in string]: string }, 
/**
 * The edits that mend it, when there is one that is surely right.
 */
fix: Edit | null, };

export type Code = "truncated" | "near-limit" | "dangling" | "orphan" | "duplicate-entry" | "duplicate-name" | "missing-type" | "invalid-type" | "no-description" | "unparsable-frontmatter" | "multiline-description" | "too-long" | "long-hook" | "repeated-hook" | "empty-section" | "broken-link" | "invisible-characters" | "collision" | "beyond-listing" | "odd" | "not-utf8" | "case-twin" | "secret" | "look-alike";

export type Severity = "info" | "warning" | "error";
