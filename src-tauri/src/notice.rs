//! When to tell the person that something new waits for review, while they look elsewhere.
//!
//! Separate from `shell`, which asks the desk and shows what is decided here: these are plain values, tried without a
//! desktop. Never tells what a memory says: a notification may stand on a locked screen.

use std::collections::{BTreeSet, HashMap};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A burst of writes is over when nothing came for this long.
const QUIET: Duration = Duration::from_secs(2);
/// But nobody is kept waiting for longer, however much goes on coming.
const LONGEST: Duration = Duration::from_secs(20);

/// What is known to wait, by store: each file in its version by a name of its own.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    known: HashMap<String, BTreeSet<String>>,
}

impl Notices {
    /// What waits in a store to begin with is no news.
    pub(crate) fn begin(&mut self, store: &str, waits: BTreeSet<String>) {
        self.known.insert(store.to_owned(), waits);
    }

    /// Whether the store was looked at.
    pub(crate) fn knows(&self, store: &str) -> bool {
        self.known.contains_key(store)
    }

    /// What waits in a store now. Returns how much of it is new: all of it when the store came only now; none while the
    /// person looks at the window, nor when they do not want to be told.
    pub(crate) fn news(
        &mut self,
        store: &str,
        waits: BTreeSet<String>,
        looking: bool,
        wanted: bool,
    ) -> usize {
        let known = self.known.entry(store.to_owned()).or_default();
        let new = waits.difference(known).count();
        *known = waits;
        if looking || !wanted { 0 } else { new }
    }
}

/// What changed at about the same time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Burst {
    /// Stores that changed.
    pub(crate) stores: BTreeSet<String>,
    /// Stores may have come or gone.
    pub(crate) list: bool,
}

impl Burst {
    /// One change.
    pub(crate) fn of(stores: &[String], list: bool) -> Burst {
        Burst { stores: stores.iter().cloned().collect(), list }
    }
}

/// Everything that comes on `changes` until the burst is over; none: there will be nothing more.
pub(crate) fn burst(changes: &Receiver<Burst>) -> Option<Burst> {
    let mut all = changes.recv().ok()?;
    let until = Instant::now() + LONGEST;
    loop {
        let left = until.saturating_duration_since(Instant::now()).min(QUIET);
        match changes.recv_timeout(left) {
            Ok(more) => {
                all.stores.extend(more.stores);
                all.list |= more.list;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Some(all),
        }
        if Instant::now() >= until {
            return Some(all);
        }
    }
}

/// The notification's one sentence, in the language that the person chose, else in the system's.
pub(crate) fn sentence(count: usize, chosen: Option<&str>, system: Option<&str>) -> String {
    let language = chosen.or(system).unwrap_or_default();
    match (language.starts_with("zh"), count) {
        (true, n) => format!("有 {n} 处记忆改动等待审阅"),
        (false, 1) => "1 change to memory waits for review".to_owned(),
        (false, n) => format!("{n} changes to memory wait for review"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_new_is_told_and_only_to_whoever_looks_elsewhere() {
        let mut notices = Notices::default();
        notices.begin("a", BTreeSet::from(["1".to_owned(), "2".to_owned()]));
        assert!(notices.knows("a") && !notices.knows("b"));
        // store, what waits, looking, wanted, told
        for (step, (store, waits, looking, wanted, told)) in [
            ("a", "1 2", false, true, 0),
            ("a", "1 2 3 4", false, true, 2),
            ("a", "1 2 3 4", false, true, 0),
            ("a", "3 4", false, true, 0), // something was decided
            ("a", "3 4 5", true, true, 0),
            ("a", "3 4 5", false, true, 0), // it was seen
            ("a", "3 4 5 6", false, false, 0),
            ("a", "3 4 5 6", false, true, 0),
            ("b", "7 8", false, true, 2), // a store that came
            ("b", "7 8 9", false, true, 1),
            ("c", "1", true, true, 0), // another, and it was seen to come
            ("c", "1", false, true, 0),
            ("a", "", false, true, 0),
            ("a", "1", false, true, 1), // it came back
        ]
        .into_iter()
        .enumerate()
        {
            let waits = waits.split_whitespace().map(str::to_owned).collect();
            assert_eq!(notices.news(store, waits, looking, wanted), told, "step {step}");
        }
    }

    #[test]
    fn a_burst_is_one() {
        let (tell, changes) = std::sync::mpsc::channel();
        for (store, list) in [("b", false), ("a", true), ("b", false)] {
            tell.send(Burst::of(&[store.to_owned()], list)).unwrap_or_default();
        }
        drop(tell);
        assert_eq!(burst(&changes), Some(Burst::of(&["a".to_owned(), "b".to_owned()], true)));
        assert_eq!(burst(&changes), None);
    }

    #[test]
    fn in_the_language_of_the_window() {
        for (count, chosen, system, told) in [
            (1, None, Some("en_US.UTF-8"), "1 change to memory waits for review"),
            (3, Some("en"), Some("zh_CN.UTF-8"), "3 changes to memory wait for review"),
            (3, None, Some("zh_CN.UTF-8"), "有 3 处记忆改动等待审阅"),
            (2, Some("zh"), None, "有 2 处记忆改动等待审阅"),
            (2, None, None, "2 changes to memory wait for review"),
        ] {
            assert_eq!(sentence(count, chosen, system), told);
        }
    }
}
