//! Recall as the window shows it: past questions, the four steps of one question, a session replayed, coverage.
//!
//! Separate from `selector` (which selectors there are and what they cost). Words in `why` and the like are kebab-case
//! and closed sets, listed where they stand: the window has a sentence for each.

use super::Recalled;
use super::selector::{Agreement, Usage};
use memdesk_review::Edit;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which past questions are wanted. Everything may be left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct QuestionFilter {
    /// Words or a part of one, in any script; empty: all.
    pub search: String,
    /// Only those of this session.
    pub session: Option<String>,
    /// Only those after which this topic (relative path) was recorded as surfaced.
    pub topic: Option<String>,
    /// Not before this time (ISO 8601).
    pub from: Option<String>,
    /// Before this time.
    pub to: Option<String>,
    /// Only those after which nothing was surfaced.
    pub nothing: bool,
    /// So many are left out at the beginning.
    pub offset: usize,
    /// At most so many; 0: 200.
    pub limit: usize,
}

/// Past questions, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct QuestionList {
    /// Those asked for.
    pub questions: Vec<QuestionRow>,
    /// How many match the filter in all.
    pub matches: usize,
    /// How many the store has.
    pub total: usize,
    /// Sessions that they are from.
    pub sessions: usize,
    /// What was read to find them.
    pub read: ReadState,
}

/// What was read of the session files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct ReadState {
    /// Files known.
    pub files: usize,
    /// Files that could not be read: label and why.
    pub unreadable: Vec<(String, String)>,
    /// Rows that are no JSON, half written ones at the end not counted. They are skipped.
    pub broken_rows: usize,
    /// Some files have not been read to their end yet.
    pub behind: bool,
}

/// A question that a person typed.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct QuestionRow {
    /// The row's uuid in the session file.
    pub id: String,
    /// Its session.
    pub session: String,
    /// When.
    pub time: String,
    /// What was typed; the first 2,000 characters.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// Where the search found what it looked for in `text`: start and length in UTF-16 units.
    pub found: Vec<(usize, usize)>,
    /// `runs`, or why the selector was not asked, as far as the text alone tells: `no-white-space`, `slash-command`, `empty`.
    pub gate: String,
    /// Topics that the session records as surfaced after it: relative paths where they lie in this store.
    pub recorded: Vec<Recorded>,
    /// The working directory, as a label, when it is not the store's own project folder (a subdirectory or a worktree).
    pub place: Option<String>,
    /// The client that wrote the session.
    pub version: Option<String>,
}

/// A memory that a session records as surfaced.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Recorded {
    /// Relative path in this store; a label when it lies elsewhere.
    pub path: String,
    /// It lies in this store.
    pub inside: bool,
    /// It is still there.
    pub exists: bool,
    /// Its bytes as they were surfaced differ from what would be surfaced now.
    pub changed: bool,
}

/// What is to be recalled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RecallAsk {
    /// The question.
    pub query: String,
    /// The past question it is: then what its session had surfaced and read before counts, and the recording stands beside.
    pub question: Option<String>,
    /// `estimate`, `api`, `client` or `recorded` (only with `question`).
    pub selector: String,
    /// A change that is not made yet: everything is worked out as if it were, and the ranking says what moved.
    pub edit: Option<Edit>,
    /// Topics already surfaced in this session, for a question that is not a past one.
    pub surfaced: Vec<String>,
    /// With `client`: catch the selector call and do not send it on.
    pub dry_run: bool,
}

/// The four steps.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RecallView {
    /// The question.
    pub query: String,
    /// Step 1.
    pub gate: GateView,
    /// Step 2.
    pub offered: Offered,
    /// Step 3; none when the selector is not asked or could not answer (then `failure`).
    pub chosen: Option<Chosen>,
    /// Why step 3 has no answer.
    pub failure: Option<super::Failure>,
    /// Step 4.
    pub surfaced: SurfacedStep,
    /// The past question, its place in its session, and the recording beside the replay.
    pub past: Option<Past>,
}

/// Step 1: does it run?
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct GateView {
    /// The selector would be asked (were recall on).
    pub runs: bool,
    /// `runs`, `no-white-space`, `slash-command`, `budget-spent`, `empty`.
    pub why: String,
    /// Recall is off in this client: it loads the index instead (index mode). The rest is shown as it would be were it on.
    pub index_mode: bool,
    /// It names `@agent-<name>`: that agent's store is searched instead of this one.
    pub agent: Option<String>,
}

/// Step 2: what is offered?
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Offered {
    /// In the order of the listing.
    pub lines: Vec<OfferedLine>,
    /// Topics that are not offered, and why: `hidden`, `logs`, `sessions`, `below-team`, `beyond-200`, `unreadable`.
    pub out: Vec<(String, String)>,
    /// Topics offered at most.
    pub limit: usize,
    /// UTF-16 units of the listing.
    pub utf16: usize,
}

/// A line of the listing.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct OfferedLine {
    /// The topic.
    pub path: String,
    /// As the selector gets it. Can hold newlines.
    pub line: String,
    /// Why the selector knows little of it: `no-description`, `header-beyond-30-lines`, `forged-lines` (its description holds
    /// further lines), or none.
    pub weak: Option<String>,
}

/// Step 3: what is chosen?
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Chosen {
    /// `estimate`, `api`, `client`, `recorded`.
    pub selector: String,
    /// It is an estimate: no model was asked.
    pub estimate: bool,
    /// How well the estimate agrees with a reader, measured.
    pub agreement: Option<Agreement>,
    /// Every offered topic with a score, best first; of a model's answer those it named.
    pub ranked: Vec<Ranked>,
    /// What is picked, in order; a name can come twice.
    pub selected: Vec<String>,
    /// Names that the answer had and that are not offered.
    pub invented: Vec<String>,
    /// The model's answer as it came.
    pub raw: Option<String>,
    /// What it took.
    pub usage: Option<Usage>,
    /// It came from the cache: nothing was sent.
    pub cached: bool,
}

/// A topic in the ranking.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Ranked {
    /// The topic.
    pub path: String,
    /// 0 to 1 for the estimate; none for a model, which gives none.
    pub score: Option<f64>,
    /// It is picked.
    pub selected: bool,
    /// What matched: the question's word, and where (`name`, `file`, `description`, `type`).
    pub reasons: Vec<Reason>,
    /// With an edit: its rank (0 is best) and score before; none when it was not offered.
    pub before: Option<(usize, f64)>,
}

/// Why the estimate ranks a topic.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Reason {
    /// The matching word, as it stands in the topic.
    pub word: String,
    /// Where: `name`, `file`, `description`.
    pub field: String,
    /// Its part of the score, 0 to 1.
    pub share: f64,
}

/// Step 4: what is surfaced?
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct SurfacedStep {
    /// Bodies, in order.
    pub files: Vec<SurfacedFile>,
    /// Picked but left out: path and why (`already-surfaced`, `read-by-agent`, `over-5`).
    pub left_out: Vec<(String, String)>,
    /// UTF-16 units that the session had surfaced before.
    pub used_before: usize,
    /// After.
    pub used_after: usize,
    /// Once a session has surfaced so many, the selector is not asked any more.
    pub limit: usize,
}

/// A body that is surfaced.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct SurfacedFile {
    /// The topic.
    pub path: String,
    /// Its text with its cut and its age.
    pub recalled: Recalled,
    /// UTF-16 units it takes of the budget.
    pub units: usize,
}

/// Where a past question stood, and what was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Past {
    /// The question.
    pub row: QuestionRow,
    /// Which question of its session it is, from 1.
    pub number: usize,
    /// How many the session has.
    pub of: usize,
    /// Topics surfaced earlier in the session.
    pub surfaced_before: Vec<String>,
    /// Topics that the agent had read itself by then.
    pub read_before: Vec<String>,
    /// Recorded beside replayed.
    pub compared: Compared,
}

/// Recorded beside replayed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct Compared {
    /// In both.
    pub same: Vec<String>,
    /// Recorded, not replayed.
    pub only_recorded: Vec<Difference>,
    /// Replayed, not recorded.
    pub only_replayed: Vec<Difference>,
}

/// A topic that is in one and not in the other.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Difference {
    /// The topic.
    pub path: String,
    /// Why, as far as it can be told: `gone`, `elsewhere`, `not-offered`, `changed-since`, `new-since`, `gate`,
    /// `already-surfaced`, `read-by-agent`, `over-5`, `recall-was-off`, `not-chosen`, `chosen-now`.
    pub why: String,
}

/// A session, question by question.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct SessionReplay {
    /// The session.
    pub session: String,
    /// Where, as a label.
    pub place: Option<String>,
    /// The client that wrote it.
    pub version: Option<String>,
    /// `estimate` or `recorded`.
    pub selector: String,
    /// Its questions, oldest first.
    pub questions: Vec<ReplayedQuestion>,
    /// UTF-16 units surfaced at most.
    pub limit: usize,
}

/// A question of a replayed session.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ReplayedQuestion {
    /// The question.
    pub row: QuestionRow,
    /// `runs`, `no-white-space`, `slash-command`, `budget-spent`, `empty`.
    pub gate: String,
    /// What the selector picks.
    pub selected: Vec<String>,
    /// What is surfaced.
    pub surfaced: Vec<String>,
    /// Picked but left out, and why.
    pub left_out: Vec<(String, String)>,
    /// UTF-16 units surfaced by then, this question included.
    pub used_after: usize,
    /// Recorded beside replayed.
    pub compared: Compared,
}

/// Topics over all past questions.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Coverage {
    /// Where each span of time begins, oldest first; they have equal length (a day, a week or four weeks).
    pub spans: Vec<String>,
    /// Where the last one ends.
    pub end: String,
    /// Questions in each span.
    pub questions: Vec<usize>,
    /// Topics, the most often recorded first, then estimated.
    pub topics: Vec<CoverageRow>,
    /// Past questions.
    pub total: usize,
    /// Of these, for so many the selector would be asked.
    pub ran: usize,
    /// Of these, after so many something was recorded.
    pub recorded: usize,
    /// Of these, for so many the estimate finds nothing.
    pub nothing_estimated: usize,
    /// How well the estimate agrees with a reader.
    pub agreement: Agreement,
}

/// A topic over time.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct CoverageRow {
    /// Relative path.
    pub path: String,
    /// It is still there.
    pub exists: bool,
    /// Times recorded in each span.
    pub recorded: Vec<usize>,
    /// Times estimated in each span.
    pub estimated: Vec<usize>,
    /// In all.
    pub recorded_total: usize,
    /// In all.
    pub estimated_total: usize,
    /// When it was last recorded.
    pub last: Option<String>,
}
