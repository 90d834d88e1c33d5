//! Stores that nobody made in good faith: each is opened and looked at in every way, by the desk and by the command line.
//!
//! Separate from `refusing`, which is about changes: here nothing is changed. What is law: no panic, a clear answer, at most
//! so many times as long as a plain store of the same size takes in the same run, and no more memory than is said here. The
//! heavy ones are left out of an ordinary run: `cargo test -p memdesk-tests --test flows hostile -- --ignored`.

mod bombs;
mod fields;
mod laid;

use memdesk_desk::view::{Failure, RecallAsk};
use memdesk_desk::{Desk, Options};
use memdesk_tests::{Person, programs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A hostile store may take so many times as long as a plain one of its size,
const TIMES: u32 = 25;
/// and this beside, for what does not depend on the size.
const BESIDE: Duration = Duration::from_secs(1);
/// The command line has so much address space, in KiB: less than a file of a gigabyte in memory would take,
const SPACE_KIB: usize = 900_000;
/// and so much more for each topic of a large store: its text, its row, and its row as JSON, some times over.
pub(crate) const TOPIC_KIB: usize = 20;
/// So many topics of a store are opened one by one.
const OPENED: usize = 25;

/// Somebody with an empty store.
pub(crate) struct Scene {
    person: Person,
    pub(crate) store: PathBuf,
}

impl Scene {
    pub(crate) fn new() -> Scene {
        let person = Person::new();
        let project = person.project("shop");
        person.session(&project, "how does the build work");
        let store = person.store(&project);
        std::fs::create_dir_all(&store).expect("the store");
        Scene { person, store }
    }

    pub(crate) fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let at = self.store.join(path);
        std::fs::create_dir_all(at.parent().unwrap_or(&at)).expect("a folder");
        std::fs::write(at, text).expect("a file");
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.person.home()
    }

    /// The desk on it, and the store's id.
    pub(crate) fn desk(&self) -> (Desk, String) {
        let options = Options {
            root: Some(self.person.root()),
            data: Some(self.person.data()),
            store: Some(self.store.clone()),
            ..Options::default()
        };
        let desk = Desk::open(options).expect("a desk");
        let id = desk.store_of(None).expect("its store");
        (desk, id)
    }

    /// Everything that a window asks of a store; how long it took. Every refusal says what and why.
    pub(crate) fn look(&self) -> Duration {
        let (desk, id) = self.desk();
        let begun = Instant::now();
        fn clear<T>(what: &str, answer: Result<T, Failure>) -> Option<T> {
            answer
                .map_err(|failure| {
                    let said = !failure.code.is_empty() && !failure.message.is_empty();
                    assert!(said, "{what} gives no clear answer: {failure:?}");
                })
                .ok()
        }
        clear("stores", desk.stores());
        clear("index", desk.index(&id));
        clear("manifest", desk.manifest(&id));
        clear("problems", desk.problems(&id));
        clear("review", desk.review(&id));
        clear("context", desk.context(&id));
        clear("open", desk.open_store(&id));
        let ask = RecallAsk {
            query: "how is the build made before a release".to_owned(),
            question: None,
            selector: "estimate".to_owned(),
            edit: None,
            surfaced: Vec::new(),
            dry_run: false,
        };
        clear("recall", desk.recall(&id, &ask, "t", &|_| {}));
        let topics = clear("topics", desk.topics(&id)).map_or_else(Vec::new, |list| list.topics);
        for row in topics.iter().take(OPENED) {
            clear(&row.path, desk.topic(&id, &row.path));
            clear(&row.path, desk.recalled(&id, &row.path));
        }
        begun.elapsed()
    }

    /// The same by the command line, which may not take more memory than is said above.
    pub(crate) fn ask(&self) {
        self.ask_with(SPACE_KIB);
    }

    /// The same with other room, in KiB.
    pub(crate) fn ask_with(&self, kib: usize) {
        for words in [
            &["topics"][..],
            &["index"],
            &["manifest"],
            &["check"],
            &["review"],
            &["recall", "how is the build made before a release"],
        ] {
            let memdesk = programs::program("memdesk");
            let mut command: Command = programs::ordinary(Path::new("prlimit"));
            command.env_clear().envs(self.person.env()).arg(format!("--as={}", kib * 1024)).arg(memdesk);
            let out = command
                .args(words)
                .arg("--json")
                .arg("--store")
                .arg(&self.store)
                .output()
                .expect("it starts");
            let err = String::from_utf8_lossy(&out.stderr);
            let whole = serde_json::from_slice::<serde_json::Value>(&out.stdout).is_ok();
            let clear = match out.status.code() {
                Some(0 | 1) => whole,
                Some(2) => err.trim_start().starts_with("memdesk: ") && !err.contains("panicked"),
                _ => false,
            };
            assert!(clear, "memdesk {words:?}: {:?}, {} bytes out, {err}", out.status, out.stdout.len());
        }
    }
}

/// How long a plain store of so many topics with so many bytes in each takes.
pub(crate) fn plain(topics: usize, bytes: usize) -> Duration {
    let scene = Scene::new();
    let mut index = String::new();
    let prose =
        "The build runs before every release, and who merges looks at it first.\n\n".repeat(bytes / 73 + 1);
    for n in 0..topics {
        index.push_str(&format!("- [Topic {n}](t{n}.md) — when it is about {n}\n"));
        let text = format!("---\nname: Topic {n}\ndescription: about {n}\ntype: project\n---\n\n{prose}");
        scene.put(&format!("t{n}.md"), text);
    }
    scene.put("MEMORY.md", index);
    scene.look()
}

/// The law of time.
#[allow(clippy::print_stdout, reason = "how much is left to the law")]
pub(crate) fn in_time(name: &str, took: Duration, plain: Duration) {
    println!("{name}: {took:?}, a plain store of its size {plain:?}");
    assert!(took <= plain * TIMES + BESIDE, "{name} took {took:?}, a plain store of its size {plain:?}");
}
