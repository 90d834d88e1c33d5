//! Whether the client would dream now: its lock and its thresholds, as they are on disk.
//!
//! Separate because it reads; the rule is `memdesk_memdir::dream`. Never takes the client's lock.

use crate::Desk;
use crate::look::{Look, now};
use crate::topics::iso;
use crate::view::{DreamGate, Failure};
use jiff::Timestamp;
use memdesk_memdir::dream::{self, LOCK_NAME, Lock, Thresholds};
use memdesk_sessions::session_files;
use std::path::Path;

/// A longer lock is none of the client's, in bytes.
const LONGEST: u64 = 64;

impl Desk {
    pub(super) fn dream_gate(&self, look: &Look) -> DreamGate {
        let lock = lock(&look.place.dir);
        let thresholds = self.thresholds();
        let since = lock.map(|lock| lock.time);
        let files = session_files(&self.session_dirs(&look.place));
        let touched = files.iter().filter(|file| {
            let time = Timestamp::try_from(file.modified).ok();
            since.is_none_or(|since| time.is_some_and(|time| time > since))
        });
        let sessions = touched.count();
        DreamGate {
            last: since.map(iso),
            hours: dream::hours_since(lock.as_ref(), now()),
            hours_needed: thresholds.hours,
            sessions,
            sessions_needed: thresholds.sessions,
            holder: dream::holder(lock.as_ref(), now()),
            open: dream::is_open(lock.as_ref(), sessions, &thresholds, now()),
            enabled: self.dream_setting(),
        }
    }

    /// Nothing is run on a store that the client dreams over just now.
    ///
    /// # Errors
    /// `busy`.
    pub(super) fn nobody_dreams(&self, look: &Look) -> Result<(), Failure> {
        match dream::holder(lock(&look.place.dir).as_ref(), now()) {
            None => Ok(()),
            Some(process) => Err(Failure::new(
                "busy",
                format!(
                    "Claude Code (process {process}) has begun a dream over this store within the last hour"
                ),
                "Wait until it has ended: what it changes would be missing in the run's copy.".to_owned(),
            )),
        }
    }

    fn thresholds(&self) -> Thresholds {
        let own = self.feature(dream::FEATURE).unwrap_or_default();
        let usual = Thresholds::default();
        let sessions = own.get("minSessions").and_then(serde_json::Value::as_u64);
        Thresholds {
            hours: own.get("minHours").and_then(serde_json::Value::as_f64).unwrap_or(usual.hours),
            sessions: sessions.and_then(|count| count.try_into().ok()).unwrap_or(usual.sessions),
        }
    }

    /// What the user's settings say of dreams.
    fn dream_setting(&self) -> Option<bool> {
        let bytes = std::fs::read(self.environment.config_root.join("settings.json")).ok()?;
        serde_json::from_slice::<serde_json::Value>(&bytes).ok()?.get(dream::SETTING)?.as_bool()
    }
}

/// When the last dream over a store began.
pub(super) fn last(dir: &Path) -> Option<Timestamp> {
    lock(dir).map(|lock| lock.time)
}

/// The lock of a store; none when there is none that can be read.
fn lock(dir: &Path) -> Option<Lock> {
    let path = dir.join(LOCK_NAME);
    let meta = std::fs::symlink_metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
    let time = Timestamp::try_from(meta.modified().ok()?).ok()?;
    let text = if meta.len() <= LONGEST { std::fs::read_to_string(&path).ok() } else { None };
    let process = text.as_deref().and_then(dream::process);
    Some(Lock { process, lives: process.is_some_and(lives), time })
}

/// Whether a process lives, whoever's it is. Where that cannot be told it may.
fn lives(process: u32) -> bool {
    #[cfg(unix)]
    {
        let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
        // one that is somebody else's lives too
        process.is_some_and(|process| {
            !matches!(rustix::process::test_kill_process(process), Err(rustix::io::Errno::SRCH))
        })
    }
    #[cfg(not(unix))]
    {
        process > 0
    }
}
