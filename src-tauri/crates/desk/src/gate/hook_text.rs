//! The hook as text in the client's settings: put in, taken out, every other byte kept.
//!
//! Separate from `install`, which touches the file. The client reads strict JSON: a settings file with a comment or a comma
//! too many counts as absent for it, or stops it (seen in 2.1.332); of a key that is there twice, the last counts.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::Value;
use std::path::Path;

/// The tools whose calls concern memory. `MultiEdit` is of clients before 2.1.
pub(super) const MATCHER: &str = "Write|Edit|MultiEdit|Bash|Read";
/// After so many seconds the client goes on without an answer.
pub(super) const TIMEOUT: u32 = 5;
const EVENT: &str = "PreToolUse";
const MARK: char = '\u{FEFF}';

/// The settings with the hook. Where an older line of ours is, the new one takes its place.
///
/// # Errors
/// Why these settings cannot be changed.
pub(super) fn with_hook(before: &str, line: &str) -> Result<String, String> {
    let bare = without_hook(before)?;
    let (mark, text) = split_mark(&bare);
    if text.trim().is_empty() {
        let whole = serde_json::json!({ "hooks": { EVENT: [
            { "matcher": MATCHER, "hooks": [{ "type": "command", "command": line, "timeout": TIMEOUT }] }
        ] } });
        return Ok(format!("{mark}{whole:#}\n"));
    }
    let root = parse(text)?;
    let settings = root.object_value().ok_or(NO_OBJECT)?;
    let hooks = match last(&settings, "hooks") {
        Some(property) => property.object_value().ok_or("its `hooks` is no object")?,
        None => {
            settings.append("hooks", CstInputValue::Object(Vec::new())).object_value().ok_or(NO_OBJECT)?
        }
    };
    let entries = match last(&hooks, EVENT) {
        Some(property) => property.array_value().ok_or("its `hooks.PreToolUse` is no list")?,
        None => hooks.append(EVENT, CstInputValue::Array(Vec::new())).array_value().ok_or(NO_OBJECT)?,
    };
    entries.append(entry(line));
    Ok(format!("{mark}{root}"))
}

/// The settings without any hook of ours, and without what was only there to hold it.
///
/// # Errors
/// Why these settings cannot be changed.
pub(super) fn without_hook(before: &str) -> Result<String, String> {
    let (mark, text) = split_mark(before);
    if text.trim().is_empty() {
        return Ok(before.to_owned());
    }
    let root = parse(text)?;
    let settings = root.object_value().ok_or(NO_OBJECT)?;
    let mut is_changed = false;
    for hooks in settings.properties().into_iter().filter(|one| is_named(one, "hooks")) {
        let Some(inner) = hooks.object_value() else { continue };
        for event in inner.properties() {
            let Some(entries) = event.array_value() else { continue };
            if take_ours(&entries) {
                is_changed = true;
                if entries.elements().is_empty() {
                    event.remove();
                }
            }
        }
        if is_changed && inner.properties().is_empty() {
            hooks.remove();
        }
    }
    Ok(if is_changed { format!("{mark}{root}") } else { before.to_owned() })
}

/// Whether our hook is in the settings, as the command that it runs; and the commands of other hooks of the same event.
pub(super) fn hooks_in(text: &str) -> (Option<String>, Vec<String>) {
    let settings: Value = serde_json::from_str(split_mark(text).1).unwrap_or_default();
    let entries = settings["hooks"][EVENT].as_array().cloned().unwrap_or_default();
    let all = entries.iter().filter_map(|entry| entry["hooks"].as_array()).flatten();
    let commands = all.filter_map(|hook| hook["command"].as_str()).map(str::to_owned);
    let (ours, others): (Vec<String>, Vec<String>) = commands.partition(|command| is_ours(command));
    (ours.into_iter().next_back(), others)
}

/// Whether hooks are turned off altogether.
pub(super) fn is_disabled(text: &str) -> bool {
    let settings: Value = serde_json::from_str(split_mark(text).1).unwrap_or_default();
    settings["disableAllHooks"] == true
}

/// The line of a hook that runs `program`, which the client hands to a shell.
///
/// # Errors
/// A path that no line of a shell can hold.
pub(super) fn line(program: &Path, root: Option<&Path>, data: Option<&Path>) -> Result<String, String> {
    let mut words = vec![said(program)?];
    for (option, path) in [("--root", root), ("--data", data)] {
        if let Some(path) = path {
            words.extend([option.to_owned(), said(path)?]);
        }
    }
    words.push("gate".to_owned());
    shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())
}

fn said(path: &Path) -> Result<String, String> {
    let text = path.to_str().ok_or_else(|| format!("{} is not Unicode", path.display()))?;
    // the client's shell on Windows is a POSIX one too
    Ok(if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() })
}

/// The program that a line of ours runs; `None` for any other line.
pub(super) fn program(line: &str) -> Option<String> {
    let words = shlex::split(line)?;
    let program = words.first()?;
    let is_named_so = Path::new(program).file_stem().is_some_and(|stem| stem == "memdesk");
    (is_named_so && words.len() > 1 && words.last().is_some_and(|last| last == "gate"))
        .then(|| program.clone())
}

fn is_ours(line: &str) -> bool {
    program(line).is_some()
}

const NO_OBJECT: &str = "it holds no JSON object";

fn split_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix(MARK) {
        Some(rest) => text.split_at(text.len() - rest.len()),
        None => ("", text),
    }
}

fn parse(text: &str) -> Result<CstRootNode, String> {
    if let Err(error) = serde_json::from_str::<Value>(text) {
        return Err(format!("it is not the strict JSON that the client reads ({error})"));
    }
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| format!("it cannot be read ({error})"))
}

/// The property of that name that counts.
fn last(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    object.properties().into_iter().rev().find(|property| is_named(property, name))
}

fn is_named(property: &CstObjectProp, name: &str) -> bool {
    property.decoded_name().is_some_and(|decoded| decoded == name)
}

/// Takes our hooks out of the entries of an event, and entries that hold no other.
fn take_ours(entries: &CstArray) -> bool {
    let mut is_changed = false;
    for entry in entries.elements().iter().filter_map(CstNode::as_object) {
        let Some(hooks) = last(&entry, "hooks").and_then(|property| property.array_value()) else { continue };
        let ours = hooks.elements().into_iter().filter(|hook| {
            let command = hook.as_object().and_then(|hook| last(&hook, "command")?.value()?.as_string_lit());
            command.and_then(|command| command.decoded_value().ok()).is_some_and(|line| is_ours(&line))
        });
        let ours: Vec<CstNode> = ours.collect();
        if ours.is_empty() {
            continue;
        }
        is_changed = true;
        if ours.len() == hooks.elements().len() {
            entry.remove();
        } else {
            ours.into_iter().for_each(CstNode::remove);
        }
    }
    is_changed
}

fn entry(line: &str) -> CstInputValue {
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let object = |fields: Vec<(&str, CstInputValue)>| {
        CstInputValue::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let hook = object(vec![
        ("type", text("command")),
        ("command", text(line)),
        ("timeout", CstInputValue::Number(TIMEOUT.to_string())),
    ]);
    object(vec![("matcher", text(MATCHER)), ("hooks", CstInputValue::Array(vec![hook]))])
}
