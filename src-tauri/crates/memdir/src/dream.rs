//! When the client consolidates a memory directory by itself: its lock and its two thresholds.
//!
//! Separate because it is told by a file's time and a process, not by any text. Cases: `tests/golden/dream_lock.json`, seen
//! in 2.1.332. Knows no disk: it is given what was found there.

use jiff::{SignedDuration, Timestamp};

/// The lock's name in a memory directory. It stays when the dream is over: its time says when the last one began.
pub const LOCK_NAME: &str = ".consolidate-lock";
/// A lock whose process lives counts as held for so long; an older one does not, whoever lives.
pub const HELD_FOR: SignedDuration = SignedDuration::from_hours(1);
/// The feature of the client's state file that turns dreams on and sets the thresholds.
pub const FEATURE: &str = "tengu_onyx_plover";
/// The user's own switch in the settings.
pub const SETTING: &str = "autoDreamEnabled";

/// What must have come about since the last dream.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Hours gone by.
    pub hours: f64,
    /// Other sessions whose files were written.
    pub sessions: usize,
}

impl Default for Thresholds {
    /// Those of a client that was told no others (2.1.332).
    fn default() -> Self {
        Thresholds { hours: 24.0, sessions: 5 }
    }
}

/// A lock as it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lock {
    /// The process it names; none when it names none.
    pub process: Option<u32>,
    /// That process lives.
    pub lives: bool,
    /// When the file was written.
    pub time: Timestamp,
}

/// The process in a lock's text: digits, and blanks around them.
pub fn process(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// Who holds a lock at `now`; none when nobody does.
pub fn holder(lock: Option<&Lock>, now: Timestamp) -> Option<u32> {
    let lock = lock.filter(|lock| lock.lives && now.duration_since(lock.time) < HELD_FOR)?;
    lock.process
}

/// Hours since the last dream; none when there never was one.
pub fn hours_since(lock: Option<&Lock>, now: Timestamp) -> Option<f64> {
    lock.map(|lock| now.duration_since(lock.time).as_secs_f64() / 3600.0)
}

/// Whether a dream would begin at `now`, with `sessions` other sessions touched since the last one.
pub fn is_open(lock: Option<&Lock>, sessions: usize, thresholds: &Thresholds, now: Timestamp) -> bool {
    holder(lock, now).is_none()
        && hours_since(lock, now).is_none_or(|hours| hours >= thresholds.hours)
        && sessions >= thresholds.sessions
}
