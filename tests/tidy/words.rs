//! The glossary: one word per concept, and words that say nothing stay out of names.

use crate::none;
use crate::source::{Source, files};

/// Words that only say "something to do with".
const EMPTY: &[&str] = &[
    "manager",
    "managers",
    "service",
    "services",
    "helper",
    "helpers",
    "util",
    "utils",
    "utility",
    "utilities",
];

/// Names that others gave, where we cannot but write them.
const FOREIGN: &[(&str, &str)] = &[
    ("src-tauri/src/", "Manager"), // Tauri's trait
    ("src-tauri/crates/models/", "tokio_util"),
    ("src-tauri/crates/models/", "SERVICE_UNAVAILABLE"), // a status of HTTP
];

fn is_foreign(path: &str, name: &str) -> bool {
    FOREIGN.iter().any(|(place, theirs)| path.starts_with(place) && name == *theirs)
}

fn sources() -> Vec<Source> {
    let mut found = files("src-tauri", &[".rs"]);
    found.extend(files("tests", &[".rs"]));
    found.extend(files("ui/src", &[".ts", ".svelte"]));
    found
}

/// The words in an identifier: `HTTPHelper_two` is http, helper, two.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|at| chars.get(at));
        let starts = match before {
            None => true,
            Some(before) if !before.is_alphanumeric() => true,
            Some(before) => {
                c.is_uppercase()
                    && (before.is_lowercase() || chars.get(i + 1).is_some_and(|next| next.is_lowercase()))
            }
        };
        if !c.is_alphanumeric() {
            continue;
        }
        match words.last_mut() {
            Some(word) if !starts => word.extend(c.to_lowercase()),
            _ => words.push(c.to_lowercase().collect()),
        }
    }
    words
}

fn is_empty_word(word: &str) -> bool {
    EMPTY.contains(&word)
}

#[test]
fn names_say_what_a_thing_is() {
    let mut findings = Vec::new();
    for file in sources() {
        if let Some(word) = split(&file.path).into_iter().find(|word| is_empty_word(word)) {
            findings.push(format!("{}: name the file after what is in it, not `{word}`", file.path));
        }
        for (number, line) in file.code().lines().enumerate() {
            for name in line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|name| !is_foreign(&file.path, name))
            {
                if let Some(word) = split(name).into_iter().find(|word| is_empty_word(word)) {
                    findings.push(format!(
                        "{}:{}: `{name}`: say what it is, not that it is a {word}",
                        file.path,
                        number + 1
                    ));
                }
            }
        }
    }
    none("No Manager, Service, Helper or Util.", &findings);
}

#[test]
fn identifiers_come_apart() {
    for (name, words) in [
        ("HTTPHelper_two", &["http", "helper", "two"][..]),
        ("fileUtils", &["file", "utils"]),
        ("utilize", &["utilize"]),
        ("SERVICE", &["service"]),
        ("a/lib/helpers.ts", &["a", "lib", "helpers", "ts"]),
    ] {
        assert_eq!(split(name), words, "{name}");
    }
}
