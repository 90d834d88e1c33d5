//! Every expected "no".

use crate::support::{overlay, refused, s};
use memdesk_review::{Edit, fixture};

const STORE: &str = "\
//- MEMORY.md
- [A](a.md)
//- a.md
text
//- c.md
more
//- fifo.md special=fifo
//- huge.md head=50000000
head
//- latin.md
caf\\xe9
//- link.md link=../outside.md
outside
//- locked.md unreadable=denied
//- near.md link=inside
text
";

#[test]
fn refusals() {
    let create = |path: &str| Edit::Create { path: s(path), text: s("x"), entry: None };
    let write = |path: &str| Edit::Write { path: s(path), base: None, text: s("x") };
    let rename = |path: &str, to: &str| Edit::Rename { path: s(path), to: s(to) };
    let delete = |path: &str| Edit::Delete { path: s(path), base: Some(s("other")) };
    let merge = |path: &str, into: &str| Edit::MergeInto {
        path: s(path),
        base: None,
        into: s(into),
        into_base: None,
        text: s("x"),
    };
    for (edit, expected) in [
        (create("../a.md"), r#"BadPath { path: "../a.md", why: "dot-dot" }"#),
        (create("MEMORY.md"), r#"BadPath { path: "MEMORY.md", why: "reserved" }"#),
        (create("a.md"), r#"Exists { path: "a.md" }"#),
        (write("b.md"), r#"Missing { path: "b.md" }"#),
        (write("fifo.md"), r#"NotText { path: "fifo.md", why: "special" }"#),
        (write("huge.md"), r#"NotText { path: "huge.md", why: "too-large" }"#),
        (write("latin.md"), r#"NotText { path: "latin.md", why: "not-utf8" }"#),
        (write("locked.md"), r#"NotText { path: "locked.md", why: "unreadable" }"#),
        (write("link.md"), r#"Outside { path: "link.md" }"#),
        (write("near.md"), r#"NotText { path: "near.md", why: "special" }"#),
        (rename("b.md", "c.md"), r#"Missing { path: "b.md" }"#),
        (rename("a.md", "latin.md"), r#"Exists { path: "latin.md" }"#),
        (rename("a.md", "a.txt"), r#"BadPath { path: "a.txt", why: "not-markdown" }"#),
        (rename("a.md", "a.md"), "Nothing"),
        (rename("MEMORY.md", "b.md"), r#"BadPath { path: "MEMORY.md", why: "reserved" }"#),
        (rename("link.md", "b.md"), r#"Outside { path: "link.md" }"#),
        (rename("near.md", "b.md"), r#"NotText { path: "near.md", why: "special" }"#),
        (rename("huge.md", "b.md"), r#"NotText { path: "huge.md", why: "too-large" }"#),
        (merge("a.md", "a.md"), "Nothing"),
        (merge("b.md", "a.md"), r#"Missing { path: "b.md" }"#),
        (merge("a.md", "b.md"), r#"Missing { path: "b.md" }"#),
        (merge("MEMORY.md", "a.md"), r#"BadPath { path: "MEMORY.md", why: "reserved" }"#),
        (merge("a.md", "MEMORY.md"), r#"BadPath { path: "MEMORY.md", why: "reserved" }"#),
        (merge("latin.md", "a.md"), r#"NotText { path: "latin.md", why: "not-utf8" }"#),
        (merge("a.md", "link.md"), r#"Outside { path: "link.md" }"#),
        (merge("huge.md", "a.md"), r#"NotText { path: "huge.md", why: "too-large" }"#),
        (
            Edit::MergeInto {
                path: s("a.md"),
                base: Some(s("other")),
                into: s("c.md"),
                into_base: None,
                text: s("x"),
            },
            "stale \"a.md\", 1 conflicts\n<<<<<<< on disk\ntext\n||||||| before\nother\n=======\n>>>>>>> yours",
        ),
        (
            Edit::MergeInto {
                path: s("c.md"),
                base: None,
                into: s("a.md"),
                into_base: Some(s("other")),
                text: s("x"),
            },
            "stale \"a.md\", 1 conflicts\n<<<<<<< on disk\ntext\n||||||| before\nother\n=======\nx\n>>>>>>> yours",
        ),
        (Edit::Delete { path: s("b.md"), base: None }, r#"Missing { path: "b.md" }"#),
        (
            delete("a.md"),
            "stale \"a.md\", 1 conflicts\n<<<<<<< on disk\ntext\n||||||| before\nother\n=======\n>>>>>>> yours",
        ),
        (Edit::EntryTop { line: 9, base: None }, "NoEntry { line: 9 }"),
        (Edit::EntryTop { line: 0, base: None }, "NoEntry { line: 0 }"),
        (Edit::EntryTop { line: 1, base: None }, "Nothing"),
        (Edit::EntryAdd { path: s("MEMORY.md"), title: None, hook: None }, "Nothing"),
    ] {
        let answer = overlay(&fixture::parse(STORE), &edit).map_err(|refusal| refused(&refusal));
        assert_eq!(answer, Err(expected.to_owned()), "{edit:?}");
    }
}

#[test]
fn an_index_that_cannot_be_edited_holds_its_topics() {
    let delete = Edit::Delete { path: s("a.md"), base: None };
    for (index, expected) in [
        ("//- MEMORY.md link=../index.md\n- [A](a.md)\n", Some(r#"Outside { path: "MEMORY.md" }"#)),
        ("//- MEMORY.md link=../index.md\n- [B](b.md)\n", None),
        ("//- MEMORY.md\n- [A](a.md) caf\\xe9\n", Some(r#"NotText { path: "MEMORY.md", why: "not-utf8" }"#)),
        ("//- MEMORY.md\n- [B](b.md) caf\\xe9\n", None),
        (
            "//- MEMORY.md head=90000000\n- [B](b.md)\n",
            Some(r#"NotText { path: "MEMORY.md", why: "too-large" }"#),
        ),
        ("//- MEMORY.md special=fifo\n", None),
    ] {
        let answer = overlay(&fixture::parse(&format!("{index}//- a.md\n")), &delete);
        assert_eq!(answer.err().map(|refusal| refused(&refusal)).as_deref(), expected, "{index:?}");
    }
}
