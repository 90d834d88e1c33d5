//! Runs as the window shows them: what the extractor or a dream would do, how far one is, and what came of it.
//!
//! Separate because a run is long work with steps of its own; what it proposes is judged in `review`. Words are kebab-case
//! and closed sets.

use super::{ApiState, ClientState};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What can be run on a store, and what was.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Runs {
    /// Sessions of the project, the newest first.
    pub sessions: Vec<RunSession>,
    /// Whether the client would dream now.
    pub dream: DreamGate,
    /// The model asked directly.
    pub api: ApiState,
    /// The person's own Claude Code.
    pub client: ClientState,
    /// Runs, the newest first; those at work and those that wait for their turn too.
    pub runs: Vec<RunView>,
    /// Why nothing can be run; none when it can: `read-only`, `unreadable` (the store cannot be read), `summary`, `log` (what
    /// these hold is not long-term memory).
    pub barred: Option<String>,
}

/// A session that can be extracted from.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RunSession {
    /// Its id.
    pub id: String,
    /// When its file was last written.
    pub time: String,
    /// Past questions in it.
    pub turns: usize,
    /// Of them, those since the last extraction, the client's or one of ours.
    pub new_turns: usize,
    /// Its first question, at most 200 characters.
    pub first: String,
    /// The main agent wrote memory itself in the new turns: the client's extractor would skip them.
    pub wrote_itself: bool,
    /// A client is at work in it.
    pub active: bool,
}

/// Whether the client's own dream would begin now.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct DreamGate {
    /// When the last dream was: the time of `.consolidate-lock`; none when there never was one.
    pub last: Option<String>,
    /// Whole hours since then.
    pub hours: Option<f64>,
    /// Hours that must have gone by.
    pub hours_needed: f64,
    /// Sessions touched since then.
    pub sessions: usize,
    /// Sessions that must have been touched.
    pub sessions_needed: usize,
    /// The process that holds the lock now; none when nobody does.
    pub holder: Option<u32>,
    /// Enough hours and sessions, and nobody at it.
    pub open: bool,
    /// The client's settings turn its dream on (`autoDreamEnabled`); none when they do not say.
    pub enabled: Option<bool>,
}

/// What to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunAsk {
    /// `extract`, `dream`.
    pub kind: String,
    /// The session to extract from; none for a dream.
    pub session: Option<String>,
    /// Its last so many turns; none: since the last extraction.
    pub turns: Option<usize>,
    /// `api` or `client`.
    pub agent: String,
    /// Answers of the model at most; none: 5 for an extraction, 30 for a dream.
    pub most_turns: Option<usize>,
    /// Tokens in and out at most; none: no limit.
    #[ts(type = "number | null")]
    pub most_tokens: Option<u64>,
    /// US dollars at most; none: no limit. Only where the price is known.
    pub most_dollars: Option<f64>,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunView {
    /// Its id; also the task's name for `cancel` and in progress events.
    pub id: String,
    /// `extract`, `dream`.
    pub kind: String,
    /// Sessions extracted from: more than one when requests came while another run was at work.
    pub sessions: Vec<String>,
    /// `api`, `client`.
    pub agent: String,
    /// The model; none when the client chooses.
    pub model: Option<String>,
    /// `queued`, `running`, `done`, `cancelled`, `failed`.
    pub state: String,
    /// When it was asked for.
    pub asked: String,
    /// When it ended.
    pub ended: Option<String>,
    /// Why it ended early, with what it had done by then kept: `turn-limit`, `token-limit`, `cost-limit`, `broke-off`,
    /// `refused`; none when the model came to its end.
    pub short: Option<String>,
    /// Answers of the model so far.
    pub turns: usize,
    /// Answers at most.
    pub most_turns: usize,
    /// What it did, in order; the newest 500.
    pub steps: Vec<RunStep>,
    /// What it took so far.
    pub usage: Option<RunUsage>,
    /// What the model said last.
    pub said: String,
    /// Why it failed, and what to do.
    pub failure: Option<(String, Option<String>)>,
    /// The proposal in Review; none when it proposes nothing, or before it has ended.
    pub proposal: Option<String>,
    /// Files that it would change.
    pub files: usize,
    /// Of them, those that still wait for review.
    pub waiting: usize,
}

/// Tokens and cost of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunUsage {
    /// Tokens sent, over all turns.
    #[ts(type = "number")]
    pub input_tokens: u64,
    /// Tokens answered.
    #[ts(type = "number")]
    pub output_tokens: u64,
    /// US dollars; none when the price is not known.
    pub dollars: Option<f64>,
}

/// Something that a run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunStep {
    /// In which answer, from 1.
    pub turn: usize,
    /// `read`, `grep`, `glob`, `edit`, `write`, `delete`; `say` for words, `wait` for what is waited for; `other` for a tool that there is not.
    pub tool: String,
    /// The file or the pattern; of `say` the words, at most 2,000 characters.
    pub what: String,
    /// Why it was not done, as the model was told; none when it was.
    pub refused: Option<String>,
}

/// What a run would make of a store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunReport {
    /// What becomes of every file, by path.
    pub fates: Vec<FateView>,
    /// Facts that stood before and stand nowhere after.
    pub lost: Vec<LostView>,
    /// The index's load before and after.
    pub before: super::Meter,
    /// After.
    pub after: super::Meter,
    /// Past questions whose topics change, by the estimate; none when there are no past questions.
    pub recall: Option<RecallChange>,
}

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FateView {
    /// Its path (of a new one: after).
    pub path: String,
    /// `kept`, `edited`, `merged`, `renamed`, `deleted`, `new`.
    pub fate: String,
    /// Where it went: of a merged one the files that hold its text now, of a renamed one its new path.
    pub into: Vec<String>,
    /// Of a merged one: the part of its words that stands there, 0 to 1.
    pub share: Option<f64>,
}

/// A fact that would be lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LostView {
    /// The file it stood in.
    pub path: String,
    /// 1-based line there.
    pub line: usize,
    /// `number`, `path`, `name`, `date`, `negation`, `command`, `address`.
    pub kind: String,
    /// The fact as it stood.
    pub text: String,
    /// The line that it stood in, at most 300 characters.
    pub sentence: String,
    /// What stands in its place, when something does (a negation that is turned, another number).
    pub instead: Option<String>,
}

/// What recall would bring before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RecallChange {
    /// Past questions looked at.
    pub questions: usize,
    /// Questions that would find less, those that would find nothing first; at most 100.
    pub lost: Vec<RecallLoss>,
    /// How many such there are in all.
    pub lost_total: usize,
    /// Questions that found nothing before and something after.
    pub found_total: usize,
    /// The estimate did this; how well it agrees.
    pub agreement: super::Agreement,
}

/// A past question that would find nothing, or less.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RecallLoss {
    /// The past question's id.
    pub question: String,
    /// Its text, at most 300 characters.
    pub text: String,
    /// What it found before and does not find after, under any of the names it went to.
    pub topics: Vec<String>,
}

/// An instruction that a run gives its model.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Instruction {
    /// `extract`, `dream`.
    pub kind: String,
    /// The text in use.
    pub text: String,
    /// It is the person's own; else the one that comes with Memdesk.
    pub own: bool,
    /// The file that a person's own is kept in, as a label.
    pub file: String,
}
