//! Facts about one topic.

use std::sync::Arc;

use jiff::Timestamp;
use memdesk_memdir::frontmatter::{self as header, Frontmatter};
use memdesk_memdir::invisible::{self, Found};
use memdesk_memdir::listing::{self, Unlisted};
use memdesk_memdir::wikilink::{self, WikiLink};
use memdesk_memdir::{Profile, lossy};

use crate::{Content, File, INDEX_NAME, Snapshot, snapshot::Link};

/// A topic, read.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicFacts {
    /// Where it is, below the store.
    pub path: String,
    /// Whether it is text.
    pub state: State,
    /// What its frontmatter says.
    pub frontmatter: Frontmatter,
    /// Size in bytes (of the whole, where only a head is held).
    pub size: u64,
    /// Number of lines (of the head, where only that is held).
    pub lines: usize,
    /// Whether the selector may be offered it; if not, why.
    pub listed: Result<(), Unlisted>,
    /// Modification time, nanoseconds since the Unix epoch.
    pub mtime_ns: i128,
    /// Unix permission bits.
    pub mode: u32,
    /// Where it leads, when it is reached through a symbolic link.
    pub link: Option<Link>,
    /// Its `[[links]]`.
    pub links: Vec<WikiLink>,
    /// Suspicious characters.
    pub invisible: Vec<Found>,
    /// Its bytes (the head, where only that is held); none when it cannot be read.
    pub bytes: Option<Arc<[u8]>>,
}

/// Whether a file can be read as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is text.
    Text,
    /// It has bytes that are not UTF-8.
    NotUtf8,
    /// Only its head is held.
    TooLarge,
    /// The operating system's reason.
    Unreadable(String),
    /// A FIFO, socket or device.
    Special(&'static str),
}

impl State {
    /// The state of a file, and the bytes that are held of it.
    pub(super) fn of(file: &File) -> (State, &[u8]) {
        match &file.content {
            Content::Bytes(bytes) if std::str::from_utf8(bytes).is_ok() => (State::Text, bytes),
            Content::Bytes(bytes) => (State::NotUtf8, bytes),
            Content::Head { bytes, .. } => (State::TooLarge, bytes),
            Content::Unreadable(why) => (State::Unreadable(why.clone()), &[]),
            Content::Special(kind) => (State::Special(kind), &[]),
        }
    }
}

impl TopicFacts {
    /// Its name: the frontmatter's, else the file's.
    pub fn name(&self) -> &str {
        self.frontmatter
            .name
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .unwrap_or(super::stem(&self.path))
    }

    /// The client can read it, so it gets into the listing if its path does.
    pub fn offered(&self) -> bool {
        self.bytes.is_some()
    }

    fn new(path: &str, file: &File, profile: &Profile) -> TopicFacts {
        let (state, bytes) = State::of(file);
        let text = lossy(bytes);
        TopicFacts {
            path: path.to_owned(),
            frontmatter: header::read(bytes, profile),
            size: size(file),
            lines: line_count(bytes),
            listed: listing::is_listed(path, profile),
            mtime_ns: file.mtime_ns,
            mode: file.mode,
            link: file.link.clone(),
            links: links(&text),
            invisible: suspicious(&text),
            bytes: held(file).cloned(),
            state,
        }
    }
}

/// Whether the file at a path is a topic: any `*.md` that is no index.
pub fn is_topic(path: &str) -> bool {
    path.ends_with(".md") && path.rsplit('/').next() != Some(INDEX_NAME)
}

/// Every topic.
pub(super) fn paths(snapshot: &Snapshot) -> impl Iterator<Item = (&str, &File)> {
    snapshot.files.iter().map(|(path, file)| (path.as_str(), file)).filter(move |(path, _)| is_topic(path))
}

/// The facts about all topics, by path.
pub(super) fn all(snapshot: &Snapshot, profile: &Profile) -> Vec<TopicFacts> {
    paths(snapshot).map(|(path, file)| TopicFacts::new(path, file, profile)).collect()
}

/// The frontmatter of a file.
pub(super) fn header(file: &File, profile: &Profile) -> Frontmatter {
    header::read(State::of(file).1, profile)
}

/// The frontmatter of the file at a path; empty when there is none.
pub(crate) fn frontmatter(snapshot: &Snapshot, path: &str, profile: &Profile) -> Frontmatter {
    snapshot.files.get(path).map_or_else(|| header::read(b"", profile), |file| header(file, profile))
}

/// A time as the client's listing takes it; one that no calendar holds is the nearest that it does.
pub fn time(mtime_ns: i128) -> Timestamp {
    Timestamp::from_nanosecond(mtime_ns).unwrap_or(if mtime_ns < 0 { Timestamp::MIN } else { Timestamp::MAX })
}

pub(super) fn size(file: &File) -> u64 {
    match &file.content {
        Content::Head { total, .. } => *total,
        _ => held(file).map_or(0, |bytes| bytes.len() as u64),
    }
}

fn held(file: &File) -> Option<&Arc<[u8]>> {
    match &file.content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => Some(bytes),
        Content::Unreadable(_) | Content::Special(_) => None,
    }
}

/// `[[links]]`; most texts have none and need no parsing.
pub(super) fn links(text: &str) -> Vec<WikiLink> {
    if text.contains("[[") { wikilink::links(text) } else { Vec::new() }
}

/// Suspicious characters; most texts are plain ASCII and need no look at each.
pub(super) fn suspicious(text: &str) -> Vec<Found> {
    let plain = text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\r' | b'\t'));
    if plain { Vec::new() } else { invisible::find(text) }
}

/// Lines ending at LF, CRLF or a lone CR; a last line without an end counts.
fn line_count(bytes: &[u8]) -> usize {
    let lf = memchr::memchr_iter(b'\n', bytes).count();
    let cr = if bytes.contains(&b'\r') {
        bytes.iter().enumerate().filter(|&(at, &b)| b == b'\r' && bytes.get(at + 1) != Some(&b'\n')).count()
    } else {
        0
    };
    let open = bytes.last().is_some_and(|b| !matches!(b, b'\n' | b'\r'));
    lf + cr + usize::from(open)
}
