//! Loading of the index: the client's recorded outcomes, and laws that hold for any file.
//!
//! Separate from the other golden tables because the cases of two client versions stand in one file here
//! (`index_load_more.json`, where a long text is a list of `[unit, times]`), and because the account of the lines is
//! checked in the same run.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking, in what it calls too

use std::path::Path;

use memdesk_memdir::Profile;
use memdesk_memdir::index::{self, Fate, LINE_LIMIT, Loaded, UTF16_LIMIT};
use proptest::prelude::*;
use serde_json::Value;

/// A text that is given whole or as `[unit, times]`.
fn text(value: &Value) -> String {
    match value {
        Value::Array(parts) => {
            let repeat = |part: &Value| part[0].as_str().unwrap().repeat(part[1].as_u64().unwrap() as usize);
            parts.iter().map(repeat).collect()
        }
        whole => whole.as_str().unwrap().to_owned(),
    }
}

fn bytes(case: &Value) -> Vec<u8> {
    if case["memory_md_hex"].is_null() {
        return text(&case["memory_md"]).into_bytes();
    }
    let hex = text(&case["memory_md_hex"]);
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

/// What is wrong with an outcome, if anything.
fn difference(case: &Value, ours: &Loaded) -> Option<String> {
    if ours.loaded != case["loaded"].as_bool().unwrap() {
        return Some(format!("loaded: {}", ours.loaded));
    }
    if !ours.loaded {
        return None;
    }
    let kept = text(&case["kept"]);
    if ours.kept != kept {
        return Some(format!("kept\n  ours   {:?}\n  theirs {kept:?}", ours.kept));
    }
    if ours.kept_utf16 as u64 != case["kept_utf16"].as_u64().unwrap() {
        return Some(format!("units: {}", ours.kept_utf16));
    }
    let cut = serde_json::to_value(&ours.cut).unwrap();
    let fields = case["cut"].as_object();
    if fields.is_none() != cut.is_null() {
        return Some(format!("cut: {cut}"));
    }
    // `size_shown_kb` is how the client words it
    let mut named = fields.into_iter().flatten().filter(|(name, _)| *name != "size_shown_kb");
    named
        .find(|(name, value)| cut[name.as_str()] != **value)
        .map(|(name, value)| format!("cut: {cut}, {name} {value}"))
}

#[test]
fn the_recorded_indexes() {
    let mut failed = Vec::new();
    for file in ["index_load.json", "index_load_more.json"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden").join(file);
        let table: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = table["cases"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let profile = match case["version"].as_str() {
                Some(version) => Profile::for_version(version).unwrap(),
                None => &Profile::V2_1_332,
            };
            let ours = index::load(&bytes(case), profile);
            failed.extend(difference(case, &ours).map(|what| format!("{file} {}: {what}", case["name"])));
            assert_eq!(account(&ours), Ok(()), "{file} {}", case["name"]);
        }
    }
    assert!(failed.is_empty(), "{} differ\n{}", failed.len(), failed.join("\n"));
}

/// What the account of the lines owes to the outcome.
fn account(loaded: &Loaded) -> Result<(), String> {
    let kept: String = loaded.lines.iter().map(|line| line.kept()).collect();
    if kept != loaded.kept {
        return Err(format!("the lines say {kept:?}, kept is {:?}", loaded.kept));
    }
    let mut last = 0;
    for (at, line) in loaded.lines.iter().enumerate() {
        let mut end = 0;
        for dropped in &line.dropped {
            if dropped.range.start < end || line.text.get(dropped.range.clone()).is_none() {
                return Err(format!("bad ranges in {line:?}"));
            }
            end = dropped.range.end;
        }
        let is_lost = matches!(line.fate, Fate::CutByLines | Fate::CutByChars);
        if line.number != at + 1 || is_lost && !line.kept().trim().is_empty() {
            return Err(format!("{line:?}"));
        }
        if let Some(number) = line.loaded_line {
            if number < last || number > loaded.total_lines {
                return Err(format!("numbers go back at {line:?}"));
            }
            last = number;
        }
    }
    Ok(())
}

#[test]
fn a_line_says_what_becomes_of_it() {
    let long = format!("{}\n", "- x".repeat(9_000));
    let many = "- x\n".repeat(201);
    let head = "---\na: b\n---\n<!-- c -->\n- a\u{200B}\n\n- b\n\n";
    for (source, expected) in [
        (head, "frontmatter frontmatter frontmatter comment 1 2 3 trimmed"),
        ("\u{200B}\n- a", "invisible 2"),
        ("<!-- a\nb --> c\n", "comment 1"),
        (&long, "inside"),
        (&format!("- a\n{long}"), "1 chars"),
        (&format!("{long}- a\n"), "inside chars"),
        (&many, &format!("{} lines", (1..=200).map(|n| n.to_string()).collect::<Vec<_>>().join(" "))),
        ("", ""),
    ] {
        let loaded = index::load(source.as_bytes(), Profile::latest());
        let words: Vec<String> = loaded
            .lines
            .iter()
            .map(|line| match (line.fate, line.loaded_line) {
                (Fate::Loaded, Some(number)) => number.to_string(),
                (Fate::Loaded, None) => "?".to_owned(),
                (Fate::Stripped(why), _) => format!("{why:?}").to_lowercase(),
                (Fate::CutByLines, _) => "lines".to_owned(),
                (Fate::CutByChars, _) => "chars".to_owned(),
                (Fate::CutInside, _) => "inside".to_owned(),
            })
            .collect();
        assert_eq!(words.join(" "), expected, "{:?}", source.chars().take(60).collect::<String>());
    }
}

/// Lines that mean something to the loader, in any order.
fn fragments() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(vec![
        "- a",
        "* b",
        "1. c",
        "  - d",
        "    code",
        "\tcode",
        "text",
        "# h",
        "---",
        "===",
        "```",
        "~~~",
        "> q",
        ">",
        "",
        " ",
        "<!-- c -->",
        " <!-- c -->",
        "<!--",
        "-->",
        "<!-->",
        "<!-- c --> t",
        "<div>",
        "</div>",
        "<?x",
        "?>",
        "<pre>",
        "<!X>",
        "<![CDATA[",
        "[a]: b",
        "[a]:",
        "  'c",
        "\u{FEFF}",
        "a\u{2028}b",
        "\u{200B}",
        "\u{A0}",
        "<system-reminder>",
        "\u{FF1C}tick>",
        "😀",
        "a\0b",
    ]);
    let ending = prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r", ""]);
    prop::collection::vec((lines, ending), 0..24)
        .prop_map(|lines| lines.into_iter().map(|(line, ending)| format!("{line}{ending}")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_lines_add_up(source in fragments(), repeat in prop::sample::select(vec![1, 1, 1, 30, 300])) {
        for profile in Profile::ALL {
            let loaded = index::load(source.repeat(repeat).as_bytes(), profile);
            prop_assert_eq!(account(&loaded), Ok(()));
            prop_assert!(loaded.cut.is_some() == (loaded.total_lines > LINE_LIMIT || loaded.total_utf16 > UTF16_LIMIT));
        }
    }

    #[test]
    fn any_bytes_are_an_index(source in prop::collection::vec(any::<u8>(), 0..200)) {
        for profile in Profile::ALL {
            prop_assert_eq!(account(&index::load(&source, profile)), Ok(()));
        }
    }

    #[test]
    fn what_was_loaded_loads_again(source in fragments()) {
        let first = index::load(source.as_bytes(), Profile::latest());
        let again = index::load(first.kept.as_bytes(), Profile::latest());
        prop_assert!(again.kept.len() <= first.kept.len() + 64);
    }
}
