//! A snapshot read once by the client's rules: what the index says, what each topic says, and what leads where.
//!
//! Separate from `snapshot` (bytes) so that parsing happens once, and from `problem` (judgement) so that views and problems
//! rest on the same facts. Owns what it needs: it may be kept when the snapshot is gone.

mod index;
mod leads;
mod names;
mod topic;

pub use index::{IndexFacts, leads_to};
pub use leads::Lead;
pub use names::{Names, stem};
pub(crate) use topic::frontmatter;
pub use topic::{State, TopicFacts, is_topic, time};

use memdesk_memdir::listing::{self, Manifest, Offer};
use memdesk_memdir::{Profile, index as loader};

use crate::{Content, INDEX_NAME, Snapshot};

/// What the client's rules make of a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The rules it was read by.
    pub profile: Profile,
    /// The index; none when there is no `MEMORY.md`.
    pub index: Option<IndexFacts>,
    /// Every `*.md` file that is no index, by path.
    pub topics: Vec<TopicFacts>,
    /// What the selector is offered.
    pub manifest: Manifest,
    /// Names and what they lead to.
    pub names: Names,
    /// What the snapshot could not represent: path and reason.
    pub oddities: Vec<(String, String)>,
    /// Folders that have an index of their own (`team`): their topics are its business. Without the slash.
    pub other_indexes: Vec<String>,
}

/// A `[[link]]` that leads to a topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backlink {
    /// The file it is in.
    pub path: String,
    /// 1-based line in that file.
    pub line: usize,
}

impl Reading {
    /// Reads a snapshot. Never fails: odd files are facts too.
    pub fn new(snapshot: &Snapshot, profile: &Profile) -> Reading {
        let topics = topic::all(snapshot, profile);
        let names = Names::new(topics.iter().map(|topic| (topic.path.as_str(), &topic.frontmatter)));
        let other_indexes =
            snapshot.files.keys().filter_map(|path| path.strip_suffix(INDEX_NAME)?.strip_suffix('/'));
        Reading {
            profile: *profile,
            index: snapshot.files.get(INDEX_NAME).map(|file| IndexFacts::new(file, &names, profile)),
            manifest: manifest(&topics, profile),
            oddities: snapshot.oddities.clone(),
            other_indexes: other_indexes.map(str::to_owned).collect(),
            topics,
            names,
        }
    }

    /// The topic at a path.
    pub fn topic(&self, path: &str) -> Option<&TopicFacts> {
        self.topics
            .binary_search_by(|topic| topic.path.as_str().cmp(path))
            .ok()
            .and_then(|at| self.topics.get(at))
    }

    /// The topic that `[[name]]` leads to.
    pub fn resolve_link(&self, name: &str) -> Option<&TopicFacts> {
        self.topic(self.names.resolve(name)?)
    }

    /// The `[[links]]` that lead to a topic, those of the index first.
    pub fn backlinks(&self, path: &str) -> Vec<Backlink> {
        let index = self.index.iter().map(|index| (INDEX_NAME, &index.links));
        let topics = self.topics.iter().map(|topic| (topic.path.as_str(), &topic.links));
        let links = index.chain(topics).flat_map(|(from, links)| links.iter().map(move |link| (from, link)));
        links
            .filter(|(_, link)| self.names.resolve(&link.name) == Some(path))
            .map(|(from, link)| Backlink { path: from.to_owned(), line: link.line })
            .collect()
    }

    /// Topics that the selector may be offered but no index entry leads to. Those in a folder with an index of its own do
    /// not count.
    pub fn orphans(&self) -> impl Iterator<Item = &TopicFacts> {
        let led_to: std::collections::HashSet<&str> =
            self.index.iter().flat_map(|index| index.targets.iter().flatten().map(String::as_str)).collect();
        self.topics.iter().filter(move |topic| {
            topic.listed.is_ok()
                && topic.offered()
                && !led_to.contains(topic.path.as_str())
                && !self.other_indexes.iter().any(|dir| below(&topic.path, dir))
        })
    }
}

/// Whether `path` is below the folder `dir`.
pub(crate) fn below(path: &str, dir: &str) -> bool {
    path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'))
}

fn manifest(topics: &[TopicFacts], profile: &Profile) -> Manifest {
    let offered = topics.iter().filter(|topic| topic.listed.is_ok() && topic.offered());
    let offers: Vec<Offer> = offered
        .map(|topic| Offer {
            path: &topic.path,
            frontmatter: &topic.frontmatter,
            mtime: time(topic.mtime_ns),
        })
        .collect();
    listing::manifest(&offers, profile)
}

impl Snapshot {
    /// The facts about every `*.md` file that is no index, by path.
    pub fn topics(&self, profile: &Profile) -> Vec<TopicFacts> {
        topic::all(self, profile)
    }

    /// What the selector is offered, newest first; files behind links too, unreadable ones not.
    pub fn manifest(&self, profile: &Profile) -> Manifest {
        manifest(&topic::all(self, profile), profile)
    }

    /// The index as the client loads it; `None` when there is none that can be read. Of an index too large to be held, its
    /// head.
    pub fn loaded_index(&self, profile: &Profile) -> Option<loader::Loaded> {
        match &self.files.get(INDEX_NAME)?.content {
            Content::Bytes(bytes) | Content::Head { bytes, .. } => Some(loader::load(bytes, profile)),
            Content::Unreadable(_) | Content::Special(_) => None,
        }
    }
}
