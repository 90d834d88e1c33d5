//! What a window needs around it: a display, a session bus, and the driver that starts and steers it.
//!
//! Separate from `window` because nothing here knows of pages. Processes end with the test, however it ends.

use memdesk_tests::{Person, programs::ordinary};
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// One window at a time: two on a small machine would make each other late.
static TURN: Mutex<()> = Mutex::new(());

/// A display and a session bus. They live as long as this.
pub(crate) struct Stage {
    display: String,
    bus: String,
    frame: TempDir,
    env: Vec<(String, String)>,
    running: Vec<Running>,
    _turn: MutexGuard<'static, ()>,
}

/// A process that ends when it is dropped.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A driver that listens.
pub(crate) struct Driver {
    /// Where.
    pub(crate) url: String,
    _running: Running,
}

impl Stage {
    /// A display of `width` × `height` and a bus, for somebody's programs.
    pub(crate) fn set(person: &Person, width: u32, height: u32) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let frame = tempfile::tempdir().expect("a folder for the display's memory");
        let mut xvfb = Command::new("Xvfb");
        xvfb.args(["-displayfd", "1", "-nolisten", "tcp", "-ac", "-noreset", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .arg("-fbdir")
            .arg(frame.path());
        let (xvfb, number) = start_and_hear(&mut xvfb, "xvfb");
        let mut dbus = Command::new("dbus-daemon");
        dbus.args(["--session", "--nofork", "--nopidfile", "--print-address=1"])
            .env_clear()
            .envs(person.env());
        let (dbus, bus) = start_and_hear(&mut dbus, "dbus");
        let display = format!(":{number}");
        let mut env = person.env();
        let settings = [
            ("DISPLAY", display.as_str()),
            ("DBUS_SESSION_BUS_ADDRESS", bus.as_str()),
            ("GDK_BACKEND", "x11"),
            ("GSETTINGS_BACKEND", "memory"),
            ("NO_AT_BRIDGE", "1"),
            // lets the driver steer the web view; read by Tauri
            ("TAURI_WEBVIEW_AUTOMATION", "true"),
        ];
        env.extend(settings.map(|(name, value)| (name.to_owned(), value.to_owned())));
        Self { display, bus, frame, env, running: vec![xvfb, dbus], _turn: turn }
    }

    /// The display's memory, as X writes it.
    pub(crate) fn frame(&self) -> PathBuf {
        self.frame.path().join("Xvfb_screen0")
    }

    /// A program of the person's on this stage, with nothing from outside.
    pub(crate) fn command(&self, program: &Path, more: &[(&str, &str)]) -> Command {
        let mut command = ordinary(program);
        command.env_clear().envs(self.env.iter().cloned()).envs(more.iter().copied()).stdin(Stdio::null());
        command
    }

    /// A driver for one window.
    pub(crate) fn driver(&self, more: &[(&str, &str)]) -> Driver {
        let port = free_port();
        let program = ["/usr/bin/WebKitWebDriver", "/usr/lib/webkit2gtk-4.1/WebKitWebDriver"]
            .iter()
            .map(Path::new)
            .find(|path| path.is_file())
            .unwrap_or(Path::new("WebKitWebDriver"));
        let mut command = self.command(program, more);
        command.args(["--host=127.0.0.1", &format!("--port={port}")]);
        let running = start(&mut command, "webkit2gtk-driver");
        wait_for_port(port);
        Driver { url: format!("http://127.0.0.1:{port}"), _running: running }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if std::thread::panicking() {
            match crate::picture::keep(&self.frame(), "failed") {
                Ok(path) => eprintln!("the display {} when it failed: {}", self.display, path.display()),
                Err(why) => eprintln!("no picture of the display {} (bus {}): {why}", self.display, self.bus),
            }
        }
        // last come, first gone: the bus before the display
        while let Some(one) = self.running.pop() {
            drop(one);
        }
    }
}

fn start(command: &mut Command, package: &str) -> Running {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.spawn() {
        Ok(child) => Running(child),
        Err(error) => panic!(
            "{program} did not start ({error}): the package {package} has it; `cargo xtask test` installs it"
        ),
    }
}

/// Starts what says one line when it is ready: a display number, a bus address.
fn start_and_hear(command: &mut Command, package: &str) -> (Running, String) {
    let mut running =
        start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()), package);
    let mut line = String::new();
    if let Some(output) = running.0.stdout.take() {
        BufReader::new(output).read_line(&mut line).expect("a line from what was started");
    }
    assert!(!line.trim().is_empty(), "{package} ended at once");
    (running, line.trim().to_owned())
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

fn wait_for_port(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "the driver does not listen on port {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
