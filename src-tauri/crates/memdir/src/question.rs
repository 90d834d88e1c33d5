//! A user's question and the memories that it recalls: when the selector runs, what its answer means, what a session
//! attaches.
//!
//! Separate because it is the only part with a before and an after: a session does not attach a memory twice. Never asks
//! a model: the answer is given.

use std::collections::HashSet;

use crate::Profile;
use crate::frontmatter::TopicType;
use crate::surface::SESSION_BUDGET;
use crate::text::is_space;

/// At most this many memories are attached to one question (2.1.332, golden `session.json`).
pub const ATTACHED_LIMIT: usize = 5;

/// Set to anything, this variable of the environment puts a client into recall mode, where the profile says so
/// ([`Profile::recalls_by_variable`](crate::Profile::recalls_by_variable)).
pub const RECALL_VARIABLE: &str = "CLAUDE_MEMORY_STORES";

/// Commands after which no selector runs, even with text behind them (tried one by one on 2.1.332 without a terminal). Those
/// that are not here either expand to a text that is treated as a question or exist only elsewhere.
pub const COMMANDS: &[&str] = &[
    "add-dir",
    "advisor",
    "agents",
    "allowed-tools",
    "android",
    "app",
    "autocompact",
    "autofix-pr",
    "background",
    "bashes",
    "bg",
    "branch",
    "brief",
    "btw",
    "bug",
    "checkpoint",
    "chrome",
    "clear",
    "code-review",
    "color",
    "compact",
    "config",
    "context",
    "continue",
    "copy",
    "cost",
    "desktop",
    "diff",
    "effort",
    "exit",
    "export",
    "extra-usage",
    "fast",
    "feedback",
    "focus",
    "fork",
    "heapdump",
    "help",
    "hooks",
    "ide",
    "insights",
    "install-github-app",
    "install-slack-app",
    "ios",
    "keybindings",
    "login",
    "logout",
    "mcp",
    "mobile",
    "model",
    "new",
    "output-style",
    "passes",
    "permissions",
    "plan",
    "plugin",
    "plugins",
    "powerup",
    "privacy-settings",
    "quit",
    "recap",
    "release-notes",
    "reload-plugins",
    "remote",
    "remote-control",
    "remote-env",
    "rename",
    "reset",
    "resume",
    "review",
    "rewind",
    "sandbox",
    "schedule",
    "security-review",
    "session",
    "settings",
    "share",
    "skills",
    "stats",
    "status",
    "statusline",
    "stickers",
    "stop",
    "tasks",
    "teleport",
    "terminal-setup",
    "theme",
    "tui",
    "ultraplan",
    "ultrareview",
    "undo",
    "upgrade",
    "usage",
    "vim",
    "voice",
    "web-setup",
    "workflows",
];

/// Whether a client with this profile takes `name`, behind a leading slash, for a command. Where unknown commands are no
/// questions, whatever could be the name of one counts (golden `query_197.json`).
fn is_command(name: &str, profile: &Profile) -> bool {
    let could_be = || name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':'));
    COMMANDS.binary_search(&name).is_ok() || (!profile.asks_unknown_commands && could_be())
}

/// Whether a question runs the selector, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The selector is called.
    Runs,
    /// No white space between the question's first and last character: one word, or a sentence of a script without spaces.
    NoWhiteSpace,
    /// It begins with a slash and a command's name; that is not a question.
    SlashCommand,
    /// The session has surfaced [`SESSION_BUDGET`] UTF-16 units already.
    BudgetSpent,
    /// Nothing but white space; it never reaches the model.
    Empty,
}

impl Gate {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Gate::Runs => "runs",
            Gate::NoWhiteSpace => "no-white-space",
            Gate::SlashCommand => "slash-command",
            Gate::BudgetSpent => "budget-spent",
            Gate::Empty => "empty",
        }
    }
}

/// Whether `query` runs the selector in a session that has surfaced `surfaced` UTF-16 units of memory so far
/// (golden `query.json`). A command's name is the text between a leading slash and the first white space; case counts, and
/// so does white space before the slash (then it is no command).
pub fn gate(query: &str, surfaced: usize, profile: &Profile) -> Gate {
    let trimmed = trimmed(query);
    if trimmed.is_empty() {
        return Gate::Empty;
    }
    let name = query.strip_prefix('/').and_then(|rest| rest.split(is_space).next()).unwrap_or_default();
    if !name.is_empty() && is_command(name, profile) {
        return Gate::SlashCommand;
    }
    if !trimmed.contains(is_space) {
        return Gate::NoWhiteSpace;
    }
    if surfaced >= SESSION_BUDGET { Gate::BudgetSpent } else { Gate::Runs }
}

/// The question as it reaches the selector: without white space around it.
pub fn trimmed(query: &str) -> &str {
    query.trim_matches(is_space)
}

/// The agent that a question calls by `@agent-<name>`: that agent's store is searched instead of the project's, when there is
/// a definition of that agent and it has a `memory`; without either, the project's is.
pub fn agent(query: &str) -> Option<&str> {
    const CALL: &str = "@agent-";
    let after = query.split_once(CALL)?.1;
    let end = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(after.len());
    after.get(..end).filter(|name| !name.is_empty())
}

/// The names that the selector's raw `answer` picks among `listed`, in its order; a name given twice comes twice
/// (golden `session.json`). A code fence around the answer is taken off, and so, where the profile says so, is a leading
/// `[type] ` of a name that is not listed as it stands, whichever of the types it is. Whatever is not listed exactly, or is
/// no text, is dropped. An answer of another shape picks nothing.
pub fn selected(answer: &str, listed: &[String], profile: &Profile) -> Vec<String> {
    let listed: HashSet<&str> = listed.iter().map(String::as_str).collect();
    let names = named(answer).unwrap_or_default();
    let picked = names.iter().filter_map(|name| {
        let bare = if profile.takes_types_off { without_type(name) } else { name };
        [name.as_str(), bare].into_iter().find(|name| listed.contains(name))
    });
    picked.map(str::to_owned).collect()
}

/// The names in the selector's raw `answer` as they stand there, listed or not; what is no text among them is left out.
/// None for an answer of another shape, which [`selected`] takes as one that picks nothing.
pub fn named(answer: &str) -> Option<Vec<String>> {
    let answer: serde_json::Value = serde_json::from_str(unfenced(answer)).ok()?;
    let names = answer.get("selected_memories")?.as_array()?;
    Some(names.iter().filter_map(serde_json::Value::as_str).map(str::to_owned).collect())
}

/// The answer without white space and the marks of a fence around it, either of which may be missing. The opening one may
/// name a language in letters.
fn unfenced(answer: &str) -> &str {
    const FENCE: &str = "```";
    let answer = answer.trim_matches(is_space);
    let answer = match answer.strip_prefix(FENCE) {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start_matches(is_space),
        None => answer,
    };
    answer.strip_suffix(FENCE).unwrap_or(answer)
}

/// `name` without a leading `[type]` and the white space that has to follow it.
fn without_type(name: &str) -> &str {
    let inner = name.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match inner {
        Some((word, rest)) if word.parse::<TopicType>().is_ok() && rest.starts_with(is_space) => {
            rest.trim_start_matches(is_space)
        }
        _ => name,
    }
}

/// What a session has attached so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Session {
    attached: HashSet<String>,
    used: usize,
}

impl Session {
    /// The memories of `selected` that are attached to a question, in order: those that this session has not attached
    /// before and that the agent has not itself read, at most [`ATTACHED_LIMIT`]. Read is what it read, wrote, edited or printed
    /// with `cat`: whole or in part, in this turn or before it, changed since or not; what a subagent reads is not. A name that
    /// comes twice in `selected` is attached twice. `size_of` gives what one takes of the budget
    /// ([`Surfaced::units`](crate::surface::Surfaced::units)), for [`Session::used`].
    ///
    /// Whether the selector runs at all is [`gate`]'s to say; the question that crosses the budget still attaches.
    pub fn attach(
        &mut self,
        selected: &[String],
        read_by_agent: &[String],
        size_of: impl Fn(&str) -> usize,
    ) -> Vec<String> {
        let fresh = |name: &&String| !self.attached.contains(*name) && !read_by_agent.contains(name);
        let attached: Vec<String> = selected.iter().filter(fresh).take(ATTACHED_LIMIT).cloned().collect();
        for name in &attached {
            self.used += size_of(name);
            self.attached.insert(name.clone());
        }
        attached
    }

    /// Takes in what a session file says was attached, with the UTF-16 units it took.
    pub fn record(&mut self, path: &str, units: usize) {
        self.used += units;
        self.attached.insert(path.to_owned());
    }

    /// Whether a memory was attached before.
    pub fn has_attached(&self, path: &str) -> bool {
        self.attached.contains(path)
    }

    /// UTF-16 units of memory attached so far: what [`gate`] is given.
    pub fn used(&self) -> usize {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_for_the_search() {
        assert!(COMMANDS.is_sorted());
    }

    #[test]
    fn an_agent_is_called_by_its_name() {
        for (query, expected) in [
            ("@agent-reviewer look at this", Some("reviewer")),
            ("please, @agent-code_review-2, look", Some("code_review-2")),
            ("@agent-", None),
            ("mail me@agent.org", None),
            ("plain question", None),
        ] {
            assert_eq!(agent(query), expected, "{query:?}");
        }
    }

    #[test]
    fn what_was_recorded_counts_like_what_was_attached() {
        let mut session = Session::default();
        session.record("a.md", 10);
        assert!(session.has_attached("a.md") && !session.has_attached("b.md"));
        let names = ["a.md".to_owned(), "b.md".to_owned()];
        assert_eq!(session.attach(&names, &[], |_| 5), ["b.md"]);
        assert_eq!(session.used(), 15);
    }

    #[test]
    fn each_answer_of_the_gate() {
        for (query, bytes, expected) in [
            ("fix it", 0, Gate::Runs),
            ("fix it", SESSION_BUDGET - 1, Gate::Runs),
            ("fix it", SESSION_BUDGET, Gate::BudgetSpent),
            ("fix", 0, Gate::NoWhiteSpace),
            ("/help fix it", 0, Gate::SlashCommand),
            ("/help\tme", 0, Gate::SlashCommand),
            (" /help fix it", 0, Gate::Runs),
            ("/ help", 0, Gate::Runs),
            ("/nope fix it", 0, Gate::Runs),
            (" \u{FEFF}\n", 0, Gate::Empty),
        ] {
            assert_eq!(gate(query, bytes, Profile::latest()), expected, "{query:?}");
        }
    }
}
