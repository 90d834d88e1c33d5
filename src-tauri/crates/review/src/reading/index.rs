//! Facts about the index.

use memdesk_memdir::entry::{self, Entry, EntryKind, Section};
use memdesk_memdir::index::{self, Loaded};
use memdesk_memdir::invisible::Found;
use memdesk_memdir::wikilink::WikiLink;
use memdesk_memdir::{Profile, lossy};

use super::{Names, State};
use crate::{File, snapshot::Link};

/// The index, read.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexFacts {
    /// Whether it is text.
    pub state: State,
    /// Its text, bad bytes as U+FFFD; empty when it cannot be read.
    pub text: String,
    /// Size in bytes.
    pub size: u64,
    /// What the client loads.
    pub loaded: Loaded,
    /// Its entries, headings among them.
    pub entries: Vec<Entry>,
    /// For each entry, the path below the store that it leads to, whether or not there is a file; none for headings, URLs and
    /// what lies outside. A `[[name]]` leads to a topic or nowhere.
    pub targets: Vec<Option<String>>,
    /// Its headings.
    pub sections: Vec<Section>,
    /// Its `[[links]]`.
    pub links: Vec<WikiLink>,
    /// Suspicious characters.
    pub invisible: Vec<Found>,
    /// Where it leads, when it is a symbolic link.
    pub link: Option<Link>,
}

impl IndexFacts {
    pub(super) fn new(file: &File, names: &Names, profile: &Profile) -> IndexFacts {
        let (state, bytes) = State::of(file);
        let text = lossy(bytes).into_owned();
        let entries = entry::entries(&text);
        IndexFacts {
            state,
            size: super::topic::size(file),
            loaded: index::load(bytes, profile),
            targets: entries.iter().map(|entry| leads_to(entry, names)).collect(),
            sections: entry::sections(&text),
            links: super::topic::links(&text),
            invisible: super::topic::suspicious(&text),
            link: file.link.clone(),
            entries,
            text,
        }
    }
}

/// The path below the store that an entry leads to, whether or not there is a file.
pub fn leads_to(entry: &Entry, names: &Names) -> Option<String> {
    let target = entry.target.as_deref()?;
    match entry.kind {
        EntryKind::Wiki => names.resolve(target).map(str::to_owned),
        _ => entry::resolve(target),
    }
}
