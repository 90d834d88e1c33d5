//! Open for reading only: every command of the window and of the command line, over a root and data that must not change by a byte
//! or a time.
//!
//! The tables are held against what there is: a command that is not in them fails here.

mod copied;

use crate::desk::Desk;
use memdesk_desk::settings::SettingValue;
use memdesk_desk::view::{Failure, GateMode, QuestionFilter, RecallAsk, ReviewTake, RunAsk, SettingChange};
use memdesk_desk::{Desk as Inner, Options};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const STORE: &str = "\
//- MEMORY.md
- [Auth](auth.md) — tokens
//- auth.md
---
name: Auth
description: how tokens are made
type: project
---

Tokens last a day.
";

/// By path: mode, time, bytes.
type Tree = BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)>;

/// Every file and directory below these, with what a write would change of it.
fn tree(dirs: &[&Path]) -> Tree {
    let mut found = BTreeMap::new();
    let mut open: Vec<PathBuf> = dirs.iter().map(|dir| dir.to_path_buf()).collect();
    while let Some(path) = open.pop() {
        let Ok(about) = std::fs::symlink_metadata(&path) else { continue };
        if about.is_dir() {
            open.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
        let bytes = if about.is_file() { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
        found.insert(path, (about.mode(), about.mtime(), about.mtime_nsec(), bytes));
    }
    found
}

/// Fails with what is another by now.
fn unchanged(before: &Tree, dirs: &[&Path], who: &str) {
    let after = tree(dirs);
    let both = before.keys().chain(after.keys());
    let changed: BTreeSet<&PathBuf> = both.filter(|path| before.get(*path) != after.get(*path)).collect();
    assert!(changed.is_empty(), "{who} writes {changed:?}");
}

/// What a command came to, in short: the failure's code, or the answer.
fn said<T: Debug>(answer: Result<T, Failure>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(failure) => failure.code,
    }
}

/// A person who used all of it: a ledger, something held, settings, past questions that were read.
fn used() -> Desk {
    let desk = Desk::with(STORE);
    desk.done(&["write", "auth.md"], "---\nname: Auth\n---\nTokens last two days.\n");
    desk.done(&["gate", "mode", "hold"], "");
    desk.done(&["queries"], "");
    let payload = json!({
        "hook_event_name": "PreToolUse", "session_id": "s", "cwd": desk.project, "tool_use_id": "t",
        "tool_name": "Write",
        "tool_input": { "file_path": desk.store.join("held.md"), "content": "held\n" },
    });
    desk.done(&["gate"], &payload.to_string());
    std::fs::write(desk.store.join("auth.md"), "changed by somebody\n").expect("a change");
    desk
}

fn options(desk: &Desk) -> Options {
    Options {
        root: Some(desk.person.root()),
        data: Some(desk.person.data()),
        read_only: true,
        ..Options::default()
    }
}

/// What a command of the window must do.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Must {
    /// Answer, and write nothing.
    Look,
    /// Say `read-only`.
    Refuse,
}

type Command = (&'static str, Must, fn(&Arc<Inner>, &str) -> String);

/// Commands that only a window has, and why no desk is asked there.
const OF_THE_WINDOW: &[(&str, &str)] = &[
    ("painted", "begins to watch: `watch` below"),
    ("pick_folder", "a dialog, then `open_folder`"),
    ("pick_root", "a dialog, then `add_root` below"),
    ("pick_program", "a dialog, then `set_program` below"),
    ("leave_sample", "shows the person's own desk again"),
    ("open_link", "asks the browser"),
    ("show_settings_file", "asks the file manager"),
    ("badge", "a number on an icon"),
];

fn take() -> ReviewTake {
    let text = |text: &str| text.to_owned();
    ReviewTake { proposal: text("x"), path: text("auth.md"), version: text("x"), hunks: Vec::new() }
}

fn edit() -> memdesk_review::Edit {
    let edit = json!({ "kind": "write", "path": "auth.md", "base": null, "text": "mine" });
    serde_json::from_value(edit).expect("an edit")
}

fn ask(selector: &str) -> RecallAsk {
    RecallAsk {
        query: "how do tokens work".to_owned(),
        question: None,
        selector: selector.to_owned(),
        edit: None,
        surfaced: Vec::new(),
        dry_run: false,
    }
}

fn dream() -> RunAsk {
    RunAsk {
        kind: "dream".to_owned(),
        session: None,
        turns: None,
        agent: "api".to_owned(),
        most_turns: None,
        most_tokens: None,
        most_dollars: None,
    }
}

fn wish() -> [SettingChange; 1] {
    [SettingChange { key: "window.theme".to_owned(), value: Some(SettingValue::Text("dark".to_owned())) }]
}

use Must::{Look, Refuse};

const COMMANDS: &[Command] = &[
    ("start", Look, |desk, _| said(desk.start())),
    ("stores", Look, |desk, _| said(desk.stores())),
    ("open_store", Look, |desk, id| said(desk.open_store(id))),
    ("open_sample", Refuse, |desk, _| said(desk.sample())),
    ("index", Look, |desk, id| said(desk.index(id))),
    ("index_draft", Look, |desk, id| said(desk.index_draft(id, "- x"))),
    ("growth", Look, |desk, id| said(desk.growth(id))),
    ("links", Look, |desk, id| said(desk.links(id))),
    ("topics", Look, |desk, id| said(desk.topics(id))),
    ("topic", Look, |desk, id| said(desk.topic(id, "auth.md"))),
    ("draft", Look, |desk, id| said(desk.draft(id, "auth.md", "x"))),
    ("draft_fields", Look, |desk, _| said(desk.draft_fields("x", Some("y"), None, None))),
    ("combined", Look, |desk, id| said(desk.combined(id, "auth.md", "auth.md"))),
    ("preview", Refuse, |desk, id| said(desk.preview(id, &edit()))),
    ("apply", Refuse, |desk, id| said(desk.apply(id, &edit()))),
    ("accept", Refuse, |desk, id| said(desk.accept(id, &[]))),
    ("undo", Refuse, |desk, id| said(desk.undo(id))),
    ("redo", Refuse, |desk, id| said(desk.redo(id))),
    ("history", Look, |desk, id| said(desk.history(id, None, 50))),
    ("operation", Look, |desk, id| {
        let newest = desk.history(id, None, 1).expect("a history").operations.remove(0);
        said(desk.operation(id, &newest.id))
    }),
    ("file_then", Look, |desk, id| {
        let newest = desk.history(id, None, 1).expect("a history").operations.remove(0);
        said(desk.file_then(id, &newest.id, "auth.md"))
    }),
    ("problems", Look, |desk, id| said(desk.problems(id))),
    ("search", Look, |desk, id| {
        let query = json!({ "text": "tokens", "all": true, "kinds": [], "limit": 0, "called": [] });
        said(desk.search(Some(id), &serde_json::from_value(query).expect("a query"), "search"))
    }),
    ("context", Look, |desk, id| said(desk.context(id))),
    ("manifest", Look, |desk, id| said(desk.manifest(id))),
    ("guide", Look, |desk, _| said(Ok(desk.guide("en")))),
    // which pane is shown is remembered by nobody, and no failure
    ("remember_pane", Look, |desk, _| said(desk.remember_pane("topics"))),
    ("settings", Look, |desk, _| said(Ok(desk.settings_view()))),
    ("set_settings", Refuse, |desk, _| said(desk.choose_settings(&wish()))),
    ("use_root", Refuse, |desk, _| said(desk.use_root("~/.claude"))),
    ("forget_root", Refuse, |desk, _| said(desk.forget_root("~/.claude"))),
    ("begin_settings_anew", Refuse, |desk, _| said(desk.begin_settings_anew())),
    ("questions", Look, |desk, id| said(desk.questions(id, &QuestionFilter::default()))),
    ("index_questions", Look, |desk, id| said(desk.index_questions(id, "t", &|_| ()))),
    ("recall", Look, |desk, id| said(desk.recall(id, &ask("estimate"), "t", &|_| ()))),
    ("replay", Look, |desk, id| {
        desk.index_questions(id, "t", &|_| ()).expect("the questions are read");
        said(desk.replay(id, "00000000-0000-4000-8000-000000000000", "estimate"))
    }),
    ("coverage", Look, |desk, id| said(desk.coverage(id, "", "t", &|_| ()))),
    ("price", Look, |desk, id| said(desk.price(id, &ask("api")))),
    ("selectors", Look, |desk, id| said(desk.selectors(id))),
    ("keep_key", Refuse, |desk, _| said(desk.keep_key("made-up-key"))),
    ("forget_key", Refuse, |desk, _| said(desk.forget_key())),
    // a client that is not there: only its own home would be written, and that is thrown away
    ("calibrate", Look, |desk, _| said(desk.calibrate(Some(Path::new("/nowhere")), "t", &|_| ()))),
    ("cancel", Look, |desk, _| {
        desk.cancel("t");
        said(Ok(()))
    }),
    ("review", Look, |desk, id| said(desk.review(id))),
    ("review_texts", Look, |desk, id| {
        let queue = desk.review(id).expect("a queue");
        let proposal = queue.proposals.first().expect("something waits");
        said(desk.review_texts(id, &proposal.id, &proposal.changes.first().expect("a file").path))
    }),
    ("take", Refuse, |desk, id| said(desk.take(id, &[take()]))),
    ("take_edited", Refuse, |desk, id| said(desk.take_edited(id, &take(), "x"))),
    ("refuse", Refuse, |desk, id| said(desk.refuse(id, &[take()], true))),
    ("undo_review", Refuse, |desk, id| said(desk.undo_review(id, "x"))),
    ("blame", Look, |desk, id| said(desk.blame(id, "auth.md"))),
    ("conversation", Look, |desk, id| {
        said(desk.conversation(id, "00000000-0000-4000-8000-000000000000", None))
    }),
    ("survey", Look, |desk, id| said(desk.survey(id, "t", &|_| ()))),
    ("evidence", Look, |desk, id| said(desk.evidence(id, "auth.md", None, "t", &|_| ()))),
    ("gate_status", Look, |desk, id| said(desk.gate_status(id))),
    ("gate_install_preview", Look, |desk, _| said(desk.gate_install_preview())),
    ("gate_uninstall_preview", Look, |desk, _| said(desk.gate_uninstall_preview())),
    ("gate_install", Refuse, |desk, _| said(desk.gate_install("none"))),
    ("gate_uninstall", Refuse, |desk, _| said(desk.gate_uninstall("none"))),
    ("set_gate_mode", Refuse, |desk, id| said(desk.set_gate_mode(id, GateMode::Watch))),
    ("runs", Look, |desk, id| said(desk.runs(id))),
    ("start_run", Refuse, |desk, id| said(desk.start_run(id, dream(), Box::new(|_| ())))),
    ("run_view", Look, |desk, id| said(desk.run_view(id, "none"))),
    ("run_report", Look, |desk, id| said(desk.run_report(id, "none"))),
    ("price_run", Look, |desk, id| said(desk.price_run(id, &dream()))),
    ("forget_run", Refuse, |desk, id| said(desk.forget_run(id, "none"))),
    ("instruction", Look, |desk, _| said(desk.instruction("dream"))),
    ("set_instruction", Refuse, |desk, _| said(desk.set_instruction("dream", Some("mine")))),
];

/// What else a shell calls.
const BESIDE: &[Command] = &[
    // the client writes into its config root whatever it is asked
    ("recall by the client", Refuse, |desk, id| said(desk.recall(id, &ask("client"), "t", &|_| ()))),
    ("note", Look, |desk, id| {
        desk.note(id);
        said(Ok(()))
    }),
    ("watch", Look, |desk, id| {
        desk.watch(|_| ());
        std::thread::sleep(std::time::Duration::from_millis(300));
        said(desk.review(id))
    }),
    ("waiting_names", Look, |desk, id| said(desk.waiting_names(id))),
    ("held", Look, |desk, id| said(desk.held(id))),
    ("gate_records", Look, |desk, id| said(desk.gate_records(id))),
    ("queries", Look, |desk, id| said(desk.queries(id, &QuestionFilter::default()))),
    ("undo_review of an operation", Refuse, |desk, id| said(desk.undo_review(id, "operation:x"))),
    ("undo_review of a refusal", Refuse, |desk, id| said(desk.undo_review(id, "refusal:x"))),
    ("undo_review of an acceptance", Refuse, |desk, id| said(desk.undo_review(id, "accept:x"))),
    ("run_now", Refuse, |desk, id| said(desk.run_now(id, dream(), &|_| ()))),
    ("diff", Refuse, |desk, id| said(desk.diff(id, &edit()).map(|diff| format!("{diff:?}")))),
    ("add_root", Refuse, |desk, _| said(desk.add_root(Path::new("/")))),
    ("set_program", Refuse, |desk, _| said(desk.set_program(Path::new("/bin/true")))),
];

#[test]
fn no_command_of_the_window_writes_anything() {
    let used = used();
    let bare = Desk::with(STORE);
    for (person, is_used) in [(&used, true), (&bare, false)] {
        let dirs = [&person.person.root() as &Path, &person.person.data(), &person.project];
        for (name, must, run) in COMMANDS.iter().chain(BESIDE) {
            // without a history or a queue there is nothing to ask these for
            if !is_used && ["operation", "file_then", "review_texts"].contains(name) {
                continue;
            }
            let desk = Arc::new(Inner::open(options(person)).expect("a desk"));
            let id = desk.store_of(Some(&person.project)).expect("the store");
            let before = tree(&dirs);
            let answer = run(&desk, &id);
            drop(desk);
            unchanged(&before, &dirs, name);
            let refused = answer == "read-only" || answer.contains("ReadOnly");
            assert_eq!(refused, *must == Refuse, "{name}: {answer}");
        }
        assert_eq!(person.person.data().exists(), is_used, "a directory that was not there is not made");
    }
}

#[test]
fn every_command_of_the_window_is_in_the_table() {
    let shell = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/src");
    let mut there = BTreeSet::new();
    for entry in std::fs::read_dir(shell).expect("the window's code").flatten() {
        let code = std::fs::read_to_string(entry.path()).unwrap_or_default();
        for part in code.split("#[tauri::command]").skip(1) {
            let name = part.split("fn ").nth(1).unwrap_or_default();
            there.insert(name.split(['(', '<']).next().unwrap_or_default().to_owned());
        }
    }
    let known = COMMANDS.iter().map(|(name, ..)| *name).chain(OF_THE_WINDOW.iter().map(|(name, _)| *name));
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    assert_eq!(known, there);
}

/// Words of the command line, and whether they are refused.
const WORDS: &[(&str, &[&str], bool)] = &[
    ("stores", &["stores"], false),
    ("index", &["index"], false),
    ("topics", &["topics"], false),
    ("manifest", &["manifest"], false),
    ("surface", &["surface", "auth.md"], false),
    ("search", &["search", "tokens"], false),
    ("queries", &["queries"], false),
    ("recall", &["recall", "how do tokens work"], false),
    ("gate", &["gate", "status"], false),
    ("gate", &["gate", "install", "--yes"], true),
    ("gate", &["gate", "uninstall", "--yes"], true),
    ("gate", &["gate", "mode", "hold"], true),
    ("settings", &["settings"], false),
    ("settings", &["settings", "check"], false),
    ("settings", &["settings", "path"], false),
    ("settings", &["settings", "set", "window.theme", "dark"], true),
    ("settings", &["settings", "reset", "window.theme"], true),
    ("review", &["review"], false),
    ("accept", &["accept", "all"], true),
    ("reject", &["reject", "all", "--even-if-active"], true),
    ("extract", &["extract", "--session", "x"], true),
    ("dream", &["dream"], true),
    ("check", &["check", "--level", "error"], false),
    ("evidence", &["evidence"], false),
    ("log", &["log"], false),
    ("new", &["new", "b.md"], true),
    ("write", &["write", "auth.md"], true),
    ("rename", &["rename", "auth.md", "b.md"], true),
    ("merge", &["merge", "auth.md", "held.md"], true),
    ("delete", &["delete", "auth.md"], true),
    ("entry", &["entry", "auth.md", "--top"], true),
    ("undo", &["undo"], true),
    ("redo", &["redo"], true),
    ("guide", &["guide"], false),
];
/// Commands of the command line that are not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[("calibrate", "a minute of the client's"), ("help", "clap's own")];

#[test]
fn no_command_of_the_command_line_writes_anything() {
    let desk = used();
    let dirs = [&desk.person.root() as &Path, &desk.person.data(), &desk.project];
    let before = tree(&dirs);
    for (_, words, refused) in WORDS {
        for words in [[&["--read-only"], *words].concat(), [*words, &["--read-only"]].concat()] {
            let said = desk.run_in(&desk.project, &words, "text\n");
            assert_eq!(said.status == 2, *refused, "{words:?}: {said:?}");
            if *refused {
                assert_eq!(said.err, "memdesk: Memdesk is open for reading only\n", "{words:?}");
                assert!(said.out.is_empty(), "{said:?}");
            }
            unchanged(&before, &dirs, &format!("{words:?}"));
        }
    }
    // the hook lets everything pass then, and stops nobody
    let said = desk.run_in(&desk.project, &["--read-only", "gate"], "{}");
    assert_eq!((said.status, said.out.as_str()), (0, ""), "{said:?}");
    unchanged(&before, &dirs, "the hook");
    let help = desk.run(&["--help"]).out;
    let listed = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let listed =
        listed.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let listed: BTreeSet<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    let known = WORDS.iter().map(|(name, ..)| *name).chain(NOT_RUN.iter().map(|(name, _)| *name));
    assert_eq!(known.collect::<BTreeSet<_>>(), listed);
}
