//! How fast something with a limit grows, and when it will be full at this pace.
//!
//! Separate because it is arithmetic about numbers over time, whatever they count. The pace is the median of the slopes
//! between all pairs of moments (Theil and Sen), so that one large clean-up, or one large addition, does not set it; the
//! moments are even, so that days on which nothing was added count as such. Never predicts from less than
//! [`LEAST_DAYS`] of history, and never looks at a clock.

/// Longest stretch before now that counts, in days: a habit of last year says little about this week.
pub const WINDOW_DAYS: f64 = 56.0;
/// Shortest history that a pace is told from, in days.
pub const LEAST_DAYS: f64 = 7.0;
/// A pace that over the whole window changes less than this share of the limit is none: one line of 200.
pub const FLAT_SHARE: f64 = 0.005;
/// Moments that the window is looked at.
const MOMENTS: u32 = 57;
const DAY: f64 = 86_400.0;

/// A number that holds from a moment on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Seconds since the Unix epoch.
    pub at: i64,
    /// What was counted.
    pub value: f64,
}

/// What becomes of a number at its present pace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outlook {
    /// It is at its limit, or over it.
    Full,
    /// There is too little history to tell a pace.
    TooShort,
    /// It neither grows nor shrinks to speak of.
    Flat,
    /// It gets smaller.
    Shrinking,
    /// It grows, and reaches its limit in so many days.
    Growing {
        /// Days from now.
        full_in_days: f64,
    },
}

/// How a number moves, and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// What becomes of it.
    pub outlook: Outlook,
    /// The pace, by the day; none when there is too little history.
    pub per_day: Option<f64>,
    /// Days of history that it is told from.
    pub days: f64,
}

/// The forecast for a number by its levels, which are in order of time; the last one holds until `now` (seconds since the
/// Unix epoch). Without a level there is nothing to tell.
pub fn forecast(levels: &[Level], now: i64, limit: f64) -> Forecast {
    let value = levels.last().map_or(0.0, |level| level.value);
    let history = levels.first().map_or(0.0, |first| days(now.saturating_sub(first.at)));
    let window = history.clamp(0.0, WINDOW_DAYS);
    let per_day = (window >= LEAST_DAYS).then(|| slope(&moments(levels, now, window))).flatten();
    let outlook = match per_day {
        _ if value >= limit => Outlook::Full,
        None => Outlook::TooShort,
        Some(pace) if pace.abs() * window < FLAT_SHARE * limit => Outlook::Flat,
        Some(pace) if pace < 0.0 => Outlook::Shrinking,
        Some(pace) => Outlook::Growing { full_in_days: (limit - value) / pace },
    };
    Forecast { outlook, per_day, days: window }
}

/// The slope of the line through some points (x, y) that most of them agree on: the median over all pairs. `None` when no two
/// have a different x.
pub fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let pairs = points.iter().enumerate().flat_map(|(at, a)| points.iter().skip(at + 1).map(move |b| (a, b)));
    let mut slopes: Vec<f64> =
        pairs.filter(|(a, b)| a.0 != b.0).map(|(a, b)| (b.1 - a.1) / (b.0 - a.0)).collect();
    slopes.sort_by(f64::total_cmp);
    let middle = slopes.len() / 2;
    let upper = *slopes.get(middle)?;
    let lower = if slopes.len().is_multiple_of(2) { *slopes.get(middle.checked_sub(1)?)? } else { upper };
    Some(f64::midpoint(lower, upper))
}

/// The levels at even moments of the last `window` days: days since the window began, and what held then.
fn moments(levels: &[Level], now: i64, window: f64) -> Vec<(f64, f64)> {
    let mut ahead = levels.iter().peekable();
    let mut value = levels.first().map_or(0.0, |level| level.value);
    let step = window / f64::from(MOMENTS - 1);
    (0..MOMENTS)
        .map(|number| {
            let day = f64::from(number) * step;
            while let Some(level) = ahead.next_if(|level| days(now.saturating_sub(level.at)) >= window - day)
            {
                value = level.value;
            }
            (day, value)
        })
        .collect()
}

#[allow(clippy::cast_precision_loss, reason = "seconds of a lifetime are exact in an f64")]
fn days(seconds: i64) -> f64 {
    seconds as f64 / DAY
}
