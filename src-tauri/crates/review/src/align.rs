//! Which items of two sequences correspond. Lines and words are both aligned here, so that a hunk, a merge and a
//! word-level mark rest on the same notion of "the same".
//!
//! The comparing itself is `similar`'s. What this file adds is that no input makes it slow: a rewritten file of 100,000
//! lines would keep a plain Myers diff busy for minutes. Never looks at a clock to give up.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Up to this many items (both sides together) the exact answer is quick enough.
const EXACT: usize = 6_000;

/// A run of items that are the same on both sides, or that differ (one side may be empty).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) same: bool,
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
}

/// The runs of both sequences in order; they cover both completely, and no two neighbours are of the same kind.
pub(crate) fn align<T: Eq + Hash>(before: &[T], after: &[T]) -> Vec<Run> {
    runs(&pairs(before, after), before.len(), after.len())
}

/// The corresponding indices, increasing on both sides.
fn pairs<T: Eq + Hash>(before: &[T], after: &[T]) -> Vec<(usize, usize)> {
    let head = before.iter().zip(after).take_while(|(b, a)| b == a).count();
    let (rest_before, rest_after) = (&before[head..], &after[head..]);
    let tail = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(b, a)| b == a).count();
    let middle_before = &rest_before[..rest_before.len() - tail];
    let middle_after = &rest_after[..rest_after.len() - tail];

    let mut out: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    out.extend(common_pairs(middle_before, middle_after).into_iter().map(|(b, a)| (b + head, a + head)));
    out.extend((0..tail).rev().map(|i| (before.len() - 1 - i, after.len() - 1 - i)));
    out
}

/// Pairs of the middle. Items that only one side has cannot correspond to anything, so they are left out first.
fn common_pairs<T: Eq + Hash>(before: &[T], after: &[T]) -> Vec<(usize, usize)> {
    // the number of an item, and how often each side has it
    let mut known: HashMap<&T, (u32, u32, u32)> = HashMap::with_capacity(before.len());
    for item in before {
        let number = u32::try_from(known.len()).unwrap_or(u32::MAX);
        known.entry(item).or_insert((number, 0, 0)).1 += 1;
    }
    for item in after {
        if let Some(entry) = known.get_mut(item) {
            entry.2 += 1;
        }
    }
    let reduce = |items: &[T]| -> Vec<Item> {
        let common = items.iter().enumerate().filter_map(|(at, item)| {
            known.get(item).filter(|e| e.2 > 0).map(|&(number, b, a)| Item {
                number,
                at,
                unique: b == 1 && a == 1,
            })
        });
        common.collect()
    };
    let (before, after) = (reduce(before), reduce(after));
    if before.len() + after.len() <= EXACT {
        return exact(&before, &after);
    }
    // too long: items that occur once on each side, in the longest order they share, hold the rest in place
    let mut out = Vec::new();
    let (mut from_b, mut from_a) = (0, 0);
    for (b, a) in anchors(&before, &after).into_iter().chain([(before.len(), after.len())]) {
        let (gap_before, gap_after) = (&before[from_b..b], &after[from_a..a]);
        if gap_before.len() + gap_after.len() <= EXACT {
            out.extend(exact(gap_before, gap_after));
        }
        if let (Some(x), Some(y)) = (before.get(b), after.get(a)) {
            out.push((x.at, y.at));
        }
        (from_b, from_a) = (b + 1, a + 1);
    }
    out
}

/// An item that both sides have.
struct Item {
    number: u32,
    at: usize,
    unique: bool,
}

fn exact(before: &[Item], after: &[Item]) -> Vec<(usize, usize)> {
    let numbers = |items: &[Item]| items.iter().map(|item| item.number).collect::<Vec<_>>();
    let mut out = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &numbers(before), &numbers(after)) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            let matched = before.iter().skip(old_index).zip(after.iter().skip(new_index)).take(len);
            out.extend(matched.map(|(b, a)| (b.at, a.at)));
        }
    }
    out
}

/// The longest run of unique items that stand in the same order on both sides: positions in `before` and `after`.
fn anchors(before: &[Item], after: &[Item]) -> Vec<(usize, usize)> {
    let place: HashMap<u32, usize> = after
        .iter()
        .enumerate()
        .filter(|(_, item)| item.unique)
        .map(|(at, item)| (item.number, at))
        .collect();
    let points: Vec<(usize, usize)> = before
        .iter()
        .enumerate()
        .filter(|(_, item)| item.unique)
        .filter_map(|(at, item)| place.get(&item.number).map(|&other| (at, other)))
        .collect();
    // patience sorting: `ends[n]` is the point that ends the best run of length n + 1
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(points.len());
    for (index, &(_, after_at)) in points.iter().enumerate() {
        let length = ends.partition_point(|&end| points.get(end).is_some_and(|p| p.1 < after_at));
        previous.push(length.checked_sub(1).and_then(|l| ends.get(l).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut out = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        out.extend(points.get(index).copied());
        next = previous.get(index).copied().flatten();
    }
    out.reverse();
    out
}

/// Pairs as runs.
fn runs(pairs: &[(usize, usize)], before: usize, after: usize) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    let (mut b, mut a) = (0, 0);
    for &(pair_b, pair_a) in pairs.iter().chain([&(before, after)]) {
        if pair_b > b || pair_a > a {
            out.push(Run { same: false, before: b..pair_b, after: a..pair_a });
        }
        if pair_b < before && pair_a < after {
            match out.last_mut() {
                Some(last) if last.same => (last.before.end, last.after.end) = (pair_b + 1, pair_a + 1),
                _ => out.push(Run { same: true, before: pair_b..pair_b + 1, after: pair_a..pair_a + 1 }),
            }
        }
        (b, a) = (pair_b + 1, pair_a + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(before: &[u32], after: &[u32]) -> usize {
        let (mut b, mut a, mut common) = (0, 0, 0);
        let mut last = None;
        for run in align(before, after) {
            assert_eq!((run.before.start, run.after.start), (b, a), "runs follow one another");
            assert_ne!(last, Some(run.same), "neighbours are of different kinds");
            assert!(!run.before.is_empty() || !run.after.is_empty());
            if run.same {
                assert_eq!(before[run.before.clone()], after[run.after.clone()]);
                common += run.before.len();
            }
            (b, a, last) = (run.before.end, run.after.end, Some(run.same));
        }
        assert_eq!((b, a), (before.len(), after.len()), "runs cover both sides");
        common
    }

    proptest! {
        #[test]
        fn runs_cover_both_sides(before in prop::collection::vec(0u32..6, 0..40), after in prop::collection::vec(0u32..6, 0..40)) {
            check(&before, &after);
        }
    }

    #[test]
    fn long_sequences_are_aligned_in_a_moment() {
        let before: Vec<u32> = (0..40_000).collect();
        let rewritten: Vec<u32> = (200_000..240_000).collect();
        assert_eq!(check(&before, &rewritten), 0);
        let reversed: Vec<u32> = before.iter().rev().copied().collect();
        assert!(check(&before, &reversed) >= 1);
        let sparse: Vec<u32> = before.iter().map(|n| if n % 10 == 0 { 500_000 + n } else { *n }).collect();
        assert_eq!(check(&before, &sparse), 36_000);
        let few_kinds: Vec<u32> = before.iter().map(|n| n % 7).collect();
        let other_kinds: Vec<u32> = before.iter().map(|n| n % 5).collect();
        check(&few_kinds, &other_kinds);
    }
}
