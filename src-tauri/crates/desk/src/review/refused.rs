//! What a person has refused: remembered, so that its return is told.
//!
//! Separate because it outlives what was refused. Keeps digests and times in Memdesk's own data directory, no text; the
//! text itself is in the ledger's history.

use crate::Desk;
use crate::own;
use crate::view::Failure;
use jiff::Timestamp;
use memdesk_memdir::digest::hex;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// At most so many refusals of a store are remembered; the oldest go.
const MOST: usize = 5_000;

/// One refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Refused {
    path: String,
    /// Of the text, with its white space evened out.
    digest: String,
    /// A whole file, not a piece of one.
    whole: bool,
    /// ISO 8601.
    time: String,
    /// The decision that refused it, as History names it; empty where that was not kept.
    #[serde(default)]
    by: String,
    /// That decision is taken back: it counts as refused no more, until redo makes it again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    back: bool,
}

/// The refusals of a store, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Refusals(Vec<Refused>);

impl Refusals {
    /// Those of a store; none where the file cannot be read.
    pub(crate) fn load(data: &Path, store: &str) -> Refusals {
        own::load(&data.join(name(store)))
    }

    /// Keeps them.
    pub(crate) fn save(mut self, data: &Path, store: &str) -> Result<(), Failure> {
        let over = self.0.len().saturating_sub(MOST);
        self.0.drain(..over);
        own::save(data, &name(store), &self)
    }

    /// Remembers a piece by the text it would have brought, refused by the decision `by`. One that brings nothing is not worth
    /// it.
    pub(crate) fn refuse_piece(&mut self, path: &str, text: &str, by: &str, time: Timestamp) {
        if !text.trim().is_empty() {
            self.push(path, digest(text), false, by, time);
        }
    }

    /// Remembers a whole file as it was proposed; `None`: its deletion.
    pub(crate) fn refuse_file(&mut self, path: &str, bytes: Option<&[u8]>, by: &str, time: Timestamp) {
        self.push(path, of_file(bytes), true, by, time);
    }

    fn push(&mut self, path: &str, digest: String, whole: bool, by: &str, time: Timestamp) {
        let (path, by) = (path.to_owned(), by.to_owned());
        self.0.push(Refused { path, digest, whole, time: time.to_string(), by, back: false });
    }

    /// A decision is taken back, or (not `back`) made again. Whether that changes anything.
    fn turn(&mut self, by: &str, back: bool) -> bool {
        let own = self.0.iter_mut().filter(|one| one.by == by && one.back != back);
        own.map(|one| one.back = back).count() > 0
    }

    /// When a piece with this text was last refused. It may come back in another file.
    pub(crate) fn piece(&self, text: &str) -> Option<Timestamp> {
        if text.trim().is_empty() {
            return None;
        }
        self.last(|one| !one.whole, &digest(text))
    }

    /// When a file with these bytes (`None`: the deletion of this file) was last refused.
    pub(crate) fn file(&self, path: &str, bytes: Option<&[u8]>) -> Option<Timestamp> {
        self.last(|one| one.whole && (bytes.is_some() || one.path == path), &of_file(bytes))
    }

    fn last(&self, wanted: impl Fn(&Refused) -> bool, digest: &str) -> Option<Timestamp> {
        self.0
            .iter()
            .rev()
            .find(|one| !one.back && one.digest == digest && wanted(one))
            .and_then(|one| one.time.parse().ok())
    }
}

impl Desk {
    /// What a decision refused is forgotten (`back`: it is taken back), or remembered again (it is made again). Only while no
    /// other decision is made.
    ///
    /// # Errors
    /// `io`.
    pub(crate) fn turn_refusals(&self, id: &str, by: &str, back: bool) -> Result<(), Failure> {
        let mut refusals = Refusals::load(&self.data, id);
        if refusals.turn(by, back) { refusals.save(&self.data, id) } else { Ok(()) }
    }
}

fn name(store: &str) -> String {
    format!("refused-{store}.json")
}

/// Of a text with its white space evened out: what only was wrapped anew is the same text.
fn digest(text: &str) -> String {
    hex(text.split_whitespace().collect::<Vec<_>>().join(" ").as_bytes())
}

/// Of a file without the client's stamp, which is new with every write.
fn of_file(bytes: Option<&[u8]>) -> String {
    let Some(bytes) = bytes else { return "-".to_owned() };
    let text = String::from_utf8_lossy(bytes);
    let stamp = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("modified:") || line.starts_with("originSessionId:")
    };
    digest(&text.lines().filter(|line| !stamp(line)).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_is_known_again() {
        let when = Timestamp::from_second(1_795_000_000).unwrap();
        let mut refusals = Refusals::default();
        refusals.refuse_piece("a.md", "Deploys go out\non Friday\n", "1", when);
        refusals.refuse_file("b.md", Some(b"---\nmodified: 1\n---\nB\n"), "2", when);
        refusals.refuse_file("gone.md", None, "2", when);
        for (text, expected) in [
            ("Deploys go out on Friday\n", true),
            ("Deploys go out on  Friday", true),
            ("Deploys go out on Monday\n", false),
            (" \n", false),
        ] {
            assert_eq!(refusals.piece(text).is_some(), expected, "{text:?}");
        }
        for (path, bytes, expected) in [
            ("b.md", Some(&b"---\nmodified: 2\n---\nB\n"[..]), true),
            ("b.md", Some(&b"---\nmodified: 2\n---\nC\n"[..]), false),
            ("gone.md", None, true),
            ("b.md", None, false),
        ] {
            assert_eq!(refusals.file(path, bytes).is_some(), expected, "{path} {bytes:?}");
        }
        // taken back, it is as if it had never been refused; made again, it is refused
        for (by, back, changes, [piece, file, gone]) in [
            ("1", true, true, [false, true, true]),
            ("1", true, false, [false, true, true]),
            ("2", true, true, [false, false, false]),
            ("3", true, false, [false, false, false]),
            ("1", false, true, [true, false, false]),
            ("2", false, true, [true, true, true]),
        ] {
            assert_eq!(refusals.turn(by, back), changes, "{by} {back}");
            assert_eq!(refusals.piece("Deploys go out on Friday").is_some(), piece, "{by} {back}");
            assert_eq!(refusals.file("b.md", Some(b"---\n---\nB\n")).is_some(), file, "{by} {back}");
            assert_eq!(refusals.file("gone.md", None).is_some(), gone, "{by} {back}");
        }
        let data = tempfile::tempdir().unwrap();
        refusals.clone().save(data.path(), "0123").unwrap();
        assert_eq!(Refusals::load(data.path(), "0123"), refusals);
        let older = r#"[{"path":"a.md","digest":"-","whole":true,"time":"2026-01-01T00:00:00Z"}]"#;
        std::fs::write(data.path().join(name("0123")), older).unwrap();
        assert!(Refusals::load(data.path(), "0123").file("a.md", None).is_some(), "as they were kept before");
    }
}
