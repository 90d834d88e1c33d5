//! A settings file's text with one key changed. PURE.
//!
//! Separate from `read` because it works on places in the text: only the value's own bytes are replaced, one line is put in or
//! taken out, and every other byte (comments, order, blanks, line ends) stays. A change is checked before it is given out: the
//! text is read again and must say the new value there, and everywhere else what it said before.

use super::SettingValue;
use super::finding::{Finding, FindingCode};
use super::keys::{self, Kind};
use super::read::{judged, read};
use std::collections::BTreeMap;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike, Value};

/// Why a key cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CannotSet {
    /// The file is no settings file as it is.
    Broken(Finding),
    /// There is no such key.
    NoKey,
    /// The value is none for this key.
    BadValue(Finding),
    /// The file writes it in a way that is not changed from here.
    ByHand {
        /// The line that is in the way; 0: none in particular.
        line: usize,
    },
}

/// `text` with a key (`window.theme`, `gate.modes.ID`) set, or taken out for the default to count.
///
/// # Errors
/// Why not; then nothing is to be written.
pub fn set(text: &str, name: &str, value: Option<&SettingValue>) -> Result<String, CannotSet> {
    if let Some(finding) = read(text.as_bytes()).1.into_iter().find(Finding::is_broken) {
        return Err(CannotSet::Broken(finding));
    }
    let (kind, allowed) = match (keys::key(name), keys::store_of(name)) {
        (Some(key), _) => (key.kind, key.allowed()),
        (None, Some(_)) => {
            (Kind::Words(keys::MODES), keys::MODES.iter().map(|mode| (*mode).to_owned()).collect())
        }
        (None, None) => return Err(CannotSet::NoKey),
    };
    let value = value.map(|value| judged(kind, value.clone())).transpose();
    let value = value.map_err(|wrong| CannotSet::BadValue(wrong.finding(0, name).allowing(allowed)))?;
    let broken = |message: &str| CannotSet::Broken(Finding::new(0, "", FindingCode::Syntax, message));
    let document = Document::parse(text).map_err(|error| broken(error.message()))?;
    let path: Vec<&str> = match keys::store_of(name) {
        Some(id) => vec!["gate", "modes", id],
        None => name.split('.').collect(),
    };
    let before = meaning(document.as_table());
    let mut wanted = before.clone();
    let own = path.iter().map(|part| (*part).to_owned()).collect::<Vec<String>>();
    let rendered = value.as_ref().map(rendered);
    match &rendered {
        Some(rendered) => drop(
            wanted.insert(
                own,
                Document::parse(format!("x = {rendered}"))
                    .ok()
                    .and_then(|one| one.get("x").and_then(Item::as_value).map(said))
                    .unwrap_or_default(),
            ),
        ),
        None => drop(wanted.remove(&own)),
    }
    if before == wanted {
        return Ok(text.to_owned());
    }
    let changes = Changes { text, document: &document, path: &path };
    let tried = match &rendered {
        Some(rendered) => changes.to_set(rendered),
        None => changes.to_take_out(),
    };
    let fits = |changed: &String| {
        Document::parse(changed.as_str()).is_ok_and(|document| meaning(document.as_table()) == wanted)
    };
    let line = changes.line();
    tried.into_iter().find(fits).ok_or(CannotSet::ByHand { line })
}

/// What a document says, key by key, however it is written.
fn meaning(table: &dyn TableLike) -> BTreeMap<Vec<String>, String> {
    fn gather(table: &dyn TableLike, at: &[String], out: &mut BTreeMap<Vec<String>, String>) {
        for (name, item) in table.iter() {
            let at: Vec<String> = at.iter().cloned().chain([name.to_owned()]).collect();
            match (item.as_table_like(), item) {
                (Some(table), _) => gather(table, &at, out),
                (None, Item::ArrayOfTables(tables)) => {
                    for (number, table) in tables.iter().enumerate() {
                        gather(table, &[&at[..], &[number.to_string()]].concat(), out);
                    }
                }
                (None, Item::Value(value)) => drop(out.insert(at, said(value))),
                (None, _) => {}
            }
        }
    }
    let mut out = BTreeMap::new();
    gather(table, &[], &mut out);
    out
}

/// A value, however it is written.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{:?}", text.value()),
        Value::Integer(number) => number.value().to_string(),
        Value::Float(number) => format!("{:?}", number.value()),
        Value::Boolean(flag) => flag.value().to_string(),
        Value::Datetime(time) => time.value().to_string(),
        Value::Array(list) => format!("{:?}", list.iter().map(said).collect::<Vec<_>>()),
        Value::InlineTable(table) => format!("{:?}", meaning(table)),
    }
}

/// A value as TOML.
fn rendered(value: &SettingValue) -> String {
    let text = |text: &str| Value::from(text).to_string();
    match value {
        SettingValue::Flag(flag) => flag.to_string(),
        SettingValue::Text(one) => text(one),
        SettingValue::Pair((sent, answered)) => format!("[{sent:?}, {answered:?}]"),
        SettingValue::Texts(texts) => {
            format!("[{}]", texts.iter().map(|one| text(one)).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Ways to change a text; which of them do what is wanted is tried by whoever asks.
struct Changes<'a> {
    text: &'a str,
    document: &'a Document<&'a str>,
    path: &'a [&'a str],
}

impl Changes<'_> {
    fn to_set(&self, value: &str) -> Vec<String> {
        let written = self.item(self.path.len());
        if let Some(span) = written.and_then(Item::as_value).and_then(Value::span) {
            return vec![self.replaced(span, value)];
        }
        let mut ways = Vec::new();
        if self.item(self.path.len().saturating_sub(1)).is_none() {
            ways.extend(self.in_a_new_section(value));
        }
        for depth in (1..self.path.len()).rev() {
            let rest = dotted(self.path.get(depth..).unwrap_or_default());
            match self.item(depth) {
                Some(Item::Table(table)) if !table.is_dotted() && !table.is_implicit() => {
                    let header = table.span().map(|span| self.end_of_line(span.start));
                    ways.extend(end_of(table).map(|end| self.line_after(end, &rest, value)));
                    ways.extend(header.map(|end| self.line_after(end, &rest, value)));
                }
                Some(Item::Table(table)) => {
                    // written in the section above it, as `modes.ID = …`, or without any, as `gate.mode = …`
                    let above = (0..depth).map(|above| dotted(self.path.get(above..).unwrap_or_default()));
                    let end = end_of(table);
                    ways.extend(above.filter_map(|rest| end.map(|end| self.line_after(end, &rest, value))));
                }
                Some(Item::Value(Value::InlineTable(table))) => {
                    let last = table.iter().filter_map(|(_, value)| value.span()).map(|span| span.end).max();
                    let first = table.span().map(|span| span.start + 1);
                    ways.extend(last.map(|end| self.replaced(end..end, &format!(", {rest} = {value}"))));
                    ways.extend(first.map(|end| self.replaced(end..end, &format!(" {rest} = {value} "))));
                }
                _ => {}
            }
        }
        ways.extend(self.in_a_new_section(value));
        ways
    }

    /// A section of its own, at the end.
    fn in_a_new_section(&self, value: &str) -> Option<String> {
        let (name, section) = self.path.split_last()?;
        let (section, name) = (dotted(section), dotted(&[name]));
        let eol = self.eol();
        let gap = match self.text {
            "" => "".to_owned(),
            text if text.ends_with('\n') => eol.to_owned(),
            _ => eol.repeat(2),
        };
        Some(format!("{}{gap}[{section}]{eol}{name} = {value}{eol}", self.text))
    }

    fn to_take_out(&self) -> Vec<String> {
        let (above, name) = match self.path {
            [above @ .., name] => (self.item(above.len()), *name),
            [] => return Vec::new(),
        };
        let Some(table) = above.and_then(Item::as_table_like) else { return Vec::new() };
        let key = table.key(name).and_then(toml_edit::Key::span);
        let value = table.get(name).and_then(Item::as_value).and_then(Value::span);
        let (Some(key), Some(value)) = (key, value) else { return Vec::new() };
        let bytes = self.text.as_bytes();
        let back = |from: usize, stop: u8| bytes.iter().take(from).rposition(|byte| *byte == stop);
        let line = back(key.start, b'\n').map_or(0, |at| at + 1);
        let end = self.end_of_line(value.end);
        let next = (end + 1).min(self.text.len());
        let mut ways = vec![self.replaced(line..next, "")];
        // in a table on one line, with the comma before it or behind it
        let comma = bytes.iter().skip(value.end).position(|byte| *byte == b',').map(|at| value.end + at + 1);
        ways.extend(back(key.start, b',').map(|comma| self.replaced(comma..value.end, "")));
        ways.extend(comma.map(|comma| self.replaced(key.start..comma, "")));
        ways.push(self.replaced(key.start..value.end, ""));
        ways
    }

    /// What is written at the first `depth` parts of the path.
    fn item(&self, depth: usize) -> Option<&Item> {
        let mut item = self.document.as_item();
        for part in self.path.iter().take(depth) {
            item = item.as_table_like()?.get(part)?;
        }
        Some(item)
    }

    /// The line of what is written there, from 1; 0: nothing is.
    fn line(&self) -> usize {
        let written = (1..=self.path.len()).rev().filter_map(|depth| self.item(depth)).find_map(Item::span);
        let before = written.and_then(|span| self.text.get(..span.start));
        before.map_or(0, |before| before.matches('\n').count() + 1)
    }

    fn replaced(&self, span: Range<usize>, by: &str) -> String {
        let (before, after) = (self.text.get(..span.start), self.text.get(span.end..));
        format!("{}{by}{}", before.unwrap_or_default(), after.unwrap_or_default())
    }

    /// A new line behind the one that ends at or after `at`, indented as that one is.
    fn line_after(&self, at: usize, name: &str, value: &str) -> String {
        let end = self.end_of_line(at);
        let start = self.text.get(..end).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = self.text.get(start..end).unwrap_or_default();
        let indent = line.get(..line.len() - line.trim_start_matches([' ', '\t']).len()).unwrap_or_default();
        let eol = self.eol();
        // behind the line's own end, or at the end of a text without one
        let (at, before, behind) = match self.text.as_bytes().get(end) {
            Some(_) => (end + 1, "", eol),
            None => (end, eol, ""),
        };
        self.replaced(at..at, &format!("{before}{indent}{name} = {value}{behind}"))
    }

    /// Where the line ends that a place is in: its line feed, or the end of the text.
    fn end_of_line(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().iter().skip(at);
        rest.clone().position(|byte| *byte == b'\n').map_or(self.text.len(), |found| at + found)
    }

    fn eol(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

/// Where the last value ends that is written below a header, without those below headers of their own.
fn end_of(table: &toml_edit::Table) -> Option<usize> {
    let ends = table.iter().filter_map(|(_, item)| match item {
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(table) if table.is_dotted() => end_of(table),
        _ => None,
    });
    ends.max()
}

/// Names as one dotted key. Ids of stores are quoted: some are all digits, and quotes set them off.
fn dotted(names: &[&str]) -> String {
    let quoted = |name: &&str| if keys::is_store(name) { format!("{name:?}") } else { (*name).to_owned() };
    names.iter().map(quoted).collect::<Vec<_>>().join(".")
}
