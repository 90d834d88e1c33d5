//! What a scan makes of a directory, the odd ones included.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod machine;

use machine::Machine;
use memdesk_review::Snapshot;
use memdesk_review::snapshot::{Content, Link};
use memdesk_store::{Limits, Scan, scan};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, UNIX_EPOCH};

fn here(machine: &Machine, limits: Limits) -> Snapshot {
    match scan(&machine.path("store"), limits) {
        Scan::Here(snapshot) => snapshot,
        other => panic!("{other:?}"),
    }
}

/// One line for each file and oddity.
fn lines(machine: &Machine, limits: Limits) -> String {
    let snapshot = here(machine, limits);
    let mut out = String::new();
    for (path, file) in &snapshot.files {
        let content = match &file.content {
            Content::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Content::Head { bytes, total } => format!("{} of {total} bytes", bytes.len()),
            Content::Unreadable(why) => format!("unreadable: {why}"),
            Content::Special(kind) => (*kind).to_owned(),
        };
        let link = match &file.link {
            None => String::new(),
            Some(Link::Outside(to)) => format!(" -> {}", to.replace(&*machine.base.to_string_lossy(), "$B")),
            Some(other) => format!(" {other:?}"),
        };
        out += &format!("{path}: {content}{link}\n");
    }
    for (path, why) in &snapshot.oddities {
        out += &format!("{path}: {why}\n");
    }
    out
}

#[test]
fn every_markdown_file_below() {
    let machine = Machine::new();
    for path in
        ["MEMORY.md", "a.md", "sub/deep/b.md", ".hidden.md", ".dir/c.md", "x.md/in.md", "logs/2026/01/l.md"]
    {
        machine.put(&format!("store/{path}"), path);
    }
    for path in ["a.txt", "A.MD", "noextension", ".a.md.1-0-0.memdesk-tmp", ".consolidate-lock"] {
        machine.put(&format!("store/{path}"), path);
    }
    expect_test::expect![[r"
        .dir/c.md: 9 bytes
        .hidden.md: 10 bytes
        MEMORY.md: 9 bytes
        a.md: 4 bytes
        logs/2026/01/l.md: 17 bytes
        sub/deep/b.md: 13 bytes
        x.md/in.md: 10 bytes
    "]]
    .assert_eq(&lines(&machine, Limits::default()));
}

/// Laid out as for the client, which lists each real directory once and each link to a file.
#[test]
fn links_are_followed_and_loops_are_not() {
    let machine = Machine::new();
    machine.put("store/a.md", "x");
    machine.put("store/d/t.md", "hi");
    machine.put("store/dir.md/in.md", "x");
    machine.put("out/o.md", "hi");
    machine.put("out/deep/p.md", "hi");
    for (link, to) in [
        ("store/d/loop", ".."),
        ("store/twin", "d"),
        ("store/out1", "$B/out"),
        ("store/out2", "$B/out"),
        ("out/self", "$B/out"),
        ("out/back", "$B"),
        ("store/alias.md", "d/t.md"),
        ("store/broken.md", "nowhere"),
        ("store/self.md", "self.md"),
        ("store/outfile.md", "$B/out/o.md"),
        ("store/dirlink.md", "dir.md"),
        ("store/null.md", "/dev/null"),
        ("store/nowhere", "gone"),
    ] {
        machine.link(link, to);
    }
    expect_test::expect![[r"
        a.md: 1 bytes
        alias.md: 2 bytes Inside
        broken.md: unreadable: the link leads nowhere Broken
        d/t.md: 2 bytes
        dir.md/in.md: 1 bytes
        null.md: device -> /dev/null
        out1/deep/p.md: 2 bytes -> $B/out
        out1/o.md: 2 bytes -> $B/out
        outfile.md: 2 bytes -> $B/out/o.md
        self.md: unreadable: the link leads nowhere Broken
        d/loop: link-loop
        dirlink.md: linked-twice
        out1/self: link-loop
        out2: linked-twice
        twin: linked-twice
    "]]
    .assert_eq(&lines(&machine, Limits::default()));
}

#[test]
fn what_is_no_file_is_never_opened() {
    let machine = Machine::new();
    machine.put("store/", "");
    let fifo = machine.path("store/fifo.md");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    machine.link("store/tofifo.md", "fifo.md");
    let _socket = std::os::unix::net::UnixListener::bind(machine.path("store/socket.md")).unwrap();
    let odd = OsStr::from_bytes(b"caf\xe9.md");
    fs::write(machine.path("store").join(odd), "x").unwrap();
    fs::create_dir(machine.path("store").join(OsStr::from_bytes(b"\xff"))).unwrap();
    fs::write(machine.path("store").join(OsStr::from_bytes(b"\xff.txt")), "x").unwrap();
    let begun = std::time::Instant::now();
    expect_test::expect![[r"
        fifo.md: fifo
        socket.md: socket
        tofifo.md: fifo Inside
        caf�.md: name-not-utf8
        �: name-not-utf8
    "]]
    .assert_eq(&lines(&machine, Limits::default()));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn limits_hold() {
    let machine = Machine::new();
    machine.put("store/MEMORY.md", &"i".repeat(30));
    machine.put("store/sub/MEMORY.md", &"i".repeat(30));
    machine.put("store/ten.md", "0123456789");
    machine.put("store/eleven.md", "0123456789a");
    machine.put("store/a/b/c/deep.md", "x");
    let limits =
        Limits { whole_bytes: 10, head_bytes: 4, index_bytes: 40, files: 100, depth: 2, ..Limits::default() };
    expect_test::expect![[r"
        MEMORY.md: 30 bytes
        eleven.md: 4 of 11 bytes
        sub/MEMORY.md: 4 of 30 bytes
        ten.md: 10 bytes
        a/b/c: too-deep
    "]]
    .assert_eq(&lines(&machine, limits));
    let few = here(&machine, Limits { files: 3, ..limits });
    assert_eq!(few.files.len(), 3);
    assert_eq!(few.oddities, [(String::new(), "too-many-files".to_owned())]);
}

#[test]
fn a_huge_file_costs_its_head_only() {
    let machine = Machine::new();
    machine.put("store/huge.md", "---\nname: huge\n---\n");
    let file = fs::File::options().write(true).open(machine.path("store/huge.md")).unwrap();
    file.set_len(50 << 20).unwrap();
    let begun = std::time::Instant::now();
    assert_eq!(lines(&machine, Limits::default()), "huge.md: 1048576 of 52428800 bytes\n");
    assert!(begun.elapsed() < Duration::from_secs(2));
    let whole = memdesk_store::scan::whole(&machine.path("store"), "huge.md").unwrap().unwrap();
    assert_eq!(whole.len(), 50 << 20);
    assert_eq!(memdesk_store::scan::whole(&machine.path("store"), "gone.md").unwrap(), None);
}

#[test]
fn times_and_bits_are_told() {
    let machine = Machine::new();
    machine.put("store/a.md", "x");
    machine.put("store/old.md", "x");
    let set = |path: &str, time| {
        fs::File::options().write(true).open(machine.path(path)).unwrap().set_modified(time).unwrap();
    };
    set("store/a.md", UNIX_EPOCH + Duration::new(1_795_000_000, 123_456_789));
    set("store/old.md", UNIX_EPOCH - Duration::new(1, 500_000_000));
    fs::set_permissions(machine.path("store/a.md"), fs::Permissions::from_mode(0o640)).unwrap();
    let snapshot = here(&machine, Limits::default());
    assert_eq!(snapshot.files["a.md"].mtime_ns, 1_795_000_000_123_456_789);
    assert_eq!(snapshot.files["a.md"].mode, 0o640);
    assert_eq!(snapshot.files["old.md"].mtime_ns, -1_500_000_000);
}

#[test]
fn what_is_no_store_is_said() {
    let machine = Machine::new();
    machine.put("file", "x");
    machine.link("dangling", "nowhere");
    machine.link("circle", "circle");
    let of = |path: &str| scan(&machine.path(path), Limits::default());
    assert_eq!(of("missing"), Scan::Missing);
    assert_eq!(of("file/memory"), Scan::Missing);
    assert_eq!(of("dangling"), Scan::Missing);
    assert_eq!(of("file"), Scan::Unreadable { why: "not-a-directory".to_owned() });
    assert!(matches!(of("circle"), Scan::Unreadable { .. }));
    assert!(!machine.path("missing").exists());
}

#[test]
fn many_files_are_read_in_parallel_alike() {
    let machine = Machine::new();
    for n in 0..300 {
        machine.put(&format!("store/{}/{n}.md", n % 7), &n.to_string());
    }
    let snapshot = here(&machine, Limits::default());
    assert_eq!(snapshot.files.len(), 300);
    for (path, file) in &snapshot.files {
        let Content::Bytes(bytes) = &file.content else { panic!("{path}") };
        assert_eq!(
            path.split('/').nth(1),
            Some(format!("{}.md", std::str::from_utf8(bytes).unwrap()).as_str())
        );
    }
}

/// Of a store that holds far too much (a link to a whole disk), only beginnings are held from some point on, always the same one.
#[test]
fn all_of_a_store_together_has_a_limit() {
    let home = tempfile::tempdir().unwrap();
    let text = "x".repeat(70_000);
    for n in 0..200 {
        std::fs::write(home.path().join(format!("{n:03}.md")), &text).unwrap();
    }
    std::fs::write(home.path().join("MEMORY.md"), &text).unwrap();
    let limits = Limits { total_bytes: 3_000_000, ..Limits::default() };
    let Scan::Here(snapshot) = scan(home.path(), limits) else { panic!("it is there") };
    let held = |path: &str| match &snapshot.files[path].content {
        Content::Bytes(bytes) => (bytes.len(), bytes.len() as u64),
        Content::Head { bytes, total } => (bytes.len(), *total),
        other => panic!("{other:?}"),
    };
    assert_eq!(snapshot.files.len(), 201);
    assert_eq!([held("MEMORY.md"), held("000.md"), held("063.md")], [(70_000, 70_000); 3]);
    assert_eq!([held("064.md"), held("199.md")], [(4_096, 70_000); 2]);
    assert_eq!(scan(home.path(), limits), Scan::Here(snapshot));
}
