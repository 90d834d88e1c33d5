//! Laws: however a file came to be what it is, reading it bit by bit finds what one reading finds, and a search finds what
//! is there.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use memdesk_sessions::{Cache, Filter, Turn};
use proptest::prelude::*;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What may be done to a session file between two readings.
#[derive(Debug, Clone)]
enum Change {
    /// These rows, of which the last is there only in part, and the rest comes with the next change.
    Append(Vec<u8>, usize),
    /// Bytes that are no rows.
    Noise(Vec<u8>),
    /// All but so many hundredths goes.
    Cut(usize),
    /// Other rows stand there instead.
    Rewrite(Vec<u8>),
    /// Nothing but the time changes.
    Touch,
    /// It is gone.
    Remove,
}

/// One row by its kind; `number` makes it different from others.
fn row(kind: u8, number: usize) -> String {
    let asked = |text: &str, more: serde_json::Value| {
        let mut row = json!({"type": "user", "uuid": format!("id-{number}"), "timestamp": "2026-11-28T10:00:00Z",
            "message": {"role": "user", "content": text}});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row.to_string()
    };
    let result = |is_error: bool| {
        json!({"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "is_error": is_error,
            "tool_use_id": format!("call-{}", number - 1)}]}, "toolUseResult": {"content": "stamped"}})
        .to_string()
    };
    match kind % 13 {
        0 | 1 => asked(&format!("问题 {number}"), json!({"origin": {"kind": "human"}})),
        2 => asked("<task-notification>", json!({"origin": {"kind": "task-notification"}})),
        3 => json!({"type": "attachment", "uuid": format!("id-{number}"), "attachment": {"type": "queued_command",
            "commandMode": "prompt", "prompt": format!("queued {number}")}})
        .to_string(),
        4 => json!({"type": "attachment", "attachment": {"type": "relevant_memories",
            "memories": [{"path": format!("/m/{number}.md"), "content": "x"}]}})
        .to_string(),
        5 => json!({"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "name": "Read", "input": {"file_path": format!("/r/{number}")}}]}})
        .to_string(),
        6 => json!({"type": "assistant", "isSidechain": false, "message": {"role": "assistant", "content": [
            {"type": "tool_use", "name": "Write", "input": {"file_path": format!("/w/{number}")}}]}})
        .to_string(),
        7 | 8 => json!({"type": "assistant", "isSidechain": kind.is_multiple_of(2), "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": format!("call-{number}"), "name": "Write",
                "input": {"file_path": format!("/memory/{number}.md"), "content": "x"}}]}})
        .to_string(),
        9 | 10 => result(kind.is_multiple_of(2)),
        11 => String::from("{\"no\": json"),
        _ => String::new(),
    }
}

fn change() -> impl Strategy<Value = Change> {
    let kinds = proptest::collection::vec(any::<u8>(), 1..8);
    prop_oneof![
        8 => (kinds.clone(), 0usize..40).prop_map(|(kinds, left)| Change::Append(kinds, left)),
        1 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(Change::Noise),
        1 => (0usize..100).prop_map(Change::Cut),
        1 => kinds.prop_map(Change::Rewrite),
        1 => Just(Change::Touch),
        1 => Just(Change::Remove),
    ]
}

/// All turns of the session, without what tells how they came to be there.
fn turns(cache: &Cache, dir: &Path) -> Vec<Turn> {
    cache.session(&[dir.to_owned()], "s").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn bit_by_bit_is_as_good_as_at_once(changes in proptest::collection::vec(change(), 1..12)) {
        let dir = tempfile::tempdir().unwrap();
        let (dir, file) = (dir.path(), dir.path().join("s.jsonl"));
        let kept = Cache::in_memory().unwrap();
        let (mut bytes, mut rest, mut number) = (Vec::new(), Vec::new(), 0);
        for (step, change) in changes.iter().enumerate() {
            let mut some = |kinds: &[u8]| {
                kinds.iter().fold(String::new(), |mut out, kind| {
                    number += 1;
                    out += &row(*kind, number);
                    out.push('\n');
                    out
                })
            };
            match change {
                Change::Append(kinds, left) => {
                    bytes.append(&mut rest);
                    let all = some(kinds).into_bytes();
                    let (now, later) = all.split_at(all.len().saturating_sub(*left));
                    bytes.extend_from_slice(now);
                    rest = later.to_vec();
                }
                Change::Noise(noise) => bytes.extend_from_slice(noise),
                Change::Cut(part) => bytes.truncate(bytes.len() * part / 100),
                Change::Rewrite(kinds) => bytes = some(kinds).into_bytes(),
                Change::Touch => {}
                Change::Remove => bytes.clear(),
            }
            if matches!(change, Change::Remove) {
                let _ = std::fs::remove_file(&file);
            } else {
                std::fs::write(&file, &bytes).unwrap();
                // the clock of a file system may stand still between two steps
                let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + step as u64);
                std::fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
            }
            let dirs = [dir.to_owned()];
            let by_bits = kept.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
            let fresh = Cache::in_memory().unwrap();
            let at_once = fresh.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
            prop_assert_eq!(by_bits.broken_rows, at_once.broken_rows);
            prop_assert_eq!(turns(&kept, dir), turns(&fresh, dir));
            prop_assert_eq!(kept.writes(&dirs).unwrap(), fresh.writes(&dirs).unwrap());
            prop_assert!(!kept.read_state(&dirs).unwrap().behind);
            let found = |cache: &Cache| {
                let filter = Filter { search: "问".into(), limit: 100, ..Filter::default() };
                let page = cache.questions(&dirs, &filter).unwrap();
                let mut ids: Vec<String> = page.questions.into_iter().map(|q| q.id).collect();
                ids.sort();
                ids
            };
            prop_assert_eq!(found(&kept), found(&fresh));
        }
    }

    #[test]
    fn every_part_of_a_text_without_spaces_is_found(
        text in "[一-十あ-ねア-ネก-ฮ가-깋，。！ a-cA-C]{1,30}",
        from in any::<prop::sample::Index>(),
        length in 1usize..8,
    ) {
        let letters: Vec<char> = text.chars().collect();
        let from = from.index(letters.len());
        let part: String = letters[from..letters.len().min(from + length)].iter().collect();
        // a word of another script is found from its beginning on, so a part of one from its middle is left out
        let inside = from > 0 && letters[from - 1].is_ascii_alphabetic() && letters[from].is_ascii_alphabetic();
        prop_assume!(!inside && !part.trim().is_empty());
        // and of its words the last alone may be cut short
        let cache = Cache::in_memory().unwrap();
        let dir = tempfile::tempdir().unwrap();
        let row = json!({"type": "user", "uuid": "a", "message": {"content": text}}).to_string() + "\n";
        std::fs::write(dir.path().join("s.jsonl"), row).unwrap();
        let dirs = [dir.path().to_owned()];
        cache.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
        let filter = Filter { search: part.clone(), limit: 1, ..Filter::default() };
        let page = cache.questions(&dirs, &filter).unwrap();
        if page.total == 1 {
            prop_assert_eq!(page.matches, 1, "{:?} in {:?}", part, text);
            prop_assert!(!page.questions[0].found.is_empty());
            let units = page.questions[0].text.encode_utf16().count();
            let mut end = 0;
            for (start, length) in &page.questions[0].found {
                prop_assert!(*start >= end && *length > 0);
                end = start + length;
            }
            prop_assert!(end <= units);
        }
    }

    #[test]
    fn no_search_fails(search in ".{0,40}", text in ".{0,60}") {
        let cache = Cache::in_memory().unwrap();
        let dir = tempfile::tempdir().unwrap();
        let row = json!({"type": "user", "uuid": "a", "message": {"content": text}}).to_string() + "\n";
        std::fs::write(dir.path().join("s.jsonl"), row).unwrap();
        let dirs = [dir.path().to_owned()];
        cache.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
        cache.questions(&dirs, &Filter { search, limit: 1, ..Filter::default() }).unwrap();
    }

    #[test]
    fn no_file_fails(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'{'), Just(b'}'), Just(b'"'), any::<u8>()], 0..400)) {
        let cache = Cache::in_memory().unwrap();
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("s.jsonl"), bytes).unwrap();
        let done = cache.refresh(&[dir.path().to_owned()], &mut |_| ControlFlow::Continue(())).unwrap();
        prop_assert!(done.unreadable.is_empty());
    }
}
