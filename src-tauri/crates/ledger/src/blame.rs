//! Blame: which operation or outside change each line of a file is from.
//!
//! Separate because it is git's own work. Reads commits; never a store.

use crate::entry::Entry;
use crate::error::LedgerError;
use crate::ids::OperationId;
use crate::ledger::{Branch, Ledger};
use crate::operation::OperationRecord;
use crate::tree;
use git2::{BlameOptions, Oid};
use std::collections::HashMap;
use std::path::Path;

/// Lines that are from one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlameRun {
    /// First line, from 1.
    pub line: usize,
    /// How many.
    pub lines: usize,
    /// The change.
    pub from: OperationRecord,
}

impl Ledger {
    /// Who wrote the lines of a file as it was last seen, in order. Empty when it is not there, or too large to be held.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn blame(&self, store: &str, path: &str) -> Result<Vec<BlameRun>, LedgerError> {
        let repository = self.read();
        let Some(tip) = self.branch(&repository, store, Branch::Observed)? else { return Ok(Vec::new()) };
        let git = self.git("asking who wrote a file");
        let tree = repository.find_commit(tip).and_then(|commit| commit.tree()).map_err(&git)?;
        if !matches!(tree::find(&tree, path).map_err(&git)?, Some(Entry { note: false, .. })) {
            return Ok(Vec::new());
        }
        let mut options = BlameOptions::new();
        options.newest_commit(tip);
        let blame =
            repository.blame_file(Path::new(&tree::encode(path)), Some(&mut options)).map_err(&git)?;
        let mut known: HashMap<Oid, OperationRecord> = HashMap::new();
        let mut runs = Vec::new();
        for hunk in blame.iter() {
            let commit = hunk.final_commit_id();
            let from = match known.get(&commit) {
                Some(from) => from.clone(),
                None => {
                    let record = self.record_of(&repository, &OperationId(commit.to_string()))?;
                    known.insert(commit, record.clone());
                    record
                }
            };
            runs.push(BlameRun { line: hunk.final_start_line(), lines: hunk.lines_in_hunk(), from });
        }
        Ok(runs)
    }
}
