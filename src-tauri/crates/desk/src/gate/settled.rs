//! What the gate held or a run proposed, and a person decided about: for History, and to be looked at once more.
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
    /// The run that proposed it; none: the gate held it.
    run: Option<String>,
    base: Option<String>,
    text: Option<String>,
}

impl Desk {
    /// The files of a store that were decided about and could wait again, each place's oldest decision first.
    pub(crate) fn settled(&self, id: &str) -> Result<Vec<SettledFile>, Failure> {
        let mut out = Vec::new();
        for source in self.sources(id)? {
            out.extend(source.holding.settled().into_iter().filter_map(|one| {
                let path = one.path.strip_prefix(&source.prefix)?.to_owned();
                let (base, text) = (one.file.base, one.file.text);
                Some(SettledFile { by: one.by, path, run: source.run.clone(), base, text })
            }));
        }
        Ok(out)
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
        let sources = self.sources(id)?;
        let source = sources.iter().find(|source| source.run == file.run);
        let holding = &source.ok_or_else(|| failed("it is not there any more"))?.holding;
        let text = |digest: &Option<String>| {
            digest.as_deref().map(|digest| holding.text(digest)).transpose().map_err(failed)
        };
        Ok([text(&file.base)?, text(&file.text)?])
    }
}
