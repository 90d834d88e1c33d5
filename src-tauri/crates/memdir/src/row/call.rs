//! Files that an assistant's message calls tools on.
//!
//! Separate because such a row can hold a whole file that is written: usually it calls one tool, and says which and on what
//! before the long part. Then what follows is searched for further calls, not walked. Never executes anything.

use super::glance::further_calls;
use super::json::{self, Cursor, Stop, text};
use super::{Calls, TOOLS, is_memory, member};

/// The one call of a row, found before anything long is walked; none when it has to be read whole.
pub(super) fn only_call(row: &[u8]) -> Option<Calls> {
    walk(row).ok().flatten()
}

fn walk(row: &[u8]) -> Result<Option<Calls>, Stop> {
    let mut row = Cursor::new(row);
    if !descend(&mut row, b"message", Some(b"isSidechain"))? || !descend(&mut row, b"content", None)? {
        return Ok(None);
    }
    if !row.take(b'[')? || row.peek()? != b'{' {
        return Ok(None);
    }
    row.enter_object()?;
    let mut name = None;
    let mut first = true;
    let mut is_call = false;
    while let Some(key) = row.key(first)? {
        first = false;
        match key {
            b"type" => is_call = row.value()? == b"\"tool_use\"",
            b"name" => name = text(row.value()?),
            b"input" => {
                let Some(name) = name.filter(|name| is_call && TOOLS.contains(&name.as_str())) else { break };
                if row.peek()? != b'{' {
                    break;
                }
                row.enter_object()?;
                if row.key(true)? != Some(path_field(&name)) {
                    break;
                }
                let path = text(row.value()?);
                // of a memory more is asked than its path
                let plain = path.filter(|path| name == "Read" || !is_memory(path));
                return Ok(plain.filter(|_| !further_calls(row.rest())).map(|path| {
                    let mut calls = Calls::default();
                    put(&mut calls, &name, path);
                    calls
                }));
            }
            _ => {
                row.value()?;
            }
        }
    }
    Ok(None)
}

/// Goes into the object that is next, up to the value of `name`. False when it is not there, when what is next is no
/// object, or when `before` did not come first, saying `false`.
fn descend(row: &mut Cursor<'_>, name: &[u8], before: Option<&[u8]>) -> Result<bool, Stop> {
    if row.peek()? != b'{' {
        return Ok(false);
    }
    row.enter_object()?;
    let mut seen = before.is_none();
    let mut first = true;
    while let Some(key) = row.key(first)? {
        first = false;
        if key == name {
            return Ok(seen);
        }
        let value = row.value()?;
        seen |= Some(key) == before && value == b"false";
    }
    Ok(false)
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
