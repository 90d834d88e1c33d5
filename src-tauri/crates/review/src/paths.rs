//! Which relative paths a topic may have. The only place that decides it; `store` asks here too before it touches a disk.
//!
//! Separate from `edit` so that the door to the disk can check a path without knowing edits. Works on the text of a path
//! alone: whether a part of it is a symbolic link is for `store` to find out.

use memdesk_memdir::invisible::{Clean, clean};

/// The longest part of a path, in bytes: what every common file system allows.
pub const PART_LIMIT: usize = 255;
/// The longest path below a store, in bytes.
pub const PATH_LIMIT: usize = 1_024;

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BadPath {
    /// Nothing, or an empty part (`a//b.md`).
    Empty,
    /// Begins at a root or a drive.
    Absolute,
    /// Has a part `.` or `..`.
    DotDot,
    /// Does not end in `.md` (case matters to the client).
    NotMarkdown,
    /// Has a part that begins with a dot: the client never offers it.
    Hidden,
    /// `MEMORY.md`, `logs/`, `sessions/`, a backslash, or a name that Windows cannot hold.
    Reserved,
    /// Over [`PART_LIMIT`] or [`PATH_LIMIT`].
    TooLong,
    /// Has a line end, a control character or an invisible one; it would get into the selector's listing.
    ControlCharacter,
}

impl BadPath {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            BadPath::Empty => "empty",
            BadPath::Absolute => "absolute",
            BadPath::DotDot => "dot-dot",
            BadPath::NotMarkdown => "not-markdown",
            BadPath::Hidden => "hidden",
            BadPath::Reserved => "reserved",
            BadPath::TooLong => "too-long",
            BadPath::ControlCharacter => "control-character",
        }
    }

    /// The refusal that a person gets for `path`.
    pub fn refusal(self, path: &str) -> crate::Refusal {
        crate::Refusal::BadPath { path: path.to_owned(), why: self.word().to_owned() }
    }
}

/// Whether a new topic may stand at `path` (relative to the store, `/` between the parts).
///
/// # Errors
/// The first rule that `path` breaks.
pub fn topic(path: &str) -> Result<(), BadPath> {
    confined(path)?;
    if path.chars().any(|c| c.is_control() || clean(c) != Clean::Keep) {
        return Err(BadPath::ControlCharacter);
    }
    if path.split('/').any(|part| part.starts_with('.')) {
        return Err(BadPath::Hidden);
    }
    if !path.ends_with(".md") {
        return Err(BadPath::NotMarkdown);
    }
    if path.contains('\\') || path.split('/').any(is_reserved_on_windows) {
        return Err(BadPath::Reserved);
    }
    // in any case of letters: on macOS and Windows `memory.md` is the index
    let is_index = path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("MEMORY.md"));
    let top = path.split('/').next().filter(|top| top.len() < path.len()).unwrap_or_default();
    if is_index || top.eq_ignore_ascii_case("logs") || top.eq_ignore_ascii_case("sessions") {
        return Err(BadPath::Reserved);
    }
    Ok(())
}

/// Whether `path` stays below the store, whatever it is called: the rule for files that are there already.
///
/// # Errors
/// [`BadPath::Empty`], [`BadPath::Absolute`], [`BadPath::DotDot`], [`BadPath::TooLong`], or
/// [`BadPath::ControlCharacter`] for a NUL, which no file system takes.
pub fn confined(path: &str) -> Result<(), BadPath> {
    if path.is_empty() {
        return Err(BadPath::Empty);
    }
    let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if path.starts_with('/') || path.starts_with('\\') || drive {
        return Err(BadPath::Absolute);
    }
    if path.contains('\0') {
        return Err(BadPath::ControlCharacter);
    }
    // a backslash separates parts on Windows, so it may not hide a `..` either
    if path.split(['/', '\\']).any(|part| part == "." || part == "..") {
        return Err(BadPath::DotDot);
    }
    if path.split('/').any(str::is_empty) {
        return Err(BadPath::Empty);
    }
    if path.len() > PATH_LIMIT || path.split('/').any(|part| part.len() > PART_LIMIT) {
        return Err(BadPath::TooLong);
    }
    Ok(())
}

/// A name that Windows reserves for a device or cannot hold; such a file would be lost when a store is copied there.
fn is_reserved_on_windows(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || (stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"))).is_some_and(|n| {
            matches!(n, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        });
    device || part.ends_with('.') || part.ends_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_by_example() {
        let long_part = format!("{}.md", "a".repeat(253));
        let long_path = format!("{}a.md", "d/".repeat(511));
        for (path, expected) in [
            ("a.md", None),
            ("sub/deep/a b.md", None),
            ("构建.md", None),
            ("team/feedback_tests.md", None),
            ("logs.md", None),
            ("sub/logs/a.md", None),
            ("a..b.md", None),
            ("console.md", None),
            ("", Some("empty")),
            ("a//b.md", Some("empty")),
            ("a.md/", Some("empty")),
            ("/a.md", Some("absolute")),
            ("\\a.md", Some("absolute")),
            ("C:a.md", Some("absolute")),
            ("../a.md", Some("dot-dot")),
            ("sub/../a.md", Some("dot-dot")),
            ("./a.md", Some("dot-dot")),
            ("sub\\..\\a.md", Some("dot-dot")),
            ("a.txt", Some("not-markdown")),
            ("a.MD", Some("not-markdown")),
            ("a", Some("not-markdown")),
            (".a.md", Some("hidden")),
            (".git/a.md", Some("hidden")),
            (".md", Some("hidden")),
            ("MEMORY.md", Some("reserved")),
            ("memory.md", Some("reserved")),
            ("team/MEMORY.md", Some("reserved")),
            ("logs/a.md", Some("reserved")),
            ("Sessions/a.md", Some("reserved")),
            ("a\\b.md", Some("reserved")),
            ("con.md", Some("reserved")),
            ("sub/Com1.x.md", Some("reserved")),
            ("sub./a.md", Some("reserved")),
            ("sub /a.md", Some("reserved")),
            (&long_part, Some("too-long")),
            (&long_path, Some("too-long")),
            ("a\nb.md", Some("control-character")),
            ("a\0.md", Some("control-character")),
            ("a\u{202E}dm.md", Some("control-character")),
            ("a\u{200B}.md", Some("control-character")),
        ] {
            assert_eq!(topic(path).err().map(BadPath::word), expected, "{path:?}");
        }
    }

    #[test]
    fn a_file_that_is_there_may_have_any_name_below_the_store() {
        for path in ["a\nb.md", ".hidden/a.md", "con.md", "logs/x.md", "a.txt"] {
            assert_eq!(confined(path), Ok(()), "{path:?}");
        }
    }
}
