//! A second process at the same stores and the same ledger: the command line.
//!
//! Separate because it is another program, which crashes by itself. It answers, and never with a broken document.

use crate::paths::{Chance, fresh};
use crate::window::Window;
use crate::world::{STORES, World, oid};
use memdesk_tests::programs::program;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(crate) fn run(world: &World, window: &Window) {
    let mut chance = Chance::new(world.seed.wrapping_mul(31));
    let memdesk = program("memdesk");
    while !world.stopped() {
        for _ in 0..10 {
            std::thread::sleep(Duration::from_millis(300));
            if world.stopped() {
                return;
            }
        }
        let _turn = world.turn.read().unwrap_or_else(PoisonError::into_inner);
        let store = chance.below(STORES);
        if world.away.load(Ordering::Acquire) == store {
            continue;
        }
        let text = format!("---\nname: second\n---\n{}\n", fresh("second"));
        let words: &[&str] = match chance.below(12) {
            0 => &["stores"],
            1 => &["index"],
            2 => &["check"],
            3 => &["review"],
            4 => &["manifest"],
            5 => &["recall", "how is it made"],
            6 => &["log"],
            7 | 8 => &["write", "a1.md"],
            9 => &["undo"],
            10 => &["accept", "all"],
            _ => &["topics"],
        };
        let mut command = Command::new(&memdesk);
        command.env_clear().env("HOME", &world.home).current_dir(&world.home).arg("--json");
        command.arg("--root").arg(world.home.join("root")).arg("--data").arg(world.home.join("data"));
        command.arg("--store").arg(&world.stores[store]).args(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("memdesk starts");
        if let Some(mut to) = child.stdin.take() {
            // whoever does not want it closes its end
            let _ = to.write_all(text.as_bytes());
        }
        let out = child.wait_with_output().expect("it ends");
        let fault = world.fault.load(Ordering::Acquire);
        let whole = serde_json::from_slice::<serde_json::Value>(&out.stdout).is_ok();
        match out.status.code() {
            Some(code @ (0 | 1)) if whole => {
                world.count(&format!("command line: {} {code}", words.first().unwrap_or(&"")));
                if code == 0 && words.first() == Some(&"write") {
                    world.keep(oid(text.as_bytes()), "written-by-the-command-line", "a1.md");
                }
            }
            // changed meanwhile, or nothing to take back: said in a document too
            Some(2) if whole => {
                world.count(&format!("command line: {} refused", words.first().unwrap_or(&"")))
            }
            Some(2) if fault => world.count("command line: could not, while a fault was on"),
            _ => world.find(format!(
                "memdesk {} {}: {:?} {} ({} bytes on its output)",
                words.join(" "),
                fresh("run"),
                out.status,
                String::from_utf8_lossy(&out.stderr),
                out.stdout.len()
            )),
        }
        window.acted(std::iter::once(world.ids[store].clone()));
    }
}
