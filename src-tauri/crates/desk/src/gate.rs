//! The gate: a hook of the client that takes writes to memory into review before they happen.
//!
//! Separate from the rest of the desk because it runs inside somebody's session, once for every call of a tool: it opens no
//! desk and no ledger, answers in milliseconds, and never stops the client. Whatever goes wrong here lets the call pass and
//! leaves a note (`notes`). It writes into Memdesk's own data directory alone, never into a store.
//!
//! | where | what |
//! |---|---|
//! | `payload` | what the client hands over |
//! | `decide` | which store it concerns, and what to answer |
//! | `shell` | the files that a shell command means |
//! | `holding`, `calls` | what waits, and the record of every call, on disk |
//! | `words` | what the client is told |
//! | `modes`, `notes` | per store what to do; what went wrong |
//! | `hook_text`, `install` | the hook in the client's settings |
//! | `queue`, `settled` | all of it for the shells and for review, and what runs propose |
//! | `source` | one place where something waits |

mod calls;
mod decide;
mod holding;
mod hook_text;
mod install;
mod modes;
mod notes;
mod payload;
mod queue;
mod settled;
mod shell;
mod source;
mod words;

pub use calls::{Answered, Record};
pub use install::Installed;
pub use modes::GateMode;
pub use notes::GateNote;
pub use queue::HeldFile;
pub(crate) use queue::Rest;
pub(crate) use settled::SettledFile;
pub(crate) use source::{Proposed, propose, waiting_in};

use crate::Options;
use memdesk_store::Environment;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers one hook payload. `None`: nothing is to be said, and the client does what it was about to do.
///
/// Never fails and never panics: what goes wrong is noted in the data directory, and answered by `None`.
pub fn answer(options: Options, payload: &[u8]) -> Option<String> {
    let data = options.data.map(crate::absolute).unwrap_or_else(crate::data_dir);
    let root = options.root;
    let decided = catch_unwind(AssertUnwindSafe(|| {
        let Some(payload) = payload::read(payload)? else { return Ok(None) };
        decide::decide(&Environment::from_process(root.as_deref()), &data, &payload)
    }));
    match decided {
        Ok(Ok(answer)) => answer.map(|answer| answer.to_string()),
        Ok(Err(why)) => {
            notes::leave(&data, &why);
            None
        }
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            notes::leave(&data, &format!("a fault of ours: {}", said.unwrap_or("unknown")));
            None
        }
    }
}
