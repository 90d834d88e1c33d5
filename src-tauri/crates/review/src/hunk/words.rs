//! Which words of changed lines differ. Separate because it works below the line, where writing systems matter: words are
//! those of Unicode (UAX #29), so Chinese is compared character by character.

use unicode_segmentation::UnicodeSegmentation;

use super::Part;
use crate::align::{Run, align};

/// The parts of one line.
pub(super) type Parts = Vec<Part>;

/// Under this share of common text the lines are other lines, and marks would only be noise.
const COMMON_SHARE: f64 = 0.3;

/// Over this many bytes on both sides together nobody looks for single words.
const LONGEST: usize = 128 * 1024;

/// The parts of each removed and each added line; `None` when one side is empty or they have too little in common.
pub(super) fn marks(removed: &[&str], added: &[&str]) -> Option<(Vec<Parts>, Vec<Parts>)> {
    let size: usize = removed.iter().chain(added).map(|line| line.len()).sum();
    if removed.is_empty() || added.is_empty() || size > LONGEST {
        return None;
    }
    let (old, new) = (words(removed), words(added));
    let mut runs = align(&old, &new);
    let weight = |words: &[&str]| words.iter().map(|w| w.trim().len()).sum::<usize>();
    let common: usize = runs.iter().filter(|r| r.same).map(|r| weight(&old[r.before.clone()])).sum();
    let most = weight(&old).max(weight(&new));
    // a change of line ends or blanks alone is worth showing whatever the share
    if weight(&old).min(weight(&new)) > common && (common as f64) < COMMON_SHARE * most as f64 {
        return None;
    }
    swallow_blanks(&mut runs, &old);
    Some((parts(&runs, &old, removed.len(), |r| &r.before), parts(&runs, &new, added.len(), |r| &r.after)))
}

/// The words of all lines; the LF of a line is a word of its own.
fn words<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    lines.iter().flat_map(|line| line.split_inclusive('\n')).flat_map(split_line).collect()
}

fn split_line(line: &str) -> impl Iterator<Item = &str> {
    let body = line.strip_suffix('\n').unwrap_or(line);
    let (text, cr) = match body.strip_suffix('\r') {
        Some(text) => (text, "\r"),
        None => (body, ""),
    };
    let ends = [cr, if line.len() > body.len() { "\n" } else { "" }];
    text.split_word_bounds().chain(ends.into_iter().filter(|end| !end.is_empty()))
}

/// Blanks between two changed words count as changed: `old words` against `new terms` is one change, not two.
fn swallow_blanks(runs: &mut [Run], old: &[&str]) {
    for at in 1..runs.len().saturating_sub(1) {
        if let Some(run) = runs.get_mut(at) {
            let blank =
                old[run.before.clone()].iter().all(|w| w.trim().is_empty() && !w.contains(['\n', '\r']));
            run.same = run.same && !blank;
        }
    }
}

/// The runs' words, put back into lines.
fn parts(
    runs: &[Run],
    words: &[&str],
    lines: usize,
    side: impl Fn(&Run) -> &std::ops::Range<usize>,
) -> Vec<Parts> {
    let mut out = Vec::with_capacity(lines);
    let mut line: Parts = Vec::new();
    for run in runs {
        for &word in words.get(side(run).clone()).unwrap_or_default() {
            if word == "\n" {
                out.push(std::mem::take(&mut line));
                continue;
            }
            let changed = !run.same;
            match line.last_mut() {
                Some(last) if last.changed == changed => last.text.push_str(word),
                _ => line.push(Part { text: word.to_owned(), changed }),
            }
        }
    }
    if out.len() < lines {
        out.push(line);
    }
    out
}
