//! Every finding: where it is, what it says, what mends it.

use crate::support::NOW;
use expect_test::{Expect, expect};
use memdesk_memdir::Profile;
use memdesk_review::problem::problems;
use memdesk_review::reading::Reading;
use memdesk_review::{Code, Problem, fixture};

fn found(store: &str) -> Vec<Problem> {
    problems(&Reading::new(&fixture::parse(store), Profile::latest()), NOW)
}

fn shown(problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems {
        let code = serde_json::to_string(&problem.code).unwrap();
        let severity = serde_json::to_string(&problem.severity).unwrap();
        let line = problem.line.map_or(String::new(), |line| format!(":{line}"));
        out.push_str(&format!(
            "{} {} {}{line}: {}\n",
            severity.trim_matches('"'),
            code.trim_matches('"'),
            problem.path,
            problem.message()
        ));
        if let Some(fix) = &problem.fix {
            out.push_str(&format!("    mend: {}\n", serde_json::to_string(fix).unwrap()));
        }
    }
    out
}

fn check(store: &str, expect: &Expect) {
    expect.assert_eq(&shown(&found(store)));
}

/// A topic that nothing is wrong with.
const FINE: &str = "---\nname: {}\ndescription: About it\ntype: user\n---\ntext\n";

fn fine(path: &str, name: &str) -> String {
    format!("//- {path}\n{}", FINE.replace("{}", name))
}

#[test]
fn the_index() {
    check(
        &format!(
            "\
//- MEMORY.md
# Memory
## Empty
## Filled
### Sub
- [A](a.md) — About IT.
- [A again](./a.md)
- [Gone](gone.md) — x
- [Out](../out.md), [page](https://example.com/x.md), [part](#part)
- [[a]] — by name
- [[nobody]] — x
See [[nobody else]] and [gone too](sub/gone.md).
- [B](b.md) — {}
## Also empty
{}{}",
            "long ".repeat(50),
            fine("a.md", "A"),
            fine("b.md", "B"),
        ),
        &expect![[r#"
            warning dangling MEMORY.md:7: The entry leads to “gone.md”, which is not there.
                mend: {"kind":"entry-remove","line":7,"base":null}
            warning dangling MEMORY.md:10: The entry leads to “nobody”, which is not there.
            warning dangling MEMORY.md:11: The entry leads to “sub/gone.md”, which is not there.
            warning broken-link MEMORY.md:11: [[nobody else]] leads to no topic.
            info empty-section MEMORY.md:2: Nothing stands under the heading “Empty”.
            info repeated-hook MEMORY.md:5: The hook only repeats the description of “a.md”.
            info duplicate-entry MEMORY.md:6: The entry leads to “a.md”, as line 5 does.
                mend: {"kind":"entry-remove","line":6,"base":null}
            info duplicate-entry MEMORY.md:9: The entry leads to “a.md”, as line 5 does.
                mend: {"kind":"entry-remove","line":9,"base":null}
            info long-hook MEMORY.md:12: The hook has 249 characters.
            info empty-section MEMORY.md:13: Nothing stands under the heading “Also empty”.
        "#]],
    );
}

#[test]
fn the_limits() {
    let entries =
        |n: usize, hook: &str| (0..n).map(|at| format!("- [T](t{at}.md){hook}\n")).collect::<String>();
    let only = |store: &str, expect: &Expect| {
        let list: Vec<Problem> = found(store)
            .into_iter()
            .filter(|p| matches!(p.code, Code::Truncated | Code::NearLimit))
            .collect();
        expect.assert_eq(&shown(&list));
    };
    only(&format!("//- MEMORY.md\n{}", entries(160, "")), &expect![[r#""#]]);
    only(
        &format!("//- MEMORY.md\n{}", entries(161, "")),
        &expect![[r#"
        warning near-limit MEMORY.md: The index uses 161 of 200 lines.
    "#]],
    );
    only(
        &format!("//- MEMORY.md\n{}", entries(201, "")),
        &expect![[r#"
            error truncated MEMORY.md:201: The index has 201 lines and is cut at 200 lines: 1 line and 0 entries are lost.
        "#]],
    );
    only(
        &format!("//- MEMORY.md\n{}", entries(150, &" 字".repeat(100))),
        &expect![[r#"
            error truncated MEMORY.md:117: The index has 150 lines and is cut at 25,000 characters: 34 lines and 0 entries are lost.
        "#]],
    );
    only(
        &format!("//- MEMORY.md\n{}", entries(300, &" 字".repeat(100))),
        &expect![[r#"
            error truncated MEMORY.md:117: The index has 300 lines and is cut at 25,000 characters: 184 lines and 0 entries are lost.
        "#]],
    );
    only(
        &format!("//- MEMORY.md\n{}", "字".repeat(21_000)),
        &expect![[r#"
            warning near-limit MEMORY.md: The index uses 21,000 of 25,000 characters.
        "#]],
    );
    only(
        &format!("//- MEMORY.md\n{}", "字".repeat(26_000)),
        &expect![[r#"
            error truncated MEMORY.md:1: The index has 1 line and is cut at 25,000 characters: 0 lines and 0 entries are lost.
        "#]],
    );
}

#[test]
fn topics() {
    let mut store = String::from("//- MEMORY.md\n");
    for path in ["bare", "unclosed", "invalid", "wrong", "wrong2", "forged", "long", "tags", "links", "latin"]
    {
        store.push_str(&format!("- [{path}]({path}.md)\n"));
    }
    store.push_str(
        "\
//- bare.md
text
//- forged.md
---
name: forged
description: |
  one
  - [user] other.md: two
type: user
---
//- invalid.md
---
a: [
b: }
---
//- latin.md
---
description: caf\\xe9
type: user
---
//- links.md
---
description: x
type: user
---
[[bare]] and
[[no such]]
//- long.md
---
description: x
type: user
---
",
    );
    store.push_str(&"a line\n".repeat(300));
    store.push_str(
        "\
//- orphan.md
---
name: Orphan
description: x
metadata:
  type: project
---
//- tags.md
---
description: x\\u{e0041}\\u{e0042} \\u{200b}
type: user
---
//- unclosed.md
---
name: x
//- wrong.md
---
description: x
type: User
---
//- wrong2.md
---
description: x
type: zzz
---
",
    );
    check(
        &store,
        &expect![[r#"
            error multiline-description forged.md: The description has more than one line.
                mend: {"kind":"fields","path":"forged.md","base":null,"name":null,"description":"one - [user] other.md: two","topic_type":null}
            error invisible-characters tags.md:2: The file has 3 invisible characters (tag, zero-width), first U+E0041.
            error unparsable-frontmatter unclosed.md:1: The frontmatter cannot be read: not closed within 30 lines.
            warning no-description bare.md: The topic has no description.
            warning no-description invalid.md: The topic has no description.
            warning not-utf8 latin.md: The file has bytes that are not UTF-8.
            warning broken-link links.md:6: [[no such]] leads to no topic.
            warning too-long long.md: The topic has 2,134 bytes and 304 lines; when it is recalled it is cut at 200 lines.
            warning orphan orphan.md: No entry of the index leads to this topic.
                mend: {"kind":"entry-add","path":"orphan.md","title":null,"hook":null}
            warning invalid-type wrong.md: The type “User” is none of user, feedback, project and reference.
                mend: {"kind":"fields","path":"wrong.md","base":null,"name":null,"description":null,"topic_type":"user"}
            warning invalid-type wrong2.md: The type “zzz” is none of user, feedback, project and reference.
            info missing-type bare.md: The topic has no type.
            info missing-type invalid.md: The topic has no type.
        "#]],
    );
}

#[test]
fn the_store() {
    let store = format!(
        "\
//- MEMORY.md
- [A](A.md)
- [a](a.md)
- [Same](sub/a.md)
- [Hidden](.hidden/a.md)
- [Locked](locked/a.md)
{}{}{}\
//- fifo.md special=fifo
//- future.md mtime=2027-01-01T00:00:00Z
//- gone.md link=broken unreadable=missing
//- line\\x0abreak.md
//- locked.md unreadable=denied
//- out.md link=../x.md
//- .hidden/a.md
//? locked directory-unreadable
",
        fine("A.md", "Name"),
        fine("a.md", "Name"),
        fine("sub/a.md", "Third"),
    );
    check(
        &store,
        &expect![[r#"
        error odd line
        break.md: The name has a line end or an invisible character.
        warning duplicate-name a.md: The name “Name” is that of “A.md” too.
        warning case-twin a.md: The name differs from “A.md” only in upper and lower case.
        warning odd fifo.md: This is no file but a fifo.
        warning orphan future.md: No entry of the index leads to this topic.
            mend: {"kind":"entry-add","path":"future.md","title":null,"hook":null}
        warning no-description future.md: The topic has no description.
        warning odd future.md: The file's time lies in the future.
        warning odd gone.md: The file is a link that leads nowhere.
        warning orphan line
        break.md: No entry of the index leads to this topic.
            mend: {"kind":"entry-add","path":"line\nbreak.md","title":null,"hook":null}
        warning no-description line
        break.md: The topic has no description.
        warning odd locked: The folder cannot be read.
        warning odd locked.md: It cannot be read: denied.
        warning orphan out.md: No entry of the index leads to this topic.
            mend: {"kind":"entry-add","path":"out.md","title":null,"hook":null}
        warning no-description out.md: The topic has no description.
        warning odd out.md: The file is a link that leads out of the store.
        info missing-type future.md: The topic has no type.
        info missing-type line
        break.md: The topic has no type.
        info missing-type out.md: The topic has no type.
    "#]],
    );
}

#[test]
fn beyond_the_listing() {
    let store: String = (0..201).map(|n| fine(&format!("t{n}.md"), &format!("T{n}"))).collect();
    let list: Vec<Problem> =
        found(&store).into_iter().filter(|problem| problem.code == Code::BeyondListing).collect();
    expect![[r#"
        error beyond-listing : There are 201 topics, and the selector is offered 200.
    "#]]
    .assert_eq(&shown(&list));
}

#[test]
fn nothing_is_wrong_with_a_good_store() {
    let index = "//- MEMORY.md\n# Memory\n- [A](a.md) — when it matters\n- [构建](构建.md) — 构建之前\n";
    check(&format!("{index}{}{}", fine("a.md", "A"), fine("构建.md", "构建")), &expect![[""]]);
    check("", &expect![[""]]);
}

#[test]
fn every_code_has_its_words() {
    for code in Code::ALL {
        let args = [
            "lines",
            "cut-lines",
            "limit",
            "entries",
            "used",
            "unit",
            "target",
            "first",
            "name",
            "other",
            "type",
            "why",
            "bytes",
            "length",
            "title",
            "count",
            "kinds",
            "paths",
            "rule",
            "masked",
            "percent",
        ];
        let problem = Problem {
            code,
            severity: code.severity(),
            path: "a.md".to_owned(),
            line: None,
            args: args.iter().map(|arg| ((*arg).to_owned(), format!("<{arg}>"))).collect(),
            fix: None,
        };
        let (message, advice) = (problem.message(), problem.advice());
        assert!(message.ends_with('.') && !message.contains('?'), "{message}");
        assert!(advice.ends_with('.') && advice.len() > 20, "{advice}");
    }
    let problem = Problem::collision(&["~/code/shop".to_owned(), "~/office/shop".to_owned()]);
    assert_eq!(problem.message(), "This memory is shared by ~/code/shop, ~/office/shop.");
}

/// Each code, as it is found in a real store, has every argument that its sentence needs.
#[test]
fn no_argument_is_missing() {
    let store = format!(
        "//- MEMORY.md\n# Memory\n## Empty\n{}- [x](y.md)\n- [A](a.md) - About it\n- [A](a.md) {}\n[[z]]\n//- a.md\n{}//- A.md\n---\ntype: zzz\n---\n",
        "- x\n".repeat(250),
        "— long ".repeat(60),
        FINE,
    );
    for problem in found(&store) {
        assert!(!problem.message().contains('?'), "{problem:?}");
    }
}

/// Whatever looks like a secret is told, in topics and in the index, by its rule and its beginning alone.
#[test]
fn secrets() {
    // put together here, so that no file of ours looks like a leak
    let token = ["ghp", "_", "q7Rk2mXw9TzLb4VnJc8YdPf3HsGa6Ue1Ko5Z"].concat();
    let random = "Zk4Qw8Rt2Yb6Nm0Xc5Vd9Ph3";
    let told = |store: &str| {
        let found = found(store).into_iter().filter(|one| one.code == Code::Secret);
        let told = found.map(|one| {
            assert!(!one.message().contains(&token) && !one.message().contains(random));
            format!("{:?} {}:{} {}", one.severity, one.path, one.line.unwrap_or_default(), one.message())
        });
        told.collect::<Vec<_>>()
    };
    let head = "---\nname: A\ndescription: d\ntype: user\n---\n";
    for (store, expected) in [
        (
            format!("//- a.md\n{head}password = \"{random}\"\ntoken {token}\n"),
            "Error a.md:7 In 2 places it looks like a secret, first “ghp_…” (github-pat).",
        ),
        (
            format!("//- a.md\n{head}password = \"{random}\"\n"),
            "Warning a.md:6 In 1 place it looks like a secret, first “Zk4Q…” (generic-api-key).",
        ),
        (
            format!("//- MEMORY.md\n- [A](a.md) — {token}\n"),
            "Error MEMORY.md:1 In 1 place it looks like a secret, first “ghp_…” (github-pat).",
        ),
    ] {
        assert_eq!(told(&store), [expected], "{store}");
    }
    assert!(told(&format!("//- a.md\n{head}The password is in the vault.\n")).is_empty());
}
