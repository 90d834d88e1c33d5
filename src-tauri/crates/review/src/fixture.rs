//! The notation in which every test of the project writes a store.
//!
//! ```text
//! //- MEMORY.md
//! - [A](a.md) — hook
//! //- a.md mtime=2026-11-18T11:06:40Z mode=600 link=../outside.md
//! ---
//! name: A
//! ---
//! //? locked directory-unreadable
//! ```
//! A `//- ` line begins a file: its path, then words about it. A `//? ` line is an oddity: path and reason. All other lines
//! are the file's, each with an LF.
//!
//! | word | meaning |
//! |---|---|
//! | `mtime=` | modification time, ISO 8601 (default [`MTIME`]) |
//! | `mode=` | permission bits, octal (default 644) |
//! | `link=inside`, `link=broken`, `link=`other | a symbolic link that leads inside, nowhere, or out to that path |
//! | `crlf` | every LF is CRLF |
//! | `no-newline` | the last line has no end |
//! | `head=`n | only the head of a file of n bytes is held |
//! | `unreadable=`reason, `special=fifo` | no content |
//!
//! In paths, values and content `\xHH` is a byte, `\u{H…}` a character and `\\` a backslash; any other backslash is itself.
//! A content line that begins with `//- ` or `//? ` has its first slash escaped. Not for users' data: [`parse`] panics on
//! what it does not understand, so that a slip of the pen cannot pass for a test.

mod escape;

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::{Content, File, Snapshot, snapshot::Link};
use escape::{escape, unescape};

/// The modification time of a file that does not give one: 2026-01-01T00:00:00Z, in nanoseconds.
pub const MTIME: i128 = 1_767_225_600_000_000_000;
/// The kinds of special files that a fixture can have.
const SPECIAL: [&str; 4] = ["fifo", "socket", "device", "directory"];

/// Reads a store.
///
/// # Panics
/// On a header it does not understand, or text before the first header.
pub fn parse(fixture: &str) -> Snapshot {
    match try_parse(fixture) {
        Ok(snapshot) => snapshot,
        #[allow(clippy::panic, reason = "a mistake in a test must be loud")]
        Err(why) => panic!("fixture: {why}"),
    }
}

/// Reads a store, or says which line is wrong.
///
/// # Errors
/// A sentence for the writer of the fixture.
pub fn try_parse(fixture: &str) -> Result<Snapshot, String> {
    let mut files = BTreeMap::new();
    let mut oddities = Vec::new();
    let mut open: Option<Header> = None;
    for line in fixture.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        if let Some(header) = text.strip_prefix("//- ") {
            files.extend(open.replace(Header::read(header)?).map(Header::close).transpose()?);
        } else if let Some(odd) = text.strip_prefix("//? ") {
            let (path, why) =
                odd.split_once(' ').ok_or_else(|| format!("an oddity needs a reason: {line:?}"))?;
            oddities.push((text_of(path)?, text_of(why)?));
        } else if let Some(header) = &mut open {
            header.text.push_str(text);
            header.text.push('\n');
        } else if !text.trim().is_empty() {
            return Err(format!("text before the first file: {line:?}"));
        }
    }
    files.extend(open.map(Header::close).transpose()?);
    Ok(Snapshot { files, oddities })
}

/// A file under construction.
struct Header {
    path: String,
    file: File,
    text: String,
    crlf: bool,
    no_newline: bool,
}

impl Header {
    fn read(line: &str) -> Result<Header, String> {
        let mut words = line.split_whitespace();
        let path = text_of(words.next().ok_or("a file needs a path")?)?;
        let content = Content::Bytes([].into());
        let file = File { content, mtime_ns: MTIME, mode: 0o644, link: None };
        let mut header = Header { path, file, text: String::new(), crlf: false, no_newline: false };
        for word in words {
            header.word(word).ok_or_else(|| format!("{word:?} of {line:?} is not understood"))?;
        }
        Ok(header)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "crlf" => self.crlf = true,
            "no-newline" => self.no_newline = true,
            "mtime" => self.file.mtime_ns = value.parse::<Timestamp>().ok()?.as_nanosecond(),
            "mode" => self.file.mode = u32::from_str_radix(value, 8).ok()?,
            "head" => self.file.content = Content::Head { bytes: [].into(), total: value.parse().ok()? },
            "unreadable" => self.file.content = Content::Unreadable(text_of(value).ok()?),
            "special" => {
                self.file.content = Content::Special(SPECIAL.into_iter().find(|kind| *kind == value)?)
            }
            "link" => {
                self.file.link = Some(match value {
                    "inside" => Link::Inside,
                    "broken" => Link::Broken,
                    to => Link::Outside(text_of(to).ok()?),
                });
            }
            _ => return None,
        }
        Some(())
    }

    fn close(mut self) -> Result<(String, File), String> {
        if self.no_newline {
            self.text.pop();
        }
        let text = if self.crlf { self.text.replace('\n', "\r\n") } else { self.text };
        let bytes = unescape(&text)?;
        match &mut self.file.content {
            Content::Bytes(content) | Content::Head { bytes: content, .. } => *content = bytes.into(),
            _ if bytes.is_empty() => {}
            _ => return Err(format!("{:?} has no content", self.path)),
        }
        Ok((self.path, self.file))
    }
}

fn text_of(escaped: &str) -> Result<String, String> {
    String::from_utf8(unescape(escaped)?).map_err(|_| format!("{escaped:?} is not UTF-8"))
}

/// A path or a value of a header: blanks are escaped too.
fn word_of(text: &str) -> String {
    let mut out = String::new();
    for c in escape(text.as_bytes()).chars() {
        if c.is_whitespace() { out.push_str(&format!("\\u{{{:x}}}", u32::from(c))) } else { out.push(c) }
    }
    out
}

/// Writes a store; [`parse`] reads it back as it was.
pub fn render(snapshot: &Snapshot) -> String {
    let mut out = String::new();
    for (path, file) in &snapshot.files {
        out.push_str(&format!("//- {}", word_of(path)));
        if file.mtime_ns != MTIME {
            let time = Timestamp::from_nanosecond(file.mtime_ns).unwrap_or_default();
            out.push_str(&format!(" mtime={time}"));
        }
        if file.mode != 0o644 {
            out.push_str(&format!(" mode={:o}", file.mode));
        }
        match &file.link {
            None => {}
            Some(Link::Inside) => out.push_str(" link=inside"),
            Some(Link::Broken) => out.push_str(" link=broken"),
            Some(Link::Outside(to)) => out.push_str(&format!(" link={}", word_of(to))),
        }
        match &file.content {
            Content::Bytes(bytes) => out.push_str(&body(bytes)),
            Content::Head { bytes, total } => out.push_str(&format!(" head={total}{}", body(bytes))),
            Content::Unreadable(why) => out.push_str(&format!(" unreadable={}\n", word_of(why))),
            Content::Special(kind) => out.push_str(&format!(" special={kind}\n")),
        }
    }
    for (path, why) in &snapshot.oddities {
        out.push_str(&format!("//? {} {}\n", word_of(path), word_of(why)));
    }
    out
}

/// The rest of a header, and the content.
fn body(bytes: &[u8]) -> String {
    let escaped = escape(bytes);
    let lines = escaped.matches('\n').count();
    let crlf = lines > 0 && escaped.matches("\\x0d\n").count() == lines;
    let mut text = if crlf { escaped.replace("\\x0d\n", "\n") } else { escaped };
    let mut out = String::new();
    if crlf {
        out.push_str(" crlf");
    }
    if !text.is_empty() && !text.ends_with('\n') {
        out.push_str(" no-newline");
        text.push('\n');
    }
    out.push('\n');
    for line in text.split_inclusive('\n') {
        let header = line.starts_with("//- ") || line.starts_with("//? ");
        out.push_str(if header { "\\x2f" } else { "" });
        out.push_str(if header { &line[1..] } else { line });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn content() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            prop::collection::vec(any::<u8>(), 0..40),
            "(a|中|\r\n|\n|//- x|\\\\x41|\u{202E}| ){0,12}".prop_map(String::into_bytes),
        ]
    }

    proptest! {
        #[test]
        fn a_store_survives_the_notation(files in prop::collection::btree_map("[a-z \n中\\\\]{1,6}", (content(), any::<u32>(), 0u8..6), 0..4)) {
            let files = files.into_iter().map(|(path, (bytes, number, kind))| {
                let content = match kind {
                    0 => Content::Special("fifo"),
                    1 => Content::Unreadable("permission denied".to_owned()),
                    2 => Content::Head { bytes: bytes.into(), total: number.into() },
                    _ => Content::Bytes(bytes.into()),
                };
                let link = (number % 3 == 0).then(|| Link::Outside("../o ut.md".to_owned()));
                (path, File { content, mtime_ns: MTIME + i128::from(number), mode: number % 0o1000, link })
            });
            let oddities = vec![("a b".to_owned(), "name-not-utf8".to_owned())];
            let snapshot = Snapshot { files: files.collect(), oddities };
            prop_assert_eq!(try_parse(&render(&snapshot)), Ok(snapshot));
        }

        #[test]
        fn nothing_makes_it_panic(text in "(//- |//\\? |a=|mode=|head=|[a-z \n\\\\{}]|\\\\u\\{){0,20}") {
            let _ = try_parse(&text);
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_told() {
        for (fixture, expected) in [
            ("x\n", "text before the first file: \"x\\n\""),
            (
                "//- a.md mtime=yesterday\n",
                "\"mtime=yesterday\" of \"a.md mtime=yesterday\" is not understood",
            ),
            ("//- a.md color\n", "\"color\" of \"a.md color\" is not understood"),
            ("//- a.md special=fifo\ntext\n", "\"a.md\" has no content"),
            ("//- a.md\n\\xzz\n", "\\xzz is no byte"),
        ] {
            assert_eq!(try_parse(fixture), Err(expected.to_owned()), "{fixture:?}");
        }
    }
}
