//! A display and a session bus of one's own, for windows that nobody looks at.
//!
//! Separate because both the tests of the window and the bench need it. Nothing of the real display, bus or home of
//! whoever runs the tests is used, and the processes end with it, however the test ends.

use crate::Person;
use crate::programs::ordinary;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A display and a session bus. They live as long as this.
#[derive(Debug)]
pub struct Display {
    env: Vec<(String, String)>,
    /// The bus's address, which no other display has.
    bus: String,
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
            ("DBUS_SESSION_BUS_ADDRESS", address.clone()),
            ("GDK_BACKEND", "x11".to_owned()),
            ("GSETTINGS_BACKEND", "memory".to_owned()),
            ("NO_AT_BRIDGE", "1".to_owned()),
        ];
        env.extend(settings.map(|(name, value)| (name.to_owned(), value)));
        Self { env, bus: address, frame, _bus: bus, _screen: screen }
    }

    /// What is on the display, as X keeps it: a file in the XWD format.
    #[must_use]
    pub fn frame(&self) -> PathBuf {
        self.frame.path().join("Xvfb_screen0")
    }

    /// Ends every process of `program` on this display, as a crash would, and waits until they are gone. A driver leaves
    /// the window that it started running when it ends.
    ///
    /// # Panics
    /// When one does not go.
    pub fn end(&self, program: &Path) {
        let start = Instant::now();
        loop {
            let left = self.running(program);
            if left.is_empty() && !self.is_known_on_the_bus() {
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{} does not end: {left:?}",
                program.display()
            );
            for id in left {
                // gone already is as good
                let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The bus still holds the name by which one window finds another. It learns of an end a moment after it.
    fn is_known_on_the_bus(&self) -> bool {
        let mut asked = self.command(Path::new("dbus-send"));
        asked.args([
            "--session",
            "--print-reply",
            "--dest=org.freedesktop.DBus",
            "/",
            "org.freedesktop.DBus.ListNames",
        ]);
        let names = asked.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        names.is_ok_and(|names| names.contains("SingleInstance"))
    }

    /// Processes of `program` that have this bus in their environment.
    fn running(&self, program: &Path) -> Vec<rustix::process::Pid> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            let Some(id) = rustix::process::Pid::from_raw(id) else { continue };
            let same = std::fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == program);
            let env = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            if same && env.windows(self.bus.len()).any(|part| part == self.bus.as_bytes()) {
                found.push(id);
            }
        }
        found
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
