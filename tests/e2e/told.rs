//! What the desktop is told of what waits: its number on the window's icon at all times, and nothing else while the person
//! looks at the window.
//!
//! Separate because nobody steers the window here. No dock listens either: what the window says on its bus is heard.

use crate::stage::Stage;
use memdesk_tests::Person;
use memdesk_tests::display::Running;
use memdesk_tests::programs::program;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const STORE: &str = "//- MEMORY.md\n- [One](one.md) — the first\n//- one.md\n---\nname: One\ndescription: the first\ntype: user\n---\n";

#[test]
fn the_icon_has_the_number_of_what_waits_in_every_store() {
    let person = Person::new();
    let (shop, other) = (person.remember("shop", STORE), person.remember("other", STORE));
    let stage = Stage::set(&person, 900, 600);
    let (heard, painted) = (person.home().join("heard"), person.home().join("painted"));
    let mut listen = stage.command(Path::new("dbus-monitor"));
    listen.args(["--session", "interface=org.freedesktop.Notifications"]);
    listen.arg("interface=com.canonical.Unity.LauncherEntry");
    listen.stdout(fs::File::create(&heard).expect("a file"));
    let _listener = Running::start(&mut listen, "dbus-bin");
    let mut window = stage.command(&program("memdesk-desktop"));
    window.arg(&shop).env("MEMDESK_PAINTED", &painted);
    let _window = Running::start(&mut window, "none, for cargo builds it");
    let until = |what: &str, holds: &dyn Fn(&str) -> bool| {
        let begun = Instant::now();
        loop {
            let heard = fs::read_to_string(&heard).unwrap_or_default();
            if holds(&heard) {
                return heard;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}: {heard}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until("something is on screen", &|_| painted.exists());
    // neither store was ever reviewed: two files each, then what comes, also where no store was before
    let mut count = 4;
    let counted = |count: usize| until("the number", &|heard| heard.contains(&format!("int64 {count}\n")));
    assert!(counted(count).contains("string \"application://Memdesk.desktop\""));
    for project in [&shop, &other, &person.project("fresh")] {
        let store = person.store(project);
        fs::create_dir_all(&store).expect("a store");
        fs::write(store.join("new.md"), "---\nname: n\ndescription: d\n---\nnew\n").expect("a file");
        count += 1;
        counted(count);
    }
    // a burst is over after two seconds, and the only window of this display has the focus
    std::thread::sleep(Duration::from_secs(4));
    assert!(!counted(count).contains("member=Notify"), "nothing is told to whoever looks");
}
