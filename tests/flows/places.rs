//! Which store belongs to a folder: of a subdirectory, a worktree, behind a link, or named outright.

use crate::desk::Desk;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

const STORE: &str = "//- MEMORY.md\nthis is the shop's\n";

fn git(desk: &Desk, folder: &Path, words: &[&str]) {
    let status = Command::new("git")
        .current_dir(folder)
        .env_clear()
        .envs(desk.person.env())
        .args(["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "init.defaultBranch=main"])
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("git starts");
    assert!(status.success(), "git {words:?}");
}

#[test]
fn every_way_into_a_project_leads_to_its_store() {
    let desk = Desk::with(STORE);
    git(&desk, &desk.project, &["init"]);
    git(&desk, &desk.project, &["commit", "--allow-empty", "-m", "first"]);
    let below = desk.project.join("src/deep");
    std::fs::create_dir_all(&below).expect("a subdirectory");
    let worktree = desk.person.home().join("worktree");
    git(&desk, &desk.project, &["worktree", "add", &worktree.to_string_lossy()]);
    let link = desk.person.home().join("link");
    symlink(&desk.project, &link).expect("a link");
    for folder in [&desk.project, &below, &worktree, &link] {
        let said = desk.run_in(folder, &["index", "--json"], "");
        assert_eq!(said.json()["kept"], "this is the shop's", "in {}: {said:?}", folder.display());
        let path = folder.to_string_lossy();
        let said = desk.run_in(&desk.person.home(), &["index", &path, "--json"], "");
        assert_eq!(said.json()["kept"], "this is the shop's", "at {path}: {said:?}");
    }
}

#[test]
fn a_store_and_a_root_can_be_named() {
    let desk = Desk::with(STORE);
    let home = desk.person.home();
    let (store, root) = (desk.store.to_string_lossy(), desk.person.root());
    let said = desk.run_in(&home, &["index", "--store", &store, "--json"], "");
    assert_eq!(said.json()["kept"], "this is the shop's", "{said:?}");
    let elsewhere = home.join("elsewhere");
    std::fs::rename(&root, &elsewhere).expect("the root is moved");
    let said = desk.run(&["index", "--root", &elsewhere.to_string_lossy(), "--json"]);
    assert_eq!(said.json()["kept"], "this is the shop's", "{said:?}");
}
