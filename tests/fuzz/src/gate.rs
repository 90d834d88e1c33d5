//! A payload of any bytes to the hook, in a home of its own. `REAL` in it stands for that home, so that paths can lead to
//! a store. libFuzzer ends on any panic, also on one that the gate would have caught.

use memdesk_desk::{Options, gate};
use std::fs;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A config root with one store, and a place for the gate's own data.
fn home() -> &'static TempDir {
    static HOME: OnceLock<TempDir> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = tempfile::tempdir().expect("a temporary folder");
        let store = home.path().join("root/projects/-code-shop/memory");
        fs::create_dir_all(&store).expect("a store");
        fs::write(store.join("MEMORY.md"), "- [One](one.md) — the first\n").expect("an index");
        fs::write(store.join("one.md"), "---\nname: One\n---\nText.\n").expect("a topic");
        home
    })
}

/// Gives the bytes to the gate as the client's hook would.
pub fn run(bytes: &[u8]) {
    let home = home().path();
    let payload = match std::str::from_utf8(bytes) {
        Ok(text) => text.replace("REAL", &home.to_string_lossy()).into_bytes(),
        Err(_) => bytes.to_vec(),
    };
    let options =
        Options { root: Some(home.join("root")), data: Some(home.join("data")), ..Options::default() };
    if let Some(answer) = gate::answer(options, &payload) {
        serde_json::from_str::<serde_json::Value>(&answer).expect("an answer is JSON");
    }
}
