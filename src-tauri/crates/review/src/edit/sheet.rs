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

    /// The entry's own lines, 0-based, without those of entries nested in it. A line that is no wrapped text of it but only
    /// stands below without a blank between, and has links of its own, does not belong to it either.
    fn block(&self, entry: usize) -> Range<usize> {
        let Some(found) = self.entries.get(entry) else { return 0..0 };
        let others = self.entries.iter().skip(entry + 1).take_while(|e| e.line <= found.end_line);
        let next = others
            .filter(|e| e.line > found.line)
            .find(|e| !self.is_wrapped_in(e, found))
            .map(|e| e.line - 1);
        let end = found.end_line.max(found.line).min(next.unwrap_or(usize::MAX)).min(self.lines.len());
        found.line.saturating_sub(1).min(end)..end
    }

    /// A further link in the text of a list item, on its first line or on an indented one.
    fn is_wrapped_in(&self, link: &Entry, item: &Entry) -> bool {
        let line = || self.lines.get(link.line.saturating_sub(1)).copied().unwrap_or_default();
        is_item(item)
            && link.kind == EntryKind::Prose
            && (item.line..=item.end_line).contains(&link.line)
            && (link.line == item.line || indent(line()).len() > item.indent)
    }

    /// The further links in the text of a list item.
    fn links_within(&self, entry: usize) -> Range<usize> {
        let Some(item) = self.entries.get(entry) else { return 0..0 };
        let rest = self.entries.iter().skip(entry + 1);
        entry + 1..entry + 1 + rest.take_while(|link| self.is_wrapped_in(link, item)).count()
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

    /// List items that are nested in one, also below links in text that only goes on below it.
    fn nested_below(&self, entry: usize) -> Vec<usize> {
        let own = self.indent_of(entry).len();
        let mut reached = self.block(entry).end;
        let mut nested = Vec::new();
        for at in entry + 1..self.entries.len() {
            let block = self.block(at);
            match self.entries.get(at).map(|found| found.kind) {
                Some(EntryKind::Prose) if block.start <= reached => {}
                Some(EntryKind::Bullet | EntryKind::Wiki) if self.indent_of(at).len() > own => {
                    nested.push(at)
                }
                _ => break,
            }
            reached = reached.max(block.end);
        }
        nested
    }

    /// It has its lines to itself: a list item (the links in its text belong to it), a heading, or the only link of a line.
    fn is_alone(&self, entry: usize) -> bool {
        let Some(found) = self.entries.get(entry) else { return false };
        let before = entry.checked_sub(1).and_then(|at| self.entries.get(at));
        let shares = |one: &Entry, other: &Entry| one.end_line >= other.line;
        found.kind != EntryKind::Prose
            || !before.is_some_and(|before| shares(before, found))
                && !self.entries.get(entry + 1).is_some_and(|after| shares(found, after))
    }

    fn is_item(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(is_item)
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

/// It is a list item, not a heading or a link in other text.
fn is_item(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::Bullet | EntryKind::Wiki)
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
