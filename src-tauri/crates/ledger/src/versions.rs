//! One file through a store's past: when it was other than before.
//!
//! Separate from `history`, which tells who did what: this is for a picture over time, so it looks at as many moments as a
//! picture can show and at no bytes. Reads commits and trees; never a store.

use crate::entry::Entry;
use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::tree;
use git2::Oid;
use jiff::Timestamp;
use memdesk_review::origin::Origin;

/// Most commits that are looked through; beyond them a store's past is older than any picture of it is read for.
const LOOKED: usize = 20_000;

/// A file from a moment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The operation or outside change after which it was so.
    pub commit: CommitId,
    /// It was that one which changed the file, and none of those before it that were not looked at.
    pub changed_it: bool,
    /// When that was done; of what was found on disk, when it was written as far as that is known, else when it was found.
    pub time: Timestamp,
    /// The file was there; its bytes are [`Ledger::file_at`] that commit.
    pub there: bool,
}

impl Ledger {
    /// The versions of a file on `observed`, oldest first, the first of them that of the first commit looked at. Of a long
    /// past `most` moments are looked at, evenly spread over its time and each the last of its span: what came and went
    /// between two of them is not told. No two that follow one another are the same.
    ///
    /// A commit that claims a later time than the one after it (the clock was wrong) counts as no later than that one.
    ///
    /// # Errors
    /// When git cannot read them.
    pub fn versions(&self, store: &str, path: &str, most: usize) -> Result<Vec<Version>, LedgerError> {
        let repository = self.read();
        let tip = self.branch(&repository, store, Branch::Observed)?;
        let mut moments: Vec<(Timestamp, Oid)> = Vec::new();
        for past in self.steps(&repository, tip).take(LOOKED) {
            let past = past?;
            let time = told(&past.message);
            let time = moments.last().map_or(time, |(later, _)| time.min(*later));
            moments.push((time, past.commit));
        }
        moments.reverse();
        let git = self.git("reading a file's history");
        let mut versions: Vec<Version> = Vec::new();
        let mut last: Option<Option<Entry>> = None;
        for (time, commit) in thinned(moments, most) {
            let tree = repository.find_commit(commit).and_then(|commit| commit.tree()).map_err(&git)?;
            let entry = tree::find(&tree, path).map_err(&git)?;
            if last != Some(entry) {
                last = Some(entry);
                let past = self.past(&repository, &CommitId(commit.to_string()))?;
                versions.push(Version {
                    changed_it: self.touched(&repository, &past, path)?,
                    commit: CommitId(commit.to_string()),
                    time,
                    there: entry.is_some(),
                });
            }
        }
        Ok(versions)
    }
}

/// When it came to be so.
fn told(message: &Message) -> Timestamp {
    message.author.time.filter(|_| message.author.origin != Origin::You).unwrap_or(message.time)
}

/// At most `most` of some moments (oldest first, and at least two): the first, and the last of each of as many spans of
/// equal length.
fn thinned(moments: Vec<(Timestamp, Oid)>, most: usize) -> Vec<(Timestamp, Oid)> {
    let most = most.max(2);
    let (Some(first), Some(last)) = (moments.first().copied(), moments.last().copied()) else {
        return moments;
    };
    if moments.len() <= most {
        return moments;
    }
    let length = last.0.as_second().saturating_sub(first.0.as_second()).max(1);
    let spans = i64::try_from(most - 1).unwrap_or(i64::MAX);
    let span = |time: Timestamp| {
        let since = time.as_second().saturating_sub(first.0.as_second());
        i128::from(since) * i128::from(spans) / (i128::from(length) + 1)
    };
    let mut out = vec![first];
    for (at, moment) in moments.iter().enumerate().skip(1) {
        if moments.get(at + 1).is_none_or(|next| span(next.0) != span(moment.0)) {
            out.push(*moment);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn few_moments_of_many_keep_the_first_and_the_last(
            mut seconds in proptest::collection::vec(0i64..4_000_000_000, 0..60), most in 2usize..20,
        ) {
            seconds.sort_unstable();
            let moments: Vec<(Timestamp, Oid)> =
                seconds.iter().map(|second| (Timestamp::from_second(*second).unwrap(), Oid::ZERO_SHA1)).collect();
            let kept = thinned(moments.clone(), most);
            prop_assert!(kept.len() <= most.max(2));
            prop_assert_eq!(kept.last(), moments.last());
            prop_assert_eq!(kept.first(), moments.first());
            prop_assert!(kept.is_sorted());
            prop_assert!(moments.len() > most || kept == moments);
        }
    }
}
