//! What is hostile about how a store is laid: too many files, too large ones, too deep, links, names, things that are no
//! files.

use super::{SPACE_KIB, Scene, TOPIC_KIB, in_time, plain};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

fn many(topics: usize) {
    let scene = Scene::new();
    for n in 0..topics {
        scene.put(&format!("{}/{}/t{n}.md", n % 10, n % 97), format!("---\nname: {n}\n---\n\nAbout {n}.\n"));
    }
    let took = scene.look();
    in_time(
        &format!("{topics} topics"),
        took,
        plain(topics.min(2_000), 20) * u32::try_from(topics.div_ceil(2_000)).unwrap_or(1),
    );
    scene.ask_with(SPACE_KIB + topics * TOPIC_KIB);
}

#[test]
fn many_files() {
    many(2_000);
}

#[test]
#[ignore = "a minute, and half a gigabyte"]
fn a_hundred_thousand_files() {
    many(100_000);
}

/// A gigabyte of nothing behind a beginning.
fn gigabyte(scene: &Scene, path: &str, begin: &str) {
    scene.put(path, begin);
    File::options()
        .write(true)
        .open(scene.store.join(path))
        .expect("it")
        .set_len(1 << 30)
        .expect("its length");
}

#[test]
fn a_topic_of_a_gigabyte() {
    let scene = Scene::new();
    gigabyte(&scene, "huge.md", "---\nname: Huge\ndescription: a gigabyte\n---\n\nText.\n");
    scene.put("MEMORY.md", "- [Huge](huge.md) — a gigabyte\n");
    // its beginning is held, which is a mebibyte
    in_time("a topic of a gigabyte", scene.look(), plain(1, 1 << 20));
    scene.ask();
    let (desk, id) = scene.desk();
    let huge = desk.topic(&id, "huge.md").expect("it is shown");
    assert_eq!((huge.row.content.as_str(), huge.row.bytes, huge.editable), ("head", 1 << 30, false));
}

#[test]
fn an_index_of_a_gigabyte() {
    let scene = Scene::new();
    gigabyte(&scene, "MEMORY.md", &"- [One](one.md) — the first\n".repeat(300));
    in_time("an index of a gigabyte", scene.look(), plain(1, 1 << 20));
    scene.ask();
}

#[test]
fn a_thousand_folders_deep() {
    let scene = Scene::new();
    let mut path = scene.store.clone();
    for depth in 0..1_000 {
        path.push("d");
        if depth % 100 == 50 {
            fs::create_dir_all(&path).expect("folders");
            fs::write(path.join("t.md"), format!("---\nname: {depth}\n---\n")).expect("a file");
        }
    }
    fs::create_dir_all(&path).expect("folders");
    fs::write(path.join("t.md"), "the deepest\n").expect("a file");
    in_time("a thousand folders deep", scene.look(), plain(20, 100));
    scene.ask();
    let (desk, id) = scene.desk();
    let list = desk.topics(&id).expect("its topics");
    assert!(list.oddities.iter().any(|(_, why)| why == "too-deep"), "{:?}", list.oddities);
}

#[test]
fn links_in_circles_and_out_of_the_store() {
    let scene = Scene::new();
    let outside = scene.home().join("outside");
    fs::create_dir_all(outside.join("deep/er")).expect("a folder");
    fs::write(outside.join("secret.md"), "a secret\n").expect("a file");
    fs::write(outside.join("deep/er/t.md"), "deeper\n").expect("a file");
    let link = |to: &str, at: &str| symlink(to, scene.store.join(at)).expect("a link");
    scene.put("a/t.md", "T\n");
    scene.put("b/u.md", "U\n");
    for (to, at) in [
        (".", "self"),
        ("..", "up"),
        ("self.md", "self.md"),
        ("two.md", "one.md"),
        ("one.md", "two.md"),
        ("../b", "a/to-b"),
        ("../a", "b/to-a"),
        ("nowhere.md", "broken.md"),
        ("/dev/zero", "zero.md"),
        ("/dev/stdin", "stdin.md"),
        ("/proc/self/mem", "mem.md"),
        ("/proc/self/fd", "fd"),
        ("a", "folder.md"),
    ] {
        link(to, at);
    }
    link(&outside.to_string_lossy(), "out");
    link(&outside.join("secret.md").to_string_lossy(), "secret.md");
    // each leads to the next one
    for n in 0..60 {
        link(&format!("chain{}.md", n + 1), &format!("chain{n}.md"));
    }
    // and each of these folders has a link to every other
    for n in 0..30 {
        scene.put(&format!("mesh/{n}/t.md"), "mesh\n");
        for to in 0..30 {
            link(&format!("../{to}"), &format!("mesh/{n}/to{to}"));
        }
    }
    in_time("links", scene.look(), plain(150, 20));
    scene.ask();
    let (desk, id) = scene.desk();
    for path in ["secret.md", "out/secret.md", "out/deep/er/t.md"] {
        let topic = desk.topic(&id, path).expect("it is shown");
        assert!(!topic.editable && topic.row.link.as_deref() == Some("outside"), "{path}: {:?}", topic.row);
    }
}

#[test]
fn names_in_every_encoding() {
    let scene = Scene::new();
    let long = "n".repeat(252);
    let names: &[&[u8]] = &[
        b"latin-\xe9t\xe9.md",
        b"surrogate-\xed\xa0\x80.md",
        b"overlong-\xc0\xaf.md",
        b"two\nlines.md",
        b"tab\tand\x07bell.md",
        b"escape\x1b[31m.md",
        b"\x7f.md",
        "right\u{202e}dm.exe.md".as_bytes(),
        "zero\u{200b}width.md".as_bytes(),
        "caf\u{e9}.md".as_bytes(),
        "cafe\u{301}.md".as_bytes(),
        b"Case.md",
        b"case.md",
        b"CASE.md",
        b".md",
        b"..md",
        b"...md",
        b" .md",
        b"a b .md",
        b"back\\slash.md",
        b"c:drive.md",
        b"con.md",
        b"%2e%2e%2f.md",
        b"<img src=x onerror=alert(1)>.md",
        b"'; drop table.md",
        b"$(touch x).md",
        b"-rf.md",
        b"--help.md",
        b"[x](y).md",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}.md".as_bytes(),
        "\u{feff}bom.md".as_bytes(),
        long.as_bytes(),
    ];
    for name in names {
        fs::write(scene.store.join(OsStr::from_bytes(name)), "---\nname: N\n---\n\nText.\n").expect("a file");
    }
    fs::write(scene.store.join(format!("{long}.md")), "the longest\n").expect("a file");
    fs::create_dir(scene.store.join(OsStr::from_bytes(b"fold\xe9r"))).expect("a folder");
    in_time("names", scene.look(), plain(40, 20));
    scene.ask();
    let (desk, id) = scene.desk();
    let list = desk.topics(&id).expect("its topics");
    // whatever the name: it is a row, or among what is no topic, and what is a row can be opened
    let odd = list.oddities.iter().filter(|(_, why)| why == "name-not-utf8").count();
    assert_eq!(odd, 4, "{:?}", list.oddities);
    assert_eq!(
        list.topics.len(),
        names.len() - 3,
        "{:?}",
        list.topics.iter().map(|row| &row.path).collect::<Vec<_>>()
    );
    for row in &list.topics {
        assert_eq!(desk.topic(&id, &row.path).map(|topic| topic.row.path), Ok(row.path.clone()));
    }
}

#[test]
fn things_that_are_no_files() {
    let scene = Scene::new();
    scene.put("t.md", "T\n");
    scene.put("shut.md", "not for you\n");
    scene.put("closed/t.md", "T\n");
    fs::create_dir(scene.store.join("folder.md")).expect("a folder");
    let _socket = UnixListener::bind(scene.store.join("socket.md")).expect("a socket");
    let make = |name: &str, kind| {
        let mode = rustix::fs::Mode::from_raw_mode(0o644);
        rustix::fs::mknodat(rustix::fs::CWD, scene.store.join(name), kind, mode, rustix::fs::makedev(1, 5))
            .is_ok()
    };
    assert!(make("pipe.md", rustix::fs::FileType::Fifo));
    // only root may make one
    let device = make("zero.md", rustix::fs::FileType::CharacterDevice);
    for shut in ["shut.md", "closed"] {
        fs::set_permissions(scene.store.join(shut), fs::Permissions::from_mode(0o000)).expect("its mode");
    }
    in_time("no files", scene.look(), plain(5, 20));
    scene.ask();
    let (desk, id) = scene.desk();
    let list = desk.topics(&id).expect("its topics");
    for (path, there) in [("pipe.md", true), ("socket.md", true), ("zero.md", device)] {
        let found = list.topics.iter().find(|row| row.path == path).map(|row| row.content.as_str());
        assert_eq!(found, there.then_some("special"), "{path}");
    }
}

#[test]
fn a_store_that_is_no_folder() {
    for what in ["file", "link to itself", "pipe", "link to a device"] {
        let scene = Scene::new();
        fs::remove_dir(&scene.store).expect("it goes");
        match what {
            "file" => fs::write(&scene.store, "x").expect("a file"),
            "link to itself" => symlink("memory", &scene.store).expect("a link"),
            "link to a device" => symlink("/dev/zero", &scene.store).expect("a link"),
            _ => {
                let mode = rustix::fs::Mode::from_raw_mode(0o644);
                rustix::fs::mknodat(rustix::fs::CWD, &scene.store, rustix::fs::FileType::Fifo, mode, 0)
                    .expect("a pipe");
            }
        }
        in_time(what, scene.look(), plain(1, 20));
        scene.ask();
    }
}

/// As the client does, links are followed wherever they lead; but not without end. How much memory
/// that takes is what all memory files of this machine have, and so no law here.
#[test]
#[ignore = "reads what is on this machine"]
fn a_link_to_everything() {
    let scene = Scene::new();
    symlink("/", scene.store.join("all")).expect("a link");
    in_time("a link to the root", scene.look(), plain(2_000, 2_000) * 20);
}
