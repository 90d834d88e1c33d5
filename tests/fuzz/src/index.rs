//! A `MEMORY.md` of any bytes, as the client loads it and as every check sees it, alone and beside a topic.

use memdesk_memdir::{Profile, entry, index};
use memdesk_review::fixture::MTIME;
use memdesk_review::{Content, File, INDEX_NAME, Reading, Snapshot, problem};

/// Loads the bytes as an index, and checks a store that has them as index and as topic.
pub fn run(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = entry::entries(text);
        let _ = entry::sections(text);
    }
    let file = |bytes: &[u8]| File {
        content: Content::Bytes(bytes.into()),
        mtime_ns: MTIME,
        mode: 0o644,
        link: None,
    };
    let mut snapshot = Snapshot::default();
    snapshot.files.insert(INDEX_NAME.to_owned(), file(bytes));
    snapshot.files.insert("topic.md".to_owned(), file(bytes));
    for profile in Profile::ALL.iter().copied() {
        let loaded = index::load(bytes, profile);
        // whatever the bytes: a line is loaded or it is not
        let _ = (0..8).map(|line| loaded.loads(line)).filter(|loads| *loads).count();
        let reading = Reading::new(&snapshot, profile);
        let _ = problem::problems(&reading, MTIME);
    }
}
