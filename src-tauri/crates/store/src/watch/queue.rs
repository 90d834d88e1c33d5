//! How many of the operating system's events may wait to be looked at.
//!
//! Separate because it is shared by two threads. While changes are told, events wait in memory; a writer that does not stop
//! would fill it. From [`ROOM`] on they are dropped, and that some were is remembered: everything is read again then.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// So many events wait; one is about two hundred bytes. The system's own queue has as many on most machines.
pub(super) const ROOM: usize = 16_384;

/// The events that wait, counted.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: AtomicUsize,
    overrun: AtomicBool,
}

impl Queue {
    /// Whether another event may wait. If not, one was dropped.
    pub(super) fn enter(&self) -> bool {
        let room = self.waiting.fetch_add(1, Ordering::AcqRel) < ROOM;
        if !room {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            self.overrun.store(true, Ordering::Release);
        }
        room
    }

    /// An event was looked at.
    pub(super) fn leave(&self) {
        // what was put there for a test was never counted
        let _ =
            self.waiting.fetch_update(Ordering::AcqRel, Ordering::Acquire, |waiting| waiting.checked_sub(1));
    }

    /// Whether any was dropped since this was asked last.
    pub(super) fn overran(&self) -> bool {
        self.overrun.swap(false, Ordering::AcqRel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_room_is_remembered_once() {
        let queue = Queue::default();
        assert!((0..ROOM).all(|_| queue.enter()) && !queue.overran());
        assert!(!queue.enter() && queue.overran() && !queue.overran());
        queue.leave();
        assert!(queue.enter() && !queue.enter());
        (0..ROOM + 5).for_each(|_| queue.leave());
        assert!(queue.enter(), "it never counts below none");
    }
}
