//! What holds for any calls on a copy of a store.

use std::collections::BTreeMap;
use std::sync::Arc;

use memdesk_review::copy::{ANSWER_LIMIT, Copy, Did};
use memdesk_review::{Overlay, fixture};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::copy::{STORE, Talks};
use crate::support::NOW;

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        "(memory/|sessions/|\\./|\\.\\./|/|)(build|sub/tests|new|sub|x/y|MEMORY|linked|9f|\\.a|BUILD)(\\.md|)",
        "[a.中/\\\\\0~:]{0,8}",
    ]
}

fn call() -> impl Strategy<Value = (String, Value)> {
    let text = || prop_oneof![Just(String::new()), "(make|test|one|\n|\r\n|two|x){1,4}"];
    let odd =
        prop_oneof![Just(json!(null)), Just(json!(1.5)), Just(json!([])), Just(json!({})), Just(json!(true))];
    let tool = prop::sample::select(vec![
        "Read", "Grep", "Glob", "Edit", "Edit", "Write", "Write", "Delete", "Nothing",
    ]);
    (tool, path(), text(), text(), "[a(*+?)\\[\\]{}|^$.\\\\]{0,8}", any::<[u8; 3]>(), odd).prop_map(
        |(tool, path, old, new, pattern, [offset, all, spoil], odd)| {
            let mut input = json!({
                "file_path": path, "old_string": old, "new_string": new, "content": new, "replace_all": all % 2 == 0,
                "offset": offset, "limit": all, "pattern": pattern,
            });
            let keys = ["file_path", "old_string", "new_string", "content", "offset", "pattern"];
            if let Some(key) = keys.get(usize::from(spoil) / 8) {
                input[*key] = odd;
            }
            (tool.to_owned(), input)
        },
    )
}

proptest! {
    #[test]
    fn whatever_is_called(calls in prop::collection::vec(call(), 0..24)) {
        let snapshot = fixture::parse(STORE);
        let mut copy = Copy::of(&snapshot);
        for (name, input) in &calls {
            let before = copy.overlay();
            let did = copy.call(name, input, &Talks);
            prop_assert!(!did.answer.is_empty());
            prop_assert!(did.answer.len() < ANSWER_LIMIT + 1_000);
            let looks = !matches!(did.tool, "edit" | "write" | "delete");
            if did.refused.is_some() || looks {
                prop_assert_eq!(&before, &copy.overlay(), "{} {}", name, input);
            }
        }
        let overlay = copy.overlay();
        for path in overlay.files.keys() {
            prop_assert!(path.ends_with(".md") && !path.split('/').any(|part| part.starts_with('.')), "{path}");
            prop_assert!(snapshot.files.get(path).is_none_or(|file| file.link.is_none()));
        }
        let after = snapshot.with(&overlay, NOW);
        prop_assert_eq!(&Overlay::between(&snapshot, &after), &overlay);
        prop_assert_eq!(Copy::of(&after).files(), copy.files());
        let mut other = Copy::of(&snapshot);
        let left: BTreeMap<String, Arc<[u8]>> = copy.files();
        let refused: Vec<Did> = other.adopt(&left).into_iter().filter(|did| did.refused.is_some()).collect();
        prop_assert_eq!(refused, vec![]);
        prop_assert_eq!(other.overlay(), overlay);
    }
}
