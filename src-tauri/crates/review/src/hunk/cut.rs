//! Cuts the difference of two texts into hunks, and takes some of them.
//!
//! Which lines form a hunk depends on the two texts and on where pieces shall begin, not on how much context is asked for, so
//! an id means the same everywhere.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use sha2::{Digest, Sha256};

use super::words::{self, Parts};
use super::{Hunk, Line, LineKind, Part};
use crate::align::{Run, align};
use crate::lines;

/// Lines of context around a change, as patches usually have.
pub const CONTEXT: usize = 3;

/// Lines (from 0) at which a piece of its own begins, in runs that only add lines (of the text after) or only remove some (of
/// the text before). Where lines are replaced nothing says which of them belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Starts {
    /// In the text before.
    pub before: BTreeSet<usize>,
    /// In the text after.
    pub after: BTreeSet<usize>,
}

impl Starts {
    /// The runs that a changed run falls into, and whether the first of them begins a piece.
    fn part(&self, run: Run) -> (Vec<Run>, bool) {
        let (range, starts) = match (run.before.is_empty(), run.after.is_empty()) {
            (true, false) => (run.after.clone(), &self.after),
            (false, true) => (run.before.clone(), &self.before),
            _ => return (vec![run], false),
        };
        let begins = starts.contains(&range.start);
        let inside = starts.iter().copied().filter(|at| range.start < *at && *at < range.end);
        let bounds: Vec<usize> =
            std::iter::once(range.start).chain(inside).chain(std::iter::once(range.end)).collect();
        let parts = bounds.windows(2).filter_map(|pair| {
            let [from, to] = *pair else { return None };
            Some(match run.before.is_empty() {
                true => Run { after: from..to, ..run.clone() },
                false => Run { before: from..to, ..run.clone() },
            })
        });
        (parts.collect(), begins)
    }
}

/// Lines that are taken or left together: changed runs with nothing but blank lines between them.
struct Group {
    id: String,
    runs: Vec<Run>,
}

impl Group {
    fn before(&self) -> Range<usize> {
        span(self.runs.iter().map(|run| &run.before))
    }

    fn after(&self) -> Range<usize> {
        span(self.runs.iter().map(|run| &run.after))
    }
}

fn span<'r>(mut ranges: impl Iterator<Item = &'r Range<usize>>) -> Range<usize> {
    let Some(first) = ranges.next() else { return 0..0 };
    first.start..ranges.last().unwrap_or(first).end
}

/// The hunks that turn `before` into `after`, with up to `context` unchanged lines on each side.
///
/// Hunks never share a line: where two stand close together the first has the lines between them.
pub fn hunks(before: &str, after: &str, context: usize) -> Vec<Hunk> {
    hunks_from(before, after, context, &Starts::default())
}

/// The same, with pieces that begin where it is said too.
pub fn hunks_from(before: &str, after: &str, context: usize, starts: &Starts) -> Vec<Hunk> {
    let old = lines::split(before);
    let new = lines::split(after);
    let groups = groups(&old, &new, starts);
    let mut out = Vec::with_capacity(groups.len());
    let mut free = 0; // first line before that no hunk shows yet
    for (index, group) in groups.iter().enumerate() {
        let (b, a) = (group.before(), group.after());
        let lead = context.min(b.start - free);
        let until = groups.get(index + 1).map_or(old.len(), |next| next.before().start);
        let trail = context.min(until - b.end);
        free = b.end + trail;

        let mut page = Page { old: &old, new: &new, lines: Vec::new() };
        page.same(b.start - lead..b.start, a.start - lead..a.start);
        for run in &group.runs {
            if run.same { page.same(run.before.clone(), run.after.clone()) } else { page.changed(run) }
        }
        page.same(b.end..b.end + trail, a.end..a.end + trail);
        out.push(Hunk {
            id: group.id.clone(),
            before: place(b.start - lead, b.len() + lead + trail),
            after: place(a.start - lead, a.len() + lead + trail),
            lines: page.lines,
        });
    }
    out
}

/// `before` with the hunks whose id is among `ids`; other hunks are left.
///
/// All of them give `after`, none gives `before`. Unknown ids are passed over.
pub fn take<S: AsRef<str>>(before: &str, after: &str, ids: &[S]) -> String {
    take_from(before, after, ids, &Starts::default())
}

/// The same, of hunks that [`hunks_from`] cut.
pub fn take_from<S: AsRef<str>>(before: &str, after: &str, ids: &[S], starts: &Starts) -> String {
    let old = lines::split(before);
    let new = lines::split(after);
    let wanted: HashSet<&str> = ids.iter().map(AsRef::as_ref).collect();
    let mut out = String::with_capacity(before.len().max(after.len()));
    let mut push = |lines: &[&str], range: Range<usize>| {
        out.extend(lines.get(range).unwrap_or_default().iter().copied())
    };
    let mut at = 0;
    for group in groups(&old, &new, starts) {
        let range = group.before();
        push(&old, at..range.start);
        at = range.end;
        if wanted.contains(group.id.as_str()) { push(&new, group.after()) } else { push(&old, range) }
    }
    push(&old, at..old.len());
    out
}

/// First line and count as patches write them.
fn place(start: usize, count: usize) -> [usize; 2] {
    [if count == 0 { start } else { start + 1 }, count]
}

fn groups(old: &[&str], new: &[&str], starts: &Starts) -> Vec<Group> {
    let mut out: Vec<Vec<Run>> = Vec::new();
    let mut gap: Option<Run> = None;
    for run in align(old, new) {
        if run.same {
            gap = Some(run);
            continue;
        }
        let blank =
            |gap: &Run| old.get(gap.before.clone()).unwrap_or_default().iter().all(|l| l.trim().is_empty());
        let (parts, begins) = starts.part(run);
        let mut parts = parts.into_iter();
        match (out.last_mut(), gap.take()) {
            (Some(group), Some(gap)) if blank(&gap) && !begins => {
                group.extend(std::iter::once(gap).chain(parts.next()))
            }
            _ => out.extend(parts.next().map(|part| vec![part])),
        }
        out.extend(parts.map(|part| vec![part]));
    }
    let mut seen: HashMap<[u8; 32], usize> = HashMap::new();
    out.into_iter()
        .map(|runs| {
            let content = digest(old, new, &runs);
            let nth = seen.entry(content).or_default();
            let id = Sha256::new().chain_update(content).chain_update(nth.to_le_bytes()).finalize();
            *nth += 1;
            Group { id: id.iter().take(6).map(|byte| format!("{byte:02x}")).collect(), runs }
        })
        .collect()
}

/// What the runs remove and add.
fn digest(old: &[&str], new: &[&str], runs: &[Run]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for run in runs {
        let removed = old.get(run.before.clone()).unwrap_or_default().iter().map(|line| (b"-", line));
        let added = new.get(run.after.clone()).unwrap_or_default().iter().map(|line| (b"+", line));
        for (sign, line) in removed.chain(added) {
            hash.update(sign);
            hash.update(line.as_bytes());
            hash.update([0]);
        }
        hash.update([1]);
    }
    hash.finalize().into()
}

/// The lines of a hunk under construction.
struct Page<'t> {
    old: &'t [&'t str],
    new: &'t [&'t str],
    lines: Vec<Line>,
}

impl Page<'_> {
    fn same(&mut self, before: Range<usize>, after: Range<usize>) {
        for (b, a) in before.zip(after) {
            let Some(text) = self.old.get(b) else { continue };
            self.lines.push(line(LineKind::Context, Some(b), Some(a), text, None));
        }
    }

    fn changed(&mut self, run: &Run) {
        let removed = self.old.get(run.before.clone()).unwrap_or_default();
        let added = self.new.get(run.after.clone()).unwrap_or_default();
        let (removed_parts, added_parts) = words::marks(removed, added).unwrap_or_default();
        let (mut removed_parts, mut added_parts) = (removed_parts.into_iter(), added_parts.into_iter());
        for (b, text) in run.before.clone().zip(removed) {
            self.lines.push(line(LineKind::Removed, Some(b), None, text, removed_parts.next()));
        }
        for (a, text) in run.after.clone().zip(added) {
            self.lines.push(line(LineKind::Added, None, Some(a), text, added_parts.next()));
        }
    }
}

/// A line of a hunk; indices are 0-based.
fn line(kind: LineKind, old: Option<usize>, new: Option<usize>, text: &str, parts: Option<Parts>) -> Line {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let whole =
        || if body.is_empty() { Vec::new() } else { vec![Part { text: body.to_owned(), changed: false }] };
    Line {
        kind,
        old: old.map(|n| n + 1),
        new: new.map(|n| n + 1),
        parts: parts.unwrap_or_else(whole),
        no_newline: !text.ends_with('\n'),
    }
}
