//! What holds for any store and any edit.

use crate::support::{NOW, overlay};
use memdesk_memdir::Profile;
use memdesk_memdir::entry::EntryKind;
use memdesk_review::reading::Reading;
use memdesk_review::{Edit, Overlay, Plan, Proposal, Refusal, Snapshot, edit::NewEntry, fixture, hunk};
use proptest::prelude::*;

/// Topics that an arbitrary store may have.
const PATHS: [&str; 6] = ["a.md", "b.md", "sub/a.md", "构建.md", "my notes.md", "c(1).md"];

fn path() -> impl Strategy<Value = String> {
    prop::sample::select(PATHS.to_vec()).prop_map(str::to_owned)
}

/// A piece of an index: an entry, plain or nested or wrapped, or something between entries.
fn index_line() -> impl Strategy<Value = String> {
    let target = prop::sample::select(vec![
        "a.md",
        "b.md",
        "./sub/a.md",
        "构建.md",
        "my%20notes.md",
        "c%281%29.md",
        "gone.md",
    ]);
    let before = prop::sample::select(vec!["- ", "* ", "  - ", "    - ", "1. ", "See "]);
    let after = prop::sample::select(vec![
        "",
        " — a hook",
        " - hook",
        " -- hook\n  goes on",
        ": 钩子",
        " and [[a]]",
        ", [B](b.md)",
        " — see\n  [B](b.md)",
    ]);
    prop_oneof![
        4 => (before, target, after).prop_map(|(before, target, after)| format!("{before}[T]({target}){after}")),
        1 => by_other_means(),
        1 => prop::sample::select(vec!["", "# Memory", "## 中文", "text", "- [[构建]] — hook", "<!-- c -->"]).prop_map(str::to_owned),
    ]
}

/// Lines that lead somewhere by a definition, a name, a label or a part of a file; and definitions.
fn by_other_means() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "- [T][r] — by reference",
        "See [r]",
        "[r]: a.md",
        "[r]: <./sub/a.md#part>",
        "[r]: b.md",
        "- [[a|label]]",
        "- [[sub/a]] — see [[b]]",
        "## [A](a.md)",
        "See [[b#x]] and [A](a.md#y).",
    ]);
    line.prop_map(str::to_owned)
}

fn topic_text() -> impl Strategy<Value = String> {
    let front = prop::sample::select(vec![
        "",
        "---\nname: a\ndescription: about\n---\n",
        "---\nname: Other\n---\n",
        "---\nbroken: [\n---\n",
    ]);
    let body = prop::collection::vec(
        prop::sample::select(vec![
            "text",
            "[[a]]",
            "[[a|label]] [[构建#part]]",
            "`[[a]]`",
            "[[sub/a]] and [[my notes]]",
            "",
        ]),
        0..4,
    );
    (front, body).prop_map(|(front, body)| format!("{front}{}\n", body.join("\n")))
}

fn store() -> impl Strategy<Value = Snapshot> {
    let index = prop::option::of((prop::collection::vec(index_line(), 0..8), any::<bool>(), any::<bool>()));
    let topics = prop::collection::btree_map(path(), topic_text(), 0..5);
    (index, topics).prop_map(|(index, topics)| {
        let mut snapshot = Snapshot::default();
        let mut add = |path: &str, text: String| {
            let mut file = fixture::parse("//- x\n").files.remove("x").unwrap();
            file.content = memdesk_review::Content::Bytes(text.into_bytes().into());
            snapshot.files.insert(path.to_owned(), file);
        };
        for (path, text) in topics {
            add(&path, text);
        }
        if let Some((lines, end, crlf)) = index {
            let text = lines.join("\n") + if end { "\n" } else { "" };
            add("MEMORY.md", if crlf { text.replace('\n', "\r\n") } else { text });
        }
        snapshot
    })
}

fn edit() -> impl Strategy<Value = Edit> {
    let text =
        || prop::sample::select(vec!["", "x", "two\nlines", "[brackets](x)", "钩子"]).prop_map(str::to_owned);
    let line = || 0usize..14;
    prop_oneof![
        (path(), text(), any::<bool>()).prop_map(|(path, text, entry)| {
            let entry = entry.then(|| NewEntry { title: text.clone(), hook: text.clone() });
            Edit::Create { path, text, entry }
        }),
        (path(), prop::option::of(topic_text()), text()).prop_map(|(path, base, text)| Edit::Write {
            path,
            base,
            text
        }),
        (path(), text()).prop_map(|(path, text)| Edit::Fields {
            path,
            base: None,
            name: Some(text),
            description: None,
            topic_type: None
        }),
        (path(), path()).prop_map(|(path, to)| Edit::Rename { path, to }),
        path().prop_map(|path| Edit::Delete { path, base: None }),
        (path(), path(), topic_text()).prop_map(|(path, into, text)| Edit::MergeInto {
            path,
            base: None,
            into,
            into_base: None,
            text
        }),
        line().prop_map(|line| Edit::EntryTop { line, base: None }),
        (line(), line()).prop_map(|(line, before)| Edit::EntryMove { line, before, base: None }),
        (line(), text()).prop_map(|(line, hook)| Edit::EntryHook { line, hook, base: None }),
        line().prop_map(|line| Edit::EntryRemove { line, base: None }),
        path().prop_map(|path| Edit::EntryAdd { path, title: None, hook: None }),
    ]
}

fn words(text: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        text.split(['\n', '\r']).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    lines.sort();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_overlay_is_the_difference_it_makes(store in store(), edit in edit()) {
        let Ok(overlay) = overlay(&store, &edit) else { return Ok(()) };
        let after = store.with(&overlay, NOW + 1);
        prop_assert_eq!(Overlay::between(&store, &after).files, overlay.files.clone());
        // so is the proposal, hunk by hunk
        for change in Proposal::of(&store, &overlay).changes {
            let before = store.text(change.from.as_deref().unwrap_or(&change.path)).unwrap_or_default();
            let ids: Vec<&str> = change.hunks.iter().map(|hunk| hunk.id.as_str()).collect();
            prop_assert_eq!(hunk::take(before, after.text(&change.path).unwrap_or_default(), &ids), after.text(&change.path).unwrap_or_default());
        }
        // and undoing the plan is the way back
        let plan = Plan::between(&store, &overlay);
        let back = Overlay { files: plan.inverse().steps.into_iter().map(|step| (step.path, step.after)).collect(), renames: vec![] };
        let bytes = |snapshot: &Snapshot| snapshot.files.iter().map(|(path, file)| (path.clone(), file.content.clone())).collect::<Vec<_>>();
        prop_assert_eq!(bytes(&after.with(&back, NOW)), bytes(&store));
    }

    #[test]
    fn nothing_leads_to_a_topic_that_went(store in store(), edit in edit()) {
        let (Edit::Delete { path, .. } | Edit::Rename { path, .. } | Edit::MergeInto { path, .. }) = &edit else {
            return Ok(());
        };
        let Ok(overlay) = overlay(&store, &edit) else { return Ok(()) };
        let (before, after) = (Reading::new(&store, Profile::latest()), Reading::new(&store.with(&overlay, NOW), Profile::latest()));
        let leading = |reading: &Reading, path: &str| reading.index.iter().flat_map(|i| &i.targets).flatten().filter(|t| *t == path).count();
        let items = |reading: &Reading, path: &str| {
            let entries = reading.index.iter().flat_map(|i| i.entries.iter().zip(&i.targets));
            entries.filter(|(e, t)| e.kind != EntryKind::Prose && t.as_deref() == Some(path)).count()
        };
        prop_assert_eq!(leading(&after, path), 0);
        prop_assert!(after.backlinks(path).is_empty());
        match &edit {
            // no list entry of another topic is lost with it
            Edit::Delete { .. } => {
                for topic in &after.topics {
                    prop_assert!(items(&after, &topic.path) >= items(&before, &topic.path), "{}", topic.path);
                }
            }
            Edit::Rename { to, .. } => prop_assert!(leading(&after, to) >= leading(&before, path)),
            // whoever came by an entry still comes, and no other topic's entry is lost
            Edit::MergeInto { into, .. } => {
                prop_assert!(items(&after, into) >= items(&before, into).max(items(&before, path).min(1)));
                for topic in &after.topics {
                    prop_assert!(items(&after, &topic.path) >= items(&before, &topic.path), "{}", topic.path);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn moving_an_entry_loses_no_line(store in store(), edit in edit()) {
        if !matches!(edit, Edit::EntryTop { .. } | Edit::EntryMove { .. }) {
            return Ok(());
        }
        let Ok(overlay) = overlay(&store, &edit) else { return Ok(()) };
        let after = store.with(&overlay, NOW);
        prop_assert_eq!(words(store.index_text().unwrap()), words(after.index_text().unwrap()));
    }

    #[test]
    fn a_topic_added_to_the_index_is_led_to(store in store(), path in path()) {
        let edit = Edit::EntryAdd { path: path.clone(), title: None, hook: None };
        match overlay(&store, &edit) {
            Ok(overlay) => {
                let after = store.with(&overlay, NOW);
                let reading = Reading::new(&after, Profile::latest());
                prop_assert!(reading.orphans().all(|topic| topic.path != path), "{}", after.index_text().unwrap());
                // every other line is as it was
                let (before, after) = (words(store.index_text().unwrap_or_default()), words(after.index_text().unwrap()));
                prop_assert_eq!(after.len(), before.len() + 1);
                prop_assert!(before.iter().all(|line| after.contains(line)));
            }
            Err(refusal) => {
                let expected = matches!(refusal, Refusal::Missing { .. } | Refusal::Nothing);
                prop_assert!(expected, "{:?}", refusal);
            }
        }
    }

    #[test]
    fn every_mend_mends(store in store()) {
        use memdesk_review::problem::problems;
        let found = problems(&Reading::new(&store, Profile::latest()), NOW);
        for problem in found.iter().filter(|problem| problem.fix.is_some()) {
            let edit = problem.fix.clone().unwrap().based_on(&store);
            let after = store.with(&overlay(&store, &edit).unwrap(), NOW);
            let left = problems(&Reading::new(&after, Profile::latest()), NOW);
            let count = |list: &[memdesk_review::Problem]| list.iter().filter(|p| p.code == problem.code).count();
            prop_assert!(count(&left) < count(&found), "{:?}\n{}", problem, fixture::render(&after));
        }
    }
}

/// Found by the laws above, once in tens of thousands of stores.
#[test]
fn what_is_nested_below_other_text_stays_an_entry() {
    for (index, path, expected) in [
        ("- [A](a.md)\nSee [A](a.md)\n    - [B](b.md)\n", "a.md", "See A\n- [B](b.md)\n"),
        ("  - [A](a.md)\n  [C](c.md)\n    - [B](b.md)\n", "a.md", "  [C](c.md)\n  - [B](b.md)\n"),
        (
            "- [A](a.md)\n<!-- c -->\n    - [B](b.md)\n  - [C](c.md)\n",
            "a.md",
            "<!-- c -->\n    - [B](b.md)\n- [C](c.md)\n",
        ),
    ] {
        let store = fixture::parse(&format!("//- MEMORY.md\n{index}//- a.md\na\n//- b.md\nb\n//- c.md\nc\n"));
        let overlay = overlay(&store, &Edit::Delete { path: path.to_owned(), base: None }).unwrap();
        let after = store.with(&overlay, NOW);
        assert_eq!(after.text("MEMORY.md"), Some(expected), "{index:?}");
    }
}
