//! The command line's grammar.
//!
//! Separate so that the whole contract is readable on one page. Never does anything.

// named by its path, for the papers of a package read this file from elsewhere
#[path = "arguments/gate.rs"]
pub(crate) mod gate;
#[path = "arguments/run.rs"]
pub(crate) mod run;
#[path = "arguments/search.rs"]
pub(crate) mod search;
#[path = "arguments/settings.rs"]
pub(crate) mod settings;
#[path = "arguments/word.rs"]
pub(crate) mod word;

pub(crate) use gate::GateCommand;
use run::{DreamArguments, ExtractArguments};
pub(crate) use search::SearchArguments;
use settings::SettingsCommand;
pub(crate) use word::{Language, Level, SelectorName};

use clap::{Args, Parser, Subcommand};
use memdesk_desk::Options;
use std::path::PathBuf;

/// Review what Claude Code remembers about you, before you trust it.
#[derive(Debug, Parser)]
#[command(name = "memdesk", version, after_help = AFTER)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Project folder to open in the window [default: the current one].
    #[arg(value_name = "PATH")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) desk: DeskArguments,
    /// Print one JSON document instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const AFTER: &str = "PATH is a project folder, by default the current one. Without a command the window opens.\n\
Exit status: 0 done, 1 there are problems, 2 it could not.\n\
What an option or the environment says counts before the settings file (`memdesk settings`).\n\
Nothing is ever written by a command whose verb does not say so.";

/// Where things are.
#[derive(Debug, Clone, Args)]
pub(crate) struct DeskArguments {
    /// Config root of Claude Code [default: $CLAUDE_CONFIG_DIR, else ~/.claude].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// A memory directory itself, instead of a project's.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// Memdesk's own data [default: the platform's data directory].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The client version whose rules count [default: the one last used].
    #[arg(long, global = true, value_name = "VERSION")]
    pub(crate) profile: Option<String>,
    /// Write nothing at all, neither memory nor data of Memdesk's own: for looking at somebody else's copy.
    #[arg(long, global = true)]
    pub(crate) read_only: bool,
}

impl DeskArguments {
    pub(crate) fn options(&self) -> Options {
        Options {
            root: self.root.clone(),
            store: self.store.clone(),
            data: self.data.clone(),
            profile: self.profile.clone(),
            read_only: self.read_only,
        }
    }
}

/// A project folder that may be left out.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Folder {
    /// Project folder [default: the current one].
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List every store below the config root.
    Stores,
    /// Show the index as the client loads it, with what is cut.
    Index {
        #[command(flatten)]
        folder: Folder,
    },
    /// List the topics.
    Topics {
        #[command(flatten)]
        folder: Folder,
    },
    /// Print the listing that the client's selector gets, byte for byte.
    Manifest {
        #[command(flatten)]
        folder: Folder,
    },
    /// Show topics as the client attaches them, with their cuts.
    Surface {
        /// A project folder, then topics below the store.
        #[arg(value_name = "[PATH] TOPIC", required = true)]
        words: Vec<String>,
    },
    /// Find words in topics, the index, past questions, what waits for review, and history; exit status 1 when nothing has them.
    Search(SearchArguments),
    /// List past questions of the project's sessions, newest first.
    Queries {
        #[command(flatten)]
        folder: Folder,
        /// Only those with these words, or with this part of a Chinese or Japanese text.
        #[arg(long, value_name = "TEXT", default_value = "")]
        search: String,
        /// Only those of one session: its id, or how that begins.
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        /// At most so many; 0: all.
        #[arg(long, default_value_t = 0)]
        limit: usize,
    },
    /// Show which memories a question would bring back, step by step. Nothing is sent unless --selector says so.
    Recall {
        /// A project folder, then the question. With --question, its own text.
        #[arg(value_name = "[PATH] QUERY", required_unless_present = "question", num_args = 1..)]
        words: Vec<String>,
        /// Who picks: a lexical estimate on this machine, a model by its API, or your own Claude Code.
        #[arg(long, value_enum, default_value_t = SelectorName::Estimate)]
        selector: SelectorName,
        /// The question is this past one (its id in `queries`, or how that begins): what its session had surfaced counts.
        #[arg(long, value_name = "ID", conflicts_with = "surfaced")]
        question: Option<String>,
        /// Topics that the session has surfaced already.
        #[arg(long, value_name = "FILE", num_args = 1..)]
        surfaced: Vec<String>,
        /// With --selector client: catch the call and send nothing on.
        #[arg(long)]
        dry_run: bool,
    },
    /// Take what Claude Code writes to memory into review before it happens.
    Gate {
        #[command(subcommand)]
        command: Option<GateCommand>,
    },
    /// Show the settings and where each comes from, check their file, or change them.
    Settings {
        #[command(subcommand)]
        command: Option<SettingsCommand>,
    },
    /// Hold the rules of the profile against the Claude Code that is installed, offline. Takes a minute or two.
    Calibrate {
        /// The program [default: the one that is found].
        #[arg(long, value_name = "FILE")]
        client: Option<PathBuf>,
    },
    /// Show what changed since you last reviewed it, by whom, in pieces with ids.
    Review {
        #[command(flatten)]
        folder: Folder,
    },
    /// Take proposals: they count as reviewed, and what the gate holds is written.
    Accept {
        /// A project folder, then ids of proposals (or how one begins) or of pieces, or `all`.
        #[arg(value_name = "[PATH] ID", required_unless_present = "hunk", num_args = 1..)]
        words: Vec<String>,
        /// Only these pieces.
        #[arg(long, value_name = "ID", num_args = 1..)]
        hunk: Vec<String>,
    },
    /// Refuse proposals: what you reviewed last comes back, and what the gate holds is dropped.
    Reject {
        /// A project folder, then ids of proposals (or how one begins) or of pieces, or `all`.
        #[arg(value_name = "[PATH] ID", required_unless_present = "hunk", num_args = 1..)]
        words: Vec<String>,
        /// Only these pieces.
        #[arg(long, value_name = "ID", num_args = 1..)]
        hunk: Vec<String>,
        /// Also while Claude Code is at work in the project and may write it again.
        #[arg(long)]
        even_if_active: bool,
    },
    /// Run the extractor over a session, on a copy; what it proposes waits for review.
    Extract(ExtractArguments),
    /// Run a dream over a store, on a copy; what it proposes waits for review.
    Dream(DreamArguments),
    /// Find what is wrong with a store; exit status 1 when anything is.
    Check {
        #[command(flatten)]
        folder: Folder,
        /// The least severe problem that counts for the exit status.
        #[arg(long, value_enum, default_value_t = Level::Warning)]
        level: Level,
    },
    /// Hold what every memory says against the project's folder and what you said: what was not found, goes stale, was never said.
    Evidence {
        #[command(flatten)]
        folder: Folder,
    },
    /// List the operations, newest first.
    Log {
        #[command(flatten)]
        folder: Folder,
        /// At most so many.
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// Make a topic from standard input, with its index entry.
    New {
        /// A project folder, then the topic to make.
        #[arg(value_name = "[PATH] TOPIC", required = true, num_args = 1..=2)]
        words: Vec<String>,
        #[command(flatten)]
        fields: FieldArguments,
        #[command(flatten)]
        entry: EntryArguments,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Replace a topic, or MEMORY.md, by standard input.
    Write {
        /// A project folder, then the file to write.
        #[arg(value_name = "[PATH] TOPIC", required = true, num_args = 1..=2)]
        words: Vec<String>,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Rename a topic, with its index entries and the links to it.
    Rename {
        /// A project folder, then the topic and its new path.
        #[arg(value_name = "[PATH] TOPIC NEW", required = true, num_args = 2..=3)]
        words: Vec<String>,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Make a topic part of another: what only it says stands there, and what pointed at it leads there.
    Merge {
        /// A project folder, then the topic that goes, and the one that stays.
        #[arg(value_name = "[PATH] TOPIC INTO", required = true, num_args = 2..=3)]
        words: Vec<String>,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Delete a topic, with its index entries. `undo` brings it back.
    Delete {
        /// A project folder, then the topic.
        #[arg(value_name = "[PATH] TOPIC", required = true, num_args = 1..=2)]
        words: Vec<String>,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Change a topic's index entry.
    Entry {
        /// A project folder, then the topic.
        #[arg(value_name = "[PATH] TOPIC", required = true, num_args = 1..=2)]
        words: Vec<String>,
        #[command(flatten)]
        what: EntryVerb,
        /// Print the diff and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Print the user guide: what the numbers mean, what the client does with memory, modes, privacy.
    Guide {
        /// In which language [default: that of the system].
        #[arg(long, value_enum)]
        language: Option<Language>,
    },
    /// Undo the last operation.
    Undo {
        #[command(flatten)]
        folder: Folder,
    },
    /// Do again what was undone last.
    Redo {
        #[command(flatten)]
        folder: Folder,
    },
}

/// Frontmatter of a new topic. Left out when standard input brings its own.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FieldArguments {
    /// Its name.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Its description, which is all that the selector sees of it.
    #[arg(long)]
    pub(crate) description: Option<String>,
    /// user, feedback, project or reference.
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) topic_type: Option<String>,
}

/// Index entry of a new topic.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct EntryArguments {
    /// Title of the index entry [default: the name].
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Hook of the index entry [default: the description].
    #[arg(long)]
    pub(crate) hook: Option<String>,
    /// Make no index entry.
    #[arg(long, conflicts_with_all = ["title", "hook"])]
    pub(crate) no_entry: bool,
}

/// What to do with an index entry.
#[derive(Debug, Clone, Default, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct EntryVerb {
    /// Move it before all others, where the client surely loads it.
    #[arg(long)]
    pub(crate) top: bool,
    /// Give it another hook.
    #[arg(long, value_name = "TEXT")]
    pub(crate) hook: Option<String>,
    /// Add the one that is missing.
    #[arg(long)]
    pub(crate) add: bool,
    /// Take it away; the topic stays.
    #[arg(long)]
    pub(crate) remove: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_grammar_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_folder_or_a_command() {
        let arguments = Arguments::try_parse_from(["memdesk", "."]).unwrap();
        assert_eq!(arguments.folder, Some(PathBuf::from(".")));
        let arguments = Arguments::try_parse_from(["memdesk", "index", "shop", "--json"]).unwrap();
        assert!(arguments.json && matches!(arguments.command, Some(Command::Index { .. })));
        let arguments = Arguments::try_parse_from(["memdesk", "--root", "r", "stores"]).unwrap();
        assert!(matches!(arguments.command, Some(Command::Stores)) && arguments.folder.is_none());
        assert!(Arguments::try_parse_from(["memdesk", "entry", "a.md"]).is_err());
    }
}
