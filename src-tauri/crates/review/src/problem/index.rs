//! What is wrong in the index.

use std::collections::{HashMap, HashSet};

use memdesk_memdir::entry::{Entry, EntryKind};
use memdesk_memdir::index::{Fate, LINE_LIMIT, UTF16_LIMIT};

use super::{Code, Problem, topics};
use crate::reading::{IndexFacts, Reading, State, below};
use crate::{Edit, INDEX_NAME};

/// From this share of a limit on the index is near it.
const NEAR: f64 = 0.8;
/// A hook over this many characters is long.
const LONG_HOOK: usize = 200;

pub(super) fn find(reading: &Reading, out: &mut Vec<Problem>) {
    let Some(index) = &reading.index else { return };
    match &index.state {
        State::Text | State::TooLarge => {}
        State::NotUtf8 => out.push(Problem::new(Code::NotUtf8, INDEX_NAME)),
        State::Unreadable(why) => out.push(Problem::new(Code::Odd, INDEX_NAME).with("why", why)),
        State::Special(kind) => out.push(Problem::new(Code::Odd, INDEX_NAME).with("why", kind)),
    }
    out.extend(topics::odd_link(INDEX_NAME, index.link.as_ref()));
    out.extend(topics::invisible(INDEX_NAME, &index.invisible));
    out.extend(topics::secret(INDEX_NAME, &index.text));
    limits(reading, index, out);
    entries(reading, index, out);
    empty_sections(index, out);
    broken_links(reading, index, out);
}

fn limits(reading: &Reading, index: &IndexFacts, out: &mut Vec<Problem>) {
    let loaded = &index.loaded;
    if let Some(cut) = &loaded.cut {
        let lost = |line: usize| match loaded.lines.get(line - 1).map(|line| &line.fate) {
            Some(Fate::CutByLines | Fate::CutByChars) => true,
            Some(Fate::Loaded | Fate::Stripped(_) | Fate::CutInside) | None => false,
        };
        let first = loaded
            .lines
            .iter()
            .find(|line| matches!(line.fate, Fate::CutByLines | Fate::CutByChars | Fate::CutInside));
        // those that would lead to a topic; other lines are lines
        let leads = |path: &Option<String>| path.as_deref().is_some_and(|path| reading.topic(path).is_some());
        let entries = index.entries.iter().zip(&index.targets);
        let entries =
            entries.filter(|(entry, path)| entry.line > 0 && leads(path) && lost(entry.line)).count();
        // the limit that decides where the cut is: characters cut what the line limit left
        let by_chars = matches!(first.map(|line| &line.fate), Some(Fate::CutByChars | Fate::CutInside));
        let lines = cut.total_lines.unwrap_or(loaded.total_lines);
        let mut problem = Problem::new(Code::Truncated, INDEX_NAME)
            .with("lines", lines)
            .with("cut-lines", cut.cut_lines.unwrap_or_default())
            .with("limit", if by_chars { "chars" } else { "lines" })
            .with("entries", entries);
        problem.line = first.and_then(|line| u32::try_from(line.number).ok());
        out.push(problem);
        return;
    }
    for (used, limit, unit) in
        [(loaded.total_lines, LINE_LIMIT, "lines"), (loaded.total_utf16, UTF16_LIMIT, "chars")]
    {
        if used as f64 > NEAR * limit as f64 {
            let problem = Problem::new(Code::NearLimit, INDEX_NAME);
            out.push(problem.with("used", used).with("limit", limit).with("unit", unit));
        }
    }
}

fn entries(reading: &Reading, index: &IndexFacts, out: &mut Vec<Problem>) {
    let mut first_at: HashMap<&str, usize> = HashMap::new();
    for (at, (entry, target)) in index.entries.iter().zip(&index.targets).enumerate() {
        if entry.kind == EntryKind::Heading {
            continue;
        }
        // an edit names a line; where entries share lines it is not sure what is meant
        let before = at.checked_sub(1).and_then(|at| index.entries.get(at));
        let shared = before.is_some_and(|before| before.end_line >= entry.line)
            || index.entries.get(at + 1).is_some_and(|after| after.line <= entry.end_line);
        let remove = (!shared).then_some(Edit::EntryRemove { line: entry.line, base: None });
        if entry.hook.chars().count() > LONG_HOOK {
            out.push(
                Problem::in_index(Code::LongHook, entry.line).with("length", entry.hook.chars().count()),
            );
        }
        let Some(path) = target.as_deref() else {
            if entry.kind == EntryKind::Wiki {
                let name = entry.target.as_deref().unwrap_or(&entry.title);
                let problem = Problem::in_index(Code::Dangling, entry.line).with("target", name);
                out.push(Problem { fix: remove, ..problem });
            }
            continue;
        };
        if let Some(topic) = reading.topic(path) {
            if repeats(&entry.hook, topic.frontmatter.description.as_deref().unwrap_or_default()) {
                out.push(Problem::in_index(Code::RepeatedHook, entry.line).with("target", path));
            }
        } else if could_be_seen(reading, path) {
            let target = entry.target.as_deref().unwrap_or(path);
            let problem = Problem::in_index(Code::Dangling, entry.line).with("target", target);
            out.push(Problem { fix: remove, ..problem });
            continue;
        }
        if let Some(first) = first_at.get(path) {
            let problem =
                Problem::in_index(Code::DuplicateEntry, entry.line).with("target", path).with("first", first);
            // a second link in a sentence is there to be read
            out.push(Problem { fix: remove.filter(|_| is_list_entry(entry)), ..problem });
        } else {
            first_at.insert(path, entry.line);
        }
    }
}

fn is_list_entry(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::Bullet | EntryKind::Wiki)
}

/// Whether a file at `path` would be in the snapshot if it were there: only Markdown is, and not what cannot be read.
fn could_be_seen(reading: &Reading, path: &str) -> bool {
    let hidden_from_us =
        reading.oddities.iter().any(|(odd, why)| why == "too-many-files" || odd == path || below(path, odd));
    let is_index = path.rsplit('/').next() == Some(INDEX_NAME);
    let other_index = path.strip_suffix(INDEX_NAME).and_then(|dir| dir.strip_suffix('/'));
    let known_index =
        path == INDEX_NAME || other_index.is_some_and(|dir| reading.other_indexes.iter().any(|d| d == dir));
    path.ends_with(".md") && !hidden_from_us && !(is_index && known_index)
}

/// The hook says what the description says, but for case, blanks and a last full stop.
fn repeats(hook: &str, description: &str) -> bool {
    // most differ at once; only then is it worth folding
    let rough = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let (a, b) = (rough(hook), rough(description));
    a > 0 && a.abs_diff(b) <= 4 && folded(hook) == folded(description)
}

fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = ['.', '!', '?', '…', '。', '！', '？', '．', ';', '；', ',', '，'];
    words.join(" ").to_lowercase().trim_end_matches(end).trim_end().to_owned()
}

/// Headings with nothing under them, their subsections included.
fn empty_sections(index: &IndexFacts, out: &mut Vec<Problem>) {
    if index.sections.is_empty() {
        return;
    }
    let headings: HashSet<usize> = index.sections.iter().map(|section| section.line).collect();
    // the last line below the heading that says something decides; go through from the end
    let mut content_after: Vec<bool> = vec![false; index.sections.len()];
    let lines = &index.loaded.lines;
    for (at, section) in index.sections.iter().enumerate() {
        let end = index.sections.get(at + 1).map_or(lines.len() + 1, |next| next.line);
        let own = lines.iter().skip(section.line).take(end.saturating_sub(section.line + 1));
        let says = own.filter(|line| !headings.contains(&line.number)).any(|line| is_content(&line.text));
        if let Some(slot) = content_after.get_mut(at) {
            *slot = says || section.entries > 0;
        }
    }
    // a heading is filled by its subsections: walk back, keeping for each level whether something filled is open below it
    let mut filled = [false; 7];
    for (section, &own) in index.sections.iter().zip(&content_after).rev() {
        let level = section.level.clamp(1, 6);
        let below = filled.iter().skip(level + 1).any(|&f| f);
        if !(own || below) {
            let problem = Problem::in_index(Code::EmptySection, section.line);
            out.push(problem.with("title", &section.title));
        }
        filled.iter_mut().skip(level + 1).for_each(|f| *f = false);
        if let Some(slot) = filled.get_mut(level) {
            *slot |= own || below;
        }
    }
}

/// The line says something: it is not blank and no underline of a heading.
fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.chars().all(|c| c == '=' || c == '-')
}

/// `[[links]]` of the index that are no entries of their own.
fn broken_links(reading: &Reading, index: &IndexFacts, out: &mut Vec<Problem>) {
    let entries: HashSet<(usize, &str)> = index
        .entries
        .iter()
        .filter(|entry| entry.kind == EntryKind::Wiki)
        .filter_map(|entry| Some((entry.line, entry.target.as_deref()?)))
        .collect();
    for link in &index.links {
        if reading.names.resolve(&link.name).is_none() && !entries.contains(&(link.line, link.name.as_str()))
        {
            out.push(Problem::in_index(Code::BrokenLink, link.line).with("name", &link.name));
        }
    }
}
