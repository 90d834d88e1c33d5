//! What waits for review: pieces add up, names hold for exactly what was seen, index and topic go together.

use memdesk_memdir::Profile;
use memdesk_review::pending::{Bytes, Pending, pending};
use memdesk_review::{ChangeKind, Snapshot, fixture};
use proptest::prelude::*;

fn waiting(before: &str, after: &str) -> Vec<Pending> {
    pending(&fixture::parse(before), &fixture::parse(after), Profile::latest())
}

fn text(bytes: &Bytes) -> Option<String> {
    bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

#[test]
fn a_new_topic_and_its_entry_belong_together() {
    let before = "//- MEMORY.md\n- [A](a.md)\n//- a.md\na\n//- old.md\no\n";
    let after = "//- MEMORY.md\n- [A](a.md)\n- [B](b.md)\n//- a.md\na\nmore\n//- b.md\nb\n";
    let all = waiting(before, after);
    let kinds: Vec<(&str, ChangeKind)> = all.iter().map(|one| (one.path.as_str(), one.kind)).collect();
    assert_eq!(
        kinds,
        [
            ("MEMORY.md", ChangeKind::Edit),
            ("a.md", ChangeKind::Edit),
            ("b.md", ChangeKind::Create),
            ("old.md", ChangeKind::Delete)
        ]
    );
    let [index, edited, new, gone] = &all[..] else { panic!("four files wait") };
    assert_eq!(index.pieces[0].with, [new.pieces[0].id.clone()]);
    assert_eq!(new.pieces[0].with, [index.pieces[0].id.clone()]);
    assert!(edited.pieces[0].with.is_empty() && gone.pieces[0].with.is_empty());
    assert_eq!(Pending::brings(&edited.pieces[0]), "more\n");
    let none: [&str; 0] = [];
    assert_eq!(text(&new.taking(&none).unwrap()).as_deref(), Some("b\n"));
    assert_eq!(text(&new.refusing(&none).unwrap()), None);
    assert_eq!(text(&gone.refusing(&none).unwrap()).as_deref(), Some("o\n"));
    assert_eq!(new.taking(&["unknown"]), None, "a name that is not its own takes nothing");
}

/// What pieces of the index bring and take away, and how many topics each is tied to.
fn cut(before: &str, after: &str) -> String {
    let all = waiting(before, after);
    let index = all.iter().find(|one| one.path == "MEMORY.md").unwrap();
    let piece = |piece: &memdesk_review::pending::Piece| {
        let lines = piece.hunk.lines.iter().filter_map(|line| {
            let sign = match line.kind {
                memdesk_review::hunk::LineKind::Added => '+',
                memdesk_review::hunk::LineKind::Removed => '-',
                memdesk_review::hunk::LineKind::Context => return None,
            };
            Some(format!("{sign}{}", line.parts.iter().map(|part| part.text.as_str()).collect::<String>()))
        });
        format!("{} {}", lines.collect::<Vec<_>>().join("|"), piece.with.len())
    };
    index.pieces.iter().map(piece).collect::<Vec<_>>().join("\n")
}

/// One topic of many that came at once can be refused without the others: the entries that stand together are cut.
#[test]
fn entries_that_came_together_do_not_stand_or_fall_together() {
    let topics = "//- a.md\na\n//- b.md\nb\n//- c.md\nc\n";
    let index = "# M\n\n- [A](a.md)\n- [B](b.md)\n\n## More\n\n- [C](c.md)\n\n";
    let whole = format!("//- MEMORY.md\n{index}{topics}");
    for (before, after, expected) in [
        ("", whole.as_str(), "+# M|+ 0\n+- [A](a.md) 1\n+- [B](b.md) 1\n+|+## More|+ 0\n+- [C](c.md)|+ 1"),
        (
            whole.as_str(),
            "//- MEMORY.md\n# M\n",
            "-|-- [A](a.md) 1\n-- [B](b.md) 1\n-|-## More|- 0\n-- [C](c.md)|- 1",
        ),
        // a single topic takes what stands around its entry along
        (
            "//- MEMORY.md\n# M\n",
            "//- MEMORY.md\n# M\n\nText\n- [A](a.md)\n//- a.md\na\n",
            "+|+Text|+- [A](a.md) 1",
        ),
        // the topics were there
        (topics, whole.as_str(), "+# M|+|+- [A](a.md)|+- [B](b.md)|+|+## More|+|+- [C](c.md)|+ 0"),
        // lines that replace others are one piece
        (
            "//- MEMORY.md\n- [X](x.md)\n//- x.md\nx\n",
            "//- MEMORY.md\n- [A](a.md)\n- [B](b.md)\n//- a.md\na\n//- b.md\nb\n",
            "-- [X](x.md)|+- [A](a.md)|+- [B](b.md) 3",
        ),
    ] {
        assert_eq!(cut(before, after), expected, "{before:?} {after:?}");
    }
    let all = waiting("", &whole);
    let index = all.iter().find(|one| one.path == "MEMORY.md").unwrap();
    let (b, others): (Vec<_>, Vec<_>) =
        index.pieces.iter().partition(|piece| Pending::brings(piece).contains("[B]"));
    let ids: Vec<&str> = b.iter().map(|piece| piece.id.as_str()).collect();
    let without = "# M\n\n- [A](a.md)\n\n## More\n\n- [C](c.md)\n\n";
    assert_eq!(text(&index.refusing(&ids).unwrap()).as_deref(), Some(without));
    let ids: Vec<&str> = others.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(text(&index.taking(&ids).unwrap()).as_deref(), Some(without));
}

#[test]
fn a_name_holds_for_the_bytes_that_were_seen() {
    let one = waiting("//- a.md\na\n", "//- a.md\nb\n");
    let two = waiting("//- a.md\na\n", "//- a.md\nb\nc\n");
    let elsewhere = waiting("//- b.md\na\n", "//- b.md\nb\n");
    assert_ne!(one[0].version, two[0].version);
    assert_ne!(one[0].pieces[0].id, elsewhere[0].pieces[0].id);
    assert_eq!(two[0].taking(&[&one[0].pieces[0].id]), None);
    assert_eq!(waiting("//- a.md\na\n", "//- a.md\nb\n"), one, "and is the same when it is worked out again");
}

fn lines() -> impl Strategy<Value = String> {
    proptest::collection::vec(prop_oneof!["[abc]\n", "\n", "[de]\r\n", "中[文字]\n"], 0..12)
        .prop_map(|lines| lines.concat())
}

fn store(text: Option<&str>) -> Snapshot {
    let mut snapshot = Snapshot::default();
    if let Some(text) = text {
        let file = fixture::parse("//- a.md\n").files.remove("a.md").unwrap();
        let content = memdesk_review::Content::Bytes(text.as_bytes().into());
        snapshot.files.insert("a.md".to_owned(), memdesk_review::File { content, ..file });
    }
    snapshot
}

/// An index of entries, some of whose topics are there.
fn indexed() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("\n"),
        Just("## H\n"),
        Just("- [A](a.md)\n"),
        Just("- [B](b.md) — b\n"),
        Just("- [C](c.md)\n")
    ];
    let topic = prop_oneof![Just("//- a.md\na\n"), Just("//- b.md\nb\n"), Just("//- c.md\nc\n")];
    (
        proptest::collection::vec(line, 0..8),
        proptest::collection::btree_set(topic.prop_map(str::to_owned), 0..3),
    )
        .prop_map(|(lines, topics)| {
            format!("//- MEMORY.md\n{}{}", lines.concat(), topics.into_iter().collect::<String>())
        })
}

proptest! {
    /// The same of an index that is cut: however it is, its pieces are the whole, and taking some is leaving the others.
    #[test]
    fn pieces_of_an_index_add_up(before in indexed(), after in indexed(), chosen in any::<u16>()) {
        let old = fixture::parse(&before);
        for one in pending(&old, &fixture::parse(&after), Profile::latest()) {
            let ids: Vec<&str> = one.pieces.iter().map(|piece| piece.id.as_str()).collect();
            let different: std::collections::BTreeSet<&&str> = ids.iter().collect();
            prop_assert_eq!(different.len(), ids.len());
            if ids.is_empty() {
                continue;
            }
            prop_assert_eq!(one.taking(&ids).unwrap(), one.after.clone());
            prop_assert_eq!(one.refusing(&ids).unwrap(), one.before.clone());
            let mine = |at: &usize| chosen >> (at % 16) & 1 == 1;
            let pick = |is: bool| ids.iter().enumerate().filter(|(at, _)| mine(at) == is).map(|(_, id)| *id).collect::<Vec<_>>();
            let (mine, rest) = (pick(true), pick(false));
            if !mine.is_empty() && !rest.is_empty() {
                prop_assert_eq!(one.taking(&mine).unwrap(), one.refusing(&rest).unwrap());
            }
        }
    }

    /// Taking all is the file after, refusing all the file before; any pieces taken first and the rest then are all of them;
    /// what is refused and what is left add up to the same.
    #[test]
    fn pieces_add_up(before in proptest::option::of(lines()), after in proptest::option::of(lines()), chosen in any::<u16>()) {
        let (old, new) = (store(before.as_deref()), store(after.as_deref()));
        let Some(one) = pending(&old, &new, Profile::latest()).pop() else {
            prop_assert_eq!(before, after);
            return Ok(());
        };
        let ids: Vec<&str> = one.pieces.iter().map(|piece| piece.id.as_str()).collect();
        let (mine, rest): (Vec<&str>, Vec<&str>) =
            ids.iter().enumerate().fold((Vec::new(), Vec::new()), |(mut mine, mut rest), (at, id)| {
                if chosen >> (at % 16) & 1 == 1 { mine.push(*id) } else { rest.push(*id) }
                (mine, rest)
            });
        prop_assert_eq!(text(&one.taking(&ids).unwrap()), after.clone());
        prop_assert_eq!(text(&one.refusing(&ids).unwrap()), before.clone());
        if !mine.is_empty() && !rest.is_empty() {
            // some are taken: the reviewed file moves on, and what waits then are the others
            let taken = text(&one.taking(&mine).unwrap());
            prop_assert_eq!(&taken, &text(&one.refusing(&rest).unwrap()));
            let then = pending(&store(taken.as_deref()), &new, Profile::latest());
            let none: [&str; 0] = [];
            let end = then.first().map_or(taken, |one| text(&one.taking(&none).unwrap()));
            prop_assert_eq!(end, after);
        }
    }
}
