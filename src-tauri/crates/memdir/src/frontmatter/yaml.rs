//! From the YAML of a header to its values: the client's two attempts.
//!
//! Separate because the order of attempts is a rule of its own: the text as it stands, and when that fails, once more with
//! troublesome values in quotes. `serde_yaml` reads both; what it would read differently is amended first (`dialect`).

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::node::Node;
use super::{Block, dialect, simple};
use crate::Profile;
use crate::text::{BOM, is_space};

/// The map that `yaml` is, where it is one, and in which state that leaves the header. A header with nothing in it is
/// valid and has no map.
pub(crate) fn read(yaml: &str, profile: &Profile) -> (Option<Node>, Block) {
    if let Some(map) = simple::read(yaml) {
        return (Some(map), Block::Valid);
    }
    let (node, block) = match parse(yaml, profile) {
        Ok(node) => (node, Block::Valid),
        Err(first) => match parse(&quote_troublesome(yaml, profile), profile) {
            Ok(node) => (node, Block::Fallback),
            Err(_) => return (None, Block::Invalid(first)),
        },
    };
    match node {
        Node::Map(_) => (Some(node), block),
        Node::Null => (None, block),
        _ => (None, Block::Invalid("not a map of fields".to_owned())),
    }
}

/// One attempt. The error is for a person.
pub(super) fn parse(yaml: &str, profile: &Profile) -> Result<Node, String> {
    let yaml = yaml.strip_prefix(BOM).unwrap_or(yaml);
    let yaml = unix_newlines(yaml);
    if profile.rejects_nul && yaml.contains('\0') {
        return Err("a NUL".to_owned());
    }
    let yaml = up_to_nul(&yaml);
    let amended = dialect::amend(yaml)?;
    if amended.trim().is_empty() {
        return Ok(Node::Null);
    }
    serde_yaml::from_str(&amended).map_err(|error| error.to_string())
}

/// `yaml` up to its first NUL that stands in no comment (2.1.197, golden `frontmatter_197.json`).
fn up_to_nul(yaml: &str) -> &str {
    let ends = |at: &usize| yaml.get(..=*at).is_some_and(|until| dialect::amend(until).is_err());
    let first = yaml.match_indices('\0').map(|(at, _)| at).find(ends);
    first.and_then(|at| yaml.get(..at)).unwrap_or(yaml)
}

fn unix_newlines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of the second attempt: tabs at the start of a line become two spaces each, and each line `key: value` (the key of ASCII letters, `_` and `-`, at the line's start) whose
/// value has one of a set of characters, or a `: `, gets it in double quotes; but not a value that is in quotes as a whole.
fn quote_troublesome(yaml: &str, profile: &Profile) -> String {
    let mut out = String::with_capacity(yaml.len() + 16);
    for (n, line) in yaml.split('\n').enumerate() {
        if n > 0 {
            out.push('\n');
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        let text = line.trim_start_matches('\t');
        out.extend(std::iter::repeat_n("  ", line.len() - text.len()));
        if text.len() < line.len() {
            out.push_str(text);
            continue;
        }
        match troublesome(line) {
            Some((key, value)) if !is_list(value, profile) => {
                out.push_str(key);
                out.push_str(": \"");
                out.push_str(&value.replace('\\', "\\\\").replace('"', "\\\""));
                out.push('"');
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// Whether `value` is a list in brackets and nothing else: that is left as it stands.
fn is_list(value: &str, profile: &Profile) -> bool {
    value.starts_with('[') && value.ends_with(']') && matches!(parse(value, profile), Ok(Node::List(_)))
}

/// Key and value of a line whose value is to be put in quotes.
fn troublesome(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let is_key =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'));
    let value = rest.trim_start_matches(is_space);
    (is_key && rest.starts_with(is_space) && is_troublesome(value)).then_some((key, value))
}

/// Whether the second attempt puts the value of a line, `rest` being what follows the `:`, in quotes.
pub(crate) fn is_troublesome(rest: &str) -> bool {
    let value = rest.trim_start_matches(is_space);
    let in_quotes = |quote| value.starts_with(quote) && value.ends_with(quote);
    let trouble = value.contains(['{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`'])
        || value.contains(": ");
    let one_line = !value.contains(['\r', '\n', '\u{2028}', '\u{2029}']);
    one_line && trouble && !in_quotes('"') && !in_quotes('\'')
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(Amended)
    }
}

/// Reads a value of amended YAML.
struct Amended;

impl<'de> Visitor<'de> for Amended {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Node, E> {
        let mut chars = text.chars();
        match chars.next() {
            Some(dialect::TEXT) => Ok(Node::Text(chars.as_str().to_owned())),
            Some(dialect::OTHER) => Ok(Node::Other(chars.as_str().to_owned())),
            Some(dialect::NULL) => Ok(Node::Null),
            _ => Err(E::custom("a value that was not amended")),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry::<Node, Node>()? {
            entries.push(entry);
            if entries.len() > MAX_ENTRIES {
                return Err(A::Error::custom("too many entries"));
            }
        }
        Ok(Node::map(entries))
    }
}

/// More than any header of 30 lines has unless aliases multiply it.
const MAX_ENTRIES: usize = 1 << 16;
