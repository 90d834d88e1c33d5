//! The only place that prints.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use serde::Serialize;
use std::io::Write;

/// One line on standard error.
pub(crate) fn complain(message: &str) {
    eprintln!("memdesk: {}", message.replace('\n', " "));
}

/// A line on standard output. A reader that went away (`| head`) is no error.
pub(crate) fn line(text: &str) {
    exact(text);
    exact("\n");
}

/// Text on standard output, no newline added.
pub(crate) fn exact(text: &str) {
    drop(std::io::stdout().lock().write_all(text.as_bytes()));
}

/// One JSON document.
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => line(&text),
        Err(error) => complain(&format!("the answer cannot be written as JSON: {error}")),
    }
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
