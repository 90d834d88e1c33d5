//! Each command with what no page of ours would send: an error or a harmless answer, and nothing changed or read outside.
//!
//! Separate from `refused`, which are the commands that are not ours.

use super::ask::{Command, PATHS, odd, plain, registered, shaped};
use crate::window::{Launch, Window};
use memdesk_tests::Person;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Stands in files that are no memory, and in no answer.
const SECRET: &str = "secret-0f3a9c";
/// The system's own: how `/etc/passwd` begins.
const PASSWD: &str = "root:x:0";

/// Commands that may change the store that is open; every other one leaves it as it is.
const WRITE: &[&str] =
    &["apply", "accept", "take", "take_edited", "refuse", "undo", "redo", "undo_review", "start_run"];
/// Commands that are not asked, and why.
const NOT: &[(&str, &str)] = &[
    ("pick_folder", "takes nothing, and opens a window of the system that would stay"),
    ("pick_root", "takes nothing, and opens a window of the system that would stay"),
    ("pick_program", "takes nothing, and opens a window of the system that would stay"),
    ("show_settings_file", "takes nothing, and asks the system's file manager"),
];
/// Commands after which another store may be open: asked last.
const LAST: &[&str] = &["open_sample", "leave_sample", "open_store", "use_root"];

const STORE: &str = "\
//- MEMORY.md
- [One](one.md) — the first
//- one.md
---
name: One
description: the first
type: project
---

One.
//- sub/two.md
Two.
";

/// Calls commands, eight at a time: for each of `[name, arguments]` whether it was done, and what came of it.
const CALL: &str = "\
const [calls] = arguments;
const done = arguments[arguments.length - 1];
const huge = 'x'.repeat(300000);
let deep = [];
for (let n = 0; n < 3000; n++) deep = [deep];
const real = (value) => {
  if (value === '@HUGE@') return huge;
  if (value === '@SURROGATE@') return 'a\\ud800b';
  if (value === '@DEEP@') return deep;
  if (Array.isArray(value)) return value.map(real);
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, real(v)]));
  return value;
};
const answers = new Array(calls.length);
let next = 0;
const one = async () => {
  while (next < calls.length) {
    const at = next++;
    const [name, args] = calls[at];
    const late = new Promise((_, no) => setTimeout(() => no('@LATE@'), 60000));
    try {
      const value = await Promise.race([window.__TAURI_INTERNALS__.invoke(name, real(args)), late]);
      answers[at] = [true, (JSON.stringify(value) ?? '').slice(0, 200000)];
    } catch (error) {
      answers[at] = [false, (typeof error === 'string' ? error : JSON.stringify(error) ?? String(error)).slice(0, 200000)];
    }
  }
};
Promise.all(Array.from({ length: 8 }, one)).then(() => done(answers));
";

/// Everything below a folder: links as links, files with their bytes and times.
fn tree(folder: &Path, but: &[&Path]) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if but.contains(&path.as_path()) {
            continue;
        }
        let about = fs::symlink_metadata(&path).expect("what is there");
        if about.is_dir() {
            found.extend(tree(&path, but));
        }
        let bytes = if about.is_file() { fs::read(&path).unwrap_or_default() } else { Vec::new() };
        let modified = about.is_file().then(|| about.modified().ok());
        found.insert(
            path,
            format!("{:?} {modified:?} {}", about.file_type(), String::from_utf8_lossy(&bytes)),
        );
    }
    found
}

/// Every way in which a command is asked: nothing, null, each of its arguments hostile with the others as they should be,
/// and all of them at once.
fn calls(command: &Command, ids: &[&str]) -> Vec<(String, Value)> {
    let name = &command.name;
    let plain_id = ids.first().copied().unwrap_or_default();
    let plain: Map<String, Value> =
        command.takes.iter().map(|(arg, kind)| (arg.clone(), plain(arg, kind, plain_id))).collect();
    let mut all = vec![json!({}), json!({ "unknown": "x" })];
    for (arg, kind) in &command.takes {
        let inner = kind.strip_prefix("Option<").and_then(|kind| kind.strip_suffix('>')).unwrap_or(kind);
        let mut values = odd();
        values.extend(PATHS.iter().flat_map(|path| shaped(inner, path)));
        values.extend(PATHS.iter().map(|path| json!(path)));
        if arg == "id" {
            values.extend(ids.iter().flat_map(|id| {
                [json!(format!("{id}/..")), json!(format!("../{id}")), json!(id.to_uppercase())]
            }));
        }
        for value in values {
            let mut args = plain.clone();
            args.insert(arg.clone(), value);
            all.push(Value::Object(args));
        }
        let mut args = plain.clone();
        args.remove(arg);
        all.push(Value::Object(args));
    }
    for path in PATHS {
        all.push(Value::Object(command.takes.iter().map(|(arg, _)| (arg.clone(), json!(path))).collect()));
    }
    all.into_iter().map(|args| (name.clone(), args)).collect()
}

/// When a command is asked; none: not at all.
fn turn_of(command: &Command) -> Option<usize> {
    let name = command.name.as_str();
    match () {
        () if NOT.iter().any(|(not, _)| *not == name) => None,
        () if LAST.contains(&name) => Some(2),
        () if WRITE.contains(&name) => Some(1),
        () => Some(0),
    }
}

/// Asks, and looks at what comes back.
async fn ask(window: &Window, all: Vec<(String, Value)>) -> usize {
    let mut answered = 0;
    for some in all.chunks(150) {
        let list: Vec<Value> = some.iter().map(|(name, args)| json!([name, args])).collect();
        let answers = window.wait_for(CALL, vec![Value::Array(list)]).await;
        let answers = answers.as_array().cloned().unwrap_or_default();
        assert_eq!(answers.len(), some.len());
        for ((name, args), answer) in some.iter().zip(answers) {
            let said = answer[1].as_str().unwrap_or_default();
            let short = || format!("{name} {}", args.to_string().chars().take(300).collect::<String>());
            assert!(said != "@LATE@" && !said.contains("\"@LATE@\""), "{} got no answer", short());
            for secret in [SECRET, PASSWD] {
                assert!(!said.contains(secret), "{} was answered with what is no memory: {said}", short());
            }
            if answer[0] == false {
                // the window's own refusals say what and why; the rest are the frame's, before a command is begun
                assert!(!said.is_empty() && !said.contains("panicked"), "{}: {said}", short());
            }
            answered += usize::from(answer[0] == true);
        }
    }
    window.testid("tab-index").await;
    answered
}

#[tokio::test]
async fn each_command_is_asked_in_bad_faith() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let other = person.remember("other", "//- MEMORY.md\nother\n");
    let store = person.store(&shop);
    let text = format!("---\nname: Secret\n---\n{SECRET}\n");
    for place in [
        "secret.md",
        ".claude/secret.md",
        ".claude/projects/secret.md",
        ".local/share/secret.md",
        "code/secret.md",
    ] {
        let at = person.home().join(place);
        fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        fs::write(at, &text).expect("a secret");
    }
    fs::write(person.root().join("settings.json"), "{}\n").expect("settings");
    // no client of whoever runs this test is on the way of what is started here
    let launch = Launch {
        env: vec![("PATH", "/usr/bin:/bin")],
        args: vec![shop.to_string_lossy().into_owned()],
        ..Launch::default()
    };
    let window = Window::launch(&person, launch).await;
    window.says("[One]").await;
    window.web().set_script_timeout(std::time::Duration::from_secs(300)).await.expect("patience");
    let start = window
        .wait_for("window.__TAURI_INTERNALS__.invoke('stores').then(arguments[arguments.length - 1])", vec![])
        .await;
    let listed = start["stores"].as_array().cloned().unwrap_or_default();
    let id_of = |name: &str| {
        let found = listed.iter().find(|store| store["name"] == *name).expect("it is listed");
        found["id"].as_str().unwrap_or_default().to_owned()
    };
    let (own, others) = (id_of("shop"), id_of("other"));
    let ids = [own.as_str(), others.as_str()];

    let commands = registered();
    assert!(commands.len() > 50, "the list is read: {}", commands.len());
    assert!(commands.iter().any(|command| command.name == "draft_fields"
        && command.takes[3] == ("topicType".to_owned(), "Option<String>".to_owned())));
    let (data, run) = (person.data(), person.home().join(".run"));
    // what the desktop's own libraries keep for themselves is not ours
    let theirs = [".cache", ".config", ".local/share/keyrings"].map(|folder| person.home().join(folder));
    let ours: Vec<&Path> = [&data, &run].into_iter().chain(&theirs).map(PathBuf::as_path).collect();
    let beside = [&ours[..], &[store.as_path()]].concat();
    let mut asked = 0;
    // those that look, then those that write the open store and nothing else, then those that open another
    for (turn, but) in [(0, &ours), (1, &beside), (2, &beside)] {
        let before = tree(&person.home(), but);
        for command in commands.iter().filter(|command| turn_of(command) == Some(turn)) {
            let all = calls(command, &ids);
            asked += all.len();
            ask(&window, all).await;
            let now = tree(&person.home(), but);
            let differ: Vec<&PathBuf> =
                now.keys().chain(before.keys()).filter(|path| now.get(*path) != before.get(*path)).collect();
            assert!(differ.is_empty(), "{} changed {differ:?}", command.name);
        }
    }
    for (path, _) in tree(&store, &[]) {
        let name = path.strip_prefix(&store).expect("below it").to_string_lossy().into_owned();
        assert!(path.is_dir() || name.ends_with(".md"), "{name} is in the store");
    }
    println!("{asked} calls of {} commands", commands.len());
    assert_eq!(window.ask("return window.ran ?? null", vec![]).await, Value::Null, "nothing ran");
    assert!(fs::read_to_string(person.store(&other).join("MEMORY.md")).is_ok_and(|text| text == "other\n"));
    window.close().await;
}
