//! A clean root: the smallest Debian or Ubuntu of this machine's release, the package and what it depends on, and nothing
//! else; and a way to be somebody ordinary in it.
//!
//! Separate because it knows nothing of windows. What is installed there is gone with it, and nothing outside is changed.

use crate::{package, run};
use memdesk_tests::Person;
use memdesk_tests::display::{Display, Running};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Whose programs run there: an ordinary number that no account needs to stand behind.
const SOMEBODY: u32 = 1000;
/// What a desktop has that the package needs not depend on: who reads entries and links, and the driver of the tests.
const DESKTOP: &str = "desktop-file-utils libglib2.0-bin xdg-utils webkit2gtk-driver fonts-dejavu-core";

/// A clean root with the package installed.
pub(crate) struct Root {
    dir: TempDir,
    /// What apt installed for the package's sake, and what the loader said about the programs right after that.
    pub(crate) installed: String,
}

impl Root {
    /// Makes one. Takes a minute or two, and Debian's packages from wherever this machine gets them.
    pub(crate) fn new() -> Self {
        assert!(rustix::process::geteuid().is_root(), "a clean root is made by root: run it with sudo");
        let dir = tempfile::Builder::new().prefix("root").tempdir().expect("a temporary folder");
        // somebody else than who makes it has to get in
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).expect("its mode");
        let (suite, components) = release();
        let mut command = Command::new("mmdebstrap");
        command.args(["--variant=minbase", "--mode=root", &components]);
        let upload = format!("--customize-hook=upload {} /memdesk.deb", package().display());
        let install = "apt-get install -y --no-install-recommends";
        command.arg(upload);
        for line in [
            format!("{install} /memdesk.deb > /installed 2>&1"),
            "ldd /usr/bin/memdesk /usr/bin/memdesk-desktop >> /installed".to_owned(),
            format!("{install} {DESKTOP}"),
            format!("useradd --uid {SOMEBODY} --create-home somebody"),
        ] {
            command.arg(format!("--customize-hook=chroot \"$1\" sh -c '{line}'"));
        }
        run(command.arg(suite).arg(dir.path().join("root")));
        let installed = fs::read_to_string(dir.path().join("root/installed")).expect("what was installed");
        Self { dir, installed }
    }

    /// A path in it.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join("root").join(path.trim_start_matches('/'))
    }
}

/// The release of this machine, and the parts of its archive that WebKit is in.
fn release() -> (String, String) {
    let text = fs::read_to_string("/etc/os-release").expect("/etc/os-release");
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name}=")));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let components = if field("ID") == "ubuntu" { "--components=main,universe" } else { "--components=main" };
    (field("VERSION_CODENAME"), components.to_owned())
}

/// Somebody ordinary, with a home, a display and a session bus, in a clean root.
pub(crate) struct Seat<'a> {
    root: &'a Root,
    pub(crate) person: Person,
    pub(crate) display: Display,
    bus: PathBuf,
    _bus: Running,
}

impl<'a> Seat<'a> {
    /// Sits somebody down. `person` has all that their home is to hold: from now on it is theirs.
    pub(crate) fn new(root: &'a Root, person: Person) -> Self {
        let display = Display::new(&person, 1280, 800);
        run(Command::new("chown").arg("-R").arg(format!("{SOMEBODY}:{SOMEBODY}")).arg(person.home()));
        let bus = person.home().join(".run/bus");
        let mut daemon = ordinary("dbus-daemon");
        daemon
            .args(["--session", "--nofork", "--nopidfile"])
            .arg(format!("--address=unix:path={}", bus.display()));
        let running = Running::start(&mut daemon, "dbus");
        until("the session bus listens", || bus.exists());
        Self { root, person, display, bus, _bus: running }
    }

    /// A program of the clean root, run there by somebody ordinary, with their home and display. `network`: with the
    /// machine's, else with none at all.
    pub(crate) fn command(&self, network: bool, program: &str) -> Command {
        let home = self.person.home();
        let mut command = self.display.command(Path::new("setpriv"));
        let somebody =
            [format!("--reuid={SOMEBODY}"), format!("--regid={SOMEBODY}"), "--clear-groups".to_owned()];
        command.args(somebody).args(["bwrap", "--die-with-parent", "--unshare-pid"]);
        if !network {
            command.arg("--unshare-net");
        }
        command.arg("--bind").arg(self.root.path("")).arg("/");
        command.args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]);
        command.args(["--ro-bind", "/tmp/.X11-unix", "/tmp/.X11-unix"]).arg("--bind").arg(&home).arg(&home);
        command.arg("--chdir").arg(&home).args(["--setenv", "DBUS_SESSION_BUS_ADDRESS"]);
        command.arg(format!("unix:path={}", self.bus.display()));
        command.args(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--", program]);
        command.stdin(Stdio::null());
        command
    }

    /// Lets the desktop do something that starts a program and returns (`gio launch`, `gio open`); what it started lives
    /// as long as what this returns.
    pub(crate) fn desktop(&self, words: &[&str], env: &[(&str, &Path)]) -> Running {
        let mut command = self.command(false, "sh");
        command.args(["-c", "\"$@\" && exec sleep 300", "sh"]).args(words).envs(env.iter().copied());
        Running::start(&mut command, "bubblewrap")
    }
}

/// A program of this machine, run by somebody ordinary.
fn ordinary(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={SOMEBODY}"), format!("--regid={SOMEBODY}"), "--clear-groups".to_owned()]);
    command.arg(program).stdin(Stdio::null());
    command
}

/// Waits until something holds.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came to be that {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
