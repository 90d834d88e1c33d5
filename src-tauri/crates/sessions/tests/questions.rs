//! Past questions out of session files: the recorded session, and everything that can be odd about files.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use memdesk_sessions::{Cache, Filter, Page, Progress, Refreshed};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/provenance")
}

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn refresh(cache: &Cache, dir: &Path) -> Refreshed {
    cache.refresh(&[dir.to_owned()], &mut go_on).unwrap()
}

fn all(cache: &Cache, dir: &Path, filter: Filter) -> Page {
    cache.questions(&[dir.to_owned()], &Filter { limit: 1000, ..filter }).unwrap()
}

fn texts(page: &Page) -> Vec<&str> {
    page.questions.iter().map(|question| question.text.as_str()).collect()
}

fn asked(uuid: &str, second: u32, text: &str) -> String {
    json!({"type": "user", "uuid": uuid, "timestamp": format!("2026-11-28T10:00:{second:02}.000Z"), "cwd": "/home/me/shop",
        "version": "2.1.332", "origin": {"kind": "human"}, "message": {"role": "user", "content": text}})
    .to_string()
        + "\n"
}

fn attached(path: &str) -> String {
    json!({"type": "attachment", "attachment": {"type": "relevant_memories", "memories": [
        {"path": path, "content": "x", "mtimeMs": 1_795_000_000_000.75, "limit": 7}]}})
    .to_string()
        + "\n"
}

fn append(path: &Path, text: impl AsRef<[u8]>) {
    use std::io::Write;
    std::fs::File::options().append(true).create(true).open(path).unwrap().write_all(text.as_ref()).unwrap();
}

#[test]
fn the_recorded_session_has_its_questions() {
    let golden = golden();
    let expected: Value =
        serde_json::from_slice(&std::fs::read(golden.join("expected.json")).unwrap()).unwrap();
    let dir = golden.join("projects/-home-me-shop");
    let cache = Cache::in_memory().unwrap();
    let done = refresh(&cache, &dir);
    assert_eq!((done.files, done.new_questions, done.broken_rows), (8, 10, 0));
    assert_eq!(done.unreadable, []);
    let session = expected["session"].as_str().unwrap();
    let turns = cache.session(std::slice::from_ref(&dir), session).unwrap();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let found: Vec<Value> = turns
        .iter()
        .map(|turn| {
            let recorded: Vec<String> = turn.question.recorded.iter().map(|one| name(&one.path)).collect();
            json!({"text": turn.question.text, "recorded": recorded})
        })
        .collect();
    assert_eq!(Value::Array(found), expected["questions"]);
    let wrote: Vec<Vec<String>> = turns.iter().map(|turn| turn.wrote.iter().map(name).collect()).collect();
    assert_eq!(wrote, [vec![], vec!["deploy-day.md".to_owned()], vec![]]);
    let page = all(&cache, &dir, Filter { limit: 2, ..Filter::default() });
    assert_eq!((page.matches, page.total, page.sessions), (10, 10, 8));
    assert_eq!(page.questions[0].text, "what about auth now");
    assert_eq!(
        cache.question(std::slice::from_ref(&dir), &page.questions[0].id).unwrap().as_ref(),
        page.questions.first()
    );
    let mut seen = 0;
    cache
        .each(std::slice::from_ref(&dir), &mut |_| {
            seen += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen, 10);
    assert!(!cache.read_state(&[dir]).unwrap().behind);
}

#[test]
fn filters_narrow() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    append(
        &dir.join("one.jsonl"),
        asked("a", 1, "fix auth.rs please") + &attached("/m/auth.md") + &asked("b", 2, "数据库连接超时了"),
    );
    append(&dir.join("two.jsonl"), asked("c", 3, "Überall Café-Häuser") + &attached("/m/x.md"));
    let cache = Cache::in_memory().unwrap();
    refresh(&cache, dir);
    let at = |second: i64| jiff::Timestamp::from_second(1_795_860_000 + second).ok();
    let search = |search: &str| Filter { search: search.to_owned(), ..Filter::default() };
    for (filter, expected) in [
        (Filter::default(), vec!["c", "b", "a"]),
        (Filter { session: Some("one".into()), ..Filter::default() }, vec!["b", "a"]),
        (Filter { nothing: true, ..Filter::default() }, vec!["b"]),
        (Filter { from: at(2), ..Filter::default() }, vec!["c", "b"]),
        (Filter { from: at(2), to: at(3), ..Filter::default() }, vec!["b"]),
        (Filter { offset: 1, ..Filter::default() }, vec!["b", "a"]),
        (search("auth.rs"), vec!["a"]),
        (search("AUTH"), vec!["a"]),
        (search("please au"), vec!["a"]),
        (search("uth"), vec![]),
        (search("please nothing"), vec![]),
        (search("库"), vec!["b"]),
        (search("连接超时"), vec!["b"]),
        (search("接连"), vec![]),
        (search("cafe"), vec!["c"]),
        (search("ÜBER häuser"), vec!["c"]),
        (search("cafe-ha"), vec!["c"]),
        (search("-"), vec!["c"]),
        (search("\" OR * NEAR("), vec![]),
        (search("  "), vec!["c", "b", "a"]),
    ] {
        let page = all(&cache, dir, filter.clone());
        let ids: Vec<&str> = page.questions.iter().map(|question| question.id.as_str()).collect();
        assert_eq!(ids, expected, "{filter:?}");
        assert_eq!(page.matches, expected.len() + filter.offset, "{filter:?}");
        assert_eq!((page.total, page.sessions), (3, 2));
    }
}

#[test]
fn hits_are_in_utf16_units() {
    let dir = tempfile::tempdir().unwrap();
    append(&dir.path().join("s.jsonl"), asked("a", 1, "😀 Cafés: 数据 und cafe, 数据库"));
    let cache = Cache::in_memory().unwrap();
    refresh(&cache, dir.path());
    for (search, expected) in [
        ("cafe", vec![(3, 4), (17, 4)]),
        ("数据", vec![(10, 2), (23, 2)]),
        ("😀 数据库", vec![(0, 2), (23, 3)]),
        ("café CAF", vec![(3, 4), (17, 4)]),
        ("cafes: 数", vec![(3, 5), (10, 1), (23, 1)]),
    ] {
        let page = all(&cache, dir.path(), Filter { search: search.into(), ..Filter::default() });
        assert_eq!(page.questions[0].found, expected, "{search}");
    }
}

#[test]
fn a_file_is_read_on_and_read_anew() {
    let dir = tempfile::tempdir().unwrap();
    let (dir, cache) = (dir.path(), Cache::in_memory().unwrap());
    let file = dir.join("s.jsonl");
    let ids = || {
        let page = all(&cache, dir, Filter::default());
        page.questions.iter().map(|q| (q.id.clone(), q.recorded.len())).collect::<Vec<_>>()
    };
    let own = |list: &[(&str, usize)]| list.iter().map(|(id, n)| ((*id).to_owned(), *n)).collect::<Vec<_>>();
    append(&file, asked("a", 1, "first"));
    assert_eq!(refresh(&cache, dir).new_questions, 1);
    append(&file, attached("/m/a.md") + "no json\n" + &asked("b", 2, "second"));
    assert!(cache.read_state(&[dir.to_owned()]).unwrap().behind);
    let done = refresh(&cache, dir);
    assert_eq!((done.new_questions, done.broken_rows), (1, 1));
    assert_eq!(ids(), own(&[("b", 0), ("a", 1)]));
    // half a row waits for its other half
    let row = attached("/m/b.md");
    append(&file, &row[..40]);
    assert_eq!(refresh(&cache, dir).new_questions, 0);
    assert!(!cache.read_state(&[dir.to_owned()]).unwrap().behind);
    append(&file, &row[40..]);
    refresh(&cache, dir);
    assert_eq!(ids(), own(&[("b", 1), ("a", 1)]));
    // a whole one without its line end does not
    append(&file, asked("c", 3, "third").trim_end());
    assert_eq!(refresh(&cache, dir).new_questions, 1);
    append(&file, format!("\n{}", attached("/m/c.md")));
    assert_eq!(refresh(&cache, dir).new_questions, 0);
    assert_eq!(ids(), own(&[("c", 1), ("b", 1), ("a", 1)]));
    // cut short
    std::fs::write(&file, asked("a", 1, "first")).unwrap();
    refresh(&cache, dir);
    assert_eq!(ids(), own(&[("a", 0)]));
    // another file in its place, longer
    std::fs::write(&file, asked("d", 1, "other") + &asked("e", 2, "another")).unwrap();
    assert_eq!(refresh(&cache, dir).broken_rows, 0);
    assert_eq!(ids(), own(&[("e", 0), ("d", 0)]));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(refresh(&cache, dir).files, 0);
    assert_eq!(ids(), []);
}

#[test]
fn a_copied_question_counts_once() {
    let dir = tempfile::tempdir().unwrap();
    let (here, there) = (dir.path().join("here"), dir.path().join("there"));
    std::fs::create_dir(&here).unwrap();
    std::fs::create_dir(&there).unwrap();
    let old = asked("a", 1, "first") + &attached("/m/a.md");
    append(&here.join("one.jsonl"), &old);
    append(&here.join("two.jsonl"), old.clone() + &asked("b", 2, "second"));
    append(&there.join("one.jsonl"), old);
    let cache = Cache::in_memory().unwrap();
    let both = [here.clone(), there.clone(), here.clone()];
    cache.refresh(&both, &mut go_on).unwrap();
    let page = cache.questions(&both, &Filter { limit: 9, ..Filter::default() }).unwrap();
    assert_eq!((texts(&page), page.total, page.sessions), (vec!["second", "first"], 2, 2));
    assert_eq!(page.questions[1].file, here.join("one.jsonl"));
    assert_eq!(cache.session(&both, "two").unwrap().len(), 2);
    assert_eq!(cache.session(&both, "one").unwrap().len(), 1);
    std::fs::remove_file(here.join("one.jsonl")).unwrap();
    cache.refresh(&both, &mut go_on).unwrap();
    let question = cache.question(&both, "a").unwrap().unwrap();
    assert_eq!((question.file, question.recorded.len()), (there.join("one.jsonl"), 1));
}

#[test]
fn stopping_keeps_what_was_read() {
    let dir = tempfile::tempdir().unwrap();
    for n in 0..20 {
        append(&dir.path().join(format!("{n}.jsonl")), asked(&n.to_string(), n, "a question"));
    }
    let cache = Cache::in_memory().unwrap();
    let done = cache.refresh(&[dir.path().to_owned()], &mut |_| ControlFlow::Break(())).unwrap();
    assert!(done.stopped && done.new_questions > 0, "{done:?}");
    let rest = refresh(&cache, dir.path());
    assert!(!rest.stopped);
    assert_eq!(done.new_questions + rest.new_questions, 20);
    assert_eq!(all(&cache, dir.path(), Filter::default()).total, 20);
}
