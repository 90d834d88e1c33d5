//! Plans as tables, and what they leave on the disk.
#![allow(dead_code, reason = "not every test file uses all of it")]

use super::Machine;
use memdesk_review::{Plan, Step};
use memdesk_store::{Applied, apply};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub(crate) fn step(path: &str, before: Option<&str>, after: Option<&str>) -> Step {
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().into());
    Step { path: path.to_owned(), before: bytes(before), after: bytes(after), attributes: None }
}

pub(crate) fn plan(steps: &[(&str, Option<&str>, Option<&str>)]) -> Plan {
    Plan { steps: steps.iter().map(|(path, before, after)| step(path, *before, *after)).collect() }
}

pub(crate) fn run(machine: &Machine, plan: &Plan) -> Applied {
    apply(&machine.path("store"), plan)
}

/// Every file below a directory, temporary ones too.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut todo = vec![dir.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => todo.push(path),
                kind if kind.is_file() => {
                    let name = path.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
                    out.insert(name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned());
                }
                _ => {}
            }
        }
    }
    out
}

pub(crate) fn map(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}
