//! A plan: what `store` carries out, file by file, each after checking that the bytes reviewed are still there.

use std::sync::Arc;

use crate::{Content, Overlay, Snapshot};

/// One file's step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Path below the store.
    pub path: String,
    /// The bytes that must be on disk for the step to be taken; `None`: nothing may be there, or, when `after` is `None`
    /// too, only something without bytes (a FIFO, a broken link, a file that cannot be read), which goes.
    pub before: Option<Arc<[u8]>>,
    /// The bytes to be there afterwards; `None`: the file goes.
    pub after: Option<Arc<[u8]>>,
    /// Permission bits and modification time to give the file, when they are known from before (undo of a deletion, or a
    /// rename); otherwise a changed file keeps its bits and gets a new time. On a deletion: what the file had, for its undo.
    pub attributes: Option<Attributes>,
}

/// What a file has beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    /// Unix permission bits.
    pub mode: u32,
    /// Modification time in nanoseconds since the Unix epoch.
    pub mtime_ns: i128,
}

/// Steps in the order in which they are safe: new and changed topics, then the index, then deletions,
/// so that a crash in between never leaves an index entry without its topic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Plan {
    /// What makes `overlay` true of a store that is as `snapshot` says.
    ///
    /// A file that the snapshot holds only the head of has that head as its `before`: read it whole first
    /// ([`Snapshot::partial`]) or the step will find other bytes and be refused.
    pub fn between(snapshot: &Snapshot, overlay: &Overlay) -> Plan {
        let steps = overlay.files.iter().filter_map(|(path, after)| {
            let old = snapshot.files.get(path);
            let before = old.and_then(|file| match &file.content {
                Content::Bytes(bytes) | Content::Head { bytes, .. } => Some(bytes.clone()),
                Content::Unreadable(_) | Content::Special(_) => None,
            });
            let nothing = old.is_none() && after.is_none() || before.is_some() && before == *after;
            let from = match (after, old) {
                (None, _) => old,
                (Some(_), None) => overlay.moved_from(path, snapshot),
                _ => None,
            };
            let attributes = from.map(|file| Attributes { mode: file.mode, mtime_ns: file.mtime_ns });
            (!nothing).then(|| Step { path: path.clone(), before, after: after.clone(), attributes })
        });
        let mut plan = Plan { steps: steps.collect() };
        plan.arrange();
        plan
    }

    /// The plan that takes this one back. A deleted file comes back with its bits and time.
    pub fn inverse(&self) -> Plan {
        let steps = self.steps.iter().map(|step| Step {
            path: step.path.clone(),
            before: step.after.clone(),
            after: step.before.clone(),
            attributes: step.attributes.filter(|_| step.after.is_none() || step.before.is_none()),
        });
        let mut plan = Plan { steps: steps.collect() };
        plan.arrange();
        plan
    }

    /// Topics, then indexes, then deletions; by path within each.
    fn arrange(&mut self) {
        let is_index = |path: &str| path.rsplit('/').next() == Some(crate::INDEX_NAME);
        self.steps.sort_by(|a, b| {
            let rank = |step: &Step| (step.after.is_none(), is_index(&step.path));
            rank(a).cmp(&rank(b)).then_with(|| a.path.cmp(&b.path))
        });
    }
}
