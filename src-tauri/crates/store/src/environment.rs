//! Where the client keeps its things, read once from the process.
//!
//! Separate so that nothing else in the workspace reads environment variables, and tests can make up a machine.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Replaces `~/.claude`.
pub const CONFIG_DIR: &str = "CLAUDE_CONFIG_DIR";
/// Replaces a folder's store outright.
pub const OVERRIDE: &str = "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE";
/// Replaces the directory that holds `projects/<slug>/memory`.
pub const REMOTE_DIR: &str = "CLAUDE_CODE_REMOTE_MEMORY_DIR";
/// Turns memory off (or, with a false value, on whatever the settings say).
pub const DISABLE: &str = "CLAUDE_CODE_DISABLE_AUTO_MEMORY";
/// The client's simple mode, in which memory is off.
pub const SIMPLE: &str = "CLAUDE_CODE_SIMPLE";
/// The client runs on somebody else's machine: memory is off unless [`REMOTE_DIR`] is set.
pub const REMOTE: &str = "CLAUDE_CODE_REMOTE";
/// Set to anything: the client is in recall mode, in which it does not load the index.
pub const MEMORY_STORES: &str = "CLAUDE_MEMORY_STORES";
/// Where programs are.
pub const PATH: &str = "PATH";

/// The variables that matter for finding stores, for what of them is loaded, and for whether what they name is there.
const OF_INTEREST: [&str; 8] =
    [CONFIG_DIR, OVERRIDE, REMOTE_DIR, DISABLE, SIMPLE, REMOTE, MEMORY_STORES, PATH];

/// Where an organisation puts instructions and settings for every user of a machine.
const MANAGED_ROOT: &str = if cfg!(target_os = "macos") {
    "/Library/Application Support/ClaudeCode"
} else if cfg!(windows) {
    r"C:\Program Files\ClaudeCode"
} else {
    "/etc/claude-code"
};

/// A machine, as far as finding stores goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The user's home directory.
    pub home: PathBuf,
    /// `$CLAUDE_CONFIG_DIR`, else `~/.claude`.
    pub config_root: PathBuf,
    /// The client's global state: `~/.claude.json`, in the config root when that was moved.
    pub state_file: PathBuf,
    /// The organisation's files: `CLAUDE.md`, `managed-settings.json`.
    pub managed_root: PathBuf,
    /// The environment variables of interest that are set.
    pub vars: BTreeMap<String, OsString>,
}

impl Environment {
    /// Reads this process's environment. `root_override` (an option of the command line) wins over `$CLAUDE_CONFIG_DIR`.
    pub fn from_process(root_override: Option<&Path>) -> Environment {
        let vars = OF_INTEREST
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), std::env::var_os(name)?)))
            .collect();
        let home = std::env::home_dir().unwrap_or_default();
        Environment::new(home, vars, root_override.and_then(|root| std::path::absolute(root).ok()))
    }

    /// A machine with this home and these variables.
    pub fn new(home: PathBuf, vars: BTreeMap<String, OsString>, root: Option<PathBuf>) -> Environment {
        let default_root = home.join(".claude");
        let moved = root.or_else(|| vars.get(CONFIG_DIR).filter(|v| !v.is_empty()).map(PathBuf::from));
        let config_root = moved.unwrap_or_else(|| default_root.clone());
        let state_file = match config_root == default_root {
            true => home.join(".claude.json"),
            false => config_root.join(".claude.json"),
        };
        Environment { home, config_root, state_file, managed_root: PathBuf::from(MANAGED_ROOT), vars }
    }

    /// Where the config root is when nobody names another: what a client started from here would use.
    pub fn default_root(&self) -> PathBuf {
        self.var(CONFIG_DIR).map_or_else(|| self.home.join(".claude"), PathBuf::from)
    }

    /// The value of a variable that is set to something.
    pub(crate) fn var(&self, name: &str) -> Option<&OsString> {
        self.vars.get(name).filter(|value| !value.is_empty())
    }
}
