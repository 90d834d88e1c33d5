//! Read, Grep and Glob: what looks at a copy, and at past conversations.
//!
//! Separate from changing because nothing here can. Answers have a limit, and say what they leave out.

use globset::GlobBuilder;
use regex::{Regex, RegexBuilder};

use super::arguments::Arguments;
use super::place::{MEMORY, Place, SESSIONS, place};
use super::{ANSWER_LIMIT, Copy, Done, Sessions};
use crate::pattern::floor;

/// The longest pattern, in bytes.
const PATTERN_LIMIT: usize = 1_000;
/// What a compiled pattern may take, in bytes. Matching takes time in proportion to the text, whatever the pattern.
const COMPILED_LIMIT: usize = 1 << 20;
/// Lines that a search gives, at most.
const FOUND_LIMIT: usize = 200;
/// Bytes that are shown of a line that was found.
const FOUND_LINE: usize = 500;
/// Bytes that are shown of a line that is read.
const READ_LINE: usize = 8 << 10;

impl Copy {
    pub(super) fn read(&self, arguments: &Arguments<'_>, sessions: &dyn Sessions) -> Result<Done, String> {
        let place = place(arguments.path()?)?;
        let offset = arguments.count("offset")?.unwrap_or(1).max(1);
        let limit = arguments.count("limit")?.unwrap_or(usize::MAX).max(1);
        match place {
            Place::Store | Place::AllSessions => {
                Err("That is a folder: Glob lists what is in it.".to_owned())
            }
            Place::Session(name) => {
                let text = sessions
                    .read(&name)
                    .ok_or("There is no such conversation; Glob `sessions/*` lists them.")?;
                Ok((format!("{SESSIONS}/{name}"), lines(&text, offset, limit)))
            }
            Place::Memory(path) => {
                let bytes = self.reach(&path)?.then(|| self.bytes(&path)).flatten();
                let bytes = bytes.ok_or_else(|| format!("There is no {MEMORY}/{path}."))?;
                let text = String::from_utf8_lossy(bytes);
                let mut answer = lines(&text, offset, limit);
                if matches!(text, std::borrow::Cow::Owned(_)) {
                    answer.push_str("[This file is not UTF-8; what is no text is shown as \u{FFFD}. Edit cannot change it.]\n");
                }
                Ok((path, answer))
            }
        }
    }

    pub(super) fn grep(&self, arguments: &Arguments<'_>, sessions: &dyn Sessions) -> Result<Done, String> {
        let pattern = arguments.text("pattern")?;
        let place = place(arguments.text_or_none("path")?.unwrap_or(MEMORY))?;
        let ignore_case = arguments.flag("ignore_case")?;
        let regex = compile(pattern, ignore_case)?;
        let mut found = Vec::new();
        match place {
            Place::AllSessions => {
                let pattern = if ignore_case { format!("(?i){pattern}") } else { pattern.to_owned() };
                found = sessions.search(&pattern, FOUND_LIMIT + 1)?;
                found.iter_mut().for_each(|line| *line = cut(line, FOUND_LINE));
            }
            Place::Session(name) => {
                let text = sessions
                    .read(&name)
                    .ok_or("There is no such conversation; Glob `sessions/*` lists them.")?;
                search(&regex, &format!("{SESSIONS}/{name}"), &text, &mut found);
            }
            Place::Store | Place::Memory(_) => {
                let at = if let Place::Memory(path) = &place { path.as_str() } else { "" };
                let files = self.files();
                let inside = |path: &str| at.is_empty() || path == at || crate::reading::below(path, at);
                if !files.keys().any(|path| inside(path)) && !at.is_empty() {
                    // says why, where it is there but out of reach
                    self.reach(at)?;
                    return Err(format!("There is no {MEMORY}/{at}."));
                }
                for (path, bytes) in files.iter().filter(|(path, _)| inside(path)) {
                    search(&regex, &format!("{MEMORY}/{path}"), &String::from_utf8_lossy(bytes), &mut found);
                    if found.len() > FOUND_LIMIT {
                        break;
                    }
                }
            }
        }
        let more = found.len() > FOUND_LIMIT;
        found.truncate(FOUND_LIMIT);
        Ok((pattern.to_owned(), list(&found, more, "Nothing matches.")))
    }

    pub(super) fn glob(&self, arguments: &Arguments<'_>, sessions: &dyn Sessions) -> Result<Done, String> {
        let pattern = arguments.text("pattern")?;
        let within = arguments.text_or_none("path")?.map(place).transpose()?;
        short(pattern)?;
        let folder = match &within {
            None => String::new(),
            Some(Place::Store) => format!("{MEMORY}/"),
            Some(Place::Memory(path)) => format!("{MEMORY}/{path}/"),
            Some(Place::AllSessions) => format!("{SESSIONS}/"),
            Some(Place::Session(_)) => return Err("A conversation is no folder.".to_owned()),
        };
        let whole = format!("{folder}{pattern}");
        // the rules for paths hold for what a pattern spells out, too
        let (root, rest) = match place(&whole)? {
            Place::Store => (MEMORY, "**".to_owned()),
            Place::AllSessions => (SESSIONS, "*".to_owned()),
            Place::Memory(rest) => (MEMORY, rest),
            Place::Session(rest) => (SESSIONS, rest),
        };
        let glob = GlobBuilder::new(&rest).literal_separator(true).build();
        let glob =
            glob.map_err(|why| format!("The pattern cannot be read: {}.", why.kind()))?.compile_matcher();
        let names: Vec<String> =
            if root == MEMORY { self.files().into_keys().collect() } else { sessions.names() };
        let found: Vec<String> =
            names.iter().filter(|name| glob.is_match(name)).map(|name| format!("{root}/{name}")).collect();
        Ok((pattern.to_owned(), list(&found, false, "No file has such a path.")))
    }
}

/// Refuses a pattern that is empty or too long.
fn short(pattern: &str) -> Result<(), String> {
    if pattern.is_empty() {
        return Err("`pattern` is empty.".to_owned());
    }
    if pattern.len() > PATTERN_LIMIT {
        return Err(format!("The pattern is too long: at most {PATTERN_LIMIT} bytes."));
    }
    Ok(())
}

fn compile(pattern: &str, ignore_case: bool) -> Result<Regex, String> {
    short(pattern)?;
    let built = RegexBuilder::new(pattern).case_insensitive(ignore_case).size_limit(COMPILED_LIMIT).build();
    built.map_err(|why| match why {
        regex::Error::CompiledTooBig(_) => "The pattern asks for too much; use a simpler one.".to_owned(),
        // the last line of the library's explanation says what; the others draw where
        why => {
            let why = why.to_string();
            let last = why.lines().last().unwrap_or_default();
            format!("The pattern is no regular expression: {}.", last.trim_start_matches("error: "))
        }
    })
}

fn search(regex: &Regex, name: &str, text: &str, found: &mut Vec<String>) {
    for (at, line) in text.lines().enumerate() {
        if found.len() > FOUND_LIMIT {
            return;
        }
        if let Some(hit) = regex.find(line) {
            // of a long line, what is around the find
            let from = floor(line, hit.start().saturating_sub(FOUND_LINE / 2));
            let from = if line.len() > FOUND_LINE { from } else { 0 };
            let dots = if from > 0 { "… " } else { "" };
            found.push(format!(
                "{name}:{}: {dots}{}",
                at + 1,
                cut(line.get(from..).unwrap_or_default(), FOUND_LINE)
            ));
        }
    }
}

/// At most `limit` bytes of a line, and how much is left.
fn cut(line: &str, limit: usize) -> String {
    if line.len() <= limit {
        return line.to_owned();
    }
    let (shown, rest) = line.split_at(floor(line, limit));
    format!("{shown} [… {} more bytes]", rest.len())
}

/// Lines of an answer, as many as it holds.
fn list(found: &[String], more: bool, none: &str) -> String {
    if found.is_empty() {
        return none.to_owned();
    }
    let mut out = String::new();
    for (at, line) in found.iter().enumerate() {
        if out.len() + line.len() >= ANSWER_LIMIT {
            out.push_str(&format!("[{} more are left out; narrow the search.]\n", found.len() - at));
            return out;
        }
        out.push_str(line);
        out.push('\n');
    }
    if more {
        out.push_str(&format!("[Only the first {FOUND_LIMIT} are shown; narrow the search.]\n"));
    }
    out
}

/// Numbered lines of a text from `offset` on (1-based), at most `limit`.
fn lines(text: &str, offset: usize, limit: usize) -> String {
    let total = text.lines().count();
    if total == 0 {
        return "[The file is empty.]\n".to_owned();
    }
    let mut out = String::new();
    let mut next = offset;
    for (at, line) in text.lines().enumerate().skip(offset - 1).take(limit) {
        let line = format!("{}\t{}\n", at + 1, cut(line, READ_LINE));
        if out.len() + line.len() > ANSWER_LIMIT {
            break;
        }
        out.push_str(&line);
        next = at + 2;
    }
    if offset > total {
        out.push_str(&format!("[There are only {total} lines.]\n"));
    } else if next <= total {
        out.push_str(&format!("[{total} lines in all; read on with offset {next}.]\n"));
    }
    out
}
