//! `memdesk settings`: what counts and where it comes from, what is wrong by line, and changes that keep what a person wrote.

use crate::desk::{Desk, Said};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const STORE: &str = "//- MEMORY.md\n- x\n";

fn file(desk: &Desk) -> PathBuf {
    desk.person.data().join("settings.toml")
}

fn write(desk: &Desk, text: &str) {
    fs::create_dir_all(desk.person.data()).expect("the data directory");
    fs::write(file(desk), text).expect("the settings");
}

/// The row of a key: value, where it comes from, line.
fn row(desk: &Desk, words: &[&str], key: &str) -> (Value, Value, Value) {
    let said = desk.run(&[words, &["settings", "--json"]].concat()).json();
    let rows = said["rows"].as_array().expect("rows").clone();
    let row = rows.into_iter().find(|row| row["key"] == key).expect("the key");
    (row["value"].clone(), row["from"].clone(), row["line"].clone())
}

#[test]
fn looking_at_settings_makes_none() {
    let desk = Desk::with(STORE);
    let said = desk.run(&["settings"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("not made yet") && said.out.contains("window.theme"), "{said:?}");
    assert_eq!(desk.run(&["settings", "check"]).status, 0);
    let path = desk.run(&["settings", "path"]).out;
    assert_eq!(path.trim_end(), file(&desk).to_string_lossy());
    assert!(!desk.person.data().exists());
}

#[test]
fn each_finding_is_told_with_its_line_and_nothing_else_falls() {
    let desk = Desk::with(STORE);
    write(
        &desk,
        "[window]\ntheme = \"drak\"\nlanguage = \"zh\"\n[models]\napi_key = \"sk-made-up\"\n[claude]\nroot = \"/not/there\"\n",
    );
    let Said { status, out, .. } = desk.run(&["settings", "check"]);
    assert_eq!(status, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("settings.toml:2: window.theme: \"drak\" is none of its words"), "{out}");
    assert!(lines[0].ends_with("did you mean dark?"), "{out}");
    assert!(
        lines[1].starts_with("settings.toml:5: models.api_key: a key does not belong in a file"),
        "{out}"
    );
    assert!(lines[2].starts_with("settings.toml:7: claude.root: there is no folder /not/there"), "{out}");
    assert_eq!(lines.len(), 3);
    assert!(!out.contains("sk-made-up"), "{out}");
    assert_eq!(row(&desk, &[], "window.language"), (json!("zh"), json!("file"), json!(3)));
    assert_eq!(row(&desk, &[], "window.theme"), (json!("system"), json!("default"), Value::Null));
    // the root that is not there does not count either
    assert_eq!(row(&desk, &[], "claude.root").1, json!("default"));
}

#[test]
fn setting_and_taking_out_keep_every_other_byte() {
    let desk = Desk::with(STORE);
    let mine = "# mine\r\n[window] # of the window\r\n  theme = 'light'   # by day\r\n";
    write(&desk, mine);
    desk.done(&["settings", "set", "window.theme", "dark"], "");
    assert_eq!(fs::read_to_string(file(&desk)).expect("it"), mine.replace("'light'", "\"dark\""));
    desk.done(&["settings", "set", "models.dollars_per_million", "[3, 15]"], "");
    desk.done(&["settings", "set", "window.notifications", "false"], "");
    let text = fs::read_to_string(file(&desk)).expect("it");
    assert!(text.ends_with("[models]\r\ndollars_per_million = [3.0, 15.0]\r\n"), "{text:?}");
    assert!(text.contains("# by day\r\n  notifications = false\r\n"), "{text:?}");
    desk.done(&["settings", "reset", "window.notifications"], "");
    desk.done(&["settings", "reset", "models.dollars_per_million"], "");
    let text = fs::read_to_string(file(&desk)).expect("it");
    assert_eq!(text, format!("{}\r\n[models]\r\n", mine.replace("'light'", "\"dark\"")));
    for (words, why) in [
        (["window.theme", "drak"], "none of its words"),
        (["window.themes", "dark"], "no setting"),
        (["window.notifications", "maybe"], "a string"),
        (["models.base_url", "gate.test"], "the address"),
        (["gate.modes.shop", "hold"], "no setting"),
        (["claude.roots", "[1]"], "this is"),
    ] {
        let said = desk.run(&[&["settings", "set"], &words[..]].concat());
        assert!(said.status == 2 && said.err.contains(why), "{words:?}: {said:?}");
        assert_eq!(said.err.trim_end().lines().count(), 1, "{said:?}");
    }
    assert_eq!(fs::read_to_string(file(&desk)).expect("it"), text);
}

#[test]
fn a_file_that_is_none_is_not_written_over() {
    let desk = Desk::with(STORE);
    write(&desk, "[window]\ntheme = \"dark\"\n]\n");
    let said = desk.run(&["settings", "set", "window.theme", "light"]);
    assert!(said.status == 2 && said.err.contains("settings.toml:3: this is no TOML"), "{said:?}");
    assert_eq!(desk.run(&["settings", "check"]).status, 1);
    assert_eq!(fs::read_to_string(file(&desk)).expect("it"), "[window]\ntheme = \"dark\"\n]\n");
    let name = desk.desk().begin_settings_anew().expect("it is put aside");
    assert!(!file(&desk).exists() && desk.person.data().join(name).exists());
    assert_eq!(desk.desk().begin_settings_anew().expect_err("nothing is broken").code, "not-broken");
    // a link stays one, and what it leads to is what is changed
    let elsewhere = desk.person.home().join("dotfiles.toml");
    fs::write(&elsewhere, "# kept elsewhere\n").expect("a file");
    std::os::unix::fs::symlink(&elsewhere, file(&desk)).expect("a link");
    desk.done(&["settings", "set", "window.theme", "dark"], "");
    assert!(fs::symlink_metadata(file(&desk)).expect("it").is_symlink());
    let text = fs::read_to_string(&elsewhere).expect("it");
    assert_eq!(text, "# kept elsewhere\n\n[window]\ntheme = \"dark\"\n");
}

#[test]
fn options_beat_the_environment_and_that_the_file() {
    let desk = Desk::with(STORE);
    let (a, b, c) =
        (desk.person.home().join("a"), desk.person.home().join("b"), desk.person.home().join("c"));
    for dir in [&a, &b, &c] {
        fs::create_dir_all(dir.join("projects")).expect("a root");
    }
    desk.done(&["settings", "set", "claude.root", "~/a"], "");
    assert_eq!(row(&desk, &[], "claude.root"), (json!("~/a"), json!("file"), json!(5)));
    assert_eq!(desk.run(&["stores", "--json"]).json()["stores"], json!([]), "another root has other stores");
    let mut command = memdesk_tests::programs::memdesk(&desk.person, &desk.project);
    let said = command.env("CLAUDE_CONFIG_DIR", &b).args(["settings", "--json"]).output().expect("memdesk");
    let said: Value = serde_json::from_slice(&said.stdout).expect("JSON");
    let root = said["rows"].as_array().and_then(|rows| rows.iter().find(|row| row["key"] == "claude.root"));
    let root = root.expect("the root");
    assert_eq!((&root["value"], &root["from"]), (&json!("~/b"), &json!("environment")));
    let options = ["--root", &c.to_string_lossy()];
    assert_eq!(row(&desk, &options, "claude.root"), (json!("~/c"), json!("option"), json!(5)));
    desk.done(&["settings", "set", "claude.profile", "2.1.197"], "");
    assert_eq!(row(&desk, &[], "claude.profile").1, json!("file"));
    assert_eq!(row(&desk, &["--profile", "2.1.332"], "claude.profile").0, json!("2.1.332"));
}

#[test]
fn roots_are_switched_by_their_labels_alone() {
    let desk = Desk::with(STORE);
    let other = desk.person.home().join("other");
    fs::create_dir_all(&other).expect("a root");
    // in this process home and environment are those of whoever runs the tests: labels are of whole paths, and a root that the
    // environment names cannot be switched
    if std::env::var_os("CLAUDE_CONFIG_DIR").is_some_and(|root| !root.is_empty()) {
        let inner = desk.desk();
        assert_eq!(inner.use_root("~/.claude").expect_err("given").code, "root-given");
        return;
    }
    let inner = memdesk_desk::Desk::open(memdesk_desk::Options {
        data: Some(desk.person.data()),
        ..memdesk_desk::Options::default()
    })
    .expect("a desk");
    assert_eq!(inner.use_root("/etc").expect_err("not on the list").code, "no-such-root");
    let view = inner.add_root(&other).expect("it is put on the list");
    let place = view.roots.iter().find(|root| root.listed).expect("it is listed").place.clone();
    inner.use_root(&place).expect("it is opened from now on");
    let again = memdesk_desk::Desk::open(memdesk_desk::Options {
        data: Some(desk.person.data()),
        ..memdesk_desk::Options::default()
    })
    .expect("a desk");
    let roots = again.settings_view().roots;
    assert_eq!((roots[0].place.as_str(), roots[0].open.is_some()), (place.as_str(), true), "{roots:?}");
    let view = again.forget_root(&place).expect("it is taken off");
    assert!(view.roots.iter().all(|root| !root.listed), "{:?}", view.roots);
    // a page takes a place back, and names none
    let named = memdesk_desk::view::SettingChange {
        key: "claude.program".to_owned(),
        value: Some(memdesk_desk::settings::SettingValue::Text("/bin/sh".to_owned())),
    };
    assert_eq!(again.choose_settings(&[named]).expect_err("no path from a page").code, "bad-setting");
}
