//! How a store came to be as it is: operations and decisions, their diffs, files as they were.

use crate::Desk;
use crate::gate::SettledFile;
use crate::preview::change_views;
use crate::review::REFUSAL;
use crate::view::{Failure, FileThen, History, OperationDetail, OperationView};
use memdesk_ledger::{CommitId, Ledger, OperationId, OperationRecord, Origin};
use memdesk_review::{Content, Edit, File, Proposal, Snapshot};

/// Most operations that are answered at once.
const MOST: usize = 2_000;

impl Desk {
    /// What was done to a store and decided about it, newest first; with `path`, what concerned that file.
    ///
    /// # Errors
    /// `ledger`, `gate`. A store that the ledger does not know has none.
    pub fn history(&self, id: &str, path: Option<&str>, limit: usize) -> Result<History, Failure> {
        let limit = limit.min(MOST);
        let settled = self.settled(id)?;
        let mut operations = refusals(&settled, path);
        let mut nexts = (None, None);
        if let Some(ledger) = self.ledger_to_read()? {
            let broken = |error| Failure::ledger(&error);
            let done = match path {
                Some(path) => ledger.history(id, path, limit + 1),
                None => ledger.operations(id, limit + 1),
            };
            let decided = ledger.decisions(id, path, limit + 1).map_err(broken)?;
            operations.extend(done.map_err(broken)?.into_iter().chain(decided).map(operation_view));
            nexts = self.next_undo_redo(id, ledger)?;
        }
        // one refusal may be of files on disk and of held ones
        for file in settled {
            let of = operations.iter_mut().find(|one| one.id == file.by && !one.paths.contains(&file.path));
            if let Some(of) = of {
                of.paths.push(file.path);
            }
        }
        operations.sort_by_key(|one| std::cmp::Reverse(moment(one)));
        let more = operations.len() > limit;
        operations.truncate(limit);
        let (undo, redo) = nexts;
        Ok(History { operations, undo, redo, more })
    }

    /// What undo and redo would take, by its name in History.
    fn next_undo_redo(&self, id: &str, ledger: &Ledger) -> Result<(Option<String>, Option<String>), Failure> {
        let broken = |error| Failure::ledger(&error);
        let undo = match self.judgement(id, ledger)? {
            Some(judgement) => Some(judgement.id()),
            None => ledger.undo_target(id).map_err(broken)?.map(|id| id.0),
        };
        let redo = match self.judgement_again(id, ledger)? {
            Some(commit) => Some(commit.0),
            None => ledger.redo_target(id).map_err(broken)?.map(|redo| redo.operation.0),
        };
        Ok((undo, redo))
    }

    /// One operation, or decision, with its diff.
    ///
    /// # Errors
    /// `ledger` when there is no such operation.
    pub fn operation(&self, id: &str, operation: &str) -> Result<OperationDetail, Failure> {
        let none = || Failure::ledger(&format!("it has no operation {operation}"));
        if operation.starts_with(REFUSAL) {
            let view = refusals(&self.settled(id)?, None)
                .into_iter()
                .find(|one| one.id == operation)
                .ok_or_else(none)?;
            let proposal = self.refused_proposal(id, operation)?;
            return Ok(OperationDetail { operation: view, changes: change_views(proposal) });
        }
        let ledger = self.ledger()?;
        let mut record = None;
        for records in [ledger.operations(id, MOST), ledger.decisions(id, None, MOST)] {
            let records = records.map_err(|error| Failure::ledger(&error))?;
            record = record.or_else(|| records.into_iter().find(|record| record.id.0 == operation));
        }
        let proposal = self.operation_proposal(operation)?;
        Ok(OperationDetail {
            operation: operation_view(record.ok_or_else(none)?),
            changes: change_views(proposal),
        })
    }

    /// One operation as a unified diff.
    ///
    /// # Errors
    /// As [`Desk::operation`].
    pub fn operation_diff(&self, id: &str, operation: &str) -> Result<String, Failure> {
        if operation.starts_with(REFUSAL) {
            return Ok(self.refused_proposal(id, operation)?.unified());
        }
        Ok(self.operation_proposal(operation)?.unified())
    }

    fn operation_proposal(&self, operation: &str) -> Result<Proposal, Failure> {
        let (before, after) = self
            .ledger()?
            .changes(&OperationId(operation.to_owned()))
            .map_err(|error| Failure::ledger(&error))?;
        Ok(Proposal::between(&before, &after))
    }

    /// What was held and refused by this name.
    fn refused_files(&self, id: &str, by: &str) -> Result<Vec<SettledFile>, Failure> {
        Ok(self.settled(id)?.into_iter().filter(|file| file.by == by).collect())
    }

    fn refused_proposal(&self, id: &str, by: &str) -> Result<Proposal, Failure> {
        let (mut before, mut after) = (Snapshot::default(), Snapshot::default());
        for file in self.refused_files(id, by)? {
            let [base, text] = self.settled_texts(id, &file)?;
            for (snapshot, bytes) in [(&mut before, base), (&mut after, text)] {
                let Some(bytes) = bytes else { continue };
                let content = Content::Bytes(bytes.into());
                let whole = File { content, mtime_ns: 0, mode: 0o644, link: None };
                snapshot.files.insert(file.path.clone(), whole);
            }
        }
        Ok(Proposal::between(&before, &after))
    }

    /// A file as it was after an operation (of a refusal: as it was held), and the edit that would put it back.
    ///
    /// # Errors
    /// `ledger` when there is no such operation, `no-such-store`.
    pub fn file_then(&self, id: &str, operation: &str, path: &str) -> Result<FileThen, Failure> {
        let then = match operation.starts_with(REFUSAL) {
            true => match self.refused_files(id, operation)?.into_iter().find(|file| file.path == path) {
                Some(file) => {
                    let [_, text] = self.settled_texts(id, &file)?;
                    text
                }
                None => return Err(Failure::ledger(&format!("{operation} is not about {path}"))),
            },
            false => self
                .ledger()?
                .file_at(&CommitId(operation.to_owned()), path)
                .map_err(|error| Failure::ledger(&error))?,
        };
        let look = self.look(id)?;
        let now = look.snapshot.bytes(path).map(|bytes| bytes.to_vec());
        let current = then == now;
        let text = then.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let is_text = then.as_ref().is_none_or(|bytes| std::str::from_utf8(bytes).is_ok());
        let restore = (!current && is_text && !self.read_only)
            .then(|| Edit::Restore { path: path.to_owned(), content: text.clone() });
        Ok(FileThen { text, current, restore })
    }
}

fn operation_view(record: OperationRecord) -> OperationView {
    let of = record.undoes.or(record.redoes).map(|id| id.to_string());
    let verb = match record.author.origin {
        Origin::You => record.verb,
        _ if record.verb == "first-sight" => record.verb,
        _ => "observed".to_owned(),
    };
    // what was found on disk is told with the time at which it was written, where that is known
    let written = record.author.time.filter(|_| verb == "observed");
    OperationView {
        id: record.id.to_string(),
        origin: record.author.origin.word().to_owned(),
        time: crate::topics::iso(written.unwrap_or(record.time)),
        verb,
        paths: record.paths,
        undone: record.undone,
        of,
    }
}

/// When it was done, to be put in order: a time that is none comes last.
fn moment(operation: &OperationView) -> Option<jiff::Timestamp> {
    operation.time.parse().ok()
}

/// Refusals of what the gate held, as History tells them: no file was changed, so the ledger has none of them.
fn refusals(settled: &[SettledFile], path: Option<&str>) -> Vec<OperationView> {
    let mut out: Vec<OperationView> = Vec::new();
    for file in settled {
        let Some(time) = file.by.strip_prefix(REFUSAL).and_then(|time| time.parse().ok()) else { continue };
        match out.last_mut().filter(|last| last.id == file.by) {
            Some(last) => last.paths.push(file.path.clone()),
            None => out.push(OperationView {
                id: file.by.clone(),
                verb: "refuse-held".to_owned(),
                origin: Origin::You.word().to_owned(),
                time: crate::topics::iso(time),
                paths: vec![file.path.clone()],
                undone: false,
                of: None,
            }),
        }
    }
    out.retain(|one| path.is_none_or(|path| one.paths.iter().any(|own| own == path)));
    out
}
