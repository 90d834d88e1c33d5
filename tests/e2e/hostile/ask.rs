//! Commands and what they take, read from the sources: a new one is asked too, without a word here.
//!
//! Separate from the test that asks them.

use serde_json::{Value, json};

/// The list that the window registers, and every file in which a command may stand.
const LIST: &str = include_str!("../../../src-tauri/src/commands.rs");
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/src");

/// A command, as the page calls it, with the name and the type of what it takes.
#[derive(Debug, Clone)]
pub(super) struct Command {
    pub(super) name: String,
    pub(super) takes: Vec<(String, String)>,
}

/// Every registered command.
pub(super) fn registered() -> Vec<Command> {
    let list =
        LIST.split("generate_handler![").nth(1).and_then(|rest| rest.split(']').next()).expect("the list");
    let sources: String = std::fs::read_dir(SOURCES)
        .expect("the window's sources")
        .flatten()
        .filter_map(|file| std::fs::read_to_string(file.path()).ok())
        .collect();
    let names = list.split(',').map(str::trim).filter(|path| !path.is_empty());
    names.map(|path| read(path.rsplit("::").next().unwrap_or(path), &sources)).collect()
}

fn read(name: &str, sources: &str) -> Command {
    let found = sources.split("#[tauri::command]").skip(1).find_map(|rest| {
        let (head, _) = rest.split_once('{')?;
        let (own, takes) = head.split_once("fn ")?.1.split_once('(')?;
        (own == name).then_some(takes)
    });
    let takes = found.unwrap_or_else(|| panic!("{name} is registered, and nowhere to be found"));
    let takes =
        takes.rsplit_once(')').map_or(takes, |(takes, _)| takes).split(") ->").next().unwrap_or(takes);
    let mut all = Vec::new();
    for one in parts(takes) {
        let Some((name, kind)) = one.split_once(':') else { continue };
        let (name, kind) = (name.trim(), kind.split_whitespace().collect::<String>());
        if !kind.starts_with("State<") && kind != "AppHandle" && kind != "Window" {
            all.push((camel(name), kind));
        }
    }
    Command { name: name.to_owned(), takes: all }
}

/// The parts between commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[from..]);
    found
}

/// As the page writes it.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (head, tail) = word.split_at(1.min(word.len()));
        format!("{name}{}{tail}", head.to_uppercase())
    })
}

/// Paths and names that no command may follow.
pub(super) const PATHS: &[&str] = &[
    "",
    ".",
    "..",
    "../../../../../secret.md",
    "../../../../../../etc/passwd",
    "/etc/passwd",
    "/etc/passwd\u{0}.md",
    "one.md\u{0}",
    "one.md/../../../../../../secret.md",
    "..\\..\\secret.md",
    "file:///etc/passwd",
    "javascript:window.ran=1",
    "data:text/html,<script>window.ran=1</script>",
    "//example.invalid/share",
    "refs/heads/../../config",
    "-rf",
    "--upload-pack=touch x",
    "$(touch x)",
    "`touch x`",
    "two\nlines",
    "%2e%2e%2f%2e%2e%2fsecret.md",
    "\u{202e}md.one",
    "<img src=x onerror=window.ran=1>",
    "@HUGE@",
    "@SURROGATE@",
];

/// What is no text at all.
pub(super) fn odd() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(9_007_199_254_740_993_u64),
        json!(-9.0e300),
        json!([]),
        json!({}),
        json!([[["x"]]]),
        json!({ "kind": "../..", "path": "../..", "id": ["x"], "__proto__": { "x": 1 } }),
        json!("@DEEP@"),
        json!(["@HUGE@"]),
    ]
}

/// What is nearly right, for a type that has fields: each field hostile once.
pub(super) fn shaped(kind: &str, path: &str) -> Vec<Value> {
    let p = path;
    match kind {
        "Edit" => vec![
            json!({ "kind": "create", "path": p, "text": "x", "entry": null }),
            json!({ "kind": "create", "path": "new.md", "text": p, "entry": { "title": p, "hook": p } }),
            json!({ "kind": "write", "path": p, "base": null, "text": "x" }),
            json!({ "kind": "fields", "path": p, "base": null, "name": p, "description": p, "topic_type": p }),
            json!({ "kind": "rename", "path": p, "to": "x.md" }),
            json!({ "kind": "rename", "path": "one.md", "to": p }),
            json!({ "kind": "delete", "path": p, "base": null }),
            json!({ "kind": "entry-hook", "line": 1, "hook": p, "base": p }),
            json!({ "kind": "entry-move", "line": 18_446_744_073_709_551_615_u64, "before": 18_446_744_073_709_551_615_u64, "base": null }),
            json!({ "kind": "entry-remove", "line": 0, "base": null }),
            json!({ "kind": "entry-top", "line": 9_007_199_254_740_991_u64, "base": null }),
            json!({ "kind": "entry-add", "path": p, "title": p, "hook": p }),
            json!({ "kind": "restore", "path": p, "content": "x" }),
            json!({ "kind": p }),
        ],
        "ReviewTake" => vec![json!({ "proposal": p, "path": p, "version": p, "hunks": [p] })],
        "Vec<ReviewTake>" => vec![json!([{ "proposal": p, "path": p, "version": p, "hunks": [p, p] }])],
        "Vec<String>" => vec![json!([p]), json!(["one.md", p])],
        "RecallAsk" => vec![
            json!({ "query": p, "question": p, "selector": "estimate", "edit": null, "surfaced": [p], "dry_run": true }),
            json!({ "query": "x", "question": null, "selector": p, "edit": { "kind": "write", "path": p, "base": null, "text": p }, "surfaced": [], "dry_run": true }),
        ],
        "RunAsk" => vec![
            json!({ "kind": p, "session": p, "turns": 0, "agent": p, "most_turns": 0, "most_tokens": 0, "most_dollars": -1.0 }),
            json!({ "kind": "extract", "session": p, "turns": 18_446_744_073_709_551_615_u64, "agent": p, "most_turns": null, "most_tokens": null, "most_dollars": 1e308 }),
        ],
        "QuestionFilter" => vec![
            json!({ "search": p, "session": p, "topic": p, "from": p, "to": p, "nothing": false, "offset": 18_446_744_073_709_551_615_u64, "limit": 18_446_744_073_709_551_615_u64 }),
        ],
        "SearchQuery" => vec![
            json!({ "text": p, "all": true, "kinds": [p], "limit": 18_446_744_073_709_551_615_u64, "called": [[p, p]] }),
            json!({ "text": p, "all": true, "kinds": [], "limit": 0, "called": [] }),
        ],
        "Vec<SettingChange>" => {
            let changes =
                ["window.theme", "claude.root", "claude.program", "models.base_url", "gate.mode", p];
            changes.iter().map(|key| json!([{ "key": key, "value": p }])).collect()
        }
        "Preferences" => vec![json!({ "language": p, "theme": p, "pane": p, "store": p })],
        "usize" | "u32" | "u64" => vec![json!(18_446_744_073_709_551_615_u64), json!(-1), json!(p)],
        "bool" => vec![json!(p)],
        _ => vec![json!(p)],
    }
}

/// What a command of ours is given where something else is tried out.
pub(super) fn plain(name: &str, kind: &str, id: &str) -> Value {
    match (name, kind) {
        ("id", _) => json!(id),
        (_, "usize" | "u32" | "u64") => json!(3),
        (_, "bool") => json!(false),
        ("path", _) => json!("one.md"),
        (_, kind) if kind.starts_with("Option<") => Value::Null,
        (_, "Vec<String>" | "Vec<ReviewTake>") => json!([]),
        (_, kind) => shaped(kind, "one.md").into_iter().next().unwrap_or(Value::Null),
    }
}
