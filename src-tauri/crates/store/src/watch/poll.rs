//! Prints of directories: equal prints, nothing changed.
//!
//! Separate from notify's own polling, which compares whole seconds (and so misses a second change in one, and an older time
//! that is put back) and opens what it finds. Looks at names, sizes and times; opens no file.

use crate::scan::{Limits, prints_of};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Prints by directory.
pub(super) type Prints = BTreeMap<PathBuf, u64>;

/// The prints of stores, by everything below them.
pub(super) fn prints<'d>(stores: impl Iterator<Item = &'d PathBuf>) -> Prints {
    stores.map(|store| (store.clone(), print(store))).collect()
}

fn print(store: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut files = prints_of(store, Limits::default());
    files.sort();
    files.hash(&mut hasher);
    hasher.finish()
}
