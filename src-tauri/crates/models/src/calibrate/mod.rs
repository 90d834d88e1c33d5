//! Our rules held against the installed client: generated stores and questions, what `memdir` says about them, and what the
//! client does with them.
//!
//! Separate because it is the one place that doubts `memdir`. Nothing leaves the machine, nothing of the person's is read or
//! written, and nothing is paid: the client gets a home, a project and an API of its own, which are taken away afterwards.

mod cases;
mod compare;
mod stage;

use crate::client::Found;
use crate::runtime;
use crate::selector::{Cancel, SelectorError};
use cases::Trial;
use memdesk_memdir::Profile;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The rules, in the order in which a report has them.
pub const RULES: &[&str] =
    &["manifest", "frontmatter", "gate", "selected", "surface", "age", "session", "index"];

/// How well the rules of a profile agree with a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The client's version.
    pub client: String,
    /// Cases run.
    pub cases: usize,
    /// Cases that agree.
    pub agree: usize,
    /// Each of [`RULES`].
    pub rules: Vec<Rule>,
}

/// How well one rule agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// One of [`RULES`].
    pub rule: &'static str,
    /// Cases run.
    pub cases: usize,
    /// Cases that agree.
    pub agree: usize,
    /// The others.
    pub disagree: Vec<Disagreement>,
}

/// A case in which rule and client differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// What was tried.
    pub case: String,
    /// What the rule says.
    pub ours: String,
    /// What the client did.
    pub theirs: String,
}

/// Holds the rules of `profile` against the client `found`. `tell` is given how many conversations with it are done and how
/// many there are; a `Break` stops. Takes some tens of seconds.
///
/// # Errors
/// `Cancelled`; otherwise those of starting a client: `NoClient`, `NotAsked` when it ends before its questions, `TimedOut`.
/// That a rule does not hold is none.
pub fn run(
    found: &Found,
    profile: &'static Profile,
    tell: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    cancel: &Cancel,
) -> Result<Report, SelectorError> {
    hold(found, profile, &cases::trials(profile), tell, cancel)
}

/// Holds `profile` against `found` over `count` whole stores made up by chance, the same ones every time: listing, choice and
/// attached bodies, byte for byte. Of [`RULES`], `manifest`, `selected` and `surface` have cases then. Some seconds each.
///
/// # Errors
/// As [`run`].
pub fn stores(
    found: &Found,
    profile: &'static Profile,
    count: usize,
    tell: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    cancel: &Cancel,
) -> Result<Report, SelectorError> {
    hold(found, profile, &cases::stores(count, profile), tell, cancel)
}

fn hold(
    found: &Found,
    profile: &'static Profile,
    trials: &[Trial],
    tell: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    cancel: &Cancel,
) -> Result<Report, SelectorError> {
    let total = trials.len() as u64;
    let mut verdicts: BTreeMap<&'static str, Vec<(bool, Disagreement)>> = BTreeMap::new();
    for (done, trial) in (0..).zip(trials) {
        if tell(done, total).is_break() {
            return Err(SelectorError::Cancelled);
        }
        let seen = converse(found, profile, trial, cancel)?;
        for verdict in compare::compare(trial, &seen, profile) {
            verdicts.entry(verdict.rule).or_default().push((verdict.agrees(), verdict.disagreement));
        }
    }
    // the end is told even to one that would stop there: nothing is left to stop
    let _ = tell(total, total);
    let rules: Vec<Rule> = RULES
        .iter()
        .map(|&rule| {
            let verdicts = verdicts.remove(rule).unwrap_or_default();
            let cases = verdicts.len();
            let disagree: Vec<Disagreement> =
                verdicts.into_iter().filter(|(agrees, _)| !agrees).map(|(_, other)| other).collect();
            Rule { rule, cases, agree: cases - disagree.len(), disagree }
        })
        .collect();
    Ok(Report {
        client: found.version.clone(),
        cases: rules.iter().map(|rule| rule.cases).sum(),
        agree: rules.iter().map(|rule| rule.agree).sum(),
        rules,
    })
}

fn converse(
    found: &Found,
    profile: &'static Profile,
    trial: &Trial,
    cancel: &Cancel,
) -> Result<Vec<stage::Seen>, SelectorError> {
    runtime::wait(
        cancel,
        stage::converse(&found.program, profile, &trial.files, &trial.questions, trial.recall),
    )
}
