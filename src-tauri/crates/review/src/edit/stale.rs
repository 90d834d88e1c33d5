//! What happens when the file is no longer what the person was looking at.

use super::Refusal;
use crate::lines::{keep_ends, same_but_ends};
use crate::merge::merge;

/// Makes an edit on the text that it was meant for: `make` gets that text and gives the result.
///
/// When the disk has other bytes than `base` (a difference of line ends alone does not count: a widget loses those) the
/// answer is the merge of both.
pub(super) fn on_base(
    path: &str,
    disk: &str,
    base: Option<&str>,
    make: impl FnOnce(&str) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    let Some(base) = base.filter(|base| !same_but_ends(base, disk)) else {
        return make(disk);
    };
    let base = keep_ends(disk, base);
    let mine = make(&base)?;
    if mine == disk {
        return Err(Refusal::Nothing);
    }
    Err(Refusal::Stale { path: path.to_owned(), merge: merge(&base, disk, &mine) })
}
