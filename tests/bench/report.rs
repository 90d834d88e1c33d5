//! Rows, and the page that they become.

use crate::machine;
use memdesk_tests::many::Made;
use std::fmt::Write as _;
use std::path::Path;

/// Some measurements of one thing.
pub(crate) struct Sample(Vec<f64>);

impl Sample {
    /// From the measurements in the order they were made.
    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    fn median(&self) -> f64 {
        let middle = self.0.len() / 2;
        let at = |n: usize| self.0.get(n).copied().unwrap_or(f64::NAN);
        if self.0.len() % 2 == 1 { at(middle) } else { f64::midpoint(at(middle.wrapping_sub(1)), at(middle)) }
    }

    fn shown(&self, unit: &str) -> String {
        let (least, most) =
            (self.0.first().copied().unwrap_or(f64::NAN), self.0.last().copied().unwrap_or(f64::NAN));
        // below ten, whole numbers tell too little
        let places = usize::from(self.median() < 10.0);
        format!("{:.places$} {unit} ({least:.places$} to {most:.places$})", self.median())
    }
}

/// What a row is to come to, at most.
pub(crate) enum Aim {
    /// So many times the reference.
    Ratio(f64),
    /// So much by itself, in the row's unit.
    Most(f64),
    /// None is set: it is measured so that it is seen when it changes.
    None,
}

/// One comparison.
pub(crate) struct Row {
    /// What is compared.
    pub(crate) what: &'static str,
    /// Of Memdesk.
    pub(crate) ours: Sample,
    /// Of the reference.
    pub(crate) theirs: Sample,
    /// `ms` or `MiB`.
    pub(crate) unit: &'static str,
    /// What is aimed at.
    pub(crate) aim: Aim,
    /// What exactly the two sides are.
    pub(crate) sides: &'static str,
}

/// The whole page.
pub(crate) fn page(rows: &[Row], made: Made, runs: usize) -> String {
    let mut text = String::from("# Speed and memory\n\n");
    let _ = writeln!(
        text,
        "Written by `cargo xtask bench`. Medians of {runs} runs, the two sides turn by turn in one go, files in the page cache; \
         least and most in brackets. Release builds.\n\n{}\n\nThe config root is made by `tests/many.rs`: {} stores, {} topics, \
         {:.1} MB of memory.\n",
        machine::describe(),
        made.stores,
        made.topics,
        f64::from(u32::try_from(made.bytes).unwrap_or(u32::MAX)) / 1e6,
    );
    text.push_str("| what | Memdesk | reference | ratio | aim |\n|---|---|---|---|---|\n");
    for row in rows {
        let ratio = row.ours.median() / row.theirs.median();
        let judged = |aim, is_met| if is_met { format!("{aim} ✓") } else { format!("{aim}, missed") };
        let aim = match row.aim {
            Aim::Ratio(aim) => judged(format!("≤ {aim}"), ratio <= aim),
            Aim::Most(aim) => judged(format!("≤ {aim} {}", row.unit), row.ours.median() <= aim),
            Aim::None => String::from("none"),
        };
        let (ours, theirs) = (row.ours.shown(row.unit), row.theirs.shown(row.unit));
        let _ = writeln!(text, "| {} | {ours} | {theirs} | **{ratio:.2}** | {aim} |", row.what);
    }
    text.push('\n');
    for row in rows {
        let _ = writeln!(text, "- {}: {}", row.what, row.sides);
    }
    text
}

/// Keeps the page beside the bench.
pub(crate) fn write(text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/RESULTS.md");
    std::fs::write(&path, text).expect("RESULTS.md");
    println!("written to {}", path.display());
}
