//! Working directories and versions out of session files, the odd ones included.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]
use memdesk_sessions::{HEAD_BYTES, NEWEST_FILES, client_version, working_dirs};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Writes a session file with a modification time `age` seconds ago.
fn session(dir: &Path, name: &str, bytes: &[u8], age: u64) {
    let path = dir.join(name);
    std::fs::write(&path, bytes).unwrap();
    let file = std::fs::File::options().append(true).open(&path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
}

fn cwds(dir: &Path) -> Vec<(String, usize)> {
    working_dirs(dir).into_iter().map(|s| (s.cwd.to_string_lossy().into_owned(), s.sessions)).collect()
}

#[test]
fn the_first_row_with_a_directory_counts() {
    let long_row = format!("{{\"type\":\"user\",\"text\":\"{}\"}}\n", "x".repeat(HEAD_BYTES / 2));
    let too_long_row = format!("{{\"type\":\"user\",\"text\":\"{}\"}}\n", "x".repeat(HEAD_BYTES));
    let place = r#"{"cwd":"/a b/中","version":"2.1.332"}"#;
    let cases: &[(&str, Vec<u8>, Option<&str>)] = &[
        ("plain", format!("{place}\n").into(), Some("/a b/中")),
        ("no line end", place.into(), Some("/a b/中")),
        (
            "unknown rows first",
            format!("{{\"type\":\"mode\"}}\n[1]\n\"x\"\nnull\n7\n{place}\n").into(),
            Some("/a b/中"),
        ),
        (
            "broken rows first",
            [b"\xff\xfe\n{\"cwd\":\"/half\n\n\r\n", place.as_bytes()].concat(),
            Some("/a b/中"),
        ),
        ("carriage returns", format!("{{}}\r\n{place}\r\n").into(), Some("/a b/中")),
        ("wrong type", "{\"cwd\":7}\n{\"cwd\":null}\n{\"cwd\":\"\"}\n{\"cwd\":[\"/x\"]}\n".into(), None),
        ("only in a nested value", "{\"message\":{\"cwd\":\"/x\"}}\n".into(), None),
        ("half written", "{\"cwd\":\"/ha".into(), None),
        ("empty", Vec::new(), None),
        ("behind a long row", format!("{long_row}{place}\n").into(), Some("/a b/中")),
        ("beyond the head", format!("{too_long_row}{place}\n").into(), None),
    ];
    for (name, bytes, want) in cases {
        let dir = tempfile::tempdir().unwrap();
        session(dir.path(), "s.jsonl", bytes, 0);
        let got = cwds(dir.path());
        assert_eq!(got.first().map(|c| c.0.as_str()), *want, "{name}");
        assert_eq!(got.len(), usize::from(want.is_some()), "{name}");
    }
}

#[test]
fn only_the_newest_sessions_are_looked_at() {
    let dir = tempfile::tempdir().unwrap();
    for n in 0..NEWEST_FILES {
        session(
            dir.path(),
            &format!("{n}.jsonl"),
            b"{\"cwd\":\"/new\",\"version\":\"2.1.300\"}",
            10 + n as u64,
        );
    }
    session(dir.path(), "newest.jsonl", b"{\"cwd\":\"/newest\"}", 1);
    session(dir.path(), "old.jsonl", b"{\"cwd\":\"/old\",\"version\":\"1.0.0\"}", 1000);
    assert_eq!(cwds(dir.path()), [("/newest".to_owned(), 1), ("/new".to_owned(), NEWEST_FILES - 1)]);
    assert_eq!(client_version(dir.path()).as_deref(), Some("2.1.300"));
}

#[test]
fn what_is_no_session_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(working_dirs(&dir.path().join("missing")), []);
    std::fs::create_dir(dir.path().join("dir.jsonl")).unwrap();
    session(dir.path(), "notes.txt", b"{\"cwd\":\"/x\"}", 0);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", dir.path().join("dangling.jsonl")).unwrap();
        let fifo = dir.path().join("fifo.jsonl");
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    }
    assert_eq!(cwds(dir.path()), []);
    assert_eq!(client_version(dir.path()), None);
}

#[test]
fn recorded_sessions_of_a_real_client() {
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/provenance/projects/-home-me-shop");
    let seen = working_dirs(&golden);
    assert!(!seen.is_empty());
    for one in &seen {
        assert_eq!(one.cwd, Path::new("/home/me/shop"));
    }
    assert!(client_version(&golden).is_some_and(|v| v.starts_with("2.1.")), "{:?}", client_version(&golden));
}
