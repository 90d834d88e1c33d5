//! A ledger that is used for long keeps few files open, however many packs it has.
//!
//! Separate from the other tests because it counts what this process has open, which they would disturb.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use jiff::Timestamp;
use memdesk_ledger::Ledger;
use memdesk_review::fixture;
use std::fmt::Write as _;

/// Stores, each of which becomes a pack.
const STORES: usize = 240;
/// What libgit2 keeps open between two times that the repository is opened anew, and some more.
const OPEN: usize = 160;

fn open() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn a_ledger_of_many_packs_keeps_few_files_open() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&dir.path().join("ledger.git")).unwrap();
    let id = |n: usize| format!("{n:016x}");
    for n in 0..STORES {
        let mut store = String::new();
        (0..24).for_each(|file| writeln!(store, "//- f{file}.md\n{n} {file}").unwrap());
        ledger.observe(&id(n), &fixture::parse(&store), Timestamp::UNIX_EPOCH).unwrap();
    }
    let packs = std::fs::read_dir(dir.path().join("ledger.git/objects/pack")).unwrap().count() / 2;
    assert!(packs >= STORES, "{packs} packs");
    let mut most = 0;
    for n in 0..STORES {
        let tip = ledger.tip(&id(n)).unwrap().unwrap();
        assert_eq!(ledger.file_at(&tip, "f3.md").unwrap(), Some(format!("{n} 3\n").into_bytes()));
        most = most.max(open());
    }
    assert!(most < OPEN, "{most} files open");
}
