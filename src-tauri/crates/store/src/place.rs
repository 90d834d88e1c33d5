//! A place: one memory directory, and whose it is.
//!
//! Separate from `locate` because this is what travels to the other rooms. Never touches the disk.

use memdesk_memdir::digest::hex;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Whose memory a store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// A project's, shared by its subdirectories and linked worktrees.
    Project,
    /// A subagent's with `memory: user`: `<root>/agent-memory/<name>`.
    AgentUser,
    /// A subagent's with `memory: project`: `<folder>/.claude/agent-memory/<name>`.
    AgentProject,
    /// A subagent's with `memory: local`: `<folder>/.claude/agent-memory-local/<name>`.
    AgentLocal,
    /// `team/` in a project's store, with an index of its own.
    Team,
    /// A session's own summary for compaction; no long-term memory.
    Summary,
    /// Daily logs: `logs/` in a project's store.
    Log,
}

/// By which rule a store lies where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// `projects/<slug>/memory`, and whatever lies at a fixed place relative to a project or the config root.
    Slug,
    /// `projects/<12 hex of SHA-256 of the path>/memory`, by another program.
    Hashed,
    /// An environment variable says so.
    Override,
    /// `autoMemoryDirectory` in the settings says so.
    Setting,
}

/// One memory directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// 16 hex digits of the SHA-256 of `dir`'s bytes: stable, and safe in file names, refs and URLs.
    pub id: String,
    /// Whose memory it is.
    pub scope: Scope,
    /// The directory. For a summary: `session-memory`, which holds `summary.md`.
    pub dir: PathBuf,
    /// The project's real path, when a session (or the client's state file) tells it; never guessed from the slug.
    pub project: Option<PathBuf>,
    /// Other projects that have the same slug, and so share this store without meaning to.
    pub collides: Vec<PathBuf>,
    /// The name of the directory below `projects/`.
    pub slug: Option<String>,
    /// What to call it: the project's last path part, the agent's name, a session's id.
    pub name: String,
    /// By which rule it lies there.
    pub layout: Layout,
}

impl Place {
    /// A place at `dir`, with nothing known but its scope and name.
    pub fn new(scope: Scope, dir: PathBuf, name: impl Into<String>) -> Place {
        let (id, name) = (id_of(&dir), name.into());
        Place { id, scope, dir, project: None, collides: Vec::new(), slug: None, name, layout: Layout::Slug }
    }
}

/// The id of the store at `dir`: the path as it stands, without resolving links.
pub fn id_of(dir: &Path) -> String {
    hex(dir.as_os_str().as_encoded_bytes()).chars().take(16).collect()
}
