//! Learns what makes a topic likely from the sets of `tests/recall`, holds it against what stands here, and tells how it does for
//! a store that was left out.

use super::super::agreement::{Agreement, RecallSet, Tally};
use super::super::{Estimate, PICKS, rival};
use super::*;
use expect_test::expect;
use std::path::Path;

/// The sets that the lists' writer had read: what concepts find there, they find nowhere else, so it is learnt without them.
const READ: [&str; 4] =
    ["harborshop-api", "glacier-seg-research", "youpin-web-miniapp", "yoyaku-salon-system"];
/// Keeps what is learnt small (the ridge of the regression).
const RIDGE: f64 = 2.0;

/// A question with its best topics.
struct Example {
    store: String,
    relevant: Vec<String>,
    topics: Vec<(String, [f64; TRAITS])>,
}

/// What is learnt: what the odds begin with, then what each trait adds.
type Learnt = [f64; TRAITS + 1];

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

fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for set in sets() {
        let mut estimate = Estimate::new(&set.candidates());
        if READ.contains(&set.store.as_str()) {
            estimate.index.forget_concepts();
        }
        for question in &set.queries {
            let (parts, cues) = estimate.index.weigh(&question.query);
            let weighed = estimate.weighed(&parts);
            let topics = weighed.iter().enumerate().take(PICKS).map(|(at, one)| {
                (estimate.paths[one.topic].clone(), traits(one.weight, rival(&weighed, at), cues))
            });
            examples.push(Example {
                store: set.store.clone(),
                relevant: question.relevant.clone(),
                topics: topics.collect(),
            });
        }
    }
    examples
}

fn odds(learnt: &Learnt, traits: &[f64; TRAITS]) -> f64 {
    learnt[0] + learnt[1..].iter().zip(traits).map(|(a, b)| a * b).sum::<f64>()
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Logistic regression by Newton's method.
fn learn(examples: &[&Example]) -> Learnt {
    const N: usize = TRAITS + 1;
    let mut learnt = [0.0; N];
    for _ in 0..30 {
        let mut slope = [0.0; N];
        let mut curve = [[0.0; N]; N];
        for example in examples {
            for (path, traits) in &example.topics {
                let row: [f64; N] = std::array::from_fn(|at| if at == 0 { 1.0 } else { traits[at - 1] });
                let chance = chance(odds(&learnt, traits));
                let off = f64::from(u8::from(example.relevant.contains(path))) - chance;
                for a in 0..N {
                    slope[a] += off * row[a];
                    for b in 0..N {
                        curve[a][b] += chance * (1.0 - chance) * row[a] * row[b];
                    }
                }
            }
        }
        for at in 1..N {
            slope[at] -= RIDGE * learnt[at];
            curve[at][at] += RIDGE;
        }
        let step = solve(curve, slope);
        (0..N).for_each(|at| learnt[at] += step[at]);
    }
    learnt
}

/// Gauss's elimination; the matrix is positive definite.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in 0..N {
            if row != pivot {
                let part = matrix[row][pivot] / matrix[pivot][pivot];
                let pivots = matrix[pivot];
                matrix[row].iter_mut().zip(pivots).for_each(|(here, there)| *here -= part * there);
                right[row] -= part * right[pivot];
            }
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

fn agreement(examples: &[&Example], learnt: &Learnt, least: f64) -> Tally {
    let mut tally = Tally::default();
    for example in examples {
        let ranked: Vec<String> = example.topics.iter().map(|one| one.0.clone()).collect();
        let picked: Vec<String> = example
            .topics
            .iter()
            .filter(|one| chance(odds(learnt, &one.1)) >= least)
            .map(|one| one.0.clone())
            .collect();
        tally.count(&example.relevant, &ranked, &picked);
    }
    tally
}

/// The limit with the best F1.
fn limit(examples: &[&Example], learnt: &Learnt) -> f64 {
    let tried = (10..70).map(|percent| f64::from(percent) / 100.0);
    let f1 = |least: f64| agreement(examples, learnt, least).agreement().f1;
    tried.map(|least| (least, f1(least))).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0
}

/// Measured store by store, each with what is learnt from the others alone.
fn left_out(examples: &[Example], stores: &[&str]) -> Tally {
    let mut total = Tally::default();
    for store in stores {
        let (out, others): (Vec<&Example>, Vec<&Example>) =
            examples.iter().partition(|one| one.store == *store);
        let learnt = learn(&others);
        total.add(&agreement(&out, &learnt, limit(&others, &learnt)));
    }
    total
}

#[test]
fn the_numbers_are_those_that_are_learnt() {
    let examples = examples();
    let all: Vec<&Example> = examples.iter().collect();
    let learnt = learn(&all);
    let here: Learnt = std::array::from_fn(|at| if at == 0 { BEGIN } else { LEARNT[at - 1] });
    let apart = learnt.iter().zip(&here).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart <= 0.005, "learnt {learnt:.2?}, here {here:?}");
    assert_eq!(limit(&all, &here), LEAST);
}

#[test]
fn what_is_learnt_holds_for_a_store_that_was_left_out() {
    let examples = examples();
    let mut stores: Vec<&str> = examples.iter().map(|one| one.store.as_str()).collect();
    stores.dedup();
    let others: Vec<&str> = stores.iter().copied().filter(|store| !READ.contains(store)).collect();
    let measured: Vec<String> = stores
        .chunks(1)
        .chain([&READ[..], &others])
        .map(|group| {
            let one = left_out(&examples, group).agreement();
            let names = group.join(" ");
            let Agreement { questions, recall_at_5, precision, f1, exact } = one;
            format!("{names}: {questions} questions, recall@5 {recall_at_5}, precision {precision}, F1 {f1}, exact {exact}\n")
        })
        .collect();
    expect![[r#"
        tidegauge-firmware: 30 questions, recall@5 0.75, precision 0.421, F1 0.34, exact 0.433
        stellwerk-infra: 30 questions, recall@5 0.75, precision 0.579, F1 0.468, exact 0.5
        harborshop-api: 40 questions, recall@5 0.519, precision 0.385, F1 0.377, exact 0.425
        glacier-seg-research: 40 questions, recall@5 0.815, precision 0.583, F1 0.549, exact 0.625
        youpin-web-miniapp: 40 questions, recall@5 0.786, precision 0.643, F1 0.643, exact 0.7
        yoyaku-salon-system: 40 questions, recall@5 0.885, precision 0.824, F1 0.651, exact 0.625
        meikyuu-no-tou: 30 questions, recall@5 0.769, precision 0.722, F1 0.591, exact 0.567
        cangchu-wms: 30 questions, recall@5 0.857, precision 0.538, F1 0.519, exact 0.5
        harborshop-api glacier-seg-research youpin-web-miniapp yoyaku-salon-system: 160 questions, recall@5 0.75, precision 0.589, F1 0.552, exact 0.594
        tidegauge-firmware stellwerk-infra meikyuu-no-tou cangchu-wms: 120 questions, recall@5 0.782, precision 0.561, F1 0.479, exact 0.5
    "#]].assert_eq(&measured.concat());
}

#[test]
fn the_weightier_is_the_likelier() {
    let none = Cues::default();
    let many = Cues { general: 9, maybe: 9, ..none };
    for cues in [none, many] {
        let mut last = 1.0;
        for weight in [1e9, 100.0, 5.0, 4.999, 1.0, 0.1, 1e-300] {
            let now = likely(weight, 5.0, cues);
            assert!(now > 0.0 && now < last, "{weight}: {now}");
            last = now;
        }
    }
    assert!(likely(3.0, 0.0, none) > likely(3.0, 2.9, none), "who has no rival is likelier");
    assert!(likely(3.0, 0.0, none) > likely(3.0, 0.0, many), "general knowledge is less likely");
}
