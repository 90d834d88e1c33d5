//! The one tokio runtime of this room, and how a plain thread waits in it.
//!
//! Separate so that nobody else starts a runtime or blocks in one, and so that a cancel is looked at in one place. Never
//! knows what is waited for.

use crate::selector::{Cancel, SelectorError};
use std::future::Future;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::runtime::{Builder, Handle, Runtime};

/// How often a cancel is looked at: half of what [`Selector::choose`](crate::Selector::choose) promises.
const LOOK: Duration = Duration::from_millis(50);

/// Threads for what is spawned (a listener, a connection's reader); what is waited for runs on the caller's own.
const THREADS: usize = 2;

/// Waits for `work` on the calling thread. Once `cancel` is set, `work` is dropped where it stands and with it whatever it
/// holds (a connection, a child process with `kill_on_drop`). What it spawned goes on: it has to hold its handles
/// (`JoinSet` aborts when dropped). May be called from a thread of another runtime.
///
/// # Errors
/// Those of `work`; `Cancelled`; `Unreachable` when this machine gives no threads for a runtime.
pub(crate) fn wait<T: Send>(
    cancel: &Cancel,
    work: impl Future<Output = Result<T, SelectorError>> + Send,
) -> Result<T, SelectorError> {
    if cancel.is_cancelled() {
        return Err(SelectorError::Cancelled);
    }
    let runtime = runtime()?;
    let until = async {
        tokio::select! {
            biased;
            () = cancelled(cancel) => Err(SelectorError::Cancelled),
            answer = work => answer,
        }
    };
    if Handle::try_current().is_err() {
        return runtime.block_on(until);
    }
    // A thread that belongs to a runtime must not block in another one; a thread of our own may.
    std::thread::scope(|scope| match scope.spawn(|| runtime.block_on(until)).join() {
        Ok(answer) => answer,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// Comes back when `cancel` is set.
async fn cancelled(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(LOOK).await;
    }
}

/// The runtime, made at the first use. A failure is not kept: the next caller tries again.
fn runtime() -> Result<&'static Runtime, SelectorError> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    static MAKING: Mutex<()> = Mutex::new(());
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let made = Builder::new_multi_thread().worker_threads(THREADS).thread_name("models").enable_all().build();
    let made =
        made.map_err(|error| SelectorError::Unreachable(format!("this machine gives no threads: {error}")))?;
    Ok(RUNTIME.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn answers_and_errors_come_through() {
        let cancel = Cancel::default();
        assert_eq!(wait(&cancel, async { Ok(3) }), Ok(3));
        let refused: Result<(), _> = wait(&cancel, async { Err(SelectorError::TimedOut(1)) });
        assert_eq!(refused, Err(SelectorError::TimedOut(1)));
    }

    #[test]
    fn a_thread_of_another_runtime_may_wait() {
        let other = Builder::new_current_thread().build().unwrap();
        assert_eq!(other.block_on(async { wait(&Cancel::default(), async { Ok(4) }) }), Ok(4));
    }

    #[test]
    fn nothing_begins_after_a_cancel() {
        let cancel = Cancel::default();
        cancel.cancel();
        let answer: Result<(), _> = wait(&cancel, async { panic!("begun") });
        assert_eq!(answer, Err(SelectorError::Cancelled));
    }

    #[test]
    fn a_cancel_drops_what_is_waited_for() {
        struct Gone(Arc<AtomicBool>);
        impl Drop for Gone {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let (cancel, gone) = (Cancel::default(), Arc::new(AtomicBool::new(false)));
        let (held, other) = (Gone(gone.clone()), cancel.clone());
        let answer: Result<(), _> = wait(&cancel, async move {
            let _held = held;
            other.cancel();
            std::future::pending().await
        });
        assert_eq!(answer, Err(SelectorError::Cancelled));
        assert!(gone.load(Ordering::Relaxed));
    }
}
