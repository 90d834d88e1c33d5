//! What the gate held and a person decided about: for History, and to be looked at once more.
//!
//! Separate from `queue`, which is about what still waits. Only reads.

use super::queue::failed;
use crate::Desk;
use crate::view::Failure;

/// A file that was held until something was decided about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettledFile {
    /// What decided: an operation's id, or a refusal's own name.
    pub(crate) by: String,
    /// Below the store.
    pub(crate) path: String,
    base: Option<String>,
    text: Option<String>,
}

impl Desk {
    /// The files of a store that were decided about and could wait again, the oldest decision first.
    pub(crate) fn settled(&self, id: &str) -> Result<Vec<SettledFile>, Failure> {
        let (holding, prefix) = self.holding(id)?;
        let own = holding.settled().into_iter().filter_map(|one| {
            let path = one.path.strip_prefix(&prefix)?.to_owned();
            Some(SettledFile { by: one.by, path, base: one.file.base, text: one.file.text })
        });
        Ok(own.collect())
    }

    /// The bytes that a settled file was held on, and those that were held; none: no file.
    ///
    /// # Errors
    /// `gate`: they cannot be read.
    pub(crate) fn settled_texts(
        &self,
        id: &str,
        file: &SettledFile,
    ) -> Result<[Option<Vec<u8>>; 2], Failure> {
        let (holding, _) = self.holding(id)?;
        let text = |digest: &Option<String>| {
            digest.as_deref().map(|digest| holding.text(digest)).transpose().map_err(failed)
        };
        Ok([text(&file.base)?, text(&file.text)?])
    }
}
