//! Rename, delete and merge: what points at the topic goes along.

use crate::support::{check, s};
use expect_test::expect;
use memdesk_review::Edit;

/// A store in which topics point at one another in every way there is.
const LINKED: &str = "\
//- MEMORY.md
# Memory

## Building
- [Build](build.md) — how it is built
- [Tests](./sub/tests.md#run) - how it is tested
  with more on a second line
  - [Nested](nested.md) -- below the tests

## Rest
See [the build notes](build.md) and [[build]] before a release.
- [[people|The people]] — who is who
//- build.md
---
name: build
description: How it is built
---
Before [[tests]], and after [[nested|the nested thing]]. Myself: [[build]].
//- nested.md
See [[sub/tests]], [[tests#run|running]], [[ build ]] and `[[build]]` in code.
//- people.md
---
name: The people
---
[[nowhere]]
//- sub/tests.md
---
name: How to test
---
By name: [[The people]], by file: [[people]].
";

fn rename(path: &str, to: &str) -> Edit {
    Edit::Rename { path: s(path), to: s(to) }
}

fn delete(path: &str) -> Edit {
    Edit::Delete { path: s(path), base: None }
}

#[test]
fn rename_takes_everything_along() {
    for (edit, expect) in [
        (
            rename("build.md", "how we build (new).md"),
            expect![[r#"
            renamed "build.md" to "how we build (new).md"
            gone "build.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](how%20we%20build%20%28new%29.md) — how it is built
            - [Tests](./sub/tests.md#run) - how it is tested
              with more on a second line
              - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](how%20we%20build%20%28new%29.md) and [[how we build (new)]] before a release.
            - [[people|The people]] — who is who
            //- how\u{20}we\u{20}build\u{20}(new).md
            ---
            name: build
            description: How it is built
            ---
            Before [[tests]], and after [[nested|the nested thing]]. Myself: [[how we build (new)]].
            //- nested.md
            See [[sub/tests]], [[tests#run|running]], [[ how we build (new) ]] and `[[build]]` in code.
        "#]],
        ),
        (
            rename("sub/tests.md", "测试.md"),
            expect![[r#"
            renamed "sub/tests.md" to "测试.md"
            gone "sub/tests.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Tests](./测试.md#run) - how it is tested
              with more on a second line
              - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            - [[people|The people]] — who is who
            //- build.md
            ---
            name: build
            description: How it is built
            ---
            Before [[测试]], and after [[nested|the nested thing]]. Myself: [[build]].
            //- nested.md
            See [[测试]], [[测试#run|running]], [[ build ]] and `[[build]]` in code.
            //- 测试.md
            ---
            name: How to test
            ---
            By name: [[The people]], by file: [[people]].
        "#]],
        ),
        (
            rename("people.md", "sub/people.md"),
            expect![[r#"
            renamed "people.md" to "sub/people.md"
            gone "people.md"
            //- sub/people.md
            ---
            name: The people
            ---
            [[nowhere]]
        "#]],
        ),
        (
            rename("nested.md", "sub/build.md"),
            expect![[r#"
            renamed "nested.md" to "sub/build.md"
            gone "nested.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Tests](./sub/tests.md#run) - how it is tested
              with more on a second line
              - [Nested](sub/build.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            - [[people|The people]] — who is who
            //- build.md
            ---
            name: build
            description: How it is built
            ---
            Before [[tests]], and after [[sub/build|the nested thing]]. Myself: [[build]].
            //- sub/build.md
            See [[sub/tests]], [[tests#run|running]], [[ build ]] and `[[build]]` in code.
        "#]],
        ),
    ] {
        check(LINKED, &edit, &expect);
    }
}

#[test]
fn delete_takes_everything_along() {
    for (edit, expect) in [
        (
            delete("build.md"),
            expect![[r#"
            gone "build.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Tests](./sub/tests.md#run) - how it is tested
              with more on a second line
              - [Nested](nested.md) -- below the tests

            ## Rest
            See the build notes and build before a release.
            - [[people|The people]] — who is who
            //- nested.md
            See [[sub/tests]], [[tests#run|running]], build and `[[build]]` in code.
        "#]],
        ),
        (
            delete("sub/tests.md"),
            expect![[r#"
            gone "sub/tests.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            - [[people|The people]] — who is who
            //- build.md
            ---
            name: build
            description: How it is built
            ---
            Before tests, and after [[nested|the nested thing]]. Myself: [[build]].
            //- nested.md
            See sub/tests, running, [[ build ]] and `[[build]]` in code.
        "#]],
        ),
        (
            delete("people.md"),
            expect![[r#"
            gone "people.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Tests](./sub/tests.md#run) - how it is tested
              with more on a second line
              - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            //- sub/tests.md
            ---
            name: How to test
            ---
            By name: The people, by file: people.
        "#]],
        ),
    ] {
        check(LINKED, &edit, &expect);
    }
}

fn merge(path: &str, into: &str, text: &str) -> Edit {
    Edit::MergeInto { path: s(path), base: None, into: s(into), into_base: None, text: s(text) }
}

#[test]
fn what_pointed_at_a_merged_topic_leads_to_the_other() {
    for (edit, expect) in [
        // both have an entry: one is left, and what is nested moves out
        (
            merge("sub/tests.md", "build.md", "Both. [[tests]], [[How to test|so]], [[nested]]\n"),
            expect![[r#"
            gone "sub/tests.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            - [[people|The people]] — who is who
            //- build.md
            Both. tests, so, [[nested]]
            //- nested.md
            See [[build]], [[build#run|running]], [[ build ]] and `[[build]]` in code.
        "#]],
        ),
        // it had none: it gets that of the other, and links by name follow as well
        (
            merge("people.md", "sub/tests.md", "Who. [[The people]]\n"),
            expect![[r#"
            gone "people.md"
            //- MEMORY.md
            # Memory

            ## Building
            - [Build](build.md) — how it is built
            - [Tests](./sub/tests.md#run) - how it is tested
              with more on a second line
              - [Nested](nested.md) -- below the tests

            ## Rest
            See [the build notes](build.md) and [[build]] before a release.
            //- sub/tests.md
            Who. The people
        "#]],
        ),
    ] {
        check(LINKED, &edit, &expect);
    }
}
