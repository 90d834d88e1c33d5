//! Entries with other words: added, taken away, with another hook or target.

use std::borrow::Cow;
use std::ops::Range;

use memdesk_memdir::entry::{EntryKind, Separator, resolve};

use super::{Sheet, indent, marker};
use crate::edit::wording;
use crate::lines::{cut_end, splice};

impl Sheet<'_> {
    /// The text with a line for `path` after the last entry of a list (at the end where there is no list), in that
    /// entry's style.
    pub(in crate::edit) fn with_entry(&self, path: &str, title: &str, hook: &str) -> String {
        let model = (0..self.entries.len()).rev().find(|&at| self.is_item(at) && self.links(at));
        let (marker, dash) =
            model.map_or(("- ".to_owned(), " — "), |at| (self.next_marker(at), self.dash(at)));
        let hook = wording::one_line(hook);
        let dash = if hook.is_empty() { "" } else { dash };
        let line = format!("{marker}[{}]({}){dash}{hook}", wording::title(title), wording::target(path));
        let at = model.map_or(self.lines.len(), |at| self.block(at).end);
        let mut lines: Vec<Cow<str>> = self.lines.iter().copied().map(Cow::Borrowed).collect();
        lines.insert(at.min(lines.len()), Cow::Owned(line));
        self.assemble(lines)
    }

    /// The text with another hook; an empty one takes the dash away too.
    pub(in crate::edit) fn with_hook(&self, entry: usize, hook: &str) -> Option<String> {
        let found = self.entries.get(entry)?;
        if !self.is_alone(entry) || !self.links(entry) || !self.is_item(entry) && found.hook.is_empty() {
            return None;
        }
        // `- [A](a.md), [B](b.md)`: what stands beside the link is no hook
        if found.separator == Separator::None && !self.links_within(entry).is_empty() {
            return None;
        }
        let (link_end, body_end) = (self.construct(entry)?.end, self.body_end(entry));
        let hook = wording::one_line(hook);
        // lines below that do not belong to the entry are no part of its hook
        let old = found.hook_range.start..found.hook_range.end.min(body_end);
        if old.is_empty() || hook.is_empty() || old.start <= link_end {
            let end = if old.end > link_end { old.end } else { body_end };
            let dash = if hook.is_empty() { "" } else { self.dash(entry) };
            return Some(self.replaced(link_end..end.max(link_end), &format!("{dash}{hook}")));
        }
        Some(self.replaced(old, &hook))
    }

    /// The text without some entries. One that has its lines to itself goes with them, and what is nested in it moves out a
    /// level; a link in the midst of other text becomes its title.
    pub(in crate::edit) fn without(&self, entries: &[usize]) -> String {
        let mut gone = vec![false; self.lines.len()];
        let mut outdent = vec![0; self.lines.len()];
        let mut titles = Vec::new();
        for &entry in entries {
            let Some(found) = self.entries.get(entry) else { continue };
            if !self.goes_with_its_lines(entry, entries) {
                let title = match found.kind {
                    EntryKind::Wiki => found.title.as_str(),
                    _ => self.text.get(found.title_range.clone()).unwrap_or_default(),
                };
                titles.extend(self.construct(entry).map(|link| (link, title)));
                continue;
            }
            let (block, tree) = (self.block(entry), self.tree(entry));
            let own = indent(self.lines.get(block.start).copied().unwrap_or_default()).len();
            gone.iter_mut().skip(block.start).take(block.len()).for_each(|gone| *gone = true);
            // what is nested moves out a level: all lines up to one that is not, and behind that only entries, lest something
            // else becomes one
            let deeper = |line: &&str| line.trim().is_empty() || indent(line).len() > own;
            let nested = self.lines.get(block.end..tree.end).unwrap_or_default();
            let close = block.end..block.end + nested.iter().take_while(|line| deeper(line)).count();
            let below = self.nested_below(entry);
            let first =
                self.lines.get(close.clone()).unwrap_or_default().iter().find(|line| !line.trim().is_empty());
            let child = first.map(|line| indent(line)).or(below.first().map(|&at| self.indent_of(at)));
            let Some(step) = child.map(|child| child.len() - own) else { continue };
            let far = below.into_iter().map(|at| self.block(at)).filter(|block| block.start >= close.end);
            for lines in std::iter::once(close.clone()).chain(far) {
                outdent.iter_mut().skip(lines.start).take(lines.len()).for_each(|by| *by += step);
            }
        }
        titles.sort_by_key(|(link, _)| link.start);
        let mut titles = titles.into_iter().peekable();
        let mut out = String::with_capacity(self.text.len());
        // where the line starts, and up to where the text has been dealt with (a link may go over a line's end)
        let (mut start, mut done) = (0, 0);
        for ((line, gone), by) in self.lines.iter().zip(gone).zip(outdent) {
            let end = start + line.len();
            done = done.max(start + indent(line).len().min(by));
            while let Some((link, title)) = titles.next_if(|(link, _)| link.start < end) {
                if !gone && done <= link.start {
                    out.push_str(self.text.get(done..link.start).unwrap_or_default());
                    out.push_str(title);
                    done = link.end;
                }
            }
            if !gone {
                out.push_str(self.text.get(done..end).unwrap_or_default());
            }
            done = done.max(end);
            start = end;
        }
        out
    }

    /// Whether the lines of an entry that is to go have nothing else on them. Links in its hook go with it; a link beside it
    /// (`- [A](a.md), [B](b.md)`) is another entry's.
    fn goes_with_its_lines(&self, entry: usize, going: &[usize]) -> bool {
        let Some(found) = self.entries.get(entry) else { return false };
        let in_hook = |at: usize| {
            let link = self.entries.get(at).map(|link| &link.title_range);
            found.separator != Separator::None
                && link.is_some_and(|link| found.hook_range.contains(&link.start))
        };
        found.kind != EntryKind::Prose
            && self.links_within(entry).all(|at| going.contains(&at) || in_hook(at))
    }

    /// The text with the targets of `entries`, which lead to `from`, turned to `to`; `./` and `#fragment` stay.
    pub(in crate::edit) fn retargeted(&self, entries: &[usize], from: &str, to: &str) -> String {
        let found = || entries.iter().filter_map(|&at| self.entries.get(at));
        let mut ranges: Vec<Range<usize>> =
            found().map(|e| e.target_range.clone()).filter(|range| !range.is_empty()).collect();
        if found().any(|e| e.target_range.is_empty()) {
            ranges.extend(self.definitions(from));
        }
        let edits = ranges.into_iter().map(|range| {
            let raw = self.text.get(range.clone()).unwrap_or_default();
            let dot = if raw.starts_with("./") { "./" } else { "" };
            let fragment = raw.find('#').and_then(|at| raw.get(at..)).unwrap_or_default();
            (range, format!("{dot}{}{fragment}", wording::target(to)))
        });
        splice(self.text, edits.collect())
    }

    /// The targets of link definitions (`[name]: target`) that lead to `path`.
    fn definitions(&self, path: &str) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut start = 0;
        for line in &self.lines {
            let target = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]:")).map(
                |(_, rest)| {
                    let rest = rest.trim_start().trim_start_matches('<');
                    rest.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default()
                },
            );
            if let Some(target) =
                target.filter(|t| resolve(t.split('#').next().unwrap_or_default()).as_deref() == Some(path))
                && let Some(at) = line.find(target)
            {
                out.push(start + at..start + at + target.len());
            }
            start += line.len();
        }
        out
    }

    fn replaced(&self, range: Range<usize>, with: &str) -> String {
        splice(self.text, vec![(range, with.to_owned())])
    }

    /// What stands between link and hook.
    fn dash(&self, entry: usize) -> &'static str {
        match self.entries.get(entry).map(|e| e.separator) {
            Some(Separator::Hyphen) => " - ",
            Some(Separator::DoubleHyphen) => " -- ",
            Some(Separator::Colon) => ": ",
            Some(Separator::EmDash | Separator::None) | None => " — ",
        }
    }

    /// The marker that an item after this one has.
    fn next_marker(&self, entry: usize) -> String {
        let found = self.lines.get(self.block(entry).start).and_then(|line| marker(line));
        let Some(found) = found else { return "- ".to_owned() };
        let digits = found.trim_end_matches(|c: char| !c.is_ascii_digit());
        match digits.parse::<u32>() {
            Ok(number) => format!("{}{}", number.saturating_add(1), &found[digits.len()..]),
            Err(_) => found.to_owned(),
        }
    }

    /// The bytes of the whole link, `[title](target)` or `[[name]]`.
    fn construct(&self, entry: usize) -> Option<Range<usize>> {
        let found = self.entries.get(entry).filter(|e| e.target.is_some())?;
        let head = self.text.get(..found.title_range.start)?;
        if found.kind == EntryKind::Wiki {
            let start = head.rfind("[[")?;
            return Some(start..start + self.text.get(start..)?.find("]]")? + 2);
        }
        let start = head.rfind('[')?;
        if found.target_range.is_empty() {
            // `[title]`, `[title][]` or `[title][name]`
            let tail = self.text.get(found.title_range.end..)?.strip_prefix(']')?;
            let name = tail.strip_prefix('[').and_then(|name| name.find(']')).map_or(0, |end| end + 2);
            return Some(start..found.title_range.end + 1 + name);
        }
        let from = found.target_range.end;
        let end = from + self.text.get(from..)?.find(')')? + 1;
        (start < end).then_some(start..end)
    }

    /// Where the text of the entry's last line ends.
    fn body_end(&self, entry: usize) -> usize {
        let block = self.block(entry);
        let through: usize = self.lines.iter().take(block.end).map(|line| line.len()).sum();
        let last = block.end.checked_sub(1).and_then(|at| self.lines.get(at));
        through - last.map_or(0, |line| cut_end(line).1.len())
    }
}
