//! Temporary files that a crash left in a store.
//!
//! Separate because sweeping is for the start of a program, applying for its run. Touches only names of our own pattern.

use super::folder::{Closed, Folder, Look, may_be_running};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// How our temporary files end. They begin with a `.` and never end in `.md`, so that no client takes them for a topic.
pub const TEMP_SUFFIX: &str = ".memdesk-tmp";
/// Bytes of the file's name that are kept in the temporary one; file systems allow 255 in all.
const NAME_BYTES: usize = 180;
/// Levels of directories that are swept.
const DEPTH: usize = 64;

/// A temporary name beside `name`, unused by this and any other running process.
pub(super) fn temp_name(name: &str) -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let nanos =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.subsec_nanos());
    let cut = (0..=NAME_BYTES.min(name.len())).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    let short = name.get(..cut).unwrap_or_default();
    format!(".{short}.{}-{count:x}-{nanos:x}{TEMP_SUFFIX}", std::process::id())
}

/// The file's name and the process in a temporary name.
fn origin(temp: &str) -> Option<(&str, u32)> {
    let inner = temp.strip_prefix('.')?.strip_suffix(TEMP_SUFFIX)?;
    let (name, unique) = inner.rsplit_once('.')?;
    let (process, _) = unique.split_once('-')?;
    Some((name, process.parse().ok()?))
}

/// Removes temporary files that a crash left below `dir`, each after `keep` took its bytes (with the path of the file it
/// was for; when it says false the file stays). Files of another process that is still running are left alone.
///
/// Call it when no plan is being applied by this process. Returns how many were removed. Follows no link.
pub fn sweep(dir: &Path, mut keep: impl FnMut(&str, &[u8]) -> bool) -> usize {
    match Folder::open(dir) {
        Ok(folder) => sweep_folder(&folder, "", 0, &mut keep),
        Err(_) => 0,
    }
}

fn sweep_folder(
    folder: &Folder,
    path: &str,
    depth: usize,
    keep: &mut dyn FnMut(&str, &[u8]) -> bool,
) -> usize {
    let mut removed = 0;
    for name in folder.names().unwrap_or_default() {
        let at = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        if let Some((of, process)) = origin(&name) {
            removed += usize::from(remove(folder, &name, process, &at(of), keep));
        } else if depth < DEPTH
            && let Ok(inner) = folder.child(&name).map_err(|_: Closed| ())
        {
            removed += sweep_folder(&inner, &at(&name), depth + 1, keep);
        }
    }
    removed
}

fn remove(
    folder: &Folder,
    temp: &str,
    process: u32,
    path: &str,
    keep: &mut dyn FnMut(&str, &[u8]) -> bool,
) -> bool {
    match folder.look(temp) {
        Ok(Look::Plain(mut file)) => {
            let foreign = process != std::process::id() && may_be_running(process, &file);
            let mut bytes = Vec::new();
            !foreign
                && file.read_to_end(&mut bytes).is_ok()
                && keep(path, &bytes)
                && folder.remove(temp).is_ok()
        }
        // a FIFO or a broken link that was about to be deleted: there are no bytes to keep
        Ok(Look::Bare) => folder.remove(temp).is_ok(),
        _ => false,
    }
}
