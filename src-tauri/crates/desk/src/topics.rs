//! Topics as the table and the reader show them, and drafts of them.
//!
//! A draft is the same functions over the snapshot in which the file has the text being typed, so that what is shown
//! before saving cannot differ from what is shown after.

use crate::Desk;
use crate::index::drafted;
use crate::look::{Look, now};
use crate::render::{self, Links};
use crate::review::Whose;
use crate::view::{Draft, Failure, Recalled, TopicList, TopicRow, TopicView};
use jiff::Timestamp;
use memdesk_memdir::frontmatter::{self, Block, CannotSet, Field};
use memdesk_memdir::listing::Unlisted;
use memdesk_memdir::surface::{self, Truncated};
use memdesk_review::reading::{State, TopicFacts, time};
use memdesk_review::snapshot::Link;
use memdesk_review::{Problem, Reading};
use std::collections::HashMap;

/// Longest text that goes to the editor, in bytes.
const EDIT_LIMIT: usize = 1024 * 1024;

impl Desk {
    /// The topics of a store, newest first.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn topics(&self, id: &str) -> Result<TopicList, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let problems = self.problems_of(&look.place, &reading);
        let unreviewed = self.unreviewed(&look);
        let whose = self.whose(&look);
        // by path once: a store may have a hundred thousand topics
        let entries = entries_by_path(&reading);
        let mut troubles: HashMap<&str, Vec<&Problem>> = HashMap::new();
        for problem in &problems {
            troubles.entry(&problem.path).or_default().push(problem);
        }
        let mut topics: Vec<TopicRow> = reading
            .topics
            .iter()
            .map(|topic| {
                let path = topic.path.as_str();
                let troubles = troubles.get(path).map_or(&[][..], Vec::as_slice);
                let lines = entries.get(path).map_or(&[][..], Vec::as_slice);
                row(topic, &reading, (&look, &whose), (troubles, lines), unreviewed.as_deref())
            })
            .collect();
        topics.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
        Ok(TopicList { topics, oddities: reading.oddities })
    }

    /// One topic in the reader.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-topic` when it is not there (any more).
    pub fn topic(&self, id: &str, path: &str) -> Result<TopicView, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let topic = reading.topic(path).ok_or_else(|| no_such_topic(path))?;
        let problems = self.problems_of(&look.place, &reading);
        let bytes = topic.bytes.as_deref().unwrap_or_default();
        let not_editable = self.not_editable(topic);
        let troubles: Vec<&Problem> = problems.iter().filter(|problem| problem.path == topic.path).collect();
        let lines = entries_by_path(&reading).remove(path).unwrap_or_default();
        let (whose, unreviewed) = (self.whose(&look), self.unreviewed(&look));
        let row = row(topic, &reading, (&look, &whose), (&troubles, &lines), unreviewed.as_deref());
        let mut backlinks: Vec<String> = reading.backlinks(path).into_iter().map(|link| link.path).collect();
        backlinks.dedup();
        Ok(TopicView {
            source: render::clip(&String::from_utf8_lossy(bytes), EDIT_LIMIT).to_owned(),
            editable: not_editable.is_none(),
            not_editable: not_editable.map(str::to_owned),
            draft: draft(topic, &reading, &problems),
            origin_session: topic.frontmatter.origin_session.clone(),
            stamped: topic.frontmatter.modified.clone(),
            entries: lines,
            backlinks,
            link_target: match &topic.link {
                Some(Link::Outside(target)) => {
                    Some(crate::label::label(std::path::Path::new(target), Some(&self.environment.home)))
                }
                _ => None,
            },
            row,
        })
    }

    /// What a text would be as the topic at `path`. Writes nothing.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn draft(&self, id: &str, path: &str, text: &str) -> Result<Draft, Failure> {
        let look = self.look(id)?;
        let snapshot = drafted(&look.snapshot, path, text);
        let reading = Reading::new(&snapshot, self.profile());
        let problems = self.problems_of(&look.place, &reading);
        let topic = reading.topic(path).ok_or_else(|| no_such_topic(path))?;
        Ok(draft(topic, &reading, &problems))
    }

    /// A text with frontmatter fields set, every other byte kept. `None` leaves a field alone, `""` removes it.
    ///
    /// # Errors
    /// `fields-locked` when a field cannot be set without touching other bytes.
    pub fn draft_fields(
        &self,
        text: &str,
        name: Option<&str>,
        description: Option<&str>,
        topic_type: Option<&str>,
    ) -> Result<String, Failure> {
        let fields = [(Field::Name, name), (Field::Description, description), (Field::Type, topic_type)];
        let mut text = text.to_owned();
        for (field, value) in fields {
            let Some(value) = value else { continue };
            let value = (!value.is_empty()).then_some(value);
            text = frontmatter::set(&text, field, value).map_err(|why| {
                Failure::new("fields-locked", why.to_string(), "Change it in the source instead.".to_owned())
            })?;
        }
        Ok(text)
    }

    /// A topic as the client attaches it.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-topic`.
    pub fn recalled(&self, id: &str, path: &str) -> Result<Recalled, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let topic = reading.topic(path).ok_or_else(|| no_such_topic(path))?;
        Ok(recalled(topic, &reading))
    }

    fn unreviewed(&self, look: &Look) -> Option<Vec<String>> {
        self.ledger_if_any()?.unreviewed(&look.place.id, &look.snapshot).ok()
    }

    fn not_editable(&self, topic: &TopicFacts) -> Option<&'static str> {
        match (&topic.link, &topic.state) {
            (Some(Link::Outside(_)), _) => Some("outside"),
            (_, State::NotUtf8) => Some("not-utf8"),
            (_, State::TooLarge) => Some("too-large"),
            (_, State::Special(_)) => Some("special"),
            (_, State::Unreadable(_)) => Some("unreadable"),
            _ if topic.size > EDIT_LIMIT as u64 => Some("too-large"),
            _ if self.read_only => Some("read-only"),
            _ => None,
        }
    }
}

pub(crate) fn no_such_topic(path: &str) -> Failure {
    Failure::new(
        "no-such-topic",
        format!("there is no topic {path} in this store"),
        "`memdesk topics` lists those there are.".to_owned(),
    )
}

fn row(
    topic: &TopicFacts,
    reading: &Reading,
    (look, whose): (&Look, &Whose),
    (problems, lines): (&[&Problem], &[usize]),
    unreviewed: Option<&[String]>,
) -> TopicRow {
    let recalled = recalled(topic, reading);
    let unlisted = unlisted(topic, reading);
    TopicRow {
        path: topic.path.clone(),
        name: topic.frontmatter.name.clone(),
        description: topic.frontmatter.description.clone(),
        topic_type: topic.frontmatter.topic_type.map(|kind| kind.to_string()),
        modified: iso_ns(topic.mtime_ns),
        stale_days: recalled.stale_days,
        bytes: usize::try_from(topic.size).unwrap_or(usize::MAX),
        lines: topic.lines,
        truncated: recalled.truncated,
        listed: unlisted.is_none(),
        unlisted: unlisted.map(str::to_owned),
        indexed: indexed(lines, reading).map(str::to_owned),
        origin: whose
            .of(&topic.path, look.snapshot.files.get(&topic.path), None, &reading.profile)
            .author
            .origin
            .word()
            .to_owned(),
        // the ledger gives them sorted
        reviewed: unreviewed.is_some_and(|paths| paths.binary_search(&topic.path).is_err()),
        problems: problems.iter().copied().cloned().collect(),
        content: match topic.state {
            State::Text => "whole",
            State::NotUtf8 => "not-utf8",
            State::TooLarge => "head",
            State::Unreadable(_) => "unreadable",
            State::Special(_) => "special",
        }
        .to_owned(),
        link: topic.link.as_ref().map(|link| {
            match link {
                Link::Inside => "inside",
                Link::Outside(_) => "outside",
                Link::Broken => "broken",
            }
            .to_owned()
        }),
    }
}

/// Why the selector is not offered a topic.
pub(crate) fn unlisted(topic: &TopicFacts, reading: &Reading) -> Option<&'static str> {
    match topic.listed {
        Err(Unlisted::IsIndex) => Some("is-index"),
        Err(Unlisted::NotMarkdown) => Some("not-markdown"),
        Err(Unlisted::Hidden) => Some("hidden"),
        Err(Unlisted::Logs) => Some("logs"),
        Err(Unlisted::Sessions) => Some("sessions"),
        Err(Unlisted::BelowTeam) => Some("below-team"),
        Ok(()) if !topic.offered() => Some("unreadable"),
        // what is offered is one of those listed, of which there are few, or beyond them
        Ok(()) if !reading.manifest.listed.contains(&topic.path) => Some("beyond-200"),
        Ok(()) => None,
    }
}

/// Whether index entries, on these lines, lead to a topic, and whether the client loads any of them.
fn indexed(lines: &[usize], reading: &Reading) -> Option<&'static str> {
    let index = reading.index.as_ref()?;
    match lines.iter().any(|line| index.loaded.loads(*line)) {
        _ if lines.is_empty() => None,
        true => Some("loaded"),
        false => Some("cut"),
    }
}

/// Index lines whose entries lead to topics, by their paths.
fn entries_by_path(reading: &Reading) -> HashMap<&str, Vec<usize>> {
    let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
    let Some(index) = &reading.index else { return found };
    for (entry, target) in index.entries.iter().zip(&index.targets) {
        if let Some(path) = target {
            found.entry(path).or_default().push(entry.line);
        }
    }
    found
}

fn draft(topic: &TopicFacts, reading: &Reading, problems: &[Problem]) -> Draft {
    let bytes = topic.bytes.as_deref().unwrap_or_default();
    let text = String::from_utf8_lossy(bytes);
    let read = &topic.frontmatter;
    let body = text.get(read.body_start..).unwrap_or(&text);
    let position = reading.manifest.listed.iter().position(|listed| *listed == topic.path);
    Draft {
        html: render::html(body, &FromTopic { reading, path: &topic.path }),
        name: read.name.clone(),
        description: read.description.clone(),
        topic_type: read.type_text.clone().or(read.topic_type.map(|kind| kind.to_string())),
        fields_locked: fields_locked(&text, &read.block),
        manifest_line: position.and_then(|at| reading.manifest.lines.get(at).cloned()),
        recalled: recalled(topic, reading),
        bytes: usize::try_from(topic.size).unwrap_or(usize::MAX),
        lines: topic.lines,
        problems: problems.iter().filter(|problem| problem.path == topic.path).cloned().collect(),
    }
}

/// Why the frontmatter form must stay closed: a trial change of each field tells.
fn fields_locked(text: &str, block: &Block) -> Option<String> {
    if matches!(block, Block::None) || text.len() > EDIT_LIMIT {
        return None;
    }
    let trial = |field| frontmatter::set(text, field, Some("user")).err();
    let why = [Field::Name, Field::Description, Field::Type].into_iter().find_map(trial)?;
    Some(
        match why {
            CannotSet::Unreadable => "unreadable",
            CannotSet::TooLong => "too-long",
            CannotSet::Entangled => "entangled",
        }
        .to_owned(),
    )
}

pub(crate) fn recalled(topic: &TopicFacts, reading: &Reading) -> Recalled {
    let bytes = topic.bytes.as_deref().unwrap_or_default();
    let surfaced = surface::surface(bytes, &reading.profile);
    let stale = surface::stale_days(time(topic.mtime_ns), now());
    Recalled {
        kept: surfaced.kept,
        truncated: surfaced.truncated.map(|limit| {
            match limit {
                Truncated::Lines => "lines",
                Truncated::Bytes => "bytes",
            }
            .to_owned()
        }),
        limit: surfaced.limit,
        total_lines: topic.lines,
        stale_days: stale.map(|days| usize::try_from(days).unwrap_or(usize::MAX)),
    }
}

/// Links as seen from one topic: relative to its folder.
struct FromTopic<'a> {
    reading: &'a Reading,
    path: &'a str,
}

impl Links for FromTopic<'_> {
    fn by_name(&self, name: &str) -> Option<String> {
        self.reading.resolve_link(name).map(|topic| topic.path.clone())
    }

    fn by_target(&self, target: &str) -> Option<String> {
        self.reading.beside(self.path, target)
    }
}

/// A time on the wire: ISO 8601, UTC, milliseconds.
pub(crate) fn iso(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// Nanoseconds since the Unix epoch on the wire.
pub(crate) fn iso_ns(mtime_ns: i128) -> String {
    iso(time(mtime_ns))
}
