//! The law: every text that must be kept is on disk, or in a commit that some branch of the ledger leads to.
//!
//! Separate, and a process of its own, because reading the whole ledger takes memory. Reads the ledger as git does, without
//! the code that wrote it.

use crate::checks::each;
use crate::world::oid;
use git2::{ObjectType, Oid, Repository};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Written into a file that was taken out of its place at that moment: never where anybody could have seen it.
const TOO_LATE: &str = "too-late";

/// Says what is lost below a soak's home.
pub(crate) fn check(home: &Path) -> ExitCode {
    let mut there = match Repository::open_bare(home.join("data/ledger.git")) {
        Ok(repository) => in_ledger(&repository),
        Err(error) => {
            println!("no ledger: {error}");
            HashSet::new()
        }
    };
    let in_ledger = there.len();
    each(home, "", &mut |_, bytes| {
        there.insert(oid(bytes));
        true
    });
    let kept = fs::read_to_string(home.join("kept")).unwrap_or_default();
    let (mut lost, mut late) = (Vec::new(), (0, 0));
    for line in kept.lines() {
        let mut words = line.split(' ');
        let found =
            words.next().and_then(|word| Oid::from_str(word).ok()).is_some_and(|oid| there.contains(&oid));
        if words.next() == Some(TOO_LATE) {
            late = (late.0 + 1, late.1 + usize::from(!found));
        } else if !found {
            lost.push(line);
        }
    }
    lost.iter().take(20).for_each(|line| println!("lost: {line}"));
    println!(
        "of {} texts to be kept {} are lost; of {} written into a replaced file {} are in no ledger; {in_ledger} texts in the ledger",
        kept.lines().count(),
        lost.len(),
        late.0,
        late.1,
    );
    if lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The names of all texts that a branch leads to.
fn in_ledger(repository: &Repository) -> HashSet<Oid> {
    let (mut seen, mut there) = (HashSet::new(), HashSet::new());
    let mut walk = repository.revwalk().expect("a walk");
    walk.push_glob("refs/*").expect("its branches");
    for commit in walk {
        let commit = commit.and_then(|oid| repository.find_commit(oid)).expect("each commit can be read");
        there.extend(texts(repository, commit.tree_id(), &mut seen));
    }
    // named is not enough: each is there, with its bytes
    let odb = repository.odb().expect("the objects");
    there.retain(|oid| odb.exists(*oid));
    there
}

/// The names of the texts in a tree, but for trees that were seen.
pub(crate) fn texts(repository: &Repository, tree: Oid, seen: &mut HashSet<Oid>) -> HashSet<Oid> {
    let (mut texts, mut todo) = (HashSet::new(), vec![tree]);
    while let Some(oid) = todo.pop() {
        if !seen.insert(oid) {
            continue;
        }
        for entry in repository.find_tree(oid).expect("each tree can be read").iter() {
            match entry.kind() {
                Some(ObjectType::Tree) => todo.push(entry.id()),
                _ => drop(texts.insert(entry.id())),
            }
        }
    }
    texts
}
