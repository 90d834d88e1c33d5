//! The corpora of the fuzz targets, each file through its target: what was found once is never found again, and nobody
//! needs nightly for that.
//!
//! Separate from the targets' own workspace, whose bodies it has by their path.

#[allow(unreachable_pub, reason = "public for the targets, which are programs of their own")]
#[path = "../fuzz/src/lib.rs"]
mod bodies;

use std::fs;
use std::path::Path;

/// All of them together stay small enough to be read.
const BYTES: u64 = 200_000;

#[test]
fn every_file_of_the_corpora_is_taken() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut bytes = 0;
    for (name, run) in bodies::TARGETS {
        let files: Vec<_> = fs::read_dir(corpora.join(name)).expect("a corpus").flatten().collect();
        assert!(!files.is_empty(), "{name} has a corpus");
        for file in files {
            let input = fs::read(file.path()).expect("a file");
            bytes += input.len() as u64;
            println!("{name} {}", file.file_name().to_string_lossy());
            run(&input);
        }
    }
    assert!(bytes < BYTES, "{bytes} bytes: `cargo +nightly fuzz cmin` makes a corpus small");
    let folders = fs::read_dir(&corpora).expect("the corpora").flatten().count();
    assert_eq!(folders, bodies::TARGETS.len(), "each corpus has its target");
}
