//! Proposals, and that their unified diff is a patch.

use crate::support::{NOW, overlay, s};
use expect_test::expect;
use memdesk_review::{ChangeKind, Edit, Proposal, fixture};
use proptest::prelude::*;

#[test]
fn a_proposal_as_a_patch() {
    let before = fixture::parse(
        "\
//- MEMORY.md
- [A](a.md)
- [B](b.md)
- [C](c.md)
//- a.md
same bytes
//- bin.md
\\xff
//- c.md no-newline
last
//- empty.md
//- my\\x20file.md
blank
",
    );
    let after = fixture::parse(
        "\
//- MEMORY.md
- [A](moved.md)
- [B](b.md)
- [C](c.md)
//- bin.md
\\xfe
//- c.md
last
//- moved.md
same bytes
//- new\\x0aline.md
hostile
//- my\\x20file.md
blanks
",
    );
    let proposal = Proposal::between(&before, &after);
    let kinds: Vec<ChangeKind> = proposal.changes.iter().map(|change| change.kind).collect();
    use ChangeKind::{Create, Delete, Edit, Rename};
    assert_eq!(kinds, [Edit, Edit, Edit, Delete, Rename, Edit, Create]);
    expect![[r#"
        diff --git a/MEMORY.md b/MEMORY.md
        --- a/MEMORY.md
        +++ b/MEMORY.md
        @@ -1,3 +1,3 @@
        -- [A](a.md)
        +- [A](moved.md)
         - [B](b.md)
         - [C](c.md)
        diff --git a/bin.md b/bin.md
        Binary files a/bin.md and b/bin.md differ
        diff --git a/c.md b/c.md
        --- a/c.md
        +++ b/c.md
        @@ -1 +1 @@
        -last
        \ No newline at end of file
        +last
        diff --git a/empty.md b/empty.md
        deleted file mode 100644
        diff --git a/a.md b/moved.md
        rename from a.md
        rename to moved.md
        diff --git a/my file.md b/my file.md
        --- a/my file.md	
        +++ b/my file.md	
        @@ -1 +1 @@
        -blank
        +blanks
        diff --git "a/new\nline.md" "b/new\nline.md"
        new file mode 100644
        --- /dev/null
        +++ "b/new\nline.md"
        @@ -0,0 +1 @@
        +hostile
    "#]]
    .assert_eq(&proposal.unified());
}

#[test]
fn a_rename_with_other_bytes_is_told_by_the_overlay() {
    let snapshot = fixture::parse("//- a.md\nSee [[a]].\n//- b.md\nSee [[a]].\n");
    let edit = Edit::Rename { path: s("a.md"), to: s("c.md") };
    let overlay = overlay(&snapshot, &edit).unwrap();
    expect![[r#"
        diff --git a/b.md b/b.md
        --- a/b.md
        +++ b/b.md
        @@ -1 +1 @@
        -See [[a]].
        +See [[c]].
        diff --git a/a.md b/c.md
        rename from a.md
        rename to c.md
        --- a/a.md
        +++ b/c.md
        @@ -1 +1 @@
        -See [[a]].
        +See [[c]].
    "#]]
    .assert_eq(&Proposal::of(&snapshot, &overlay).unified());
    // without being told it is a file that goes and one that comes
    let kinds: Vec<_> =
        Proposal::between(&snapshot, &snapshot.with(&overlay, NOW)).changes.iter().map(|c| c.kind).collect();
    assert_eq!(kinds, [ChangeKind::Delete, ChangeKind::Edit, ChangeKind::Create]);
}

/// Applies the hunks of a patch of one file, as `patch` would without fuzz.
fn apply(before: &str, patch: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let mut out = String::new();
    let mut at = 0;
    let mut lines = patch.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if let Some(header) = line.strip_prefix("@@ -") {
            let numbers = header.split(' ').next().unwrap();
            let (first, count) = numbers.split_once(',').unwrap_or((numbers, "1"));
            let (first, count): (usize, usize) = (first.parse().unwrap(), count.parse().unwrap());
            let start = if count == 0 { first } else { first - 1 };
            out.push_str(&old[at..start].concat());
            at = start;
            continue;
        }
        if at == 0 && out.is_empty() && !line.starts_with([' ', '-', '+'])
            || line.starts_with("--- ")
            || line.starts_with("+++ ")
        {
            continue;
        }
        let mut text = line[1..].to_owned();
        if lines.peek().is_some_and(|next| next.starts_with('\\')) {
            text.pop();
        }
        match line.as_bytes()[0] {
            b' ' => {
                assert_eq!(old[at], text);
                out.push_str(&text);
                at += 1;
            }
            b'-' => {
                assert_eq!(old[at], text);
                at += 1;
            }
            b'+' => out.push_str(&text),
            _ => {}
        }
    }
    out + &old[at..].concat()
}

proptest! {
    #[test]
    fn the_patch_leads_from_one_to_the_other(
        before in "([abc]?\n){0,20}[ab]?",
        after in "([abc]?\r?\n){0,20}[ab]?",
    ) {
        let store = |text: &str| {
            let mut snapshot = fixture::parse("//- x.md\n");
            let file = snapshot.files.get_mut("x.md").unwrap();
            file.content = memdesk_review::Content::Bytes(text.as_bytes().into());
            snapshot
        };
        let patch = Proposal::between(&store(&before), &store(&after)).unified();
        prop_assert_eq!(apply(&before, &patch), after, "{}", patch);
    }
}
