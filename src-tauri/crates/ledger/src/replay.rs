//! Replaying the trailers: what is undone, what an undo would take back, what a redo would do again.
//!
//! Separate and without git, so that the law can be tested against a plain stack. Goes from the newest operation back and
//! reads no further than it must.

use crate::ids::OperationId;
use crate::operation::Redo;
use std::collections::HashSet;

/// One operation of a person, as far as undo goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It did something new, which ends what could be done again.
    New,
    /// It took one back.
    Undo(OperationId),
    /// It did one again.
    Redo(OperationId),
}

/// Takes operations in, newest first.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// Operations whose state is settled by a newer undo or redo.
    settled: HashSet<OperationId>,
    undone: HashSet<OperationId>,
    /// Undos and redos since the newest new operation, newest first.
    recent: Vec<(OperationId, Kind)>,
    beyond: bool,
    undo: Option<OperationId>,
}

impl Replay {
    /// The next older operation; true when it is undone.
    pub(crate) fn take(&mut self, id: &OperationId, kind: &Kind) -> bool {
        match kind {
            Kind::New => {
                self.beyond = true;
                let undone = self.undone.contains(id);
                if !undone && self.undo.is_none() {
                    self.undo = Some(id.clone());
                }
                return undone;
            }
            Kind::Undo(of) => {
                if self.settled.insert(of.clone()) {
                    self.undone.insert(of.clone());
                }
            }
            Kind::Redo(of) => {
                self.settled.insert(of.clone());
            }
        }
        if !self.beyond {
            self.recent.push((id.clone(), kind.clone()));
        }
        false
    }

    /// Whether older operations can change neither target.
    pub(crate) fn is_done(&self) -> bool {
        self.beyond && self.undo.is_some()
    }

    /// What an undo would take back.
    pub(crate) fn undo_target(&self) -> Option<&OperationId> {
        self.undo.as_ref()
    }

    /// What a redo would do again.
    pub(crate) fn redo_target(&self) -> Option<Redo> {
        let mut stack: Vec<Redo> = Vec::new();
        for (id, kind) in self.recent.iter().rev() {
            match kind {
                Kind::Undo(of) => stack.push(Redo { operation: of.clone(), undo: id.clone() }),
                Kind::Redo(of) => stack.retain(|redo| redo.operation != *of),
                Kind::New => {}
            }
        }
        stack.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against an undo stack and a redo stack.
        #[test]
        fn as_two_stacks(moves in proptest::collection::vec(0u8..3, 0..40)) {
            let (mut undo, mut redo) = (Vec::<OperationId>::new(), Vec::<Redo>::new());
            let mut log: Vec<(OperationId, Kind)> = Vec::new();
            for (n, what) in moves.into_iter().enumerate() {
                let id = OperationId(n.to_string());
                let kind = match what {
                    0 => {
                        redo.clear();
                        undo.push(id.clone());
                        Kind::New
                    }
                    1 => {
                        let Some(of) = undo.pop() else { continue };
                        redo.push(Redo { operation: of.clone(), undo: id.clone() });
                        Kind::Undo(of)
                    }
                    _ => {
                        let Some(of) = redo.pop() else { continue };
                        undo.push(of.operation.clone());
                        Kind::Redo(of.operation)
                    }
                };
                log.push((id, kind));
                let mut replay = Replay::default();
                let mut undone = HashSet::new();
                for (id, kind) in log.iter().rev() {
                    if replay.take(id, kind) {
                        undone.insert(id.clone());
                    }
                }
                prop_assert_eq!(replay.undo_target(), undo.last());
                let redo_target = replay.redo_target();
                prop_assert_eq!(redo_target.as_ref(), redo.last());
                let news = log.iter().filter(|(_, kind)| *kind == Kind::New).map(|(id, _)| id.clone());
                let expected: HashSet<OperationId> = news.filter(|id| !undo.contains(id)).collect();
                prop_assert_eq!(undone, expected);
            }
        }
    }
}
