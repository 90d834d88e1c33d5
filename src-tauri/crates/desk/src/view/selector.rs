//! Selectors as the window shows them: which there are, what they cost, how well they agree, and long work's progress.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How well a selector agrees with what a reader picked. Measured over the recall sets in
/// `tests/recall/blind`, on which nothing is tuned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Agreement {
    /// Questions measured.
    pub questions: usize,
    /// Of the relevant topics, the part among the best five.
    pub recall_at_5: f64,
    /// Of the picked topics, the part that is relevant.
    pub precision: f64,
    /// Harmonic mean of precision and recall of what is picked.
    pub f1: f64,
    /// Of the questions, the part for which exactly the relevant topics are picked.
    pub exact: f64,
}

/// What a model call took, or would take.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Usage {
    /// Which model.
    pub model: String,
    /// Tokens sent.
    #[ts(type = "number")]
    pub input_tokens: u64,
    /// Tokens answered (before: at most).
    #[ts(type = "number")]
    pub output_tokens: u64,
    /// US dollars; none when the price is not known.
    pub dollars: Option<f64>,
    /// Where the price is from: `listed` (with `priced`), `set` (by the person), `free` (a model on this machine), `unknown`.
    pub price: String,
    /// The day of the listed price (`2026-11-30`).
    pub priced: Option<String>,
    /// It is worked out beforehand, not reported.
    pub estimate: bool,
    /// Milliseconds; none beforehand.
    #[ts(type = "number | null")]
    pub milliseconds: Option<u64>,
}

/// The selectors, and whether each can be used.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Selectors {
    /// How well the estimate agrees.
    pub agreement: Agreement,
    /// The model asked directly.
    pub api: ApiState,
    /// The person's own Claude Code.
    pub client: ClientState,
}

/// The model that is asked directly.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ApiState {
    /// As it is set.
    pub settings: ModelSettings,
    /// Where the key comes from: `environment`, `keyring`, `not-needed`, `none`.
    pub key: String,
    /// The variable that is looked at, such as `ANTHROPIC_API_KEY`.
    pub variable: String,
    /// Why keys cannot be kept on this machine; none when they can.
    pub no_keyring: Option<String>,
}

/// Which model is asked, as the settings say. A key never is there.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ModelSettings {
    /// `anthropic`, `openai` (any endpoint with its wire format) or `ollama`.
    pub provider: String,
    /// The endpoint; empty: the provider's own.
    pub base_url: String,
    /// The model; empty: a default of the provider.
    pub model: String,
    /// US dollars for a million tokens, in and out, when the listed price is not theirs.
    pub dollars_per_million: Option<(f64, f64)>,
}

/// The person's own Claude Code.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ClientState {
    /// The program, as a label; none when there is none.
    pub program: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Why it cannot be asked: `not-found`, `does-not-start`, `no-project` (the project's folder is not known or gone),
    /// `read-only` (it writes into its config root whatever it is asked); none when it can.
    pub problem: Option<String>,
}

/// The rules held against the installed client.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Calibration {
    /// The client's version.
    pub client: String,
    /// The program, as a label.
    pub program: String,
    /// The profile it was held against.
    pub profile: String,
    /// Cases run.
    pub cases: usize,
    /// Cases that agree.
    pub agree: usize,
    /// By rule.
    pub rules: Vec<RuleAgreement>,
}

/// One rule held against the client.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RuleAgreement {
    /// `manifest`, `frontmatter`, `gate`, `selected`, `surface`, `age`, `session`, `index`.
    pub rule: String,
    /// Cases run.
    pub cases: usize,
    /// Cases that agree.
    pub agree: usize,
    /// The others.
    pub disagree: Vec<Disagreement>,
}

/// A case in which client and rule differ.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Disagreement {
    /// What was tried.
    pub case: String,
    /// What the rule says.
    pub ours: String,
    /// What the client did.
    pub theirs: String,
}

/// Progress of long work, sent as the event `progress`.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Progress {
    /// The task's name, given by whoever asked.
    pub task: String,
    /// What is being done: `sessions` (bytes), `coverage` (questions), `calibrate` (cases), `model` (no counts),
    /// `evidence` (files), `run` (answers of the model; look at the run again).
    pub what: String,
    /// So far.
    #[ts(type = "number")]
    pub done: u64,
    /// In all; 0 when it is not known.
    #[ts(type = "number")]
    pub total: u64,
}
