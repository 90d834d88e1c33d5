//! The entries of an index: what it lists, in which section, and where in its bytes title, target and hook stand.
//!
//! Separate from `index`, which is about what is loaded: the client gives the index no structure, people and models do.
//! An entry is a list item (with a link, a `[[name]]` or nothing), a heading, or a link in other text. Links in code, in
//! HTML and in the frontmatter are none. Byte ranges are exact, so that whoever edits an index can leave the rest alone.
//! Never looks for the file behind a target.

mod block;
mod link;
mod read;
mod resolve;

use std::ops::Range;

use serde::Serialize;

pub use resolve::resolve;

/// Something that an index lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// 1-based line of the file on which it begins (lines end at LF, CRLF or a lone CR).
    pub line: usize,
    /// Its last line, for one that is wrapped; lines of entries nested in it do not count.
    pub end_line: usize,
    /// What it is.
    pub kind: EntryKind,
    /// Line of the heading it stands under; for a heading, of the one above its own level.
    pub section: Option<usize>,
    /// Bytes before its list marker on the line; 0 for what is no list item.
    pub indent: usize,
    /// What it is called, without markup: the text of its link, label or name of a `[[link]]`, or the whole text of a heading
    /// or of an item without a link.
    pub title: String,
    /// Where it leads: percent-decoded and without `#fragment`, or the name in a `[[link]]`; `None` for a heading or an
    /// item without a link. See [`resolve`].
    pub target: Option<String>,
    /// What it says about its target; wrapped lines are joined by a blank.
    pub hook: String,
    /// Bytes of the whole link, `[title](target "…")` or `[[name]]`, from bracket to bracket. Empty when `target` is `None`.
    pub link_range: Range<usize>,
    /// Bytes of the title in the whole text, with its markup.
    pub title_range: Range<usize>,
    /// Bytes of the target as written, fragment included, without `<` and `>`. Empty when `target` is `None`, and for a
    /// reference link, whose target stands elsewhere.
    pub target_range: Range<usize>,
    /// Bytes of the hook. Without a hook, an empty range where one would stand.
    pub hook_range: Range<usize>,
    /// What stands between link and hook.
    pub separator: Separator,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// A list item; its first link is what it leads to.
    Bullet,
    /// A heading.
    Heading,
    /// A link in other text, also a further one in a list item.
    Prose,
    /// A list item whose first link is a `[[name]]`.
    Wiki,
}

/// What stands between a link and its hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Separator {
    /// `—`, and also `–` and `―`.
    EmDash,
    /// `-`.
    Hyphen,
    /// `--` or more of them.
    DoubleHyphen,
    /// `:` or `：`.
    Colon,
    /// Nothing but blanks, if that.
    None,
}

/// A heading and what stands under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// 1-based line of the heading.
    pub line: usize,
    /// 1 to 6.
    pub level: usize,
    /// Its text, without markup.
    pub title: String,
    /// Entries with a target between it and the next heading of any level.
    pub entries: usize,
}

/// Every entry, in the order in which they begin.
pub fn entries(text: &str) -> Vec<Entry> {
    read::Reader::read(text).entries
}

/// Every heading, in order.
pub fn sections(text: &str) -> Vec<Section> {
    read::Reader::read(text).sections
}
