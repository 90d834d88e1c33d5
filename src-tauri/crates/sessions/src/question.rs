//! What the cache hands out: questions with what was recorded of them, and how to ask for them.
//!
//! Separate because these shapes are all that the rooms above see of a session. Never says how they are kept.

use jiff::Timestamp;
use std::path::PathBuf;

/// A question that a person typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The row's uuid; of a row without one, the session and the place in its file.
    pub id: String,
    /// The session that the file is named after.
    pub session: String,
    /// The file it was found in. Of a question that was copied into other sessions' files, the first by name.
    pub file: PathBuf,
    /// When; 1970 if the row does not say.
    pub time: Timestamp,
    /// What was typed, whole but for what is over a mebibyte in a row of over four.
    pub text: String,
    /// The working directory.
    pub cwd: Option<PathBuf>,
    /// The client's version.
    pub version: Option<String>,
    /// Memories attached to it, in order.
    pub recorded: Vec<Attached>,
    /// Where the search found what it looked for in `text`: start and length in UTF-16 units.
    pub found: Vec<(usize, usize)>,
}

/// A memory that was attached to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// Absolute path, as recorded.
    pub path: PathBuf,
    /// SHA-256 of the recorded text, in hex.
    pub digest: String,
    /// The file's modification time then, whole milliseconds since 1970.
    pub mtime_ms: Option<i64>,
    /// Lines kept, when it was cut.
    pub limit: Option<u64>,
    /// UTF-16 units of the recorded text: what it took of the session's budget.
    pub units: usize,
}

/// A question with what the main agent did until the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The question.
    pub question: Question,
    /// Files that it read, in order; relative ones under the working directory.
    pub read: Vec<PathBuf>,
    /// Files that it wrote or edited, in order.
    pub wrote: Vec<PathBuf>,
    /// Memories attached after it in turns that no person asked for (a notification, a shell command's output). They are
    /// part of what the session has surfaced.
    pub aside: Vec<Attached>,
}

/// Which questions are wanted. The default: all of them, of which none is handed out (`limit` is 0).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Every part between white space must occur: words from their beginning on, without case and accents; scripts
    /// without spaces from one letter on.
    pub search: String,
    /// Only those of this session.
    pub session: Option<String>,
    /// Not before.
    pub from: Option<Timestamp>,
    /// Before.
    pub to: Option<Timestamp>,
    /// Only those to which nothing was attached.
    pub nothing: bool,
    /// So many are left out at the beginning.
    pub offset: usize,
    /// At most so many are handed out.
    pub limit: usize,
}

/// Some of the questions that match, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Those asked for.
    pub questions: Vec<Question>,
    /// How many match in all.
    pub matches: usize,
    /// How many there are.
    pub total: usize,
    /// Sessions that these are from.
    pub sessions: usize,
}

/// How far a refresh is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes read.
    pub done: u64,
    /// Bytes to read.
    pub total: u64,
}

/// What a refresh came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refreshed {
    /// Session files known in these directories.
    pub files: usize,
    /// Questions found by this refresh.
    pub new_questions: usize,
    /// Rows of all these files that are no JSON.
    pub broken_rows: usize,
    /// Files and directories that could not be read, and why.
    pub unreadable: Vec<(PathBuf, String)>,
    /// It was told to stop before the end.
    pub stopped: bool,
}

/// What is known of the session files, without reading them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadState {
    /// Session files known.
    pub files: usize,
    /// Rows of these that are no JSON.
    pub broken_rows: usize,
    /// Files and directories that could not be read, and why.
    pub unreadable: Vec<(PathBuf, String)>,
    /// Some have changed since they were read, are new, or are gone.
    pub behind: bool,
}
