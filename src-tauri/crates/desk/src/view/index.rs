//! The index as the client loads it.

use memdesk_review::Problem;
use serde::Serialize;
use ts_rs::TS;

/// MEMORY.md as it is on disk, line by line, with what becomes of each line.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct IndexView {
    /// There is a MEMORY.md.
    pub exists: bool,
    /// Anything of it reaches the client.
    pub loaded: bool,
    /// The whole text on disk (lossily decoded): the `base` of edits. Empty when `too_large`.
    pub text: String,
    /// Too large to be sent whole or edited here (over 1 MiB): `lines` then ends some way after the cut.
    pub too_large: bool,
    /// The literal text that the client gets.
    pub kept: String,
    /// Its length.
    pub kept_utf16: usize,
    /// How full.
    pub meter: Meter,
    /// What is cut; none when everything loads.
    pub cut: Option<CutView>,
    /// Lines of the file. At most 2,000 beyond the cut.
    pub lines: Vec<IndexLine>,
    /// Lines of the file in all.
    pub file_lines: usize,
    /// Entries of `lines`, in file order; `cut` counts those beyond as well.
    pub entries: Vec<EntryView>,
    /// Listed topics that no entry leads to.
    pub orphans: Vec<Orphan>,
    /// Problems of the index, those of `lines`.
    pub problems: Vec<Problem>,
    /// The client in recall mode does not load the index at all.
    pub recall_mode: bool,
}

use super::store::Meter;

/// What the limits take away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CutView {
    /// Over 200 lines.
    pub over_lines: bool,
    /// Over 25,000 UTF-16 units.
    pub over_chars: bool,
    /// The limit that decides where it is cut: `lines` or `chars`.
    pub binding: String,
    /// Lines that count, in all.
    pub total_lines: usize,
    /// Lines lost (0 when the cut is inside line 1).
    pub cut_lines: usize,
    /// First line of the FILE that is lost; the rule is drawn before it.
    pub first_cut_file_line: Option<usize>,
    /// The line of the file that is cut inside, when line 1 alone is too long.
    pub cut_inside_file_line: Option<usize>,
    /// Entries lost.
    pub cut_entries: usize,
    /// UTF-16 units lost.
    pub cut_utf16: usize,
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct IndexLine {
    /// 1-based, in the file.
    pub number: usize,
    /// `loaded`, `stripped`, `cut` or `cut-inside`.
    pub fate: String,
    /// Why it is stripped: `frontmatter`, `comment`, `trimmed`, `invisible`; none when it is not.
    pub why: Option<String>,
    /// The text in parts; a part that does not reach the client says why.
    pub parts: Vec<IndexPart>,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct IndexPart {
    /// The text; invisible characters as they are.
    pub text: String,
    /// `bom`, `invisible`, `comment`, `frontmatter`, `trimmed`, `limit`; none when it reaches the client.
    pub dropped: Option<String>,
    /// Position of the entry (in `entries`) whose link this part is, for linking to its topic.
    pub entry: Option<usize>,
}

/// An entry of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct EntryView {
    /// First line in the file.
    pub line: usize,
    /// Last line in the file, of a wrapped entry.
    pub end_line: usize,
    /// `bullet`, `heading`, `prose`, `wiki`.
    pub kind: String,
    /// The link's text.
    pub title: String,
    /// What stands after the dash.
    pub hook: String,
    /// As written; none for a heading.
    pub target: Option<String>,
    /// The topic it leads to; none when it leads nowhere in the store.
    pub path: Option<String>,
    /// `loaded`, `cut`, `dangling`, `heading` (no target) or `outside` (a URL or a file outside the store).
    pub state: String,
    /// It can be moved, edited and removed as an entry of its own.
    pub editable: bool,
}

/// A topic without an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Orphan {
    /// Which.
    pub path: String,
    /// Its name, or its file stem.
    pub name: String,
    /// Its description.
    pub description: Option<String>,
}
