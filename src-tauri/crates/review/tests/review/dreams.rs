//! Dreams, and the facts that each of them loses: what the detector finds, misses, and cries out for nothing.
//!
//! A dream is a block of a file below `tests/dreams`. `=== ` begins it with its name; `today: ` is its day; then its losses, each as
//! `lost: kind path: text` (has to be told) or `free: kind path: text` (may be told). `<<< before` and `<<< after` are stores in the
//! notation of the fixture; there, `//= path` is a file as it was before. What is told and not announced is a false alarm.

#![allow(
    clippy::print_stdout,
    clippy::panic,
    reason = "figures are shown; a slip of the pen in a table must be loud"
)]

use std::path::Path;

use memdesk_review::lost::{Lost, lost};
use memdesk_review::{Snapshot, fixture};

struct Planted {
    must: bool,
    kind: String,
    path: String,
    text: String,
}

struct Dream {
    name: String,
    today: Option<jiff::civil::Date>,
    planted: Vec<Planted>,
    before: Snapshot,
    after: Snapshot,
}

fn dreams(folder: &str) -> Vec<Dream> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dreams").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    texts.iter().flat_map(|text| text.split("=== ").skip(1)).map(dream).collect()
}

fn dream(text: &str) -> Dream {
    let (head, stores) = text.split_once("<<< before\n").unwrap();
    let (before, after) = stores.split_once("<<< after\n").unwrap();
    let mut lines = head.lines();
    let name = lines.next().unwrap().to_owned();
    let mut today = None;
    let mut planted = Vec::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let (key, value) = line.split_once(": ").unwrap();
        if key == "today" {
            today = Some(value.parse().unwrap());
            continue;
        }
        let (place, text) = value.split_once(": ").unwrap();
        let (kind, path) = place.split_once(' ').unwrap();
        let must = match key {
            "lost" => true,
            "free" => false,
            _ => panic!("{name}: {key}"),
        };
        planted.push(Planted { must, kind: kind.to_owned(), path: path.to_owned(), text: text.to_owned() });
    }
    let before = fixture::parse(before);
    let kept: Vec<&str> = after.lines().filter_map(|line| line.strip_prefix("//= ")).collect();
    let written: String = after.split_inclusive('\n').filter(|line| !line.starts_with("//= ")).collect();
    let mut after = fixture::parse(written.trim_end_matches('\n').trim_start_matches('\n'));
    for path in kept {
        after.files.insert(
            path.to_owned(),
            before.files.get(path).unwrap_or_else(|| panic!("{name}: {path}")).clone(),
        );
    }
    Dream { name, today, planted, before, after }
}

impl Planted {
    fn is(&self, told: &Lost) -> bool {
        let (mine, theirs) = (self.text.to_lowercase(), told.text.to_lowercase());
        self.kind == told.kind.word()
            && self.path == told.path
            && (theirs.contains(&mine) || mine.contains(&theirs))
    }
}

/// Misses and false alarms, each as a line.
fn judge(folder: &str, dreams: &[Dream]) -> (Vec<String>, Vec<String>) {
    let (mut missed, mut false_alarms, mut planted) = (Vec::new(), Vec::new(), 0);
    for dream in dreams {
        let told = lost(&dream.before, &dream.after, dream.today);
        for planted in
            dream.planted.iter().filter(|planted| planted.must && !told.iter().any(|told| planted.is(told)))
        {
            missed.push(format!("{}: {} {}: {}", dream.name, planted.kind, planted.path, planted.text));
        }
        for told in told.iter().filter(|told| !dream.planted.iter().any(|planted| planted.is(told))) {
            false_alarms.push(format!(
                "{}: {} {}:{}: {:?} in {:?} → {:?}",
                dream.name,
                told.kind.word(),
                told.path,
                told.line,
                told.text,
                told.sentence,
                told.instead
            ));
        }
        planted += dream.planted.iter().filter(|planted| planted.must).count();
    }
    println!(
        "{folder}: {} dreams, {planted} losses, {} missed, {} false alarms",
        dreams.len(),
        missed.len(),
        false_alarms.len()
    );
    for line in &missed {
        println!("missed: {line}");
    }
    for line in &false_alarms {
        println!("false: {line}");
    }
    (missed, false_alarms)
}

#[test]
fn every_planted_loss_is_told_and_hardly_anything_else() {
    let dreams = dreams("first");
    assert_eq!(dreams.len(), 40);
    assert!(dreams.iter().filter(|dream| dream.planted.is_empty()).count() >= 15);
    let (missed, false_alarms) = judge("first", &dreams);
    assert_eq!(missed, Vec::<String>::new());
    assert!(false_alarms.len() <= 2, "{false_alarms:#?}");
}

#[test]
fn a_store_loses_nothing_to_itself() {
    for dream in dreams("first") {
        assert_eq!(lost(&dream.before, &dream.before, dream.today), vec![], "{}", dream.name);
    }
}

/// These were made when the detector was done for the first ones, and showed where it was weak (then 3 missed, 5 false alarms; three
/// of the five are facts that are gone indeed, which the table does not announce).
#[test]
fn dreams_that_showed_where_it_is_weak() {
    let dreams = dreams("second");
    assert_eq!(dreams.len(), 20);
    let (missed, false_alarms) = judge("second", &dreams);
    assert_eq!((missed.len(), false_alarms.len()), (0, 4), "missed, false alarms");
}

/// The detector was not fitted to these: 1 missed and 2 false alarms when they were first tried. Two general faults that they showed
/// are mended since; the alarm that is left is a denial that is gone indeed.
#[test]
fn dreams_that_it_is_not_fitted_to() {
    let dreams = dreams("third");
    assert_eq!(dreams.len(), 20);
    let (missed, false_alarms) = judge("third", &dreams);
    assert_eq!((missed.len(), false_alarms.len()), (0, 1), "missed, false alarms");
}
