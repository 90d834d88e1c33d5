//! Hooks of index entries, and the links in them.

use crate::edits_entries::INDEX;
use crate::support::{check, s};
use expect_test::expect;
use memdesk_review::Edit;

fn hook(line: usize, hook: &str) -> Edit {
    Edit::EntryHook { line, hook: s(hook), base: None }
}

fn remove(line: usize) -> Edit {
    Edit::EntryRemove { line, base: None }
}

#[test]
fn another_hook() {
    for (edit, expect) in [
        (
            hook(3, "more about a"),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — more about a
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
            hook(4, "one line"),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - one line
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            hook(7, "with\na break"),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): with a break
            - [E](e.md)

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            hook(8, "new"),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md) — about a
            - [B](b.md) - about b
              which goes on
              - [C](c.md) -- nested
                - [D](d.md): deeper
            - [E](e.md) — new

            ## 中文
            * [构建](构建.md) — 先生成绑定
            See [F](f.md) and [G](g.md).
        "#]],
        ),
        (
            hook(11, "改了"),
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
                * [构建](构建.md) — 改了
                See [F](f.md) and [G](g.md).
            "#]],
        ),
        (
            hook(3, ""),
            expect![[r#"
            //- MEMORY.md
            # Memory

            - [A](a.md)
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
            hook(12, "no"),
            expect![[r#"
            NoEntry { line: 12 }
        "#]],
        ),
        (
            hook(1, "no"),
            expect![[r#"
            NoEntry { line: 1 }
        "#]],
        ),
    ] {
        check(INDEX, &edit, &expect);
    }
}

#[test]
fn links_in_a_hook_belong_to_it() {
    let index = "//- MEMORY.md\n- [A](a.md) — see [B](b.md)\n  and [[c]]\n- [D](d.md), [E](e.md)\n- [[f|F]] [G](g.md)\n[R]\n\n[R]: r.md\n";
    for (edit, expect) in [
        (
            hook(1, "alone"),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) — alone
            - [D](d.md), [E](e.md)
            - [[f|F]] [G](g.md)
            [R]

            [R]: r.md
        "#]],
        ),
        (
            hook(3, "new"),
            expect![[r#"
                NoEntry { line: 3 }
            "#]],
        ),
        (
            hook(4, "new"),
            expect![[r#"
                NoEntry { line: 4 }
            "#]],
        ),
        (
            remove(1),
            expect![[r#"
            //- MEMORY.md
            - [D](d.md), [E](e.md)
            - [[f|F]] [G](g.md)
            [R]

            [R]: r.md
        "#]],
        ),
        (
            remove(3),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) — see [B](b.md)
              and [[c]]
            - D, [E](e.md)
            - [[f|F]] [G](g.md)
            [R]

            [R]: r.md
        "#]],
        ),
        (
            remove(4),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) — see [B](b.md)
              and [[c]]
            - [D](d.md), [E](e.md)
            - F [G](g.md)
            [R]

            [R]: r.md
        "#]],
        ),
        (
            remove(5),
            expect![[r#"
            //- MEMORY.md
            - [A](a.md) — see [B](b.md)
              and [[c]]
            - [D](d.md), [E](e.md)
            - [[f|F]] [G](g.md)
            R

            [R]: r.md
        "#]],
        ),
    ] {
        check(index, &edit, &expect);
    }
}
