//! Index entries added and taken away; line ends stay.

use crate::support::{check, s};
use expect_test::{Expect, expect};
use memdesk_review::Edit;

/// An index with entries of every kind.
pub(crate) const INDEX: &str = "\
//- MEMORY.md
# Memory

- [A](a.md) — about a
- [B](b.md) - about b
  which goes on
  - [C](c.md) -- nested
    - [D](d.md): deeper
- [E](e.md)

## 中文
* [构建](构建.md) — 先生成绑定
See [F](f.md) and [G](g.md).
";

fn remove(line: usize) -> Edit {
    Edit::EntryRemove { line, base: None }
}

#[test]
fn an_entry_away() {
    for (edit, expect) in [
        (
            remove(3),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            remove(4),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [C](c.md) -- nested
              - [D](d.md): deeper
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            remove(6),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [D](d.md): deeper
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            remove(12),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See F and [G](g.md).
        "#]],
        ),
        (
            remove(9),
            expect![[r#"
            NoEntry { line: 9 }
        "#]],
        ),
    ] {
        check(INDEX, &edit, &expect);
    }
}

#[test]
fn an_entry_for_a_topic() {
    let add = |path: &str, title: Option<&str>, hook: Option<&str>| Edit::EntryAdd {
        path: s(path),
        title: title.map(s),
        hook: hook.map(s),
    };
    let long = "long words ".repeat(30);
    let store = format!(
        "//- MEMORY.md\n- [A](a.md) - x\n//- a.md\n//- b.md\n---\nname: The b\ndescription: |\n  two\n  lines\n---\n//- 很长.md\n---\ndescription: {long}\n---\n"
    );
    for (edit, expect) in [
        (
            add("b.md", None, None),
            expect![[r#"
                //- MEMORY.md
                - [A](a.md) - x
                - [The b](b.md) - two lines
            "#]],
        ),
        (
            add("很长.md", None, None),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) - x
            - [很长](很长.md) - long words long words long words long words long words long words long words long words long words long words long words long words long words long…
        "#]],
        ),
        (
            add("b.md", Some("Title"), Some("")),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) - x
            - [Title](b.md)
        "#]],
        ),
        (
            add("a.md", None, None),
            expect![[r#"
            Nothing
        "#]],
        ),
        (
            add("c.md", None, None),
            expect![[r#"
            Missing { path: "c.md" }
        "#]],
        ),
    ] {
        check(&store, &edit, &expect);
    }
    check(
        "//- b.md\n",
        &add("b.md", None, None),
        &expect![[r#"
        //- MEMORY.md
        - [b](b.md)
    "#]],
    );
}

#[test]
fn line_ends_and_a_missing_last_one_stay() {
    let crlf = "//- MEMORY.md crlf no-newline\n- [A](a.md) — a\n- [B](b.md) — b\n- [C](c.md)\n";
    let cases: [(Edit, Expect); 4] = [
        (
            Edit::EntryTop { line: 3, base: None },
            expect![[r#"
            //- MEMORY.md crlf no-newline
            - [C](c.md)
            - [A](a.md) — a
            - [B](b.md) — b
        "#]],
        ),
        (
            Edit::EntryHook { line: 3, hook: s("new"), base: None },
            expect![[r#"
            //- MEMORY.md crlf no-newline
            - [A](a.md) — a
            - [B](b.md) — b
            - [C](c.md) — new
        "#]],
        ),
        (
            remove(3),
            expect![[r#"
            //- MEMORY.md crlf
            - [A](a.md) — a
            - [B](b.md) — b
        "#]],
        ),
        (
            Edit::EntryMove { line: 1, before: 4, base: None },
            expect![[r#"
            //- MEMORY.md crlf no-newline
            - [B](b.md) — b
            - [C](c.md)
            - [A](a.md) — a
        "#]],
        ),
    ];
    for (edit, expect) in cases {
        check(crlf, &edit, &expect);
    }
}
