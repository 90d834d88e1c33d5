//! What the pictures are drawn from: the index over time, and what leads where, on a real disk.

use crate::desk::Desk;
use jiff::{SignedDuration, Timestamp};
use memdesk_desk::view::Growth;
use memdesk_ledger::Ledger;
use memdesk_review::fixture;
use std::fmt::Write as _;
use std::fs;

/// An index of so many lines with an entry each.
fn index(lines: usize) -> String {
    (1..=lines).fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "- [Topic {line}](t{line}.md) — when {line} comes up");
        out
    })
}

/// A store whose index was seen with so many lines so many days ago, and has `now` lines on disk.
fn grown(seen: &[(i64, usize)], now: usize) -> (Desk, String) {
    let desk = Desk::with(&format!("//- MEMORY.md\n{}", index(now)));
    let id = desk.desk().stores().expect("stores").stores[0].id.clone();
    let ledger = Ledger::open(&desk.person.data().join("ledger.git")).expect("a ledger");
    for (days, lines) in seen {
        let store = fixture::parse(&match lines {
            0 => "//- other.md\nx\n".to_owned(),
            lines => format!("//- MEMORY.md\n{}", index(*lines)),
        });
        let when = Timestamp::now() - SignedDuration::from_hours(days * 24);
        ledger.observe(&id, &store, when).expect("it is seen");
    }
    (desk, id)
}

/// What is told, in a line.
fn told(growth: &Growth) -> String {
    let lines: Vec<String> = growth.points.iter().map(|point| point.lines.to_string()).collect();
    let first = growth.first.as_deref().unwrap_or("neither");
    let days = growth.lines.full_in_days.map_or_else(String::new, |days| format!(" in {days:.0}"));
    format!("{} | {}{days}, {first} first", lines.join(" "), growth.lines.outlook)
}

#[test]
fn the_index_over_time_is_counted_as_the_gauge_counts() {
    for (name, seen, now, expected) in [
        ("never seen", vec![], 5, "5 | too-short, neither first"),
        ("since yesterday", vec![(1, 3)], 5, "3 5 | too-short, neither first"),
        ("for weeks, unchanged", vec![(30, 5)], 5, "5 5 | flat, neither first"),
        (
            "ten more each week",
            vec![(42, 40), (35, 50), (28, 60), (21, 70), (14, 80), (7, 90)],
            100,
            "40 50 60 70 80 90 100 | growing in 74, lines first",
        ),
        ("gone for a while", vec![(30, 40), (20, 0), (10, 40)], 40, "40 0 40 40 | flat, neither first"),
        ("over the limit", vec![(20, 150)], 230, "150 230 | full, lines first"),
        ("less and less", vec![(30, 90), (20, 60), (10, 30)], 10, "90 60 30 10 | shrinking, neither first"),
    ] {
        let (desk, id) = grown(&seen, now);
        let desk = desk.desk();
        let growth = desk.growth(&id).expect("a growth");
        let said = told(&growth);
        // whole weeks of steps are told to within a step
        let near =
            |text: &str| text.replace("in 71", "in 74").replace("in 72", "in 74").replace("in 73", "in 74");
        assert_eq!(near(&said), expected, "{name}");
        let meter = desk.index(&id).expect("an index").meter;
        let last = growth.points.last().expect("this moment");
        assert_eq!(
            (last.lines, last.utf16, growth.line_limit, growth.utf16_limit),
            (meter.lines, meter.utf16, meter.line_limit, meter.utf16_limit),
            "{name}: this moment is what the gauge says"
        );
        assert_eq!((last.entries, last.operation.as_deref()), (now, None), "{name}");
        assert!(growth.points.is_sorted_by(|a, b| a.time <= b.time), "{name}");
        // each other moment leads to what History tells of it
        for point in growth.points.iter().rev().skip(1) {
            let operation = point.operation.as_deref().expect("an operation");
            let then = desk.file_then(&id, operation, "MEMORY.md").expect("a file").text;
            assert_eq!(then.map_or(0, |text| text.lines().count()), point.lines, "{name}");
            assert_eq!(point.exists, point.lines > 0, "{name}");
        }
    }
}

#[test]
fn of_thousands_of_versions_a_picture_full_is_read() {
    let seen: Vec<(i64, usize)> =
        (0..600).map(|at| (600 - at, 10 + usize::try_from(at).unwrap_or(0) / 6)).collect();
    let (desk, id) = grown(&seen, 110);
    let growth = desk.desk().growth(&id).expect("a growth");
    assert!((90..=242).contains(&growth.points.len()), "{}", growth.points.len());
    assert_eq!(growth.points.first().map(|point| point.lines), Some(10));
    assert_eq!(growth.lines.outlook, "growing");
    // one line in six days: 90 more take a year and a half
    let days = growth.lines.full_in_days.expect("days");
    assert!((480.0..600.0).contains(&days), "{days}");
}

#[test]
fn looking_makes_no_ledger() {
    let desk = Desk::with("//- MEMORY.md\n- [A](a.md)\n//- a.md\n[[b]]\n");
    let open = desk.desk();
    let id = open.stores().expect("stores").stores[0].id.clone();
    assert_eq!(open.growth(&id).expect("a growth").points.len(), 1);
    open.links(&id).expect("links");
    assert!(!desk.person.data().exists());
}

#[test]
fn links_are_told_once_with_how_many() {
    let desk = Desk::with(
        "//- MEMORY.md\n- [A](a.md)\n- [Gone](gone.md)\n//- a.md\n[[b]] [[b]] [[nobody]]\n//- b.md\nSee [a](a.md).\n//- c.md\nalone\n",
    );
    let open = desk.desk();
    let id = open.stores().expect("stores").stores[0].id.clone();
    let graph = open.links(&id).expect("links");
    let told: Vec<String> = graph
        .links
        .iter()
        .map(|link| format!("{} {} {}", link.from, link.to.as_deref().unwrap_or("nothing"), link.times))
        .collect();
    assert_eq!(
        told,
        ["MEMORY.md a.md 1", "MEMORY.md nothing 1", "a.md b.md 2", "a.md nothing 1", "b.md a.md 1"]
    );
    assert_eq!(graph.left_out, 0);
    // what the picture calls broken is what Health calls so
    let broken = open.problems(&id).expect("problems").problems;
    let codes: Vec<String> = broken
        .iter()
        .map(|problem| serde_json::to_value(problem.code).expect("a word").as_str().unwrap_or("").to_owned())
        .filter(|code| code == "broken-link" || code == "dangling")
        .collect();
    assert_eq!(codes.len(), graph.links.iter().filter(|link| link.to.is_none()).count());
    fs::remove_file(desk.store.join("MEMORY.md")).expect("the index goes");
    assert!(open.links(&id).expect("links").links.iter().all(|link| link.from != "MEMORY.md"));
}
