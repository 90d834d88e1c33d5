//! What the client's settings files and variables say about memory in a folder.
//!
//! Separate so that precedence and tolerance of broken files are in one place. Reads, never writes. Cases:
//! `tests/golden/locate.json`, seen in 2.1.332.

use crate::environment::{DISABLE, Environment, OVERRIDE, REMOTE, REMOTE_DIR, SIMPLE};
use crate::git_root::{Roots, normal};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// Whether the client uses memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Memory {
    /// The client keeps and loads memory.
    On,
    /// It does not.
    Off {
        /// The variable's name, or `autoMemoryEnabled` and the settings file's path.
        why: String,
    },
}

/// What replaces a folder's store, if anything does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// `CLAUDE_COWORK_MEMORY_PATH_OVERRIDE`.
    Override(PathBuf),
    /// `autoMemoryDirectory` of the settings file at `from`.
    Setting {
        /// The directory.
        dir: PathBuf,
        /// The file.
        from: PathBuf,
    },
    /// Nothing: the store is `projects/<slug>/memory` below this directory.
    Nothing {
        /// The config root, or `CLAUDE_CODE_REMOTE_MEMORY_DIR`.
        base: PathBuf,
    },
}

/// One settings file that counts.
struct Settings {
    path: PathBuf,
    values: Map<String, Value>,
    /// Whether all of its `env` is taken, or only what is harmless.
    trusted: bool,
}

/// The settings of a folder, with the variables that they set.
pub struct Answers {
    files: Vec<Settings>,
    environment: Environment,
}

/// Reads the settings files of a folder: the user's, the folder's own, the folder's local, the main checkout's local, the
/// organisation's; later ones win. A file that is no JSON object, or has a value of a wrong type, counts as absent.
pub fn read(environment: &Environment, roots: &Roots) -> Answers {
    let own = |base: &Path, name: &str| base.join(".claude").join(name);
    let user = environment.config_root.join("settings.json");
    let mut paths = vec![
        (user.clone(), true),
        (own(&roots.folder, "settings.json"), false),
        (own(&roots.folder, "settings.local.json"), false),
        (own(&roots.main, "settings.local.json"), false),
    ];
    paths.extend(managed(&environment.managed_root).into_iter().map(|path| (path, true)));
    let mut files: Vec<Settings> = Vec::new();
    for (path, trusted) in paths {
        if !files.iter().any(|file| file.path == path)
            && let Some(values) = values(&path)
        {
            files.push(Settings { path, values, trusted });
        }
    }
    let mut environment = environment.clone();
    for file in &files {
        let Some(Value::Object(vars)) = file.values.get("env") else { continue };
        for (name, value) in vars {
            // where memory lies is not for a project to say; that there is none is
            if (file.trusted && [DISABLE, OVERRIDE, REMOTE_DIR, REMOTE, SIMPLE].contains(&name.as_str()))
                || name == DISABLE
            {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                environment.vars.insert(name.clone(), text.into());
            }
        }
    }
    Answers { files, environment }
}

impl Answers {
    /// Whether the client uses memory.
    pub fn memory(&self) -> Memory {
        let off = |why: &str| Memory::Off { why: why.to_owned() };
        let says = |name| self.environment.var(name).and_then(|value| truth(&value.to_string_lossy()));
        match says(DISABLE) {
            Some(true) => return off(DISABLE),
            _ if says(SIMPLE) == Some(true) => return off(SIMPLE),
            Some(false) => return Memory::On,
            None => {}
        }
        if says(REMOTE) == Some(true) && self.environment.var(REMOTE_DIR).is_none() {
            return off(REMOTE);
        }
        match self.last("autoMemoryEnabled") {
            Some((from, Value::Bool(false))) => off(&format!("autoMemoryEnabled {}", from.display())),
            _ => Memory::On,
        }
    }

    /// What replaces the folder's store.
    pub fn instead(&self, folder: &Path) -> Instead {
        let variable = self.environment.var(OVERRIDE).map(PathBuf::from);
        if let Some(dir) = variable.and_then(|dir| usable(&dir)) {
            return Instead::Override(dir);
        }
        // the last file that has a value decides, even when its value is of no use
        if let Some((from, Value::String(dir))) = self.last("autoMemoryDirectory") {
            let dir = match dir.strip_prefix("~/") {
                Some(rest) => below_home(&self.environment.home, rest),
                None => usable(Path::new(dir)),
            };
            if let Some(dir) = dir {
                return Instead::Setting { dir, from: from.to_owned() };
            }
        }
        let base = match self.environment.var(REMOTE_DIR) {
            Some(dir) => normal(&folder.join(dir)),
            None => self.environment.config_root.clone(),
        };
        Instead::Nothing { base }
    }

    /// `CLAUDE_CODE_REMOTE_MEMORY_DIR`, where agents' stores of the user lie too.
    pub fn remote(&self, folder: &Path) -> Option<PathBuf> {
        self.environment.var(REMOTE_DIR).map(|dir| normal(&folder.join(dir)))
    }

    fn last(&self, key: &str) -> Option<(&Path, &Value)> {
        self.files.iter().rev().find_map(|file| Some((file.path.as_path(), file.values.get(key)?)))
    }
}

/// The organisation's settings: one file, and then those of a directory in order of their names.
fn managed(root: &Path) -> Vec<PathBuf> {
    let mut paths = vec![root.join("managed-settings.json")];
    let entries = std::fs::read_dir(root.join("managed-settings.d")).into_iter().flatten().flatten();
    let mut more: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    more.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    more.sort();
    paths.append(&mut more);
    paths
}

/// A settings file's values; `None` when it counts as absent. The client checks every key that it knows; those checked here
/// are the ones that decide about memory and those that were seen to void a file.
fn values(path: &Path) -> Option<Map<String, Value>> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let text = std::fs::read_to_string(path).ok()?;
    let Ok(Value::Object(values)) = serde_json::from_str(text.trim_start_matches('\u{feff}')) else {
        return None;
    };
    let fits = |key: &str, fits: fn(&Value) -> bool| values.get(key).is_none_or(fits);
    let all = fits("autoMemoryDirectory", Value::is_string)
        && fits("autoMemoryEnabled", Value::is_boolean)
        && fits("permissions", Value::is_object)
        && fits("cleanupPeriodDays", Value::is_number)
        && fits("env", Value::is_object);
    all.then_some(values)
}

/// An absolute directory of at least three characters, without what `..` and repeated slashes add to it.
fn usable(dir: &Path) -> Option<PathBuf> {
    let odd = !dir.is_absolute() || dir.as_os_str().as_encoded_bytes().contains(&0);
    let dir = normal(dir);
    (!odd && dir.as_os_str().len() >= 3).then_some(dir)
}

/// A directory below the home directory; not the home directory itself, nor what `..` leads to.
fn below_home(home: &Path, rest: &str) -> Option<PathBuf> {
    let dir = normal(&home.join(rest.trim_start_matches('/')));
    (dir != home && dir.starts_with(home)).then_some(dir)
}

/// A variable's truth as the client reads it; `None` for anything else.
fn truth(value: &str) -> Option<bool> {
    match value.trim().to_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}
