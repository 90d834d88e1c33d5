//! Searching everything: what is found in which store, what comes first, how it is shown, and what odd bytes do.

use crate::desk::Desk as Terminal;
use memdesk_desk::view::{Found, SearchHit, SearchQuery};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

const SHOP: &str = "\
//- MEMORY.md
# Memory

- [Deploy](deploy.md) — goes out on Tuesday
- [Database](数据库.md) — 生产数据库的连接方式
//- deploy.md mtime=2026-01-03T00:00:00Z
---
name: Deploy day
description: When deploys go out
type: project
---

Deploys go out on Tuesday, never on a Friday.
The freeze is in December.
//- tuesday-meeting.md mtime=2026-01-02T00:00:00Z
---
description: The weekly meeting
---
At nine.
//- market.md mtime=2026-01-01T00:00:00Z
---
description: On every Tuesday there is a market
---
Bring a bag.
//- 数据库.md mtime=2026-01-04T00:00:00Z
---
name: 数据库
description: 生产数据库的连接方式
---

生产数据库只能从内网连接。
//- broken.md mtime=2026-01-05T00:00:00Z utf8=no
tuesday
";

const API: &str = "\
//- MEMORY.md
- [Limits](limits.md) — a hundred calls each Tuesday
//- limits.md mtime=2026-01-06T00:00:00Z
---
description: How many calls there are
---
A hundred.
";

fn query(text: &str) -> SearchQuery {
    SearchQuery { text: text.to_owned(), ..SearchQuery::default() }
}

/// `kind field path:line snippet`, what is found in brackets.
fn told(found: &Found) -> Vec<String> {
    found.hits.iter().map(line).collect()
}

fn line(hit: &SearchHit) -> String {
    let mark = |part: &memdesk_review::search::SnippetPart| match part.found {
        true => format!("[{}]", part.text),
        false => part.text.clone(),
    };
    let text: String = hit.snippet.iter().map(mark).collect();
    let path = hit.path.as_deref().unwrap_or("-");
    let at = hit.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{} {} {path}{at} {text}", hit.kind, hit.field)
}

/// A store in which a byte of `broken.md` is none of UTF-8.
fn shop() -> Terminal {
    let shop = Terminal::with(&SHOP.replace(" utf8=no", ""));
    fs::write(shop.store.join("broken.md"), b"\xff\xfe on Tues\xffday, or Tuesday\xf0\n").expect("a topic");
    shop
}

#[test]
fn names_come_before_descriptions_before_the_index_before_bodies() {
    let shop = shop();
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    for (text, expected) in [
        (
            "TUESDAY",
            &[
                "topic name tuesday-meeting.md:2 The weekly meeting",
                "topic description market.md:2 On every [Tuesday] there is a market",
                "index entry MEMORY.md:3 - [Deploy](deploy.md) — goes out on [Tuesday]",
                "topic body broken.md:1 \u{fffd}\u{fffd} on Tues\u{fffd}day, or [Tuesday]\u{fffd}",
                "topic body deploy.md:7 Deploys go out on [Tuesday], never on a Friday.",
            ][..],
        ),
        ("tuesday friday", &["topic body deploy.md:7 Deploys go out on [Tuesday], never on a [Friday]."]),
        ("\"deploy day\"", &["topic name deploy.md:3 When deploys go out"]),
        ("deploy december", &["topic body deploy.md:2 name: [Deploy] day"]),
        ("\"go out\"", &["topic description deploy.md:3 When deploys [go out]"]),
        ("\"out go\"", &[]),
        (
            "据库",
            &[
                "topic name 数据库.md:3 生产数[据库]的连接方式",
                "index entry MEMORY.md:4 - [Database](数[据库].md) — 生产数[据库]的连接方式",
            ],
        ),
        ("内网", &["topic body 数据库.md:6 生产数据库只能从[内网]连接。"]),
        ("   ", &[]),
        ("no such word", &[]),
    ] {
        let found = desk.search(Some(&id), &query(text), "t").expect("an answer");
        let told: Vec<String> = told(&found).into_iter().filter(|hit| !hit.starts_with("question")).collect();
        assert_eq!(told, expected, "{text}");
    }
}

#[test]
fn other_stores_are_searched_when_asked_for() {
    let shop = shop();
    shop.person.remember("api", API);
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    let here = desk.search(Some(&id), &query("hundred"), "t").expect("an answer");
    assert!(here.hits.is_empty() && here.stores == 1);
    for open in [Some(id.as_str()), None] {
        let all = SearchQuery { all: true, ..query("hundred") };
        let all = desk.search(open, &all, "t").expect("an answer");
        assert_eq!(
            told(&all),
            [
                "index entry MEMORY.md:1 - [Limits](limits.md) — a [hundred] calls each Tuesday",
                "topic body limits.md:4 A [hundred].",
            ]
        );
        assert!(all.hits.iter().all(|hit| hit.store_name == "api"));
        assert_eq!(all.stores, 2);
    }
    assert_eq!(desk.search(Some("none"), &query("x"), "t").expect_err("no store").code, "no-such-store");
}

#[test]
fn what_lies_in_a_store_within_a_store_is_found_once() {
    let shop = Terminal::with(
        "//- MEMORY.md\n- [Review](team/review.md) — ours\n//- team/MEMORY.md\n- [Review](review.md)\n//- team/review.md\nTwo people look at migrations.\n",
    );
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    for all in [false, true] {
        let found =
            desk.search(Some(&id), &SearchQuery { all, ..query("migrations") }, "t").expect("an answer");
        assert_eq!(found.hits.len(), 1, "{all}: {:?}", told(&found));
    }
}

#[test]
fn questions_are_found_once_they_have_been_read() {
    let shop = shop();
    shop.person.session(&shop.project, "为什么 生产数据库 连接失败");
    shop.person.session(&shop.project, "when does the Tuesday deploy\nreally go out");
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    let only = |text: &str| SearchQuery { kinds: vec!["question".to_owned()], ..query(text) };
    let before = desk.search(Some(&id), &only("据库"), "t").expect("an answer");
    assert_eq!((before.hits.len(), before.questions.as_str()), (0, "unread"));
    assert!(!shop.person.data().join("sessions.sqlite").exists(), "searching makes nothing");
    desk.index_questions(&id, "t", &|_| ()).expect("sessions are read");
    for (text, expected) in [
        ("据库", &["question question - 为什么 生产数[据库] 连接失败"][..]),
        ("tuesday really", &["question question - when does the [Tuesday] deploy"]),
        ("\"deploy really\"", &["question question - when does the Tuesday [deploy]"]),
        ("\"really deploy\"", &[]),
    ] {
        let found = desk.search(Some(&id), &only(text), "t").expect("an answer");
        assert_eq!(
            (told(&found), found.questions.as_str()),
            (expected.iter().map(|s| (*s).to_owned()).collect(), "read"),
            "{text}"
        );
    }
    shop.person.session(&shop.project, "one more");
    let behind = desk.search(Some(&id), &only("据库"), "t").expect("an answer");
    assert_eq!((behind.hits.len(), behind.questions.as_str()), (1, "behind"));
}

#[test]
fn what_waits_and_what_was_done_is_found() {
    let shop = shop();
    let told_of = |kind: &str, text: &str| {
        let desk = shop.desk();
        let id = desk.store_of(Some(&shop.project)).expect("a store");
        let found = desk.search(Some(&id), &SearchQuery { kinds: vec![kind.to_owned()], ..query(text) }, "t");
        found
            .expect("an answer")
            .hits
            .iter()
            .map(|hit| format!("{} {}", hit.what.as_deref().unwrap_or_default(), line(hit)))
            .collect::<Vec<_>>()
    };
    assert_eq!(told_of("proposal", "tuesday"), [""; 0], "nothing was reviewed yet: all of it are topics");
    shop.done(&["accept", "all"], "");
    shop.done(&["delete", "market.md"], "");
    let deploy = fs::read_to_string(shop.store.join("deploy.md")).expect("a topic");
    fs::write(shop.store.join("deploy.md"), deploy.replace("Tuesday", "Wednesday")).expect("a topic");
    assert_eq!(
        told_of("proposal", "wednesday"),
        ["outside proposal change deploy.md:7 Deploys go out on [Wednesday], never on a Friday."]
    );
    assert_eq!(
        told_of("proposal", "tuesday deploy outside"),
        ["outside proposal change deploy.md:7 [Deploy]s go out on Wednesday, never on a Friday."],
        "what goes, the path and who made it count; what would be there is told"
    );
    fs::remove_file(shop.store.join("tuesday-meeting.md")).expect("a topic");
    for (text, expected) in [
        ("tuesday deploy.md", "deploy.md:7 Deploys go out on Wednesday, never on a Friday."),
        ("friday", "deploy.md:7 Deploys go out on Wednesday, never on a [Friday]."),
        ("deploy.md", "deploy.md:7 Deploys go out on Wednesday, never on a Friday."),
        ("nine", "tuesday-meeting.md:4 At [nine]."),
        ("meeting.md weekly", "tuesday-meeting.md:2 description: The [weekly] meeting"),
    ] {
        assert_eq!(told_of("proposal", text), [format!("outside proposal change {expected}")], "{text}");
    }
    assert_eq!(told_of("proposal", "december"), [""; 0], "what stays is no part of it");
    assert_eq!(told_of("history", "delete market"), ["delete history operation - [market].md"]);
    assert_eq!(told_of("history", "bag"), ["delete history gone market.md:4 Bring a [bag]."]);
}

#[test]
fn what_was_just_decided_is_found_so_at_once() {
    let shop = shop();
    shop.done(&["accept", "all"], "");
    let deploy = fs::read_to_string(shop.store.join("deploy.md")).expect("a topic");
    fs::write(shop.store.join("deploy.md"), deploy.replace("Tuesday", "Wednesday")).expect("a topic");
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    let count = |kind: &str, text: &str| {
        let query = SearchQuery { kinds: vec![kind.to_owned()], ..query(text) };
        desk.search(Some(&id), &query, "t").expect("an answer").hits.len()
    };
    assert_eq!((count("proposal", "wednesday"), count("history", "accept deploy")), (1, 1));
    desk.accept(&id, &[]).expect("it is accepted");
    assert_eq!((count("proposal", "wednesday"), count("history", "accept deploy")), (0, 2));
}

#[test]
fn a_large_store_is_counted_and_cut() {
    let shop = Terminal::with("//- MEMORY.md\n# Memory\n");
    for n in 0..5_000 {
        let text = format!("---\ndescription: topic {n}\n---\n\nneedle {n} in a stack of 5,000\n");
        fs::write(shop.store.join(format!("topic-{n}.md")), text).expect("a topic");
    }
    let mut index = String::new();
    for n in 0..400 {
        writeln!(index, "- [Topic {n}](topic-{n}.md) — needle").expect("a text");
    }
    fs::write(shop.store.join("MEMORY.md"), index).expect("the index");
    let desk = shop.desk();
    let id = desk.store_of(Some(&shop.project)).expect("a store");
    let found = desk.search(Some(&id), &SearchQuery { limit: 7, ..query("NEEDLE") }, "t").expect("an answer");
    let counts: Vec<(&str, usize, usize)> =
        found.counts.iter().map(|count| (count.kind.as_str(), count.found, count.shown)).collect();
    let expected =
        [("topic", 5_000, 7), ("index", 400, 7), ("question", 0, 0), ("proposal", 0, 0), ("history", 0, 0)];
    assert_eq!(counts, expected);
    let found = desk.search(Some(&id), &query("\"needle 4321 in\""), "t").expect("an answer");
    assert_eq!(told(&found), ["topic body topic-4321.md:5 [needle 4321 in] a stack of 5,000"]);
    let cut = desk.search(
        Some(&id),
        &SearchQuery { kinds: vec!["index".to_owned()], ..query("topic-399.md") },
        "t",
    );
    assert_eq!(cut.expect("an answer").hits.first().and_then(|hit| hit.what.clone()).as_deref(), Some("cut"));
}

#[test]
fn at_the_terminal_it_reads_like_a_search() {
    let shop = shop();
    shop.person.remember("api", API);
    let said = shop.run(&["search", "tuesday", "friday"]);
    assert_eq!(
        (said.status, said.out.as_str()),
        (0, "deploy.md:7: Deploys go out on Tuesday, never on a Friday.\n"),
        "{said:?}"
    );
    assert!(said.err.contains("memdesk queries"), "{said:?}");
    let said = shop.run(&["search", "--kind", "index", "--kind", "topic", "--limit", "1", "tuesday"]);
    assert_eq!(said.out.lines().count(), 2, "{said:?}");
    assert!(said.err.contains("topic: 1 of 4 are shown"), "{said:?}");
    let said = shop.run(&["search", "--all", "hundred"]);
    let limits = shop.person.store(&shop.person.project("api")).join("limits.md");
    assert!(said.out.contains(&format!("{}:4: A hundred.\n", limits.display())), "{said:?}");
    let nothing = shop.run(&["search", "nowhere"]);
    assert_eq!(
        (nothing.status, nothing.out.as_str()),
        (1, "Nothing has all of these words.\n"),
        "{nothing:?}"
    );
    assert_eq!(shop.run(&["search", " "]).status, 2);
    assert_eq!(shop.run(&["search", "--kind", "nonsense", "x"]).status, 2);
    let json = shop.done(&["search", "数据库", "--json"], "").json();
    assert_eq!(json["counts"]["topic"], 1);
    let hit = &json["hits"][0];
    let text = hit["text"].as_str().unwrap_or_default();
    let found: Vec<&str> = hit["found"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|range| {
            let end =
                |at: usize| range[at].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX);
            &text[end(0)..end(1)]
        })
        .collect();
    assert_eq!(
        (hit["path"].as_str(), hit["field"].as_str(), found),
        (Some("数据库.md"), Some("name"), vec!["数据库"])
    );
    assert_eq!(json["questions"], Value::from("unread"));
}
