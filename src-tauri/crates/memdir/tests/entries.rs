//! Entries of an index: a table of every way they are written, and laws of their byte ranges.
//!
//! A row is an index and what it lists, one word group an entry:
//! `line[-end] kind title|target|hook|separator` with `·` for what is not there.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking, in what it calls too

use memdesk_memdir::entry::{self, Entry, EntryKind, Separator};
use proptest::prelude::*;

fn say(entry: &Entry) -> String {
    let lines = if entry.line == entry.end_line {
        entry.line.to_string()
    } else {
        format!("{}-{}", entry.line, entry.end_line)
    };
    let kind = match entry.kind {
        EntryKind::Bullet => "b",
        EntryKind::Heading => "h",
        EntryKind::Prose => "p",
        EntryKind::Wiki => "w",
    };
    let separator = match entry.separator {
        Separator::EmDash => "—",
        Separator::Hyphen => "-",
        Separator::DoubleHyphen => "--",
        Separator::Colon => ":",
        Separator::None => "·",
    };
    let target = entry.target.as_deref().unwrap_or("·");
    format!("{lines} {kind} {}|{target}|{}|{separator}", entry.title, entry.hook)
}

#[test]
fn every_way_of_writing_an_entry() {
    for (text, expected) in [
        ("- [A](a.md) — hook", "1 b A|a.md|hook|—"),
        (
            "- [A](a.md) - hook\n* [B](b.md) -- two\n+ [C](c.md): three",
            "1 b A|a.md|hook|-\n2 b B|b.md|two|--\n3 b C|c.md|three|:",
        ),
        (
            "- [A](a.md) – en\n- [B](b.md)\n- [C](c.md) words",
            "1 b A|a.md|en|—\n2 b B|b.md||·\n3 b C|c.md|words|·",
        ),
        ("- [A](a.md)—close\n- [B](b.md)：全角", "1 b A|a.md|close|—\n2 b B|b.md|全角|:"),
        ("- [A](a.md) -dash\n- [B](b.md) —", "1 b A|a.md|-dash|·\n2 b B|b.md||—"),
        ("1. [A](a.md) — one\n2) [B](b.md) — two", "1 b A|a.md|one|—\n2 b B|b.md|two|—"),
        (
            "- **[A](a.md)** — hook\n- [**B**](b.md) — hook\n- __[`C`](c.md)__: x",
            "1 b A|a.md|hook|—\n2 b B|b.md|hook|—\n3 b C|c.md|x|:",
        ),
        ("- [ ] [A](a.md) — open\n- [x] [B](b.md) — done", "1 b A|a.md|open|—\n2 b B|b.md|done|—"),
        (
            "- [A](a.md) — a hook\n  that goes on\nand on\n- [B](b.md)",
            "1-3 b A|a.md|a hook that goes on and on|—\n4 b B|b.md||·",
        ),
        ("- [A](a.md)\n  — on the next line", "1-2 b A|a.md|on the next line|—"),
        ("- [A](a.md) — a\r\n  b\r\n- [B](b.md) — c\r\n", "1-2 b A|a.md|a b|—\n3 b B|b.md|c|—"),
        ("- [A](a.md) — a\n\n  more\n\n- [B](b.md)", "1-3 b A|a.md|a|—\n5 b B|b.md||·"),
        (
            "- [A](a.md)\n  - [B](b.md) — nested\n    wrapped\n  - [C](c.md)\n- [D](d.md)",
            "1 b A|a.md||·\n2-3 b B|b.md|nested wrapped|—\n4 b C|c.md||·\n5 b D|d.md||·",
        ),
        ("- Group\n  - [B](b.md)", "1 b Group|·||·\n2 b B|b.md||·"),
        ("- plain *text* of\n  two lines", "1-2 b plain text of two lines|·||·"),
        (
            "# Index\n\n## *User* ##\n- [A](a.md)\n\nTitle\n=====\n",
            "1 h Index|·||·\n3 h User|·||·\n4 b A|a.md||·\n6-7 h Title|·||·",
        ),
        ("See [A](a.md) and [B](b.md).", "1 p A|a.md||·\n1 p B|b.md||·"),
        (
            "[A](a.md) — hook\n[B](b.md): two\nand [C](c.md) - no",
            "1 p A|a.md|hook|—\n2 p B|b.md|two|:\n3 p C|c.md||·",
        ),
        ("- See [A](a.md) for more", "1 b A|a.md|for more|·"),
        ("- [A](a.md), [B](b.md) — both", "1 b A|a.md|both|—\n1 p B|b.md||·"),
        ("- [A](a.md) — like [B](b.md)", "1 b A|a.md|like [B](b.md)|—\n1 p B|b.md||·"),
        (
            "- [[a]] — hook\n- [[b|The B]]: x\n- [[c#part]]\n- see [[d]] now",
            "1 w a|a|hook|—\n2 w The B|b|x|:\n3 w c|c||·\n4 w d|d|now|·",
        ),
        ("- [[a]](b.md) — x\n- `[[c]]` [D](d.md)", "1 b [a]|b.md|x|—\n2 b D|d.md||·"),
        ("Prose with [[a]] only", ""),
        (
            "- [A](<a b.md>) — x\n- [B](a%20b.md)\n- [C](a(1).md)\n- [D](d.md \"T (x)\") — y",
            "1 b A|a b.md|x|—\n2 b B|a b.md||·\n3 b C|a(1).md||·\n4 b D|d.md|y|—",
        ),
        (
            "- [A](./a.md#part) — x\n- [B](sub/b.md)\n- [C]()\n- [D](https://example.org/x)",
            "1 b A|./a.md|x|—\n2 b B|sub/b.md||·\n3 b C|||·\n4 b D|https://example.org/x||·",
        ),
        (
            "- [A](a\\(1\\).md)\n- [B](%ff.md)\n- [C](中文.md) — 钩子",
            "1 b A|a(1).md||·\n2 b B|%ff.md||·\n3 b C|中文.md|钩子|—",
        ),
        (
            "- [A [x]](a.md)\n- [](b.md) — no title\n- [a\n  b](c.md)",
            "1 b A [x]|a.md||·\n2 b |b.md|no title|—\n3-4 b a b|c.md||·",
        ),
        ("- [A][r] — x\n\n[r]: a.md", "1 b A|a.md|x|—"),
        (
            "- `[A](a.md)`\n\n```\n- [B](b.md)\n```\n\n    - [C](c.md)\n<!-- [D](d.md) -->\n",
            "1 b [A](a.md)|·||·",
        ),
        ("---\nname: [X](x.md)\n---\n- [A](a.md)\n", "4 b A|a.md||·"),
        ("- ![alt](i.png) [A](a.md)\n- <https://example.org>", "1 b A|a.md||·\n2 b https://example.org|·||·"),
        ("| [A](a.md) | x |\n|---|---|\n| [B](b.md) | y |", "1 p A|a.md||·\n3 p B|b.md||·"),
        ("> - [A](a.md) — quoted", "1 b A|a.md|quoted|—"),
        (
            "- [A](a.md) — hook <!-- c -->  \n- [B](b.md) — x\\\n  y",
            "1 b A|a.md|hook <!-- c -->|—\n2-3 b B|b.md|x\\ y|—",
        ),
        ("## [A](a.md) — x\n", "1 h A — x|·||·\n1 p A|a.md||·"),
        ("-\n- [A](a.md)", "1 b |·||·\n2 b A|a.md||·"),
        ("- [A](a.md)\r- [B](b.md)\r", "1 b A|a.md||·\n2 b B|b.md||·"),
        ("", ""),
        ("\u{FEFF}- [A](a.md)", "1 b A|a.md||·"),
    ] {
        let said: Vec<String> = entry::entries(text).iter().map(say).collect();
        assert_eq!(said.join("\n"), expected, "{text:?}");
    }
}

#[test]
fn ranges_are_exact() {
    let text = "## S\n\n  - **[The *A*](<./a b.md#x> \"t\")** —  a hook\n    in two   \n- [[b#p| Bee ]] : z";
    let entries = entry::entries(text);
    let parts: Vec<[&str; 3]> = entries
        .iter()
        .map(|e| [&text[e.title_range.clone()], &text[e.target_range.clone()], &text[e.hook_range.clone()]])
        .collect();
    assert_eq!(parts, [["S", "", ""], ["The *A*", "./a b.md#x", "a hook\n    in two"], ["Bee", "b", "z"]]);
    let links: Vec<&str> = entries.iter().map(|e| &text[e.link_range.clone()]).collect();
    assert_eq!(links, ["", "[The *A*](<./a b.md#x> \"t\")", "[[b#p| Bee ]]"]);
    assert_eq!(entries.iter().map(|e| e.indent).collect::<Vec<_>>(), [0, 2, 0]);
    assert_eq!(entries.iter().map(|e| e.section).collect::<Vec<_>>(), [None, Some(1), Some(1)]);
}

#[test]
fn sections_have_their_level_and_entries() {
    let text = "# Top\nintro [X](x.md)\n## One\n- [A](a.md)\n- plain\n### Deep\n## Two ##\nOther\n---\n- [B](b.md)\n";
    let said: Vec<String> = entry::sections(text)
        .iter()
        .map(|s| format!("{} {} {} {}", s.line, s.level, s.title, s.entries))
        .collect();
    assert_eq!(said, ["1 1 Top 1", "3 2 One 1", "6 3 Deep 0", "7 2 Two 0", "8 2 Other 1"]);
    let above: Vec<Option<usize>> =
        entry::entries(text).iter().filter(|e| e.kind == EntryKind::Heading).map(|e| e.section).collect();
    assert_eq!(above, [None, Some(1), Some(3), Some(1), Some(1)]);
}

/// An index of many odd lines.
pub fn index() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(vec![
        "- [A](a.md) — hook",
        "- [B](b.md)",
        "* [C](<c d.md>): x",
        "  - [D](./d.md) - y",
        "  wrapped",
        "lazy",
        "1. [E](e.md) -- z",
        "- [[f]] — w",
        "- [[g|G]]",
        "# H",
        "## [I](i.md)",
        "",
        "",
        "text [J](j.md) and [K](k.md)",
        "- plain",
        "```",
        "<!-- c -->",
        "> - [L](l.md)",
        "- **[M](m.md#p)** — n",
        "\t- [N](n%20n.md)",
        "- [ ] [O](o.md) — 中文 😀",
        "---",
        "===",
        "- [P](p.md), [Q](q.md) — r",
        "`[R](r.md)`",
        "-",
        "[S",
        "](s.md)",
        "[t]: t.md",
        "- [U][t] — v",
        "| [W](w.md) |",
        "|---|",
    ]);
    let ending = prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r", ""]);
    prop::collection::vec((lines, ending), 0..16)
        .prop_map(|lines| lines.into_iter().map(|(line, ending)| format!("{line}{ending}")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranges_lie_where_they_say(text in index()) {
        let line_count = memdesk_memdir::index::load(text.as_bytes(), memdesk_memdir::Profile::latest()).lines.len();
        let mut last = 0;
        for entry in entry::entries(&text) {
            prop_assert!(entry.line >= last && entry.end_line >= entry.line && entry.end_line <= line_count.max(1), "{:?}", entry);
            last = entry.line;
            for range in [&entry.link_range, &entry.title_range, &entry.target_range, &entry.hook_range] {
                prop_assert!(text.get(range.clone()).is_some(), "{:?}", entry);
            }
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(words(&text[entry.hook_range.clone()]), words(&entry.hook));
            prop_assert!(entry.target.is_none() || entry.hook_range.start >= entry.title_range.end);
        }
    }

    #[test]
    // a hook may hold a backtick that pairs with one elsewhere, so that without it other text is code
    fn another_hook_in_its_range_is_the_hook(text in index()) {
        for entry in entry::entries(&text).iter().filter(|e| e.separator != Separator::None && !e.hook.is_empty())
                .filter(|e| !e.hook.contains('`')) {
            let mut edited = text.clone();
            edited.replace_range(entry.hook_range.clone(), "NEW");
            let after = entry::entries(&edited);
            prop_assert!(after.iter().any(|e| e.hook == "NEW" && e.line == entry.line && e.target == entry.target), "{:?} {:?}", text, entry);
        }
    }

    #[test]
    fn any_text_has_entries_or_none(text in "\\PC{0,80}") {
        entry::entries(&text);
        entry::sections(&text);
    }
}
