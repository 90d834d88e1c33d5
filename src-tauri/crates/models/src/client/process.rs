//! The client as a process: started with a question on its standard input, and ended with all that it started.
//!
//! Separate because it is the one thing here that can be left behind. Never knows what it asks of whom.

use crate::selector::SelectorError;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

/// How long the client may take to put its own files in order when it is told to end; it needs about 30 ms.
const GRACE: Duration = Duration::from_millis(800);

/// What is kept of each of its outputs.
const KEPT: u64 = 64 * 1024;

/// A running client. Dropped, it is told to end, and killed with its whole process group if it does not.
pub(crate) struct Process {
    child: Option<Child>,
    outputs: Vec<JoinHandle<Vec<u8>>>,
}

/// How a client ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// What it said on standard output and standard error, at most 64 KiB of each.
    pub(crate) said: String,
}

impl Process {
    /// Starts `command`, writes `input` to it and closes its standard input.
    ///
    /// # Errors
    /// [`NoClient`](SelectorError::NoClient) when it does not start.
    pub(crate) fn start(command: Command, program: &Path, input: String) -> Result<Process, SelectorError> {
        let (mut process, mut stdin, stdout) = Process::open(command, program)?;
        // a client that ends without reading makes this fail; how it ended says more
        tokio::spawn(async move {
            let _ = stdin.write_all(input.as_bytes()).await;
        });
        process.outputs.push(tokio::spawn(read(stdout)));
        Ok(process)
    }

    /// Starts `command`, to be talked with by its standard input and output.
    ///
    /// # Errors
    /// [`NoClient`](SelectorError::NoClient) when it does not start.
    pub(crate) fn open(
        mut command: Command,
        program: &Path,
    ) -> Result<(Process, ChildStdin, ChildStdout), SelectorError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // a group of its own, so that what it starts can be ended with it
        #[cfg(unix)]
        command.process_group(0);
        #[cfg(not(unix))]
        command.kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| {
            SelectorError::NoClient(program.to_owned(), format!("it does not start: {error}"))
        })?;
        let no_pipe = || SelectorError::NoClient(program.to_owned(), "it has no pipes".to_owned());
        let (stdin, stdout) =
            (child.stdin.take().ok_or_else(no_pipe)?, child.stdout.take().ok_or_else(no_pipe)?);
        let outputs = child.stderr.take().map(|stderr| tokio::spawn(read(stderr))).into_iter().collect();
        Ok((Process { child: Some(child), outputs }, stdin, stdout))
    }

    /// Waits for it to end by itself.
    ///
    /// # Errors
    /// `Unreachable` when the system does not say how it ended.
    pub(crate) async fn ended(&mut self) -> Result<Ended, SelectorError> {
        let lost = |why: &str| SelectorError::Unreachable(format!("the client was lost: {why}"));
        let child = self.child.as_mut().ok_or_else(|| lost("it has ended before"))?;
        let status = child.wait().await.map_err(|error| lost(&error.to_string()))?;
        let mut said = Vec::new();
        for output in self.outputs.iter_mut().rev() {
            // what it started may hold the output open for longer than it lives itself
            if let Ok(Ok(bytes)) = tokio::time::timeout(GRACE, output).await {
                said.extend(bytes);
            }
        }
        (self.child, self.outputs) = (None, Vec::new());
        Ok(Ended { status, said: String::from_utf8_lossy(&said).into_owned() })
    }

    /// Tells it to end, and kills what is left of its group when it has or the time is over.
    pub(crate) async fn stop(mut self) {
        if let Some(child) = self.child.take() {
            stop(child).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let (Some(child), Ok(runtime)) = (self.child.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(stop(child));
        }
    }
}

#[cfg(unix)]
async fn stop(mut child: Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    if let Some(group) = group {
        // it may have ended on its own meanwhile
        let _ = kill_process_group(group, Signal::TERM);
        let _ = tokio::time::timeout(GRACE, child.wait()).await;
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait().await;
}

#[cfg(not(unix))]
async fn stop(mut child: Child) {
    let _ = child.kill().await;
}

async fn read(mut output: impl AsyncRead + Unpin) -> Vec<u8> {
    let mut kept = Vec::new();
    // what was read before an error is still worth something; the rest is read so that the writer is not stopped
    let _ = (&mut output).take(KEPT).read_to_end(&mut kept).await;
    let _ = tokio::io::copy(&mut output, &mut tokio::io::sink()).await;
    kept
}
