//! What the client's `Edit` makes of a text.
//!
//! Separate because a held write is worked out as if the client had made it (`tests/golden/edit_tool.json`, 2.1.332; 2.1.197
//! differs only for texts that are not UTF-8 and for a byte order mark in the old string). Never touches a file.
//!
//! Left out on purpose: where nothing matches, the client tries again with other quotation marks. That is
//! [`Miss::NotFound`] here, and whoever asked can give the whole text instead.

use crate::text::{BOM, is_space};

/// Why an edit is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Miss {
    /// The old string is not in the text.
    NotFound,
    /// It is there more than once, and not all were meant.
    NotUnique,
    /// Old and new are the same.
    Same,
    /// An empty old string makes a file, and there is one with text in it.
    Exists,
    /// There is no file.
    Missing,
    /// The file is not UTF-8.
    NotUtf8,
}

impl Miss {
    /// The word for it in golden cases and records.
    pub fn word(self) -> &'static str {
        match self {
            Miss::NotFound => "not-found",
            Miss::NotUnique => "not-unique",
            Miss::Same => "same",
            Miss::Exists => "exists",
            Miss::Missing => "missing",
            Miss::NotUtf8 => "not-utf8",
        }
    }
}

/// The bytes after `old` became `new` in `file` (`None`: there is no file); every occurrence, from the left, with `all`.
///
/// As the client does it: a byte order mark stays. A text with more CRLF than bare LF is matched with LF and gets CRLF
/// throughout; any other gets LF throughout. Taking away something that ends a line takes that line's end too.
///
/// # Errors
/// Why the client would not do it.
pub fn edit(file: Option<&[u8]>, old: &str, new: &str, all: bool) -> Result<Vec<u8>, Miss> {
    if old == new {
        return Err(Miss::Same);
    }
    let Some(bytes) = file else {
        return if old.is_empty() { Ok(new.as_bytes().to_vec()) } else { Err(Miss::Missing) };
    };
    let whole = std::str::from_utf8(bytes).map_err(|_| Miss::NotUtf8)?;
    let body = whole.strip_prefix(BOM).unwrap_or(whole);
    if old.is_empty() {
        return if body.chars().all(is_space) { Ok(new.as_bytes().to_vec()) } else { Err(Miss::Exists) };
    }
    let crlf = body.matches("\r\n").count();
    let is_crlf = crlf > body.matches('\n').count() - crlf;
    let text = body.replace("\r\n", "\n");
    match text.matches(old).count() {
        0 => return Err(Miss::NotFound),
        1 => {}
        _ if all => {}
        _ => return Err(Miss::NotUnique),
    }
    let line = format!("{old}\n");
    let old = if new.is_empty() && !old.ends_with('\n') && text.contains(&line) { &line } else { old };
    let mut after = if all { text.replace(old, new) } else { text.replacen(old, new, 1) };
    if is_crlf {
        after = after.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let mark = if body.len() < whole.len() { "\u{FEFF}" } else { "" };
    Ok(format!("{mark}{after}").into_bytes())
}
