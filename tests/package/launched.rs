//! The package at work: installed in a clean root, launched from its desktop entry, and opened by links.
//!
//! Separate from `clean` because this knows what Memdesk shows. One test, since the root takes the longest. What it saw is
//! printed, and pictures are left in `tests/e2e/out`.

#[path = "../e2e/picture.rs"]
mod picture;

use crate::clean::{Root, Seat, until};
use crate::run;
use memdesk_tests::Person;
use memdesk_tests::display::Running;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Names a file that the window touches when its first index is on screen.
const PAINTED: &str = "MEMDESK_PAINTED";
const ONE: &str = "//- MEMORY.md\n- [One](one.md) — the first\n//- one.md\n---\nname: One\ndescription: the first\ntype: user\n---\n";
const TWO: &str = "//- MEMORY.md\n- [Two](two.md) — the second\n//- two.md\n---\nname: Two\ndescription: the second\ntype: user\n---\n";

#[tokio::test]
async fn it_is_launched_and_linked_to_where_nothing_else_is() {
    let root = Root::new();
    its_dependencies_are_all_it_needs(&root);
    the_desktop_knows_it(&root);
    it_opens_from_its_entry(&root);
    it_opens_by_a_link(&root);
    a_link_reaches_the_running_window(&root).await;
}

/// The loader found every library with what apt had installed for the package alone.
fn its_dependencies_are_all_it_needs(root: &Root) {
    let missing: Vec<&str> = root.installed.lines().filter(|line| line.contains("not found")).collect();
    assert!(missing.is_empty(), "Depends lacks what has {missing:?}");
    assert!(
        root.installed.contains("libwebkit2gtk-4.1.so.0 => "),
        "the loader was asked:\n{}",
        root.installed
    );
    let brought = root.installed.lines().filter(|line| line.starts_with("Setting up ")).count();
    println!("clean root: apt set up {brought} packages for memdesk, and every library is found");
}

/// The entry is in the desktop's own lists, as what opens links of ours.
fn the_desktop_knows_it(root: &Root) {
    let list = root.path("usr/share/applications/mimeinfo.cache");
    let list = std::fs::read_to_string(list).expect("the desktop's list of who opens what");
    assert!(list.contains("x-scheme-handler/memdesk=Memdesk.desktop"), "{list}");
    let seat = Seat::new(root, Person::new());
    let version = run(seat.command(false, "memdesk").arg("--version"));
    println!("clean root: {} answers without a network", version.trim());
    assert!(version.starts_with("memdesk "), "{version}");
}

fn it_opens_from_its_entry(root: &Root) {
    let (person, _, _) = somebody();
    let mark = person.home().join("painted");
    let seat = Seat::new(root, person);
    let entry = "/usr/share/applications/Memdesk.desktop";
    let _running = seat.desktop(&["gio", "launch", entry], &[(PAINTED, &mark)]);
    until("a window launched from the desktop entry has painted", || mark.exists());
    seen(&seat, "entry");
}

fn it_opens_by_a_link(root: &Root) {
    let (person, one, _) = somebody();
    let mark = person.home().join("painted");
    let seat = Seat::new(root, person);
    let _running = seat.desktop(&["gio", "open", &link(&one)], &[(PAINTED, &mark)]);
    until("a window launched by a link has painted", || mark.exists());
    seen(&seat, "link");
}

/// The words on screen, by a driver that runs in the clean root too: a network of its own is what it needs to be asked.
async fn a_link_reaches_the_running_window(root: &Root) {
    let (person, one, two) = somebody();
    let seat = Seat::new(root, person);
    let port = free_port();
    let mut driver = seat.command(true, "WebKitWebDriver");
    driver.env("TAURI_WEBVIEW_AUTOMATION", "true").arg("--host=127.0.0.1").arg(format!("--port={port}"));
    let _driver = Running::start(&mut driver, "webkit2gtk-driver");
    until("the driver listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    let wanted = serde_json::json!({
        "webkitgtk:browserOptions": { "binary": "/usr/bin/memdesk-desktop", "args": [link(&one)] }
    });
    let serde_json::Value::Object(wanted) = wanted else { panic!("capabilities are an object") };
    let web =
        WebDriver::new(&format!("http://127.0.0.1:{port}"), wanted).await.expect("a window that is driven");
    says(&web, "[One]").await;
    let linked = link(&two);
    let _second = seat.desktop(&["gio", "open", &linked], &[]);
    says(&web, "[Two]").await;
    println!("clean root: with [One] on screen, `gio open {linked}` brought [Two] into the same window");
    let wrong = format!("{}/nowhere", link(&two));
    let _third = seat.desktop(&["gio", "open", &wrong], &[]);
    says(&web, "is not a folder that can be opened").await;
    says(&web, "[Two]").await;
    println!("clean root: a link to a folder that is not there is said on screen");
    assert_eq!(web.windows().await.expect("the windows").len(), 1);
    seen(&seat, "linked");
    // a window that has already gone is as good
    let _ = web.quit().await;
}

/// Somebody with two projects.
fn somebody() -> (Person, std::path::PathBuf, std::path::PathBuf) {
    let person = Person::new();
    let (one, two) = (person.remember("one", ONE), person.remember("two", TWO));
    (person, one, two)
}

fn link(folder: &Path) -> String {
    format!("memdesk://open?path={}", folder.display().to_string().replace('/', "%2F"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// Waits until the page's text contains `part`.
async fn says(web: &WebDriver, part: &str) {
    let start = Instant::now();
    loop {
        let text = web.execute("return document.body.innerText", vec![]).await;
        let text = text.map(|answer| answer.json().to_string()).unwrap_or_default();
        if text.contains(part) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the page never says {part:?}: {text}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Keeps a picture of the display, and sees that there is something on it: several colours, none of which is nearly all.
fn seen(seat: &Seat<'_>, name: &str) {
    // the mark is made when the page is drawn; the display has it a moment later
    std::thread::sleep(Duration::from_secs(1));
    let file = picture::keep(&seat.display.frame(), name).expect("a picture of the display");
    let mut reader = png::Decoder::new(BufReader::new(File::open(&file).expect("the picture")))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("its size")];
    reader.next_frame(&mut pixels).expect("its pixels");
    let mut colours: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in pixels.as_chunks::<3>().0 {
        *colours.entry(*pixel).or_default() += 1;
    }
    let most = colours.values().max().copied().unwrap_or_default() * 300 / pixels.len().max(1);
    println!("display: {} colours, the commonest on {most} % of it: {}", colours.len(), file.display());
    assert!(colours.len() > 50 && most < 97, "the window is blank: {}", file.display());
}
