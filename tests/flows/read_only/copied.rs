//! Somebody else's copy, whose projects are not on this machine, in directories that cannot be written.

use super::{STORE, tree, unchanged, used};
use crate::desk::Desk;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Everything below a folder loses its rights to be written.
fn lock(dir: &Path, writable: bool) {
    let (dirs, files) = if writable { (0o755, 0o644) } else { (0o555, 0o444) };
    for path in tree(&[dir]).into_keys() {
        let mode = if path.is_dir() { dirs } else { files };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    }
}

#[test]
fn somebody_elses_copy_is_looked_at_where_nothing_can_be_written() {
    let theirs = used();
    let here = Desk::with(STORE);
    let copy = here.person.home().join("copy");
    let copied = std::process::Command::new("cp").arg("-a").arg(theirs.person.root()).arg(&copy).status();
    assert!(copied.expect("cp").success());
    let project = theirs.project.to_string_lossy().into_owned();
    let slug = theirs.store.parent().and_then(Path::file_name).expect("a slug").to_owned();
    let store = copy.join("projects").join(slug).join("memory").to_string_lossy().into_owned();
    drop(theirs); // and with it the folders that the sessions name
    lock(&copy, false);
    let data = here.person.home().join("locked");
    std::fs::create_dir(&data).expect("a folder");
    lock(&data, false);
    let dirs = [&copy as &Path, &data];
    let before = tree(&dirs);
    for data in [&data, &data.join("not-there")] {
        let options = ["--read-only", "--root", &copy.to_string_lossy(), "--data", &data.to_string_lossy()];
        let run = |words: &[&str]| here.run(&[&options[..], words].concat());
        let stores = run(&["stores", "--json"]).json();
        assert_eq!(stores["stores"][0]["project"], json!(project), "told by its sessions");
        let options = [&options[..], &["--store", &store]].concat();
        for words in [
            &["index"][..],
            &["topics"],
            &["manifest"],
            &["queries"],
            &["recall", "how do tokens work"],
            &["check", "--level", "error"],
            &["review"],
            &["log"],
            &["search", "changed"],
            &["gate", "status"],
            &["settings"],
        ] {
            let said = here.run(&[&options[..], words].concat());
            assert_eq!(said.status, 0, "{words:?}: {said:?}");
        }
        let said = here.run(&[&options[..], &["accept", "all"]].concat());
        assert_eq!(said.status, 2, "{said:?}");
        let queries = here.run(&[&options[..], &["queries", "--json"]].concat()).json();
        assert_eq!(queries["queries"].as_array().map(Vec::len), Some(1), "{queries}");
    }
    unchanged(&before, &dirs, "looking");
    lock(&copy, true);
    lock(&data, true);
}
