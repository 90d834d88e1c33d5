//! Topics that say much the same, and those that only look it.

use expect_test::expect;
use memdesk_memdir::Profile;
use memdesk_review::problem::look_alikes;
use memdesk_review::reading::Reading;
use memdesk_review::{Code, Severity, fixture};

/// Pairs that are told: which says less, which more, and how much of it in percent.
fn pairs(store: &str) -> Vec<String> {
    let snapshot = fixture::parse(store);
    let found = look_alikes(&Reading::new(&snapshot, Profile::latest())).into_iter().map(|problem| {
        assert_eq!((problem.code, problem.severity), (Code::LookAlike, Severity::Info));
        assert!(problem.fix.is_none(), "what is right of two is a person's to say");
        format!("{} in {} {}", problem.path, problem.args["other"], problem.args["percent"])
    });
    found.collect()
}

fn topic(path: &str, name: &str, body: &str) -> String {
    format!("//- {path}\n---\nname: {name}\ndescription: about {name}\ntype: project\n---\n{body}\n")
}

/// Topics about other things, in the shape that the client gives them.
fn others() -> String {
    [
        ("billing", "Invoices are cut on the first of a month; refunds take the ledger's exchange rate."),
        ("maps", "Tiles are cached for a week below /var/tiles, and purged by the nightly job."),
        ("mail", "Outgoing mail goes through the relay in Frankfurt; bounces land in Redis."),
        ("search", "Synonyms live in config/search/synonyms.txt and are reloaded without a restart."),
        ("images", "Thumbnails are made by libvips in the worker, never in the request."),
        ("flags", "Feature flags expire after ninety days; the linter reports stale ones."),
    ]
    .iter()
    .map(|(name, fact)| {
        topic(&format!("{name}.md"), name, &format!("{fact}\n\n**Why:** agreed.\n**How to apply:** always."))
    })
    .collect()
}

#[test]
fn the_same_said_twice_is_told_once() {
    let port = "The test database listens on port 5544 with user shop_test and password in .env.test; reset it by make db-reset.";
    let again = "Test database: port 5544, user shop_test, see .env.test. `make db-reset` resets it. CI uses a container instead.";
    let mut told = String::new();
    for (name, first, second) in [
        ("a copy", port.to_owned(), port.to_owned()),
        ("reworded", port.to_owned(), again.to_owned()),
        (
            "Chinese",
            "测试数据库在 5544 端口，重置用 make db-reset，不要连接生产库。".to_owned(),
            "连接测试数据库：端口 5544；用 make db-reset 重置。生产库绝对不要连接，出过事故。".to_owned(),
        ),
        ("the shape alone", "Ship on Tuesdays.".to_owned(), "Never squash merges.".to_owned()),
        ("one word each", "pnpm".to_owned(), "pnpm".to_owned()),
        (
            "the same subject, another fact",
            "Deploys of the storefront run from GitLab, by hand, in the evening, after the smoke tests."
                .to_owned(),
            "The storefront's colours come from the brand book: crimson for sale, teal for new arrivals."
                .to_owned(),
        ),
    ] {
        let store = others() + &topic("a.md", "first", &first) + &topic("b.md", "second", &second);
        told.push_str(&format!("{name}: {}\n", pairs(&store).join(", ")));
    }
    expect![[r#"
        a copy: a.md in b.md 91
        reworded: a.md in b.md 68
        Chinese: a.md in b.md 86
        the shape alone: 
        one word each: 
        the same subject, another fact: 
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_is_not_compared() {
    let text = "The test database listens on port 5544 with user shop_test; reset it by make db-reset.";
    // what is only read through a link, is no text, or is not listed for the selector
    let store = others()
        + &topic("a.md", "first", text)
        + &topic("link.md link=inside", "first", text)
        + &topic("logs/b.md", "first", text)
        + "//- huge.md head=50000000\nThe test database listens on port 5544\n";
    assert_eq!(pairs(&store), Vec::<String>::new());
    // every one says what all say: nothing is told of two
    let all: String = (0..50).map(|n| topic(&format!("t{n}.md"), "one of many", text)).collect();
    assert_eq!(pairs(&all), Vec::<String>::new());
    let many: String = (0..700)
        .map(|n| topic(&format!("t{n}.md"), &format!("n{}", n / 2), &format!("{text} {n}")))
        .collect();
    assert_eq!(pairs(&many), Vec::<String>::new());
}

#[test]
fn what_was_noted_several_times_is_told_of_each_two() {
    let port = "The test database listens on port 5544 with user shop_test and password in .env.test; reset it by make db-reset.";
    for (others, times, told) in [(1, 3, 0), (3, 3, 3), (6, 3, 3), (6, 4, 6), (6, 5, 0), (20, 4, 6)] {
        let other = |n: usize| {
            let words: Vec<String> = (0..12).map(|word| format!("w{n}x{word}")).collect();
            topic(&format!("o{n}.md"), &format!("o{n}"), &words.join(" "))
        };
        let mut store: String = (0..others).map(other).collect();
        store.extend((0..times).map(|n| topic(&format!("t{n}.md"), &format!("t{n}"), port)));
        assert_eq!(pairs(&store).len(), told, "{times} times beside {others}");
    }
}

/// Whatever is said has many of its words in a text that is long enough; that is no reason to merge it with that.
#[test]
fn a_long_text_is_not_like_every_other() {
    let pool = |from: usize, step: usize, count: usize| -> String {
        (0..count).map(|at| format!("shared{} ", (from + at * step) % 101)).collect()
    };
    let own = |n: usize| (0..6).map(|at| format!("own{n}x{at} ")).collect::<String>();
    let mut store: String = (0..24)
        .map(|n| {
            topic(&format!("t{n}.md"), &format!("t{n}"), &format!("{}{}", pool(n * 37, n + 3, 14), own(n)))
        })
        .collect();
    let long = format!("{}{}", pool(0, 1, 101), own(100));
    assert_eq!(pairs(&(store.clone() + &topic("long.md", "long", &long))), Vec::<String>::new());
    // one that stands in it as a whole is
    store += &topic("long.md", "long", &format!("{long}{}", own(5)));
    assert_eq!(pairs(&store), ["t5.md in long.md 92"]);
}
