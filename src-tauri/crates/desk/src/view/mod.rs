//! Every type on the wire between the desk and its shells; `ui/src/lib/bindings.ts` is generated from them.
//!
//! Separate so that what the window can know is readable in one place. Carries no absolute path for use: `place` and
//! `project` are labels for people (home shortened to `~`), stores are named by id and files by relative path.
//! Times are ISO 8601 in UTC with milliseconds. Sizes are bytes unless a name says `lines` or `utf16` (UTF-16 code units).

mod bindings;
mod evidence;
mod gate;
mod guide;
mod history;
mod index;
mod picture;
mod recall;
mod review;
mod run;
mod search;
mod selector;
mod settings;
mod store;
mod topic;

pub use bindings::typescript;
pub use evidence::*;
pub use gate::*;
pub use guide::*;
pub use history::*;
pub use index::*;
pub use picture::*;
pub use recall::*;
pub use review::*;
pub use run::*;
pub use search::*;
pub use selector::*;
pub use settings::*;
pub use store::*;
pub use topic::*;
