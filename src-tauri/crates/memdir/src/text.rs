//! Bytes of a file to text, the way the client does it.
//!
//! Separate because headers, bodies and (for UTF-8) the index share it. Never fails: bytes that are no text become U+FFFD.

use std::borrow::Cow;

use crate::Profile;

/// A byte order mark as a character.
pub(crate) const BOM: char = '\u{FEFF}';

/// The text of a topic without its byte order mark: UTF-8, or UTF-16 where the profile knows it and the file begins with
/// the bytes FF FE. What is not valid becomes U+FFFD.
pub(crate) fn decode<'b>(bytes: &'b [u8], profile: &Profile) -> Cow<'b, str> {
    if let Some(units) = bytes.strip_prefix(&[0xFF, 0xFE]).filter(|_| profile.reads_utf16) {
        return Cow::Owned(utf16(units));
    }
    lossy(bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes))
}

/// Bytes as UTF-8, with U+FFFD for what is not valid. The same as [`String::from_utf8_lossy`], which looks at one byte after
/// the other even where all are valid; nearly every memory is.
pub fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Little-endian UTF-16; a single byte at the end is dropped.
fn utf16(bytes: &[u8]) -> String {
    let (pairs, _odd) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().copied().map(u16::from_le_bytes))
        .map(|unit| unit.unwrap_or('\u{FFFD}'))
        .collect()
}

/// JavaScript's `\s`, which is also what its `trim` takes off.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{202F}'
        | '\u{205F}' | '\u{3000}' | BOM)
}
