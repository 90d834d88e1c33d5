//! What the tables share.

use expect_test::Expect;
use memdesk_memdir::Profile;
use memdesk_review::{Edit, Overlay, Refusal, Snapshot, fixture};

/// The moment at which edits are made.
pub(crate) const NOW: i128 = fixture::MTIME;

/// What an edit comes to.
pub(crate) fn overlay(snapshot: &Snapshot, edit: &Edit) -> Result<Overlay, Refusal> {
    edit.overlay(snapshot, Profile::latest())
}

/// An edit and the files it leaves changed, in the notation of the fixture; or why it is refused.
pub(crate) fn check(store: &str, edit: &Edit, expect: &Expect) {
    expect.assert_eq(&outcome(&fixture::parse(store), edit));
}

/// Files that an edit changes, or its refusal.
pub(crate) fn outcome(snapshot: &Snapshot, edit: &Edit) -> String {
    let overlay = match overlay(snapshot, edit) {
        Ok(overlay) => overlay,
        Err(refusal) => return format!("{}\n", refused(&refusal)),
    };
    let mut changed = snapshot.with(&overlay, NOW);
    changed.files.retain(|path, _| overlay.files.contains_key(path));
    let mut out = String::new();
    for (from, to) in &overlay.renames {
        out.push_str(&format!("renamed {from:?} to {to:?}\n"));
    }
    for path in overlay.files.iter().filter(|(_, bytes)| bytes.is_none()).map(|(path, _)| path) {
        out.push_str(&format!("gone {path:?}\n"));
    }
    out + &fixture::render(&changed)
}

/// A refusal as one line; of a merge, only its text.
pub(crate) fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Stale { path, merge } => {
            format!("stale {path:?}, {} conflicts\n{}", merge.conflicts, merge.marked().trim_end())
        }
        other => format!("{other:?}"),
    }
}

/// An owned string, to keep tables narrow.
pub(crate) fn s(text: &str) -> String {
    text.to_owned()
}
