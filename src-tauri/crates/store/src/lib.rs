//! The door to the disk: finds memory stores, reads them, watches them, and carries out plans. The only room that writes
//! into a store.
//!
//! Separate so that every rule about paths, links, atomicity and odd files is in one place. Knows nothing of git, of
//! session files or of windows; expected refusals are data ([`Refused`], [`Scan`]), never panics.

pub mod apply;
pub mod context;
pub mod environment;
pub mod git_root;
pub mod locate;
pub mod place;
pub mod scan;
pub mod settings;
pub mod watch;

pub use apply::{Applied, Refused, apply};
pub use environment::Environment;
pub use locate::{FolderStores, Owner, all, of_folder, owner, project_of};
pub use place::{Layout, Place, Scope};
pub use scan::{Limits, Scan, scan};
pub use watch::{Changed, Status, Watch};
