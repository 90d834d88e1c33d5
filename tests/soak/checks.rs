//! Is what is shown what is there, is what is there in the ledger, and is all that must be kept kept?
//!
//! Separate from `law`, which is the same question in a process of its own.

use crate::gauge::worked;
use crate::law::texts;
use crate::window::Window;
use crate::world::{World, oid};
use git2::{Oid, Repository};
use memdesk_ledger::Ledger;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// While everybody stands still: within `patience` of work (of waiting, ten times as long: others use the machine too) the
/// window shows what is on disk, and the ledger has it. From then on those bytes must be kept.
pub(crate) fn settled(world: &World, window: &Window, after: &str, patience: Duration) {
    let _still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    let (begun, had) = (Instant::now(), worked());
    let late = || worked().saturating_sub(had) > patience || begun.elapsed() > patience * 10;
    let mut open: Vec<usize> = (0..world.ids.len()).collect();
    let mut noted: Vec<usize> = open.clone();
    let mut shown = None;
    loop {
        open.retain(|store| !window.shows(&world.desk, &world.ids[*store]));
        if open.is_empty() {
            shown.get_or_insert_with(|| begun.elapsed());
            noted.retain(|store| !is_noted(world, *store));
        }
        if open.is_empty() && noted.is_empty() {
            break;
        }
        if late() {
            world.find(format!(
                "{after}: after {patience:?} the window does not show what is there of {open:?}, \
                 nor has the ledger that of {noted:?}; it says it is {}",
                window.watch()
            ));
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    if late() && open.is_empty() && noted.is_empty() {
        world.find(format!("{after}: it took {:?} until all was shown and noted", begun.elapsed()));
    }
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(0);
    world.count("checks that shown, disk and ledger are one");
    world.most("ms, the longest until they were", took);
    world.say(&format!("{after}: settled after {took} ms, shown after {:?}", shown.unwrap_or_default()));
    for store in (0..world.ids.len()).filter(|store| !noted.contains(store)) {
        each(&world.stores[store], "", &mut |path, bytes| {
            world.keep(oid(bytes), "stood-when-all-was-quiet", path);
            true
        });
    }
    world.flush();
}

/// Whether all of a store's own files are in the ledger as they are.
fn is_noted(world: &World, store: usize) -> bool {
    let dir = world.home.join("data/ledger.git");
    let Ok(Some(tip)) = Ledger::open_existing(&dir).and_then(|ledger| ledger.tip(&world.ids[store])) else {
        return each(&world.stores[store], "", &mut |_, _| false);
    };
    let repository = Repository::open_bare(&dir).expect("the ledger");
    let tip = Oid::from_str(&tip.to_string()).and_then(|oid| repository.find_commit(oid));
    let texts = texts(&repository, tip.expect("its last commit").tree_id(), &mut HashSet::new());
    each(&world.stores[store], "", &mut |_, bytes| texts.contains(&oid(bytes)))
}

/// Every memory file below a folder that is no link; stops at the first `false`.
pub(crate) fn each(dir: &Path, below: &str, see: &mut dyn FnMut(&str, &[u8]) -> bool) -> bool {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        let Ok(kind) = entry.file_type() else { continue };
        let good = if kind.is_dir() {
            each(&entry.path(), &format!("{path}/"), see)
        } else if kind.is_file() && path.ends_with(".md") {
            fs::read(entry.path()).map_or(true, |bytes| see(&path, &bytes))
        } else {
            true
        };
        if !good {
            return false;
        }
    }
    true
}

/// Asks in a process of its own, for the memory of this one is measured.
pub(crate) fn law(world: &World) {
    let _still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    world.flush();
    let own = std::env::current_exe().expect("this program");
    let out = std::process::Command::new(own).arg("--law").arg(&world.home).output().expect("it runs");
    let text = String::from_utf8_lossy(&out.stdout);
    world.say(text.lines().last().unwrap_or("the law said nothing"));
    world.count("checks that nothing is lost");
    if !out.status.success() {
        world.find(format!("the law: {text}{}", String::from_utf8_lossy(&out.stderr)));
    }
}
