//! Files that an assistant's message calls tools on.
//!
//! Separate because such a row can hold a whole file that is written: usually it calls one tool, and says which and on what
//! before the long part. Then what follows is searched for further calls, not walked. Never executes anything.

use super::glance::further_calls;
use super::json::{self, Cursor, Stop, text};
use super::{Calls, TOOLS, is_memory, member, usual};

/// What an answer of the main agent's calls whose content is next, found before anything long is walked; none when the row
/// has to be read whole.
pub(super) fn quick(content: Cursor<'_>) -> Option<Calls> {
    walk(content).ok().flatten()
}

fn walk(mut row: Cursor<'_>) -> Result<Option<Calls>, Stop> {
    let nothing = |row: &Cursor<'_>| (!further_calls(row.rest())).then(Calls::default);
    if let Some((name, rest)) = usual::called(row.rest()) {
        return input(Cursor::new(rest), name);
    }
    if row.peek()? != b'[' {
        return Ok(nothing(&row));
    }
    row.take(b'[')?;
    if row.peek()? != b'{' {
        return Ok(nothing(&row));
    }
    row.enter_object()?;
    // the client says first that it is a call, then of what
    if row.key(true)? != Some(b"type") || row.value()? != b"\"tool_use\"" {
        return Ok(nothing(&row));
    }
    let mut name: &[u8] = b"";
    while let Some(key) = row.key(false)? {
        match key {
            b"name" => name = row.value()?,
            b"input" => {
                let name = name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\""));
                return input(row, name.unwrap_or_default());
            }
            _ => {
                row.value()?;
            }
        }
    }
    Ok(None)
}

/// The call of the tool with this name, as it is between its quotes, whose input is next.
fn input(mut row: Cursor<'_>, name: &[u8]) -> Result<Option<Calls>, Stop> {
    let known = TOOLS.iter().find(|tool| tool.as_bytes() == name);
    if name.is_empty() || name.contains(&b'\\') || row.peek()? != b'{' {
        return Ok(None);
    }
    let Some(name) = known else {
        // a shell command may concern memory
        let none = !further_calls(row.rest()) && (name != b"Bash" || !super::may_touch(row.rest()));
        return Ok(none.then(Calls::default));
    };
    row.enter_object()?;
    if row.key(true)? != Some(path_field(name)) {
        return Ok(None);
    }
    // of a memory more is asked than its path
    let plain = text(row.value()?).filter(|path| *name == "Read" || !is_memory(path));
    Ok(plain.filter(|_| !further_calls(row.rest())).map(|path| {
        let mut calls = Calls::default();
        put(&mut calls, name, path);
        calls
    }))
}

/// All calls of known tools in a message, in order.
pub(super) fn all_calls(message: &[u8]) -> Calls {
    let mut calls = Calls::default();
    // a message that cannot be walked has none
    let _ = json::array(member(message, b"content"), |block| {
        if member(block, b"type") != b"\"tool_use\"" {
            return;
        }
        let name = text(member(block, b"name")).unwrap_or_default();
        if TOOLS.contains(&name.as_str()) {
            let path = text(member(member(block, b"input"), path_field(&name)));
            path.into_iter().for_each(|path| put(&mut calls, &name, path));
        }
    });
    calls
}

fn path_field(name: &str) -> &'static [u8] {
    if name == "NotebookEdit" { b"notebook_path" } else { b"file_path" }
}

fn put(calls: &mut Calls, name: &str, path: String) {
    match name {
        _ if path.is_empty() => {}
        "Read" => calls.read.push(path),
        _ => calls.wrote.push(path),
    }
}
