//! Who is asked: the selector that a question names.
//!
//! Separate because it is the only part that knows more than one selector.

use super::offer::Offer;
use super::past::Standing;
use crate::Desk;
use crate::tasks::Task;
use crate::view::{self, Failure, RecallAsk};
use memdesk_models::estimate::{AGREEMENT, Estimate};
use memdesk_models::{Choice, Ranked};
use memdesk_store::Place;

impl Desk {
    /// What the selector picks. The outer error is one of asking wrongly, the inner one that it could not answer.
    pub(crate) fn choose(
        &self,
        _place: &Place,
        offer: &Offer,
        ask: &RecallAsk,
        standing: &Standing,
        _task: &Task<'_>,
    ) -> Result<Result<Choice, Failure>, Failure> {
        match ask.selector.as_str() {
            "estimate" => {
                let estimate = Estimate::new(&offer.candidates);
                let ranked = super::in_full(estimate.rank(&ask.query), offer);
                Ok(Ok(Choice { ranked, selected: estimate.pick(&ask.query), ..Choice::default() }))
            }
            "recorded" => Ok(recorded(standing)),
            other => Err(bad_selector(other, "estimate or recorded")),
        }
    }
}

/// What the session recorded as surfaced.
fn recorded(standing: &Standing) -> Result<Choice, Failure> {
    let Some(past) = &standing.past else {
        return Err(Failure::new(
            "not-recorded",
            "nothing is recorded of a new question",
            "Choose a past question, or another selector.".to_owned(),
        ));
    };
    let selected: Vec<String> = past.row.recorded.iter().map(|one| one.path.clone()).collect();
    let ranked =
        selected.iter().map(|path| Ranked { path: path.clone(), score: None, reasons: Vec::new() }).collect();
    Ok(Choice { ranked, selected, ..Choice::default() })
}

pub(crate) fn bad_selector(name: &str, known: &str) -> Failure {
    Failure::new("bad-selector", format!("there is no selector {name:?} here"), format!("Give {known}."))
}

/// How well the estimate agrees with careful readers.
pub(crate) fn agreement() -> view::Agreement {
    view::Agreement {
        questions: AGREEMENT.questions,
        recall_at_5: AGREEMENT.recall_at_5,
        precision: AGREEMENT.precision,
        f1: AGREEMENT.f1,
        exact: AGREEMENT.exact,
    }
}
