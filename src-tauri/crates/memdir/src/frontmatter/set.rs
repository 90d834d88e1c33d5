//! Changing one value of a header without touching another byte.
//!
//! Separate because it never writes a header anew: it finds the bytes of the value (`place`), puts others there (`quote`) and
//! reads the result. When that does not say what was asked for, or says anything else differently, nothing is changed.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::header::{Header, MARKER};
use super::node::Node;
use super::place::{self, Place};
use super::{Block, Frontmatter, quote, read, yaml};
use crate::Profile;
use crate::text::BOM;

/// A value that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `metadata.type` where there is one, else `type`.
    Type,
}

impl Field {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Description => "description",
            Field::Type => "type",
        }
    }

    /// What a header says.
    fn of(self, fm: &Frontmatter) -> Option<&str> {
        match self {
            Field::Name => fm.name.as_deref(),
            Field::Description => fm.description.as_deref(),
            Field::Type => fm.type_text.as_deref(),
        }
    }
}

/// Why a value cannot be set by changing its bytes alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CannotSet {
    /// The header yields no fields as it stands.
    Unreadable,
    /// The header would no longer close where the client looks.
    TooLong,
    /// The value is written in a way that ties it to others (aliases, merged maps, a map in brackets, odd YAML).
    Entangled,
}

impl fmt::Display for CannotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CannotSet::Unreadable => "the header cannot be read as it stands; mend it in the source",
            CannotSet::TooLong => "the header would not close within the lines that the client reads",
            CannotSet::Entangled => "the value cannot be changed without changing others; edit the source",
        })
    }
}

impl std::error::Error for CannotSet {}

/// `source` (a topic's whole text) with `field` set to `value`, or without it for `None` and the empty text.
///
/// Only the bytes of that value change; where the field is new, a line is added, and where there is no header, one is put in
/// front. Line endings are those of the file. A changed value is in quotes only where YAML needs them.
///
/// Law: reading the result gives `value`, and every other field and every other byte as before. Where that is not to be had,
/// it is an error and nothing is changed.
pub fn set(source: &str, field: Field, value: Option<&str>) -> Result<String, CannotSet> {
    let profile = Profile::latest();
    let value = value.filter(|value| !value.is_empty());
    let before = read(source.as_bytes(), profile);
    if field.of(&before) == value && !matches!(before.block, Block::Invalid(_)) {
        return Ok(source.to_owned());
    }
    let header = Header::find(source.as_bytes(), profile);
    let result = match (header.yaml(), value) {
        (Ok(Some((yaml, _))), _) => {
            if matches!(before.block, Block::Invalid(_)) {
                return Err(CannotSet::Unreadable);
            }
            let start = header.content_start();
            let splice = within(source, start..start + yaml.len(), &before.block, field, value);
            splice.map(|Splice { range, text }| replaced(source, range, &text))
        }
        (_, Some(value)) => Some(with_new_header(source, field, value)),
        (_, None) => None,
    };
    let result = result.ok_or(CannotSet::Entangled)?;
    let after = read(result.as_bytes(), profile);
    if matches!(after.block, Block::Unclosed | Block::None) {
        return Err(CannotSet::TooLong);
    }
    let (old, new) = (fields(source, profile), fields(&result, profile));
    let nested = is_nested(&old, field);
    let same_rest = without(old, field, nested) == without(new, field, nested);
    if field.of(&after) == value && same_rest { Ok(result) } else { Err(CannotSet::Entangled) }
}

/// A range of the source and what takes its place.
struct Splice {
    range: Range<usize>,
    text: String,
}

fn replaced(source: &str, range: Range<usize>, text: &str) -> String {
    let mut out = String::with_capacity(source.len() + text.len());
    out.push_str(source.get(..range.start).unwrap_or_default());
    out.push_str(text);
    out.push_str(source.get(range.end..).unwrap_or_default());
    out
}

/// The change to a header whose YAML is in `yaml`.
fn within(
    source: &str,
    yaml: Range<usize>,
    block: &Block,
    field: Field,
    value: Option<&str>,
) -> Option<Splice> {
    let places = place::places(source, yaml.clone());
    let last = |key: &str| places.iter().rev().find(|place| place.key == key);
    let metadata = last("metadata").filter(|_| field == Field::Type);
    if let Some(splice) = metadata.and_then(|metadata| in_metadata(source, metadata, block, value)) {
        return Some(splice);
    }
    match (last(field.key()), value) {
        (Some(place), Some(value)) => Some(changed(source, place, block, value)),
        (Some(place), None) => Some(Splice { range: place.lines.clone(), text: String::new() }),
        (None, None) => None,
        (None, Some(value)) => {
            let newline = newline_of(source);
            // name, description, type: each after the one before it, where that is
            let above = match field {
                Field::Name => None,
                Field::Description => last("name"),
                Field::Type => last("description").or_else(|| last("name")),
            };
            let first = || places.first().map_or(yaml.start, |first| first.lines.start);
            let at = above.map_or_else(first, |place| place.lines.end);
            let indent = " ".repeat(places.first().map_or(0, |first| first.indent));
            let text = format!("{indent}{}: {}{newline}", field.key(), quote::scalar(value, false));
            Some(Splice { range: at..at, text })
        }
    }
}

/// The change to `metadata.type`, where there is one.
fn in_metadata(source: &str, metadata: &Place, block: &Block, value: Option<&str>) -> Option<Splice> {
    let first_line_end = line_end(source, metadata.after_colon);
    let on_line = place::value_on_line(source, metadata.after_colon, first_line_end);
    let text = source.get(metadata.after_colon..metadata.content_end).unwrap_or_default();
    if let Some(open) =
        text.find('{').filter(|&open| text.get(..open).is_some_and(|before| before.trim().is_empty()))
    {
        let map = metadata.after_colon + open..metadata.content_end;
        let (at, entry) = place::in_brackets(source, map, Field::Type.key())?;
        return Some(match value {
            Some(value) => Splice { range: at, text: quote::scalar(value, true) },
            None => Splice { range: entry, text: String::new() },
        });
    }
    let is_block_map =
        source.get(on_line).is_none_or(|value| value.is_empty() || value.starts_with(['&', '!']));
    if !is_block_map {
        return None;
    }
    let children = place::places(source, next_line(source, first_line_end)..metadata.lines.end);
    let place = children.iter().rev().find(|place| place.key == Field::Type.key())?;
    Some(match value {
        Some(value) => changed(source, place, block, value),
        None => Splice { range: place.lines.clone(), text: String::new() },
    })
}

/// The change of the value at `place`.
fn changed(source: &str, place: &Place, block: &Block, value: &str) -> Splice {
    let line_end = line_end(source, place.after_colon);
    let on_line = place::value_on_line(source, place.after_colon, line_end);
    let many_lines = place.content_end > line_end;
    let whole_line = || place.after_colon..place.content_end.max(on_line.end);
    let raw = source.get(whole_line()).unwrap_or_default();
    let quoted_by_client = *block == Block::Fallback && place.indent == 0 && yaml::is_troublesome(raw);
    let range = if many_lines || quoted_by_client {
        let blank = raw.len() - raw.trim_start_matches([' ', '\t']).len();
        let blank =
            if raw.get(..blank + 1).is_some_and(|start| start.ends_with(['\r', '\n'])) { 0 } else { blank };
        place.after_colon + blank..whole_line().end
    } else {
        on_line
    };
    let mut text = quote::scalar(value, false);
    if range.start == place.after_colon {
        text.insert(0, ' ');
    }
    if source.get(range.end..).is_some_and(|rest| rest.starts_with('#')) {
        text.push(' ');
    }
    Splice { range, text }
}

/// `source` with a header of one field in front, and an empty line between it and a body that does not begin with one.
fn with_new_header(source: &str, field: Field, value: &str) -> String {
    let newline = newline_of(source);
    let body = source.strip_prefix(BOM).unwrap_or(source);
    let mark = source.get(..source.len() - body.len()).unwrap_or_default();
    let gap = if body.is_empty() || body.starts_with(['\n', '\r']) { "" } else { newline };
    let (key, value) = (field.key(), quote::scalar(value, false));
    format!("{mark}{MARKER}{newline}{key}: {value}{newline}{MARKER}{newline}{gap}{body}")
}

/// The line ending that the file uses first.
fn newline_of(source: &str) -> &'static str {
    match source.find('\n') {
        Some(at) if source.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}

/// Where the line with `at` in it ends, its line ending not included.
fn line_end(source: &str, at: usize) -> usize {
    let rest = source.get(at..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    at + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Where the line after the one with `at` in it begins.
fn next_line(source: &str, at: usize) -> usize {
    let rest = source.get(at..).unwrap_or_default();
    at + rest.find('\n').map_or(rest.len(), |newline| newline + 1)
}

/// What the header says, key by key.
fn fields(source: &str, profile: &Profile) -> Vec<(String, Node)> {
    let header = Header::find(source.as_bytes(), profile);
    let Ok(Some((yaml, _))) = header.yaml() else { return Vec::new() };
    match yaml::read(yaml, profile).0 {
        Some(Node::Map(entries)) => entries,
        _ => Vec::new(),
    }
}

/// Whether the type is in `metadata`.
fn is_nested(fields: &[(String, Node)], field: Field) -> bool {
    field == Field::Type
        && fields.iter().any(|(key, node)| key == "metadata" && node.get(field.key()).is_some())
}

/// Everything but `field`, in an order of its own. A `metadata` with nothing left in it counts as none.
fn without(fields: Vec<(String, Node)>, field: Field, nested: bool) -> Vec<(String, Node)> {
    let mut out = Vec::new();
    for (key, node) in fields {
        if key == field.key() && !nested {
            continue;
        }
        let node = match node {
            Node::Map(inner) if nested && key == "metadata" => {
                Node::Map(inner.into_iter().filter(|(key, _)| key != field.key()).collect())
            }
            node => node,
        };
        let is_nothing = matches!(&node, Node::Map(inner) if inner.is_empty()) || node == Node::Null;
        if !(key == "metadata" && is_nothing) {
            out.push((key, node));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}
