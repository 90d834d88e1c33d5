//! Changes that are not told yet, and when they are due.
//!
//! Separate so that the timing can be tested without a disk.

use super::{LATEST, QUIET};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Changes collected since the last time any were told.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// Stores.
    pub(super) dirs: BTreeSet<PathBuf>,
    /// Files.
    pub(super) files: BTreeSet<PathBuf>,
    /// Projects came or went.
    pub(super) projects: bool,
    /// Some were missed.
    pub(super) behind: bool,
    times: Option<(Instant, Instant)>,
}

impl Pending {
    /// Something happened.
    pub(super) fn touch(&mut self, now: Instant) {
        let first = self.times.map_or(now, |(first, _)| first);
        self.times = Some((first, now));
    }

    /// When to tell; `None` when there is nothing to tell.
    pub(super) fn due(&self) -> Option<Instant> {
        self.times.map(|(first, last)| (last + QUIET).min(first + LATEST))
    }

    /// Whether there is anything to tell.
    pub(super) fn is_empty(&self) -> bool {
        self.dirs.is_empty() && self.files.is_empty() && !self.projects && !self.behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn told_when_quiet_but_never_later_than_the_limit() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        for (touches, due) in [
            (vec![], None),
            (vec![0], Some(80)),
            (vec![0, 50], Some(130)),
            (vec![0, 50, 100, 150, 200, 250, 300, 350], Some(400)),
            (vec![0, 390], Some(400)),
        ] {
            let mut pending = Pending::default();
            touches.iter().for_each(|at| pending.touch(start + ms(*at)));
            assert_eq!(pending.due(), due.map(|at| start + ms(at)), "{touches:?}");
        }
    }
}
