//! Memories that the client attached, as their row records them.
//!
//! Separate because their texts are the long part of what is read: they are walked once. Keeps no text, only what it is known
//! by again.

use super::Memory;
use super::json::{self, Cursor, Stop};
use crate::digest::hex;

/// The memories of an attachment, in order; of one without a list, none.
pub(super) fn attached(attachment: &[u8]) -> Result<Vec<Memory>, Stop> {
    let mut memories = Vec::new();
    let Some(mut list) = json::find(attachment, b"memories")? else { return Ok(memories) };
    if !list.take(b'[')? {
        return Ok(memories);
    }
    let mut first = true;
    while !list.take(b']')? {
        if !first && !list.take(b',')? {
            return Err(Stop::Broken);
        }
        first = false;
        memories.extend(memory(&mut list)?);
    }
    Ok(memories)
}

/// The recorded memory that is next; none without a path or a text.
fn memory(row: &mut Cursor<'_>) -> Result<Option<Memory>, Stop> {
    let (mut path, mut content) = (None, None);
    let (mut mtime, mut limit): (&[u8], &[u8]) = (&[], &[]);
    if row.peek()? != b'{' {
        row.value()?;
        return Ok(None);
    }
    // once, for its text is long
    row.enter_object()?;
    let mut first = true;
    while let Some(key) = row.key(first)? {
        first = false;
        match key {
            b"path" => path = row.text()?,
            b"content" => content = row.text()?,
            b"mtimeMs" => mtime = row.value()?,
            b"limit" => limit = row.value()?,
            _ => {
                row.value()?;
            }
        }
    }
    let (Some(path), Some(content)) = (path, content) else { return Ok(None) };
    let number = |value: &[u8]| serde_json::from_slice::<f64>(value).ok();
    Ok(Some(Memory {
        path,
        digest: hex(content.as_bytes()),
        // a cast of a float saturates; what is no number of milliseconds is far outside either way
        mtime_ms: number(mtime).map(|ms| ms as i64),
        limit: number(limit).map(|lines| lines as u64),
        units: units(&content),
    }))
}

/// UTF-16 units of a text: one for each character, two for those that take four bytes in UTF-8.
fn units(text: &str) -> usize {
    // many bytes at once, unlike a count of what `encode_utf16` yields: so few that a sum of twos fits into a byte
    let some = |bytes: &[u8]| -> u8 {
        bytes.iter().map(|byte| u8::from(byte & 0xC0 != 0x80) + u8::from(*byte >= 0xF0)).sum()
    };
    text.as_bytes().chunks(127).map(|bytes| usize::from(some(bytes))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_utf_16() {
        for text in ["", "abc", "é", "中文", "😀a", "\u{FFFD}\u{10FFFF}\u{7FF}\u{800}"] {
            assert_eq!(units(text), text.encode_utf16().count(), "{text}");
        }
    }

    #[test]
    fn lists_that_are_none() {
        for (text, expected) in [
            (r#"{"memories":[{"path":"a","content":"x"},7,{"path":"b","content":"y"}]}"#, Ok(2)),
            (r#"{"memories":[]}"#, Ok(0)),
            (r#"{"memories":7}"#, Ok(0)),
            (r"{}", Ok(0)),
            (r#"{"memories":[{"path":"a","content":"x"} {"path":"b","content":"y"}]}"#, Err(Stop::Broken)),
            (r#"{"memories":[{"path":"a","content":"x""#, Err(Stop::Short)),
        ] {
            assert_eq!(attached(text.as_bytes()).map(|list| list.len()), expected, "{text}");
        }
    }
}
