//! The index over time: what the ledger saw of it, counted by the rules that the gauge counts by, and the forecast.
//!
//! Separate because it looks at the past, which the index itself never does. Reads of a long past only as many versions as a
//! picture can show.

use crate::Desk;
use crate::look::now;
use crate::topics::iso;
use crate::view::{Failure, Growth, GrowthForecast, GrowthPoint};
use jiff::{SignedDuration, Timestamp};
use memdesk_ledger::LedgerError;
use memdesk_memdir::entry::{self, EntryKind};
use memdesk_memdir::index::{self, LINE_LIMIT, UTF16_LIMIT};
use memdesk_memdir::{Profile, lossy};
use memdesk_review::growth::{Forecast, LEAST_DAYS, Level, Outlook, forecast};
use memdesk_review::{Content, INDEX_NAME};
use rayon::prelude::*;

/// Moments of the past that are looked at. A picture is not much wider in dots, and reading them takes no time to speak of.
const MOMENTS: usize = 240;
const SECONDS_A_DAY: f64 = 86_400.0;

/// A version before it is counted: since when, by what, and its bytes.
struct Past {
    time: Timestamp,
    operation: Option<String>,
    bytes: Option<Vec<u8>>,
}

impl Desk {
    /// The index over time, as far as the ledger saw it, and this moment; and when it will be full at this pace.
    ///
    /// # Errors
    /// `no-such-store`; `ledger` when it cannot be read.
    pub fn growth(&self, id: &str) -> Result<Growth, Failure> {
        let look = self.look(id)?;
        let mut past = self.past_of_index(id)?;
        let now = now();
        // what was seen at a time that is yet to come was seen by a clock that was wrong
        past.iter_mut().for_each(|one| one.time = one.time.min(now));
        past.push(Past {
            time: now,
            operation: None,
            bytes: look.snapshot.files.get(INDEX_NAME).and_then(|file| match &file.content {
                Content::Bytes(bytes) | Content::Head { bytes, .. } => Some(bytes.to_vec()),
                Content::Unreadable(_) | Content::Special(_) => None,
            }),
        });
        let profile = self.profile();
        let points: Vec<GrowthPoint> = past.par_iter().map(|past| point(past, profile)).collect();
        let times: Vec<i64> = past.iter().map(|past| past.time.as_second()).collect();
        let told = |count: fn(&GrowthPoint) -> usize, limit: usize| {
            let levels: Vec<Level> = points
                .iter()
                .zip(&times)
                .map(|(point, at)| Level { at: *at, value: real(count(point)) })
                .collect();
            forecast(&levels, now.as_second(), real(limit))
        };
        let (lines, utf16) = (told(|point| point.lines, LINE_LIMIT), told(|point| point.utf16, UTF16_LIMIT));
        Ok(Growth {
            line_limit: LINE_LIMIT,
            utf16_limit: UTF16_LIMIT,
            least_days: LEAST_DAYS as usize,
            first: first(lines, utf16).map(str::to_owned),
            lines: forecast_view(lines, now),
            utf16: forecast_view(utf16, now),
            points,
        })
    }

    /// What the ledger has of the index. A version of which it kept no bytes (it was huge) is left out.
    fn past_of_index(&self, id: &str) -> Result<Vec<Past>, Failure> {
        let Some(ledger) = self.ledger_to_read()? else { return Ok(Vec::new()) };
        let broken = |error| Failure::ledger(&error);
        let mut past = Vec::new();
        for version in ledger.versions(id, INDEX_NAME, MOMENTS).map_err(broken)? {
            let bytes = match version.there.then(|| ledger.file_at(&version.commit, INDEX_NAME)) {
                Some(Err(LedgerError::Missing { .. })) => continue,
                Some(bytes) => bytes.map_err(broken)?,
                None => None,
            };
            past.push(Past {
                time: version.time,
                operation: version.changed_it.then_some(version.commit.0),
                bytes,
            });
        }
        Ok(past)
    }
}

fn point(past: &Past, profile: &Profile) -> GrowthPoint {
    let bytes = past.bytes.as_deref().unwrap_or_default();
    let loaded = index::load(bytes, profile);
    let leads = entry::entries(&lossy(bytes)).into_iter().filter(|entry| {
        let target = entry.target.as_deref();
        target.is_some_and(|target| entry.kind == EntryKind::Wiki || entry::resolve(target).is_some())
    });
    GrowthPoint {
        time: iso(past.time),
        operation: past.operation.clone(),
        exists: past.bytes.is_some(),
        lines: loaded.total_lines,
        utf16: loaded.total_utf16,
        entries: leads.count(),
    }
}

/// Which limit is reached first: one that is exceeded already (lines are cut first), else the sooner.
fn first(lines: Forecast, utf16: Forecast) -> Option<&'static str> {
    let days = |forecast: Forecast| match forecast.outlook {
        Outlook::Full => Some(0.0),
        Outlook::Growing { full_in_days } => Some(full_in_days),
        _ => None,
    };
    match (days(lines), days(utf16)) {
        (Some(lines), Some(chars)) if chars < lines => Some("chars"),
        (Some(_), _) => Some("lines"),
        (None, Some(_)) => Some("chars"),
        (None, None) => None,
    }
}

fn forecast_view(forecast: Forecast, now: Timestamp) -> GrowthForecast {
    let (outlook, full_in_days) = match forecast.outlook {
        Outlook::Full => ("full", None),
        Outlook::TooShort => ("too-short", None),
        Outlook::Flat => ("flat", None),
        Outlook::Shrinking => ("shrinking", None),
        Outlook::Growing { full_in_days } => ("growing", Some(full_in_days)),
    };
    let at = |days: f64| {
        let after = SignedDuration::try_from_secs_f64(days * SECONDS_A_DAY).ok()?;
        now.checked_add(after).ok()
    };
    GrowthForecast {
        outlook: outlook.to_owned(),
        per_week: forecast.per_day.map(|pace| pace * 7.0),
        days: forecast.days,
        full_in_days,
        full_at: full_in_days.and_then(at).map(iso),
    }
}

#[allow(clippy::cast_precision_loss, reason = "no index has more lines or units than an f64 counts exactly")]
fn real(count: usize) -> f64 {
    count as f64
}
