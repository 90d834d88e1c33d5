//! Claims held against a sample project on a real disk, hostile ones too.

use super::ask::{Asked, Place};
use super::search::{Bounds, Needle, Seen, search};
use crate::view::Verdict;
use expect_test::expect;
use memdesk_review::claim::claims;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::ffi::OsStr;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

struct World {
    _dir: tempfile::TempDir,
    home: PathBuf,
    root: PathBuf,
}

fn world(files: &[(&str, &str)]) -> World {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().canonicalize().unwrap();
    let root = home.join("shop");
    fs::create_dir(&root).unwrap();
    for (path, text) in files {
        let at = root.join(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, text).unwrap();
    }
    World { _dir: dir, home, root }
}

fn needles(texts: &[&str]) -> Vec<Needle> {
    texts.iter().map(|text| Needle { text: (*text).to_owned(), beside: None }).collect()
}

fn look(root: &Path, texts: &[&str], bounds: Bounds) -> Seen {
    search(root, &needles(texts), bounds, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn shown(world: &World, text: &str, bounds: Bounds) -> String {
    let bin = world.home.join("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("mytool"), "").unwrap();
    fs::set_permissions(bin.join("mytool"), fs::Permissions::from_mode(0o755)).unwrap();
    let claims = claims(text);
    let asked = Asked::of(&claims);
    let seen = search(&world.root, &asked.needles, bounds, &mut |_| ControlFlow::Continue(())).unwrap();
    let topics = ["testing.md".to_owned()];
    let programs: &OsStr = bin.as_os_str();
    let place =
        Place { root: Some(&world.root), home: &world.home, programs: Some(programs), topics: &topics };
    let line = |(claim, verdict): (&memdesk_review::claim::Claim, Verdict)| {
        let verdict = match verdict {
            Verdict::Found { how, path, line } => {
                format!(
                    "{how} {}{}",
                    path.unwrap_or_default(),
                    line.map(|n| format!(":{n}")).unwrap_or_default()
                )
            }
            Verdict::NotFound => "not found".to_owned(),
            Verdict::CannotTell { why } => format!("cannot tell: {why}"),
            Verdict::GoesStale => "goes stale".to_owned(),
        };
        format!("{} {}: {}\n", claim.kind.as_str(), claim.text, verdict.trim_end())
    };
    claims.iter().zip(asked.verdicts(&claims, &place, &seen)).map(line).collect()
}

const SHOP: &[(&str, &str)] = &[
    (".gitignore", "secret/\n"),
    ("Cargo.toml", "[package]\nrust-version = \"1.90\"\n"),
    ("package.json", "{\"scripts\": {\n\"dev\": \"vite\"}}"),
    ("Makefile", "build:\n\tcc\n"),
    (
        "src/auth/login.rs",
        "fn verify_token() {}\n// get_user_by_id\nlet x = \"--dry-run\"; env(\"SHOP_KEY\")\n",
    ),
    ("secret/hidden.rs", "fn only_hidden() {}\n"),
    ("node_modules/x/index.js", "function in_modules() {}\n"),
    ("日本/語.md", "port 8080\n"),
];

#[test]
fn claims_against_a_project() {
    let world = world(SHOP);
    symlink(&world.home, world.root.join("out")).unwrap();
    let text = "\
src/auth/login.rs, auth/login.rs, src/gone.rs, `src/**/*.rs`, out/bin/mytool.sh, ../other/x.rs, /etc/hosts.conf, login.rs, gone.rs, testing.md, `日本/語.md`
`verify_token()`, `Auth::verify_token`, get_user_by_id, get_user, only_hidden, in_modules, `--dry-run`, `--wet-run`, SHOP_KEY, GONE_KEY
`npm run dev`, `npm run gone`, `make build`, `make gone`, `cargo nonesuch`, `mytool --x`, `nonesuch --x`, `cd src`
Rust 1.90, Rust 1.9, Node 20, port 8080, port 8081, <https://example.com/>, 2026-01-01, yesterday
";
    expect![[r#"
        path src/auth/login.rs: exists src/auth/login.rs
        path auth/login.rs: named-so src/auth/login.rs
        path src/gone.rs: not found
        path src/**/*.rs: named-so src/auth/login.rs
        path out/bin/mytool.sh: cannot tell: link
        path ../other/x.rs: cannot tell: outside
        path /etc/hosts.conf: cannot tell: outside
        file login.rs: named-so src/auth/login.rs
        file gone.rs: not found
        file testing.md: topic testing.md
        path 日本/語.md: exists 日本/語.md
        symbol verify_token: text src/auth/login.rs:1
        symbol Auth::verify_token: text src/auth/login.rs:1
        symbol get_user_by_id: text src/auth/login.rs:2
        symbol get_user: not found
        symbol only_hidden: not found
        symbol in_modules: not found
        flag --dry-run: text src/auth/login.rs:3
        flag --wet-run: not found
        variable SHOP_KEY: text src/auth/login.rs:3
        variable GONE_KEY: not found
        command npm run dev: script package.json:2
        command npm run gone: not found
        command make build: script Makefile:1
        command make gone: not found
        command cargo nonesuch: not found
        command mytool --x: program
        command nonesuch --x: not found
        command cd src: cannot tell: shell
        version Rust 1.90: text Cargo.toml:2
        version Rust 1.9: not found
        version Node 20: not found
        port 8080: text 日本/語.md:1
        port 8081: not found
        host example.com: cannot tell: address
        date 2026-01-01: cannot tell: not-checked
        relative-date yesterday: goes stale
    "#]]
    .assert_eq(&shown(&world, text, Bounds::default()));
}

#[test]
fn a_cut_search_cannot_tell() {
    let world = world(SHOP);
    let text = "get_user_by_id and gone_symbol in gone.rs";
    for bounds in [
        Bounds { files: 1, ..Bounds::default() },
        Bounds { bytes: 1, ..Bounds::default() },
        Bounds { depth: 1, ..Bounds::default() },
        Bounds { time: Duration::ZERO, ..Bounds::default() },
    ] {
        let shown = shown(&world, text, bounds);
        assert!(shown.contains("symbol gone_symbol: cannot tell: cut-short"), "{bounds:?}: {shown}");
    }
}

#[test]
fn hostile_folders_end_and_are_not_left() {
    let world = world(&[("a.rs", "here_it_is"), ("odd/b.rs", "in_odd"), ("nul.bin", "\0in_binary")]);
    fs::write(world.home.join("outside.rs"), "only_outside").unwrap();
    let fifo = |path: &str| {
        mknodat(CWD, world.root.join(path), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    };
    fifo("fifo.rs");
    fifo("odd/.gitignore");
    symlink(world.home.join("outside.rs"), world.root.join("link.rs")).unwrap();
    symlink(&world.root, world.root.join("circle")).unwrap();
    fs::write(world.root.join("long.txt"), "x".repeat(10 * 1024 * 1024) + " in_long").unwrap();
    let deep: PathBuf = std::iter::repeat_n("d", 200).collect();
    fs::create_dir_all(world.root.join(&deep)).unwrap();
    fs::write(world.root.join(&deep).join("deep.rs"), "in_deep").unwrap();
    let seen = look(
        &world.root,
        &["here_it_is", "in_odd", "only_outside", "in_long", "in_deep", "in_binary"],
        Bounds::default(),
    );
    let found: Vec<bool> = seen.hits.iter().map(Option::is_some).collect();
    assert_eq!(found, [true, false, false, false, false, false]);
    assert!(seen.cut, "neither the odd folder nor the deepest were entered");
    assert_eq!(seen.files, ["a.rs", "long.txt", "nul.bin"]);
}

#[test]
fn odd_rules_at_the_root_are_not_read() {
    let world = world(&[("a.rs", "here_it_is")]);
    symlink("/dev/zero", world.root.join(".gitignore")).unwrap();
    assert!(look(&world.root, &["here_it_is"], Bounds::default()).hits[0].is_some());
}

#[test]
fn a_stop_stops() {
    let world = world(SHOP);
    let stopped = search(&world.root, &needles(&["x"]), Bounds::default(), &mut |_| ControlFlow::Break(()));
    assert!(stopped.is_none());
    // also where there are folders only
    for folder in 0..200 {
        fs::create_dir(world.root.join(format!("a{folder}"))).unwrap();
    }
    let mut asked = 0;
    let stopped = search(&world.root, &needles(&["x"]), Bounds::default(), &mut |_| {
        asked += 1;
        if asked > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.is_none() && asked == 3);
}

#[test]
fn names_are_found_whole() {
    let world = world(&[("a.rs", "foobar foo-bar --foo-bar xfoo\n用foo函数 v1.2.3 1.2.34 11.2.3 --foo\n")]);
    for (needle, line) in [
        ("foo", Some(1)),
        ("bar", Some(1)),
        ("--foo", Some(2)),
        ("1.2.3", Some(2)),
        ("oba", None),
        ("2.3", None),
    ] {
        let seen = look(&world.root, &[needle], Bounds::default());
        assert_eq!(seen.hits[0].as_ref().map(|hit| hit.line), line, "{needle}");
    }
}
