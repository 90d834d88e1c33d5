//! A memory cut into sentences, each with its line and with what it stands under.
//!
//! Separate because facts are read from sentences, and a table's cell or a list's item means little without its heading. Knows
//! as much of Markdown as that takes. Never drops text but links between memories and the bookkeeping of a frontmatter.

use std::sync::LazyLock;

use memdesk_memdir::{Profile, frontmatter};
use regex::{Captures, Regex};

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
    let text = String::from_utf8_lossy(bytes);
    let body =
        if matches!(text, std::borrow::Cow::Borrowed(_)) { header.body_start.min(text.len()) } else { 0 };
    let mut out = Vec::new();
    let mut title = String::new();
    let head = text.get(..body).unwrap_or_default();
    for (key, value) in [("name:", &header.name), ("description:", &header.description)] {
        if let Some(value) = value {
            let line =
                head.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |at| at + 1);
            split(&[(0, line)], value, "", true, &mut out);
            title.push_str(value);
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
    let first = head.matches('\n').count() + 1;
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
                self.out.push(Sentence {
                    line: number,
                    text,
                    around: self.around(""),
                    is_title: false,
                    is_code: true,
                });
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
            self.heading.push((level, text.to_owned()));
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
        match &self.table {
            None => self.table = Some(text.clone()),
            Some(head) => {
                let around = self.around(head);
                let cells: Vec<&str> = text.split('|').map(str::trim).collect();
                self.out.push(Sentence {
                    line: number,
                    text: cells.join(" | "),
                    around,
                    is_title: false,
                    is_code: false,
                });
                return;
            }
        }
        self.out.push(Sentence {
            line: number,
            text,
            around: self.around(""),
            is_title: true,
            is_code: false,
        });
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
    let mut push = |from: usize, to: usize| {
        let raw = block.get(from..to).unwrap_or_default();
        let text = plain(raw).trim().to_owned();
        if text.chars().any(char::is_alphanumeric) {
            let begins = from + raw.len() - raw.trim_start().len();
            let line = lines.iter().take_while(|(at, _)| *at <= begins).last().map_or(1, |(_, line)| *line);
            out.push(Sentence { line, text, around: plain(around), is_title, is_code: false });
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

/// Whether a full stop belongs to a shortened word.
fn is_short(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
    matches!(word.as_str(), "e.g" | "i.e" | "etc" | "vs" | "cf" | "approx" | "no" | "resp" | "incl")
        && !word.is_empty()
}
