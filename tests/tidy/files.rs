//! What every file looks like, and what none contains.

use crate::none;
use crate::source::{Source, files, program};

/// Longer than this and a file holds more than one thing.
const LINES: usize = 400;

/// Made by a program, or a list that only grows by lines.
const LONG: &[(&str, &str)] = &[("ui/src/lib/bindings.ts", "generated")];

fn is_long(file: &Source) -> bool {
    !LONG.iter().any(|(path, _)| file.path == *path) && file.text.lines().count() > LINES
}

/// All that people write here.
fn written() -> Vec<Source> {
    files(
        "",
        &[".rs", ".ts", ".svelte", ".css", ".html", ".md", ".toml", ".json", ".yaml", ".yml", ".js", "/run"],
    )
    .into_iter()
    .filter(|file| !file.path.ends_with("package-lock.json") && !file.path.ends_with("Cargo.lock"))
    .collect()
}

#[test]
fn files_are_short() {
    let mut sources = files("", &[".rs", ".ts", ".svelte", ".css"]);
    sources.retain(is_long);
    let findings: Vec<String> = sources
        .iter()
        .map(|file| {
            format!(
                "{}: {} lines; split it by what its parts are about",
                file.path,
                file.text.lines().count()
            )
        })
        .collect();
    none("No file is longer than 400 lines.", &findings);
}

#[test]
fn rust_files_open_with_what_they_are() {
    let findings: Vec<String> = files("", &[".rs"])
        .iter()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| {
            format!("{}: begin with `//!`: what it is, why it is separate, what it never does", file.path)
        })
        .collect();
    none("Every Rust file opens with what it is.", &findings);
}

#[test]
fn nothing_is_left_to_do() {
    // written apart, or this file would find itself
    let marks =
        [concat!("FIX", "ME"), concat!("TO", "DO"), concat!("to", "do!("), concat!("unimpl", "emented!(")];
    let mut findings = Vec::new();
    for file in files("", &[".rs", ".ts", ".svelte", ".css"]) {
        for (number, line) in file.text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| line.contains(**mark)) {
                findings.push(format!(
                    "{}:{}: `{mark}`: do it now or make it an issue",
                    file.path,
                    number + 1
                ));
            }
        }
    }
    none("What is here is finished.", &findings);
}

#[test]
fn no_machine_is_named() {
    let places = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tmp/pr", "ep")];
    let mut findings = Vec::new();
    for file in written() {
        for (number, line) in file.text.lines().enumerate() {
            if let Some(place) = places.iter().find(|place| line.contains(**place)) {
                findings.push(format!(
                    "{}:{}: `{place}` is a place on one machine: take it from the environment",
                    file.path,
                    number + 1
                ));
            }
        }
    }
    none("No path of one machine.", &findings);
}

#[test]
fn a_panic_has_its_reason() {
    let mut findings = Vec::new();
    for file in program() {
        let shipped = file.shipped();
        for (number, line) in shipped.lines().enumerate() {
            let allows = line.contains("allow(clippy::") || line.contains("expect(clippy::");
            // the reason may stand on the next lines of a wrapped attribute
            let attribute: String = file.text.lines().skip(number).take(4).collect();
            if allows && !attribute.contains("reason") {
                findings.push(format!("{}:{}: add `reason = \"…\"` to the attribute", file.path, number + 1));
            }
        }
    }
    none("A lint is silenced with a reason.", &findings);
}
