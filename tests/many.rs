//! A large config root, the same on every machine: what the bench reads.
//!
//! Separate from `person` because size is all that matters here. The text is nonsense of our own; sizes are those of
//! real memories: a topic of about 1.2 kB with frontmatter, an index line for each, one session a project.

use memdesk_memdir::slug::slug;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Words that the text is made of.
const WORDS: &[&str] = &[
    "build",
    "the",
    "release",
    "branch",
    "before",
    "merging",
    "prefers",
    "short",
    "answers",
    "integration",
    "tests",
    "run",
    "against",
    "a",
    "real",
    "database",
    "because",
    "mocks",
    "hid",
    "failure",
    "last",
    "quarter",
    "deploy",
    "on",
    "Thursday",
    "never",
    "Friday",
    "dashboard",
    "latency",
    "owner",
    "asks",
    "for",
    "migrations",
    "reviewed",
    "by",
    "two",
    "people",
    "cache",
    "token",
    "expires",
    "after",
    "an",
    "hour",
    "staging",
    "uses",
    "port",
    "where",
    "logs",
    "live",
    "in",
    "bucket",
    "rename",
    "module",
    "when",
    "done",
];
const TYPES: &[&str] = &["user", "feedback", "project", "reference"];

/// A small generator of numbers (SplitMix64): the same row for the same seed, everywhere.
pub struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = z ^ (z >> 31);
        usize::try_from(number % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    pub(crate) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }

    pub(crate) fn sentence(&mut self, words: usize) -> String {
        let mut text = String::new();
        for number in 0..words {
            text.push_str(if number == 0 { "" } else { " " });
            text.push_str(self.one(WORDS));
        }
        text
    }
}

/// What was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Made {
    /// Stores.
    pub stores: usize,
    /// Topics in all of them.
    pub topics: usize,
    /// Bytes of topics and indexes.
    pub bytes: usize,
}

/// Makes `stores` projects with `topics` topics each below the config root `root`.
///
/// # Errors
/// Those of the disk.
pub fn make(root: &Path, stores: usize, topics: usize) -> io::Result<Made> {
    let mut made = Made { stores, ..Made::default() };
    for store in 0..stores {
        let mut numbers = Numbers(u64::try_from(store).unwrap_or(0));
        let cwd = format!("/home/someone/code/{}-{store:04}", numbers.one(WORDS));
        let sessions = root.join("projects").join(slug(&cwd));
        let memory = sessions.join("memory");
        fs::create_dir_all(&memory)?;
        fs::write(
            sessions.join(format!("00000000-0000-4000-8000-{store:012}.jsonl")),
            session(&cwd, store, &mut numbers),
        )?;
        let mut index = String::from("# Memory\n\n");
        for topic in 0..topics {
            let name = format!(
                "{}-{}-{topic:02}",
                numbers.one(WORDS).to_lowercase(),
                numbers.one(WORDS).to_lowercase()
            );
            let text = self::topic(&name, &mut numbers);
            let _ = writeln!(index, "- [{name}]({name}.md) — {}", numbers.sentence(8));
            fs::write(memory.join(format!("{name}.md")), &text)?;
            made.topics += 1;
            made.bytes += text.len();
        }
        made.bytes += index.len();
        fs::write(memory.join("MEMORY.md"), index)?;
    }
    Ok(made)
}

/// A topic: four fields, then paragraphs of 300 to 2,100 bytes in all.
fn topic(name: &str, numbers: &mut Numbers) -> String {
    let (description, kind) = (numbers.sentence(10), numbers.one(TYPES));
    let mut text = format!("---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\n\n");
    let length = text.len() + 300 + numbers.below(1_500);
    while text.len() < length {
        let words = 20 + numbers.below(30);
        let _ = writeln!(text, "{}.\n", numbers.sentence(words));
    }
    text
}

/// A session as the client records it, a question and an answer some times over.
fn session(cwd: &str, number: usize, numbers: &mut Numbers) -> String {
    let mut rows = String::new();
    for turn in 0..8 {
        let (kind, words) = if turn % 2 == 0 { ("user", 12) } else { ("assistant", 120) };
        let row = serde_json::json!({
            "type": kind,
            "uuid": format!("1000{turn:04}-0000-4000-8000-{number:012}"),
            "sessionId": format!("00000000-0000-4000-8000-{number:012}"),
            "cwd": cwd,
            "version": "2.1.332",
            "timestamp": format!("2026-01-01T09:{turn:02}:00.000Z"),
            "message": { "role": kind, "content": numbers.sentence(words) },
        });
        let _ = writeln!(rows, "{row}");
    }
    rows
}

#[test]
fn the_same_everywhere() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let made = make(one.path(), 3, 50).unwrap();
    assert_eq!(made, make(two.path(), 3, 50).unwrap());
    assert_eq!((made.stores, made.topics), (3, 150), "no two topics of a store share a name");
    let mean = made.bytes / made.topics;
    assert!((1_000..1_500).contains(&mean), "{mean} bytes a topic");
}
