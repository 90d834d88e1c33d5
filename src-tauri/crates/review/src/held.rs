//! A write of the client that waits for review instead of happening: what it would make of a file.
//!
//! Separate from `edit`, which is what a person wishes for a store: this is what a program tried, one file at a time, on
//! the text that already waits. Never sees the disk; the shell's words are in `shell`.

pub mod shell;

pub use memdesk_memdir::edit_tool::Miss;
use memdesk_memdir::edit_tool::edit;

/// What a tool call does to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The whole file becomes this.
    Write(String),
    /// Pieces are replaced, one after the other; all or none.
    Edit(Vec<Replace>),
    /// The file goes.
    Remove,
}

/// One piece of an edit, as the client's `Edit` is given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replace {
    /// What is looked for; empty: the file is made.
    pub old: String,
    /// What takes its place.
    pub new: String,
    /// Every occurrence, not just the only one.
    pub all: bool,
}

/// A file's bytes after `change`; `now` is what it holds (with all that waits), `None` stands for no file on either side.
///
/// Law: a row of changes comes to the same as the client's tools in the same order on a disk. With one difference, which
/// makes asking twice harmless: an edit that has been made already leaves the file as it is.
///
/// # Errors
/// Why an edit cannot be made on this text. Taking away what is not there is [`Miss::Missing`].
pub fn after(change: &Change, now: Option<&[u8]>) -> Result<Option<Vec<u8>>, Miss> {
    match change {
        Change::Write(text) => Ok(Some(text.clone().into_bytes())),
        Change::Remove => now.map(|_| None).ok_or(Miss::Missing),
        Change::Edit(pieces) => {
            let mut file = now.map(<[u8]>::to_vec);
            for piece in pieces {
                file = Some(match edit(file.as_deref(), &piece.old, &piece.new, piece.all) {
                    Err(Miss::NotFound) if is_made(file.as_deref(), piece) => file.unwrap_or_default(),
                    made => made?,
                });
            }
            Ok(file)
        }
    }
}

/// Whether a piece that is not found any more was put in before: the client, which sees the disk, may well send it again.
fn is_made(file: Option<&[u8]>, piece: &Replace) -> bool {
    let text = file.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    !piece.new.trim().is_empty() && text.replace("\r\n", "\n").contains(&piece.new.replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(old: &str, new: &str) -> Change {
        Change::Edit(vec![Replace { old: old.to_owned(), new: new.to_owned(), all: false }])
    }

    /// A row of changes, and what is left (`Err`: why the last one is not made).
    #[track_caller]
    fn check(start: Option<&str>, changes: &[Change], expected: Result<Option<&str>, Miss>) {
        let mut file = start.map(|text| text.as_bytes().to_vec());
        for change in changes {
            match after(change, file.as_deref()) {
                Ok(next) => file = next,
                Err(miss) => return assert_eq!(Err(miss), expected),
            }
        }
        let text = file.map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(Ok(text.as_deref()), expected);
    }

    #[test]
    fn rows_of_changes() {
        let write = |text: &str| Change::Write(text.to_owned());
        check(None, &[write("a\n"), piece("a", "b"), piece("b", "c")], Ok(Some("c\n")));
        check(Some("a\r\nb\r\n"), &[piece("a\nb", "x")], Ok(Some("x\r\n")));
        check(Some("a\n"), &[Change::Remove, piece("a", "b")], Err(Miss::Missing));
        check(Some("a\n"), &[Change::Remove, piece("", "b")], Ok(Some("b")));
        check(None, &[Change::Remove], Err(Miss::Missing));
        check(Some("a\n"), &[write("")], Ok(Some("")));
        check(Some("x x\n"), &[piece("x", "y")], Err(Miss::NotUnique));
    }

    #[test]
    fn an_edit_that_was_made_is_not_missed() {
        check(Some("one\ntwo\n"), &[piece("one", "ONE"), piece("one", "ONE")], Ok(Some("ONE\ntwo\n")));
        check(Some("one\n"), &[piece("zzz", "yyy")], Err(Miss::NotFound));
        check(Some("one\n"), &[piece("zzz", "")], Err(Miss::NotFound));
    }

    #[test]
    fn pieces_are_all_made_or_none() {
        let one = |old: &str, new: &str| Replace { old: old.into(), new: new.into(), all: false };
        let pieces = Change::Edit(vec![one("a", "b"), one("b", "c")]);
        check(Some("a\n"), &[pieces], Ok(Some("c\n")));
        check(Some("a\n"), &[Change::Edit(vec![one("a", "b"), one("zzz", "c")])], Err(Miss::NotFound));
    }
}
