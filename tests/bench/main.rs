//! Speed, memory and the estimate's agreement, each beside a named reference measured in the same run, turn by turn.
//!
//! Separate from the tests because a number is no verdict on another machine; a ratio nearly is. Writes the table that it
//! prints to `tests/bench/RESULTS.md`, with the machine named. Never fails for being slow: it says by how much.
//!
//! Run it with `cargo xtask bench [--only stores|sessions|estimate|gate|changes|window] [--runs N]`, on a machine that does nothing else.

#![allow(clippy::expect_used, clippy::panic, reason = "a bench that cannot measure must stop loudly")]
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod bm25;
mod changes;
mod estimate;
mod gate;
mod machine;
mod memory;
mod report;
mod sessions;
mod stores;
mod window;

use report::Row;

/// Stores of the generated root, and topics in each.
const SIZE: (usize, usize) = (1_000, 50);

fn main() {
    let mut only = None;
    let mut runs = 11;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--only" => only = words.next(),
            "--runs" => runs = words.next().and_then(|number| number.parse().ok()).unwrap_or(runs),
            "--bench" => {} // cargo's own word for a bench
            other => {
                panic!(
                    "`{other}` is not understood: --only stores|sessions|estimate|gate|changes|window, --runs N"
                )
            }
        }
    }
    let wants = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let person = memdesk_tests::Person::new();
    println!("making {} stores of {} topics …", SIZE.0, SIZE.1);
    let made = memdesk_tests::many::make(&person.root(), SIZE.0, SIZE.1).expect("the large config root");
    let mut rows: Vec<Row> = Vec::new();
    if wants("stores") {
        rows.extend(stores::measure(&person, runs));
    }
    if wants("sessions") {
        rows.extend(sessions::measure(runs));
    }
    let mut agreement = None;
    if wants("estimate") {
        rows.extend(estimate::measure(runs));
        agreement = Some(estimate::agreement());
    }
    if wants("gate") {
        rows.extend(gate::measure(&person, runs));
    }
    if wants("changes") {
        rows.extend(changes::measure(&person, runs));
    }
    if wants("window") {
        rows.extend(window::measure(&person, runs));
    }
    let text =
        report::page(&rows, made, runs) + &agreement.map_or_else(String::new, |table| format!("\n{table}"));
    println!("\n{text}");
    // a part of the table must not replace the whole
    if only.is_none() {
        report::write(&text);
    }
}
