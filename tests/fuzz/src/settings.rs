//! A settings file of any bytes: what it says about memory, and the hook put in and taken out of it.

use memdesk_desk::{Desk, Options};
use memdesk_store::{Environment, git_root, settings};
use std::collections::BTreeMap;
use std::fs;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A home, its desk, and a project in it.
fn world() -> &'static (TempDir, Desk) {
    static WORLD: OnceLock<(TempDir, Desk)> = OnceLock::new();
    WORLD.get_or_init(|| {
        let home = tempfile::tempdir().expect("a temporary folder");
        for folder in ["root", "shop/.claude"] {
            fs::create_dir_all(home.path().join(folder)).expect("a folder");
        }
        let options = Options {
            root: Some(home.path().join("root")),
            data: Some(home.path().join("data")),
            ..Options::default()
        };
        let desk = Desk::open(options).expect("a desk");
        (home, desk)
    })
}

/// Reads the bytes as the settings of a person and of a project.
pub fn run(bytes: &[u8]) {
    let (home, desk) = world();
    let home = home.path();
    for file in ["root/settings.json", "shop/.claude/settings.json"] {
        fs::write(home.join(file), bytes).expect("a settings file");
    }
    let environment = Environment::new(home.to_path_buf(), BTreeMap::new(), Some(home.join("root")));
    let folder = home.join("shop");
    let answers = settings::read(&environment, &git_root::roots(&folder));
    let _ = (answers.memory(), answers.instead(&folder), answers.remote(&folder));
    let _ = desk.gate_installed();
    let _ = desk.gate_install_preview();
    if let Ok(change) = desk.gate_uninstall_preview() {
        // a line of ours may stand below any event, and in any spelling that JSON has
        let named = bytes.windows(7).any(|part| part == b"memdesk") || bytes.contains(&b'\\');
        assert!(named || change.diff.is_empty(), "where no hook is, none is taken out: {}", change.diff);
    }
}
