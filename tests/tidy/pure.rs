//! What the two pure rooms never do, and who may write to the disk.

use crate::none;
use crate::source::{Source, files, program};

/// The disk, the clock, the environment, other programs, the network, and whatever would make them async.
const OUTSIDE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::io",
    "std::thread",
    "std::os",
    "SystemTime",
    "Instant",
    "tokio",
    "tauri",
    "Timestamp::now",
    "Zoned::now",
    "async ",
    ".await",
];

/// Calls that change a file system.
const WRITES: &[&str] = &[
    "fs::write",
    "fs::rename",
    "fs::remove_",
    "fs::copy",
    "fs::create_dir",
    "fs::set_permissions",
    "fs::hard_link",
    "File::create",
    ".write(true)",
    ".append(true)",
    ".create(true)",
    ".create_new(true)",
    "fs::symlink(",
    "symlink(&",
    "unlink",
    "renameat",
    "mkdirat",
    "set_len",
    "NamedTempFile",
];

/// Files that may write, and what they write.
const WRITERS: &[(&str, &str)] = &[
    ("src-tauri/crates/store/", "the only room that writes into a store"),
    ("src-tauri/crates/ledger/", "its own repository in the data directory"),
    ("src-tauri/crates/sessions/src/schema.rs", "its own cache, which can be made again at any time"),
    ("src-tauri/crates/xtask/", "stamps and reports of the workshop"),
    ("src-tauri/crates/models/src/api/cached.rs", "answers of models, in the data directory"),
    (
        "src-tauri/crates/models/src/calibrate/stage.rs",
        "a home that is thrown away, for the client that is tried",
    ),
    (
        "src-tauri/crates/models/src/agent/client/folder.rs",
        "a copy in a temporary folder, for the client that works on it",
    ),
    (
        "src-tauri/crates/desk/src/gate/",
        "what waits for review, in the data directory; the hook, in the client's own settings",
    ),
    ("src-tauri/crates/desk/src/own.rs", "what is remembered and refused, in the data directory"),
    ("src-tauri/crates/desk/src/settings/file.rs", "the person's settings, in the data directory"),
    (
        "src-tauri/crates/desk/src/runs",
        "runs and what they propose, and a person's own instructions, in the data directory",
    ),
    ("src-tauri/crates/desk/src/sample.rs", "the sample, in a folder of its own in the data directory"),
    ("src-tauri/src/shell.rs", "the mark that the bench waits for"),
];

fn findings(sources: &[Source], words: &[&str], advice: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources {
        for (number, line) in file.shipped().lines().enumerate() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                found.push(format!("{}:{}: `{word}`: {advice}", file.path, number + 1));
            }
        }
    }
    found
}

#[test]
fn memdir_and_review_see_nothing_outside() {
    let mut sources = files("src-tauri/crates/memdir/src", &[".rs"]);
    sources.extend(files("src-tauri/crates/review/src", &[".rs"]));
    assert!(sources.len() > 4, "the pure rooms have moved: mend this test");
    none(
        "memdir and review are functions of bytes.",
        &findings(&sources, OUTSIDE, "take it as an argument, from `desk` or a door"),
    );
}

#[test]
fn only_the_store_writes() {
    let mut sources = program();
    sources.retain(|file| !WRITERS.iter().any(|(place, _)| file.path.starts_with(place)));
    none(
        "A store is written by `store` alone, file by file, after a check of what is there.",
        &findings(
            &sources,
            WRITES,
            "make it a Plan and let `store` apply it, or (own data, not a store) name the file in WRITERS with what it writes",
        ),
    );
}
