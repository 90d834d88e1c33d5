//! Every key of the settings file, and what it may be.
//!
//! Separate so that the whole of it is readable on one page; reading, setting, the list on the command line and the window's
//! dialog all go by this table.

use super::SettingValue;

/// The word for "as the system has it".
pub const SYSTEM: &str = "system";
/// What happens to writes to a store without a mode of its own.
pub const GATE_MODE: &str = "gate.mode";
/// The table of stores that have one, by id.
pub const GATE_MODES: &str = "gate.modes";
/// The config root that is opened.
pub const ROOT: &str = "claude.root";
/// Further config roots, to switch to.
pub const ROOTS: &str = "claude.roots";
/// The client's program.
pub const PROGRAM: &str = "claude.program";
/// The client version whose rules count.
pub const PROFILE: &str = "claude.profile";
/// Whose wire format is spoken.
pub const PROVIDER: &str = "models.provider";
/// Where the model is asked.
pub const BASE_URL: &str = "models.base_url";
/// Which model is asked.
pub const MODEL: &str = "models.model";
/// What a million tokens cost, sent and answered.
pub const PRICES: &str = "models.dollars_per_million";
/// The window's language.
pub const LANGUAGE: &str = "window.language";
/// Light or dark.
pub const THEME: &str = "window.theme";
/// Whether what newly waits is told on the desktop.
pub const NOTIFICATIONS: &str = "window.notifications";
/// Whether differences are shown side by side.
pub const SIDE_BY_SIDE: &str = "window.side_by_side";

/// The words for a mode of the gate.
pub const MODES: &[&str] = &["watch", "hold", "read-only"];

/// What a value may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Any text without control characters.
    Text,
    /// An address that begins with https:// or http://.
    Address,
    /// A version of the client.
    Version,
    /// A folder: absolute, or below the home (`~/…`).
    Folder,
    /// Several of them.
    Folders,
    /// A program: absolute, or below the home.
    Program,
    /// Two numbers from 0.
    Pair,
}

impl Kind {
    /// It names a place on this machine: the window's pages may take it back, and never say it.
    pub fn is_place(self) -> bool {
        matches!(self, Kind::Folder | Kind::Folders | Kind::Program)
    }
}

/// A key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Section and name: `window.theme`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Its default, for a text, a word or a switch (`true`); empty: nothing.
    usual: &'static str,
    /// What it is for, in one line.
    pub what: &'static str,
}

impl Key {
    const fn new(name: &'static str, kind: Kind, usual: &'static str, what: &'static str) -> Key {
        Key { name, kind, usual, what }
    }

    /// What counts where the file says nothing; none for nothing.
    pub fn usual(&self) -> Option<SettingValue> {
        match (self.kind, self.usual) {
            (_, "") => None,
            (Kind::Flag, usual) => Some(SettingValue::Flag(usual == "true")),
            (_, usual) => Some(SettingValue::Text(usual.to_owned())),
        }
    }

    /// Its section and its name in it.
    pub fn parts(&self) -> (&'static str, &'static str) {
        self.name.split_once('.').unwrap_or(("", self.name))
    }

    /// What it may be, for people: words, or a description.
    pub fn allowed(&self) -> Vec<String> {
        let words: &[&str] = match self.kind {
            Kind::Words(words) => words,
            Kind::Flag => &["true", "false"],
            Kind::Text => &["a text"],
            Kind::Address => &["an address that begins with https:// or http://"],
            Kind::Version => &["a version such as \"2.1.332\""],
            Kind::Folder => &["a folder: \"/…\" or \"~/…\""],
            Kind::Folders => &["folders: [\"/…\", \"~/…\"]"],
            Kind::Program => &["a program: \"/…\" or \"~/…\""],
            Kind::Pair => &["two numbers, sent and answered: [3.0, 15.0]"],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// Every key, in the order in which they are shown.
pub const KEYS: &[Key] = &[
    Key::new(LANGUAGE, Kind::Words(&[SYSTEM, "en", "zh"]), SYSTEM, "language of the window"),
    Key::new(THEME, Kind::Words(&[SYSTEM, "light", "dark"]), SYSTEM, "light or dark"),
    Key::new(NOTIFICATIONS, Kind::Flag, "true", "tell on the desktop how much newly waits for review"),
    Key::new(SIDE_BY_SIDE, Kind::Flag, "false", "show differences side by side"),
    Key::new(ROOT, Kind::Folder, "", "config root of Claude Code; else $CLAUDE_CONFIG_DIR, else ~/.claude"),
    Key::new(ROOTS, Kind::Folders, "", "further config roots, to switch to in the window"),
    Key::new(PROGRAM, Kind::Program, "", "the Claude Code program; else the one that is found"),
    Key::new(PROFILE, Kind::Version, "", "client version whose rules count; else the one last used"),
    Key::new(
        PROVIDER,
        Kind::Words(&["anthropic", "openai", "ollama"]),
        "anthropic",
        "whose wire format is spoken",
    ),
    Key::new(BASE_URL, Kind::Address, "", "where the model is asked; else the provider's own address"),
    Key::new(MODEL, Kind::Text, "", "the model; else a default of the provider"),
    Key::new(PRICES, Kind::Pair, "", "US dollars for a million tokens, sent and answered"),
    Key::new(
        GATE_MODE,
        Kind::Words(MODES),
        "watch",
        "what the gate does with writes to a store without a mode",
    ),
];

/// Names of the sections.
pub const SECTIONS: &[&str] = &["window", "claude", "models", "gate"];

/// A key by its name.
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The store that a key `gate.modes.ID` is about.
pub fn store_of(name: &str) -> Option<&str> {
    name.strip_prefix(GATE_MODES)?.strip_prefix('.').filter(|id| is_store(id))
}

/// Whether something has the form of a store's id.
pub(super) fn is_store(id: &str) -> bool {
    id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}
