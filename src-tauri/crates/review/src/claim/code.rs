//! What a code span or a line of shell input names.
//!
//! Separate because in code a name may be shorter and plainer than in prose. A span is one thing or nothing: what is a
//! fragment of a language is no claim.

use std::ops::Range;

use super::command::{is_command, without_prompt};
use super::shape::{
    flag, host, is_file, is_identifier, is_marked, is_path, is_variable, listed, without_line,
};
use super::{Found, Kind, when};

/// Words that stand in code spans and name nothing of a project.
const PLAIN: &str = " Any Array Boolean Date Default Err Error Exception FALSE Float HashMap Integer JSON List Map None Null Number \
    Object Ok Option Promise Result Self Set Some String TRUE True Vec False Void ";

/// The claim that a code span makes.
pub(super) fn read(text: &str, range: Range<usize>) -> Option<Found> {
    let code = text.get(range.clone())?;
    let here = |kind: Kind, part: &str| {
        // `part` is a slice of `code`
        let from = range.start + (part.as_ptr() as usize).saturating_sub(code.as_ptr() as usize);
        Some((kind, from..from + part.len()))
    };
    if code.contains(char::is_whitespace) {
        if has_prompt(code) || is_command(code) {
            return here(Kind::Command, without_prompt(code));
        }
        return key(code).and_then(|key| here(Kind::Symbol, key));
    }
    if let Some((name, _)) = code.split_once('=').filter(|(name, _)| is_variable(name)) {
        return here(Kind::Variable, name);
    }
    if code.contains("://") {
        return host(text, range.clone());
    }
    if let Some(flag) = flag(code) {
        return here(Kind::Flag, flag);
    }
    let bare = without_line(code);
    if is_path(bare, true) {
        return here(Kind::Path, bare);
    }
    if is_route(bare) {
        return here(Kind::Symbol, bare);
    }
    if is_file(bare, true) {
        return here(Kind::File, bare);
    }
    if when::is_version(code) {
        return here(Kind::Version, code);
    }
    if when::is_date(code) {
        return here(Kind::Date, code);
    }
    let unquoted = code.strip_prefix('$').unwrap_or(code);
    let unquoted = unquoted.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(unquoted);
    if is_variable(unquoted) {
        return here(Kind::Variable, unquoted);
    }
    symbol(code).and_then(|symbol| here(Kind::Symbol, symbol))
}

/// Each line of shell input; of a transcript, those behind a prompt.
pub(super) fn shell(text: &str, range: Range<usize>, out: &mut Vec<Found>) {
    let block = text.get(range.clone()).unwrap_or_default();
    let transcript = block.lines().any(has_prompt);
    let mut at = range.start;
    let mut continued = false;
    for line in block.split_inclusive('\n') {
        let trimmed = line.trim();
        let skip =
            continued || trimmed.is_empty() || trimmed.starts_with('#') || transcript && !has_prompt(trimmed);
        continued = trimmed.ends_with('\\');
        let command = without_prompt(trimmed).trim_end_matches('\\').trim_end();
        if !skip && (transcript || super::parts(command).is_some_and(|parts| plausible(parts.program))) {
            let from = at + line.find(command).unwrap_or_default();
            out.push((Kind::Command, from..from + command.len()));
        }
        at += line.len();
    }
}

/// A program's name rather than a word of a script.
fn plausible(program: &str) -> bool {
    let script = " case do done elif else esac fi for function if in then until while { } ";
    !listed(script, program)
        && program.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '~' | '+'))
}

/// Whether a line begins with a shell's prompt.
pub(super) fn has_prompt(line: &str) -> bool {
    let rest = ["$ ", "% ", "❯ "].iter().find_map(|prompt| line.trim_start().strip_prefix(prompt));
    rest.is_some_and(|rest| {
        rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '~'))
    })
}

/// The key of `key: value` or `key = value`.
fn key(code: &str) -> Option<&str> {
    let at = code.find(": ").or_else(|| code.find(" = "))?;
    let key = code.get(..at)?.trim().trim_matches(['"', '\'']);
    let dotted = key.split(['.', '-']).all(|part| is_identifier(part) && part.is_ascii());
    let value = code.get(at + 2..)?.trim();
    let plain = value.split_whitespace().count() == 1;
    (dotted && plain && key.len() > 3 && !listed(PLAIN, key)).then_some(key)
}

/// An address of a server's own: `/api/users/:id`.
fn is_route(code: &str) -> bool {
    let parts: Vec<&str> = code.split('/').skip(1).collect();
    code.starts_with('/')
        && parts.len() > 1
        && parts.iter().all(|part| {
            part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-:{}[]".contains(&b)) && !part.is_empty()
        })
}

/// A function, a type, a member, or a name that no prose has.
fn symbol(code: &str) -> Option<&str> {
    let called = code.find('(').filter(|_| code.ends_with(')'));
    let name = called.and_then(|at| code.get(..at)).unwrap_or(code);
    let name = name.trim_end_matches('!').trim_start_matches(['@', '#', '&', '*']);
    let name = name.split('<').next().unwrap_or(name);
    let parts: Vec<&str> = name.split("::").flat_map(|part| part.split('.')).collect();
    let whole = parts.iter().all(|part| is_identifier(part) && part.is_ascii());
    let marked = match parts.as_slice() {
        [one] => called.is_some() || is_marked(one) || is_type(one),
        // `e.g`, `a.b`: too short to be looked for
        many => many.iter().any(|part| part.len() > 2),
    };
    (whole && marked && name.len() > 2 && !listed(PLAIN, name)).then_some(name)
}

/// One capitalised word, in code the name of a type.
fn is_type(word: &str) -> bool {
    word.len() > 3
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.bytes().skip(1).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}
