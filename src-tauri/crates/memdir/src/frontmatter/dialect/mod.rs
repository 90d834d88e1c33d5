//! The client's dialect of YAML, rewritten as YAML that the library reads the same way.
//!
//! Separate because it is the one place where the client's YAML and `serde_yaml` differ. The client reads YAML 1.2 core, is
//! lenient in places (control characters, odd anchors and tags, keys of any length) and strict in others (a quoted text or
//! a list may not continue at its key's column). So every scalar is decoded here the client's way and handed on as a
//! double-quoted text on one line, with a letter in front that says what it is; structure (nesting, lists, aliases) is
//! left as it stands, for the library to read. Whatever the client refuses is refused here or by the library.
//! Each rule was observed in 2.1.332 (golden `frontmatter.json`, `frontmatter_more.json`). Never builds a value.

mod block;
mod look;
mod properties;
pub(crate) mod scalar;

use super::node::Node;
use properties::{Tag, resolve};
use scalar::Scalar;

/// The letter in front of a scalar that is a text.
pub(crate) const TEXT: char = 't';
/// The letter in front of a scalar that is a number or a boolean.
pub(crate) const OTHER: char = 'o';
/// The letter of a scalar that is null.
pub(crate) const NULL: char = 'z';

/// Keys longer than this are none that a header is asked for; the library refuses keys of more than 1,024 characters, the
/// client does not.
const LONG_KEY: usize = 256;

/// What the client says of tabs in front of a line; its second attempt replaces them.
pub(crate) const TAB: Refused = "a tab at the start of a line";

/// Why the client refuses a text, in words for a person.
pub(crate) type Refused = &'static str;

/// `yaml` (lines ending at LF) for the library.
pub(crate) fn amend(yaml: &str) -> Result<String, Refused> {
    let mut scanner =
        Scanner { text: yaml, out: String::with_capacity(yaml.len() * 2), ..Scanner::default() };
    while scanner.at < yaml.len() {
        scanner.line()?;
    }
    if scanner.flow.is_empty() { Ok(scanner.out) } else { Err("a list or map in brackets is not closed") }
}

/// What stands before a token, as far as a `:` has to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Before {
    /// Nothing that a `:` could belong to.
    #[default]
    Nothing,
    /// A key.
    Key,
    /// A value, or a key whose `:` has come.
    Other,
}

/// An open bracket.
#[derive(Debug, Clone, Copy)]
struct Open {
    bracket: char,
    /// The number of the anchor that names it.
    anchor: Option<usize>,
}

#[derive(Debug, Default)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    out: String,
    line_start: usize,
    /// A tab is among the blanks before the next token, where a collection could begin.
    tab: bool,
    /// The last token took blank lines along, so that tabs in them do not matter.
    took_blank_lines: bool,
    /// The last key was not the first of its map.
    later_key: bool,
    /// Open flow collections.
    flow: Vec<Open>,
    /// Column at which the outermost of them begins.
    flow_column: usize,
    /// Column after which what belongs to the innermost key or dash has to begin.
    parent: Option<usize>,
    /// The properties that came before a node: where they began, the tag, the anchor's number.
    node_column: Option<usize>,
    tag: Option<Tag>,
    anchor: Option<usize>,
    /// The tag of an earlier line, which no node has followed yet.
    tag_above: Option<Tag>,
    anchors: Vec<&'t str>,
    /// How many tags have been handed on as anchors of their own.
    tags: usize,
    before: Before,
    /// Column of the last `?`, when its `:` is still to come.
    question: Option<usize>,
}

impl<'t> Scanner<'t> {
    /// One line, from its start; further lines where a scalar takes them along.
    fn line(&mut self) -> Result<(), Refused> {
        self.line_start = self.at;
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let lead = rest.get(..blank).unwrap_or_default();
        let tab_first = lead.starts_with('\t');
        self.tab = lead.contains('\t');
        self.at += blank;
        let column = lead.len() - lead.trim_start_matches(' ').len();
        match self.peek() {
            None => return Ok(()),
            Some('\n' | '#') => {
                if tab_first && !self.in_flow() && !self.took_blank_lines && self.later_key {
                    return Err(TAB);
                }
                self.finish_line();
                return Ok(());
            }
            Some(']' | '}' | ',') if self.in_flow() => {}
            Some(_) if tab_first => return Err(TAB),
            Some(_) if self.in_flow() => {
                if i64::try_from(column).unwrap_or(i64::MAX) <= self.parent() {
                    return Err("a list or map in brackets continues too far left");
                }
            }
            Some('%') if column == 0 => return Err("a directive"),
            Some(_) => self.begin_line(column),
        }
        while self.token()? {}
        Ok(())
    }

    /// The start of a line in a block collection.
    fn begin_line(&mut self, column: usize) {
        self.before = Before::Nothing;
        self.took_blank_lines = false;
        if self.parent.is_none_or(|parent| column <= parent) {
            self.forget_properties();
        }
        // those of the line before belong to the value or the whole collection that begins here
        self.tag_above = self.tag_above.or(self.tag);
        self.tag = None;
        self.node_column = None;
        self.out.extend(std::iter::repeat_n(' ', column));
        if column == 0 && self.rest().starts_with("...") && self.ends_after(3) {
            self.out.push_str("...");
            self.at += 3;
        }
    }

    /// The next token of the line; false when the line is over.
    fn token(&mut self) -> Result<bool, Refused> {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if self.node_column.is_none() {
            self.out.extend(std::iter::repeat_n(' ', blank));
        }
        self.at += blank;
        let in_flow = self.in_flow();
        let Some(c) = self.peek() else {
            self.hand_on_tag();
            return Ok(false);
        };
        match c {
            '\n' => {
                self.hand_on_tag();
                self.finish_line();
                return Ok(false);
            }
            '#' if self.after_blank() => {
                self.hand_on_tag();
                self.finish_line();
                return Ok(false);
            }
            '#' => return Err("a `#` right after a value"),
            '-' if self.ends_after(1) => self.indicator(c)?,
            '?' if self.ends_after(1) => self.indicator(c)?,
            ':' if self.ends_after(1) || in_flow && self.colon_in_flow() => self.colon()?,
            ',' if in_flow => {
                self.empty_node();
                self.copy(c);
                self.before = Before::Nothing;
            }
            '[' | '{' => self.open(c),
            ']' | '}' => self.close(c)?,
            '&' => self.anchor()?,
            '*' => self.alias()?,
            '!' => self.tag()?,
            '|' | '>' if !in_flow => {
                let (text, used) = block::read(self.rest(), self.parent())?;
                self.at += used;
                self.emit(TEXT, &text);
                self.forget_properties();
                self.took_blank_lines = true;
                self.out.push('\n');
                return Ok(false);
            }
            '@' | '`' | '%' | '|' | '>' => return Err("a value that begins with a reserved character"),
            _ => self.scalar(c)?,
        }
        Ok(true)
    }

    /// A plain or quoted scalar: a key or a value.
    fn scalar(&mut self, first: char) -> Result<(), Refused> {
        let column = self.node_column.unwrap_or(self.column());
        let in_flow = self.in_flow();
        let Scalar { text, plain, lines, used } = match first {
            '"' => scalar::double_quoted(self.rest(), self.parent())?,
            '\'' => scalar::single_quoted(self.rest(), self.parent())?,
            _ => scalar::plain(self.rest(), self.parent(), in_flow)?,
        };
        self.at += used;
        let (tag, tag_above) = (self.tag, self.tag_above);
        self.forget_properties();
        if !in_flow && self.is_key() {
            if lines > 1 {
                return Err("a key of more than one line");
            }
            self.begin_block(column)?;
            self.before = Before::Key;
            self.emit(TEXT, if text.len() > LONG_KEY { "" } else { &text });
            return Ok(());
        }
        if tag.is_some() && tag_above.is_some() {
            return Err("two tags");
        }
        let tag = tag.or(tag_above);
        self.before = if in_flow { Before::Key } else { Before::Other };
        self.took_blank_lines = plain && self.rest().trim_start_matches([' ', '\t']).starts_with('\n');
        match if plain && lines == 1 { resolve(tag, &text) } else { Node::Text(String::new()) } {
            Node::Null => self.emit(NULL, ""),
            Node::Other(text) => self.emit(OTHER, &text),
            _ => self.emit(TEXT, &text),
        }
        Ok(())
    }

    /// A `-` or `?`.
    fn indicator(&mut self, c: char) -> Result<(), Refused> {
        if !self.in_flow() {
            let column = self.column();
            self.begin_block(column)?;
            self.tab = self.tab_follows();
            if c == '?' {
                self.question = Some(column);
            }
        } else if c == '-' {
            return Err("a dash in brackets");
        } else {
            self.before = Before::Other;
        }
        self.copy(c);
        Ok(())
    }

    /// A `:` after a key, after the key of a `?`, or after a key that is empty.
    fn colon(&mut self) -> Result<(), Refused> {
        match self.before {
            Before::Key => {}
            Before::Other if self.in_flow() => {}
            Before::Other => return Err("a `:` in a value"),
            Before::Nothing => {
                if !self.in_flow() {
                    let column = self.column();
                    self.begin_block(column)?;
                    self.tab = self.tab_follows();
                    if self.question.take_if(|question| *question == column).is_some() {
                        self.copy(':');
                        return Ok(());
                    }
                }
                self.forget_properties();
                self.emit(TEXT, "");
            }
        }
        self.before = Before::Other;
        self.copy(':');
        Ok(())
    }

    /// `[` or `{`
    fn open(&mut self, bracket: char) {
        if !self.in_flow() {
            self.flow_column = self.node_column.unwrap_or(self.column());
        }
        self.flow.push(Open { bracket, anchor: self.anchor });
        self.forget_properties();
        self.copy(bracket);
        self.before = Before::Nothing;
    }

    /// `]` or `}`
    fn close(&mut self, bracket: char) -> Result<(), Refused> {
        let open = if bracket == ']' { '[' } else { '{' };
        self.empty_node();
        if self.flow.pop().is_none_or(|known| known.bracket != open) {
            return Err("a bracket that nothing opens");
        }
        self.copy(bracket);
        self.before = Before::Key;
        if !self.in_flow() {
            if self.is_key() {
                self.begin_block(self.flow_column)?;
            } else {
                self.before = Before::Other;
            }
        }
        Ok(())
    }

    /// A key, a dash or a question mark at `column`: what follows belongs to it.
    fn begin_block(&mut self, column: usize) -> Result<(), Refused> {
        if self.tab {
            return Err("a tab before a key or a dash");
        }
        self.later_key = self.parent.is_some_and(|parent| column <= parent);
        self.parent = Some(column);
        Ok(())
    }

    fn copy(&mut self, c: char) {
        self.at += c.len_utf8();
        self.out.push(c);
    }

    fn finish_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        // what stands in brackets is handed on as one line: the library is stricter about keys there
        self.out.push(if self.in_flow() { ' ' } else { '\n' });
    }

    /// A double-quoted text that the library reads back as `kind` followed by `text`.
    fn emit(&mut self, kind: char, text: &str) {
        self.out.push('"');
        self.out.push(kind);
        for c in text.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                ' '..='~'
                | '\u{A0}'..='\u{2027}'
                | '\u{202A}'..='\u{D7FF}'
                | '\u{E000}'..='\u{FEFE}'
                | '\u{FF00}'..='\u{FFFD}'
                | '\u{10000}'.. => self.out.push(c),
                c => self.out.push_str(&format!("\\U{:08x}", u32::from(c))),
            }
        }
        self.out.push('"');
    }
}
