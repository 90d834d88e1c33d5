//! A made-up machine below a temporary directory: a home, projects, sessions.
#![allow(dead_code, reason = "not every test file uses all of it")]

pub(crate) mod plans;

use memdesk_memdir::slug::slug;
use memdesk_store::{Environment, Place, all};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

pub(crate) struct Machine {
    _dir: tempfile::TempDir,
    pub(crate) base: PathBuf,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("home")).unwrap();
        Machine { _dir: dir, base }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.base.join(path)
    }

    /// `$B` is the machine's directory, `-B-` in a slug its slug.
    pub(crate) fn text(&self, text: &str) -> String {
        let own = slug(&format!("{}/", self.base.display()));
        text.replace("$B", &self.base.to_string_lossy()).replace("/-B-", &format!("/{own}"))
    }

    /// A file; with a path that ends in `/` a directory.
    pub(crate) fn put(&self, path: &str, text: &str) {
        let at = self.path(path);
        if path.ends_with('/') {
            return fs::create_dir_all(at).unwrap();
        }
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, self.text(text)).unwrap();
    }

    pub(crate) fn link(&self, path: &str, to: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(self.text(to), self.path(path)).unwrap();
    }

    pub(crate) fn environment(&self, vars: &[(&str, &str)]) -> Environment {
        let vars: BTreeMap<_, _> = vars.iter().map(|(k, v)| ((*k).to_owned(), self.text(v).into())).collect();
        let environment = Environment::new(self.path("home"), vars, None);
        Environment { managed_root: self.path("managed"), ..environment }
    }

    /// A git repository with a linked worktree.
    pub(crate) fn worktree(&self, main: &str, worktree: &str) {
        self.put(&format!("{main}/.git/worktrees/wt/commondir"), "../..\n");
        self.put(&format!("{main}/.git/worktrees/wt/gitdir"), &format!("$B/{worktree}/.git\n"));
        self.put(&format!("{worktree}/.git"), &format!("gitdir: $B/{main}/.git/worktrees/wt\n"));
    }

    /// A project's directory in the config root, with a session in `cwd`.
    pub(crate) fn session(&self, cwd: &str) -> PathBuf {
        let dir = self.path("home/.claude/projects").join(slug(&self.path(cwd).to_string_lossy()));
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("cwds"), self.path(cwd).to_string_lossy().as_bytes()).unwrap();
        dir
    }

    /// Every store, with working directories out of the files that [`Machine::session`] wrote.
    pub(crate) fn all(&self, vars: &[(&str, &str)]) -> Vec<Place> {
        all(&self.environment(vars), |dir| {
            fs::read_to_string(dir.join("cwds")).unwrap_or_default().lines().map(PathBuf::from).collect()
        })
    }
}
