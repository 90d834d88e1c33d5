//! A session file from its beginning to its end, for those who read a conversation rather than look something up.
//!
//! Separate from `gather`, which goes on where it was left. Never holds a file whole, and never waits for one that is being
//! written: a last row counts once it is whole.

use crate::files::open_regular;
use crate::rows::{Rows, Step};
use memdesk_memdir::row;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// Calls `each` with every row until it says `Break`; with none for a row of over 4 MiB that was passed over. Of one that
/// long in which something of interest stands, strings come cut.
///
/// # Errors
/// When the file cannot be opened or read, or is no regular one.
pub(crate) fn walk(file: &Path, each: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>) -> io::Result<()> {
    let mut rows = Rows::new(open_regular(file)?, 0, Vec::new());
    loop {
        let row = match rows.step()? {
            Step::Row(row) => Some(row),
            Step::Passed | Step::Broken => None,
            Step::End(rest) => {
                if row::is_whole(rest) {
                    // nothing follows that it could stop
                    let _ = each(Some(rest));
                }
                return Ok(());
            }
        };
        if each(row).is_break() {
            return Ok(());
        }
    }
}
