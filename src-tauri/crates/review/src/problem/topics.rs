//! What is wrong in single topics.

use memdesk_memdir::frontmatter::{self, Block, Field, TopicType};
use memdesk_memdir::invisible::{Found, Kind};
use memdesk_memdir::surface::{self, SURFACE_BYTES, SURFACE_LINES, Truncated};
use memdesk_memdir::{Profile, lossy};

use super::{Code, Problem, Severity};
use crate::Edit;
use crate::reading::{Reading, State, TopicFacts};
use crate::secret::{GENERIC, secrets};
use crate::snapshot::Link;

/// A clock that is ahead by this much, in nanoseconds, is not just inexact.
const AHEAD: i128 = 24 * 60 * 60 * 1_000_000_000;

pub(super) fn find(reading: &Reading, now_ns: i128, out: &mut Vec<Problem>) {
    for topic in &reading.topics {
        match &topic.state {
            State::Text | State::TooLarge => {}
            State::NotUtf8 => out.push(Problem::new(Code::NotUtf8, &topic.path)),
            State::Unreadable(why) if !matches!(topic.link, Some(Link::Broken)) => {
                out.push(Problem::new(Code::Odd, &topic.path).with("why", why));
            }
            State::Unreadable(_) => {}
            State::Special(kind) => out.push(Problem::new(Code::Odd, &topic.path).with("why", kind)),
        }
        out.extend(odd_link(&topic.path, topic.link.as_ref()));
        out.extend(odd_name(topic));
        if topic.offered() && topic.mtime_ns.saturating_sub(now_ns) > AHEAD {
            out.push(Problem::new(Code::Odd, &topic.path).with("why", "time-in-future"));
        }
        out.extend(invisible(&topic.path, &topic.invisible));
        out.extend(topic.bytes.as_deref().and_then(|bytes| secret(&topic.path, &lossy(bytes))));
        out.extend(too_long(topic, &reading.profile));
        // what the selector never sees need not be worded for it
        if topic.listed.is_ok() && topic.offered() {
            header(topic, out);
        }
        for link in topic.links.iter().filter(|link| reading.names.resolve(&link.name).is_none()) {
            out.push(Problem::new(Code::BrokenLink, &topic.path).at(link.line).with("name", &link.name));
        }
    }
}

fn header(topic: &TopicFacts, out: &mut Vec<Problem>) {
    let read = &topic.frontmatter;
    let fields = |description: Option<String>, topic_type: Option<String>| Edit::Fields {
        path: topic.path.clone(),
        base: None,
        name: None,
        description,
        topic_type,
    };
    let why = match &read.block {
        Block::Unclosed => Some("not closed within 30 lines".to_owned()),
        Block::Invalid(why) => Some(why.to_string()),
        _ => None,
    };
    if let Some(why) = why {
        // missing fields are its consequence
        out.push(Problem::new(Code::UnparsableFrontmatter, &topic.path).at(1).with("why", why));
        return;
    }
    match (&read.topic_type, &read.type_text) {
        (Some(_), _) => {}
        (None, Some(text)) => {
            let problem = Problem::new(Code::InvalidType, &topic.path).with("type", text);
            let meant = text.trim().to_lowercase().parse::<TopicType>().ok().map(|t| t.to_string());
            let fix = meant.filter(|t| settable(topic, Field::Type, t)).map(|t| fields(None, Some(t)));
            out.push(Problem { fix, ..problem });
        }
        (None, None) => out.push(Problem::new(Code::MissingType, &topic.path)),
    }
    match read.description.as_deref().filter(|text| !text.trim().is_empty()) {
        None => out.push(Problem::new(Code::NoDescription, &topic.path)),
        Some(text) if text.contains(['\n', '\r', '\u{2028}', '\u{2029}']) => {
            let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let fix = settable(topic, Field::Description, &joined).then(|| fields(Some(joined), None));
            out.push(Problem { fix, ..Problem::new(Code::MultilineDescription, &topic.path) });
        }
        Some(_) => {}
    }
}

/// Whether a field can be set without touching other bytes. Asked only where a mend is at hand.
fn settable(topic: &TopicFacts, field: Field, value: &str) -> bool {
    topic.state == State::Text
        && !matches!(topic.link, Some(Link::Outside(_) | Link::Broken))
        && (topic.bytes.as_deref())
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .is_some_and(|text| frontmatter::set(text, field, Some(value)).is_ok())
}

fn too_long(topic: &TopicFacts, profile: &Profile) -> Option<Problem> {
    if topic.size <= SURFACE_BYTES as u64 && topic.lines <= SURFACE_LINES {
        return None;
    }
    let limit = match (&topic.state, topic.bytes.as_deref()) {
        (State::TooLarge, _) => "bytes",
        (_, Some(bytes)) => match surface::surface(bytes, profile).truncated? {
            Truncated::Lines => "lines",
            Truncated::Bytes => "bytes",
        },
        (_, None) => return None,
    };
    let problem = Problem::new(Code::TooLong, &topic.path);
    Some(problem.with("bytes", topic.size).with("lines", topic.lines).with("limit", limit))
}

/// Suspicious characters of a file.
pub(super) fn invisible(path: &str, found: &[Found]) -> Option<Problem> {
    let first = found.first()?;
    let mut kinds: Vec<&str> = found.iter().map(|found| kind_word(found.kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut problem = Problem::new(Code::InvisibleCharacters, path)
        .at(usize::try_from(first.line).unwrap_or_default())
        .with("count", found.len())
        .with("kinds", kinds.join(", "))
        .with("first", format!("U+{:04X}", u32::from(first.ch)));
    // these say something else than they show
    if found.iter().any(|found| matches!(found.kind, Kind::Bidi | Kind::Tag)) {
        problem.severity = Severity::Error;
    }
    Some(problem)
}

/// What looks like a secret in a file: one finding for all of them, so that a list of keys does not bury the rest.
pub(super) fn secret(path: &str, text: &str) -> Option<Problem> {
    let found = secrets(text);
    let first = found.iter().find(|one| one.rule != GENERIC).or(found.first())?;
    let mut problem = Problem::new(Code::Secret, path)
        .at(usize::try_from(first.line).unwrap_or_default())
        .with("count", found.len())
        .with("rule", &first.rule)
        .with("masked", &first.masked);
    // random-looking characters behind a word are often something else
    if first.rule == GENERIC {
        problem.severity = Severity::Warning;
    }
    Some(problem)
}

pub(crate) fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Control => "control",
        Kind::Bidi => "bidi",
        Kind::ZeroWidth => "zero-width",
        Kind::Tag => "tag",
        Kind::VariationSelector => "variation-selector",
        Kind::PrivateUse => "private-use",
        Kind::Unassigned => "unassigned",
        Kind::Other => "other",
    }
}

/// A link that the client follows to where Memdesk does not write.
pub(super) fn odd_link(path: &str, link: Option<&Link>) -> Option<Problem> {
    let why = match link? {
        Link::Inside => return None,
        Link::Outside(_) => "link-outside",
        Link::Broken => "link-broken",
    };
    Some(Problem::new(Code::Odd, path).with("why", why))
}

/// A name that can forge lines of the listing, since the path is part of its line.
fn odd_name(topic: &TopicFacts) -> Option<Problem> {
    let bad = |c: char| {
        c.is_control() || memdesk_memdir::invisible::clean(c) != memdesk_memdir::invisible::Clean::Keep
    };
    topic.path.chars().any(bad).then(|| Problem {
        severity: Severity::Error,
        ..Problem::new(Code::Odd, &topic.path).with("why", "name-control-character")
    })
}
