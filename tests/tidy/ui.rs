//! The pages: one door to Rust, and nothing from elsewhere.

use crate::none;
use crate::source::files;

/// The only file that talks to Rust.
const DOOR: &str = "ui/src/lib/ipc.ts";
/// What stands in for Rust when the pages are developed in a browser; no part of the built window.
const STAND_IN: &str = "ui/src/dev/";

#[test]
fn one_door_to_rust() {
    let findings: Vec<String> = files("ui/src", &[".ts", ".svelte"])
        .iter()
        .filter(|file| file.path != DOOR && !file.path.starts_with(STAND_IN))
        .filter(|file| file.text.contains("@tauri-apps") || file.text.contains("__TAURI"))
        .map(|file| format!("{}: ask through {DOOR}", file.path))
        .collect();
    none("Only ipc.ts knows Tauri.", &findings);
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let loads = [
        "src=\"http",
        "src='http",
        "url(http",
        "url(\"http",
        "@import \"http",
        "href=\"http",
        "fetch(\"",
        "fetch('",
        "fetch(`",
        "XMLHttpRequest",
        "eval(",
    ];
    let mut findings = Vec::new();
    for file in files("ui", &[".ts", ".svelte", ".css", ".html"]) {
        for (number, line) in file.text.lines().enumerate() {
            if let Some(load) = loads.iter().find(|load| line.contains(**load)) {
                findings.push(format!(
                    "{}:{}: `{load}`: it has to come with the program",
                    file.path,
                    number + 1
                ));
            }
        }
    }
    none("The window is whole without a network.", &findings);
}

#[test]
fn text_of_a_memory_is_never_markup() {
    // the rendered body comes sanitised from Rust and is set in one place
    let mut places = Vec::new();
    for file in files("ui/src", &[".svelte", ".ts"]).iter().filter(|file| !file.path.contains(".test.")) {
        for mark in ["{@html", ".innerHTML", "insertAdjacentHTML", "document.write"] {
            if file.text.contains(mark) {
                places.push(format!("{}: `{mark}`", file.path));
            }
        }
    }
    assert!(
        places.len() <= 1,
        "Markup from memory text is set in one place only:\n  {}",
        places.join("\n  ")
    );
}
