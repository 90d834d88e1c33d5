//! The estimate beside plain BM25: how well each agrees with careful readers, store by store, and how long each takes.
//!
//! Separate because agreement is no time: it is the same on every machine, and stands in a table of its own. What the estimate
//! promises is kept by a test of its crate; here it is only shown. The reference gets the cut-off that suits it best.

use crate::bm25::{Bm25, picked};
use crate::report::{Aim, Row, Sample};
use memdesk_models::Candidate;
use memdesk_models::estimate::agreement::{RecallSet, Tally};
use memdesk_models::estimate::{AGREEMENT, Agreement, Estimate, SEEN};
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// The two groups of sets: folder below `tests/recall`, what it is called, and what is committed for it.
const GROUPS: [(&str, &str, Agreement); 2] =
    [("blind", "blind: nothing was tuned on them", AGREEMENT), ("", "tuned on", SEEN)];
/// Cut-offs that are tried for plain BM25: 0 to 20 in such steps.
const STEP: f64 = 0.1;
/// Of the speed row.
const QUESTIONS: usize = 10_000;
/// Of the speed row.
const TOPICS: usize = 200;
/// Of the speed row, in milliseconds.
const MOST: f64 = 2_000.0;

fn sets(folder: &str) -> Vec<RecallSet> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recall").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the recall sets")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        serde_json::from_slice(&std::fs::read(path).expect("a recall set")).expect("its shape")
    };
    files.iter().map(read).collect()
}

fn count_ours(tally: &mut Tally, set: &RecallSet) {
    let estimate = Estimate::new(&set.candidates());
    for question in &set.queries {
        let ranked: Vec<String> = estimate.rank(&question.query).into_iter().map(|one| one.path).collect();
        tally.count(&question.relevant, &ranked, &estimate.pick(&question.query));
    }
}

fn count_theirs(tally: &mut Tally, set: &RecallSet, least: f64) {
    let plain = Bm25::new(&set.candidates());
    for question in &set.queries {
        let ranked = plain.rank(&question.query);
        let paths: Vec<String> = ranked.iter().map(|one| one.0.to_owned()).collect();
        tally.count(&question.relevant, &paths, &picked(&ranked, least));
    }
}

/// The agreement of either over some sets.
fn over(sets: &[RecallSet], mut count: impl FnMut(&mut Tally, &RecallSet)) -> Agreement {
    let mut tally = Tally::default();
    sets.iter().for_each(|set| count(&mut tally, set));
    tally.agreement()
}

/// The cut-off with which plain BM25 has the best F1 over all these sets, so that it is not held back.
fn best_cut_off(sets: &[RecallSet]) -> f64 {
    let f1 = |least: f64| over(sets, |tally, set| count_theirs(tally, set, least)).f1;
    let tried = (0..=200).map(|step| f64::from(step) * STEP).map(|least| (least, f1(least)));
    tried.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |best| best.0)
}

/// The table of agreement.
pub(crate) fn agreement() -> String {
    println!("the estimate's agreement, against plain BM25 …");
    let mut text = String::from(
        "## Estimate agreement per store\n\nOf each pair the first is the estimate and the second plain BM25 with the cut-off \
         that gives it the best F1 over the group. Recall sets are in `tests/recall`.\n\n\
         | store | language | questions | recall@5 | precision | F1 | exact |\n|---|---|---|---|---|---|---|\n",
    );
    for (folder, name, committed) in GROUPS {
        let sets = sets(folder);
        let least = best_cut_off(&sets);
        let mut row = |store: &str, lang: &str, sets: &[RecallSet]| {
            let (a, b) = (over(sets, count_ours), over(sets, |tally, set| count_theirs(tally, set, least)));
            let _ = writeln!(
                text,
                "| {store} | {lang} | {} | {:.2} / {:.2} | {:.2} / {:.2} | {:.2} / {:.2} | {:.2} / {:.2} |",
                a.questions,
                a.recall_at_5,
                b.recall_at_5,
                a.precision,
                b.precision,
                a.f1,
                b.f1,
                a.exact,
                b.exact,
            );
            a
        };
        for set in &sets {
            row(&set.store, &set.lang, std::slice::from_ref(set));
        }
        let all = row(&format!("**all, {name}** (cut-off {least:.1})"), "", &sets);
        assert_eq!(all, committed, "what is committed is what is measured");
    }
    text
}

/// Time for many questions about one large store, turn by turn.
pub(crate) fn measure(runs: usize) -> Vec<Row> {
    println!("{QUESTIONS} questions about {TOPICS} topics, against plain BM25 …");
    let sets: Vec<RecallSet> = GROUPS.iter().flat_map(|group| sets(group.0)).collect();
    let topics: Vec<Candidate> = sets.iter().flat_map(RecallSet::candidates).take(TOPICS).collect();
    assert_eq!(topics.len(), TOPICS);
    let asked: Vec<&str> = sets.iter().flat_map(|set| &set.queries).map(|one| one.query.as_str()).collect();
    // each is one question of the sets with another behind it, no two alike: about as long as what people type
    let pair = |number: usize| {
        let at = |number: usize| asked.get(number % asked.len()).copied().unwrap_or_default();
        format!("{} {}", at(number), at(number + 1 + number / asked.len()))
    };
    let questions: Vec<String> = (0..QUESTIONS).map(pair).collect();
    let (mut mine, mut others) = (Vec::new(), Vec::new());
    Estimate::new(&topics).pick("reads its lists"); // once a process
    for _ in 0..runs {
        mine.push(timed(|| {
            let estimate = Estimate::new(&topics);
            questions.iter().map(|question| estimate.pick(black_box(question)).len()).sum()
        }));
        others.push(timed(|| {
            let plain = Bm25::new(&topics);
            questions.iter().map(|question| picked(&plain.rank(black_box(question)), 0.0).len()).sum()
        }));
    }
    vec![Row {
        what: "10,000 questions x 200 topics estimated",
        ours: Sample::of(mine),
        theirs: Sample::of(others),
        unit: "ms",
        aim: Aim::Most(MOST),
        sides: "preparing 200 topics of the recall sets and picking for 10,000 different questions made of theirs, as coverage does, on one \
                thread, against plain BM25 over the same (`tests/bench/bm25.rs`: lower-cased words and pairs of Han and Kana, no stems, no concepts)",
    }]
}

/// Milliseconds of some work; its count is looked at so that it cannot be left out.
fn timed(work: impl FnOnce() -> usize) -> f64 {
    let start = Instant::now();
    assert!(black_box(work()) > 0);
    start.elapsed().as_secs_f64() * 1e3
}
