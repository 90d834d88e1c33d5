//! Past questions, the four steps, and sessions replayed: the desk over recorded sessions and over made ones.

use crate::desk::Desk as Terminal;
use memdesk_desk::view::{Progress, QuestionFilter, QuestionRow, RecallAsk};
use memdesk_desk::{Desk, Options};
use memdesk_review::Edit;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/provenance");

fn silent(_: Progress) {}

/// A desk on the recorded config root, with data of its own.
fn recorded(data: &Path) -> (Desk, String) {
    let root = PathBuf::from(GOLDEN);
    let store = root.join("projects/-home-me-shop/memory");
    let options =
        Options { root: Some(root), store: Some(store), data: Some(data.to_owned()), ..Options::default() };
    let desk = Desk::open(options).expect("a desk");
    let id = desk.store_of(None).expect("its store");
    desk.index_questions(&id, "t", &silent).expect("sessions can be read");
    (desk, id)
}

fn expected() -> Value {
    let text = std::fs::read(Path::new(GOLDEN).join("expected.json")).expect("the recorded outcome");
    serde_json::from_slice(&text).expect("JSON")
}

fn told(rows: &[QuestionRow]) -> Vec<Value> {
    let paths = |row: &QuestionRow| row.recorded.iter().map(|one| one.path.clone()).collect::<Vec<_>>();
    rows.iter().map(|row| json!({ "text": row.text, "recorded": paths(row) })).collect()
}

fn ask(query: &str) -> RecallAsk {
    RecallAsk {
        query: query.to_owned(),
        question: None,
        selector: "estimate".to_owned(),
        edit: None,
        surfaced: Vec::new(),
        dry_run: false,
    }
}

#[test]
fn the_recorded_session_has_its_questions_and_what_was_surfaced() {
    let data = tempfile::tempdir().expect("a folder");
    let (desk, id) = recorded(data.path());
    let expected = expected();
    let session = expected["session"].as_str().map(str::to_owned);
    let filter = QuestionFilter { session, ..QuestionFilter::default() };
    let mut list = desk.questions(&id, &filter).expect("questions");
    list.questions.reverse();
    assert_eq!(Value::from(told(&list.questions)), expected["questions"]);
    assert_eq!((list.total, list.read.broken_rows, list.read.behind), (10, 0, false));
}

#[test]
fn replaying_what_was_recorded_surfaces_what_was_recorded() {
    let data = tempfile::tempdir().expect("a folder");
    let (desk, id) = recorded(data.path());
    let expected = expected();
    let session = expected["session"].as_str().unwrap_or_default();
    let replay = desk.replay(&id, session, "recorded").expect("a replay");
    let surfaced: Vec<Value> = replay
        .questions
        .iter()
        .map(|one| json!({ "text": one.row.text, "recorded": one.surfaced }))
        .collect();
    assert_eq!(Value::from(surfaced), expected["questions"]);
    for question in &replay.questions {
        assert!(question.compared.only_recorded.is_empty() && question.compared.only_replayed.is_empty());
    }
    let used: Vec<usize> = replay.questions.iter().map(|one| one.used_after).collect();
    assert!(used.is_sorted() && used.last().is_some_and(|used| *used > 0), "{used:?}");
    assert_eq!(desk.replay(&id, session, "api").expect_err("no such replay").code, "bad-selector");
    assert_eq!(desk.replay(&id, "none", "recorded").expect_err("no such session").code, "no-such-session");
}

#[test]
fn a_past_question_stands_in_its_session() {
    let data = tempfile::tempdir().expect("a folder");
    let (desk, id) = recorded(data.path());
    let rows =
        desk.questions(&id, &QuestionFilter { search: "auth now".to_owned(), ..QuestionFilter::default() });
    let row = rows.expect("questions").questions.remove(0);
    assert_eq!(row.text, "what about auth now");
    let ask = RecallAsk { question: Some(row.id.clone()), ..ask(&row.text) };
    let view = desk.recall(&id, &ask, "t", &silent).expect("recall");
    let past = view.past.expect("it is a past question");
    assert_eq!((past.number, past.of), (3, 3));
    assert_eq!(past.surfaced_before, ["real-db.md", "auth.md"]);
    assert_eq!(past.read_before, ["deploy-day.md"], "the agent wrote it in this session");
    assert!(view.surfaced.used_before > 0);
    let left_out: Vec<&str> = view.surfaced.left_out.iter().map(|(_, why)| why.as_str()).collect();
    let selected = view.chosen.map(|chosen| chosen.selected).unwrap_or_default();
    assert!(selected.contains(&"auth.md".to_owned()), "{selected:?}");
    assert!(left_out.contains(&"already-surfaced"), "{left_out:?}");
    let unknown = RecallAsk { question: Some("none".to_owned()), ..ask };
    let failure = desk.recall(&id, &unknown, "t", &silent).expect_err("no such question");
    assert_eq!(failure.code, "no-such-question");
}

const SHOP: &str = "\
//- MEMORY.md
- [Login](login.md) — tests
//- login.md mtime=2026-11-18T10:00:00Z
---
description: Login tests need the real database
type: feedback
---
Body.
//- deploy.md mtime=2026-11-10T10:00:00Z
---
description: Deploys go out on Tuesday
type: project
---
Tuesday.
//- bare.md mtime=2026-11-05T10:00:00Z
no header
//- .hidden.md
---
description: hidden
---
//- 登录.md mtime=2026-11-01T10:00:00Z
---
description: 登录流程使用微信授权
type: project
---
正文
";

#[test]
fn each_step_says_what_it_does() {
    let terminal = Terminal::with(SHOP);
    let desk = terminal.desk();
    let id = desk.store_of(Some(&terminal.project)).expect("its store");
    let recall = |ask: &RecallAsk| desk.recall(&id, ask, "t", &silent).expect("recall");
    for (query, why, picked) in [
        ("fix the login tests", "runs", Some("login.md")),
        ("when do the deploys go out, on Tuesday?", "runs", Some("deploy.md")),
        ("登录流程 使用微信授权 在哪里", "runs", Some("登录.md")),
        ("登录流程", "no-white-space", None),
        ("login", "no-white-space", None),
        ("/compact the login tests", "slash-command", None),
        ("  ", "empty", None),
    ] {
        let view = recall(&ask(query));
        assert_eq!((view.gate.why.as_str(), view.gate.runs), (why, why == "runs"), "{query}");
        assert!(view.gate.index_mode, "recall is off by default");
        let first = view.chosen.as_ref().and_then(|chosen| chosen.selected.first().map(String::as_str));
        assert_eq!(first, picked, "{query}");
        let surfaced = view.surfaced.files.first().map(|file| file.path.as_str());
        assert_eq!(surfaced, picked, "{query}");
        if let Some(chosen) = &view.chosen {
            assert!(chosen.estimate && chosen.agreement.is_some(), "an estimate says so");
            assert_eq!(chosen.ranked.len(), 4, "every topic that is offered has its place");
        }
    }
    let view = recall(&ask("fix the login tests"));
    assert_eq!(view.offered.out, [(".hidden.md".to_owned(), "hidden".to_owned())]);
    let weak: Vec<(&str, &str)> = view
        .offered
        .lines
        .iter()
        .filter_map(|line| Some((line.path.as_str(), line.weak.as_deref()?)))
        .collect();
    assert_eq!(weak, [("bare.md", "no-description")]);
    let again = RecallAsk { surfaced: vec!["login.md".to_owned()], ..ask("fix the login tests") };
    let view = recall(&again);
    assert!(view.surfaced.left_out.contains(&("login.md".to_owned(), "already-surfaced".to_owned())));
    let nobody = RecallAsk { selector: "oracle".to_owned(), ..ask("fix the login tests") };
    assert_eq!(desk.recall(&id, &nobody, "t", &silent).expect_err("no such selector").code, "bad-selector");
}

#[test]
fn a_change_moves_the_ranking_before_it_is_made() {
    let terminal = Terminal::with(SHOP);
    let desk = terminal.desk();
    let id = desk.store_of(Some(&terminal.project)).expect("its store");
    let before = terminal.disk();
    let edit = Edit::Fields {
        path: "deploy.md".to_owned(),
        base: None,
        name: None,
        description: Some("Login tests run before every deploy of the login page".to_owned()),
        topic_type: None,
    };
    let question = ask("fix the login tests");
    let plain = desk.recall(&id, &question, "t", &silent).expect("recall").chosen.expect("a choice");
    assert!(plain.ranked.iter().all(|one| one.before.is_none()));
    let tried = RecallAsk { edit: Some(edit), ..question };
    let tried = desk.recall(&id, &tried, "t", &silent).expect("recall").chosen.expect("a choice");
    let of = |ranked: &[memdesk_desk::view::Ranked]| {
        ranked.iter().find(|one| one.path == "deploy.md").cloned().expect("it is offered")
    };
    let (old, new) = (of(&plain.ranked), of(&tried.ranked));
    let (rank, score) = new.before.expect("where it was before");
    assert_eq!(plain.ranked.get(rank).map(|one| one.path.as_str()), Some("deploy.md"));
    assert_eq!(old.score, Some(score));
    assert!(new.score > old.score, "{new:?}");
    assert_eq!(terminal.disk(), before, "nothing was written");
}

#[test]
fn coverage_counts_what_was_recorded_and_what_never_was() {
    let data = tempfile::tempdir().expect("a folder");
    let (desk, id) = recorded(data.path());
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |progress: Progress| {
        if let Ok(mut told) = told.lock() {
            told.push((progress.done, progress.total));
        }
    };
    let coverage = desk.coverage(&id, "day", "t", &tell).expect("coverage");
    assert_eq!((coverage.total, coverage.recorded, coverage.questions.iter().sum::<usize>()), (10, 2, 10));
    assert_eq!(told.lock().expect("told").last(), Some(&(10, 10)));
    let row = |path: &str| coverage.topics.iter().find(|row| row.path == path).expect("a row");
    assert_eq!((row("real-db.md").recorded_total, row("auth.md").recorded_total), (1, 1));
    assert_eq!((row("deploy-day.md").recorded_total, row("deploy-day.md").exists), (0, true));
    assert!(coverage.topics.iter().all(|row| row.recorded.len() == coverage.spans.len()));
    assert_eq!(desk.coverage(&id, "year", "t", &silent).expect_err("no such span").code, "bad-span");
    let on = QuestionFilter { topic: Some("auth.md".to_owned()), ..QuestionFilter::default() };
    let list = desk.questions(&id, &on).expect("questions");
    assert_eq!(list.questions.len(), 1);
    let cancel = |progress: Progress| desk.cancel(&progress.task);
    assert_eq!(desk.coverage(&id, "", "t", &cancel).expect_err("stopped").code, "cancelled");
}

#[test]
fn a_past_question_is_named_by_how_its_id_begins() {
    let terminal = Terminal::with(SHOP);
    terminal.person.session(&terminal.project, "fix the login tests");
    let queries = terminal.done(&["queries", "--json"], "").json();
    let id = queries["queries"][0]["id"].as_str().unwrap_or_default().to_owned();
    let recall = |id: &str| terminal.run(&["recall", "--question", id, "--json"]);
    let (whole, short) = (recall(&id), recall(id.get(..8).unwrap_or_default()));
    assert_eq!(whole.json()["query"], queries["queries"][0]["text"]);
    assert!(whole.json()["compared"].is_object());
    // two sessions of this test have ids that begin alike
    assert!(short.err.contains("more than one past question"), "{short:?}");
    assert!(recall("zzz").err.contains("no past question has an id that begins with zzz"));
}

#[test]
fn a_session_is_named_by_its_beginning() {
    let terminal = Terminal::with("//- MEMORY.md\n# Memory\n");
    let said = terminal.done(&["queries"], "");
    let short = said.out.split("  session ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let short = short.unwrap_or_else(|| panic!("no session is printed: {said:?}")).to_owned();
    assert_eq!(terminal.done(&["queries", "--session", &short], "").out, said.out);
    let desk = terminal.desk();
    let id = desk.store_of(Some(&terminal.project)).expect("a store");
    let whole = terminal.run(&["queries", "--json"]).json()["queries"][0]["session"].clone();
    let whole = whole.as_str().expect("a session").to_owned();
    assert_eq!(desk.session_named(&id, &short).as_deref(), Ok(whole.as_str()));
    terminal.person.session(&terminal.project, "one more");
    for (words, why) in [
        (["queries", "--session", &short], format!("more than one session begins with {short}: {whole}, ")),
        (["extract", "--session", &short], format!("more than one session begins with {short}: {whole}, ")),
        (["extract", "--session", "nosuch"], "no session nosuch of this project has a file".to_owned()),
        (["extract", "--session", &short[..5]], format!("no session {} of this project", &short[..5])),
    ] {
        let said = terminal.run(&words);
        assert_eq!(said.status, 2, "{words:?}: {said:?}");
        assert!(said.err.contains(&why), "{words:?}: {said:?}");
    }
    assert_eq!(desk.session_named(&id, &whole).as_deref(), Ok(whole.as_str()), "whole, it is one");
}
