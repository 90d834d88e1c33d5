//! Recorded beside replayed, and why they differ as far as it can be told.
//!
//! Separate because it judges and the rest computes. A reason is given only where there is evidence for it.

use super::offer::Offer;
use crate::view::{Compared, Difference, RecallView, Recorded};
use jiff::Timestamp;
use memdesk_review::reading::time;

/// What a replay of one question says, for a comparison.
pub(crate) struct Replayed<'a> {
    /// The selector was asked.
    pub(crate) runs: bool,
    /// Surfaced, in order.
    pub(crate) surfaced: Vec<&'a str>,
    /// Left out, and why.
    pub(crate) left_out: &'a [(String, String)],
}

/// The recording beside the replay in a view.
pub(crate) fn compared(
    recorded: &[Recorded],
    when: &Timestamp,
    view: &RecallView,
    offer: &Offer,
) -> Compared {
    if view.chosen.is_none() && view.gate.runs {
        // no selector has answered: there is nothing to compare with
        return Compared::default();
    }
    let replayed = Replayed {
        runs: view.gate.runs,
        surfaced: view.surfaced.files.iter().map(|file| file.path.as_str()).collect(),
        left_out: &view.surfaced.left_out,
    };
    compare(recorded, when, &replayed, offer)
}

pub(crate) fn compare(
    recorded: &[Recorded],
    when: &Timestamp,
    replayed: &Replayed,
    offer: &Offer,
) -> Compared {
    let difference = |path: &str, why: &str| Difference { path: path.to_owned(), why: why.to_owned() };
    let mut out = Compared::default();
    for one in recorded {
        match replayed.surfaced.contains(&one.path.as_str()) {
            true => out.same.push(one.path.clone()),
            false => out.only_recorded.push(difference(&one.path, why_not(one, when, replayed, offer))),
        }
    }
    for path in &replayed.surfaced {
        if !recorded.iter().any(|one| one.path == *path) {
            let why = if changed_since(path, when, offer) { "changed-since" } else { "chosen-now" };
            out.only_replayed.push(difference(path, why));
        }
    }
    out
}

/// Why a recorded topic is not replayed.
fn why_not<'a>(one: &Recorded, when: &Timestamp, replayed: &'a Replayed, offer: &Offer) -> &'a str {
    let left_out = replayed.left_out.iter().find(|(path, _)| *path == one.path);
    match left_out {
        _ if !one.inside => "elsewhere",
        _ if !one.exists => "gone",
        _ if !replayed.runs => "gate",
        _ if !offer.offers(&one.path) => "not-offered",
        Some((_, why)) => why,
        None if one.changed || changed_since(&one.path, when, offer) => "changed-since",
        None => "not-chosen",
    }
}

fn changed_since(path: &str, when: &Timestamp, offer: &Offer) -> bool {
    offer.reading.topic(path).is_some_and(|topic| time(topic.mtime_ns) > *when)
}
