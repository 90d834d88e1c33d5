//! The client's dialect of YAML, rewritten as YAML that the library reads the same way.
//!
//! Separate because it is the one place where the client's YAML and `serde_yaml` differ. The client reads YAML 1.2 core, is
//! lenient in places (control characters, odd anchors and tags, tabs before a key) and strict in others (a quoted text or
//! a list may not continue at its key's column). So every scalar is decoded here the client's way and handed on as a
//! double-quoted text on one line, with a letter in front that says what it is; structure (nesting, lists, aliases) is
//! left as it stands, for the library to read. Whatever the client refuses is refused here or by the library.
//! Each rule was observed in 2.1.332 (golden `frontmatter.json`, `frontmatter_more.json`). Never builds a value.

use super::node::Node;
use super::scalar::{self, Scalar};

/// The letter in front of a scalar that is a text.
pub(crate) const TEXT: char = 't';
/// The letter in front of a scalar that is a number or a boolean.
pub(crate) const OTHER: char = 'o';
/// The letter of a scalar that is null.
pub(crate) const NULL: char = 'z';

/// Keys longer than this are none that a header is asked for; the library refuses keys of more than 1,024 characters, the
/// client does not.
const LONG_KEY: usize = 256;

/// A tab before the first token of a line counts as this many columns.
const TAB_COLUMNS: usize = 2;

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

/// A tag, as far as it changes what a scalar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Int,
    Float,
    Bool,
    Null,
    /// Any other makes a plain scalar a text.
    Text,
}

#[derive(Debug, Default)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    out: String,
    line_start: usize,
    /// Columns that tabs at the start of the line add to byte offsets.
    tab_columns: usize,
    /// The line begins with spaces and then a tab.
    mixed: bool,
    /// Open brackets of flow collections.
    flow: Vec<char>,
    /// Column at which the outermost open flow collection begins.
    flow_column: usize,
    /// Column after which what belongs to the innermost key or dash has to begin.
    parent: Option<usize>,
    /// The node's properties that came before it: where they began, the tag, whether there was an anchor.
    node_column: Option<usize>,
    tag: Option<Tag>,
    anchored: bool,
    anchors: Vec<&'t str>,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Whether what follows the next `n` bytes ends a word: a blank, a line's end or the text's end.
    fn ends_after(&self, n: usize) -> bool {
        self.rest().get(n..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']))
    }

    fn column(&self) -> usize {
        self.at - self.line_start + self.tab_columns
    }

    fn parent(&self) -> i64 {
        self.parent.map_or(-1, |column| i64::try_from(column).unwrap_or(i64::MAX))
    }

    /// One line, from its start; further lines where a scalar or a comment takes them along.
    fn line(&mut self) -> Result<(), Refused> {
        self.line_start = self.at;
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let lead = rest.get(..blank).unwrap_or_default();
        let spaces = lead.len() - lead.trim_start_matches(' ').len();
        let tabs = lead.matches('\t').count();
        self.mixed = spaces > 0 && tabs > 0;
        self.tab_columns = tabs * (TAB_COLUMNS - 1);
        self.at += blank;
        let Some(first) = self.peek() else { return Ok(()) };
        let column = self.column();
        if first == '\n' || first == '#' {
            self.finish_line();
            return Ok(());
        }
        if self.flow.is_empty() {
            if column == 0 && first == '%' {
                return Err("a directive");
            }
            if self.parent.is_none_or(|parent| column <= parent) {
                self.forget_properties();
            }
            self.out.extend(std::iter::repeat_n(' ', column));
            if column == 0 && self.rest().starts_with("...") && self.ends_after(3) {
                self.out.push_str("...");
                self.at += 3;
            }
        } else if !matches!(first, ']' | '}' | ',')
            && i64::try_from(spaces).unwrap_or(i64::MAX) <= self.parent()
        {
            return Err("a list or map in brackets continues too far left");
        }
        while self.token()? {}
        Ok(())
    }

    /// The next token of the line; false when the line is over.
    fn token(&mut self) -> Result<bool, Refused> {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.out.extend(std::iter::repeat_n(' ', blank));
        self.at += blank;
        let in_flow = !self.flow.is_empty();
        let Some(c) = self.peek() else { return Ok(false) };
        match c {
            '\n' => {
                self.finish_line();
                return Ok(false);
            }
            '#' if self.after_blank() => {
                self.finish_line();
                return Ok(false);
            }
            '#' => return Err("a `#` right after a value"),
            '-' if !in_flow && self.ends_after(1) => self.indicator(c)?,
            '?' if self.ends_after(1) => self.indicator(c)?,
            ':' if self.ends_after(1) || in_flow && self.colon_in_flow() => self.copy(c),
            ',' if in_flow => {
                self.forget_properties();
                self.copy(c);
            }
            '[' | '{' => {
                if !in_flow {
                    self.flow_column = self.node_column.unwrap_or(self.column());
                }
                self.forget_properties();
                self.flow.push(c);
                self.copy(c);
            }
            ']' | '}' => {
                let open = if c == ']' { '[' } else { '{' };
                if self.flow.pop() != Some(open) {
                    return Err("a bracket that nothing opens");
                }
                self.forget_properties();
                self.copy(c);
                if self.flow.is_empty() && self.is_key() {
                    self.parent = Some(self.flow_column);
                }
            }
            '&' => self.anchor()?,
            '*' => self.alias()?,
            '!' => self.tag()?,
            '|' | '>' if !in_flow => {
                let (text, used) = scalar::block(self.rest(), self.parent())?;
                self.at += used;
                self.emit_text(&text);
                self.forget_properties();
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
        let in_flow = !self.flow.is_empty();
        let Scalar { text, plain, lines, used } = match first {
            '"' => scalar::double_quoted(self.rest(), self.parent())?,
            '\'' => scalar::single_quoted(self.rest(), self.parent())?,
            _ => scalar::plain(self.rest(), self.parent(), in_flow)?,
        };
        self.at += used;
        if lines > 1 {
            // columns matter no more before the next line
            self.line_start = self.at;
            self.tab_columns = 0;
        }
        if !in_flow && self.is_key() {
            if lines > 1 {
                return Err("a key of more than one line");
            }
            self.begin_block(column)?;
            self.forget_properties();
            if text.len() > LONG_KEY {
                self.emit_text("")
            } else {
                self.emit_text(&text)
            }
            return Ok(());
        }
        let tag = self.tag;
        self.forget_properties();
        match if plain && lines == 1 { resolve(tag, &text) } else { Node::Text(String::new()) } {
            Node::Null => self.emit(NULL, ""),
            Node::Other(text) => self.emit(OTHER, &text),
            _ => self.emit_text(&text),
        }
        Ok(())
    }

    /// A `-` or `?` of a block collection.
    fn indicator(&mut self, c: char) -> Result<(), Refused> {
        if self.flow.is_empty() {
            self.begin_block(self.column())?;
        }
        self.copy(c);
        Ok(())
    }

    /// A key, a dash or a question mark at `column`: what follows belongs to it.
    fn begin_block(&mut self, column: usize) -> Result<(), Refused> {
        if self.mixed {
            return Err("spaces and a tab before a key");
        }
        self.parent = Some(column);
        Ok(())
    }

    /// `&name`
    fn anchor(&mut self) -> Result<(), Refused> {
        let name = self.name();
        if name.is_empty() || self.anchored || !self.ends_after(1 + name.len()) {
            return Err("an anchor that cannot be read");
        }
        self.node_column.get_or_insert(self.at - self.line_start + self.tab_columns);
        self.anchored = true;
        let number = match self.anchors.iter().position(|known| *known == name) {
            Some(number) => number,
            None => {
                self.anchors.push(name);
                self.anchors.len() - 1
            }
        };
        self.at += 1 + name.len();
        self.out.push_str(&format!("&a{number}"));
        Ok(())
    }

    /// `*name`
    fn alias(&mut self) -> Result<(), Refused> {
        let name = self.name();
        if self.anchored || self.tag.is_some() {
            return Err("an alias with an anchor or a tag");
        }
        let Some(number) = self.anchors.iter().position(|known| *known == name) else {
            return Err("an alias of nothing");
        };
        let column = self.column();
        self.at += 1 + name.len();
        self.out.push_str(&format!("*a{number} "));
        if self.flow.is_empty() && self.is_key() {
            self.begin_block(column)?;
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
    fn tag(&mut self) -> Result<(), Refused> {
        if self.tag.is_some() {
            return Err("two tags");
        }
        self.node_column.get_or_insert(self.at - self.line_start + self.tab_columns);
        let rest = self.rest();
        let (name, used) = if let Some(verbatim) = rest.strip_prefix("!<") {
            let name = scalar::uri(verbatim);
            if name.is_empty() || !verbatim.get(name.len()..).is_some_and(|rest| rest.starts_with('>')) {
                return Err("a tag that cannot be read");
            }
            (name.strip_prefix("tag:yaml.org,2002:").unwrap_or("!"), name.len() + 3)
        } else {
            let bare = rest.strip_prefix('!').unwrap_or_default();
            let standard = bare.strip_prefix('!');
            let name = scalar::tag_name(standard.unwrap_or(bare));
            let used = 1 + usize::from(standard.is_some()) + name.len();
            let next = rest.get(used..).and_then(|rest| rest.chars().next());
            let alone = name.is_empty() && (standard.is_some() || !self.ends_after(1));
            if alone || matches!(next, Some('!' | '%')) {
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

    fn forget_properties(&mut self) {
        self.node_column = None;
        self.tag = None;
        self.anchored = false;
    }

    /// Whether a `:` that makes a key of what came before follows.
    fn is_key(&self) -> bool {
        let rest = self.rest();
        let after = rest.trim_start_matches([' ', '\t']);
        after.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']))
    }

    /// A `:` in brackets ends a key before a bracket or comma, and right after a quoted key.
    fn colon_in_flow(&self) -> bool {
        let next = self.rest().chars().nth(1);
        let before = self.text.get(..self.at).and_then(|text| text.chars().next_back());
        matches!(next, Some(',' | '[' | ']' | '{' | '}')) || matches!(before, Some('"' | '\'' | ']' | '}'))
    }

    fn after_blank(&self) -> bool {
        self.at == self.line_start
            || self.text.get(..self.at).is_some_and(|text| text.ends_with([' ', '\t', '\n']))
    }

    fn copy(&mut self, c: char) {
        self.at += c.len_utf8();
        self.out.push(c);
    }

    fn finish_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        self.out.push('\n');
    }

    fn emit_text(&mut self, text: &str) {
        self.emit(TEXT, text);
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

/// What a plain scalar is under a tag.
fn resolve(tag: Option<Tag>, text: &str) -> Node {
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
