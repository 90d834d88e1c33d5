//! What the estimate promises, and how well it agrees with careful readers.

#![allow(clippy::unwrap_used)] // a test fails by panicking, in what it calls too

use memdesk_models::estimate::agreement::{RecallSet, Tally};
use memdesk_models::estimate::{AGREEMENT, Estimate};
use std::path::Path;

fn sets() -> Vec<RecallSet> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/recall");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files.iter().map(|path| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()).collect()
}

#[test]
fn agreement_is_what_is_measured() {
    let mut all = Tally::default();
    for set in sets() {
        let estimate = Estimate::new(&set.candidates());
        for question in &set.queries {
            let ranked: Vec<String> =
                estimate.rank(&question.query).into_iter().map(|one| one.path).collect();
            let picked = estimate.pick(&question.query);
            all.count(&question.relevant, &ranked, &picked);
        }
    }
    assert_eq!(AGREEMENT, all.agreement());
}
