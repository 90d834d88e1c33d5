//! A memory cut into sentences, each with its line and with what it stands under.
//!
//! Separate because facts are read from sentences, and a table's cell or a list's item means little without its heading. Knows
//! as much of Markdown as that takes. Never drops text but links between memories and the bookkeeping of a frontmatter.

use std::sync::LazyLock;

use memdesk_memdir::{Profile, frontmatter, lossy};
use regex::{Captures, Regex};

use crate::pattern::floor;

/// A sentence.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    /// 1-based line on which it begins.
    pub(super) line: usize,
    /// Its text without marks of emphasis and links; code spans keep their ticks.
    pub(super) text: String,
    /// What it stands under: the file's name and description, headings, the head of its table, the rest of its block.
    pub(super) around: String,
    /// It is a name, a description or a heading.
    pub(super) is_title: bool,
    /// It is a line of a code block.
    pub(super) is_code: bool,
}

/// The longest piece of a sentence, in bytes.
const PIECE: usize = 1_500;
/// Bytes that count of what a sentence stands under.
const AROUND: usize = 2_000;
/// Bytes that count of a heading, a name, a description.
const TITLE: usize = 300;

#[expect(clippy::expect_used, reason = "literals of this crate, each used by a test")]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of this crate compiles")
}

static MARKER: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^\s*(?:>\s*)*(?:[-*+]|\d{1,3}[.)、])\s+(?:\[[ xX]\]\s+)?"));
static WIKILINK: LazyLock<Regex> = LazyLock::new(|| compiled(r"\[\[[^\]\n]*\]\]"));
static LINK: LazyLock<Regex> = LazyLock::new(|| compiled(r"!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)"));
static RULE: LazyLock<Regex> = LazyLock::new(|| compiled(r"^[\s|:+-]*$"));

/// The sentences of a memory file or an index.
pub(super) fn sentences(bytes: &[u8]) -> Vec<Sentence> {
    let header = frontmatter::read(bytes, Profile::latest());
    let text = lossy(bytes);
    let body =
        if matches!(text, std::borrow::Cow::Borrowed(_)) { header.body_start.min(text.len()) } else { 0 };
    let mut out = Vec::new();
    let mut title = String::new();
    let header_text = text.get(..body).unwrap_or_default();
    for (key, value) in [("name:", &header.name), ("description:", &header.description)] {
        if let Some(value) = value {
            let line = header_text
                .lines()
                .position(|line| line.trim_start().starts_with(key))
                .map_or(1, |at| at + 1);
            split(&[(0, line)], value, "", true, &mut out);
            title.push_str(head(value, TITLE));
            title.push('\n');
        }
    }
    let mut reader = Reader {
        out,
        title,
        heading: Vec::new(),
        table: None,
        block: String::new(),
        lines: Vec::new(),
        fence: None,
    };
    let first = header_text.matches('\n').count() + 1;
    for (at, line) in text.get(body..).unwrap_or_default().lines().enumerate() {
        reader.line(line, first + at);
    }
    reader.end();
    reader.out
}

struct Reader {
    out: Vec<Sentence>,
    title: String,
    /// Headings that are open, by level.
    heading: Vec<(usize, String)>,
    /// The head of the table that is open.
    table: Option<String>,
    block: String,
    /// Where in the block which line begins.
    lines: Vec<(usize, usize)>,
    fence: Option<char>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) {
        let trimmed = line.trim();
        let mark = trimmed
            .chars()
            .next()
            .filter(|c| matches!(c, '`' | '~'))
            .filter(|c| trimmed.starts_with(&c.to_string().repeat(3)));
        if let Some(open) = self.fence {
            if mark == Some(open) {
                self.fence = None;
            } else if !trimmed.is_empty() {
                let text = trimmed.strip_prefix("$ ").unwrap_or(trimmed).to_owned();
                let around = self.around("");
                self.push(number, &text, &around, false, true);
            }
            return;
        }
        if mark.is_some() {
            self.end();
            self.fence = mark;
            return;
        }
        if trimmed.is_empty() {
            self.end();
            self.table = None;
        } else if let Some(heading) = heading(trimmed) {
            self.end();
            self.table = None;
            let (level, text) = heading;
            self.heading.retain(|(other, _)| *other < level);
            split(&[(0, number)], &plain(text), &self.title, true, &mut self.out);
            self.heading.push((level, head(text, TITLE).to_owned()));
        } else if trimmed.starts_with('|') {
            self.end();
            self.row(trimmed, number);
        } else {
            let marker = MARKER.find(line).map_or(0, |found| found.end());
            if marker > 0 {
                self.end();
            }
            let text = line.get(marker..).unwrap_or_default().trim().trim_start_matches("> ");
            // Chinese goes on without a blank
            let joined = self.block.chars().next_back().is_some_and(|c| !c.is_ascii())
                && text.chars().next().is_some_and(|c| !c.is_ascii());
            if !self.block.is_empty() && !joined {
                self.block.push(' ');
            }
            self.lines.push((self.block.len(), number));
            self.block.push_str(text);
        }
    }

    fn row(&mut self, row: &str, number: usize) {
        if RULE.is_match(row) {
            return;
        }
        let text = plain(row.trim_matches('|'));
        let cells: Vec<&str> = text.split('|').map(str::trim).collect();
        let around = self.around(self.table.as_deref().unwrap_or_default());
        let is_head = self.table.is_none();
        self.push(number, &cells.join(" | "), &around, is_head, false);
        if is_head {
            self.table = Some(head(&text, TITLE).to_owned());
        }
    }

    fn push(&mut self, line: usize, text: &str, around: &str, is_title: bool, is_code: bool) {
        for text in pieces(text) {
            self.out.push(Sentence { line, text, around: around.to_owned(), is_title, is_code });
        }
    }

    fn around(&self, more: &str) -> String {
        let headings: Vec<&str> = self.heading.iter().map(|(_, text)| text.as_str()).collect();
        format!("{}{}\n{more}", self.title, headings.join("\n"))
    }

    fn end(&mut self) {
        let block = std::mem::take(&mut self.block);
        let lines = std::mem::take(&mut self.lines);
        if !block.is_empty() {
            let around = self.around(&block);
            split(&lines, &block, &around, false, &mut self.out);
        }
    }
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let text = line.get(level..)?.strip_prefix(' ')?;
    (1..=6).contains(&level).then(|| (level, text.trim().trim_end_matches('#').trim()))
}

/// A text without emphasis and without links between memories; the targets of other links stay.
fn plain(text: &str) -> String {
    let text = WIKILINK.replace_all(text, " ");
    let text = LINK.replace_all(&text, |found: &Captures<'_>| {
        let (words, target) =
            (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        let inner = !target.contains("://")
            && target.split('#').next().is_some_and(|path| path.is_empty() || path.ends_with(".md"));
        if inner || words == target { words.to_owned() } else { format!("{words} {target} ") }
    });
    text.replace("**", "").replace("__", "").replace("~~", "").replace(['<', '>'], " ")
}

/// Cuts a block into sentences; never within a code span.
fn split(lines: &[(usize, usize)], block: &str, around: &str, is_title: bool, out: &mut Vec<Sentence>) {
    let mut start = 0;
    let mut in_code = false;
    let mut chars = block.char_indices().peekable();
    let around = plain(head(around, AROUND));
    let mut push = |from: usize, to: usize| {
        let raw = block.get(from..to).unwrap_or_default();
        let begins = from + raw.len() - raw.trim_start().len();
        let line = lines
            .get(lines.partition_point(|(at, _)| *at <= begins).saturating_sub(1))
            .map_or(1, |(_, line)| *line);
        for text in pieces(&plain(raw)) {
            out.push(Sentence { line, text, around: around.clone(), is_title, is_code: false });
        }
    };
    while let Some((at, c)) = chars.next() {
        if c == '`' {
            in_code = !in_code && block.get(at + 1..).is_some_and(|rest| rest.contains('`'));
        }
        if in_code {
            continue;
        }
        let next = chars.peek().map(|(_, c)| *c);
        let ends = match c {
            '。' | '！' | '？' | '；' | '\n' => true,
            '!' | '?' | ';' => next.is_none_or(char::is_whitespace),
            '.' => next.is_none_or(char::is_whitespace) && !is_short(block.get(..at).unwrap_or_default()),
            _ => false,
        };
        if ends {
            push(start, at + c.len_utf8());
            start = at + c.len_utf8();
        }
    }
    push(start, block.len());
}

/// A text without white space around it, in pieces of at most [`PIECE`] bytes; none without a letter or digit. Facts are looked for
/// in one piece at a time, so that a line without end takes no time without end.
fn pieces(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let piece = head(rest, PIECE);
        let piece = if piece.len() < rest.len() {
            piece.rfind(' ').map_or(piece, |at| head(piece, at + 1))
        } else {
            piece
        };
        rest = rest.get(piece.len()..).unwrap_or_default();
        if piece.chars().any(char::is_alphanumeric) {
            out.push(piece.trim().to_owned());
        }
    }
    out
}

/// At most the first `limit` bytes of a text.
fn head(text: &str, limit: usize) -> &str {
    text.get(..floor(text, limit)).unwrap_or_default()
}

/// Whether a full stop belongs to a shortened word.
fn is_short(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
    matches!(word.as_str(), "e.g" | "i.e" | "etc" | "vs" | "cf" | "approx" | "no" | "resp" | "incl")
        && !word.is_empty()
}
