//! What a memory directory means to Claude Code: bytes in, facts out.
//!
//! Pure: never sees the disk, the clock, Tauri or tokio. Everything that differs by client version is in [`Profile`].
//! Every rule is a named constant or function here, with the version it was seen in and a golden case
//! (`tests/golden/*.json`, recorded from Claude Code 2.1.332).

pub mod defuse;
pub mod digest;
pub mod dream;
pub mod edit_tool;
pub mod entry;
mod eol;
pub mod frontmatter;
pub mod index;
pub mod invisible;
pub mod listing;
mod profile;
pub mod question;
pub mod row;
pub mod slug;
pub mod surface;
mod text;
mod time;
pub mod wikilink;

pub use profile::Profile;
pub use text::lossy;
