//! A display and a session bus of one's own, for windows that nobody looks at.
//!
//! Separate because both the tests of the window and the bench need it. Nothing of the real display, bus or home of
//! whoever runs the tests is used, and the processes end with it, however the test ends.

use crate::Person;
use crate::programs::ordinary;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A display and a session bus. They live as long as this.
#[derive(Debug)]
pub struct Display {
    env: Vec<(String, String)>,
    frame: TempDir,
    // last come, first gone: the bus before the display
    _bus: Running,
    _screen: Running,
}

/// A process that ends when this is dropped.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    /// Starts it.
    ///
    /// # Panics
    /// When there is no such program: `package` says which Debian package has it.
    pub fn start(command: &mut Command, package: &str) -> Self {
        let program = command.get_program().to_string_lossy().into_owned();
        match command.spawn() {
            Ok(child) => Self(child),
            Err(error) => panic!(
                "{program} did not start ({error}): Debian's package {package} has it, and `cargo xtask test` installs it"
            ),
        }
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Display {
    /// A display of `width` × `height` pixels and a bus, for somebody's programs.
    ///
    /// # Panics
    /// When Xvfb or dbus-daemon does not start.
    #[must_use]
    pub fn new(person: &Person, width: u32, height: u32) -> Self {
        let frame = tempfile::tempdir().expect("a folder for the display's memory");
        let mut xvfb = Command::new("Xvfb");
        xvfb.args(["-displayfd", "1", "-nolisten", "tcp", "-ac", "-noreset", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .arg("-fbdir")
            .arg(frame.path());
        let (screen, number) = start_and_hear(&mut xvfb, "xvfb");
        let mut dbus = Command::new("dbus-daemon");
        dbus.args(["--session", "--nofork", "--nopidfile", "--print-address=1"])
            .env_clear()
            .envs(person.env());
        let (bus, address) = start_and_hear(&mut dbus, "dbus");
        let mut env = person.env();
        let settings = [
            ("DISPLAY", format!(":{number}")),
            ("DBUS_SESSION_BUS_ADDRESS", address),
            ("GDK_BACKEND", "x11".to_owned()),
            ("GSETTINGS_BACKEND", "memory".to_owned()),
            ("NO_AT_BRIDGE", "1".to_owned()),
        ];
        env.extend(settings.map(|(name, value)| (name.to_owned(), value)));
        Self { env, frame, _bus: bus, _screen: screen }
    }

    /// What is on the display, as X keeps it: a file in the XWD format.
    #[must_use]
    pub fn frame(&self) -> PathBuf {
        self.frame.path().join("Xvfb_screen0")
    }

    /// A program on this display, with nothing from outside and no more rights than anybody has.
    #[must_use]
    pub fn command(&self, program: &Path) -> Command {
        let mut command = ordinary(program);
        command.env_clear().envs(self.env.iter().cloned()).stdin(Stdio::null());
        command
    }
}

/// Starts what says one line when it is ready: a display's number, a bus's address.
fn start_and_hear(command: &mut Command, package: &str) -> (Running, String) {
    let mut running =
        Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()), package);
    let mut line = String::new();
    if let Some(output) = running.0.stdout.take() {
        BufReader::new(output).read_line(&mut line).expect("a line from what was started");
    }
    assert!(!line.trim().is_empty(), "{package} ended at once");
    (running, line.trim().to_owned())
}
