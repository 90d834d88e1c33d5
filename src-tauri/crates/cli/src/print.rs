//! The only place that prints.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use memdesk_desk::Desk;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::sync::OnceLock;

/// Why standard output could not be written, the first time.
static LOST: OnceLock<String> = OnceLock::new();

/// One line on standard error. Nothing is left to be done when that is closed.
pub(crate) fn complain(message: &str) {
    let line = format!("memdesk: {}\n", cell(message));
    drop(std::io::stderr().lock().write_all(line.as_bytes()));
}

/// Why some of the answer did not get out, for instance to a full disk.
pub(crate) fn lost() -> Option<&'static str> {
    if let Err(error) = std::io::stdout().lock().flush() {
        note(&error);
    }
    LOST.get().map(String::as_str)
}

/// A reader that went away (`| head`) has what it wanted.
fn note(error: &std::io::Error) {
    if error.kind() != ErrorKind::BrokenPipe {
        LOST.get_or_init(|| error.to_string());
    }
}

/// A line on standard output.
pub(crate) fn line(text: &str) {
    exact(text);
    exact("\n");
}

/// Text on standard output, no newline added.
pub(crate) fn exact(text: &str) {
    if let Err(error) = std::io::stdout().lock().write_all(text.as_bytes()) {
        note(&error);
    }
}

/// One JSON document.
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => line(&text),
        Err(error) => complain(&format!("the answer cannot be written as JSON: {error}")),
    }
}

/// Says so when there is no memory at all where one looks: nothing found there would be no comfort. True when it was said.
pub(crate) fn nothing_here(desk: &Desk, id: &str) -> bool {
    let missing = desk.place(id).filter(|place| !place.dir.is_dir());
    if let Some(place) = &missing {
        line(&format!("There is no memory here: {} is not there.", cell(&place.dir.to_string_lossy())));
    }
    missing.is_some()
}

/// So many of something.
pub(crate) fn count(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}

/// The word for so many of something.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{noun}{end}")
}

/// Text in which control and invisible characters cannot play with the terminal.
pub(crate) fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for found in memdesk_memdir::invisible::find(text) {
        out.push_str(text.get(from..found.at).unwrap_or_default());
        out.push_str(&format!("<U+{:04X}>", found.ch as u32));
        from = found.at + found.ch.len_utf8();
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.replace('\r', "<CR>")
}

/// As [`safe`], and on one line: a name or a description cannot pass for further lines of ours.
pub(crate) fn cell(text: &str) -> String {
    safe(text).replace('\n', "<LF>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_plays_with_the_terminal() {
        for (text, line) in [
            ("plain — 中文 👩‍💻", "plain — 中文 👩‍💻"),
            ("a\tb", "a\tb"),
            ("\u{1b}[31mred", "<U+001B>[31mred"),
            ("\u{9b}31m", "<U+009B>31m"),
            ("\u{202e}gnp.md", "<U+202E>gnp.md"),
            ("one\n- [user] two.md\r", "one<LF>- [user] two.md<CR>"),
        ] {
            assert_eq!(cell(text), line, "{text:?}");
        }
    }
}
