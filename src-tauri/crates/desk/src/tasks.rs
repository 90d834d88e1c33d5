//! Long work by name: whoever asked for it can have it stopped from another thread.
//!
//! Separate because every kind of long work is stopped alike. Starts no thread and keeps nothing once the work is done.

use crate::Desk;
use crate::view::{Failure, Progress};
use memdesk_models::Cancel;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What is being worked on.
#[derive(Debug, Default)]
pub(crate) struct Tasks(Mutex<HashMap<String, Cancel>>);

/// One piece of long work; it is over when this goes.
pub(crate) struct Task<'a> {
    tasks: &'a Tasks,
    name: String,
    what: &'static str,
    tell: &'a dyn Fn(Progress),
    pub(crate) cancel: Cancel,
}

impl Tasks {
    /// Begins work under a name. A name that is in use already passes to the new work: the old one is stopped.
    pub(crate) fn begin<'a>(
        &'a self,
        name: &str,
        what: &'static str,
        tell: &'a dyn Fn(Progress),
    ) -> Task<'a> {
        let cancel = Cancel::default();
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = tasks.insert(name.to_owned(), cancel.clone()) {
            before.cancel();
        }
        Task { tasks: self, name: name.to_owned(), what, tell, cancel }
    }
}

impl Task<'_> {
    /// Says how far it is.
    ///
    /// # Errors
    /// `cancelled` once a stop was asked for.
    pub(crate) fn at(&self, done: u64, total: u64) -> Result<(), Failure> {
        if self.cancel.is_cancelled() {
            return Err(Failure::cancelled());
        }
        (self.tell)(Progress { task: self.name.clone(), what: self.what.to_owned(), done, total });
        Ok(())
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        let mut tasks = self.tasks.0.lock().unwrap_or_else(PoisonError::into_inner);
        // cancelled: the name may have passed to other work
        if !self.cancel.is_cancelled() {
            tasks.remove(&self.name);
        }
    }
}

impl Desk {
    /// Stops the long work of that name, or a run of that name that has not begun; nothing when there is none.
    pub fn cancel(&self, task: &str) {
        if let Some(cancel) = self.tasks.0.lock().unwrap_or_else(PoisonError::into_inner).remove(task) {
            cancel.cancel();
        }
        self.leave_line(task);
    }
}

impl Failure {
    /// Someone asked for it to be stopped.
    pub(crate) fn cancelled() -> Failure {
        Failure::new("cancelled", "stopped", None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stops_its_work_and_passes_on() {
        let tasks = Tasks::default();
        let told = std::cell::RefCell::new(Vec::new());
        let tell = |progress: Progress| told.borrow_mut().push((progress.done, progress.total));
        let first = tasks.begin("a", "coverage", &tell);
        assert!(first.at(1, 3).is_ok());
        let second = tasks.begin("a", "coverage", &tell);
        assert!(first.at(2, 3).is_err(), "the name has passed on");
        drop(first);
        assert!(second.at(1, 1).is_ok(), "the end of the old work does not stop the new one");
        second.cancel.cancel();
        assert_eq!(second.at(1, 1).map_err(|failure| failure.code), Err("cancelled".to_owned()));
        assert_eq!(*told.borrow(), [(1, 3), (1, 1)]);
    }
}
