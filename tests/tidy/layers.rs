//! Who may know whom. Arrows only downwards: cli, window → desk → the doors → review → memdir.

use crate::none;
use crate::source::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// A package and the packages of this workspace that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("memdesk-memdir", &[]),
    ("memdesk-review", &["memdesk-memdir"]),
    ("memdesk-store", &["memdesk-review", "memdesk-memdir"]),
    ("memdesk-ledger", &["memdesk-review", "memdesk-memdir"]),
    ("memdesk-sessions", &["memdesk-review", "memdesk-memdir"]),
    ("memdesk-models", &["memdesk-review", "memdesk-memdir"]),
    (
        "memdesk-desk",
        &[
            "memdesk-store",
            "memdesk-ledger",
            "memdesk-sessions",
            "memdesk-models",
            "memdesk-review",
            "memdesk-memdir",
        ],
    ),
    ("memdesk", &["memdesk-desk", "memdesk-review", "memdesk-memdir"]),
    ("memdesk-desktop", &["memdesk-desk", "memdesk-review", "memdesk-memdir"]),
    ("memdesk-xtask", &[]),
    ("memdesk-empty-window", &[]),
];

/// A library (or its family, with `*`) that stands for something outside, and who may know it.
const DOORS: &[(&str, &[&str])] = &[
    ("tauri*", &["memdesk-desktop", "memdesk-empty-window"]),
    ("clap", &["memdesk"]),
    ("git2", &["memdesk-ledger"]),
    ("notify", &["memdesk-store"]),
    ("rusqlite", &["memdesk-sessions"]),
    ("tokio", &["memdesk-models"]),
    ("reqwest", &["memdesk-models"]),
    ("ammonia", &["memdesk-desk"]),
    ("thirtyfour", &[]),
];

/// The tests know everything.
const TESTS: &str = "memdesk-tests";

struct Package {
    name: String,
    /// Name, and whether only its tests need it.
    dependencies: Vec<(String, bool)>,
}

fn cargo(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).current_dir(root()).args(words).output().expect("cargo starts");
    assert!(output.status.success(), "cargo {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}

fn packages() -> Vec<Package> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&text).expect("cargo prints JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    list(&metadata["packages"])
        .iter()
        .map(|package| Package {
            name: name(package),
            dependencies: list(&package["dependencies"])
                .iter()
                .map(|one| (name(one), one["kind"].as_str() == Some("dev")))
                .collect(),
        })
        .collect()
}

#[test]
fn arrows_point_downwards() {
    let allowed: BTreeMap<_, _> = ARROWS.iter().copied().collect();
    let mut findings = Vec::new();
    for package in packages().iter().filter(|package| package.name != TESTS) {
        let Some(below) = allowed.get(package.name.as_str()) else {
            findings.push(format!("{} is new: say in ARROWS what it may know", package.name));
            continue;
        };
        for (name, _) in &package.dependencies {
            if name.starts_with("memdesk") && !below.contains(&name.as_str()) {
                findings.push(format!(
                    "{} must not know {name}: move what it needs below both, or ask from above",
                    package.name
                ));
            }
        }
    }
    none("A room knows only the rooms below it.", &findings);
}

#[test]
fn each_outside_thing_has_one_door() {
    let mut findings = Vec::new();
    for package in packages().iter().filter(|package| package.name != TESTS) {
        for (name, dev) in &package.dependencies {
            let door = DOORS.iter().find(|(door, _)| match door.strip_suffix('*') {
                Some(family) => name.starts_with(family),
                None => name == door,
            });
            if door.is_some_and(|(_, who)| !*dev && !who.contains(&package.name.as_str())) {
                findings.push(format!(
                    "{} depends on {name}: go through the room whose door it is (DOORS)",
                    package.name
                ));
            }
        }
    }
    none("What is outside is reached through one room.", &findings);
}

#[test]
fn the_command_line_links_no_webkit() {
    let tree = cargo(&["tree", "--package", "memdesk", "--edges", "normal", "--prefix", "none", "--offline"]);
    let heavy = ["tauri", "wry", "tao", "webkit2gtk", "gtk", "javascriptcore", "openssl-sys"];
    let mut findings: Vec<String> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| {
            heavy
                .iter()
                .any(|one| name == one || name.strip_prefix(one).is_some_and(|rest| rest.starts_with('-')))
        })
        .map(|name| format!("{name} is linked: see `cargo tree --package memdesk --invert {name}`"))
        .collect();
    findings.dedup();
    none("`memdesk` starts in milliseconds: it links no webview.", &findings);
}

#[test]
fn packages_share_lints_and_licence() {
    let mut findings = Vec::new();
    // the fuzz targets are a workspace of their own, which nightly alone builds
    let apart = ["Cargo.toml", "tests/fuzz/Cargo.toml"];
    for file in crate::source::files("", &["Cargo.toml"]).iter().filter(|file| !apart.contains(&&*file.path))
    {
        for line in [
            "[lints]\nworkspace = true",
            "version.workspace = true",
            "edition.workspace = true",
            "license.workspace = true",
        ] {
            if !file.text.contains(line) {
                findings.push(format!("{}: add `{}`", file.path, line.replace('\n', " ")));
            }
        }
        let versions = file
            .text
            .lines()
            .skip_while(|line| !line.contains("dependencies]"))
            .filter(|line| line.contains("version = "));
        findings.extend(
            versions.map(|line| format!("{}: `{line}`: versions are in the root's Cargo.toml", file.path)),
        );
    }
    none("Versions, lints and the licence are said once, in the workspace.", &findings);
}
