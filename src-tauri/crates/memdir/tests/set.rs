//! Changing one value of a header: the law that nothing else changes, over examples and over random headers.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking, in what it calls too

use memdesk_memdir::Profile;
use memdesk_memdir::frontmatter::{Block, CannotSet, Field, Frontmatter, read, set};
use proptest::prelude::*;

fn value_of(text: &str, field: Field) -> Option<String> {
    let fm = read(text.as_bytes(), Profile::latest());
    match field {
        Field::Name => fm.name,
        Field::Description => fm.description,
        Field::Type => fm.type_text,
    }
}

/// What has to stay: all of the header but `field`.
fn rest(text: &str, field: Field) -> Frontmatter {
    let mut fm = read(text.as_bytes(), Profile::latest());
    match field {
        Field::Name => fm.name = None,
        Field::Description => fm.description = None,
        Field::Type => (fm.type_text, fm.topic_type) = (None, None),
    }
    Frontmatter { block: Block::None, body_start: 0, ..fm }
}

/// The body, as bytes after the header.
fn body(text: &str) -> &str {
    let body = text.get(read(text.as_bytes(), Profile::latest()).body_start..).unwrap();
    body.strip_prefix('\u{FEFF}').unwrap_or(body)
}

#[test]
fn only_the_bytes_of_the_value_change() {
    use Field::{Description, Name, Type};
    for (source, field, value, expected) in [
        // plain, with a comment and CRLF
        ("---\nname: a # c\ntype: user\n---\nb\n", Name, Some("b"), "---\nname: b # c\ntype: user\n---\nb\n"),
        ("---\r\nname: a\r\n---\r\nb\r\n", Name, Some("b"), "---\r\nname: b\r\n---\r\nb\r\n"),
        (
            "\u{FEFF}---\r\nname: a\r\n---\r\n",
            Description,
            Some("d"),
            "\u{FEFF}---\r\nname: a\r\ndescription: d\r\n---\r\n",
        ),
        // quotes only where they are needed; the quotes of others stay
        (
            "---\nname: 'x'\ndescription: \"a: b\"\n---\n",
            Description,
            Some("c"),
            "---\nname: 'x'\ndescription: c\n---\n",
        ),
        ("---\ndescription: a\n---\n", Description, Some("a: b"), "---\ndescription: \"a: b\"\n---\n"),
        (
            "---\ndescription: a\n---\n",
            Description,
            Some("one --- two"),
            "---\ndescription: \"one --\\x2d two\"\n---\n",
        ),
        // several lines become one
        (
            "---\ndescription: >-\n  a\n\n  b\n# c\ntype: user\n---\n",
            Description,
            Some("d"),
            "---\ndescription: d\n# c\ntype: user\n---\n",
        ),
        (
            "---\ndescription: a\n  b\n\ntype: user\n---\n",
            Description,
            Some("d"),
            "---\ndescription: d\n\ntype: user\n---\n",
        ),
        (
            "---\ndescription:\n  a\ntype: user\n---\n",
            Description,
            Some("d"),
            "---\ndescription: d\ntype: user\n---\n",
        ),
        ("---\ndescription: \"a\n  b\"\n---\n", Description, Some("d"), "---\ndescription: d\n---\n"),
        // nothing there yet
        (
            "---\ndescription:\ntype: user\n---\n",
            Description,
            Some("d"),
            "---\ndescription: d\ntype: user\n---\n",
        ),
        ("---\ndescription: # c\n---\n", Description, Some("d"), "---\ndescription: d # c\n---\n"),
        ("---\ntype: user\n---\n", Description, Some("d"), "---\ndescription: d\ntype: user\n---\n"),
        ("---\n# c\nname: n\n---\n", Type, Some("user"), "---\n# c\nname: n\ntype: user\n---\n"),
        ("---\n---\nb\n", Name, Some("n"), "---\nname: n\n---\nb\n"),
        // no header at all
        ("body\n", Name, Some("n"), "---\nname: n\n---\n\nbody\n"),
        ("", Name, Some("n"), "---\nname: n\n---\n"),
        ("a\r\nb\r\n", Name, Some("n"), "---\r\nname: n\r\n---\r\n\r\na\r\nb\r\n"),
        ("\u{FEFF}\nb\n", Name, Some("n"), "\u{FEFF}---\nname: n\n---\n\nb\n"),
        ("---\nname: a\n", Name, Some("n"), "---\nname: n\n---\n\n---\nname: a\n"),
        // the type, wherever it is
        (
            "---\ntype: user\nmetadata:\n  type: feedback\n---\n",
            Type,
            Some("project"),
            "---\ntype: user\nmetadata:\n  type: project\n---\n",
        ),
        (
            "---\nmetadata:\n    node_type: memory\n    type: feedback # c\n---\n",
            Type,
            Some("user"),
            "---\nmetadata:\n    node_type: memory\n    type: user # c\n---\n",
        ),
        (
            "---\nmetadata: {type: feedback, node_type: memory}\n---\n",
            Type,
            Some("user"),
            "---\nmetadata: {type: user, node_type: memory}\n---\n",
        ),
        (
            "---\nmetadata: { \"type\":'feedback' }\n---\n",
            Type,
            Some("a, b"),
            "---\nmetadata: { \"type\":\"a, b\" }\n---\n",
        ),
        (
            "---\nmetadata:\n  node_type: memory\n---\n",
            Type,
            Some("user"),
            "---\ntype: user\nmetadata:\n  node_type: memory\n---\n",
        ),
        ("---\nmetadata:\n  type:\n---\n", Type, Some("user"), "---\nmetadata:\n  type: user\n---\n"),
        // removed
        ("---\nname: a # c\ntype: user\n---\n", Name, None, "---\ntype: user\n---\n"),
        ("---\ndescription: |\n  a\n  b\ntype: user\n---\n", Description, None, "---\ntype: user\n---\n"),
        ("---\nmetadata:\n  type: user\n---\n", Type, None, "---\nmetadata:\n---\n"),
        ("---\nmetadata: {type: user, a: b}\n---\n", Type, None, "---\nmetadata: { a: b}\n---\n"),
        ("---\nmetadata: {a: b, type: user}\n---\n", Type, None, "---\nmetadata: {a: b}\n---\n"),
        ("---\nname: a\n---\n", Name, Some(""), "---\n---\n"),
        ("body\n", Name, None, "body\n"),
        // duplicates: the last one counts
        ("---\nname: a\nname: b\n---\n", Name, Some("c"), "---\nname: a\nname: c\n---\n"),
        // keys in quotes, blanks around the colon
        ("---\n'name' : a\n---\n", Name, Some("b"), "---\n'name' : b\n---\n"),
        ("---\nname:\ta\n---\n", Name, Some("b"), "---\nname:\tb\n---\n"),
        (" ---\nname: a\n---\n", Name, Some("n"), "---\nname: n\n---\n\n ---\nname: a\n---\n"),
        (
            "---\n  name: a\n  type: user\n---\n",
            Description,
            Some("d"),
            "---\n  name: a\n  description: d\n  type: user\n---\n",
        ),
        // values that only the second attempt reads
        (
            "---\ndescription: [WIP] a # b\ntype: user\n---\n",
            Description,
            Some("c"),
            "---\ndescription: c\ntype: user\n---\n",
        ),
        (
            "---\nname: [WIP] a\ndescription: d\n---\n",
            Description,
            Some("e"),
            "---\nname: [WIP] a\ndescription: e\n---\n",
        ),
    ] {
        assert_eq!(set(source, field, value).as_deref(), Ok(expected), "{source:?} {field:?} {value:?}");
    }
}

#[test]
fn what_cannot_be_set_says_why() {
    use Field::{Description, Name, Type};
    let long = format!("---\n{}---\n", "k: v\n".repeat(28));
    for (source, field, value, expected) in [
        ("---\nname: \"a\" b\n---\n", Name, Some("c"), CannotSet::Unreadable),
        ("---\n- a\n---\n", Name, Some("c"), CannotSet::Unreadable),
        ("---\nname: &a x\ndescription: *a\n---\n", Name, Some("c"), CannotSet::Entangled),
        ("---\n{name: a}\n---\n", Description, Some("c"), CannotSet::Entangled),
        ("---\nmetadata:\n  <<: {type: user}\n---\n", Type, Some("project"), CannotSet::Entangled),
        // made readable by the change, `b` would lose what looks like a comment
        ("---\nname: [x] a\nb: c #d\n---\n", Name, Some("e"), CannotSet::Entangled),
        (long.as_str(), Name, Some("c"), CannotSet::TooLong),
    ] {
        assert_eq!(set(source, field, value), Err(expected), "{source:?} {field:?} {value:?}");
    }
}

/// The lines of one field of a random header.
fn lines() -> impl Strategy<Value = String> {
    let text = "[a-z][a-z ,.'()é中-]{0,12}[a-z]";
    let scalar = prop_oneof![
        4 => text.prop_map(|text| text.replace("---", "")),
        1 => text.prop_map(|text| format!("'{}'", text.replace('\'', ""))),
        1 => text.prop_map(|text| format!("\"{text}: \\\" # x\"")),
        1 => Just(String::from("42")),
        1 => Just(String::new()),
        1 => text.prop_map(|text| format!("[WIP] {text}")),
        1 => text.prop_map(|text| format!("*.ts, {text}")),
        1 => text.prop_map(|text| format!(">-\n  {text}\n  b\n\n  c")),
        1 => text.prop_map(|text| format!("|\n  {text}\n   # no comment\n  b")),
        1 => text.prop_map(|text| format!("{text}\n  and on")),
        1 => Just(String::from("\n  below")),
        1 => Just(String::from("[a, b]")),
    ];
    let comment = prop_oneof![5 => Just(""), 1 => Just(" # note")];
    let key = prop_oneof![
        3 => Just("name"), 3 => Just("description"), 2 => Just("type"), 1 => Just("other"), 1 => Just("'quoted'"),
    ];
    let field = (key, scalar, comment).prop_map(|(key, value, comment)| {
        let comment = if value.contains('\n') { "" } else { comment };
        let space = if value.is_empty() || value.starts_with('\n') { "" } else { " " };
        format!("{key}:{space}{value}{comment}\n")
    });
    let word = prop_oneof![Just("user"), Just("feedback"), Just("zzz"), Just("'project'")];
    let metadata = (word, prop_oneof![Just("  "), Just("    "), Just(" ")], any::<(bool, bool)>()).prop_map(
        |(word, indent, (first, note))| {
            let (node, of_type) = (format!("{indent}node_type: memory\n"), format!("{indent}type: {word}\n"));
            let note = if note { " # note" } else { "" };
            if first {
                format!("metadata:{note}\n{of_type}{node}")
            } else {
                format!("metadata:\n{node}{of_type}")
            }
        },
    );
    prop_oneof![
        8 => field,
        2 => metadata,
        1 => Just(String::from("metadata: {type: user, node_type: memory}\n")),
        1 => Just(String::from("metadata: {node_type: memory, 'type' : \"feedback\"} # note\n")),
        1 => Just(String::from("# a comment\n")),
        1 => Just(String::from("\n")),
    ]
}

fn source() -> impl Strategy<Value = String> {
    (prop::collection::vec(lines(), 0..6), any::<(bool, bool, bool)>()).prop_map(
        |(lines, (crlf, bom, header))| {
            let text =
                if header { format!("---\n{}---\nbody\n\n- a\n", lines.concat()) } else { lines.concat() };
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            if bom { format!("\u{FEFF}{text}") } else { text }
        },
    )
}

fn value() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        1 => Just(None),
        4 => "[ -~é中\u{200B}\u{2028}\u{E0041}\n\t]{1,16}".prop_map(Some),
        2 => "[a-z]{1,8}".prop_map(Some),
        1 => Just(Some(String::from("user"))),
        1 => Just(Some(String::from("---"))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_law(source in source(), field in prop_oneof![Just(Field::Name), Just(Field::Description), Just(Field::Type)], value in value()) {
        let before = read(source.as_bytes(), Profile::latest());
        match set(&source, field, value.as_deref()) {
            Ok(result) => {
                prop_assert_eq!(value_of(&result, field), value, "{:?}", result);
                prop_assert_eq!(rest(&result, field), rest(&source, field), "{:?}", result);
                // one stretch of bytes changed, and it lies in front of the body
                prop_assert!(result.ends_with(body(&source)), "{:?}", result);
                let head = source.bytes().zip(result.bytes()).take_while(|(a, b)| a == b).count();
                let tail = source.bytes().rev().zip(result.bytes().rev()).take_while(|(a, b)| a == b).count();
                let lines = source.len().saturating_sub(head + tail);
                let widest = source.split("---").nth(1).map_or(0, str::len);
                prop_assert!(lines <= widest, "{:?}", result);
                // nothing to do a second time
                prop_assert_eq!(set(&result, field, value_of(&result, field).as_deref()), Ok(result.clone()));
            }
            Err(CannotSet::Unreadable) => prop_assert!(matches!(before.block, Block::Invalid(_))),
            Err(_) => {}
        }
    }

    #[test]
    fn no_text_makes_it_panic(source in "(---\n)?[-a-z:#'\"|>{}\\[\\],&*! \t\r\n\u{FEFF}é]{0,60}(---\n)?", value in value()) {
        for field in [Field::Name, Field::Description, Field::Type] {
            let _ = set(&source, field, value.as_deref());
        }
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut with_header = b"---\n".to_vec();
        with_header.extend(&bytes);
        for profile in Profile::ALL {
            let _ = read(&bytes, profile);
            let _ = read(&with_header, profile);
            let _ = memdesk_memdir::surface::surface(&bytes, profile);
        }
    }
}
