//! Plans: their order, what undo brings back.

use crate::support::{NOW, overlay, s};
use expect_test::expect;
use memdesk_review::{Edit, Plan, fixture};

fn shown(plan: &Plan) -> String {
    let mut out = String::new();
    for step in &plan.steps {
        let size = |bytes: &Option<std::sync::Arc<[u8]>>| {
            bytes.as_ref().map_or("-".to_owned(), |b| b.len().to_string())
        };
        out.push_str(&format!("{} {} -> {}", step.path, size(&step.before), size(&step.after)));
        if let Some(has) = step.attributes {
            out.push_str(&format!(" mode {:o} time +{}", has.mode, has.mtime_ns - NOW));
        }
        out.push('\n');
    }
    out
}

const STORE: &str = "\
//- MEMORY.md
- [A](a.md)
- [B](b.md)
//- a.md mode=600 mtime=2026-01-01T00:00:01Z
a
//- b.md
[[a]]
//- pipe.md special=fifo
";

#[test]
fn topics_then_the_index_then_deletions() {
    let snapshot = fixture::parse(STORE);
    let plan = |edit: Edit| Plan::between(&snapshot, &overlay(&snapshot, &edit).unwrap());
    let delete = plan(Edit::Delete { path: s("a.md"), base: None });
    expect![[r#"
        b.md 6 -> 2
        MEMORY.md 24 -> 12
        a.md 2 -> - mode 600 time +1000000000
    "#]]
    .assert_eq(&shown(&delete));
    expect![[r#"
        a.md - -> 2 mode 600 time +1000000000
        b.md 2 -> 6
        MEMORY.md 12 -> 24
    "#]]
    .assert_eq(&shown(&delete.inverse()));
    let rename = plan(Edit::Rename { path: s("a.md"), to: s("z.md") });
    expect![[r#"
        b.md 6 -> 6
        z.md - -> 2 mode 600 time +1000000000
        MEMORY.md 24 -> 24
        a.md 2 -> - mode 600 time +1000000000
    "#]]
    .assert_eq(&shown(&rename));
    expect![[r#"
        a.md - -> 2 mode 600 time +1000000000
        b.md 6 -> 6
        MEMORY.md 24 -> 24
        z.md 2 -> - mode 600 time +1000000000
    "#]]
    .assert_eq(&shown(&rename.inverse()));
    let pipe = plan(Edit::Delete { path: s("pipe.md"), base: None });
    expect![[r#"
        pipe.md - -> - mode 644 time +0
    "#]]
    .assert_eq(&shown(&pipe));
    assert_eq!(rename.inverse().inverse(), rename);
}

#[test]
fn a_file_held_in_part_is_told() {
    let snapshot = fixture::parse("//- huge.md head=50000000\nhead\n//- a.md\n");
    let overlay = overlay(&snapshot, &Edit::Delete { path: s("huge.md"), base: None }).unwrap();
    assert_eq!(snapshot.partial(&overlay), ["huge.md"]);
}
