//! Resident memory of a program and everything that it started.

use std::collections::BTreeMap;
use std::fs;

/// The proportional set size of a process and its descendants, in MiB: memory shared by several counts once in all.
pub(crate) fn of_tree(root: u32) -> f64 {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        if let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok())
            && let Some(parent) = parent(id)
        {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut open = vec![root];
    let mut kib = 0.0;
    while let Some(id) = open.pop() {
        kib += pss(id).unwrap_or(0.0);
        open.extend(children.remove(&id).unwrap_or_default());
    }
    kib / 1024.0
}

fn parent(id: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // the name in brackets may hold anything, brackets too
    let (_, rest) = text.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

fn pss(id: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let line = text.lines().find(|line| line.starts_with("Pss:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
