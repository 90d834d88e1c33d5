//! One place where files of a store wait: what the gate holds, or what a run proposes.
//!
//! Separate from `queue`, which asks all of them, so that each decision about what waits is made under one lock. Never
//! touches a store.

use super::calls::{Answered, Record};
use super::holding::{Holding, Settled, Waiting, texts_of};
use super::queue::{Rest, failed};
use crate::view::Failure;
use memdesk_memdir::digest::hex;
use std::path::PathBuf;
use std::sync::Arc;

/// Where something waits.
pub(super) struct Source {
    /// The run that proposes it; none: the gate holds it.
    pub(super) run: Option<String>,
    pub(super) holding: Holding,
    /// What the paths of the store begin with there.
    pub(super) prefix: String,
}

impl Source {
    /// Names exactly what waits, and where.
    pub(super) fn version(&self, file: &Waiting) -> String {
        hex(format!("{:?}", (&self.run, &file.base, &file.text, &file.calls)).as_bytes())
    }

    /// Takes away those of `seen` that wait in the very version that was seen, or leaves `rest` in their place. Returns their
    /// paths.
    ///
    /// # Errors
    /// `gate`.
    pub(super) fn settle(
        &self,
        seen: &[(String, String)],
        rest: Option<Rest<'_>>,
        by: &str,
    ) -> Result<Vec<String>, Failure> {
        if seen.is_empty() {
            return Ok(Vec::new());
        }
        let locked = self.holding.lock().map_err(failed)?;
        let mut files = self.holding.files().map_err(failed)?;
        let mut decided = self.holding.settled();
        let texts = texts_of(decided.iter().map(|one| &one.file).chain(files.values()));
        let mut settled = Vec::new();
        for (path, seen) in seen {
            let key = format!("{}{path}", self.prefix);
            let Some(file) = files.get(&key).filter(|file| self.version(file) == *seen).cloned() else {
                continue;
            };
            files.remove(&key);
            let mut left = None;
            if let Some(Rest { base, text }) = rest {
                let keep =
                    |text: Option<&[u8]>| text.map(|text| locked.keep(text)).transpose().map_err(failed);
                let rest = Waiting { base: keep(base)?, text: keep(text)?, calls: file.calls.clone() };
                left = Some(self.version(&rest));
                files.insert(key.clone(), rest);
            }
            decided.push(Settled { by: by.to_owned(), path: key, file, rest: left });
            settled.push(path.clone());
        }
        if !settled.is_empty() {
            // what can be taken back is kept before it waits no more
            locked.save_settled(decided).map_err(failed)?;
            locked.save(&files, &texts).map_err(failed)?;
        }
        Ok(settled)
    }

    /// What a decision settled waits again, where nothing newer waits in its place. Returns those paths.
    ///
    /// # Errors
    /// `gate`.
    pub(super) fn put_back(&self, by: &str) -> Result<Vec<String>, Failure> {
        let locked = self.holding.lock().map_err(failed)?;
        let mut files = self.holding.files().map_err(failed)?;
        let settled = self.holding.settled();
        let texts = texts_of(settled.iter().map(|one| &one.file).chain(files.values()));
        let mut back = Vec::new();
        let mut rest = Vec::new();
        for one in settled {
            let now = files.get(&one.path).map(|file| self.version(file));
            let own = one.by == by && one.path.starts_with(&self.prefix);
            if !own || now != one.rest {
                rest.push(one);
                continue;
            }
            back.push(one.path.strip_prefix(&self.prefix).unwrap_or(&one.path).to_owned());
            files.insert(one.path, one.file);
        }
        if !back.is_empty() {
            locked.save(&files, &texts).map_err(failed)?;
            locked.save_settled(rest).map_err(failed)?;
        }
        Ok(back)
    }
}

/// A file as a run would make it.
pub(crate) struct Proposed {
    /// Below the store.
    pub(crate) path: String,
    /// Its bytes when the run began; none: it was not there.
    pub(crate) base: Option<Arc<[u8]>>,
    /// Its bytes after; none: it would go.
    pub(crate) text: Option<Arc<[u8]>>,
}

/// Has what a run proposes wait for review, in a directory of the run's own. `record` says whose it is.
///
/// # Errors
/// `gate`: the disk refuses; then nothing waits.
pub(crate) fn propose(
    dir: PathBuf,
    files: &[Proposed],
    record: impl Fn(&Proposed) -> Record,
) -> Result<(), Failure> {
    let holding = Holding::at(dir);
    let locked = holding.lock().map_err(failed)?;
    let keep = |text: &Option<Arc<[u8]>>| text.as_deref().map(|text| locked.keep(text)).transpose();
    let mut waiting = std::collections::BTreeMap::new();
    for file in files {
        let (base, text) = (keep(&file.base).map_err(failed)?, keep(&file.text).map_err(failed)?);
        let record = Record {
            path: file.path.clone(),
            digest: text.clone(),
            answered: Answered::Held,
            ..record(file)
        };
        let call = locked.record(&record).map_err(failed)?;
        waiting.insert(file.path.clone(), Waiting { base, text, calls: vec![call] });
    }
    locked.save(&waiting, &Default::default()).map_err(failed)
}

/// How many files of a run wait; none where that cannot be read.
pub(crate) fn waiting_in(dir: PathBuf) -> usize {
    Holding::at(dir).files().map(|files| files.len()).unwrap_or_default()
}
