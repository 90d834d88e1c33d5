//! What the client makes of `MEMORY.md`: which bytes of it reach the model, and what becomes of every line.
//!
//! Separate because the index is the one file that a session always starts with (in the default mode), and because its
//! rules have an order that matters. Observed on 2.1.332 and 2.1.197 (golden `index_load.json`, `index_load_more.json`):
//!
//! 1. decode UTF-8, bad bytes become U+FFFD;
//! 2. take off a leading frontmatter block (`strip`);
//! 3. take out block-level HTML comments (`comments`);
//! 4. trim white space at both ends;
//! 5. cut at the limits (`cut`);
//! 6. 2.1.332 only: line endings become LF, invisible characters go (`strip`), white space at the ends of what the model
//!    is sent is trimmed again, and tags that the client itself speaks in are defused (`crate::defuse`).
//!
//! So an invisible character or a CR counts against the limits, and hides a comment or a frontmatter from being one.
//! Never fails, and never looks at another file.

mod blocks;
mod comments;
mod cut;
mod draft;
mod lines;
mod strip;

use serde::Serialize;

pub use lines::{Added, Dropped, Fate, SourceLine, Why};

use crate::Profile;
use crate::text::lossy;
use draft::{Change, Draft};

/// Most lines of the index that are loaded (2.1.332 and 2.1.197).
pub const LINE_LIMIT: usize = 200;
/// Most UTF-16 units of the index that are loaded (2.1.332 and 2.1.197).
pub const UTF16_LIMIT: usize = 25_000;
/// The name of the index in a store.
pub const INDEX_NAME: &str = "MEMORY.md";

/// What the client loads of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loaded {
    /// Whether the index reaches the model at all. An index of nothing but invisible characters and blanks may be loaded
    /// as an empty text.
    pub loaded: bool,
    /// The text that reaches the model, without the client's own note about a cut.
    pub kept: String,
    /// UTF-16 units of `kept`.
    pub kept_utf16: usize,
    /// Lines that count against [`LINE_LIMIT`]: after stripping and trimming, before cutting.
    pub total_lines: usize,
    /// UTF-16 units that count against [`UTF16_LIMIT`]: after stripping and trimming, before cutting.
    pub total_utf16: usize,
    /// Where it is cut; `None` when it is not.
    pub cut: Option<Cut>,
    /// One for each line of the file.
    pub lines: Vec<SourceLine>,
}

impl Loaded {
    /// Whether anything of a line of the file (1-based) reaches the model.
    pub fn loads(&self, line: usize) -> bool {
        let line = line.checked_sub(1).and_then(|at| self.lines.get(at));
        line.is_some_and(|line| matches!(line.fate, Fate::Loaded | Fate::CutInside))
    }
}

/// A cut. Lines are 1-based lines of the stripped and trimmed text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// More than [`LINE_LIMIT`] lines.
    pub over_lines: bool,
    /// More than [`UTF16_LIMIT`] units.
    pub over_chars: bool,
    /// Lines before the cut; `None` when line 1 itself was cut.
    pub total_lines: Option<usize>,
    /// Lines that are lost; `None` when line 1 itself was cut.
    pub cut_lines: Option<usize>,
    /// The first line that is lost; `None` when line 1 itself was cut.
    pub first_cut_line: Option<usize>,
    /// The line in which the cut is (always 1), when line 1 alone is over the limit.
    pub cut_inside_line: Option<usize>,
}

/// Where the text after a leading frontmatter block begins; 0 when there is none.
pub(crate) fn after_frontmatter(text: &str, profile: &Profile) -> usize {
    strip::frontmatter(text, profile).last().map_or(0, |change| change.range.end)
}

/// What the client loads of an index with these bytes. Linear in their number.
pub fn load(bytes: &[u8], profile: &Profile) -> Loaded {
    let source = lossy(bytes);
    let mut draft = Draft::new(&source);
    draft.apply(&strip::frontmatter(draft.text(), profile));
    comments::strip(&mut draft, profile);
    draft.apply(&strip::ends(draft.text(), strip::Ends::Both));
    let measure = cut::measure(draft.text(), profile);
    let stripped = draft.pieces().to_vec();

    if let Some(at) = measure.at {
        let half = measure.splits_pair.then(|| Change::add(at, "\u{FFFD}"));
        let rest = Change::drop(at..draft.text().len(), Why::Limit);
        draft.apply(&half.into_iter().chain([rest]).collect::<Vec<_>>());
    }
    let mut loaded = !draft.text().is_empty();
    if profile.drops_invisible {
        draft.apply(&strip::unseen(draft.text(), measure.at.is_some(), profile));
        loaded = measure.at.is_some() || !draft.text().is_empty();
        // the client's note about the cut follows, so that there is nothing to trim at the end
        let ends = if measure.at.is_some() { strip::Ends::Start } else { strip::Ends::Both };
        draft.apply(&strip::ends(draft.text(), ends));
    }
    draft.apply(&strip::tags(draft.text(), profile));
    let lines = lines::account(&source, &stripped, draft.pieces(), measure.cut.as_ref());
    let (kept, _) = draft.into_parts();
    let kept_utf16 = cut::utf16_len(&kept);
    Loaded {
        loaded,
        kept,
        kept_utf16,
        total_lines: measure.lines,
        total_utf16: measure.utf16,
        cut: measure.cut,
        lines,
    }
}
