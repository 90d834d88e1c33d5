//! What was read of the open store for a search, kept for the next letter.
//!
//! Separate because nothing else may be a moment old: a search is asked again with every letter, and each time the same store
//! would be read. Never older than [`AGE`], and never large.

use crate::Desk;
use crate::look::{Look, now};
use crate::review::Waiting;
use crate::view::{Failure, History};
use jiff::{SignedDuration, Timestamp};
use memdesk_review::Content;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// So long what was read of a store counts.
const AGE: SignedDuration = SignedDuration::from_secs(3);
/// A larger store is read anew each time, in bytes.
const LARGE: usize = 64 * 1024 * 1024;

/// The store that was searched last.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Option<(Timestamp, Arc<Seen>)>>);

/// A store as it was searched; what takes its time is read when it is first asked for.
pub(crate) struct Seen {
    pub(super) look: Look,
    /// What waits for review.
    pub(super) waiting: OnceLock<Vec<Waiting>>,
    /// What was done.
    pub(super) history: OnceLock<History>,
    /// Texts that are gone: the operation that took them away, the path, the text.
    pub(super) gone: OnceLock<Vec<(usize, String, String)>>,
}

impl fmt::Debug for Kept {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Kept")
    }
}

impl Kept {
    /// The store may have changed.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Desk {
    /// The store as it was a moment ago, or now.
    pub(super) fn kept_look(&self, id: &str) -> Result<Arc<Seen>, Failure> {
        let place = self.find(id)?;
        let mut kept = self.searched.0.lock().unwrap_or_else(PoisonError::into_inner);
        let age = |read: &Timestamp| now().duration_since(*read);
        if let Some((read, seen)) = &*kept
            && seen.look.place == place
            && (SignedDuration::ZERO..AGE).contains(&age(read))
        {
            return Ok(Arc::clone(seen));
        }
        *kept = None;
        let seen = Arc::new(Seen {
            look: self.look(id)?,
            waiting: OnceLock::new(),
            history: OnceLock::new(),
            gone: OnceLock::new(),
        });
        if bytes(&seen.look) <= LARGE {
            *kept = Some((now(), Arc::clone(&seen)));
        }
        Ok(seen)
    }
}

fn bytes(look: &Look) -> usize {
    let held = |content: &Content| match content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => bytes.len(),
        Content::Unreadable(_) | Content::Special(_) => 0,
    };
    look.snapshot.files.values().map(|file| held(&file.content)).fold(0, usize::saturating_add)
}
