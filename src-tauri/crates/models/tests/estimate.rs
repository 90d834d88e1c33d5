//! What the estimate promises, and how well it agrees with careful readers.

#![allow(clippy::unwrap_used)] // a test fails by panicking, in what it calls too

use memdesk_models::Candidate;
use memdesk_models::estimate::agreement::{RecallSet, Tally};
use memdesk_models::estimate::{AGREEMENT, Agreement, Estimate, SEEN};
use proptest::prelude::proptest;
use std::collections::HashSet;
use std::path::Path;

fn sets(folder: &str) -> Vec<RecallSet> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/recall").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files.iter().map(|path| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()).collect()
}

fn measured(folder: &str) -> Agreement {
    let mut all = Tally::default();
    for set in sets(folder) {
        let estimate = Estimate::new(&set.candidates());
        for question in &set.queries {
            let ranked: Vec<String> =
                estimate.rank(&question.query).into_iter().map(|one| one.path).collect();
            all.count(&question.relevant, &ranked, &estimate.pick(&question.query));
        }
    }
    all.agreement()
}

#[test]
fn agreement_is_what_is_measured() {
    assert_eq!(AGREEMENT, measured("blind"), "what is shown");
    assert_eq!(SEEN, measured(""), "on the sets that it is tuned on");
}

#[test]
fn every_relevant_topic_of_a_set_is_one_of_its_topics() {
    for set in sets("").iter().chain(&sets("blind")) {
        let mut ids = HashSet::new();
        for question in &set.queries {
            assert!(ids.insert(&question.id), "{} twice", question.id);
            for path in &question.relevant {
                assert!(set.memories.iter().any(|memory| memory.file == *path), "{}: {path}", question.id);
            }
        }
    }
}

/// What every pick and ranking keeps to.
fn is_sound(estimate: &Estimate, candidates: &[Candidate], question: &str) {
    let ranked = estimate.rank(question);
    let picked = estimate.pick(question);
    assert!(picked.len() <= 5, "{question:?}: {picked:?}");
    assert!(picked.iter().eq(ranked.iter().take(picked.len()).map(|one| &one.path)), "the best are picked");
    assert!(ranked.iter().all(|one| candidates.iter().any(|candidate| candidate.path == one.path)));
    let scores: Vec<f64> = ranked.iter().map(|one| one.score.unwrap()).collect();
    assert!(scores.iter().all(|score| *score > 0.0 && *score < 1.0), "{question:?}: {scores:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b));
    for one in &ranked {
        let shares: f64 = one.reasons.iter().map(|reason| reason.share).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{question:?}: {:?}", one.reasons);
        assert!(one.reasons.is_sorted_by(|a, b| a.share >= b.share));
        assert!(one.reasons.iter().all(|reason| !reason.word.is_empty()));
    }
    assert_eq!(ranked, estimate.rank(question), "the same every time");
}

fn topic(path: &str, name: &str, description: &str) -> Candidate {
    Candidate {
        path: path.to_owned(),
        line: String::new(),
        name: Some(name.to_owned()),
        description: Some(description.to_owned()),
        topic_type: None,
    }
}

#[test]
fn a_topic_is_found_by_its_words_and_by_what_they_stand_for() {
    let topics = [
        topic("project_freeze.md", "Code freeze", "No releases in December"),
        topic("feedback_tests.md", "Tests", "Integration tests run against a real Postgres"),
        topic("缓存.md", "缓存", "缓存放在 Redis，五分钟过期"),
        topic("login.md", "ログイン", "認証は社内の SSO を使う"),
    ];
    let estimate = Estimate::new(&topics);
    for (question, best, word) in [
        ("are there releases in December?", "project_freeze.md", "releases"),
        ("Schreib einen Testfall mit der Datenbank", "feedback_tests.md", "Tests"),
        ("缓存多久过期", "缓存.md", "缓存"),
        ("sign in via OAuth", "login.md", "ログイン"),
    ] {
        let ranked = estimate.rank(question);
        assert_eq!(ranked.first().map(|one| one.path.as_str()), Some(best), "{question}: {ranked:?}");
        assert!(ranked[0].reasons.iter().any(|reason| reason.word == word), "{question}: {:?}", ranked[0]);
        assert_eq!(estimate.pick(question), [best], "{question}");
    }
    for nothing in ["", "   ", "!!!", "write a haiku about rain", "晚饭吃什么", "俳句を一句"] {
        assert_eq!(estimate.pick(nothing), Vec::<String>::new(), "{nothing}");
    }
    assert_eq!(Estimate::new(&[]).rank("anything at all"), []);
}

#[test]
fn texts_beyond_measure_are_looked_at_in_part() {
    let long = "配置 configuration ".repeat(4_000);
    let topics: Vec<Candidate> =
        (0..200).map(|number| topic(&format!("{number}.md"), "name", &long)).collect();
    let estimate = Estimate::new(&topics);
    is_sound(&estimate, &topics, &"where is the configuration 配置 ".repeat(40_000));
    is_sound(&estimate, &topics, &"a".repeat(1_000_000));
}

proptest! {
    #[test]
    fn any_text_is_sound(
        texts in proptest::collection::vec(("\\PC{0,20}", "\\PC{0,12}", "(?s).{0,60}"), 0..6),
        question in "(?s).{0,80}",
    ) {
        let mut topics: Vec<Candidate> =
            texts.iter().map(|(path, name, description)| topic(path, name, description)).collect();
        topics.push(topic("question.md", "question", &question));
        let estimate = Estimate::new(&topics);
        is_sound(&estimate, &topics, &question);
        for (path, name, _) in &texts {
            is_sound(&estimate, &topics, &format!("{path} {name}"));
        }
    }
}
