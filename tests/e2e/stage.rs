//! What a test's window needs around it: a display, and the driver that starts and steers it.
//!
//! Separate from `window` because nothing here knows of pages.

use crate::picture;
use memdesk_tests::Person;
use memdesk_tests::display::{Display, Running};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One window at a time: two on a small machine would make each other late.
static TURN: Mutex<()> = Mutex::new(());

/// A display for one test, and that test's turn.
pub(crate) struct Stage {
    display: Display,
    _turn: MutexGuard<'static, ()>,
}

/// A driver that listens.
pub(crate) struct Driver {
    /// Where.
    pub(crate) url: String,
    _running: Running,
}

impl Stage {
    /// A display of `width` × `height` for somebody's window.
    pub(crate) fn set(person: &Person, width: u32, height: u32) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        Self { display: Display::new(person, width, height), _turn: turn }
    }

    /// A program of the person's on this stage.
    pub(crate) fn command(&self, program: &Path) -> Command {
        self.display.command(program)
    }

    /// Ends what runs of a program here, as a crash would.
    pub(crate) fn end(&self, program: &Path) {
        self.display.end(program);
    }

    /// Keeps a picture of the display.
    pub(crate) fn picture(&self, name: &str) -> std::io::Result<PathBuf> {
        picture::keep(&self.display.frame(), name)
    }

    /// A driver for one window, which gets `env` besides the person's own.
    pub(crate) fn driver(&self, env: &[(&str, &str)]) -> Driver {
        let port = free_port();
        let mut command = self.command(Path::new("WebKitWebDriver"));
        // Tauri lets itself be steered only when this is set
        command.env("TAURI_WEBVIEW_AUTOMATION", "true").envs(env.iter().copied());
        command.args(["--host=127.0.0.1", &format!("--port={port}")]);
        let running = Running::start(&mut command, "webkit2gtk-driver");
        wait_for(port);
        Driver { url: format!("http://127.0.0.1:{port}"), _running: running }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if std::thread::panicking() {
            match self.picture("failed") {
                Ok(path) => eprintln!("the display when it failed: {}", path.display()),
                Err(why) => eprintln!("no picture of the display: {why}"),
            }
        }
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "the driver does not listen on port {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
