//! Index entries in another place, also in an index that has changed since.

use crate::edits_entries::INDEX;
use crate::support::{check, s};
use expect_test::expect;
use memdesk_review::Edit;

fn top(line: usize) -> Edit {
    Edit::EntryTop { line, base: None }
}

fn to(line: usize, before: usize) -> Edit {
    Edit::EntryMove { line, before, base: None }
}

#[test]
fn an_entry_to_the_top() {
    for (edit, expect) in [
        (
            top(4),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [A](a.md) — about a
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            top(6),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [C](c.md) -- nested
              - [D](d.md): deeper
            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            top(11),
            expect![[r#"
                //- MEMORY.md
                # Memory

                * [构建](构建.md) — 先生成绑定
                - [A](a.md) — about a
                - [B](b.md) - about b
                  which goes on
                  - [C](c.md) -- nested
                    - [D](d.md): deeper
                - [E](e.md)

                ## 中文
                See [F](f.md) and [G](g.md).
            "#]],
        ),
        (
            top(3),
            expect![[r#"
            Nothing
        "#]],
        ),
        (
            top(1),
            expect![[r#"
            NoEntry { line: 1 }
        "#]],
        ),
        (
            top(2),
            expect![[r#"
            NoEntry { line: 2 }
        "#]],
        ),
    ] {
        check(INDEX, &edit, &expect);
    }
}

#[test]
fn an_entry_to_another_line() {
    for (edit, expect) in [
        (
            to(3, 8),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [A](a.md) — about a
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            to(3, 13),
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
            - [A](a.md) — about a
        "#]],
        ),
        (
            to(8, 6),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [E](e.md)
              - [C](c.md) -- nested
                - [D](d.md): deeper

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            to(8, 5),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [E](e.md)
            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            to(7, 3),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [D](d.md): deeper
            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            to(4, 6),
            expect![[r#"
            Nothing
        "#]],
        ),
        (
            to(3, 0),
            expect![[r#"
            NoEntry { line: 3 }
        "#]],
        ),
        (
            to(3, 99),
            expect![[r#"
            NoEntry { line: 3 }
        "#]],
        ),
    ] {
        check(INDEX, &edit, &expect);
    }
}

#[test]
fn an_entry_is_found_again_in_a_changed_index() {
    let base = "- [A](a.md) — a\n- [B](b.md) — b\n- [C](c.md) — c\n";
    let with = |line, base: &str| Edit::EntryTop { line, base: Some(s(base)) };
    for (disk, edit, expect) in [
        // moved by a line: found by its text
        (
            "- [New](n.md)\n- [A](a.md) — a\n- [B](b.md) — b\n",
            with(2, base),
            expect![[r#"
            //- MEMORY.md
            - [B](b.md) — b
            - [New](n.md)
            - [A](a.md) — a
        "#]],
        ),
        // only other line ends: nothing has changed
        (
            "- [A](a.md) — a\n- [B](b.md) — b\n- [C](c.md) — c\n",
            with(2, &base.replace('\n', "\r\n")),
            expect![[r#"
            //- MEMORY.md
            - [B](b.md) — b
            - [A](a.md) — a
            - [C](c.md) — c
        "#]],
        ),
        // it has other words now: a merge
        (
            "- [A](a.md) — a\n- [B](b.md) — other\n- [C](c.md) — c\n",
            with(2, base),
            expect![[r#"
            stale "MEMORY.md", 1 conflicts
            - [B](b.md) — b
            - [A](a.md) — a
            <<<<<<< on disk
            - [B](b.md) — other
            ||||||| before
            - [B](b.md) — b
            =======
            >>>>>>> yours
            - [C](c.md) — c
        "#]],
        ),
        // it is there twice: a merge
        (
            "- [B](b.md) — b\n- [A](a.md) — a\n- [B](b.md) — b\n",
            with(2, base),
            expect![[r#"
            stale "MEMORY.md", 1 conflicts
            - [B](b.md) — b
            - [A](a.md) — a
            <<<<<<< on disk
            - [B](b.md) — b
            ||||||| before
            - [B](b.md) — b
            - [C](c.md) — c
            =======
            - [C](c.md) — c
            >>>>>>> yours
        "#]],
        ),
        // no such line in the base
        (
            "- [B](b.md) — b\n",
            with(7, base),
            expect![[r#"
            NoEntry { line: 7 }
        "#]],
        ),
        (
            "- [New](n.md)\n- [A](a.md) — a\n- [B](b.md) — b\n- [C](c.md) — c\n",
            Edit::EntryMove { line: 1, before: 3, base: Some(s(base)) },
            expect![[r#"
                //- MEMORY.md
                - [New](n.md)
                - [B](b.md) — b
                - [A](a.md) — a
                - [C](c.md) — c
            "#]],
        ),
        (
            "- [New](n.md)\n- [A](a.md) — a\n- [B](b.md) — b\n",
            Edit::EntryMove { line: 1, before: 4, base: Some(s(base)) },
            expect![[r#"
                //- MEMORY.md
                - [New](n.md)
                - [B](b.md) — b
                - [A](a.md) — a
            "#]],
        ),
        (
            "- [New](n.md)\n- [A](a.md) — a\n",
            Edit::EntryHook { line: 1, hook: s("more"), base: Some(s(base)) },
            expect![[r#"
                //- MEMORY.md
                - [New](n.md)
                - [A](a.md) — more
            "#]],
        ),
        (
            "- [New](n.md)\n- [A](a.md) — a\n",
            Edit::EntryRemove { line: 1, base: Some(s(base)) },
            expect![[r#"
                //- MEMORY.md
                - [New](n.md)
            "#]],
        ),
    ] {
        check(&format!("//- MEMORY.md\n{disk}"), &edit, &expect);
    }
}
