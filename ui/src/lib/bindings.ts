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
 * The pane shown last: `index`, `topics`, `health`, `history`.
 */
pane: string | null, 
/**
 * The store shown last.
 */
store: string | null, 
/**
 * Side-by-side diffs.
 */
side_by_side: boolean, };

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
caused: Array<Problem>, };

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
 * Its id.
 */
id: string, 
/**
 * `create`, `write`, `fields`, `rename`, `delete`, `entry-top`, `entry-move`, `entry-hook`, `entry-remove`, `entry-add`, `restore`, `undo`,
 * `redo`, `observed` (the disk had changed), `first-sight`.
 */
verb: string, 
/**
 * Whose: `you`, `outside`, …
 */
origin: string, 
/**
 * When.
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
 * A kebab-case word that the window words in the person's language: `no-such-store`, `store-missing`, `io`, `ledger`, `no-window`, `bad-folder`, `bad-url`.
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
 * Whether changes on disk are being seen.
 */
watch: WatchState, };

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
to: string, } | { "kind": "delete", 
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

export type Code = "truncated" | "near-limit" | "dangling" | "orphan" | "duplicate-entry" | "duplicate-name" | "missing-type" | "invalid-type" | "no-description" | "unparsable-frontmatter" | "multiline-description" | "too-long" | "long-hook" | "repeated-hook" | "empty-section" | "broken-link" | "invisible-characters" | "collision" | "beyond-listing" | "odd" | "not-utf8" | "case-twin";

export type Severity = "info" | "warning" | "error";
