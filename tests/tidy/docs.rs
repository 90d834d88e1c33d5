//! The documents agree with the tree: links lead somewhere, rooms are on the map, commands exist.

use crate::none;
use crate::source::{Source, files, root};

fn documents() -> Vec<Source> {
    let mut found = files("", &[".md"]);
    // what the sample remembers is no document of ours; neither are a client's memories in a test, or what a model is told
    let other = ["/sample/", "/fixtures/", "/desk/src/runs/"];
    found.retain(|file| !other.iter().any(|place| file.path.contains(place)));
    found
}

#[test]
fn links_lead_somewhere() {
    let mut findings = Vec::new();
    for file in documents() {
        let folder = root().join(&file.path);
        for link in file.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let outside = path.is_empty() || path.contains("://") || path.starts_with("mailto:");
            if !outside && !folder.with_file_name(path).exists() {
                findings.push(format!("{}: `{link}` leads nowhere", file.path));
            }
        }
    }
    none("Links between documents hold.", &findings);
}

#[test]
fn every_room_is_on_the_map() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rooms = std::fs::read_dir(root().join("src-tauri/crates")).expect("the rooms");
    let findings: Vec<String> = rooms
        .flatten()
        .map(|room| format!("crates/{}/", room.file_name().to_string_lossy()))
        .filter(|room| !map.contains(room))
        .map(|room| format!("{room} is not in ARCHITECTURE.md: say in a line what it is"))
        .collect();
    none("ARCHITECTURE.md names every room.", &findings);
}

#[test]
fn commands_in_documents_exist() {
    let workshop =
        std::fs::read_to_string(root().join("src-tauri/crates/xtask/src/main.rs")).expect("the workshop");
    let mut findings = Vec::new();
    for file in documents() {
        for rest in file.text.split("cargo xtask ").skip(1) {
            let command: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            if !command.is_empty() && !workshop.contains(&format!("\"{command}\" =>")) {
                findings.push(format!("{}: there is no `cargo xtask {command}`", file.path));
            }
        }
    }
    none("What a document says to run can be run.", &findings);
}
