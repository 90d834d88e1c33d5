//! Searching: what is found, in which line, what is shown of it; and what holds for any text.

use memdesk_review::search::{SNIPPET, SnippetPart, TERMS, Terms, passage_at};
use proptest::prelude::*;

/// Parts as text, what is found in brackets.
fn told(parts: &[SnippetPart]) -> String {
    parts.iter().map(|part| if part.found { format!("[{}]", part.text) } else { part.text.clone() }).collect()
}

#[test]
fn what_was_typed_comes_apart() {
    for (typed, words) in [
        ("", &[][..]),
        ("  \t", &[]),
        ("\"\"", &[]),
        ("deploy tuesday", &["deploy", "tuesday"]),
        ("deploy deploy", &["deploy"]),
        ("\"real  database\" login", &["real  database", "login"]),
        ("login \"real data", &["login", "real data"]),
        ("a\"b c\"d", &["a", "b c", "d"]),
        ("数据库 连接", &["数据库", "连接"]),
    ] {
        assert_eq!(Terms::new(typed).words().collect::<Vec<_>>(), words, "{typed:?}");
    }
    let many: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    assert_eq!(Terms::new(&many.join(" ")).words().count(), TERMS);
}

#[test]
fn every_word_must_occur_somewhere() {
    for (typed, texts, found) in [
        ("deploy tuesday", &["deploy.md", "Goes out on Tuesday."][..], true),
        ("deploy monday", &["deploy.md", "Goes out on Tuesday."], false),
        ("", &["anything"], false),
        ("数据", &["生产数据库"], true),
        ("ÉCOLE", &["une école"], true),
        ("straße", &["STRASSE"], false),
        ("\"real database\"", &["the real\n  database"], true),
        ("\"real database\"", &["the real, database"], false),
        ("a.c", &["abc"], false),
        ("a.c", &["see a.c"], true),
        ("[[auth", &["see [[Auth]]"], true),
    ] {
        assert_eq!(Terms::new(typed).all_in(texts), found, "{typed:?} in {texts:?}");
    }
}

#[test]
fn the_best_line_is_shown() {
    let long = format!("{}needle{}", "x ".repeat(300), " y".repeat(300));
    let shown = format!("…{}[needle]{}…", "x ".repeat(20), " y".repeat(67));
    for (typed, text, expected) in [
        ("tuesday", "One.\n  Goes out on Tuesday. \n", Some((2, "Goes out on [Tuesday].", 0))),
        ("deploy tuesday", "deploy\nx\ndeploy on tuesday\ntuesday", Some((3, "[deploy] on [tuesday]", 2))),
        ("a", "b\r\na\ra\nA", Some((2, "[a]", 2))),
        ("ab ba", "aba", Some((1, "[aba]", 0))),
        ("\"one two\"", "say one\n two", Some((1, "say [one]", 0))),
        ("数据", "前\n生产数据库", Some((2, "生产[数据]库", 0))),
        ("needle", long.as_str(), Some((1, shown.as_str(), 0))),
        ("gone", "here", None),
        ("x", "", None),
    ] {
        let found = Terms::new(typed).passage(text);
        let found = found.as_ref().map(|found| (found.line, told(&found.parts), found.more));
        assert_eq!(found, expected.map(|(line, text, more)| (line, text.to_owned(), more)), "{typed:?}");
    }
}

#[test]
fn places_of_others_are_shown_alike() {
    for (places, expected) in [
        (vec![0..3, 9..12], Some((1, "[one] two", 1))),
        (vec![9..12, 12..12], Some((2, "[数] four", 0))),
        (vec![10..12, 90..99], None),
    ] {
        let found = passage_at("one two\r\n数 four", &places);
        let found = found.as_ref().map(|found| (found.line, told(&found.parts), found.more));
        assert_eq!(found, expected.map(|(line, text, more)| (line, text.to_owned(), more)), "{places:?}");
    }
}

fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("a".to_owned()),
        Just("B".to_owned()),
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        Just("\r".to_owned()),
        Just("数据".to_owned()),
        Just("é".to_owned()),
        Just("👩‍💻".to_owned()),
        Just("\u{202e}".to_owned()),
        Just("word ".repeat(60)),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn what_is_marked_is_what_was_typed(text in text(), typed in text()) {
        let terms = Terms::new(&typed);
        let found = terms.passage(&text);
        let any = terms.words().any(|word| Terms::new(&format!("\"{word}\"")).all_in(&[&text]));
        prop_assert_eq!(found.is_some(), any);
        if let Some(found) = found {
            let line = text.replace("\r\n", "\n").replace('\r', "\n");
            let line = line.split('\n').nth(found.line - 1).unwrap_or_default().to_owned();
            let whole: String = found.parts.iter().map(|part| part.text.as_str()).collect();
            // the marks of a cut are no text of the line, unless it has such itself
            let inner = whole.strip_prefix('…').filter(|_| !line.contains(&whole)).unwrap_or(&whole);
            let inner = inner.strip_suffix('…').filter(|_| !line.contains(inner)).unwrap_or(inner);
            prop_assert!(line.contains(inner), "{inner:?} in {line:?}");
            prop_assert!(whole.chars().count() <= SNIPPET + 2);
            prop_assert!(found.parts.iter().any(|part| part.found));
            prop_assert!(found.parts.windows(2).all(|two| two[0].found != two[1].found));
            prop_assert!(found.parts.iter().all(|part| !part.text.is_empty()));
        }
    }

    #[test]
    fn places_on_no_boundary_are_no_danger(text in text(), places in prop::collection::vec((0usize..400, 0usize..400), 0..20)) {
        let places: Vec<_> = places.into_iter().map(|(from, to)| from..to).collect();
        drop(passage_at(&text, &places));
        drop(Terms::new("a").marked(&text));
    }
}
