//! A settings file's text into settings and findings. PURE: any bytes, no disk, no panic.
//!
//! Separate from `set` because the gate's hook needs this half alone. Each value is judged by itself: an odd one is a finding,
//! and as if it were not there.

use super::finding::{Finding, FindingCode};
use super::keys::{self, KEYS, Key, Kind, SECTIONS};
use super::{SettingValue, Settings};
use crate::gate::GateMode;
use memdesk_memdir::Profile;
use memdesk_models::api::{Provider, bad_address};
use toml_edit::{Document, Item, TableLike, Value};

/// Larger files are not read, in bytes.
pub const LARGEST: usize = 256 * 1024;
/// A name is taken for another when they are as near as this (Jaro–Winkler, 0 to 1).
const NEAR: f64 = 0.8;
/// Longer texts are not repeated, in characters.
const REPEATED: usize = 32;
/// How names of what must not be in the file look.
const SECRETS: &[&str] = &["key", "token", "secret", "password", "passwd", "credential"];

/// What a text says, and what is wrong with it, in the order of its lines. Of one that is no TOML nothing counts.
pub fn read(bytes: &[u8]) -> (Settings, Vec<Finding>) {
    let broken = |line, code, found: String| (Settings::default(), vec![Finding::new(line, "", code, found)]);
    if bytes.len() > LARGEST {
        return broken(0, FindingCode::TooLarge, bytes.len().to_string());
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            return broken(line, FindingCode::NotUtf8, String::new());
        }
    };
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            return broken(line_of(text, at), FindingCode::Syntax, error.message().to_owned());
        }
    };
    let mut reading = Reading { text, settings: Settings::default(), findings: Vec::new() };
    reading.sections(document.as_table());
    reading.findings.sort_by_key(|finding| finding.line);
    (reading.settings, reading.findings)
}

/// The line of a place in a text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}

struct Reading<'t> {
    text: &'t str,
    settings: Settings,
    findings: Vec<Finding>,
}

impl Reading<'_> {
    fn sections(&mut self, root: &dyn TableLike) {
        for (name, item) in root.iter() {
            let line = self.line(root, name, item);
            match item.as_table_like() {
                Some(section) if SECTIONS.contains(&name) => self.section(name, section),
                None if SECTIONS.contains(&name) => self.wrong_type(line, name, item, "a section"),
                _ => {
                    // the name of a section, or a key that was written without one
                    let names = SECTIONS.iter().map(|section| (*section, *section));
                    let keys = KEYS.iter().map(|key| (key.parts().1, key.name));
                    self.unknown(line, name, name, nearest(name, names.chain(keys)));
                }
            }
        }
    }

    fn section(&mut self, section: &str, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            let line = self.line(table, name, item);
            let full = format!("{section}.{name}");
            if full == keys::GATE_MODES {
                match item.as_table_like() {
                    Some(modes) => self.modes(modes),
                    None => self.wrong_type(line, &full, item, "a table of stores"),
                }
                continue;
            }
            match keys::key(&full) {
                Some(key) => self.value(key, item, line),
                None => {
                    let names = KEYS.iter().map(|key| (key.parts().1, key.name));
                    let own = names.clone().filter(|(_, full)| full.split('.').next() == Some(section));
                    let meant = nearest(name, own).or_else(|| nearest(name, names));
                    self.unknown(line, &full, name, meant);
                }
            }
        }
    }

    fn modes(&mut self, modes: &dyn TableLike) {
        for (id, item) in modes.iter() {
            let line = self.line(modes, id, item);
            let full = format!("{}.{id}", keys::GATE_MODES);
            if !keys::is_store(id) {
                self.findings.push(Finding::new(line, &full, FindingCode::NoStore, repeated(id)));
                continue;
            }
            let words = Kind::Words(keys::MODES);
            let mode = match value(words, item) {
                Ok(value) => value.text().and_then(GateMode::named),
                Err(wrong) => {
                    let allowed = keys::MODES.iter().map(|mode| (*mode).to_owned()).collect();
                    self.findings.push(wrong.finding(line, &full).allowing(allowed));
                    None
                }
            };
            if let Some(mode) = mode {
                self.settings.modes.insert(id.to_ascii_lowercase(), (mode, line));
            }
        }
    }

    fn value(&mut self, key: &'static Key, item: &Item, line: usize) {
        match value(key.kind, item) {
            Ok(value) => drop(self.settings.values.insert(key.name, (value, line))),
            Err(wrong) => self.findings.push(wrong.finding(line, key.name).allowing(key.allowed())),
        }
    }

    fn unknown(&mut self, line: usize, full: &str, name: &str, meant: Option<&'static str>) {
        let lower = name.to_ascii_lowercase();
        if SECRETS.iter().any(|secret| lower.contains(secret)) {
            let variables: Vec<&str> = Provider::ALL.iter().filter_map(|one| one.variable()).collect();
            self.findings.push(Finding::new(line, full, FindingCode::Secret, variables.join(", ")));
        } else {
            let finding = Finding::new(line, full, FindingCode::UnknownKey, "");
            self.findings.push(finding.meaning(meant.map(str::to_owned)));
        }
    }

    fn wrong_type(&mut self, line: usize, key: &str, item: &Item, wanted: &str) {
        let found = article(item.type_name());
        let finding = Finding::new(line, key, FindingCode::WrongType, found);
        self.findings.push(finding.allowing(vec![wanted.to_owned()]));
    }

    /// The line where a key stands.
    fn line(&self, table: &dyn TableLike, name: &str, item: &Item) -> usize {
        let at = table.key(name).and_then(toml_edit::Key::span).or_else(|| item.span());
        at.map_or(0, |span| line_of(self.text, span.start))
    }
}

/// What is wrong with a value.
pub(super) struct Wrong {
    code: FindingCode,
    found: String,
    meant: Option<String>,
}

impl Wrong {
    fn new(code: FindingCode, found: impl Into<String>) -> Wrong {
        Wrong { code, found: found.into(), meant: None }
    }

    pub(super) fn finding(self, line: usize, key: &str) -> Finding {
        Finding::new(line, key, self.code, self.found).meaning(self.meant)
    }
}

/// A value of the file, when it may be one of this kind.
fn value(kind: Kind, item: &Item) -> Result<SettingValue, Wrong> {
    let wrong = || Wrong::new(FindingCode::WrongType, article(item.type_name()));
    let value = match item.as_value().ok_or_else(wrong)? {
        Value::Boolean(flag) => SettingValue::Flag(*flag.value()),
        Value::String(text) => SettingValue::Text(text.value().clone()),
        Value::Array(list) if kind == Kind::Pair => match pair(list) {
            Some(pair) => SettingValue::Pair(pair),
            None => return Err(bad("these are not two numbers")),
        },
        Value::Array(list) => {
            let texts: Option<Vec<String>> =
                list.iter().map(|value| value.as_str().map(str::to_owned)).collect();
            SettingValue::Texts(texts.ok_or_else(wrong)?)
        }
        _ => return Err(wrong()),
    };
    judged(kind, value)
}

fn pair(list: &toml_edit::Array) -> Option<(f64, f64)> {
    #[allow(clippy::cast_precision_loss, reason = "prices are far below 2^52 dollars")]
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    let mut numbers = list.iter().map(number);
    let pair = (numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(pair)
}

/// A value, when it may be one of this kind.
pub(super) fn judged(kind: Kind, value: SettingValue) -> Result<SettingValue, Wrong> {
    let wrong = match (kind, &value) {
        (Kind::Flag, SettingValue::Flag(_)) => None,
        (Kind::Pair, SettingValue::Pair((sent, answered))) => {
            let fits = [sent, answered].iter().all(|price| price.is_finite() && **price >= 0.0);
            (!fits).then(|| bad("these are no prices"))
        }
        (Kind::Folders, SettingValue::Texts(folders)) => folders.iter().find_map(|folder| path(folder)),
        (Kind::Words(words), SettingValue::Text(word)) => (!words.contains(&word.as_str())).then(|| Wrong {
            meant: nearest(word, words.iter().map(|word| (*word, *word))).map(str::to_owned),
            ..Wrong::new(FindingCode::UnknownWord, repeated(word))
        }),
        (Kind::Text, SettingValue::Text(text)) => control(text),
        (Kind::Folder | Kind::Program, SettingValue::Text(text)) => path(text),
        (Kind::Address, SettingValue::Text(text)) => {
            (!text.trim().is_empty()).then(|| bad_address(text)).flatten().map(|why| bad(&why))
        }
        (Kind::Version, SettingValue::Text(text)) => {
            let known = text.trim().is_empty() || Profile::for_version(text).is_some();
            (!known).then(|| bad(&format!("{} is no version", repeated(text))))
        }
        (_, other) => Some(Wrong::new(
            FindingCode::WrongType,
            match other {
                SettingValue::Flag(_) => "a boolean",
                SettingValue::Text(_) => "a string",
                SettingValue::Pair(_) | SettingValue::Texts(_) => "an array",
            },
        )),
    };
    wrong.map_or(Ok(value), Err)
}

fn bad(why: &str) -> Wrong {
    Wrong::new(FindingCode::BadValue, why)
}

fn control(text: &str) -> Option<Wrong> {
    text.chars().any(char::is_control).then(|| bad("it has control characters"))
}

/// What is wrong with a path, as far as that can be told without the disk.
fn path(text: &str) -> Option<Wrong> {
    let whole =
        text.is_empty() || text == "~" || text.starts_with("~/") || std::path::Path::new(text).is_absolute();
    control(text).or_else(|| (!whole).then(|| bad("the path is not a whole one")))
}

/// The name that is nearest to what was written, if any is near; names with what they stand for.
fn nearest<'n>(
    written: &str,
    names: impl Iterator<Item = (&'static str, &'static str)> + 'n,
) -> Option<&'static str> {
    let lower = written.to_lowercase().replace('-', "_");
    // long ones are no slip of a finger, and comparing takes the product of the lengths
    let short = lower.len() <= REPEATED;
    let near = names.filter(|_| short).map(|(name, meant)| (strsim::jaro_winkler(&lower, name), meant));
    near.filter(|(near, _)| *near >= NEAR).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, meant)| meant)
}

/// A text of a person in quotes; one that may be a secret, or is long, only by its length.
fn repeated(text: &str) -> String {
    let secret = text.starts_with("sk-") || text.starts_with("ghp_");
    match text.chars().count() {
        length if secret || length > REPEATED => format!("a text of {length} characters"),
        _ => format!("{text:?}"),
    }
}

fn article(type_name: &str) -> String {
    let vowel = type_name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {type_name}", if vowel { "an" } else { "a" })
}
