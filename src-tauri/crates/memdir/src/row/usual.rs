//! How rows of the main conversation usually begin, so that nearly all are told apart by a few comparisons.
//!
//! Separate from `glance`, which goes by keys in any order and decides the same: this is only quicker, for rows as clients
//! of 2.1.197 to 2.1.332 write them. Never decides by anything that is not compared byte for byte.

use super::glance::{Look, is_known};
use super::json::{Cursor, quote_or_escape};

/// What the beginning of a row shows; or, where it begins as usual but goes on otherwise, the cursor behind that, at a comma.
pub(super) enum Usual<'a> {
    /// It is told.
    Told(Look<'a>),
    /// It is the main agent's or a person's, no more is told.
    Main(Cursor<'a>),
}

/// Compares the beginning of a row; none when it is not as usual.
pub(super) fn usual(row: &[u8]) -> Option<Usual<'_>> {
    let rest = row.strip_prefix(b"{\"parentUuid\":")?;
    let rest = match rest.strip_prefix(b"null") {
        Some(rest) => rest,
        None => after_string(rest.strip_prefix(b"\"")?)?,
    };
    let main = rest.strip_prefix(b",\"isSidechain\":false")?;
    let rest = main.strip_prefix(b",\"")?;
    let told = result(rest).or_else(|| answer(rest)).or_else(|| attachment(rest));
    Some(told.map_or_else(|| Usual::Main(Cursor::new(main)), Usual::Told))
}

/// The name of the tool that the first block of an answer calls, as it is between its quotes, and what follows up to the end
/// of the row, of which its input is next; none when the content does not begin as usual.
pub(super) fn called(content: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = after_string(content.strip_prefix(b"[{\"type\":\"tool_use\",\"id\":\"")?)?;
    let rest = rest.strip_prefix(b",\"name\":\"")?;
    let name = rest.get(..quote_or_escape(rest)?)?;
    Some((name, after_string(rest)?.strip_prefix(b",\"input\":")?))
}

/// What follows a string without escapes whose beginning is passed.
#[inline]
fn after_string(text: &[u8]) -> Option<&[u8]> {
    text.get(quote_or_escape(text)?..)?.strip_prefix(b"\"")
}

/// A tool's result.
fn result(rest: &[u8]) -> Option<Look<'_>> {
    let rest = match rest.strip_prefix(b"promptId\":\"") {
        Some(rest) => after_string(rest)?.strip_prefix(b",\"")?,
        None => rest,
    };
    let rest = rest
        .strip_prefix(b"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"tool_use_id\":\"")?;
    after_string(rest)?.strip_prefix(b",\"type\":\"tool_result\"").map(|_| Look::Other)
}

/// An answer.
fn answer(rest: &[u8]) -> Option<Look<'_>> {
    let rest = after_string(rest.strip_prefix(b"message\":{\"id\":\"")?)?;
    let rest = rest.strip_prefix(b",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"")?;
    let content = after_string(rest)?.strip_prefix(b",\"content\":")?;
    Some(Look::Content { content: Cursor::new(content), main: true })
}

/// What the client attached.
fn attachment(rest: &[u8]) -> Option<Look<'_>> {
    let rest = rest.strip_prefix(b"attachment\":{\"type\":\"")?;
    let kind = rest.get(..quote_or_escape(rest)?)?;
    after_string(rest)?;
    Some(if is_known(kind) { Look::Worth } else { Look::Other })
}
