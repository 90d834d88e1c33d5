//! Commands that change a store. Each prints the diff; `--dry-run` prints it and changes nothing.

use crate::arguments::{EntryArguments, EntryVerb, FieldArguments, Folder};
use crate::json::{Changed, Refused, word};
use crate::print::{self, safe};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::{Failure, Outcome};
use memdesk_review::edit::NewEntry;
use memdesk_review::{Edit, Refusal};
use std::io::{IsTerminal, Read};

/// Most that is read from standard input, in bytes; a memory is a few kilobytes.
const INPUT_LIMIT: u64 = 16 * 1024 * 1024;

pub(crate) fn new(
    desk: &Desk,
    words: Vec<String>,
    fields: &FieldArguments,
    entry: &EntryArguments,
    dry_run: bool,
    json: bool,
) -> Answer {
    let (id, path) = target(desk, words)?;
    if let Err(why) = memdesk_review::paths::topic(&path) {
        return Ok(refused(&why.refusal(&path), json));
    }
    let mut text = input(false)?;
    let has_fields = fields.name.is_some() || fields.description.is_some() || fields.topic_type.is_some();
    if has_fields {
        text = desk.draft_fields(
            &text,
            fields.name.as_deref(),
            fields.description.as_deref(),
            fields.topic_type.as_deref(),
        )?;
    }
    let draft = desk.draft(&id, &path, &text)?;
    let stem = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".md").to_owned();
    let entry = (!entry.no_entry).then(|| NewEntry {
        title: entry.title.clone().or(draft.name).unwrap_or(stem),
        hook: entry.hook.clone().or(draft.description).unwrap_or_default(),
    });
    carry_out(desk, &id, &Edit::Create { path, text, entry }, dry_run, json)
}

pub(crate) fn write(desk: &Desk, words: Vec<String>, dry_run: bool, json: bool) -> Answer {
    let (id, path) = target(desk, words)?;
    let text = input(true)?;
    carry_out(desk, &id, &Edit::Write { path, base: None, text }, dry_run, json)
}

pub(crate) fn rename(desk: &Desk, words: Vec<String>, dry_run: bool, json: bool) -> Answer {
    let (id, mut words) = split(desk, words, 2)?;
    let to = words.pop().unwrap_or_default();
    let path = words.pop().unwrap_or_default();
    carry_out(desk, &id, &Edit::Rename { path, to }, dry_run, json)
}

pub(crate) fn merge(desk: &Desk, words: Vec<String>, dry_run: bool, json: bool) -> Answer {
    let (id, mut words) = split(desk, words, 2)?;
    let into = words.pop().unwrap_or_default();
    let path = words.pop().unwrap_or_default();
    let combined = desk.combined(&id, &path, &into)?;
    let edit = Edit::MergeInto {
        path,
        base: Some(combined.base),
        into,
        into_base: Some(combined.into_base),
        text: combined.text,
    };
    carry_out(desk, &id, &edit, dry_run, json)
}

pub(crate) fn delete(desk: &Desk, words: Vec<String>, dry_run: bool, json: bool) -> Answer {
    let (id, path) = target(desk, words)?;
    carry_out(desk, &id, &Edit::Delete { path, base: None }, dry_run, json)
}

pub(crate) fn entry(desk: &Desk, words: Vec<String>, what: &EntryVerb, dry_run: bool, json: bool) -> Answer {
    let (id, path) = target(desk, words)?;
    if what.add {
        return carry_out(desk, &id, &Edit::EntryAdd { path, title: None, hook: None }, dry_run, json);
    }
    let Some((line, base)) = desk.entry_line(&id, &path)? else {
        let why = format!("no index entry leads to {path}; `memdesk entry {path} --add` makes one");
        return Ok(declined(path, why, "no-entry", json));
    };
    let edit = match &what.hook {
        Some(hook) => Edit::EntryHook { line, hook: hook.clone(), base },
        None if what.remove => Edit::EntryRemove { line, base },
        None => Edit::EntryTop { line, base },
    };
    carry_out(desk, &id, &edit, dry_run, json)
}

pub(crate) fn undo(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_of(folder.path.as_deref())?;
    let outcome = desk.undo(&id)?;
    told(desk, &id, outcome, "undo", json)
}

pub(crate) fn redo(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_of(folder.path.as_deref())?;
    let outcome = desk.redo(&id)?;
    told(desk, &id, outcome, "redo", json)
}

fn carry_out(desk: &Desk, id: &str, edit: &Edit, dry_run: bool, json: bool) -> Answer {
    let diff = match desk.diff(id, edit)? {
        Ok(diff) => diff,
        Err(refusal) => return Ok(refused(&refusal, json)),
    };
    if dry_run {
        return Ok(report(Changed { applied: Vec::new(), refused: Vec::new(), diff }, json));
    }
    match desk.apply(id, edit)? {
        Outcome::Applied { paths, .. } => {
            Ok(report(Changed { applied: paths, refused: Vec::new(), diff }, json))
        }
        Outcome::Refused { refusal } => Ok(refused(&refusal, json)),
    }
}

fn told(desk: &Desk, id: &str, outcome: Outcome, verb: &str, json: bool) -> Answer {
    match outcome {
        Outcome::Applied { paths, .. } if paths.is_empty() => {
            if !json {
                print::line(match verb {
                    "redo" => "The acceptance is made again. No file was changed.",
                    _ => "The last decision is taken back: it waits for review again. No file was changed.",
                });
            }
            let nothing = Changed { applied: paths, refused: Vec::new(), diff: String::new() };
            Ok(if json { report(nothing, json) } else { Done::Fine })
        }
        Outcome::Applied { operation, paths, .. } => {
            let diff = desk.operation_diff(id, &operation)?;
            Ok(report(Changed { applied: paths, refused: Vec::new(), diff }, json))
        }
        Outcome::Refused { refusal: Refusal::Nothing } => {
            let why = format!("there is nothing to {verb}; `memdesk log` lists what was done");
            Ok(declined(String::new(), why, "nothing", json))
        }
        Outcome::Refused { refusal } => Ok(refused(&refusal, json)),
    }
}

fn report(changed: Changed, json: bool) -> Done {
    if json {
        print::json(&changed);
    } else {
        print::exact(&safe(&changed.diff));
    }
    Done::Fine
}

fn refused(refusal: &Refusal, json: bool) -> Done {
    declined(refusal.path().unwrap_or_default().to_owned(), refusal.message(), &kind(refusal), json)
}

/// Says on standard error, and with `--json` on standard output too, what was not done and why.
fn declined(path: String, why: String, kind: &str, json: bool) -> Done {
    if json {
        print::json(&Changed {
            applied: Vec::new(),
            refused: vec![Refused { path, why: why.clone() }],
            diff: String::new(),
        });
    }
    print::complain(&format!("{why} [{kind}]"));
    Done::Refused
}

/// The refusal's kebab-case word.
fn kind(refusal: &Refusal) -> String {
    serde_json::to_value(refusal).ok().and_then(|value| value.get("kind").map(word)).unwrap_or_default()
}

fn target(desk: &Desk, words: Vec<String>) -> Result<(String, String), Failure> {
    let (id, mut rest) = split(desk, words, 1)?;
    Ok((id, rest.pop().unwrap_or_default()))
}

/// The store, and the last `wanted` words; one word more is the project folder.
fn split(desk: &Desk, mut words: Vec<String>, wanted: usize) -> Result<(String, Vec<String>), Failure> {
    let rest = words.split_off(words.len().saturating_sub(wanted));
    let id = desk.store_of(words.first().map(std::path::Path::new))?;
    Ok((id, rest))
}

/// Standard input as text. A terminal is only waited on when a body is `needed`.
fn input(needed: bool) -> Result<String, Failure> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() && !needed {
        return Ok(String::new());
    }
    let mut bytes = Vec::new();
    stdin
        .lock()
        .take(INPUT_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::broken("standard input cannot be read", &error))?;
    if bytes.len() as u64 > INPUT_LIMIT {
        return Err(Failure::new(
            "too-large",
            format!("standard input is over {} MiB", INPUT_LIMIT >> 20),
            "Nothing was changed. A memory is a few kilobytes; keep large texts elsewhere and refer to them."
                .to_owned(),
        ));
    }
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            "not-utf8",
            "standard input is not UTF-8",
            "Convert it first, for example with `iconv -t utf-8`.".to_owned(),
        )
    })
}
