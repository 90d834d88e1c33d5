//! Where memory is, against what a real client said (`tests/golden/locate.json`), and what can be found from the root.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod machine;

use machine::Machine;
use memdesk_memdir::slug::{hashed, slug};
use memdesk_store::settings::Memory;
use memdesk_store::{FolderStores, Layout, Place, Scope, of_folder};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn as_the_client_says() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/locate.json");
    let golden: Value = serde_json::from_slice(&fs::read(golden).unwrap()).unwrap();
    let mut wrong = Vec::new();
    for case in golden["cases"].as_array().unwrap() {
        let machine = Machine::new();
        for (path, what) in case["tree"].as_object().unwrap() {
            match what.get("link").and_then(Value::as_str) {
                Some(to) => machine.link(path, to),
                None => machine.put(path, what.as_str().unwrap()),
            }
        }
        let vars = case["env"].as_object().into_iter().flatten();
        let vars: Vec<(&str, &str)> =
            vars.map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect();
        if let Some(agent) = case["agent"].as_str() {
            fs::create_dir_all(machine.text(agent)).unwrap();
        }
        let folder = machine.path(case["cwd"].as_str().unwrap());
        let found = of_folder(&machine.environment(&vars), &folder);
        if let Some(why) = differs(&machine, case, &found) {
            wrong.push(format!("{}: {why}", case["name"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What of a case is not as the client said.
fn differs(machine: &Machine, case: &Value, found: &FolderStores) -> Option<String> {
    let text = |value: &Value| value.as_str().map(|text| machine.text(text));
    let differ =
        |ours: String, theirs: String| (ours != theirs).then(|| format!("{ours}, the client {theirs}"));
    let on = found.memory == Memory::On;
    let path = |place: &Place| place.dir.to_string_lossy().into_owned();
    if let Some(store) = case.get("store") {
        let ours = on.then(|| path(&found.project));
        return differ(format!("{ours:?}"), format!("{:?}", text(store)));
    }
    if let Some(agent) = case.get("agent") {
        let ours = found.others.iter().find(|place| on && place.name == "helper").map(path);
        return differ(format!("{ours:?}"), format!("{:?}", text(agent)));
    }
    let theirs =
        case["context"].as_array()?.iter().map(|path| machine.path(path.as_str().unwrap())).collect();
    let ours = found.context.iter().filter(|file| !file.conditional).map(|file| file.path.clone()).collect();
    differ(format!("{:?}", rules_sorted(ours)), format!("{:?}", rules_sorted(theirs)))
}

/// Rules of one directory load in any order.
fn rules_sorted(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let dir = |path: &PathBuf| path.to_string_lossy().split_once("/rules/").map(|(dir, _)| dir.to_owned());
    for run in paths.chunk_by_mut(|a, b| dir(a).is_some() && dir(a) == dir(b)) {
        run.sort();
    }
    paths
}

#[test]
fn every_kind_of_store_is_found_from_the_root() {
    let machine = Machine::new();
    machine.worktree("shop", "shop-wt");
    let main = machine.session("shop");
    let tree = machine.session("shop-wt");
    fs::create_dir_all(main.join("memory/team")).unwrap();
    fs::create_dir_all(main.join("memory/logs/2026/01")).unwrap();
    fs::create_dir_all(tree.join("5f0c/session-memory")).unwrap();
    fs::write(tree.join("5f0c/session-memory/summary.md"), "s").unwrap();
    fs::create_dir_all(main.join("no-session/session-memory")).unwrap();
    machine.put("home/.claude/agent-memory/helper/MEMORY.md", "");
    machine.put("shop-wt/.claude/agent-memory/reviewer/MEMORY.md", "");
    machine.put("shop/.claude/agent-memory-local/tester/MEMORY.md", "");
    let other = hashed(&machine.path("shop").to_string_lossy());
    machine.put(&format!("home/.claude/projects/{other}/memory/MEMORY.md"), "");
    machine.put("home/.claude/projects/-somewhere-gone/memory/MEMORY.md", "");
    machine.put("own-memory/MEMORY.md", "");
    machine.put("desk/.claude/settings.local.json", r#"{"autoMemoryDirectory":"$B/own-memory"}"#);
    machine.session("desk");
    machine.put("cowork/MEMORY.md", "");
    let found = machine.all(&[("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", "$B/cowork/")]);
    let line = |place: &Place| {
        let short =
            |path: &Path| path.strip_prefix(&machine.base).unwrap_or(path).to_string_lossy().into_owned();
        let own = slug(&format!("{}/", machine.base.display()));
        let dir = short(&place.dir).replace(&own, "-B-").replace(&other, "HASH");
        let project = place.project.as_deref().map(short).unwrap_or_default();
        format!("{:?} {:?} {} [{}] {}", place.scope, place.layout, place.name, project, dir)
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    expect_test::expect![[r#"
        Project Slug -somewhere-gone [] home/.claude/projects/-somewhere-gone/memory
        Project Override cowork [] cowork
        Project Setting desk [desk] own-memory
        Project Slug shop [shop] home/.claude/projects/-B-shop/memory
        Project Hashed shop [shop] home/.claude/projects/HASH/memory
        AgentUser Slug helper [] home/.claude/agent-memory/helper
        AgentProject Slug reviewer [shop-wt] shop-wt/.claude/agent-memory/reviewer
        AgentLocal Slug tester [shop] shop/.claude/agent-memory-local/tester
        Team Slug shop [shop] home/.claude/projects/-B-shop/memory/team
        Summary Slug 5f0c [shop-wt] home/.claude/projects/-B-shop-wt/5f0c/session-memory
        Log Slug shop [shop] home/.claude/projects/-B-shop/memory/logs"#]]
    .assert_eq(&lines.join("\n"));
    let ids: std::collections::BTreeSet<&str> = found.iter().map(|place| place.id.as_str()).collect();
    assert_eq!(ids.len(), found.len());
    assert!(ids.iter().all(|id| id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit())));
}

#[test]
fn projects_with_one_slug_collide_but_checkouts_of_one_repository_do_not() {
    let machine = Machine::new();
    machine.worktree("shop", "shop-wt");
    machine.put("shop/sub/", "");
    for cwd in ["shop", "shop-wt", "shop/sub"] {
        fs::create_dir_all(machine.session(cwd).join("memory")).unwrap();
    }
    // two Chinese names of one length
    let dir = machine.session("工作");
    fs::create_dir_all(dir.join("memory")).unwrap();
    let both = format!("{}\n{}\n", machine.path("生活").display(), machine.path("工作").display());
    fs::write(dir.join("cwds"), both).unwrap();
    let found = machine.all(&[]);
    let collides = |project: &str| {
        let place =
            found.iter().find(|place| place.project.as_deref() == Some(&machine.path(project))).unwrap();
        place.collides.clone()
    };
    assert_eq!(collides("shop"), [] as [PathBuf; 0]);
    assert_eq!(collides("生活"), [machine.path("生活"), machine.path("工作")]);
}

#[test]
fn a_path_is_recorded_or_unknown_never_guessed() {
    let machine = Machine::new();
    let dir = machine.path("home/.claude/projects").join(slug(&machine.path("a-b").to_string_lossy()));
    fs::create_dir_all(dir.join("memory")).unwrap();
    machine.put("a/b/", "");
    assert_eq!(machine.all(&[])[0].project, None);
    // the client's state file may know what no session does any more
    machine.put("home/.claude.json", r#"{"projects":{"$B/a-b":{},"/elsewhere":{}},"other":7}"#);
    assert_eq!(machine.all(&[])[0].project, Some(machine.path("a-b")));
    for broken in ["", "{", "[]", "{\"projects\":7}", "\u{0}"] {
        machine.put("home/.claude.json", broken);
        assert_eq!(machine.all(&[])[0].project, None, "{broken:?}");
    }
}

#[test]
fn looking_creates_nothing_and_nothing_is_fine() {
    let machine = Machine::new();
    machine.put("shop/", "");
    let found = of_folder(&machine.environment(&[]), &machine.path("shop"));
    assert_eq!((found.project.scope, found.project.layout), (Scope::Project, Layout::Slug));
    assert!(!found.project.dir.exists());
    of_folder(&machine.environment(&[]), &machine.path("not/there"));
    fs::remove_dir_all(machine.path("home")).unwrap();
    assert_eq!(machine.all(&[]), []);
    assert!(!machine.path("home").exists() && !machine.path("not").exists());
}

#[test]
fn the_id_is_of_the_directory_as_it_is_written() {
    assert_eq!(memdesk_store::place::id_of(Path::new("/x")), "b3d1db318671a024"); // SHA-256, first 16 digits
}
