//! Stores as the sidebar and the status line show them.

use memdesk_review::Problem;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the window needs for its first paint: one call, one store.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Start {
    /// Memdesk's version.
    pub version: String,
    /// What the person chose earlier.
    pub preferences: Preferences,
    /// The client whose memory this is.
    pub client: Client,
    /// The store opened; none when there is nothing to open.
    pub store: Option<StoreSummary>,
    /// Its index, ready to draw.
    pub index: Option<super::IndexView>,
    /// The folder that was asked for, as a label; none for a launch without one.
    pub folder: Option<String>,
    /// True when the folder asked for has no memory yet (then `store` may be its store, with state missing).
    pub no_memory: bool,
    /// The sample is open, not the person's own memory.
    pub sample: bool,
    /// Nothing can be written.
    pub read_only: bool,
}

/// What is known of the installed client.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Client {
    /// The version seen newest in session files; none when there are none.
    pub version: Option<String>,
    /// The profile whose rules are used.
    pub profile: String,
    /// The config root, as a label.
    pub root: String,
    /// True in recall mode: MEMORY.md is not loaded, a selector picks topics for each question.
    pub recall_mode: bool,
    /// Memory is turned off, and by what (`CLAUDE_CODE_DISABLE_AUTO_MEMORY`, `autoMemoryEnabled`); none when on.
    pub memory_off: Option<String>,
}

/// What the window draws itself by: wishes of the settings, and what was shown last.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Preferences {
    /// `en`, `zh` or none: the system's.
    pub language: Option<String>,
    /// `light`, `dark` or none: the system's.
    pub theme: Option<String>,
    /// The pane shown last: `review`, `index`, `topics`, `recall`, `runs`, `health`, `history`.
    pub pane: Option<String>,
    /// The store shown last.
    pub store: Option<String>,
    /// Side-by-side diffs.
    pub side_by_side: bool,
    /// What newly waits for review is told on the desktop.
    pub notifications: bool,
}

/// Whose store it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ScopeView {
    /// A project's own memory.
    Project,
    /// An agent's, for all of the user's projects.
    AgentUser,
    /// An agent's, shared in the repository.
    AgentProject,
    /// An agent's, in the repository but private.
    AgentLocal,
    /// Team memory of a project.
    Team,
    /// Summaries that a session keeps for its own compaction; not long-term memory.
    Summary,
    /// Daily logs.
    Log,
}

/// Whether a store can be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StoreState {
    /// It is there.
    Here,
    /// The client has not made it yet. Looking does not create it.
    Missing,
    /// It is there but cannot be read; why, in the system's words.
    Unreadable {
        /// The system's words.
        why: String,
    },
}

/// A store in the sidebar.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct StoreSummary {
    /// Stable name of the store in every call.
    pub id: String,
    /// Whose it is.
    pub scope: ScopeView,
    /// Short name: the project's folder, or the agent's name.
    pub name: String,
    /// Where the memory lies, as a label.
    pub place: String,
    /// The project's folder, as a label; none when no session file tells it.
    pub project: Option<String>,
    /// The slug it lies under; none for stores that have none.
    pub slug: Option<String>,
    /// State.
    pub state: StoreState,
    /// Belongs to the folder that was opened.
    pub current: bool,
    /// Number of topics.
    pub topics: usize,
    /// Bytes of all topics and the index.
    pub bytes: usize,
    /// How full the index is.
    pub meter: Meter,
    /// Files not reviewed yet.
    pub unreviewed: usize,
    /// Problems of severity warning or error.
    pub problems: usize,
    /// Newest change.
    pub modified: Option<String>,
    /// Other projects that share the slug, as labels.
    pub collision: Vec<String>,
}

/// How full an index is, each number beside the limit it counts against.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Meter {
    /// Lines that count.
    pub lines: usize,
    /// Limit of lines.
    pub line_limit: usize,
    /// UTF-16 units that count.
    pub utf16: usize,
    /// Limit of UTF-16 units.
    pub utf16_limit: usize,
    /// Something is cut.
    pub cut: bool,
}

/// All stores.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct StoreList {
    /// The opened folder's first, then by newest change.
    pub stores: Vec<StoreSummary>,
    /// Whether changes on disk are being seen.
    pub watch: WatchState,
}

/// Whether changes on disk are being seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum WatchState {
    /// Not started yet.
    Off,
    /// The system tells of changes at once.
    Native,
    /// The system cannot; the files are looked at every second or so.
    Polling {
        /// Why.
        why: String,
    },
    /// Events were lost; everything is being read again.
    Behind,
}

/// A file that loads beside a project's store: the CLAUDE.md family. Read only.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ContextFile {
    /// Number in load order, from 0; names it in `context_file`.
    pub number: usize,
    /// Where, as a label.
    pub place: String,
    /// `managed`, `user`, `user-rule`, `project`, `project-rule`, `local`.
    pub scope: String,
    /// Bytes.
    pub bytes: usize,
    /// The text, its first 256 KiB.
    pub text: String,
}

/// What is wrong with a store.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ProblemList {
    /// Worst first.
    pub problems: Vec<Problem>,
}
