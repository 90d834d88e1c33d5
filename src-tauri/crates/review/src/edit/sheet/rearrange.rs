//! Entries in another order.

use std::borrow::Cow;
use std::ops::Range;

use super::{Sheet, indent};
use crate::lines::{cut_end, usual_end};

impl Sheet<'_> {
    /// The text with an entry, and what is nested in it, before the first other list entry.
    pub(in crate::edit) fn to_top(&self, entry: usize) -> Option<String> {
        let first = (0..self.entries.len()).find(|&at| self.is_item(at)).unwrap_or(0);
        if first >= entry {
            return self.movable(entry).then(|| self.text.to_owned());
        }
        self.moved(entry, self.block(first).start)
    }

    /// The text with an entry, and what is nested in it, before a 1-based line (one past the last: at the end). A line in
    /// the midst of another entry means that entry.
    pub(in crate::edit) fn to_line(&self, entry: usize, before: usize) -> Option<String> {
        let at = before.checked_sub(1).filter(|&at| at <= self.lines.len())?;
        let inside = |e: &usize| self.block(*e).start < at && at < self.block(*e).end;
        let at = (0..self.entries.len()).find(inside).map_or(at, |e| self.block(e).start);
        self.moved(entry, at)
    }

    /// The entry's tree before the 0-based line `to`, indented like what it comes to stand before.
    fn moved(&self, entry: usize, to: usize) -> Option<String> {
        if !self.movable(entry) {
            return None;
        }
        let tree = self.tree(entry);
        if tree.start <= to && to <= tree.end {
            return Some(self.text.to_owned());
        }
        let own = self.lines.get(tree.start).map(|line| indent(line)).unwrap_or_default();
        let there = (0..self.entries.len()).find(|&e| self.is_item(e) && self.block(e).start == to);
        let items = || (0..self.entries.len()).filter(|&e| self.is_item(e)).map(|e| self.indent_of(e));
        let indent = match there {
            _ if !self.is_item(entry) => own,
            Some(e) => self.indent_of(e),
            None => items().min_by_key(|ws| ws.len()).unwrap_or_default(),
        };
        let block = self.lines.get(tree.clone()).unwrap_or_default().iter().map(|line| {
            match line.strip_prefix(own) {
                Some(rest) if own != indent && !rest.trim().is_empty() => {
                    Cow::Owned(format!("{indent}{rest}"))
                }
                _ => Cow::Borrowed(*line),
            }
        });
        let mut lines: Vec<Cow<str>> = Vec::with_capacity(self.lines.len());
        let copy = |range: Range<usize>| {
            self.lines.get(range).unwrap_or_default().iter().copied().map(Cow::Borrowed)
        };
        if to < tree.start {
            lines.extend(
                copy(0..to).chain(block).chain(copy(to..tree.start)).chain(copy(tree.end..self.lines.len())),
            );
        } else {
            lines.extend(
                copy(0..tree.start).chain(copy(tree.end..to)).chain(block).chain(copy(to..self.lines.len())),
            );
        }
        Some(self.assemble(lines))
    }

    /// Lines as a text: each but the last has an end, and the last one has one if the text had (or was empty).
    pub(super) fn assemble(&self, lines: Vec<Cow<str>>) -> String {
        let end = usual_end(self.text);
        let last = lines.len().saturating_sub(1);
        let closed = self.lines.last().is_none_or(|line| !cut_end(line).1.is_empty());
        let mut out = String::with_capacity(self.text.len() + 200);
        for (at, line) in lines.iter().enumerate() {
            let (body, has) = cut_end(line);
            out.push_str(body);
            out.push_str(if at == last && !closed {
                ""
            } else if has.is_empty() {
                end
            } else {
                has
            });
        }
        out
    }
}
