//! A killed program: `memdesk` as it is built, ended by SIGKILL before each of its file-system calls while it writes what
//! is taken, or writes back what is refused.
//!
//! Separate from the store's own crash test, which ends one door at its named steps: here the ledger, what the gate holds
//! and the store are changed by one program, and any call of any of them may be the last. No hook in the program helps:
//! `strace` counts its calls and ends it before the one that is named. The step after the kill is what a person does next:
//! looks, opens the window, says the same again, takes it back.
//!
//! A run over three files, one of each kind of change, is ended at every call; one over twenty at a sample of them, evenly
//! from the first to the last (`MEMDESK_EVERY_STEP=1`: at every one, which takes minutes).

use crate::hook::{Hook, files};
use memdesk_ledger::{CommitId, Ledger};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The calls that change a file system; of `openat` only those that make a file are a place to be killed at.
const CALLS: &str = "openat,write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,\
    ftruncate,fchmod,fchown,utimensat,fsync,fdatasync";
/// Of a run over many files, about so many calls.
const SAMPLE: usize = 16;
/// Longer than a piece of one write, so that a file could be torn.
const LONG: usize = 70_000;

/// What is ended in the middle.
#[derive(Clone, Copy, Debug)]
enum What {
    /// Taking what the gate holds.
    Take,
    /// Refusing what is on disk.
    Refuse,
}

impl What {
    fn words(self) -> &'static [&'static str] {
        match self {
            What::Take => &["accept", "all"],
            What::Refuse => &["reject", "all", "--even-if-active"],
        }
    }
}

/// A call of the program: by its name, and the how manieth of that name it is.
struct Step {
    call: String,
    nth: usize,
}

/// The bytes of a file; none: there is none.
type Bytes = Option<Vec<u8>>;

/// A store in which something waits, and every file of it before and after it is decided.
struct World {
    hook: Hook,
    what: What,
    id: String,
    states: BTreeMap<String, [Bytes; 2]>,
    /// A copy of all that the program may change.
    copy: tempfile::TempDir,
}

/// File `n` as it was accepted, and as it was proposed: new, gone, long, or with another word.
fn file(n: usize) -> (String, [Bytes; 2]) {
    let name = if n % 5 == 4 { format!("sub/t{n}.md") } else { format!("t{n}.md") };
    let text = |word: &str| Some(format!("---\nname: t{n}\ndescription: d\n---\n{word} {n}\n").into_bytes());
    let long = |letter: u8| Some([vec![letter; LONG], b"\n".to_vec()].concat());
    let states = match n % 4 {
        0 => [text("old"), text("new")],
        1 => [long(b'o'), long(b'n')],
        2 => [text("old"), None],
        _ => [None, text("new")],
    };
    (name, states)
}

impl World {
    fn new(what: What, count: usize) -> World {
        let hook = Hook::with("//- MEMORY.md\n- nothing\n");
        let mut states: BTreeMap<String, [Bytes; 2]> = (0..count).map(file).collect();
        for (path, [old, _]) in &states {
            put(&hook.path(path), old);
        }
        hook.run(&["accept", "all"]);
        for (path, [_, new]) in &states {
            let at = hook.path(path);
            match (what, new) {
                (What::Refuse, new) => put(&at, new),
                (What::Take, Some(text)) => {
                    hook.run(&["gate", "mode", "hold"]);
                    let text = String::from_utf8_lossy(text);
                    assert!(hook.denied("Write", json!({ "file_path": at, "content": text })));
                }
                (What::Take, None) => {
                    hook.run(&["gate", "mode", "hold"]);
                    assert!(hook.denied("Bash", json!({ "command": format!("rm {}", at.display()) })));
                }
            }
        }
        if matches!(what, What::Refuse) {
            states.values_mut().for_each(|states| states.reverse());
        }
        let (_, id) = hook.desk();
        let copy = tempfile::tempdir().expect("a folder");
        let world = World { hook, what, id, states, copy };
        for (name, from) in world.folders() {
            cp(&from, &world.copy.path().join(name));
        }
        world
    }

    fn folders(&self) -> [(&'static str, PathBuf); 2] {
        [("store", self.hook.store.clone()), ("data", self.hook.data())]
    }

    /// Everything as it was before the decision.
    fn restore(&self) {
        for (name, to) in self.folders() {
            std::fs::remove_dir_all(&to).expect("it was there");
            cp(&self.copy.path().join(name), &to);
        }
    }

    fn ledger(&self) -> PathBuf {
        self.hook.data().join("ledger.git")
    }

    /// The decision, under `strace`.
    fn traced(&self, calls: &str, options: &[&str]) -> std::process::ExitStatus {
        let plain = self.hook.command(self.what.words());
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-e"]).arg(format!("trace={calls}")).args(options);
        command.arg(plain.get_program()).args(plain.get_args());
        command.env_clear().envs(self.hook.person.env()).current_dir(&self.hook.project);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect(
            "strace is needed, and starts: it is a package of every system (`apt-get install strace`)",
        )
    }

    /// The calls of the whole decision that it is to be ended at.
    fn steps(&self) -> Vec<Step> {
        let log = self.copy.path().join("trace");
        let status = self.traced(CALLS, &["-o", &log.to_string_lossy()]);
        assert!(status.success(), "{status}");
        self.assert_all(1, "not killed");
        let log = std::fs::read_to_string(log).expect("what strace wrote");
        let calls = log.lines().filter(|line| !line.contains("+++"));
        let first = log.split(' ').next().unwrap_or_default();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut steps = Vec::new();
        for line in calls {
            assert!(line.starts_with(first), "more than one thread writes: {line}");
            let call = line.split([' ', '(']).find(|word| CALLS.split(',').any(|call| call == *word));
            let call = call.unwrap_or_else(|| panic!("no call: {line}"));
            let nth = counts.entry(call).or_default();
            *nth += 1;
            if call != "openat" || line.contains("O_CREAT") {
                steps.push(Step { call: call.to_owned(), nth: *nth });
            }
        }
        let in_store = log.lines().filter(|line| line.contains(memdesk_store::apply::TEMP_SUFFIX)).count();
        assert!(in_store >= 2 * self.states.len(), "{log}");
        steps
    }

    /// Every file is as before the decision (0) or as after it (1).
    fn assert_all(&self, which: usize, at: &str) {
        let now = files(&self.hook.store);
        for (path, states) in &self.states {
            assert!(now.get(path) == states[which].as_ref(), "{at}: {path} is not as it should be");
        }
        assert_eq!(
            now.len(),
            1 + self.states.values().filter(|states| states[which].is_some()).count(),
            "{at}"
        );
    }

    /// Ends the decision before a call, and looks at what is left. False when it came to its end before: how often it opens
    /// a file to read differs a little.
    fn kill(&self, Step { call, nth }: &Step) -> bool {
        let at = format!("{:?}, {} files, {call} no. {nth}", self.what, self.states.len());
        let at = at.as_str();
        self.restore();
        let inject = format!("inject={call}:signal=KILL:when={nth}");
        let status = self.traced(call, &["-o", "/dev/null", "-e", &inject]);
        if status.success() {
            self.assert_all(1, at);
            return false;
        }
        assert_eq!(status.signal(), Some(9), "{at}: {status}");
        // before anybody looks: old or new, and nothing but what is swept
        self.assert_whole(at, true);
        self.assert_git(at);
        // whoever only looks is answered, and changes nothing
        let queue: Value = serde_json::from_str(&self.hook.run(&["review", "--json"])).expect("JSON");
        assert!(queue["proposals"].is_array(), "{at}");
        self.hook.run(&["log"]);
        // the window opens: what was left is settled
        let desk = Arc::new(self.hook.desk().0);
        desk.watch(|_| ());
        let until = Instant::now() + Duration::from_secs(20);
        while let Err(why) = self.settled() {
            assert!(Instant::now() < until, "{at}: {why}");
            std::thread::sleep(Duration::from_millis(15));
        }
        drop(desk);
        self.assert_whole(at, false);
        // the same again, to its end
        self.hook.run(self.what.words());
        self.assert_all(1, at);
        let (desk, id) = self.hook.desk();
        assert_eq!(desk.review(&id).expect("a queue").files, 0, "{at}: nothing waits any more");
        assert_eq!(desk.gate_status(&id).expect("the gate").held, 0, "{at}");
        // and back: in one piece or in two, as it was done
        let undone =
            (0..3).take_while(|_| self.hook.command(&["undo"]).output().expect("undo").status.success());
        let undone = undone.take_while(|_| !self.is_all(0)).count();
        assert!(undone <= 1, "{at}: more than two pieces");
        self.assert_all(0, at);
        assert_eq!(desk.review(&id).expect("a queue").files, self.states.len(), "{at}: all wait again");
        self.assert_git(at);
        true
    }

    fn is_all(&self, which: usize) -> bool {
        let now = files(&self.hook.store);
        self.states.iter().all(|(path, states)| now.get(path) == states[which].as_ref())
    }

    /// Each file has the bytes of before or of after; beside them is nothing, or what the next sweep takes.
    fn assert_whole(&self, at: &str, leftovers: bool) {
        let now = files(&self.hook.store);
        for (path, states) in &self.states {
            assert!(states.iter().any(|bytes| bytes.as_ref() == now.get(path)), "{at}: {path} is torn");
        }
        let known = |path: &str| path == "MEMORY.md" || self.states.contains_key(path);
        let odd: Vec<&String> = now
            .keys()
            .filter(|path| !(known(path) || leftovers && path.ends_with(memdesk_store::apply::TEMP_SUFFIX)))
            .collect();
        assert!(odd.is_empty(), "{at}: {odd:?}");
    }

    /// Plain git finds no fault with the ledger.
    fn assert_git(&self, at: &str) {
        let said = git(&self.ledger(), &["fsck", "--strict", "--no-dangling"]);
        assert!(said.status.success(), "{at}: {}", String::from_utf8_lossy(&said.stderr));
    }

    /// Nothing is left of the crash, and `observed` says of every file what is on disk; the error: what is not so yet.
    fn settled(&self) -> Result<(), String> {
        let ledger = Ledger::open_existing(&self.ledger()).map_err(|error| error.to_string())?;
        let tip: CommitId = ledger.tip(&self.id).map_err(|error| error.to_string())?.ok_or("no branch")?;
        let now = files(&self.hook.store);
        let held = self.hook.held();
        for (path, [before, _]) in &self.states {
            let seen = ledger.file_at(&tip, path).map_err(|error| error.to_string())?;
            if seen.as_ref() != now.get(path) {
                return Err(format!("the ledger is wrong about {path}"));
            }
            let waits = now.get(path) == before.as_ref();
            if matches!(self.what, What::Take) && held.contains_key(path) != waits {
                return Err(format!("the gate is wrong about {path}"));
            }
        }
        if now.keys().any(|path| path.ends_with(memdesk_store::apply::TEMP_SUFFIX)) {
            return Err("a temporary file is left".to_owned());
        }
        let intent = self.ledger().join("refs/memdesk").join(&self.id).join("intent");
        if intent.exists() { Err("the operation is not settled".to_owned()) } else { Ok(()) }
    }
}

fn put(at: &Path, bytes: &Bytes) {
    match bytes {
        Some(bytes) => {
            std::fs::create_dir_all(at.parent().unwrap_or(at)).expect("a folder");
            std::fs::write(at, bytes).expect("a file");
        }
        None if at.exists() => std::fs::remove_file(at).expect("a file less"),
        None => {}
    }
}

fn cp(from: &Path, to: &Path) {
    // the times are those of now: what is not older than a minute is brought to the disk by the program
    let status = Command::new("cp").args(["-r", "--preserve=mode"]).arg(from).arg(to).status().expect("cp");
    assert!(status.success());
}

fn git(dir: &Path, words: &[&str]) -> std::process::Output {
    Command::new("git").arg("--git-dir").arg(dir).args(words).output().expect("git is needed")
}

/// Ends a decision at each step that `wanted` picks. Two at a time, each in a home of its own.
fn killed(what: What, count: usize, wanted: impl Fn(Vec<Step>) -> Vec<Step> + Sync) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            let wanted = &wanted;
            scope.spawn(move || {
                let world = World::new(what, count);
                let steps = wanted(world.steps());
                let own = steps.iter().skip(half).step_by(2);
                let whole = own.filter(|step| !world.kill(step)).count();
                assert!(whole * 20 <= steps.len(), "{whole} of {} were not killed", steps.len());
            });
        }
    });
}

fn sample(steps: Vec<Step>) -> Vec<Step> {
    if std::env::var_os("MEMDESK_EVERY_STEP").is_some() {
        return steps;
    }
    let every = (steps.len() / SAMPLE).max(1);
    steps.into_iter().skip(every / 2).step_by(every).collect()
}

#[test]
fn killed_at_any_call_while_three_are_taken() {
    killed(What::Take, 3, |steps| steps);
}

#[test]
fn killed_at_any_call_while_three_are_written_back() {
    killed(What::Refuse, 3, |steps| steps);
}

#[test]
fn killed_while_twenty_are_taken() {
    killed(What::Take, 20, sample);
}

#[test]
fn killed_while_twenty_are_written_back() {
    killed(What::Refuse, 20, sample);
}
