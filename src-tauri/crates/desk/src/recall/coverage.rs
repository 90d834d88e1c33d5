//! Coverage: over all past questions, which topics were recorded, which the estimate would bring, and which never.
//!
//! Separate because it counts and the rest explains. Asks no model.

use super::asking::agreement;
use super::offer::Offer;
use super::questions::inside;
use crate::Desk;
use crate::topics::iso;
use crate::view::{Coverage, CoverageRow, Failure, Progress};
use jiff::{SignedDuration, Timestamp};
use memdesk_memdir::question::{Gate, gate};
use memdesk_models::estimate::Estimate;
use memdesk_review::Reading;
use memdesk_sessions::Question;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Spans that a time line has at most; more do not fit beside each other.
const SPANS: usize = 60;
/// Questions estimated between two looks at whether to stop.
const BATCH: usize = 500;
const DAY: i64 = 24 * 60 * 60;

impl Desk {
    /// Coverage over all past questions. `span`: `day`, `week`, `month` (four weeks), or empty: what fits.
    ///
    /// # Errors
    /// `no-such-store`; `sessions`; `bad-span`; `cancelled`.
    pub fn coverage(
        &self,
        id: &str,
        span: &str,
        task: &str,
        tell: &dyn Fn(Progress),
    ) -> Result<Coverage, Failure> {
        let look = self.look(id)?;
        let offer = Offer::new(Reading::new(&look.snapshot, self.profile()), &look.place.dir);
        let (dirs, cache) = self.sessions_of(&look.place)?;
        let task = self.tasks.begin(task, "coverage", tell);
        let mut questions: Vec<Question> = Vec::new();
        let mut each = |question: Question| {
            questions.push(question);
            if task.cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        cache.each(&dirs, &mut each).map_err(|error| Failure::sessions(&error))?;
        let line = TimeLine::new(&questions, span)?;
        let mut table = Table::new(&offer, line.spans.len());
        let estimate = Estimate::new(&offer.candidates);
        let profile = self.profile();
        let total = questions.len() as u64;
        let mut out = Coverage {
            spans: line.spans.iter().copied().map(iso).collect(),
            end: iso(line.end),
            questions: vec![0; line.spans.len()],
            topics: Vec::new(),
            total: questions.len(),
            ran: 0,
            recorded: 0,
            nothing_estimated: 0,
            agreement: agreement(),
        };
        for (number, batch) in questions.chunks(BATCH).enumerate() {
            task.at((number * BATCH) as u64, total)?;
            let picks: Vec<Option<Vec<String>>> = batch
                .par_iter()
                .map(|question| {
                    let runs = gate(&question.text, 0, profile) == Gate::Runs;
                    runs.then(|| estimate.pick(&question.text))
                })
                .collect();
            for (question, picks) in batch.iter().zip(picks) {
                let at = line.at(question.time);
                if let Some(count) = out.questions.get_mut(at) {
                    *count += 1;
                }
                out.recorded += usize::from(!question.recorded.is_empty());
                for attached in &question.recorded {
                    if let Some(path) = inside(&look.place, &attached.path) {
                        table.recorded(path, at, question.time);
                    }
                }
                let Some(picks) = picks else { continue };
                out.ran += 1;
                out.nothing_estimated += usize::from(picks.is_empty());
                picks.into_iter().for_each(|path| table.estimated(path, at));
            }
        }
        task.at(total, total)?;
        out.topics = table.rows(&offer);
        Ok(out)
    }
}

/// Spans of equal length over the questions' times.
struct TimeLine {
    spans: Vec<Timestamp>,
    end: Timestamp,
    seconds: i64,
}

impl TimeLine {
    fn new(questions: &[Question], span: &str) -> Result<TimeLine, Failure> {
        let times = questions.iter().map(|question| question.time.as_second());
        let (first, last) = (times.clone().min(), times.max());
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(TimeLine { spans: Vec::new(), end: Timestamp::UNIX_EPOCH, seconds: DAY });
        };
        // whole days of UTC, so that a span begins where its label says
        let first = first.div_euclid(DAY) * DAY;
        let fits = |days: i64| (last - first) / (days * DAY) < SPANS as i64;
        let days = match span {
            "day" => 1,
            "week" => 7,
            "month" => 28,
            "" => [1, 7, 28].into_iter().find(|days| fits(*days)).unwrap_or(28),
            other => {
                return Err(Failure::new(
                    "bad-span",
                    format!("{other} is no span of time"),
                    "Give day, week or month.".to_owned(),
                ));
            }
        };
        let seconds = days * DAY;
        // the last spans: who has asked for days over years sees the newest
        let count = ((last - first) / seconds + 1).min(10 * SPANS as i64);
        let begin = first + ((last - first) / seconds + 1 - count) * seconds;
        let at = |number: i64| Timestamp::from_second(begin + number * seconds).unwrap_or(Timestamp::MAX);
        Ok(TimeLine { spans: (0..count).map(at).collect(), end: at(count), seconds })
    }

    /// The span of a time; one before the first counts there.
    fn at(&self, time: Timestamp) -> usize {
        let Some(first) = self.spans.first() else { return 0 };
        let since: SignedDuration = time.duration_since(*first);
        let number = usize::try_from(since.as_secs().div_euclid(self.seconds)).unwrap_or_default();
        number.min(self.spans.len().saturating_sub(1))
    }
}

/// Counts by topic.
struct Table {
    rows: BTreeMap<String, CoverageRow>,
    spans: usize,
    last: BTreeMap<String, Timestamp>,
}

impl Table {
    fn new(offer: &Offer, spans: usize) -> Table {
        let mut table = Table { rows: BTreeMap::new(), spans, last: BTreeMap::new() };
        for candidate in &offer.candidates {
            table.row(candidate.path.clone());
        }
        table
    }

    fn row(&mut self, path: String) -> &mut CoverageRow {
        let spans = self.spans;
        self.rows.entry(path.clone()).or_insert_with(|| CoverageRow {
            path,
            exists: false,
            recorded: vec![0; spans],
            estimated: vec![0; spans],
            recorded_total: 0,
            estimated_total: 0,
            last: None,
        })
    }

    fn recorded(&mut self, path: String, at: usize, time: Timestamp) {
        let last = self.last.entry(path.clone()).or_insert(time);
        *last = (*last).max(time);
        let row = self.row(path);
        row.recorded_total += 1;
        if let Some(count) = row.recorded.get_mut(at) {
            *count += 1;
        }
    }

    fn estimated(&mut self, path: String, at: usize) {
        let row = self.row(path);
        row.estimated_total += 1;
        if let Some(count) = row.estimated.get_mut(at) {
            *count += 1;
        }
    }

    /// The most often recorded first, then estimated, then by path.
    fn rows(self, offer: &Offer) -> Vec<CoverageRow> {
        let last = self.last;
        let complete = |row: CoverageRow| CoverageRow {
            last: last.get(&row.path).copied().map(iso),
            exists: offer.reading.topic(&row.path).is_some(),
            ..row
        };
        let mut rows: Vec<CoverageRow> = self.rows.into_values().map(complete).collect();
        rows.sort_by(|a, b| {
            (b.recorded_total, b.estimated_total, &a.path).cmp(&(
                a.recorded_total,
                a.estimated_total,
                &b.path,
            ))
        });
        rows
    }
}
