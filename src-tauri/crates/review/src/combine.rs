//! The text of two topics that become one: a beginning for a person who edits it.
//!
//! Separate from `merge`, which brings together two changes of one text: here nobody changed anything, and both texts were
//! written for themselves. What stands in both is said once; everything else of both stays, word for word. Decides nothing
//! about what contradicts what: that is the person's, and [`lost`](crate::lost) tells what is missing of their result.

use std::collections::HashSet;
use std::ops::Range;

use memdesk_memdir::Profile;
use memdesk_memdir::frontmatter::{self, Field};

use crate::lines::{cut_end, numbered, usual_end};

/// `into` with what only `other` says: below the heading that both have, else at the end. The frontmatter is that of `into`;
/// only a description or type that it lacks comes from `other`. Line ends are those of `into`.
pub fn combined(into: &str, other: &str, profile: &Profile) -> String {
    let (kept, taken) =
        (frontmatter::read(into.as_bytes(), profile), frontmatter::read(other.as_bytes(), profile));
    let (head, body) = into.split_at_checked(kept.body_start).unwrap_or((into, ""));
    let (_, other) = other.split_at_checked(taken.body_start).unwrap_or(("", other));
    let end = usual_end(into);
    let other: String = numbered(other).iter().flat_map(|line| [cut_end(line).0, end]).collect();
    let mut own = sections(body);
    let known: HashSet<String> =
        own.iter().flat_map(|section| &section.pieces).map(|piece| normal(piece)).collect();
    // headings above, which say something only with what stands below them
    let mut above: Vec<&str> = Vec::new();
    for section in sections(&other) {
        if let Some(heading) = section.heading {
            above.retain(|one| level(one) < level(heading));
        }
        let titles = above.clone();
        above.extend(section.heading);
        let new = unknown(&section.pieces, &known);
        if new.iter().all(|piece| blank(piece)) {
            continue;
        }
        let heading = section.heading.map(normal);
        match own.iter_mut().find(|one| one.heading.map(normal) == heading) {
            Some(same) => same.add(&new, end),
            None => {
                for title in titles {
                    let title = Section { heading: Some(title), pieces: Vec::new() };
                    if own.iter().all(|one| one.heading.map(normal) != title.heading.map(normal)) {
                        append(&mut own, title, end);
                    }
                }
                append(&mut own, Section { heading: section.heading, pieces: new }, end);
            }
        }
    }
    let body: String = own
        .iter()
        .flat_map(|section| section.heading.into_iter().chain(section.pieces.iter().copied()))
        .collect();
    with_fields(head, &kept, &taken) + &body
}

/// A section behind all others.
fn append<'t>(own: &mut Vec<Section<'t>>, section: Section<'t>, end: &'t str) {
    if let Some(last) = own.last_mut() {
        last.close(end);
    }
    own.push(section);
}

/// The pieces that say something new, with what they need to say it: the other lines of their paragraph or list item, and the
/// items that they are nested in. Blank ones stay.
fn unknown<'t>(pieces: &[&'t str], known: &HashSet<String>) -> Vec<&'t str> {
    // thoughts: where they begin, how far they are set in, whether they are to stay
    let mut thoughts: Vec<(Range<usize>, usize, bool)> = Vec::new();
    let mut before = "";
    for (at, piece) in pieces.iter().enumerate() {
        let new = blank(piece) || !known.contains(&normal(piece));
        let alone = |piece: &str| blank(piece) || is_fence(piece);
        match thoughts.last_mut().filter(|_| !(alone(piece) || alone(before) || is_item(piece))) {
            Some((lines, _, stays)) => (lines.end, *stays) = (at + 1, *stays || new),
            None => thoughts.push((at..at + 1, piece.len() - piece.trim_start().len(), new)),
        }
        before = *piece;
    }
    let is_blank = |lines: &Range<usize>| pieces.get(lines.start).is_none_or(|piece| blank(piece));
    let mut nested_in = 0;
    for (_, indent, stays) in thoughts.iter_mut().rev().filter(|(lines, ..)| !is_blank(lines)) {
        *stays |= *indent < nested_in;
        if *stays {
            nested_in = *indent;
        }
    }
    let mut out: Vec<&str> = Vec::new();
    let mut dropped = false;
    for (lines, _, stays) in thoughts {
        let empty = is_blank(&lines);
        if !stays || empty && dropped && out.last().is_none_or(|last| blank(last)) {
            dropped = true;
            continue;
        }
        dropped &= empty;
        out.extend(pieces.get(lines).unwrap_or_default());
    }
    out
}

/// A heading, and what stands below it up to the next one. Lines have their ends.
struct Section<'t> {
    /// Its line; none for what stands before the first heading.
    heading: Option<&'t str>,
    /// Lines; a fenced block is one piece.
    pieces: Vec<&'t str>,
}

impl<'t> Section<'t> {
    /// More behind the last line that is not blank; a blank line between, but within a list.
    fn add(&mut self, new: &[&'t str], end: &'t str) {
        let trailing = self.pieces.iter().rev().take_while(|piece| blank(piece)).count();
        let behind = self.pieces.split_off(self.pieces.len() - trailing);
        let new = new.iter().skip_while(|piece| blank(piece)).copied();
        let new: Vec<&str> = {
            let all: Vec<&str> = new.collect();
            let ends = all.iter().rposition(|piece| !blank(piece)).map_or(0, |last| last + 1);
            all.into_iter().take(ends).collect()
        };
        self.end_line(end);
        let in_a_list =
            self.pieces.last().zip(new.first()).is_some_and(|(last, next)| is_item(last) && is_item(next));
        if self.pieces.iter().any(|piece| !blank(piece)) && !in_a_list {
            self.pieces.push(end);
        }
        self.pieces.extend(new);
        self.pieces.extend(behind);
    }

    /// Ends so that a heading may follow: its line has an end, and a blank line is behind it.
    fn close(&mut self, end: &'t str) {
        self.end_line(end);
        let empty = self.heading.is_none() && self.pieces.is_empty();
        if !empty && !self.pieces.last().is_some_and(|piece| blank(piece)) {
            self.pieces.push(end);
        }
    }

    fn end_line(&mut self, end: &'t str) {
        let last = self.pieces.last().copied().or(self.heading);
        if last.is_some_and(|line| cut_end(line).1.is_empty()) {
            self.pieces.push(end);
        }
    }
}

/// The sections of a text; concatenated they are the text.
fn sections(body: &str) -> Vec<Section<'_>> {
    let mut out = vec![Section { heading: None, pieces: Vec::new() }];
    let mut fence: Option<(&str, usize)> = None;
    let mut start = 0;
    for line in numbered(body) {
        let (at, bare) = (start, cut_end(line).0);
        start += line.len();
        let Some(section) = out.last_mut() else { break };
        if let Some((mark, from)) = fence {
            if bare.trim_start().starts_with(mark) && bare.trim_matches([' ', '`', '~']).is_empty() {
                section.pieces.extend(body.get(from..start));
                fence = None;
            }
        } else if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| bare.trim_start().starts_with(mark))
        {
            fence = Some((mark, at));
        } else if is_heading(bare) {
            out.push(Section { heading: Some(line), pieces: Vec::new() });
        } else {
            section.pieces.push(line);
        }
    }
    // a block that nobody closed ends with the text
    if let (Some((_, from)), Some(section)) = (fence, out.last_mut()) {
        section.pieces.extend(body.get(from..));
    }
    out
}

/// How deep a heading is.
fn level(line: &str) -> usize {
    line.len() - line.trim_start_matches('#').len()
}

fn is_fence(piece: &str) -> bool {
    ["```", "~~~"].iter().any(|mark| piece.trim_start().starts_with(mark))
}

fn is_heading(line: &str) -> bool {
    let level = level(line);
    (1..=6).contains(&level) && line.get(level..).is_some_and(|rest| rest.starts_with([' ', '\t']))
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks: &[char] = if rest.len() == line.len() { &['-', '*', '+'] } else { &['.', ')'] };
    rest.strip_prefix(marks).is_some_and(|rest| rest.starts_with([' ', '\t']))
}

fn blank(piece: &str) -> bool {
    piece.trim().is_empty()
}

/// What is compared: without marks of lists and headings, and with single blanks.
fn normal(piece: &str) -> String {
    let piece = piece.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '-' | '*' | '+'));
    piece.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A frontmatter with the description and type that it lacks.
fn with_fields(head: &str, kept: &frontmatter::Frontmatter, taken: &frontmatter::Frontmatter) -> String {
    let mut head = head.to_owned();
    let lacking = |own: Option<&str>| own.is_none_or(|text| text.trim().is_empty());
    let description = taken.description.as_deref().filter(|_| lacking(kept.description.as_deref()));
    let topic_type = taken.topic_type.filter(|_| kept.topic_type.is_none()).map(|kind| kind.to_string());
    for (field, value) in [(Field::Description, description), (Field::Type, topic_type.as_deref())] {
        // where it cannot be put in without touching other bytes, the person may
        if let Some(value) = value
            && let Ok(with) = frontmatter::set(&head, field, Some(value))
        {
            head = with;
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn together(into: &str, other: &str) -> String {
        combined(into, other, Profile::latest())
    }

    #[test]
    fn both_are_said_and_nothing_twice() {
        for (into, other, expected) in [
            ("a\n", "b\n", "a\n\nb\n"),
            ("a", "b", "a\n\nb\n"),
            ("a\n", "a\n", "a\n"),
            ("a\n", "", "a\n"),
            ("", "b\n", "b\n"),
            ("- a\n- b\n", "- b\n- c\n", "- a\n- b\n- c\n"),
            ("- a\n", "* a\n\nMore.\n", "- a\n\nMore.\n"),
            ("a\r\nb\r\n", "c\nd\n", "a\r\nb\r\n\r\nc\r\nd\r\n"),
            // what both have a heading for comes together
            (
                "Top.\n\n## Build\n- make\n\n## Rest\nx\n",
                "Other top.\n\n## Build\n- ninja\n\n## New\ny\n",
                "Top.\n\nOther top.\n\n## Build\n- make\n- ninja\n\n## Rest\nx\n\n## New\ny\n",
            ),
            // a heading below which nothing is new does not come again
            ("## A\nx\n", "## B\nx\n", "## A\nx\n"),
            ("## A", "## A\nx\n", "## A\nx\n"),
            // what is nested keeps what it is nested in, and a paragraph or an item all its lines
            (
                "- Linux:\n  - gcc\n- Mac:\n  - clang\n",
                "- Linux:\n  - gcc\n  - make\n",
                "- Linux:\n  - gcc\n- Mac:\n  - clang\n- Linux:\n  - make\n",
            ),
            (
                "The build\nuses make.\n",
                "The build\nuses ninja.\n",
                "The build\nuses make.\n\nThe build\nuses ninja.\n",
            ),
            ("- a\n- b\n", "- a\n  goes on\n- b\n", "- a\n- b\n- a\n  goes on\n"),
            ("a\n\nb\n", "x\n\na\n\nb\n\ny\n", "a\n\nb\n\nx\n\ny\n"),
            // so does a section, whose heading may stand below others
            (
                "# Linux\n\n## Build\nmake\n",
                "# Windows\n\n## Setup\nmsvc\n",
                "# Linux\n\n## Build\nmake\n\n# Windows\n\n## Setup\nmsvc\n",
            ),
            // a fenced block is one thing, and what looks like a heading in it is none
            (
                "```sh\nmake\n```\n",
                "```sh\n# make\nmake\n```\n",
                "```sh\nmake\n```\n\n```sh\n# make\nmake\n```\n",
            ),
            ("```sh\nmake\n```\n", "```sh\nmake\n```\n", "```sh\nmake\n```\n"),
            ("a\n```\nopen", "b\n", "a\n```\nopen\n\nb\n"),
            // the frontmatter stays; what it lacks comes from the other
            (
                "---\nname: a\ndescription: mine\n---\nx\n",
                "---\nname: b\ndescription: theirs\ntype: user\n---\ny\n",
                "---\nname: a\ndescription: mine\ntype: user\n---\nx\n\ny\n",
            ),
            ("x\n", "---\nname: b\n---\ny\n", "x\n\ny\n"),
        ] {
            assert_eq!(together(into, other), expected, "{into:?} {other:?}");
        }
    }

    fn text() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec![
            "", "a", "b", "- a", "- b", "# A", "## B", "```", "~~~", "---", "name: x", "  text", "中文",
        ]);
        let end = prop::sample::select(vec!["\n", "\r\n"]);
        (prop::collection::vec((line, end), 0..12), any::<bool>()).prop_map(|(lines, open)| {
            let text: String = lines.into_iter().flat_map(|(line, end)| [line, end]).collect();
            if open { text.trim_end().to_owned() } else { text }
        })
    }

    proptest! {
        #[test]
        fn with_nothing_or_itself_it_stays(text in text()) {
            prop_assert_eq!(together(&text, ""), text.clone());
            prop_assert_eq!(together(&text, &text), text);
        }

        #[test]
        fn every_line_of_both_is_there(into in text(), other in text()) {
            let both = together(&into, &other);
            let body = |text: &str| {
                let start = frontmatter::read(text.as_bytes(), Profile::latest()).body_start;
                text.get(start..).unwrap_or_default().to_owned()
            };
            let lines = |text: &str| text.lines().map(normal).collect::<HashSet<String>>();
            let there = lines(&both);
            for text in [&into, &other].map(|text| body(text)) {
                let headings = |line: &&str| !is_heading(line);
                for line in text.lines().filter(headings).map(normal) {
                    prop_assert!(line.is_empty() || there.contains(&line), "{line:?} in {both:?}");
                }
            }
        }
    }
}
