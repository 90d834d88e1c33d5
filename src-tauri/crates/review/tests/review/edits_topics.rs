//! Create, write, fields, delete, restore: single files, and the index line of a new one.

use crate::support::{check, overlay, s};
use expect_test::expect;
use memdesk_review::Refusal;
use memdesk_review::{Edit, edit::NewEntry, fixture};

fn create(path: &str, text: &str, entry: Option<(&str, &str)>) -> Edit {
    let entry = entry.map(|(title, hook)| NewEntry { title: s(title), hook: s(hook) });
    Edit::Create { path: s(path), text: s(text), entry }
}

fn delete(path: &str) -> Edit {
    Edit::Delete { path: s(path), base: None }
}

#[test]
fn create_makes_the_file_and_its_line() {
    for (store, edit, expect) in [
        (
            "",
            create("a.md", "x\n", None),
            expect![[r#"
            //- a.md
            x
        "#]],
        ),
        (
            "",
            create("构建.md", "正文\n", Some(("构建", "先生成绑定"))),
            expect![[r#"
            //- MEMORY.md
            - [构建](构建.md) — 先生成绑定
            //- 构建.md
            正文
        "#]],
        ),
        (
            "//- MEMORY.md no-newline\n# Memory\n* [B](b.md) -- b\n\nLast words\n//- b.md\n",
            create("sub/a b.md", "", Some(("A [x]", "line\nbreak"))),
            expect![[r#"
                //- MEMORY.md no-newline
                # Memory
                * [B](b.md) -- b
                * [A \[x\]](sub/a%20b.md) -- line break

                Last words
                //- sub/a\u{20}b.md
            "#]],
        ),
        (
            "//- MEMORY.md crlf\n1. [B](b.md): b\n//- b.md\n",
            create("a.md", "", Some(("A", ""))),
            expect![[r#"
                //- MEMORY.md crlf
                1. [B](b.md): b
                2. [A](a.md)
                //- a.md
            "#]],
        ),
    ] {
        check(store, &edit, &expect);
    }
}

#[test]
fn write_keeps_line_ends() {
    let write =
        |text: &str, base: Option<&str>| Edit::Write { path: s("a.md"), base: base.map(s), text: s(text) };
    for (edit, expect) in [
        (
            write("one\n2\nthree\n", None),
            expect![[r#"
            //- a.md crlf
            one
            2
            three
        "#]],
        ),
        (
            write("one\ntwo\nthree\nfour\n", Some("one\ntwo\nthree\n")),
            expect![[r#"
            //- a.md crlf
            one
            two
            three
            four
        "#]],
        ),
        (
            write("one\r\n", Some("one\r\ntwo\r\nthree\r\n")),
            expect![[r#"
            //- a.md crlf
            one
        "#]],
        ),
        (
            write("one\ntwo\nthree\n", None),
            expect![[r#"
            Nothing
        "#]],
        ),
    ] {
        check("//- a.md crlf\none\ntwo\nthree\n", &edit, &expect);
    }
    let index = Edit::Write { path: s("MEMORY.md"), base: Some(s("")), text: s("# Memory\n") };
    check(
        "",
        &index,
        &expect![[r#"
        //- MEMORY.md
        # Memory
    "#]],
    );
}

#[test]
fn write_on_a_file_that_changed_is_a_merge() {
    let write = |base: &str, text: &str| Edit::Write { path: s("a.md"), base: Some(s(base)), text: s(text) };
    let store = "//- a.md\none\ntwo\nthree, from elsewhere\n";
    for (edit, expect) in [
        (
            write("one\ntwo\nthree\n", "one, mine\ntwo\nthree\n"),
            expect![[r#"
            stale "a.md", 0 conflicts
            one, mine
            two
            three, from elsewhere
        "#]],
        ),
        (
            write("one\ntwo\nthree\n", "one\ntwo\nthree, mine\n"),
            expect![[r#"
            stale "a.md", 1 conflicts
            one
            two
            <<<<<<< on disk
            three, from elsewhere
            ||||||| before
            three
            =======
            three, mine
            >>>>>>> yours
        "#]],
        ),
        (
            write("one\ntwo\nthree\n", "one\ntwo\nthree, from elsewhere\n"),
            expect![[r#"
            Nothing
        "#]],
        ),
    ] {
        check(store, &edit, &expect);
    }
}

#[test]
fn fields_change_only_their_bytes() {
    let fields = |name: Option<&str>, description: Option<&str>, topic_type: Option<&str>| Edit::Fields {
        path: s("a.md"),
        base: None,
        name: name.map(s),
        description: description.map(s),
        topic_type: topic_type.map(s),
    };
    let store = "//- a.md\n---\nname: A # a comment\nother: [1, 2]\nmetadata:\n  type: user\n---\nbody\n";
    for (edit, expect) in [
        (
            fields(Some("B: the second"), Some("A description"), Some("project")),
            expect![[r#"
                //- a.md
                ---
                name: "B: the second" # a comment
                description: A description
                other: [1, 2]
                metadata:
                  type: project
                ---
                body
            "#]],
        ),
        (
            fields(Some(""), None, None),
            expect![[r#"
                //- a.md
                ---
                other: [1, 2]
                metadata:
                  type: user
                ---
                body
            "#]],
        ),
        (
            fields(None, None, Some("zzz")),
            expect![[r#"
            Frontmatter { path: "a.md", why: "\"zzz\" is none of user, feedback, project and reference" }
        "#]],
        ),
        (
            fields(Some("A"), None, None),
            expect![[r#"
                Nothing
            "#]],
        ),
    ] {
        check(store, &edit, &expect);
    }
}

#[test]
fn delete_takes_what_undo_can_bring_back() {
    let store = "\
//- fifo.md special=fifo
//- huge.md head=50000000
head
//- latin.md
caf\\xe9
//- line\\x0abreak.md
//- link.md link=../outside.md
outside
//- locked.md unreadable=denied
//- nowhere.md link=broken unreadable=missing
";
    let snapshot = fixture::parse(store);
    for path in ["fifo.md", "huge.md", "latin.md", "line\nbreak.md", "nowhere.md"] {
        let overlay = overlay(&snapshot, &delete(path)).unwrap();
        assert_eq!(overlay.files.into_iter().collect::<Vec<_>>(), [(s(path), None)]);
    }
    // what could not be brought back stays
    for (path, refusal) in [
        ("link.md", Refusal::Outside { path: s("link.md") }),
        ("locked.md", Refusal::NotText { path: s("locked.md"), why: s("unreadable") }),
    ] {
        assert_eq!(overlay(&snapshot, &delete(path)).unwrap_err(), refusal);
    }
}

#[test]
fn restore_puts_back() {
    let restore =
        |path: &str, content: Option<&str>| Edit::Restore { path: s(path), content: content.map(s) };
    let store = "//- a.md\nnow\n//- latin.md\n\\xff\n//- fifo.md special=fifo\n//- out.md link=../x.md\nx\n";
    for (edit, expect) in [
        (
            restore("a.md", Some("then\r\n")),
            expect![[r#"
            //- a.md crlf
            then
        "#]],
        ),
        (
            restore("a.md", None),
            expect![[r#"
            gone "a.md"
        "#]],
        ),
        (
            restore("a.md", Some("now\n")),
            expect![[r#"
            Nothing
        "#]],
        ),
        (
            restore("gone.md", Some("then\n")),
            expect![[r#"
            //- gone.md
            then
        "#]],
        ),
        (
            restore("gone.md", None),
            expect![[r#"
            Nothing
        "#]],
        ),
        (
            restore("latin.md", Some("text\n")),
            expect![[r#"
            //- latin.md
            text
        "#]],
        ),
        (
            restore("fifo.md", Some("text\n")),
            expect![[r#"
            NotText { path: "fifo.md", why: "special" }
        "#]],
        ),
        (
            restore("out.md", Some("text\n")),
            expect![[r#"
            Outside { path: "out.md" }
        "#]],
        ),
        (
            restore("../a.md", Some("text\n")),
            expect![[r#"
            BadPath { path: "../a.md", why: "dot-dot" }
        "#]],
        ),
    ] {
        check(store, &edit, &expect);
    }
}
