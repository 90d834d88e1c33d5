//! The alarms of what waits, kept while it waits: a queue is looked at again with every change on disk, and a text that was looked
//! through stays as it is.
//!
//! Separate because it is a cache that can be thrown away. Holds no text and no secret.

use memdesk_review::alarm::{self, Alarm};
use memdesk_review::pending::Pending;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest text that is looked through, in bytes; what follows in a longer one is an alarm by itself.
const TEXT: usize = 1024 * 1024;

/// Of every store that was looked at.
#[derive(Debug, Default)]
pub(crate) struct Alarms(Mutex<HashMap<String, Known>>);

/// By version, which names exactly these bytes.
type Known = HashMap<String, Arc<[Alarm]>>;

/// Those of one store while its queue is put together.
#[derive(Debug, Default)]
pub(crate) struct OfStore {
    before: Known,
    now: Known,
}

impl Alarms {
    pub(crate) fn those_of(&self, store: &str) -> OfStore {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        OfStore { before: all.remove(store).unwrap_or_default(), now: Known::default() }
    }

    /// Keeps those that were asked for; the others wait no more.
    pub(crate) fn keep(&self, store: &str, of: OfStore) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(store.to_owned(), of.now);
    }
}

impl OfStore {
    /// The alarms of the text that is proposed; none of what goes or is no text.
    pub(crate) fn of(&mut self, pending: &Pending) -> Arc<[Alarm]> {
        let version = &pending.version;
        let found = self.before.remove(version).unwrap_or_else(|| match pending.pieces.is_empty() {
            true => Arc::default(),
            false => {
                let bytes = pending.after.as_deref().unwrap_or_default();
                alarm::alarms_within(&String::from_utf8_lossy(bytes), TEXT).into()
            }
        });
        Arc::clone(self.now.entry(version.clone()).or_insert(found))
    }
}
