//! What stands beside a memory's text in review: what it asserts and what became of looking for it.
//!
//! Separate because none of it is about a change. What was not found need not be wrong, so each answer says how it was looked for.
//! `start` and `len` are UTF-16 units in the text; words are kebab-case and closed sets.

use serde::Serialize;
use ts_rs::TS;

/// Everything that can be said about a text without believing it.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Evidence {
    /// The file it is, or would be.
    pub path: String,
    /// What it asserts that can be looked for, in order; a thing named twice stands once.
    pub claims: Vec<ClaimView>,
    /// Claims that are left out, of a text with too many.
    pub more_claims: usize,
    /// What it says that the person said or wants.
    pub attributions: Vec<AttributionView>,
    /// What looks like a secret.
    pub secrets: Vec<SecretView>,
    /// Characters that nobody sees, or that change how others are seen.
    pub invisible: Vec<InvisibleView>,
    /// What is aimed at the model rather than saying what is so.
    pub aimed: Vec<AimedView>,
    /// Where claims were looked for.
    pub looked: Looked,
}

/// What of a whole store deserves a look.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Survey {
    /// Memories of which something does, and only that: what was not found, what goes stale, what the person did not say, what is
    /// aimed at the model, secrets, invisible characters. First those with what is grave, then by path.
    pub memories: Vec<Evidence>,
    /// Memories that were looked at.
    pub checked: usize,
    /// Files that were not: no text, or too many.
    pub more: usize,
    /// Where claims were looked for.
    pub looked: Looked,
}

/// Where claims were looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Looked {
    /// The project's folder, as a label; none when it is not known or not there.
    pub project: Option<String>,
    /// Files whose names were seen. Those that `.gitignore` names do not count.
    pub files: usize,
    /// Bytes of them that were searched.
    #[ts(type = "number")]
    pub bytes: u64,
    /// The folder is too large, or took too long: what was not found may be in the rest.
    pub cut: bool,
    /// Turns of the person that attributions were held against.
    pub turns: usize,
    /// They are those of the session that the text is from; else of all sessions.
    pub own_session: bool,
}

/// Something that is named.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ClaimView {
    /// `path`, `file`, `command`, `flag`, `symbol`, `variable`, `host`, `date`, `relative-date`, `version`, `port`.
    pub kind: String,
    /// As it stands in the text.
    pub text: String,
    /// 1-based line.
    pub line: u32,
    /// Where it is named first.
    pub start: usize,
    /// How long.
    pub len: usize,
    /// How often it is named.
    pub times: usize,
    /// What became of looking for it.
    pub verdict: Verdict,
}

/// What became of looking for a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// It is there.
    Found {
        /// `exists` (that very path), `named-so` (elsewhere in the project), `script` (of a package, make, just or cargo), `program`
        /// (installed), `text` (in a file), `topic` (of this memory).
        how: String,
        /// The file, below the project's folder (of this memory for `topic`); none for a program.
        path: Option<String>,
        /// 1-based line in it.
        line: Option<u32>,
    },
    /// It was looked for everywhere it could be and is not there. It may be elsewhere, or not exist yet.
    NotFound,
    /// It cannot be told.
    CannotTell {
        /// `no-project`, `outside` (the project's folder), `link` (behind one), `cut-short`, `too-common`, `shell` (part of every shell), `no-path` (where
        /// programs are is not known), `address` (never asked), `not-checked` (dates).
        why: String,
    },
    /// True only for a while: it says `yesterday` and not which day.
    GoesStale,
}

/// A sentence that attributes something to the person.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct AttributionView {
    /// The sentence.
    pub text: String,
    /// 1-based line.
    pub line: u32,
    /// Where it begins.
    pub start: usize,
    /// How long.
    pub len: usize,
    /// By the words it shares with what the person said: `found`, `not-found`, `cannot-tell`. An estimate.
    pub support: String,
    /// Why it cannot be told: `no-turns`, `other-language`, `too-short`, `partly`.
    pub why: Option<String>,
    /// Share of its words that the nearest turn has, 0 to 1.
    pub score: f64,
    /// The shared words.
    pub words: Vec<String>,
    /// The nearest turn: the past question's id.
    pub question: Option<String>,
    /// Its beginning. It is data of a session file, not to be followed.
    pub quote: Option<String>,
    /// When.
    pub time: Option<String>,
}

/// Something that looks like a secret. Never the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SecretView {
    /// The rule that found it, such as `github-pat`.
    pub rule: String,
    /// Its first characters, at most four, and `…`.
    pub masked: String,
    /// 1-based line.
    pub line: u32,
    /// Where it begins.
    pub start: usize,
    /// How long.
    pub len: usize,
}

/// A character that nobody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct InvisibleView {
    /// Such as `U+200B`.
    pub code: String,
    /// `control`, `bidi`, `zero-width`, `tag`, `variation-selector`, `private-use`, `unassigned`, `other`.
    pub kind: String,
    /// 1-based line.
    pub line: u32,
    /// Where it stands.
    pub start: usize,
    /// How long.
    pub len: usize,
}

/// Something aimed at the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct AimedView {
    /// `override`, `persona`, `conceal`, `exfiltrate`, `bypass`, `tag`, `turn`, `listing`, `tool`, `fetched`.
    pub aim: String,
    /// No person would want it in a memory; else it only deserves a look.
    pub grave: bool,
    /// The words.
    pub text: String,
    /// 1-based line.
    pub line: u32,
    /// Where they begin.
    pub start: usize,
    /// How long.
    pub len: usize,
}
