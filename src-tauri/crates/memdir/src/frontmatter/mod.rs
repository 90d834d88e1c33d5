//! The header of a topic: what the client takes from it, and changing one value of it without touching another byte.
//!
//! Separate because everything else works with its few fields. Reading never fails: what is odd is said in [`Block`].
//! [`header`](self) finds the block, `yaml` gets fields out of it, `set` edits it; none of them ever writes a whole block
//! anew.

mod dialect;
mod header;
mod node;
mod place;
mod quote;
mod set;
mod simple;
mod yaml;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Profile;
use header::Header;
use node::Node;

pub use header::HEADER_LINES;
pub use set::{CannotSet, Field, set};

/// The four kinds of memory that the client knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TopicType {
    /// Who the person is.
    User,
    /// How they want the work done.
    Feedback,
    /// Goals and constraints that code and history do not show.
    Project,
    /// Where things are in outside systems.
    Reference,
}

impl TopicType {
    /// All of them, in the order in which they are shown.
    pub const ALL: [TopicType; 4] =
        [TopicType::User, TopicType::Feedback, TopicType::Project, TopicType::Reference];

    /// The word in the header.
    pub fn as_str(self) -> &'static str {
        match self {
            TopicType::User => "user",
            TopicType::Feedback => "feedback",
            TopicType::Project => "project",
            TopicType::Reference => "reference",
        }
    }
}

impl fmt::Display for TopicType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is none of the four types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAType;

impl fmt::Display for NotAType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of user, feedback, project, reference")
    }
}

impl std::error::Error for NotAType {}

impl FromStr for TopicType {
    type Err = NotAType;

    /// Exactly one of the four words; case and blanks count, as they do for the client.
    fn from_str(text: &str) -> Result<Self, NotAType> {
        TopicType::ALL.into_iter().find(|t| t.as_str() == text).ok_or(NotAType)
    }
}

/// In which state the header is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// There is none.
    #[default]
    None,
    /// It opens, and does not close where the client looks ([`HEADER_LINES`]): the client takes it for body.
    Unclosed,
    /// It yields no fields at all. The text says why.
    Invalid(String),
    /// Its YAML fails; the client's second attempt, which takes troublesome values as plain text, read it.
    Fallback,
    /// Its YAML is valid.
    Valid,
}

/// What the client takes from a topic's header, and what else the client itself writes there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Frontmatter {
    /// `name`, when it is a text and not empty.
    pub name: Option<String>,
    /// `description`, when it is a text and not empty; with all its newlines and invisible characters.
    pub description: Option<String>,
    /// The type, when it is one of the four.
    pub topic_type: Option<TopicType>,
    /// What stands where the type is read, even when it does not count (`zzz`, `42`). `None` for nothing, null, a list or a map.
    pub type_text: Option<String>,
    /// `metadata.node_type`
    pub node_type: Option<String>,
    /// `metadata.originSessionId`
    pub origin_session: Option<String>,
    /// `metadata.modified`, as written.
    pub modified: Option<String>,
    /// In which state the header is.
    pub block: Block,
    /// Byte offset of the body in the text given; 0 when there is no (closed) block. In a file that is not valid UTF-8 it
    /// is an offset in the text that the bytes decode to.
    pub body_start: usize,
}

/// What the client takes from the header of the topic with these bytes (golden `frontmatter.json`). Never fails.
pub fn read(bytes: &[u8], profile: &Profile) -> Frontmatter {
    let header = Header::find(bytes, profile);
    match header.yaml() {
        Ok(None) => Frontmatter::default(),
        Ok(Some((yaml, body_start))) => {
            let (fields, block) = yaml::read(yaml, profile);
            Frontmatter { block, body_start, ..fields.map(Frontmatter::of).unwrap_or_default() }
        }
        Err(header::Unclosed) => Frontmatter { block: Block::Unclosed, ..Frontmatter::default() },
    }
}

/// The bytes of `text` (a topic's whole text) that are the lines of its description, the key among them. `None` where it has
/// none, or has it in a shape that neither people nor the client write.
pub fn description_at(text: &str, profile: &Profile) -> Option<Range<usize>> {
    let header = Header::find(text.as_bytes(), profile);
    let (yaml, _) = header.yaml().ok()??;
    let start = header.content_start();
    let places = place::places(text, start..start + yaml.len());
    // of a key that stands twice the last one counts
    places.into_iter().rev().find(|place| place.key == Field::Description.key()).map(|place| place.lines)
}

impl Frontmatter {
    /// The fields in the map that a header's YAML is. `metadata.type` counts before `type`, even when it is no valid type.
    fn of(map: Node) -> Frontmatter {
        let metadata = map.get("metadata").filter(|node| matches!(node, Node::Map(_)));
        let inner = |key| metadata.and_then(|node| node.get(key));
        let topic_type = inner("type").or_else(|| map.get("type"));
        Frontmatter {
            name: map.get("name").and_then(Node::filled),
            description: map.get("description").and_then(Node::filled),
            topic_type: topic_type.and_then(Node::text).and_then(|text| text.parse().ok()),
            type_text: topic_type.and_then(Node::written),
            node_type: inner("node_type").and_then(Node::written),
            origin_session: inner("originSessionId").and_then(Node::written),
            modified: inner("modified").and_then(Node::written),
            ..Frontmatter::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_description_stands() {
        for (text, expected) in [
            ("---\nname: a\ndescription: b\ntype: user\n---\nBody.\n", Some("description: b\n")),
            (
                "\u{FEFF}---\r\n\r\n\"description\": |\r\n  b\r\n  c\r\n---\r\n",
                Some("\"description\": |\r\n  b\r\n  c\r\n"),
            ),
            ("---\nmetadata:\n  description: inner\ndescription: own\n---\n", Some("description: own\n")),
            ("---\nname: a\n---\ndescription: body\n", None),
            ("---\ndescription: never closed\n", None),
            ("description: no header\n", None),
            ("---", None),
            ("", None),
        ] {
            let found = description_at(text, Profile::latest()).map(|at| &text[at]);
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
