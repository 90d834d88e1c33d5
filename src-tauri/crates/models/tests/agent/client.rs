//! The person's own client as the agent: a real one, in a home made for it, against a model with a script.

use super::*;
use memdesk_models::agent::client::{Copied, Files, run};
use memdesk_models::agent::{Short, Step};
use memdesk_models::client::{Found, find};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The installed client; none, and a word about it, when there is none.
fn installed() -> Option<Found> {
    let given = std::env::var_os("MEMDESK_CLIENT").map(PathBuf::from);
    match find(given.as_deref()) {
        Ok(found) => Some(found),
        Err(error) => {
            assert!(given.is_none(), "MEMDESK_CLIENT names no client: {error:?}");
            println!("SKIPPED: no Claude Code is installed here ({error:?}); set MEMDESK_CLIENT to one");
            None
        }
    }
}

/// A person who lets their client do anything.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        let home = Home(tempfile::tempdir().unwrap());
        let at = |path: &str| home.0.path().join(path);
        std::fs::create_dir_all(at(".claude/projects/-shop/memory")).unwrap();
        std::fs::write(at(".claude/projects/-shop/memory/MEMORY.md"), "- [Real](real.md) — kept\n").unwrap();
        std::fs::write(at(".claude/CLAUDE.md"), "Always say ZEBRA.\n").unwrap();
        let hook = json!([{ "matcher": "*", "hooks": [{ "type": "command", "command": format!("touch {}", at("hooked").display()) }] }]);
        let settings = json!({
            "permissions": { "allow": ["Read", "Edit", "Write", "Bash"], "additionalDirectories": ["/"] },
            "hooks": { "PreToolUse": hook, "SessionStart": hook },
            "autoMemoryEnabled": true,
        });
        std::fs::write(at(".claude/settings.json"), settings.to_string()).unwrap();
        let key = json!({ "approved": [KEY], "rejected": [] });
        let state = json!({ "hasCompletedOnboarding": true, "customApiKeyResponses": key, "cachedGrowthBookFeatures": { "tengu_passport_quail": true, "tengu_slate_thimble": true } });
        std::fs::write(at(".claude.json"), state.to_string()).unwrap();
        std::fs::write(at("outside.md"), "outside SECRET\n").unwrap();
        home
    }

    fn environment(&self, stand_in: &StandIn) -> BTreeMap<OsString, OsString> {
        let home = self.0.path().to_str().unwrap();
        let variables = [
            ("HOME", home),
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("ANTHROPIC_BASE_URL", stand_in.address()),
            ("ANTHROPIC_API_KEY", KEY),
            ("CLAUDE_MEMORY_STORES", "x"),
            ("IS_SANDBOX", "1"),
        ];
        variables.map(|(name, value)| (name.into(), value.into())).into()
    }

    /// Every file but those of its own that a client writes at each start.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        walk(self.0.path(), &mut found);
        let own = [".claude.json", ".claude/backups", ".claude/plugins"].map(|path| self.0.path().join(path));
        found.retain(|path, _| !own.iter().any(|own| path.starts_with(own)));
        found
    }
}

fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.path().is_dir() {
            true => walk(&entry.path(), found),
            false => drop(found.insert(entry.path(), std::fs::read(entry.path()).unwrap())),
        }
    }
}

fn files(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().into())).collect()
}

fn copied() -> Copied {
    let session = "turn 1 person: see @/etc/hostname\n".to_owned();
    Copied {
        files: files(&[
            ("MEMORY.md", "- [A](a.md) — hook\n- [B](deep/b.md) — hook\n"),
            ("a.md", "---\nname: a\n---\nBody one\n"),
            ("deep/b.md", "old\n"),
        ]),
        sessions: vec![("s-1".to_owned(), session), ("../s-2".to_owned(), "leads out".to_owned())],
    }
}

/// Runs, and sees to it that nothing of the person's was touched.
fn work(
    found: &Found,
    turns: Vec<Turn>,
    limits: &Limits,
) -> (Result<(Work, Files), SelectorError>, Vec<Step>, StandIn) {
    let (home, stand_in) = (Home::new(), StandIn::anthropic(turns));
    let outside = home.0.path().join("outside.md");
    let brief = Brief {
        instruction: "You tidy up.".to_owned(),
        task: format!("/cost\nTidy up. @{} says so.", outside.display()),
    };
    let (before, mut steps) = (home.files(), Vec::new());
    let environment = home.environment(&stand_in);
    let came =
        run(found, &environment, &brief, &copied(), limits, &mut |step| steps.push(step), &Cancel::default());
    assert_eq!(home.files(), before, "nothing of the person's is touched");
    let asked = serde_json::to_string(&stand_in.requests()).unwrap();
    assert!(!asked.contains("SECRET"), "a text that mentions a file does not bring it in");
    assert!(!asked.contains("ZEBRA"), "what a person tells their client is not for this");
    (came, steps, stand_in)
}

fn edit(path: &str, old: &str, new: &str) -> (&'static str, Value) {
    ("Edit", json!({ "file_path": path, "old_string": old, "new_string": new }))
}

fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("Write", json!({ "file_path": path, "content": content }))
}

fn read(path: &str) -> (&'static str, Value) {
    ("Read", json!({ "file_path": path }))
}

#[test]
fn edits_arrive_and_nothing_else_is_written() {
    let Some(found) = installed() else { return };
    let temporary = tempfile::tempdir().unwrap();
    let absolute = temporary.path().join("x.md");
    let turns = vec![
        Turn::calls([
            read("memory/a.md"),
            read("memory/deep/b.md"),
            read("sessions/s-1"),
            ("Grep", json!({ "pattern": "person", "path": "sessions", "output_mode": "content" })),
        ])
        .saying("Looking."),
        Turn::calls([
            edit("memory/a.md", "Body one", "Body two"),
            write("memory/new/n.md", "new – 中文\n"),
            write("memory/deep/b.md", ""),
            write("../x.md", "bad"),
            write("memory/../../x.md", "bad"),
            write(absolute.to_str().unwrap(), "bad"),
            write("sessions/s-1", "bad"),
            write("x.md", "bad"),
            write("~/outside.md", "bad"),
            read("/etc/passwd"),
            ("Bash", json!({ "command": format!("touch {}", absolute.display()) })),
        ]),
        Turn::says("All tidy."),
    ];
    let (came, steps, stand_in) = work(&found, turns, &limits());
    let (work, left) = came.unwrap();
    assert_eq!((work.short, work.turns, work.said.as_str()), (None, 3, "All tidy."));
    assert_eq!((work.input_tokens, work.output_tokens), (300, 60));
    assert!(work.dollars.is_some_and(|dollars| dollars > 0.0) && work.model.starts_with("claude-"));
    let expected = files(&[
        ("MEMORY.md", "- [A](a.md) — hook\n- [B](deep/b.md) — hook\n"),
        ("a.md", "---\nname: a\n---\nBody two\n"),
        ("new/n.md", "new – 中文\n"),
    ]);
    assert_eq!(left, expected);
    assert!(!absolute.exists());
    let mut did: Vec<(usize, &str, &str, bool)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Did { turn, tool, what, refused } => {
                Some((*turn, tool.as_str(), what.as_str(), refused.is_none()))
            }
            _ => None,
        })
        .collect();
    // calls of one answer end in any order
    did.sort();
    let mut told = vec![
        (1, "grep", "person", true),
        (1, "read", "a.md", true),
        (1, "read", "deep/b.md", true),
        (1, "read", "sessions/s-1", true),
        (2, "edit", "a.md", true),
        (2, "write", "new/n.md", true),
        (2, "write", "deep/b.md", true),
        (2, "write", "../x.md", false),
        (2, "write", "../../x.md", false),
        (2, "write", absolute.to_str().unwrap(), false),
        (2, "write", "sessions/s-1", false),
        (2, "write", "x.md", false),
        (2, "write", "~/outside.md", false),
        (2, "read", "/etc/passwd", false),
        (2, "other", "Bash", false),
    ];
    told.sort();
    assert_eq!(did, told);
    assert_eq!(steps[0], Step::Turn(1));
    assert!(steps.contains(&Step::Said { turn: 1, text: "Looking.".to_owned() }));
    let first = &stand_in.requests()[0];
    let names: Vec<&str> =
        first["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(["Read", "Grep", "Glob", "Edit", "Write"].iter().all(|tool| names.contains(tool)), "{names:?}");
    assert!(!names.contains(&"Bash"), "{names:?}");
    assert!(first["messages"].to_string().contains("Tidy up. @"));
    assert!(first["system"].to_string().contains("You tidy up."));
}

#[test]
fn limits_and_failures_of_a_client() {
    let Some(found) = installed() else { return };
    let looping =
        || (0..9).map(|at| Turn::calls([write(&format!("memory/n{at}.md"), "x")]).takes(1000, 100)).collect();
    let limits = |turns, tokens, dollars| Limits { turns, tokens, dollars, ..limits() };
    let new = |left: Files| left.keys().filter(|path| path.starts_with('n')).count();
    let (came, ..) = work(&found, looping(), &limits(2, None, None));
    let (done, left) = came.unwrap();
    assert_eq!((done.short, done.turns, new(left)), (Some(Short::TurnLimit), 2, 2));
    let (came, ..) = work(&found, looping(), &limits(8, Some(3000), None));
    let (done, _) = came.unwrap();
    assert_eq!((done.short, done.turns), (Some(Short::TokenLimit), 3));
    let (came, ..) = work(&found, looping(), &limits(8, None, Some(0.000_001)));
    assert_eq!(came.unwrap().0.short, Some(Short::CostLimit));
    // a status comes again and again: a client asks again by itself
    let failing = |status, before: Vec<Turn>| {
        before.into_iter().chain((0..30).map(|_| Turn::fails(status, None))).collect::<Vec<_>>()
    };
    let (came, ..) = work(&found, failing(401, Vec::new()), &limits(8, None, None));
    assert!(matches!(came, Err(SelectorError::KeyRefused(_))), "{came:?}");
    let (came, ..) =
        work(&found, failing(400, vec![Turn::calls([write("memory/n.md", "x")])]), &limits(8, None, None));
    let (done, left) = came.unwrap();
    assert!(matches!(done.short, Some(Short::BrokeOff(_))) && new(left) == 1, "{:?}", done.short);
    let gone = Found { program: "/no/such/claude".into(), version: "2.1.332".to_owned() };
    let (came, ..) = work(&gone, Vec::new(), &limits(8, None, None));
    assert!(matches!(came, Err(SelectorError::NoClient(..))));
}

#[test]
fn a_cancel_ends_the_client_and_leaves_nothing() {
    let Some(found) = installed() else { return };
    let (home, cancel) = (Home::new(), Cancel::default());
    let stand_in = StandIn::anthropic(vec![
        Turn::calls([write("memory/n.md", "x")]),
        Turn::says("Done.").after(Duration::from_secs(60)),
    ]);
    let (place, environment) = (tempfile::tempdir().unwrap(), home.environment(&stand_in));
    let wrapped = place.path().join("claude");
    let ids = place.path().join("id");
    // its own id and where it works, for whoever looks whether they are still there
    let script =
        format!("#!/bin/sh\necho $$ `pwd` > {}\nexec {} \"$@\"\n", ids.display(), found.program.display());
    std::fs::write(&wrapped, script).unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(&wrapped, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let found = Found { program: wrapped, ..found };
    let (came, took) = std::thread::scope(|scope| {
        let running =
            scope.spawn(|| run(&found, &environment, &brief(), &copied(), &limits(), &mut |_| {}, &cancel));
        stand_in.wait_for(2);
        let begun = Instant::now();
        cancel.cancel();
        (running.join().unwrap(), begun.elapsed())
    });
    assert_eq!(came, Err(SelectorError::Cancelled));
    println!("cancelled in {took:?}");
    assert!(took < Duration::from_secs(20));
    let ids = std::fs::read_to_string(&ids).unwrap();
    let (id, folder) = ids.trim().split_once(' ').unwrap();
    assert!(!Path::new("/proc").join(id).exists(), "it has ended");
    assert!(folder.contains("memdesk-run-") && !Path::new(folder).exists(), "{folder}");
}
