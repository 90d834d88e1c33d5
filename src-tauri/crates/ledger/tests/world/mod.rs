//! A ledger in a temporary directory, a store that is only a map, and plain git to look over its shoulder.
#![allow(dead_code, reason = "not every test file uses all of it")]

use jiff::Timestamp;
use memdesk_ledger::{Ledger, Operation, OperationId};
use memdesk_review::snapshot::{Content, File};
use memdesk_review::{Plan, Snapshot, Step};
use std::collections::BTreeSet;
use std::process::Command;

pub(crate) const STORE: &str = "0123456789abcdef";

pub(crate) struct World {
    pub(crate) dir: tempfile::TempDir,
    pub(crate) ledger: Ledger,
    pub(crate) now: Snapshot,
    seconds: i64,
}

impl World {
    pub(crate) fn new() -> World {
        let dir = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&dir.path().join("data/ledger.git")).unwrap();
        World { dir, ledger, now: Snapshot::default(), seconds: 1_795_000_000 }
    }

    /// A clock that goes a second with each look.
    pub(crate) fn when(&mut self) -> Timestamp {
        self.seconds += 1;
        Timestamp::from_second(self.seconds).unwrap()
    }

    /// Somebody writes a file.
    pub(crate) fn put(&mut self, path: &str, text: &str) {
        self.seconds += 1;
        let mtime_ns = i128::from(self.seconds) * 1_000_000_000;
        let content = Content::Bytes(text.as_bytes().into());
        self.now.files.insert(path.to_owned(), File { content, mtime_ns, mode: 0o644, link: None });
    }

    pub(crate) fn observe(&mut self) -> bool {
        let when = self.when();
        self.ledger.observe(STORE, &self.now, when).unwrap().is_some()
    }

    pub(crate) fn text(&self, path: &str) -> Option<String> {
        self.now.bytes(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// A plan that makes these files so.
    pub(crate) fn plan(&self, files: &[(&str, Option<&str>)]) -> Plan {
        let step = |(path, after): &(&str, Option<&str>)| Step {
            path: (*path).to_owned(),
            before: self.now.bytes(path).cloned(),
            after: after.map(|text| text.as_bytes().into()),
            attributes: None,
        };
        Plan { steps: files.iter().map(step).collect() }
    }

    /// Takes steps as the disk would.
    pub(crate) fn carry_out(&mut self, steps: &[Step]) {
        for step in steps {
            match &step.after {
                Some(bytes) => {
                    self.put(&step.path, &String::from_utf8_lossy(bytes));
                    if let (Some(file), Some(had)) = (self.now.files.get_mut(&step.path), step.attributes) {
                        (file.mode, file.mtime_ns) = (had.mode, had.mtime_ns);
                    }
                }
                None => drop(self.now.files.remove(&step.path)),
            }
        }
    }

    /// A whole operation.
    pub(crate) fn operate(&mut self, operation: Operation, plan: &Plan) -> OperationId {
        let when = self.when();
        let intent = self.ledger.begin(STORE, &operation, &self.now, plan, when).unwrap();
        self.carry_out(&plan.steps);
        let done: Vec<String> = plan.steps.iter().map(|step| step.path.clone()).collect();
        let when = self.when();
        self.ledger.finish(&intent, &done, &self.now, when).unwrap().unwrap()
    }

    pub(crate) fn write(&mut self, files: &[(&str, Option<&str>)]) -> OperationId {
        let plan = self.plan(files);
        self.operate(operation("write"), &plan)
    }

    pub(crate) fn undo(&mut self) -> Option<OperationId> {
        let target = self.ledger.undo_target(STORE).unwrap()?;
        let plan = Plan { steps: self.ledger.inverse(STORE, &target).unwrap() };
        Some(self.operate(Operation { undoes: Some(target), ..operation("undo") }, &plan))
    }

    pub(crate) fn redo(&mut self) -> Option<OperationId> {
        let target = self.ledger.redo_target(STORE).unwrap()?;
        let plan = Plan { steps: self.ledger.inverse(STORE, &target.undo).unwrap() };
        Some(self.operate(Operation { redoes: Some(target.operation), ..operation("redo") }, &plan))
    }

    /// What plain git says; None where there is no git.
    pub(crate) fn git(&self, arguments: &[&str]) -> Option<String> {
        let mut git = Command::new("git");
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null").env("LC_ALL", "C");
        git.arg("-c").arg("safe.directory=*").arg("--git-dir").arg(self.ledger.dir()).args(arguments);
        let output = git.output().ok()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "git {arguments:?}: {said}");
        Some(said)
    }

    /// Plain git finds nothing wrong.
    pub(crate) fn fsck(&self) {
        if let Some(said) = self.git(&["fsck", "--strict", "--no-dangling", "--full"]) {
            // it notices that a ledger has no branch of its own, and nothing else
            let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("notice: ")).collect();
            assert_eq!(said, [] as [&str; 0]);
        }
    }
}

pub(crate) fn operation(verb: &str) -> Operation {
    Operation {
        verb: verb.to_owned(),
        summary: format!("{verb} something"),
        undoes: None,
        redoes: None,
        accepts: None,
        beside: BTreeSet::new(),
        reviewed: true,
    }
}
