//! Source files as the rules look at them: found by folder, with comments and strings blanked where only code counts.
//!
//! Separate so that no rule reads a directory itself. Not a parser: it knows just enough of Rust and TypeScript to tell
//! code from text.

use std::path::{Path, PathBuf};

/// A file of the repository.
pub(crate) struct Source {
    /// Where it is, from the root, with `/`.
    pub(crate) path: String,
    /// Its text, lossily decoded.
    pub(crate) text: String,
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Folders that are made, fetched, or recorded from elsewhere.
const SKIPPED: &[&str] = &[".git", "target", "node_modules", "dist", "gen", "golden", "out"];

/// Every file below `dir` (from the root) whose name ends with one of `endings`, by path.
pub(crate) fn files(dir: &str, endings: &[&str]) -> Vec<Source> {
    let root = root();
    let mut open = vec![root.join(dir)];
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !SKIPPED.contains(&name.as_str()) => open.push(path),
                Ok(kind) if kind.is_file() && endings.iter().any(|ending| name.ends_with(ending)) => {
                    // gone since it was listed: somebody is editing
                    let Ok(bytes) = std::fs::read(&path) else { continue };
                    let path = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                    found.push(Source { path, text: String::from_utf8_lossy(&bytes).into_owned() });
                }
                _ => {}
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Rust sources of the program: without the tests, benches and build scripts.
pub(crate) fn program() -> Vec<Source> {
    let mut found = files("src-tauri", &[".rs"]);
    found.retain(|file| file.path.contains("/src/"));
    found
}

impl Source {
    /// The text with comments and the insides of strings turned into blanks; lines stay where they are.
    pub(crate) fn code(&self) -> String {
        let quotes: &[char] = if self.path.ends_with(".rs") { &['"'] } else { &['"', '\'', '`'] };
        blank(&self.text, quotes)
    }

    /// As [`code`](Self::code), up to the unit tests at the end of a Rust file.
    pub(crate) fn shipped(&self) -> String {
        // a module of its own for the unit tests
        if self.path.ends_with("/tests.rs") {
            return String::new();
        }
        let code = self.code();
        let end = code.find("#[cfg(test)]").unwrap_or(code.len());
        code.get(..end).unwrap_or_default().to_owned()
    }
}

/// Where we are in the text.
enum State {
    Code,
    Line,
    Block(usize),
    Quoted(char),
    Raw(usize),
}

fn blank(text: &str, quotes: &[char]) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let rust = quotes.len() == 1;
    let mut out = String::with_capacity(text.len());
    let (mut state, mut i) = (State::Code, 0);
    while i < chars.len() {
        let c = at(i);
        let mut step = 1;
        let mut keep = false;
        state = match state {
            State::Code if c == '/' && at(i + 1) == '/' => State::Line,
            State::Code if c == '/' && at(i + 1) == '*' => {
                step = 2;
                State::Block(1)
            }
            State::Code
                if rust && c == 'r' && !word(at(i.wrapping_sub(1))) && raw(&chars, i + 1).is_some() =>
            {
                let hashes = raw(&chars, i + 1).unwrap_or(0);
                step = hashes + 2;
                State::Raw(hashes)
            }
            // a quote as a char literal; a lifetime never has its second tick there
            State::Code if rust && c == '\'' && (at(i + 2) == '\'' || at(i + 1) == '\\') => {
                step = if at(i + 1) == '\\' { 4 } else { 3 };
                State::Code
            }
            State::Code if quotes.contains(&c) => State::Quoted(c),
            State::Code => {
                keep = true;
                State::Code
            }
            State::Line if c == '\n' => State::Code,
            State::Block(depth) if c == '*' && at(i + 1) == '/' => {
                step = 2;
                if depth == 1 { State::Code } else { State::Block(depth - 1) }
            }
            State::Block(depth) if rust && c == '/' && at(i + 1) == '*' => {
                step = 2;
                State::Block(depth + 1)
            }
            State::Quoted(quote) if c == '\\' => {
                step = 2;
                State::Quoted(quote)
            }
            State::Quoted(quote) if c == quote => State::Code,
            State::Raw(hashes) if c == '"' && (1..=hashes).all(|n| at(i + n) == '#') => {
                step = hashes + 1;
                State::Code
            }
            other => other,
        };
        for n in i..(i + step).min(chars.len()) {
            out.push(if keep || at(n) == '\n' { at(n) } else { ' ' });
        }
        i += step;
    }
    out
}

fn word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many `#` stand before the opening quote of a raw string.
fn raw(chars: &[char], from: usize) -> Option<usize> {
    let hashes = chars.get(from..)?.iter().take_while(|c| **c == '#').count();
    (chars.get(from + hashes) == Some(&'"')).then_some(hashes)
}

#[test]
fn comments_and_strings_are_blanked() {
    for (quotes, text, code) in [
        (&['"'][..], "a // b\nc", "a     \nc"),
        (&['"'], "a /* b /* c */ d */ e", "a                   e"),
        (&['"'], r#"x("a\"b") y"#, "x(      ) y"),
        (&['"'], "r#\"a\"b\"# z", "         z"),
        (&['"'], "f(r) 'a '\"' b", "f(r) 'a     b"),
        (&['"'], "'\\n' b", "     b"),
        (&['"', '\'', '`'], "a 'b' `c` \"d\" e", "a             e"),
        (&['"', '\'', '`'], "https: 'http://x' // y", "https:                "),
    ] {
        assert_eq!(blank(text, quotes), code, "{text}");
    }
}
