//! A first look at a row: can it hold anything that `row` knows?
//!
//! Separate because it is what makes gigabytes of session files quick to read: nearly every row is told apart by the few
//! hundred bytes before its long texts. Never says no of a row that [`super::read`] would make something of.

use super::json::{Cursor, Stop};
use super::memory::MEMORY;
use super::usual::{Usual, usual};
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
    let found = look(row).and_then(|look| match look {
        Look::Content { content, .. } => calls(&content),
        Look::Aside(rest) => aside(&rest),
        Look::Worth => Ok(true),
        Look::Other => Ok(false),
    });
    match found {
        Ok(true) => Glance::Worth,
        Ok(false) => Glance::Other,
        Err(Stop::Short) => Glance::Short,
        Err(Stop::Broken) => Glance::Broken,
    }
}

/// Whether a person's or the agent's words may stand in a row: a first look for those who search in them. Never says no of
/// one in which [`super::speech`] finds some, but where a key is there twice, which no client writes: the first one counts here.
pub fn may_speak(row: &[u8]) -> bool {
    // a subagent's row counts for what it does to memory, not for what it says
    !matches!(look(row), Ok(Look::Other | Look::Aside(_)))
}

/// What the beginning of a row shows.
pub(super) enum Look<'a> {
    /// Nothing that is known.
    Other,
    /// It has to be read.
    Worth,
    /// It is an answer, and its content is next.
    Content {
        /// What is next.
        content: Cursor<'a>,
        /// It was said before that it is the main agent's.
        main: bool,
    },
    /// It can be a subagent's answer, and this is left of it.
    Aside(Cursor<'a>),
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

/// Looks at a row as far as is needed to tell what it can hold.
pub(super) fn look(row: &[u8]) -> Result<Look<'_>, Stop> {
    let worth = |worth| if worth { Look::Worth } else { Look::Other };
    let (mut row, mut main) = match usual(row) {
        Some(Usual::Told(look)) => return Ok(look),
        Some(Usual::Main(rest)) => (rest, true),
        None => (Cursor::new(row), false),
    };
    let mut first = !main;
    if first {
        if row.peek()? != b'{' {
            return Ok(Look::Other);
        }
        row.enter_object()?;
    }
    let mut kind = Type::Unknown;
    let mut meta = false;
    while let Some(key) = row.key(first)? {
        first = false;
        match key {
            b"type" => {
                kind = match row.value()? {
                    b"\"user\"" => Type::User,
                    b"\"assistant\"" => Type::Assistant,
                    b"\"attachment\"" => Type::Attachment,
                    b"\"system\"" => Type::System,
                    other => return Ok(worth(other.contains(&b'\\'))),
                };
                if kind == Type::User && meta {
                    return Ok(Look::Other);
                }
            }
            b"isSidechain" => match row.value()? {
                b"true" if matches!(kind, Type::Unknown | Type::Assistant) => return Ok(Look::Aside(row)),
                b"true" => return Ok(Look::Other),
                other => main |= other == b"false",
            },
            b"isMeta" | b"isCompactSummary" => {
                meta |= row.value()? == b"true";
                if meta && kind == Type::User {
                    return Ok(Look::Other);
                }
            }
            b"subtype" if kind == Type::System => return Ok(worth(row.value()? == b"\"memory_saved\"")),
            b"attachment" => return attachment(row).map(worth),
            b"message" => {
                if let Some(found) = message(&mut row, kind, main)? {
                    return Ok(found);
                }
            }
            key if key.contains(&b'\\') => return Ok(Look::Worth),
            _ => {
                row.value()?;
            }
        }
    }
    // a system row whose subtype came before its type, or one without anything
    Ok(worth(matches!(kind, Type::System)))
}

/// Whether an attachment of this type can hold something.
pub(super) fn is_known(attachment: &[u8]) -> bool {
    matches!(attachment, b"relevant_memories" | b"queued_command")
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
            let kind = row.value()?;
            let name = kind.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\""));
            return Ok(name.is_some_and(is_known) || kind.contains(&b'\\'));
        }
        if key.contains(&b'\\') {
            return Ok(true);
        }
        row.value()?;
    }
    Ok(false)
}

/// What a message, whose value is next, can be; none when it does not say.
fn message<'a>(row: &mut Cursor<'a>, kind: Type, main: bool) -> Result<Option<Look<'a>>, Stop> {
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
            b"content" if assistant => return Ok(Some(Look::Content { content: inner, main })),
            b"content" => return content(inner).map(|can| Some(if can { Look::Worth } else { Look::Other })),
            key if key.contains(&b'\\') => return Ok(Some(Look::Worth)),
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
pub(super) fn aside(row: &Cursor<'_>) -> Result<bool, Stop> {
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
