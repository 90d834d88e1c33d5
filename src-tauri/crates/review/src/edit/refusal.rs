//! Refusals in English, for the command line. The window words them itself, in the person's language.

use super::Refusal;

impl Refusal {
    /// One sentence: what was refused, for which file, and what to do.
    pub fn message(&self) -> String {
        match self {
            Refusal::Stale { path, .. } => {
                format!("{path} changed on disk since it was read; look at it again, then repeat the change")
            }
            Refusal::BadPath { path, why } => format!(
                "{path:?} cannot be the path of a topic ({why}); use a relative path that ends in .md"
            ),
            Refusal::Outside { path } => {
                format!("{path} leads out of the store through a link; change the file it leads to instead")
            }
            Refusal::Exists { path } => format!("{path} exists already; write to it or choose another name"),
            Refusal::Missing { path } => {
                format!("there is no {path} in this store; `memdesk topics` lists those there are")
            }
            Refusal::NoEntry { line } => {
                format!("no index entry begins at line {line}; `memdesk index` shows the lines")
            }
            Refusal::NotText { path, why } => {
                format!("{path} is no text that can be edited ({why}); it can be deleted")
            }
            Refusal::Frontmatter { path, why } => {
                format!("the frontmatter of {path} cannot be changed safely: {why}; change it in the source")
            }
            Refusal::Nothing => "there is nothing to change".to_owned(),
            Refusal::ReadOnly => "this store is open for reading only".to_owned(),
        }
    }

    /// The file it is about, relative to the store.
    pub fn path(&self) -> Option<&str> {
        match self {
            Refusal::Stale { path, .. }
            | Refusal::BadPath { path, .. }
            | Refusal::Outside { path }
            | Refusal::Exists { path }
            | Refusal::Missing { path }
            | Refusal::NotText { path, .. }
            | Refusal::Frontmatter { path, .. } => Some(path),
            Refusal::NoEntry { .. } => Some(crate::INDEX_NAME),
            Refusal::Nothing | Refusal::ReadOnly => None,
        }
    }
}
