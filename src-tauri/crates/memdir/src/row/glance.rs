//! A first look at a row: can it hold anything that `row` knows?
//!
//! Separate because it is what makes gigabytes of session files quick to read: nearly every row is told apart by the few
//! hundred bytes before its long texts. Never says no of a row that [`super::read`] would make something of.

use super::json::{Cursor, Stop};
use super::memory::MEMORY;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// What a first look says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glance {
    /// Nothing that is known here.
    Other,
    /// It has to be read.
    Worth,
    /// The bytes end before it can be said. Of a whole row: it is no JSON.
    Short,
    /// It is no JSON.
    Broken,
}

/// Looks at the beginning of a row, or at the whole of it.
pub fn glance(row: &[u8]) -> Glance {
    match look(row, false) {
        Ok(true) => Glance::Worth,
        Ok(false) => Glance::Other,
        Err(Stop::Short) => Glance::Short,
        Err(Stop::Broken) => Glance::Broken,
    }
}

/// Whether a person's or the agent's words may stand in a row: a first look for those who search in them. Never says no of
/// one in which [`super::speech`] finds some.
pub fn may_speak(row: &[u8]) -> bool {
    look(row, true).unwrap_or(true)
}

/// A type of row that can hold something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Unknown,
    User,
    Assistant,
    Attachment,
    System,
}

/// Whether a row has to be read. `words`: for what is said in it, so that every answer counts.
fn look(row: &[u8], words: bool) -> Result<bool, Stop> {
    let mut row = Cursor::new(row);
    if row.peek()? != b'{' {
        return Ok(false);
    }
    row.enter_object()?;
    let mut kind = Type::Unknown;
    let mut meta = false;
    let mut first = true;
    while let Some(key) = row.key(first)? {
        first = false;
        match key {
            b"type" => {
                kind = match row.value()? {
                    b"\"user\"" => Type::User,
                    b"\"assistant\"" => Type::Assistant,
                    b"\"attachment\"" => Type::Attachment,
                    b"\"system\"" => Type::System,
                    other if other.contains(&b'\\') => return Ok(true),
                    _ => return Ok(false),
                };
                if kind == Type::User && meta {
                    return Ok(false);
                }
            }
            b"isSidechain" if row.value()? == b"true" => {
                // a subagent's row counts for what it does to memory, not for what it says
                let counts = !words && matches!(kind, Type::Unknown | Type::Assistant);
                return if counts { aside(&row) } else { Ok(false) };
            }
            b"isMeta" | b"isCompactSummary" => {
                meta |= row.value()? == b"true";
                if meta && kind == Type::User {
                    return Ok(false);
                }
            }
            b"subtype" if kind == Type::System => return Ok(row.value()? == b"\"memory_saved\""),
            b"attachment" => return attachment(row),
            b"message" => {
                if let Some(worth) = message(&mut row, kind, words)? {
                    return Ok(worth);
                }
            }
            b"isSidechain" => {} // its value is taken by the guard above
            key if key.contains(&b'\\') => return Ok(true),
            _ => {
                row.value()?;
            }
        }
    }
    // a system row whose subtype came before its type, or one without anything
    Ok(matches!(kind, Type::System))
}

/// Whether an attachment, whose value is next, is of a kind that is known.
fn attachment(mut row: Cursor<'_>) -> Result<bool, Stop> {
    if row.peek()? != b'{' {
        return Ok(false);
    }
    row.enter_object()?;
    let mut first = true;
    while let Some(key) = row.key(first)? {
        first = false;
        if key == b"type" {
            return Ok(match row.value()? {
                b"\"relevant_memories\"" | b"\"queued_command\"" => true,
                other => other.contains(&b'\\'),
            });
        }
        if key.contains(&b'\\') {
            return Ok(true);
        }
        row.value()?;
    }
    Ok(false)
}

/// Whether a message, whose value is next, can be a question or call a tool that is known; none when it does not say.
fn message(row: &mut Cursor<'_>, kind: Type, words: bool) -> Result<Option<bool>, Stop> {
    if row.peek()? != b'{' {
        row.value()?;
        return Ok(None);
    }
    let mut inner = row.clone();
    inner.enter_object()?;
    let mut assistant = kind == Type::Assistant;
    let mut first = true;
    while let Some(key) = inner.key(first)? {
        first = false;
        match key {
            b"role" if kind == Type::Unknown => assistant = inner.value()? == b"\"assistant\"",
            b"content" if assistant && words => return Ok(Some(true)),
            b"content" if assistant => return calls(&inner).map(Some),
            b"content" => return content(inner).map(Some),
            key if key.contains(&b'\\') => return Ok(Some(true)),
            _ => {
                inner.value()?;
            }
        }
    }
    row.value()?;
    Ok(None)
}

/// Whether the content of a user's message, which is next, can be a question: it is unless its first block says that it
/// is a tool's result.
fn content(mut row: Cursor<'_>) -> Result<bool, Stop> {
    if !row.take(b'[')? {
        return Ok(true);
    }
    if row.peek()? != b'{' {
        return Ok(true);
    }
    row.enter_object()?;
    let mut first = true;
    while let Some(key) = row.key(first)? {
        first = false;
        let value = row.value()?;
        if key == b"type" {
            return Ok(value != b"\"tool_result\"");
        }
    }
    Ok(true)
}

/// Behind the word that says that a tool is called, its name stands within so many bytes.
const NEAR: usize = 256;

static CALL: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\"tool_use\""));
static NAMES: LazyLock<Vec<Finder<'static>>> = LazyLock::new(|| {
    super::TOOLS.iter().map(|tool| Finder::new(&format!("\"{tool}\"")).into_owned()).collect()
});

/// Whether a call of a tool may stand in `text`.
pub(super) fn further_calls(text: &[u8]) -> bool {
    CALL.find(text).is_some()
}

static SHELL: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\"Bash\""));

/// Whether a subagent's row, of which this is left, may call a tool on a memory.
fn aside(row: &Cursor<'_>) -> Result<bool, Stop> {
    let rest = row.rest();
    let found = CALL.find(rest).is_some() && MEMORY.find(rest).is_some();
    if found || rest.trim_ascii_end().last() == Some(&b'}') { Ok(found) } else { Err(Stop::Short) }
}

/// Whether one of the known tools is named anywhere in what is left of an assistant's row. That it is one that is called
/// need not be certain.
fn calls(row: &Cursor<'_>) -> Result<bool, Stop> {
    let rest = row.rest();
    let named = |text: &[u8]| NAMES.iter().any(|name| name.find(text).is_some());
    let found = CALL.find(rest).is_some_and(|at| {
        let near = rest.get(at..rest.len().min(at + NEAR)).unwrap_or_default();
        named(near) || named(rest) || (SHELL.find(rest).is_some() && MEMORY.find(rest).is_some())
    });
    // of a row that is not whole, what is missing may name one
    if found || rest.last() == Some(&b'}') { Ok(found) } else { Err(Stop::Short) }
}
