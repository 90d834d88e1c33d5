//! Golden cases: what the real client did with inputs of ours, and what this crate says about the same inputs.
//!
//! Each file of `tests/golden` at the workspace's root is one table, driven by one test here. `*_more.json` have the shape
//! of the file whose name they begin with. A case that fails is printed with both outcomes, and all of them are tried.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking, in what it calls too

use std::path::Path;

use jiff::Timestamp;
use memdesk_memdir::{Profile, dream, edit_tool, frontmatter, invisible, listing, question, slug, surface};
use serde_json::Value;

/// The profile in which a file was recorded, and its cases.
fn cases(name: &str) -> (&'static Profile, Vec<Value>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let from = file["recorded_from"].as_str().unwrap();
    let version = from.strip_prefix("Claude Code ").unwrap_or(from);
    let profile = Profile::for_version(version).unwrap();
    let Value::Array(cases) = file["cases"].take() else { panic!("{name}: no cases") };
    assert!(!cases.is_empty(), "{name}: no cases");
    (profile, cases)
}

/// Runs `outcome` over every case of the files and compares what it says with the client's outcome.
fn check(names: &[&str], outcome: impl Fn(&Value, &Profile) -> (Value, Value)) {
    let mut failed = Vec::new();
    for name in names {
        let (profile, cases) = cases(name);
        for case in &cases {
            let (ours, theirs) = outcome(case, profile);
            if ours != theirs {
                failed.push(format!("{name} {}\n  ours   {ours}\n  theirs {theirs}", case["name"]));
            }
        }
    }
    assert!(failed.is_empty(), "{} cases differ\n{}", failed.len(), failed.join("\n"));
}

/// The bytes of a case's file.
fn bytes(case: &Value) -> Vec<u8> {
    if let Some(text) = case["file_text"].as_str() {
        return text.as_bytes().to_vec();
    }
    let hex = case["file_bytes_hex"].as_str().unwrap();
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn slugs() {
    check(&["slug.json"], |case, _| {
        let ours = slug::slug(text(&case["path"]));
        (serde_json::json!([ours, [ours]]), serde_json::json!([case["slug"], case["sessions_under"]]))
    });
}

#[test]
fn headers() {
    check(&["frontmatter.json", "frontmatter_more.json", "frontmatter_197.json"], |case, profile| {
        let read = frontmatter::read(&bytes(case), profile);
        let mtime = Timestamp::from_second(case["mtime"].as_i64().unwrap()).unwrap();
        let line = listing::line(&format!("{}.md", text(&case["name"])), &read, mtime);
        let ours = serde_json::json!([read.topic_type, read.description, line]);
        (ours, serde_json::json!([case["type"], case["description"], case["line"]]))
    });
}

#[test]
fn what_is_listed() {
    check(&["listing.json", "listing_more.json", "listing_197.json"], |case, profile| {
        (listing::is_listed(text(&case["name"]), profile).is_ok().into(), case["listed"].clone())
    });
}

#[test]
fn listing_lines_of_odd_mtimes() {
    check(&["mtime_more.json"], |case, profile| {
        let nanoseconds: i128 = text(&case["mtime_ns"]).parse().unwrap();
        let mtime = Timestamp::from_nanosecond(nanoseconds).unwrap();
        let line = listing::line("a.md", &frontmatter::read(b"x", profile), mtime);
        (line.into(), format!("- a.md ({})", text(&case["iso"])).into())
    });
}

#[test]
fn what_is_clean() {
    check(&["invisible_ranges.json"], |case, _| {
        let code = |name: &str| u32::from_str_radix(text(&case[name]), 16).unwrap();
        let odd: Vec<char> = (code("first")..=code("last"))
            .filter_map(char::from_u32)
            .filter(|&c| serde_json::json!(invisible::clean(c)) != case["outcome"])
            .collect();
        (serde_json::json!(odd), serde_json::json!([]))
    });
}

#[test]
fn the_gate_of_the_selector() {
    check(&["query.json", "query_more.json", "query_197.json"], |case, profile| {
        let gate = question::gate(text(&case["query"]), 0, profile);
        ((gate == question::Gate::Runs).into(), case["recall_runs"].clone())
    });
}

#[test]
fn surfaced_bodies() {
    check(&["surface.json", "surface_more.json", "surface_197.json"], |case, profile| {
        let ours = surface::surface(&bytes(case), profile);
        let theirs = serde_json::json!({
            "kept": case["kept"], "truncated": case["truncated"], "limit": case["limit"],
        });
        (serde_json::to_value(ours).unwrap(), theirs)
    });
}

#[test]
fn ages() {
    check(&["age.json", "age_more.json"], |case, _| {
        let now = Timestamp::from_second(1_795_000_000).unwrap();
        let age = jiff::SignedDuration::from_secs_f64(case["age_hours"].as_f64().unwrap() * 3600.0);
        (serde_json::json!(surface::stale_days(now - age, now)), case["warned_days"].clone())
    });
}

#[test]
fn when_the_client_dreams() {
    check(&["dream_lock.json"], |case, _| {
        let now = Timestamp::from_second(1_795_000_000).unwrap();
        let lock = case["age_hours"].as_f64().map(|hours| dream::Lock {
            process: dream::process(text(&case["lock"])),
            lives: case["lives"].as_bool().unwrap(),
            time: now - jiff::SignedDuration::from_secs_f64(hours * 3600.0),
        });
        let sessions = usize::try_from(case["sessions"].as_u64().unwrap()).unwrap();
        let thresholds = dream::Thresholds { hours: case["hours"].as_f64().unwrap(), sessions: 5 };
        (dream::is_open(lock.as_ref(), sessions, &thresholds, now).into(), case["dreamt"].clone())
    });
}

#[test]
fn invisible_characters() {
    check(&["invisible.json"], |case, profile| {
        let char = text(&case["char"]);
        let cleaned = invisible::strip(char, profile);
        // the client's file for a case was `x`, the character and `y` in body and description
        let surfaced = surface::surface(format!("x{char}y").as_bytes(), profile).kept.unwrap();
        let header = frontmatter::read(format!("---\ndescription: x{char}y\n---\n").as_bytes(), profile);
        let described = header.description.map(|text| text[1..text.len() - 1].to_owned());
        let ours = serde_json::json!([cleaned, described, surfaced[1..surfaced.len() - 1]]);
        (ours, serde_json::json!([case["index"], case["description"], case["body"]]))
    });
}

#[test]
fn sessions() {
    check(&["session.json", "session_more.json", "session_197.json"], |case, profile| {
        let files: Vec<String> = match case["files"].as_object().unwrap() {
            generated if generated.contains_key("generated") => {
                (0..30).map(|n| format!("m{n:02}.md")).collect()
            }
            files => files.keys().cloned().collect(),
        };
        let bytes = usize::try_from(case["file_bytes"].as_u64().unwrap()).unwrap();
        let mut session = question::Session::default();
        let mut calls = 0;
        let mut ours = Vec::new();
        for asked in case["questions"].as_array().unwrap() {
            let read: Vec<String> =
                asked["agent_reads"].as_array().unwrap().iter().map(|name| text(name).to_owned()).collect();
            let mut surfaced = Vec::new();
            if question::gate("a question", session.used(), profile) == question::Gate::Runs {
                calls += 1;
                let picked = question::selected(text(&asked["selector_answer"]), &files, profile);
                surfaced = session.attach(&picked, &read, |_| bytes);
            }
            ours.push(serde_json::json!(surfaced));
        }
        let theirs: Vec<Value> =
            case["questions"].as_array().unwrap().iter().map(|asked| asked["surfaced"].clone()).collect();
        (serde_json::json!([ours, calls]), serde_json::json!([theirs, case["selector_calls"]]))
    });
}

/// Cases whose old string matches only after other quotation marks are put in: those are left to a whole `Write`.
const OTHER_QUOTES: [&str; 3] = ["curly", "curly2", "straightfile"];

#[test]
fn edits() {
    check(&["edit_tool.json"], |case, _| {
        let is_file = case["file_text"].is_string() || case["file_bytes_hex"].is_string();
        let file = is_file.then(|| bytes(case));
        let all = case["replace_all"].as_bool().unwrap();
        let ours =
            edit_tool::edit(file.as_deref(), text(&case["old_string"]), text(&case["new_string"]), all);
        let ours = match ours {
            Ok(after) => serde_json::json!({ "after": String::from_utf8(after).unwrap() }),
            Err(miss) => serde_json::json!({ "refused": miss.word() }),
        };
        let theirs = match (&case["after"], &case["refused"]) {
            _ if OTHER_QUOTES.contains(&text(&case["name"])) => serde_json::json!({ "refused": "not-found" }),
            (Value::Null, refused) => serde_json::json!({ "refused": refused }),
            (after, _) => serde_json::json!({ "after": after }),
        };
        (ours, theirs)
    });
}
