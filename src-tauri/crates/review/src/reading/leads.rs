//! What leads where: every entry of the index, every `[[link]]`, and the Markdown links between topics.
//!
//! Separate from [`Reading::backlinks`], which is about one topic and `[[links]]` alone: this is the whole net of a store, for a
//! picture of it. What counts as broken is what `problem` calls so: an entry or a `[[link]]` that leads to nothing. A Markdown
//! link of a topic that leads to no topic may well lead to a file of the project, so it is not told.

use std::collections::HashSet;

use memdesk_memdir::entry::{self, EntryKind};
use memdesk_memdir::lossy;

use super::{Reading, TopicFacts};
use crate::INDEX_NAME;

/// Longest topic that is looked through for Markdown links, in bytes; beyond it is no text that somebody links from by hand.
const MARKDOWN_LIMIT: usize = 512 * 1024;

/// A place in a file that leads to a topic, or is meant to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// The file it stands in: the index, or a topic.
    pub from: String,
    /// 1-based line there.
    pub line: usize,
    /// The topic it leads to; none when it leads to nothing.
    pub to: Option<String>,
    /// What it names: the topic's path, or what is written where there is no topic.
    pub name: String,
}

impl Reading {
    /// Everything that leads from the index or a topic to another topic, or to nothing; the index's first, then by path, and
    /// by line. `exists` tells of any path of the store whether a file is there.
    pub fn leads(&self, exists: &dyn Fn(&str) -> bool) -> Vec<Lead> {
        let mut leads = self.leads_of_index(exists);
        for topic in &self.topics {
            leads.extend(self.leads_of(topic));
        }
        leads
    }

    fn leads_of_index(&self, exists: &dyn Fn(&str) -> bool) -> Vec<Lead> {
        let Some(index) = &self.index else { return Vec::new() };
        let mut out = Vec::new();
        let mut seen: HashSet<usize> = HashSet::new();
        for (entry, target) in index.entries.iter().zip(&index.targets) {
            let Some(written) = &entry.target else { continue };
            seen.insert(entry.link_range.start);
            let to = target.as_deref().and_then(|path| self.topic(path)).map(|topic| topic.path.clone());
            let nothing = match target {
                Some(path) => !exists(path),
                None => entry.kind == EntryKind::Wiki,
            };
            if to.is_some() || nothing {
                let name = to.clone().or_else(|| target.clone()).unwrap_or_else(|| written.clone());
                out.push(Lead { from: INDEX_NAME.to_owned(), line: entry.line, to, name });
            }
        }
        for link in index.links.iter().filter(|link| !seen.contains(&link.range.start)) {
            out.push(self.by_name(INDEX_NAME, link.line, &link.name));
        }
        out.sort_by_key(|lead| lead.line);
        out
    }

    fn leads_of(&self, topic: &TopicFacts) -> Vec<Lead> {
        let from = topic.path.as_str();
        let mut out: Vec<Lead> =
            topic.links.iter().map(|link| self.by_name(from, link.line, &link.name)).collect();
        let bytes = topic.bytes.as_deref().filter(|bytes| bytes.len() <= MARKDOWN_LIMIT).unwrap_or_default();
        let text = lossy(bytes);
        // most topics have none, and need no parsing
        let entries =
            if text.contains("](") || text.contains("]:") { entry::entries(&text) } else { Vec::new() };
        for entry in entries.iter().filter(|entry| entry.kind != EntryKind::Wiki) {
            let Some(to) = entry.target.as_deref().and_then(|target| self.beside(from, target)) else {
                continue;
            };
            out.push(Lead { from: from.to_owned(), line: entry.line, name: to.clone(), to: Some(to) });
        }
        out.retain(|lead| lead.to.as_deref() != Some(from));
        out.sort_by_key(|lead| lead.line);
        out
    }

    fn by_name(&self, from: &str, line: usize, name: &str) -> Lead {
        let to = self.resolve_link(name).map(|topic| topic.path.clone());
        Lead { from: from.to_owned(), line, name: to.clone().unwrap_or_else(|| name.to_owned()), to }
    }

    /// The topic that a relative target in a topic leads to: relative to that topic's folder.
    pub fn beside(&self, from: &str, target: &str) -> Option<String> {
        let target = target.split('#').next().unwrap_or(target);
        let beside = match from.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{target}"),
            None => target.to_owned(),
        };
        Some(self.topic(&entry::resolve(&beside)?)?.path.clone())
    }
}
