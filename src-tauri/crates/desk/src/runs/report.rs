//! What a run would make of a store: the fate of every file, what would be lost, the index's load, and recall.
//!
//! Separate because it compares two snapshots and knows nothing of how the second came about. Asks no model.

use crate::Desk;
use crate::index::loaded_of;
use crate::index_view::meter;
use crate::look::{Look, now};
use crate::recall::Offer;
use crate::view::{FateView, LostView, RecallChange, RecallLoss, RunReport};
use memdesk_memdir::Profile;
use memdesk_memdir::question::{Gate, gate};
use memdesk_models::Cancel;
use memdesk_models::estimate::Estimate;
use memdesk_review::fate::{Fate, fates};
use memdesk_review::lost::{Lost, lost};
use memdesk_review::{Reading, Snapshot};
use memdesk_sessions::Question;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Past questions looked at, the newest.
const QUESTIONS: usize = 5_000;
/// Questions that would find less, of which the texts are given.
const LISTED: usize = 100;
/// Characters of a sentence or a question.
const TEXT: usize = 300;

impl Desk {
    /// Compares a store before and after. What recall would bring is left out when there are no past questions.
    pub(super) fn report(&self, look: &Look, after: &Snapshot, cancel: &Cancel) -> RunReport {
        let (before, profile) = (&look.snapshot, self.profile());
        let readings = [before, after].map(|snapshot| Reading::new(snapshot, profile));
        let [was, will] = readings.each_ref().map(|reading| meter(&loaded_of(reading)));
        let fates = fates(before, after);
        let went: HashMap<&str, Vec<String>> =
            fates.iter().filter_map(|(path, fate)| Some((path.as_str(), into(fate)?))).collect();
        let questions = self.past_questions(look);
        let recall = (!questions.is_empty() && !cancel.is_cancelled()).then(|| {
            let offers = readings.map(|reading| Offer::new(reading, &look.place.dir));
            change(&questions, &offers, &went, profile)
        });
        RunReport {
            lost: lost_views(before, after),
            fates: fates.iter().map(|(path, fate)| fate_view(path, fate)).collect(),
            before: was,
            after: will,
            recall,
        }
    }

    /// What was asked in the project so far, the newest first; none where that cannot be read.
    fn past_questions(&self, look: &Look) -> Vec<Question> {
        let Ok((dirs, cache)) = self.sessions_of(&look.place) else { return Vec::new() };
        let mut out = Vec::new();
        let mut each = |question: Question| {
            out.push(question);
            ControlFlow::Continue(())
        };
        if cache.each(&dirs, &mut each).is_err() {
            return Vec::new();
        }
        out.reverse();
        out.truncate(QUESTIONS);
        out
    }
}

/// Where a file went.
fn into(fate: &Fate) -> Option<Vec<String>> {
    match fate {
        Fate::Merged { into, .. } => Some(into.clone()),
        Fate::Renamed { into } => Some(vec![into.clone()]),
        _ => None,
    }
}

/// What the estimate finds for past questions, before and after.
fn change(
    questions: &[Question],
    [before, after]: &[Offer; 2],
    went: &HashMap<&str, Vec<String>>,
    profile: &Profile,
) -> RecallChange {
    let (was, will) = (Estimate::new(&before.candidates), Estimate::new(&after.candidates));
    let runs: Vec<&Question> =
        questions.iter().filter(|question| gate(&question.text, 0, profile) == Gate::Runs).collect();
    let found: Vec<(Vec<String>, Vec<String>)> =
        runs.par_iter().map(|question| (was.pick(&question.text), will.pick(&question.text))).collect();
    let mut losses: Vec<(bool, RecallLoss)> = Vec::new();
    let mut found_total = 0;
    let mut told: HashSet<&str> = HashSet::new();
    for (question, (was, will)) in runs.iter().zip(found) {
        found_total += usize::from(was.is_empty() && !will.is_empty());
        let is_there = |path: &String| {
            will.contains(path)
                || went.get(path.as_str()).is_some_and(|into| into.iter().any(|path| will.contains(path)))
        };
        let topics: Vec<String> = was.into_iter().filter(|path| !is_there(path)).collect();
        // a question asked again and again is one
        if topics.is_empty() || !told.insert(question.text.trim()) {
            continue;
        }
        let text = clip(&question.text);
        losses.push((!will.is_empty(), RecallLoss { question: question.id.clone(), text, topics }));
    }
    // those that find nothing at all come first, the newest before the older
    losses.sort_by_key(|(finds, _)| *finds);
    RecallChange {
        questions: runs.len(),
        lost_total: losses.len(),
        lost: losses.into_iter().take(LISTED).map(|(_, loss)| loss).collect(),
        found_total,
        agreement: crate::recall::agreement(),
    }
}

fn fate_view(path: &str, fate: &Fate) -> FateView {
    let share = match fate {
        Fate::Merged { share, .. } => Some(*share),
        _ => None,
    };
    let into = into(fate).unwrap_or_default();
    FateView { path: path.to_owned(), fate: fate.word().to_owned(), into, share }
}

/// Facts that stand nowhere any more.
pub(crate) fn lost_views(before: &Snapshot, after: &Snapshot) -> Vec<LostView> {
    let today = now().to_zoned(jiff::tz::TimeZone::system()).date();
    lost(before, after, Some(today)).into_iter().map(lost_view).collect()
}

fn lost_view(lost: Lost) -> LostView {
    LostView {
        kind: lost.kind.word().to_owned(),
        sentence: clip(&lost.sentence),
        instead: lost.instead.as_deref().map(clip),
        path: lost.path,
        line: lost.line,
        text: lost.text,
    }
}

/// The beginning of a text.
fn clip(text: &str) -> String {
    text.chars().take(TEXT).collect()
}
