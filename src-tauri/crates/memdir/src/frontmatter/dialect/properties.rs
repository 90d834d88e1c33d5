//! Anchors, aliases and tags: what comes before a node.
//!
//! Separate from the scanner because the client reads their names in ways of its own. Anchors and aliases are handed on under
//! numbers, tags are taken off; a tag only says whether a plain scalar is a text.

use super::super::node::Node;
use super::scalar::hex;
use super::{Before, NULL, Refused, Scanner};

/// A tag, as far as it changes what a scalar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Int,
    Float,
    Bool,
    Null,
    /// Any other makes a plain scalar a text.
    Text,
}

impl<'t> Scanner<'t> {
    /// `&name`
    pub(super) fn anchor(&mut self) -> Result<(), Refused> {
        let name = self.name();
        if name.is_empty()
            || self.node_column.is_some() && self.anchor.is_some()
            || !self.ends_after(1 + name.len())
        {
            return Err("an anchor that cannot be read");
        }
        let number = match self.anchors.iter().position(|known| *known == name) {
            Some(number) => number,
            None => {
                self.anchors.push(name);
                self.anchors.len() - 1
            }
        };
        self.node_column.get_or_insert(self.at - self.line_start);
        self.anchor = Some(number);
        self.at += 1 + name.len();
        self.out.push_str(&format!("&a{number} "));
        Ok(())
    }

    /// `*name`
    pub(super) fn alias(&mut self) -> Result<(), Refused> {
        let name = self.name();
        if self.node_column.is_some() {
            return Err("an alias with an anchor or a tag");
        }
        let Some(number) = self.anchors.iter().position(|known| *known == name) else {
            return Err("an alias of nothing");
        };
        let column = self.column();
        self.at += 1 + name.len();
        if self.flow.iter().any(|open| open.anchor == Some(number)) {
            // what contains itself is nothing that a header is asked for
            self.emit(NULL, "");
        } else {
            self.out.push_str(&format!("*a{number} "));
        }
        self.before = Before::Key;
        if !self.in_flow() {
            if self.is_key() {
                self.begin_block(column)?;
            } else {
                self.before = Before::Other;
            }
        }
        Ok(())
    }

    /// The name after `&` or `*`.
    fn name(&self) -> &'t str {
        let rest = self.rest().get(1..).unwrap_or_default();
        let ends =
            |c: char| matches!(c, ' ' | ',' | '[' | ']' | '{' | '}') || c.is_control() && c != '\u{85}';
        rest.split(ends).next().unwrap_or_default()
    }

    /// `!`, `!name`, `!!name` or `!<name>`: it is taken off, and remembered for the next scalar.
    pub(super) fn tag(&mut self) -> Result<(), Refused> {
        if self.node_column.is_some() && self.tag.is_some() {
            return Err("two tags");
        }
        self.node_column.get_or_insert(self.at - self.line_start);
        let rest = self.rest();
        let (name, used) = if let Some(verbatim) = rest.strip_prefix("!<") {
            let name = uri(verbatim);
            if name.is_empty() || !verbatim.get(name.len()..).is_some_and(|rest| rest.starts_with('>')) {
                return Err("a tag that cannot be read");
            }
            (name.strip_prefix("tag:yaml.org,2002:").unwrap_or("!"), name.len() + 3)
        } else {
            let bare = rest.strip_prefix('!').unwrap_or_default();
            let standard = bare.strip_prefix('!');
            let name = tag_name(standard.unwrap_or(bare));
            let used = 1 + usize::from(standard.is_some()) + name.len();
            let next = rest.get(used..).and_then(|rest| rest.chars().next());
            let alone =
                name.is_empty() && (standard.is_some() || !self.ends_after(1)) || name.starts_with(':');
            if alone || matches!(next, Some('!' | '%' | '|' | '>')) {
                return Err("a tag that cannot be read");
            }
            (if standard.is_some() { name } else { "!" }, used)
        };
        self.tag = Some(match name {
            "int" => Tag::Int,
            "float" => Tag::Float,
            "bool" => Tag::Bool,
            "null" => Tag::Null,
            _ => Tag::Text,
        });
        self.at += used;
        Ok(())
    }

    /// A tag that no node follows on its line: an anchor of our own keeps its place, so that the library refuses it
    /// where no node can be.
    pub(super) fn hand_on_tag(&mut self) {
        if self.in_flow() || self.node_column.is_none() {
            return;
        }
        if self.anchor.is_none() {
            self.out.push_str(&format!("&t{} ", self.tags));
            self.tags += 1;
        }
    }

    /// In brackets: nothing but a tag stands where a node is due.
    pub(super) fn empty_node(&mut self) {
        if self.tag.is_some() {
            self.emit(NULL, "");
        }
        self.forget_properties();
    }

    pub(super) fn forget_properties(&mut self) {
        self.node_column = None;
        self.tag = None;
        self.tag_above = None;
        self.anchor = None;
    }
}

/// What a plain scalar is under a tag.
pub(super) fn resolve(tag: Option<Tag>, text: &str) -> Node {
    let node = Node::plain(text);
    let is_word = text.starts_with(['t', 'T', 'f', 'F']);
    let fits = match (&node, tag) {
        (_, None) => true,
        (Node::Null, Some(Tag::Null)) => true,
        (Node::Other(_), Some(Tag::Bool)) => is_word,
        (Node::Other(_), Some(Tag::Int | Tag::Float)) => !is_word,
        _ => false,
    };
    if fits { node } else { Node::Text(String::new()) }
}

/// As much of `rest` as a tag's name in `!<…>` can be.
fn uri(rest: &str) -> &str {
    let mut at = 0;
    while let Some(used) = uri_character(rest.get(at..).unwrap_or_default(), true) {
        at += used;
    }
    rest.get(..at).unwrap_or_default()
}

/// As much of `rest` as a tag's name after `!` or `!!` can be.
fn tag_name(rest: &str) -> &str {
    let mut at = 0;
    while let Some(used) = uri_character(rest.get(at..).unwrap_or_default(), false) {
        at += used;
    }
    rest.get(..at).unwrap_or_default()
}

/// The length of the URI character that `rest` begins with; the ones that end a short tag only in `verbatim` ones.
fn uri_character(rest: &str, verbatim: bool) -> Option<usize> {
    match rest.chars().next()? {
        '%' => hex(rest.get(1..), 2).map(|_| 3),
        '!' | ',' | '[' | ']' => verbatim.then_some(1),
        c if c.is_ascii_alphanumeric() || "-#;/?:@&=+$_.~*'()".contains(c) => Some(1),
        _ => None,
    }
}
