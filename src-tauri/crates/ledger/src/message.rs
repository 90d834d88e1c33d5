//! Commit messages: one line for people, then trailers for us.
//!
//! Separate so that what is written is read back by the same file. Nothing from a store can forge a trailer.

use crate::ids::{CommitId, OperationId};
use jiff::Timestamp;
use memdesk_review::origin::{Author, Origin};
use memdesk_review::plan::Attributes;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What stands as `%XX` in a trailer's value, so that plain words stay readable.
const PLAIN: &AsciiSet = &CONTROLS.add(b'%');

/// What a commit says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    /// One line for people.
    pub(crate) summary: String,
    /// One word.
    pub(crate) verb: String,
    /// When.
    pub(crate) time: Timestamp,
    /// The intent that it carries out.
    pub(crate) intent: Option<String>,
    /// The operation that it takes back.
    pub(crate) undoes: Option<OperationId>,
    /// The operation that it does again.
    pub(crate) redoes: Option<OperationId>,
    /// The acceptance that was one decision with it.
    pub(crate) accepts: Option<CommitId>,
    /// Who wrote, and where that is told.
    pub(crate) author: Author,
    /// Files of which its own change alone counts as reviewed.
    pub(crate) beside: BTreeSet<String>,
    /// What it writes counts as reviewed.
    pub(crate) reviewed: bool,
    /// What touched files had beside their bytes before.
    pub(crate) files: BTreeMap<String, Attributes>,
}

impl Message {
    /// A message with nothing but its summary and who wrote.
    pub(crate) fn new(summary: &str, verb: &str, time: Timestamp, author: Author) -> Message {
        let one_line: String = summary.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let verb: String = verb.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let summary = if one_line.trim().is_empty() { verb.clone() } else { one_line.trim().to_owned() };
        Message {
            summary,
            verb,
            time,
            intent: None,
            undoes: None,
            redoes: None,
            accepts: None,
            author,
            beside: BTreeSet::new(),
            reviewed: true,
            files: BTreeMap::new(),
        }
    }

    /// The text to be committed.
    pub(crate) fn text(&self) -> String {
        let mut text =
            format!("{}\n\nMemdesk-Verb: {}\nMemdesk-Time: {}\n", self.summary, self.verb, self.time);
        let ids = [
            ("Operation", self.intent.as_deref()),
            ("Undoes", self.undoes.as_ref().map(|id| id.0.as_str())),
            ("Redoes", self.redoes.as_ref().map(|id| id.0.as_str())),
            ("Accepts", self.accepts.as_ref().map(|id| id.0.as_str())),
        ];
        for (name, id) in ids {
            if let Some(id) = id {
                let _ = writeln!(text, "Memdesk-{name}: {id}"); // writing to a string cannot fail
            }
        }
        let author = &self.author;
        let written = author.time.map(|time| time.to_string());
        let told = [
            ("Session", &author.session),
            ("Turn", &author.turn),
            ("Agent", &author.agent),
            ("Written", &written),
            ("Client", &author.version),
            ("Evidence", &author.evidence),
        ];
        for (name, value) in told {
            if let Some(value) = value {
                // from session files: nothing in it may end the line
                let value = utf8_percent_encode(value, PLAIN);
                let _ = writeln!(text, "Memdesk-{name}: {value}");
            }
        }
        if !self.reviewed {
            text.push_str("Memdesk-Reviewed: no\n");
        }
        for path in &self.beside {
            let path = utf8_percent_encode(path, NON_ALPHANUMERIC);
            let _ = writeln!(text, "Memdesk-Beside: {path}");
        }
        for (path, had) in &self.files {
            let path = utf8_percent_encode(path, NON_ALPHANUMERIC);
            let _ = writeln!(text, "Memdesk-File: {:o} {} {path}", had.mode, had.mtime_ns);
        }
        text
    }

    /// Reads a commit's text; what is missing or odd (a commit made by hand) has a plain value.
    pub(crate) fn read(text: &str, seconds: i64, origin: Origin) -> Message {
        let (summary, trailers) = text.split_once("\n\n").unwrap_or((text, ""));
        let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
        let mut message = Message::new(summary, "observe", time, Author::only(origin));
        for line in trailers.lines() {
            let Some((name, value)) = line.strip_prefix("Memdesk-").and_then(|line| line.split_once(": "))
            else {
                continue;
            };
            let id = || Some(OperationId(value.to_owned()));
            let plain = || Some(percent_decode_str(value).decode_utf8_lossy().into_owned());
            match name {
                "Verb" => value.clone_into(&mut message.verb),
                "Time" => message.time = value.parse().unwrap_or(time),
                "Operation" => message.intent = Some(value.to_owned()),
                "Undoes" => message.undoes = id(),
                "Redoes" => message.redoes = id(),
                "Accepts" => message.accepts = Some(CommitId(value.to_owned())),
                "Session" => message.author.session = plain(),
                "Turn" => message.author.turn = plain(),
                "Agent" => message.author.agent = plain(),
                "Written" => message.author.time = value.parse().ok(),
                "Client" => message.author.version = plain(),
                "Evidence" => message.author.evidence = plain(),
                "Beside" => message.beside.extend(plain()),
                "Reviewed" => message.reviewed = value != "no",
                "File" => message.files.extend(file(value)),
                _ => {}
            }
        }
        message
    }
}

/// `<mode, octal> <mtime_ns> <percent-encoded path>`
fn file(value: &str) -> Option<(String, Attributes)> {
    let mut words = value.splitn(3, ' ');
    let mode = u32::from_str_radix(words.next()?, 8).ok()?;
    let mtime_ns = words.next()?.parse().ok()?;
    let path = percent_decode_str(words.next()?).decode_utf8().ok()?.into_owned();
    Some((path, Attributes { mode, mtime_ns }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            summary in "\\PC{0,30}|[\n\rA-Z: -]{0,40}", path in "\\PC{1,20}|[\n %]{1,5}", mode in 0u32..0o7777, mtime in any::<i64>(),
            undoes in proptest::option::of("[0-9a-f]{40}"), accepts in proptest::option::of("[0-9a-f]{40}"), session in proptest::option::of("\\PC{1,12}|[\n\r: %]{1,6}"),
            origin in proptest::sample::select(Origin::ALL.to_vec()), reviewed in any::<bool>(),
        ) {
            let written = session.as_ref().map(|_| Timestamp::from_second(1_795_000_123).unwrap());
            let author = Author { turn: session.clone(), time: written, session, ..Author::only(origin) };
            let mut message = Message::new(&summary, "write", Timestamp::from_nanosecond(1_795_000_000_123_456_789).unwrap(), author);
            message.reviewed = reviewed;
            message.beside.insert(path.clone());
            message.files.insert(path, Attributes { mode, mtime_ns: mtime.into() });
            message.undoes = undoes.map(OperationId);
            message.accepts = accepts.map(CommitId);
            prop_assert_eq!(Message::read(&message.text(), 0, origin), message);
        }
    }
}
