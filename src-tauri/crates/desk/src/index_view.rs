//! The index as the window draws it: every line of the file with what becomes of it, and every entry with where it leads.
//!
//! Separate from `memdir::index`, which says what the client loads; this only words it for a screen.

use crate::view::{CutView, EntryView, IndexLine, IndexPart, IndexView, Meter, Orphan};
use memdesk_memdir::entry::{Entry, EntryKind};
use memdesk_memdir::index::{Fate, LINE_LIMIT, Loaded, SourceLine, UTF16_LIMIT, Why};
use memdesk_review::Problem;
use memdesk_review::reading::IndexFacts;
use std::collections::HashMap;
use std::ops::Range;

/// Lines after the cut that are still drawn; a file of 100,000 lines must not stall the window.
const LINES_AFTER_CUT: usize = 2_000;
/// Longest index whose text goes to the window whole, in bytes.
const TEXT_LIMIT: usize = 1024 * 1024;

/// What the index view is made from. Borrowed from one reading of the store.
pub(crate) struct Sources<'a> {
    /// The file, read; none when there is no MEMORY.md.
    pub(crate) index: Option<&'a IndexFacts>,
    /// What the client loads of it.
    pub(crate) loaded: &'a Loaded,
    /// Whether the store has a file at a path.
    pub(crate) exists: &'a dyn Fn(&str) -> bool,
    /// Topics without an entry.
    pub(crate) orphans: Vec<Orphan>,
    /// Problems of the index.
    pub(crate) problems: Vec<Problem>,
    /// The client does not load the index at all.
    pub(crate) recall_mode: bool,
}

/// The view of an index.
pub(crate) fn view(sources: Sources<'_>) -> IndexView {
    let Sources { index, loaded, exists, orphans, mut problems, recall_mode } = sources;
    let whole = index.map_or("", |index| index.text.as_str());
    let entries = index.map_or(&[][..], |index| index.entries.as_slice());
    let targets = index.map_or(&[][..], |index| index.targets.as_slice());
    let too_large = whole.len() > TEXT_LIMIT;
    let first_cut = loaded.lines.iter().find(|line| is_cut(line.fate)).map(|line| line.number);
    let drawn = first_cut.map_or(loaded.lines.len(), |line| line.saturating_add(LINES_AFTER_CUT));
    let views: Vec<EntryView> = entries
        .iter()
        .zip(targets)
        .map(|(entry, target)| entry_view(entry, target, loaded, exists))
        .collect();
    let mut views = editable(views, entries);
    let cut = cut_view(loaded, &views);
    // what is not drawn does not travel; the cut has counted all of it
    views.retain(|entry| entry.line <= drawn);
    problems.retain(|problem| {
        problem.line.is_none_or(|line| usize::try_from(line).is_ok_and(|line| line <= drawn))
    });
    let starts = line_starts(whole);
    let titles = titles_by_line(entries, &starts);
    let lines = loaded
        .lines
        .iter()
        .take(drawn)
        .map(|line| index_line(line, titles.get(&line.number).map(Vec::as_slice).unwrap_or_default()))
        .collect();
    IndexView {
        exists: index.is_some(),
        loaded: loaded.loaded,
        text: if too_large { String::new() } else { whole.to_owned() },
        too_large,
        kept: loaded.kept.clone(),
        kept_utf16: loaded.kept_utf16,
        meter: meter(loaded),
        cut,
        lines,
        file_lines: loaded.lines.len(),
        entries: views,
        orphans,
        problems,
        recall_mode,
    }
}

/// How full an index is.
pub(crate) fn meter(loaded: &Loaded) -> Meter {
    Meter {
        lines: loaded.total_lines,
        line_limit: LINE_LIMIT,
        utf16: loaded.total_utf16,
        utf16_limit: UTF16_LIMIT,
        cut: loaded.cut.is_some(),
    }
}

fn is_cut(fate: Fate) -> bool {
    matches!(fate, Fate::CutByLines | Fate::CutByChars)
}

fn cut_view(loaded: &Loaded, entries: &[EntryView]) -> Option<CutView> {
    let cut = loaded.cut.as_ref()?;
    let first = loaded.lines.iter().find(|line| is_cut(line.fate));
    let inside = loaded.lines.iter().find(|line| line.fate == Fate::CutInside);
    let by_chars = first.is_some_and(|line| line.fate == Fate::CutByChars) || inside.is_some();
    Some(CutView {
        over_lines: cut.over_lines,
        over_chars: cut.over_chars,
        binding: if by_chars { "chars" } else { "lines" }.to_owned(),
        total_lines: loaded.total_lines,
        cut_lines: loaded.lines.iter().filter(|line| is_cut(line.fate)).count(),
        first_cut_file_line: first.map(|line| line.number),
        cut_inside_file_line: inside.map(|line| line.number),
        cut_entries: entries.iter().filter(|entry| entry.state == "cut").count(),
        cut_utf16: loaded.total_utf16.saturating_sub(loaded.kept_utf16),
    })
}

fn entry_view(
    entry: &Entry,
    leads_to: &Option<String>,
    loaded: &Loaded,
    exists: &dyn Fn(&str) -> bool,
) -> EntryView {
    let path = leads_to.clone().filter(|path| exists(path));
    let lost = !loaded.loads(entry.line);
    let state = match (&entry.target, &path) {
        (None, _) => "heading",
        (Some(_), Some(_)) if lost => "cut",
        (Some(_), Some(_)) => "loaded",
        (Some(_), None) if entry.kind != EntryKind::Wiki && leads_to.is_none() => "outside",
        (Some(_), None) => "dangling",
    };
    let kind = match entry.kind {
        EntryKind::Bullet => "bullet",
        EntryKind::Heading => "heading",
        EntryKind::Prose => "prose",
        EntryKind::Wiki => "wiki",
    };
    EntryView {
        line: entry.line,
        end_line: entry.end_line,
        kind: kind.to_owned(),
        title: entry.title.clone(),
        hook: entry.hook.clone(),
        target: entry.target.clone(),
        path,
        state: state.to_owned(),
        editable: false,
    }
}

/// Marks the entries that can be moved, edited and removed as entries of their own: bullets that share their line with
/// no other link.
fn editable(mut views: Vec<EntryView>, entries: &[Entry]) -> Vec<EntryView> {
    let mut links: HashMap<usize, usize> = HashMap::new();
    for view in views.iter().filter(|view| view.target.is_some()) {
        *links.entry(view.line).or_default() += 1;
    }
    for (view, entry) in views.iter_mut().zip(entries) {
        let alone = links.get(&view.line) == Some(&1);
        view.editable = alone && matches!(entry.kind, EntryKind::Bullet | EntryKind::Wiki);
    }
    views
}

/// Byte offsets at which the lines of a text begin; lines end at LF, CRLF or a lone CR, as `memdir::index` has them.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, byte) in bytes.iter().enumerate() {
        let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        if ends {
            starts.push(at + 1);
        }
    }
    starts
}

/// For each line, the byte ranges within it that are an entry's title, with the entry's position.
fn titles_by_line(entries: &[Entry], starts: &[usize]) -> HashMap<usize, Vec<(Range<usize>, usize)>> {
    let mut titles: HashMap<usize, Vec<(Range<usize>, usize)>> = HashMap::new();
    for (position, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.target.is_some()) {
        let line = starts.partition_point(|start| *start <= entry.title_range.start);
        let Some(start) = line.checked_sub(1).and_then(|at| starts.get(at)) else { continue };
        let range = entry.title_range.start - start..entry.title_range.end.saturating_sub(*start);
        titles.entry(line).or_default().push((range, position));
    }
    titles
}

fn index_line(line: &SourceLine, titles: &[(Range<usize>, usize)]) -> IndexLine {
    let (fate, why) = match line.fate {
        Fate::Loaded => ("loaded", None),
        Fate::Stripped(why) => ("stripped", Some(why_word(why))),
        Fate::CutByLines | Fate::CutByChars => ("cut", None),
        Fate::CutInside => ("cut-inside", None),
    };
    let mut edges: Vec<usize> = vec![0, line.text.len()];
    edges.extend(line.dropped.iter().flat_map(|dropped| [dropped.range.start, dropped.range.end]));
    edges.extend(titles.iter().flat_map(|(range, _)| [range.start, range.end]));
    edges.retain(|edge| line.text.is_char_boundary(*edge) && *edge <= line.text.len());
    edges.sort_unstable();
    edges.dedup();
    let parts = edges
        .windows(2)
        .filter_map(|pair| {
            let (start, end) = (*pair.first()?, *pair.last()?);
            let dropped = line.dropped.iter().find(|d| d.range.start <= start && end <= d.range.end);
            let title = titles.iter().find(|(range, _)| range.start <= start && end <= range.end);
            Some(IndexPart {
                text: line.text.get(start..end)?.to_owned(),
                dropped: dropped.map(|d| dropped_word(d.why).to_owned()),
                entry: title.map(|(_, position)| *position),
            })
        })
        .collect();
    IndexLine { number: line.number, fate: fate.to_owned(), why: why.map(str::to_owned), parts }
}

fn why_word(why: Why) -> &'static str {
    dropped_word(why)
}

fn dropped_word(why: Why) -> &'static str {
    match why {
        Why::Bom => "bom",
        Why::Invisible => "invisible",
        Why::Comment => "comment",
        Why::Frontmatter => "frontmatter",
        Why::Trimmed => "trimmed",
        Why::Limit => "limit",
    }
}
