//! The listing of topics that the selector chooses from.
//!
//! Separate because it is what the selector sees and all that it sees. Never reads a file: it is given each topic's
//! path, frontmatter and mtime. What it says about a topic is literal: a description is neither cleaned nor kept to one line.

use jiff::Timestamp;
use serde::Serialize;

use crate::frontmatter::Frontmatter;
use crate::index::INDEX_NAME;
use crate::{Profile, time};

/// At most this many topics are listed, the newest (2.1.332).
pub const LISTED_LIMIT: usize = 200;

/// Why a file below the store is not offered to the selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unlisted {
    /// A file named exactly `MEMORY.md`, at any depth.
    IsIndex,
    /// Its name does not end in `.md` (case counts).
    NotMarkdown,
    /// A part of its path begins with a dot (but for a file directly in the top-level `team/`).
    Hidden,
    /// Below the top-level `logs/`, in any case.
    Logs,
    /// Below the top-level `sessions/`, in any case.
    Sessions,
    /// Deeper than directly in the top-level `team/`.
    BelowTeam,
}

/// Whether the file at `path` (relative to the store, parts separated by `/`) is offered to the selector
/// (golden `listing.json`, `listing_more.json`), and if not, why.
///
/// The client takes a backslash for a separator too, and a top-level folder for `logs`, `sessions` or `team` whatever its
/// case and however many dots and blanks end its name.
pub fn is_listed(path: &str, profile: &Profile) -> Result<(), Unlisted> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == INDEX_NAME {
        return Err(Unlisted::IsIndex);
    }
    if !name.ends_with(".md") {
        return Err(Unlisted::NotMarkdown);
    }
    if profile.lists_hidden {
        return Ok(());
    }
    let mut folders: Vec<&str> = path.split(['/', '\\']).collect();
    let last = folders.pop().unwrap_or_default();
    let top = folders.first().map(|part| part.trim_end_matches(['.', ' ']).to_ascii_lowercase());
    match top.as_deref() {
        Some("logs") => return Err(Unlisted::Logs),
        Some("sessions") => return Err(Unlisted::Sessions),
        Some("team") if folders.len() == 1 => return Ok(()),
        Some("team") => return Err(Unlisted::BelowTeam),
        _ => {}
    }
    if folders.iter().any(|part| part.starts_with('.')) || last.starts_with('.') {
        return Err(Unlisted::Hidden);
    }
    Ok(())
}

/// What the listing says about one topic: `- [type] path (ISO-8601 UTC with milliseconds): description`, without the
/// parts that the topic does not have (golden `frontmatter.json`). It can hold newlines: the description's own.
pub fn line(path: &str, fm: &Frontmatter, mtime: Timestamp) -> String {
    let mut out = String::from("- ");
    if let Some(topic_type) = fm.topic_type {
        out.push('[');
        out.push_str(topic_type.as_str());
        out.push_str("] ");
    }
    out.push_str(path);
    out.push_str(" (");
    out.push_str(&time::iso(mtime));
    out.push(')');
    if let Some(description) = fm.description.as_deref().filter(|text| !text.is_empty()) {
        out.push_str(": ");
        out.push_str(description);
    }
    out
}

/// A topic that the store offers.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// Relative to the store, parts separated by `/`.
    pub path: &'a str,
    /// What its header says.
    pub frontmatter: &'a Frontmatter,
    /// When its bytes last changed.
    pub mtime: Timestamp,
}

/// The listing of a store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Manifest {
    /// Paths in the order of the listing.
    pub listed: Vec<String>,
    /// One text for each of `listed`, as [`line()`] makes it.
    pub lines: Vec<String>,
    /// Paths that would be listed, were they among the newest [`LISTED_LIMIT`]; newest first.
    pub over: Vec<String>,
}

impl Manifest {
    /// The listing as the selector gets it, without a newline at its end.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// The listing of everything that is listed among `offers`: newest mtime first, at most [`LISTED_LIMIT`].
/// Equal mtimes keep the order given (the client takes that of the directory, which is not stable). Two mtimes are equal
/// when the client's clock, milliseconds in a double, cannot tell them apart: about 0.2 µs.
pub fn manifest(offers: &[Offer], profile: &Profile) -> Manifest {
    let mut listed: Vec<&Offer> =
        offers.iter().filter(|offer| is_listed(offer.path, profile).is_ok()).collect();
    listed.sort_by(|a, b| time::milliseconds(b.mtime).total_cmp(&time::milliseconds(a.mtime)));
    let (kept, over) = listed.split_at(listed.len().min(LISTED_LIMIT));
    Manifest {
        listed: kept.iter().map(|offer| offer.path.to_owned()).collect(),
        lines: kept.iter().map(|offer| line(offer.path, offer.frontmatter, offer.mtime)).collect(),
        over: over.iter().map(|offer| offer.path.to_owned()).collect(),
    }
}
