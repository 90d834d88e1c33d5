//! Files that are no sessions, sessions that are being written, and caches that are not what they were.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use memdesk_sessions::{Cache, Filter, Refreshed};
use serde_json::json;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

fn refresh(cache: &Cache, dir: &Path) -> Refreshed {
    cache.refresh(&[dir.to_owned()], &mut |_| ControlFlow::Continue(())).unwrap()
}

fn count(cache: &Cache, dir: &Path) -> usize {
    cache.questions(&[dir.to_owned()], &Filter::default()).unwrap().total
}

fn asked(number: usize) -> String {
    json!({"type": "user", "uuid": number.to_string(), "message": {"content": format!("question {number}")}})
        .to_string()
        + "\n"
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_told_and_not_waited_for() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("slug");
    std::fs::create_dir(&dir).unwrap();
    std::fs::write(dir.join("good.jsonl"), asked(1)).unwrap();
    std::fs::write(place.path().join("elsewhere"), asked(2)).unwrap();
    symlink(place.path().join("elsewhere"), dir.join("linked.jsonl")).unwrap();
    symlink("good.jsonl", dir.join("twice.jsonl")).unwrap();
    symlink("nowhere", dir.join("dangling.jsonl")).unwrap();
    symlink("loop.jsonl", dir.join("loop.jsonl")).unwrap();
    std::fs::create_dir(dir.join("directory.jsonl")).unwrap();
    std::fs::write(dir.join("notes.txt"), asked(3)).unwrap();
    let fifo = dir.join("fifo.jsonl");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    let cache = Cache::in_memory().unwrap();
    for _ in 0..2 {
        let done = refresh(&cache, &dir);
        let names: Vec<String> = done
            .unreadable
            .iter()
            .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["dangling.jsonl", "fifo.jsonl", "loop.jsonl"]);
        assert_eq!((done.files, count(&cache, &dir)), (6, 2));
        assert!(!cache.read_state(&[dir.clone()][..]).unwrap().behind);
    }
    // a FIFO in the place of a session that was read
    std::fs::remove_file(dir.join("good.jsonl")).unwrap();
    std::fs::rename(&fifo, dir.join("good.jsonl")).unwrap();
    let done = refresh(&cache, &dir);
    assert_eq!(done.unreadable.len(), 4, "the link to it leads to none either: {:?}", done.unreadable);
    assert_eq!(count(&cache, &dir), 1);
    // and a session in the place of the FIFO
    std::fs::remove_file(dir.join("good.jsonl")).unwrap();
    std::fs::write(dir.join("good.jsonl"), asked(4)).unwrap();
    assert_eq!(refresh(&cache, &dir).unreadable.len(), 2);
    assert_eq!(count(&cache, &dir), 2);
}

#[test]
fn directories_that_are_none_have_no_questions() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let cache = Cache::in_memory().unwrap();
    let done = cache
        .refresh(&[dir.path().join("missing"), file.clone()], &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(done.unreadable.iter().map(|(path, _)| path).collect::<Vec<_>>(), [&file]);
    assert_eq!(refresh(&cache, dir.path()).files, 0);
    assert_eq!(cache.refresh(&[], &mut |_| ControlFlow::Continue(())).unwrap(), Refreshed::default());
    assert_eq!(cache.questions(&[], &Filter::default()).unwrap().total, 0);
}

#[test]
fn a_row_of_a_hundred_megabytes_is_passed_over_in_pieces() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    let mebibyte = vec![b'A'; 1024 * 1024];
    let mut long = |before: &str, count: usize, after: &str| {
        file.write_all(before.as_bytes()).unwrap();
        (0..count).for_each(|_| file.write_all(&mebibyte).unwrap());
        file.write_all(after.as_bytes()).unwrap();
        file.write_all(b"\n").unwrap();
    };
    long(
        r#"{"type":"user","message":{"content":[{"tool_use_id":"t","type":"tool_result","content":""#,
        100,
        r#""}]}}"#,
    );
    let before = r#"{"type":"user","uuid":"picture","message":{"content":[{"type":"text","text":"what is this"},{"type":"image","data":""#;
    long(before, 12, r#""}]}}"#);
    long(r#"{"type":"user","uuid":"text","message":{"content":"\u4e2d"#, 6, r#"\ud83d\ude00"}}"#);
    long("no json ", 5, "");
    long(r#"{"type":"user","message":{"content":["#, 9, "]}}");
    long(r#"{"type":"something-new","content":""#, 5, r#""} cut"#);
    file.write_all(asked(1).as_bytes()).unwrap();
    drop(file);
    let cache = Cache::in_memory().unwrap();
    let before = peak();
    let done = refresh(&cache, dir.path());
    let grown = peak().saturating_sub(before);
    assert!(grown < 60 * 1024, "{grown} KiB more for a file of 137 MB");
    assert_eq!((done.new_questions, done.broken_rows), (3, 3));
    let question = |id: &str| cache.question(&[dir.path().to_owned()], id).unwrap().unwrap().text;
    assert_eq!(question("picture"), "what is this");
    let text = question("text");
    assert!(text.starts_with("中AAA") && text.len() <= 1024 * 1024, "{}", text.len());
    assert_eq!(question("1"), "question 1");
}

/// The most memory that this process has had, in KiB; 0 where that is not known.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_session_that_is_being_written_is_read_as_it_grows() {
    const ROWS: usize = 2_000;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.jsonl");
    std::fs::write(&path, "").unwrap();
    let cache = Cache::open(&dir.path().join("cache/questions")).unwrap();
    let other = Cache::open(&dir.path().join("cache/questions")).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut file = std::fs::File::options().append(true).open(&path).unwrap();
            for number in 0..ROWS {
                let row = asked(number);
                // in two pieces, as a reader may find it
                let (one, two) = row.split_at(number % row.len());
                file.write_all(one.as_bytes()).unwrap();
                file.write_all(two.as_bytes()).unwrap();
            }
        });
        let mut seen = 0;
        while !writer.is_finished() {
            assert_eq!(refresh(&cache, dir.path()).broken_rows, 0);
            let now = count(&other, dir.path());
            assert!(now >= seen);
            seen = now;
            refresh(&other, dir.path());
        }
    });
    refresh(&cache, dir.path());
    assert_eq!((count(&cache, dir.path()), count(&other, dir.path())), (ROWS, ROWS));
}

#[test]
fn a_cache_that_is_not_ours_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("s.jsonl"), asked(1)).unwrap();
    let file = |name: &str| -> PathBuf { dir.path().join("deep/er").join(name) };
    let fill = |name: &str| {
        let cache = Cache::open(&file(name)).unwrap();
        refresh(&cache, dir.path());
        assert_eq!(count(&cache, dir.path()), 1, "{name}");
    };
    // kept
    fill("kept");
    assert_eq!(count(&Cache::open(&file("kept")).unwrap(), dir.path()), 1);
    // no database at all, an empty one, one that was cut, one with rubbish in the middle
    std::fs::write(file("rubbish"), vec![7; 10_000]).unwrap();
    std::fs::write(file("empty"), "").unwrap();
    let whole = std::fs::read(file("kept")).unwrap();
    std::fs::write(file("cut"), &whole[..whole.len() / 3]).unwrap();
    let mut holed = whole.clone();
    holed[4096..].fill(0xAA);
    std::fs::write(file("holed"), holed).unwrap();
    // of another version
    let mut other = whole;
    other[60..64].copy_from_slice(&77u32.to_be_bytes());
    std::fs::write(file("other"), other).unwrap();
    for name in ["rubbish", "empty", "cut", "holed", "other"] {
        fill(name);
    }
    // a place where none can be
    std::fs::write(dir.path().join("file"), "").unwrap();
    assert!(Cache::open(&dir.path().join("file/cache")).is_err());
    std::fs::create_dir_all(file("directory")).unwrap();
    assert!(Cache::open(&file("directory")).is_err());
}

/// Much is read in another way than little; the tables are the same, and so is what is asked of them.
#[test]
fn much_at_once_leaves_what_little_does() {
    let place = tempfile::tempdir().unwrap();
    let (dir, file) = (place.path().join("slug"), |name: &str| place.path().join(name));
    std::fs::create_dir(&dir).unwrap();
    let noise = json!({"type": "user", "toolUseResult": "x".repeat(1 << 20)}).to_string() + "\n";
    let rows = (0..20).map(|number| asked(number) + &noise).collect::<String>();
    std::fs::write(dir.join("s.jsonl"), rows).unwrap();
    let tables = |name: &str| {
        let connection = rusqlite::Connection::open(file(name)).unwrap();
        let mut statement = connection.prepare("SELECT sql FROM sqlite_master ORDER BY name").unwrap();
        statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<Vec<Option<String>>, _>>()
            .unwrap()
    };
    drop(Cache::open(&file("little")).unwrap());
    let cache = Cache::open(&file("much")).unwrap();
    assert_eq!(refresh(&cache, &dir).new_questions, 20);
    assert_eq!(cache.question(std::slice::from_ref(&dir), "7").unwrap().unwrap().text, "question 7");
    assert_eq!(tables("much"), tables("little"));
    // much again, where there is something already
    std::fs::copy(dir.join("s.jsonl"), dir.join("t.jsonl")).unwrap();
    assert_eq!(refresh(&cache, &dir).new_questions, 20);
    assert_eq!(tables("much"), tables("little"));
}
