//! What is wrong with a store, as data. A problem is never an error.
//!
//! What is found in the index is in `index`, in topics in `topics`, in the store as a whole in `store`, by comparing topics in `alike`; the English
//! sentences are in `wording`. Looks at a [`Reading`] only, never at files.

mod alike;
mod index;
mod store;
mod topics;
mod wording;

pub use alike::look_alikes;
pub(crate) use topics::kind_word;
pub use wording::grouped;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

use crate::INDEX_NAME;
use crate::reading::Reading;

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Something does not work as its writer meant.
    Warning,
    /// Memory is lost to the client, or may mislead it.
    Error,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Problem {
    /// What kind.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// The file, relative to the store; empty for the store itself.
    pub path: String,
    /// 1-based line in that file.
    pub line: Option<u32>,
    /// What the sentence for a person is made of, by name; the window words it in the person's language.
    pub args: BTreeMap<String, String>,
    /// The edits that mend it, when there is one that is surely right.
    pub fix: Option<crate::Edit>,
}

/// Kinds of findings. On the wire in kebab-case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The index is over a limit: the client cuts it. args: lines, cut-lines, limit (lines|chars), entries (lost).
    Truncated,
    /// The index is over 80 % of a limit. args: used, limit, unit (lines|chars).
    NearLimit,
    /// An index entry leads to no file. args: target.
    Dangling,
    /// A listed topic that no index entry leads to.
    Orphan,
    /// Two index entries lead to the same topic. args: target, first (line).
    DuplicateEntry,
    /// Two topics have the same name. args: name, other (path).
    DuplicateName,
    /// The topic has no type.
    MissingType,
    /// The type is none of the four. args: type.
    InvalidType,
    /// The topic has no description: the selector sees only its file name.
    NoDescription,
    /// The frontmatter is no YAML that the client can read, or is not closed within 30 lines. args: why.
    UnparsableFrontmatter,
    /// The description has a line end: it can forge further lines of the listing.
    MultilineDescription,
    /// Over 4,096 bytes or 200 lines: a recalled body is cut. args: bytes, lines, limit (bytes|lines).
    TooLong,
    /// A hook of over 200 characters. args: length.
    LongHook,
    /// A hook that only repeats the description. args: target.
    RepeatedHook,
    /// A heading of the index without an entry under it. args: title.
    EmptySection,
    /// A `[[link]]` that leads to no topic. args: name.
    BrokenLink,
    /// Invisible or direction-changing characters. args: count, kinds, first (U+XXXX).
    InvisibleCharacters,
    /// Two projects share this store's slug. args: paths.
    Collision,
    /// Over 200 topics: the oldest are not offered to the selector. args: count, limit.
    BeyondListing,
    /// A file that cannot be read, a FIFO, a link out of the store, a name that is not UTF-8, … args: why.
    Odd,
    /// Bytes that are not UTF-8: the client sees replacement characters.
    NotUtf8,
    /// Two files whose names differ only in case: one of them is lost on macOS and Windows. args: other.
    CaseTwin,
    /// Something that looks like a key, a token or a password. args: count, rule (that found the first), masked (its beginning).
    Secret,
    /// Most of what the topic says stands in another too. args: other (path), percent.
    LookAlike,
}

impl Code {
    /// Every kind.
    pub const ALL: [Code; 24] = [
        Code::Truncated,
        Code::NearLimit,
        Code::Dangling,
        Code::Orphan,
        Code::DuplicateEntry,
        Code::DuplicateName,
        Code::MissingType,
        Code::InvalidType,
        Code::NoDescription,
        Code::UnparsableFrontmatter,
        Code::MultilineDescription,
        Code::TooLong,
        Code::LongHook,
        Code::RepeatedHook,
        Code::EmptySection,
        Code::BrokenLink,
        Code::InvisibleCharacters,
        Code::Collision,
        Code::BeyondListing,
        Code::Odd,
        Code::NotUtf8,
        Code::CaseTwin,
        Code::Secret,
        Code::LookAlike,
    ];

    /// How much it matters, where nothing makes it worse.
    pub fn severity(self) -> Severity {
        match self {
            Code::Truncated
            | Code::UnparsableFrontmatter
            | Code::MultilineDescription
            | Code::Collision
            | Code::BeyondListing
            | Code::Secret => Severity::Error,
            Code::Dangling
            | Code::Orphan
            | Code::NearLimit
            | Code::DuplicateName
            | Code::InvalidType
            | Code::NoDescription
            | Code::TooLong
            | Code::BrokenLink
            | Code::InvisibleCharacters
            | Code::Odd
            | Code::NotUtf8
            | Code::CaseTwin => Severity::Warning,
            Code::DuplicateEntry
            | Code::MissingType
            | Code::LongHook
            | Code::RepeatedHook
            | Code::EmptySection
            | Code::LookAlike => Severity::Info,
        }
    }
}

/// Everything that is wrong with a store: the worst first, then by path and line. `now_ns` (nanoseconds since the Unix
/// epoch) is the moment of asking. A collision is known only to whoever sees other stores: [`Problem::collision`].
///
/// Topics that say much the same are not among them, for that is work: [`look_alikes`].
///
/// A mend has no `base`: tie it to the snapshot with [`Edit::based_on`] before it is handed on.
pub fn problems(reading: &Reading, now_ns: i128) -> Vec<Problem> {
    let mut out = Vec::new();
    index::find(reading, &mut out);
    topics::find(reading, now_ns, &mut out);
    store::find(reading, &mut out);
    out.sort_by(|a, b| {
        (b.severity.cmp(&a.severity))
            .then_with(|| a.path.cmp(&b.path))
            .then(a.line.cmp(&b.line))
            .then(a.code.cmp(&b.code))
    });
    out
}

impl Problem {
    /// Projects (their labels) that share this store, because the client makes the same slug of all of them.
    pub fn collision(projects: &[String]) -> Problem {
        Problem::new(Code::Collision, "").with("paths", projects.join(", "))
    }

    fn new(code: Code, path: &str) -> Problem {
        let path = path.to_owned();
        Problem { code, severity: code.severity(), path, line: None, args: BTreeMap::new(), fix: None }
    }

    fn in_index(code: Code, line: usize) -> Problem {
        Problem::new(code, INDEX_NAME).at(line)
    }

    fn with(mut self, name: &str, value: impl ToString) -> Problem {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }

    fn at(mut self, line: usize) -> Problem {
        self.line = u32::try_from(line).ok();
        self
    }
}
