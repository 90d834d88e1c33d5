//! Numbers by chance, and the paths and texts that are made of them.
//!
//! Separate because writers and the reviewer share them. No text is made twice.

use std::sync::atomic::{AtomicU64, Ordering};

/// A small generator of numbers (SplitMix64).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = z ^ (z >> 31);
        usize::try_from(number % limit.max(1) as u64).unwrap_or(0)
    }

    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let at = self.below(of.len());
        of.get(at)
    }
}

/// Counts up, so that no two texts are the same.
static COUNT: AtomicU64 = AtomicU64::new(0);

pub(crate) fn fresh(what: &str) -> String {
    format!("{what} {}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A text for a path: an index or a topic of some lines, or the one given with two of its lines changed.
pub(crate) fn text(path: &str, from: Option<&str>, chance: &mut Chance) -> String {
    let lines = from.map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let mut lines = match lines {
        Some(lines) if (6..200).contains(&lines.len()) => lines,
        _ if path.ends_with("MEMORY.md") => {
            (0..9).map(|n| format!("- [Topic {n}](a{n}.md) — {}", fresh("when it is"))).collect()
        }
        _ => {
            let head =
                ["---".to_owned(), fresh("name: topic"), fresh("description: about"), "---".to_owned()];
            head.into_iter().chain((0..9).map(|_| fresh("line"))).collect()
        }
    };
    let first = 4 + chance.below(3);
    let last = lines.len() - 1;
    for at in [first.min(last), last] {
        if let Some(line) = lines.get_mut(at) {
            *line = match line.starts_with("- [") {
                true => format!("- [Topic](a1.md) — {}", fresh("changed")),
                false => fresh("changed"),
            };
        }
    }
    lines.join("\n") + "\n"
}
