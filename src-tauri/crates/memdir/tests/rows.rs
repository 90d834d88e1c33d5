//! Rows of session files: recorded ones, and one of each kind that the client was seen to write.
//!
//! `rows_more.jsonl` has a case on each line, so that a row stands there as the client writes it, its fields in their order.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use memdesk_memdir::row::{self, Glance, Row, Said};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden")
}

/// What a row records, in the shape of the table.
fn told(row: &Row) -> Value {
    match row {
        Row::Question(asked) => {
            json!({"question": {"text": asked.text, "queued": asked.queued, "id": asked.id}})
        }
        Row::Unasked => json!("unasked"),
        Row::Attached(memories) => {
            let memories: Vec<_> = memories.iter().map(|m| json!([m.path, m.mtime_ms, m.limit])).collect();
            json!({ "attached": memories })
        }
        Row::Calls(calls) => json!({"calls": {"read": calls.read, "wrote": calls.wrote}}),
        Row::Saved(saved) => json!({"saved": {"paths": saved.paths, "improved": saved.improved}}),
        Row::Other => json!("other"),
        Row::Broken => json!("broken"),
    }
}

#[test]
fn each_kind_of_row() {
    let text = std::fs::read_to_string(golden().join("rows_more.jsonl")).unwrap();
    let mut failed = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let as_written = line.split_once("\"row\":").unwrap().1.strip_suffix('}').unwrap();
        let sorted = case["row"].to_string();
        let spaced = serde_json::to_string_pretty(&case["row"]).unwrap().replace('\n', " \r\t");
        let later = as_written
            .replace("\"parentUuid\":null", "\"parentUuid\":\"653daf77-ac98-4094-82ad-c143fcc85e63\"");
        let odd = as_written.replace("\"parentUuid\":null", r#""parentUuid":"a\"b""#);
        for row in [as_written, &later, &odd, &sorted, &spaced] {
            let found = told(&row::read(row.as_bytes()));
            if found != case["is"] {
                failed.push(format!("{}\n  {row}\n  found {found}\n  is    {}", case["name"], case["is"]));
            }
        }
        for length in 1..as_written.len() {
            let part = &as_written.as_bytes()[..length];
            let found = row::read(part);
            // one of no interest, and an answer, may end early and look whole
            let loose =
                matches!(found, Row::Other if case["is"] == "other") || matches!(found, Row::Calls(_));
            let passes = loose && part.ends_with(b"}");
            assert!(!row::is_whole(part), "{}, {length} bytes written", case["name"]);
            assert!(found == Row::Broken || passes, "{}, {length} bytes written: {found:?}", case["name"]);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_recorded_session() {
    let dir = golden().join("provenance");
    let expected: Value = serde_json::from_slice(&std::fs::read(dir.join("expected.json")).unwrap()).unwrap();
    let session = dir.join("projects/-home-me-shop").join(expected["session"].as_str().unwrap());
    let text = std::fs::read_to_string(session.with_extension("jsonl")).unwrap();
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (mut questions, mut changes) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match row::read(line.as_bytes()) {
            Row::Question(asked) => questions.push((asked.text, Vec::new())),
            Row::Attached(memories) => {
                questions.last_mut().unwrap().1.extend(memories.iter().map(|m| name(&m.path)));
            }
            Row::Calls(calls) => changes.extend(calls.wrote.iter().map(|path| (name(path), "main agent"))),
            Row::Saved(saved) => {
                let origin = if saved.improved { "dream" } else { "extractor" };
                changes.extend(saved.paths.iter().map(|path| (name(path), origin)));
            }
            Row::Unasked | Row::Other => {}
            Row::Broken => panic!("{line}"),
        }
    }
    let questions: Vec<_> =
        questions.into_iter().map(|(text, recorded)| json!({"text": text, "recorded": recorded})).collect();
    assert_eq!(Value::Array(questions), expected["questions"]);
    let expected: Vec<_> = expected["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (change["path"].as_str().unwrap().to_owned(), change["origin"].as_str().unwrap()))
        .collect();
    assert_eq!(changes, expected);
}

#[test]
fn odd_rows() {
    for (row, expected) in [
        (&b""[..], Row::Other),
        (b" \r", Row::Other),
        (b"[1]", Row::Other),
        (b"7", Row::Other),
        (b"\"x\"", Row::Other),
        (b"{}", Row::Other),
        (b"no json", Row::Broken),
        (b"{\"half", Row::Broken),
        (b"{half}", Row::Broken),
        (b"\0\0\0", Row::Broken),
        (b"{\"type\":\"user\",\"message\":{\"content\":\"x\"}", Row::Broken),
        (b"{\"type\":\"user\",\"message\":{\"content\":\"x\"}} {}", Row::Broken),
        (b"{\"type\":\"user\",\"message\":{\"content\":x}}", Row::Broken),
    ] {
        assert_eq!(row::read(row), expected, "{}", String::from_utf8_lossy(row));
    }
    let bytes = b"{\"type\":\"user\",\"message\":{\"content\":\"a \xff \\ud83d b\"}}";
    let Row::Question(asked) = row::read(bytes) else { panic!("a question") };
    assert_eq!(asked.text, "a \u{FFFD} \u{FFFD} b");
    let deep = format!("{{\"type\":\"user\",\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(row::read(deep.as_bytes()), Row::Broken);
}

/// Who reads a conversation and who looks for questions find the same questions, and a first look misses no words.
#[test]
fn what_is_said_in_each_kind_of_row() {
    let text = std::fs::read_to_string(golden().join("rows_more.jsonl")).unwrap();
    for line in text.lines() {
        let row = line.split_once("\"row\":").unwrap().1.strip_suffix('}').unwrap().as_bytes();
        let said = row::speech(row).unwrap().said;
        let asked: Vec<_> = said.iter().filter(|said| matches!(said, Said::Asked(_))).collect();
        match row::read(row) {
            Row::Question(question) => assert_eq!(said, [Said::Asked(question)], "{line}"),
            _ => assert!(asked.is_empty(), "{line}"),
        }
        let words = said.iter().any(|said| matches!(said, Said::Asked(_) | Said::Answered(_)));
        assert!(row::may_speak(row) || !words, "{line}");
    }
}

/// How a call usually begins is told by comparing bytes; with a space in between it is walked, and the same is found.
#[test]
fn calls_in_the_usual_form_are_those_that_are_walked() {
    let found = |content: &str| {
        let row = format!(
            r#"{{"parentUuid":null,"isSidechain":false,"message":{{"id":"m","type":"message","role":"assistant","model":"x","content":{content}}},"type":"assistant"}}"#
        );
        row::read(row.as_bytes())
    };
    let mut calls = 0;
    for name in ["Read", "Write", "Edit", "NotebookEdit", "Bash", "Grep", "", "Re\\u0061d", "Read\\\\"] {
        for input in [
            r#"{"file_path":"/p/a.rs"}"#,
            r#"{"file_path":"/p/memory/a.md","content":"x"}"#,
            r#"{"notebook_path":"/p/a.ipynb"}"#,
            r#"{"command":"rm /p/memory/a.md"}"#,
            r#"{"content":"\"tool_use\"","file_path":"/p/\u0061\n"}"#,
            r#"{}"#,
            r#""text""#,
            "",
        ] {
            for after in
                ["", r#",{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/p/b.rs"}}"#]
            {
                for id in ["t1", "", "t\\\"1"] {
                    let rest = format!(r#""tool_use","id":"{id}","name":"{name}","input":{input}}}{after}]"#);
                    let usual = found(&format!(r#"[{{"type":{rest}"#));
                    assert_eq!(usual, found(&format!(r#"[{{"type": {rest}"#)), "{rest}");
                    calls += usize::from(matches!(usual, Row::Calls(_)));
                }
            }
        }
    }
    assert!(calls > 100, "{calls}");
}

proptest! {
    #[test]
    fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        row::read(&bytes);
        row::glance(&bytes);
        row::speech(&bytes);
        row::may_speak(&bytes);
    }

    #[test]
    fn nothing_panics_on_what_is_nearly_a_row(line in 0usize..60, at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let text = std::fs::read(golden().join("rows_more.jsonl")).unwrap();
        let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').filter(|line| !line.is_empty()).collect();
        let mut row = lines[line % lines.len()].to_vec();
        let at = at.index(row.len());
        row[at] = byte;
        row::read(&row);
        row::speech(&row);
    }

    /// What a first look says of the beginning of a row holds for the whole of it.
    #[test]
    fn a_first_look_never_misses(line in 0usize..60, length in any::<prop::sample::Index>()) {
        let text = std::fs::read_to_string(golden().join("rows_more.jsonl")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let row = lines[line % lines.len()].split_once("\"row\":").unwrap().1.strip_suffix('}').unwrap().as_bytes();
        let look = row::glance(&row[..length.index(row.len())]);
        if look == Glance::Other {
            prop_assert_eq!(row::read(row), Row::Other);
        }
        prop_assert_ne!(look, Glance::Broken);
    }
}
