//! The index as a text with entries in it: what each edit of an entry does to its bytes.
//!
//! Separate from `entries` because here nothing is refused and no file is known: text in, text out, and every byte that an
//! edit is not about stays.

mod rearrange;
mod rewrite;

use std::ops::Range;

use memdesk_memdir::entry::{Entry, EntryKind, entries};

use crate::lines::{cut_end, numbered};

/// An index text, its lines (with their ends) and its entries. Entries are known by their position in `entries`.
pub(super) struct Sheet<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    entries: Vec<Entry>,
}

impl<'t> Sheet<'t> {
    pub(super) fn new(text: &'t str) -> Sheet<'t> {
        Sheet { text, lines: numbered(text), entries: entries(text) }
    }

    /// The first entry that starts at a 1-based line.
    pub(super) fn entry_at(&self, line: usize) -> Option<usize> {
        self.entries.iter().position(|entry| entry.line == line)
    }

    /// Entries for which `leads` is true.
    pub(super) fn find(&self, leads: impl Fn(&Entry) -> bool) -> Vec<usize> {
        self.entries.iter().enumerate().filter(|(_, entry)| leads(entry)).map(|(at, _)| at).collect()
    }

    /// The lines of an entry without their ends.
    pub(super) fn words(&self, entry: usize) -> Vec<&'t str> {
        self.lines.get(self.block(entry)).unwrap_or_default().iter().map(|line| cut_end(line).0).collect()
    }

    /// The 1-based lines at which an entry with these lines starts.
    pub(super) fn starts(&self, words: &[&str]) -> Vec<usize> {
        let mut out: Vec<usize> = (0..self.entries.len())
            .filter(|&at| self.words(at) == words)
            .filter_map(|at| self.entries.get(at).map(|entry| entry.line))
            .collect();
        out.dedup();
        out
    }

    /// All lines without their ends.
    pub(super) fn bare_lines(&self) -> Vec<&'t str> {
        self.lines.iter().map(|line| cut_end(line).0).collect()
    }

    /// The entry's own lines, 0-based, without those of entries nested in it.
    fn block(&self, entry: usize) -> Range<usize> {
        let Some(found) = self.entries.get(entry) else { return 0..0 };
        let next = self.entries.iter().skip(entry + 1).map(|e| e.line).find(|&line| line > found.line);
        let end = found
            .end_line
            .max(found.line)
            .min(next.map_or(usize::MAX, |line| line - 1))
            .min(self.lines.len());
        found.line.saturating_sub(1).min(end)..end
    }

    /// The entry's lines with those of entries nested in it.
    fn tree(&self, entry: usize) -> Range<usize> {
        let mut tree = self.block(entry);
        let own = self.indent_of(entry).len();
        for at in entry + 1..self.entries.len() {
            let block = self.block(at);
            if block.start < tree.end {
                continue;
            }
            if !self.is_item(entry) || !self.is_item(at) || self.indent_of(at).len() <= own {
                break;
            }
            tree.end = block.end;
        }
        tree
    }

    /// No other entry shares a line with it. (List items that follow one another never do.)
    fn is_alone(&self, entry: usize) -> bool {
        let Some(found) = self.entries.get(entry) else { return false };
        let shared = |before: &Entry, at: usize, after: &Entry| {
            before.line == after.line || before.end_line >= after.line && !self.is_item(at)
        };
        let before = entry.checked_sub(1).and_then(|at| self.entries.get(at));
        let mut after =
            self.entries.iter().enumerate().skip(entry + 1).take_while(|(_, e)| e.line <= found.end_line);
        !before.is_some_and(|before| shared(before, entry, found))
            && !after.any(|(at, e)| shared(found, at, e))
    }

    /// It begins a list item.
    fn is_item(&self, entry: usize) -> bool {
        self.lines.get(self.block(entry).start).is_some_and(|line| marker(line).is_some())
    }

    fn links(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|e| e.target.is_some())
    }

    fn movable(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|e| e.kind != EntryKind::Heading) && self.is_alone(entry)
    }

    fn indent_of(&self, entry: usize) -> &'t str {
        self.lines.get(self.block(entry).start).map(|line| indent(line)).unwrap_or_default()
    }
}

/// Leading blanks of a line.
fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The list marker of a line with the blanks after it, without its indent.
fn marker(line: &str) -> Option<&str> {
    let rest = &line[indent(line).len()..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let signs: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
    let after = rest[digits..].strip_prefix(signs)?;
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    (blanks > 0 && digits <= 9).then(|| &rest[..digits + 1 + blanks])
}
