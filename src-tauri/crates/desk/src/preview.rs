//! What an edit would do, before it is done: the same functions over the second snapshot.

use crate::Desk;
use crate::index::loaded_of;
use crate::index_view::meter;
use crate::look::now;
use crate::runs::lost_views;
use crate::topics::no_such_topic;
use crate::view::{ChangeView, Combined, Failure, LostView, Preview, PreviewOutcome};
use crate::write::overlay;
use memdesk_review::combine::combined;
use memdesk_review::problem::{look_alikes, problems};
use memdesk_review::{Edit, Problem, Proposal, Reading, Refusal, Severity, Snapshot};
use std::collections::HashMap;

impl Desk {
    /// The consequences of an edit. Writes nothing.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn preview(&self, id: &str, edit: &Edit) -> Result<PreviewOutcome, Failure> {
        if self.read_only {
            return Ok(PreviewOutcome::Refused { refusal: Refusal::ReadOnly });
        }
        let look = self.look(id)?;
        let profile = self.profile();
        let overlay = match overlay(edit, &look.snapshot, profile) {
            Ok(overlay) => overlay,
            Err(refusal) => return Ok(PreviewOutcome::Refused { refusal }),
        };
        let now_ns = now().as_nanosecond();
        let after = look.snapshot.with(&overlay, now_ns);
        let proposal = Proposal::of(&look.snapshot, &overlay);
        let (before_reading, after_reading) =
            (Reading::new(&look.snapshot, profile), Reading::new(&after, profile));
        let found = |reading| [problems(reading, now_ns), look_alikes(reading)].concat();
        let (was, will) = (found(&before_reading), found(&after_reading));
        // what is only worth knowing is no consequence to warn of
        let mut caused = only_in(&will, &was);
        caused.retain(|problem| problem.severity > Severity::Info);
        Ok(PreviewOutcome::Preview {
            edit: edit.clone().based_on(&look.snapshot),
            preview: Box::new(Preview {
                changes: change_views(proposal),
                before: meter(&loaded_of(&before_reading)),
                after: meter(&loaded_of(&after_reading)),
                loaded_entries: [
                    loaded_entries(&before_reading, &look.snapshot),
                    loaded_entries(&after_reading, &after),
                ],
                mended: only_in(&was, &will),
                caused,
                lost: lost_by(edit, &look.snapshot, &after),
            }),
        })
    }

    /// What two topics say as one text, `path` taken into `into`: a beginning for a merge. Writes nothing.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-topic` when one of both is not there, or no text.
    pub fn combined(&self, id: &str, path: &str, into: &str) -> Result<Combined, Failure> {
        let look = self.look(id)?;
        let text = |path: &str| look.snapshot.text(path).ok_or_else(|| no_such_topic(path));
        let (base, into_base) = (text(path)?, text(into)?);
        Ok(Combined {
            text: combined(into_base, base, self.profile()),
            base: base.to_owned(),
            into_base: into_base.to_owned(),
        })
    }

    /// The unified diff of an edit. Writes nothing.
    ///
    /// # Errors
    /// `no-such-store`. The inner error says why the edit would be refused.
    pub fn diff(&self, id: &str, edit: &Edit) -> Result<Result<String, Refusal>, Failure> {
        if self.read_only {
            return Ok(Err(Refusal::ReadOnly));
        }
        let look = self.look(id)?;
        let overlay = overlay(edit, &look.snapshot, self.profile());
        Ok(overlay.map(|overlay| Proposal::of(&look.snapshot, &overlay).unified()))
    }
}

/// Facts that an edit loses without being meant to: of two topics that become one.
fn lost_by(edit: &Edit, before: &Snapshot, after: &Snapshot) -> Vec<LostView> {
    match edit {
        Edit::MergeInto { .. } => lost_views(before, after),
        _ => Vec::new(),
    }
}

/// Entries that lead to a topic and that the client loads: the number that stands above the index too.
fn loaded_entries(reading: &Reading, snapshot: &Snapshot) -> usize {
    let Some(index) = &reading.index else { return 0 };
    let leads =
        |target: &Option<String>| target.as_ref().is_some_and(|path| snapshot.files.contains_key(path));
    index
        .entries
        .iter()
        .zip(&index.targets)
        .filter(|(entry, target)| leads(target) && index.loaded.loads(entry.line))
        .count()
}

/// A proposal's changes on the wire.
pub(crate) fn change_views(proposal: Proposal) -> Vec<ChangeView> {
    proposal
        .changes
        .into_iter()
        .map(|change| ChangeView {
            path: change.path,
            from: change.from,
            kind: change.kind.word().to_owned(),
            hunks: change.hunks,
            binary: change.binary,
        })
        .collect()
}

/// Problems of `these` that are not among `those`; a problem that only moved to another line is the same one.
fn only_in(these: &[Problem], those: &[Problem]) -> Vec<Problem> {
    // counted, not searched: an index of 100,000 dangling entries has as many problems before and after
    let mut left = HashMap::new();
    for problem in those {
        *left.entry((problem.code, &problem.path, &problem.args)).or_insert(0_usize) += 1;
    }
    let mut only = Vec::new();
    for problem in these {
        match left.get_mut(&(problem.code, &problem.path, &problem.args)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => only.push(problem.clone()),
        }
    }
    only
}

#[cfg(test)]
mod tests {
    use super::*;
    use memdesk_review::Code;

    fn dangling(path: &str, line: u32) -> Problem {
        Problem {
            code: Code::Dangling,
            severity: Severity::Warning,
            path: path.to_owned(),
            line: Some(line),
            args: std::collections::BTreeMap::new(),
            fix: None,
        }
    }

    #[test]
    fn a_problem_that_moved_is_the_same_and_one_more_is_one_more() {
        let of = |paths: &str| {
            paths.split_whitespace().zip(1..).map(|(path, line)| dangling(path, line)).collect()
        };
        for (these, those, only) in
            [("a b", "b a", ""), ("a b c", "b", "a c"), ("a a", "a", "a"), ("", "a", ""), ("a", "", "a")]
        {
            let (these, those): (Vec<Problem>, Vec<Problem>) = (of(these), of(those));
            let found = only_in(&these, &those);
            assert_eq!(found.iter().map(|one| one.path.as_str()).collect::<Vec<_>>().join(" "), only);
        }
        let many: Vec<Problem> = (0..100_000).map(|n| dangling(&n.to_string(), n)).collect();
        assert!(only_in(&many, &many).is_empty());
    }
}
