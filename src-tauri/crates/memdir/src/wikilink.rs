//! `[[name]]` links between topics.
//!
//! Separate from `entry` because any text of a store may have them, and because they name a topic, not a path. The client
//! gives them no meaning; people and models write them. Never decides which topic is meant when several have a name.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde::Serialize;

/// A `[[name]]`, `[[name|label]]` or `[[name#part]]` in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WikiLink {
    /// Bytes of the whole link, brackets included.
    pub range: Range<usize>,
    /// 1-based line, lines ending at LF, CRLF or a lone CR.
    pub line: usize,
    /// The name, without label and part, trimmed.
    pub name: String,
}

/// The parts of a link's inside: where the name stands, and the label if it has one. Relative to what is given.
pub(crate) struct Inside {
    pub(crate) name: Range<usize>,
    pub(crate) label: Option<Range<usize>>,
}

/// Every `[[link]]` that is neither in code, nor escaped, nor the text of an ordinary link, in order.
pub fn links(text: &str) -> Vec<WikiLink> {
    if !text.contains("[[") {
        return Vec::new();
    }
    let code = code(text);
    let mut code = code.iter().peekable();
    let mut out = Vec::new();
    let (mut line, mut line_stop) = (1, crate::eol::line_end(text, 0).1);
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("[[")).map(|found| at + found) {
        at = start + 1;
        while code.peek().is_some_and(|code| code.end <= start) {
            code.next();
        }
        if code.peek().is_some_and(|code| code.start <= start) || is_escaped(text, start) {
            continue;
        }
        let rest = text.get(start + 2..).unwrap_or_default();
        // `[[[a]]` has its link at the second bracket
        let (inner, after) = rest.split_at(rest.find(['[', ']', '\n', '\r']).unwrap_or(rest.len()));
        if !after.starts_with("]]") || after.starts_with("]](") || after.starts_with("]]]") {
            continue;
        }
        let name = inner.get(inside(inner).name).unwrap_or_default();
        if name.is_empty() {
            continue;
        }
        while start >= line_stop && line_stop < text.len() {
            (line, line_stop) = (line + 1, crate::eol::line_end(text, line_stop).1);
        }
        let end = start + 2 + inner.len() + 2;
        out.push(WikiLink { range: start..end, line, name: name.to_owned() });
        at = end;
    }
    out
}

/// Divides `name#part|label`.
pub(crate) fn inside(inner: &str) -> Inside {
    let (target, label) = match inner.split_once('|') {
        Some((target, label)) => (target, Some(trimmed(inner, inner.len() - label.len()..inner.len()))),
        None => (inner, None),
    };
    let name = target.split('#').next().unwrap_or_default();
    Inside { name: trimmed(inner, 0..name.len()), label: label.filter(|label| !label.is_empty()) }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

/// Code spans and code blocks.
fn code(text: &str) -> Vec<Range<usize>> {
    // most texts have nothing that could be code, and need no parsing
    if !["`", "~~~", "    ", "\t"].iter().any(|mark| text.contains(mark)) {
        return Vec::new();
    }
    Parser::new_ext(&crate::eol::feeds_for_returns(text), Options::empty())
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| range)
        .collect()
}

fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// The names under which a topic can be reached: its path without `.md`, its file's name without `.md`, and the name in
/// its frontmatter. None of them twice.
pub fn names(path: &str, frontmatter_name: Option<&str>) -> Vec<String> {
    let whole = path.strip_suffix(".md").unwrap_or(path);
    let stem = whole.rsplit('/').next().unwrap_or(whole);
    let given = frontmatter_name.map(str::trim).filter(|name| !name.is_empty());
    let mut out: Vec<String> = Vec::new();
    for name in [Some(whole), Some(stem), given].into_iter().flatten() {
        if !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// `text` with every link to one of the names `from` turned to `to`. Labels, parts and blanks stay, and so does every
/// other byte. A name that cannot stand in a link (with a bracket, `|`, `#` or a line end) changes nothing.
pub fn rename(text: &str, from: &[&str], to: &str) -> String {
    if to.trim().is_empty() || to.contains(['[', ']', '|', '#', '\n', '\r']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for link in links(text).iter().filter(|link| from.contains(&link.name.as_str())) {
        let start = link.range.start + 2;
        let inner = text.get(start..link.range.end.saturating_sub(2)).unwrap_or_default();
        let name = inside(inner).name;
        out.push_str(text.get(at..start + name.start).unwrap_or_default());
        out.push_str(to.trim());
        at = start + name.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> Vec<(usize, String)> {
        links(text).into_iter().map(|link| (link.line, link.name)).collect()
    }

    #[test]
    fn links_are_found_where_they_are_links() {
        for (text, expected) in [
            ("[[a]] and [[b c]]", vec![(1, "a"), (1, "b c")]),
            ("x\r\n[[a|A]]\r[[ b#part ]]\n\n[[d/e]]", vec![(2, "a"), (3, "b"), (5, "d/e")]),
            ("`[[a]]` ``[[b`]]`` [[c]]", vec![(1, "c")]),
            ("```\n[[a]]\n```\n    [[b]]\n\n[[c]]", vec![(6, "c")]),
            ("\\[[a]] \\\\[[b]]", vec![(1, "b")]),
            ("[[a]](b.md) [[]] [[ ]] [[|x]] [[#p]]", vec![]),
            ("[[a\nb]] [[c]", vec![]),
            ("[[[a]] [[b[c]]", vec![(1, "a")]),
            ("- [[a]] — [[中文]]", vec![(1, "a"), (1, "中文")]),
        ] {
            let expected: Vec<(usize, String)> =
                expected.into_iter().map(|(line, name)| (line, name.to_owned())).collect();
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_topic_has_up_to_three_names() {
        assert_eq!(names("sub/a.md", Some("The A")), ["sub/a", "a", "The A"]);
        assert_eq!(names("a.md", Some(" a ")), ["a"]);
        assert_eq!(names("a.md", Some("")), ["a"]);
    }

    #[test]
    fn a_renaming_keeps_everything_else() {
        let text = "[[a]] [[ a |A]] [[a#p]] `[[a]]` [[b]]\r\n[[sub/a]]";
        assert_eq!(
            rename(text, &["a", "sub/a"], "new"),
            "[[new]] [[ new |A]] [[new#p]] `[[a]]` [[b]]\r\n[[new]]"
        );
        assert_eq!(rename(text, &["a"], "x]]y"), text);
    }

    proptest! {
        #[test]
        fn a_renaming_can_be_taken_back(
            parts in prop::collection::vec(
                prop::sample::select(vec!["[[a]]", "[[a|L]]", "[[ a#p ]]", "[[b]]", " ", "\n", "\r\n", "`", "```\n", "\\", "[", "]]", "中", "x"]),
                0..20,
            )
        ) {
            let text = parts.concat();
            let there = rename(&text, &["a"], "zzz");
            prop_assert_eq!(rename(&there, &["zzz"], "a"), text);
        }
    }
}
