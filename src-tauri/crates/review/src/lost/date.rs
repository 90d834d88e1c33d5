//! Days, months, weekdays and dates that are only right on the day they are written.
//!
//! Separate because there are many ways to write one day. Knows the day of the change only to tell the year of a date without
//! one; where day and month may be either, both are meant.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::{Date, Weekday};
use regex::{Captures, Regex};

use crate::pattern::pattern;

/// A date in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    /// Days it may mean: year, month, day, as far as they are told.
    Day(Vec<Day>),
    Weekday(Weekday),
    Relative,
}

/// Year, month and day, as far as they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) year: Option<i16>,
    pub(super) month: Option<i8>,
    pub(super) day: Option<i8>,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH: &str = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY: &str = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";

static ABSOLUTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<iy>(?:19|20)\d\d)[-/.](?P<im>0?[1-9]|1[0-2])[-/.](?P<id>0?[1-9]|[12]\d|3[01])(?:t\d\d:\d\d(?::\d\d)?(?:\.\d+)?z?)?\b
        | \b(?P<d1>0?[1-9]|[12]\d|3[01])[/.](?P<d2>0?[1-9]|[12]\d|3[01])[/.](?P<dy>(?:19|20)\d\d)\b
        | \b(?P<jy>(?:19|20)\d\d)-(?P<jm>0[1-9]|1[0-2])\b
        | \b(?P<ed>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<em>{MONTH})\b\.?(?:,?\s+(?P<ey>(?:19|20)\d\d)\b)?
        | \b(?P<um>{MONTH})\b\.?\s+(?P<ud>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<uy>(?:19|20)\d\d)\b)?
        | \b(?P<mm>{MONTH})\b\.?,?\s+(?P<my>(?:19|20)\d\d)\b
        | (?P<cy>(?:19|20)\d\d)\s?年(?:\s?(?P<cm>\d{{1,2}})\s?月(?:份|\s?(?P<cd>\d{{1,2}})\s?[日号])?)?
        | (?P<km>\d{{1,2}})\s?月(?:份|\s?(?P<kd>\d{{1,2}})\s?[日号]|[初中底末])?"
    ))
});

/// A month by itself, with a capital; `May` and `March` only behind a word that leads to a date.
static MONTH_ALONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:(?P<lead>in|by|since|until|till|before|after|from|to|of|during|last|next|early|late|end\ of)\s+)?(?P<m>{MONTH})\b"
    ))
});

static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:in|since|until|till|by|before|after|from|of|during|early|late|summer|winter|spring|autumn)\s+(?P<y>(?:19|20)\d\d)\b",
    )
});

static WEEKDAYS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"\b(?P<e>{WEEKDAY})s?\b | (?:周|星期|礼拜)(?P<c>[一二三四五六日天])"))
});

static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:the\ day\ (?:before|after)\ )?(?:yesterday|tomorrow|tonight)\b
        | \b(?:last|next|this\ (?:coming|past)|this)\s+(?:night|week(?:end)?|month|year|quarter|sprint|{WEEKDAY})\b
        | \b(?:\d{{1,3}}|an?|one|two|three|four|five|six|a\s+few|a\s+couple\s+of|several)\s+(?:day|week|month|year)s?\s+ago\b
        | \bin\s+(?:\d{{1,3}}|an?|one|two|three|four|five|six|a\s+few)\s+(?:day|week|month)s?\b
        | 大?[昨明后前]天 | (?:上上?|下下?)个?(?:周|星期|礼拜)[一二三四五六日天末]? | (?:上上?|下下?)个?月(?:底|初|\d{{1,2}}[日号])? | 本周[一二三四五六日天末]? | 这个?(?:周|星期)[一二三四五六日天末]? | [去明]年
        | (?:\d{{1,3}}|[一两二三四五六七八九十几]+)\s?(?:天|周|个星期|个月|年)[前后]"
    ))
});

/// The dates of a text and where they stand, none overlapping.
pub(super) fn find(text: &str, today: Option<Date>) -> Vec<(Range<usize>, When)> {
    let mut out: Vec<(Range<usize>, When)> = Vec::new();
    let mut add = |range: Range<usize>, when: When| {
        if out.iter().all(|(other, _)| range.end <= other.start || other.end <= range.start) {
            out.push((range, when));
        }
    };
    for found in ABSOLUTE.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let days = days(&found, today);
        if !days.is_empty() && !is_part(text, &whole.range()) {
            add(whole.range(), When::Day(days));
        }
    }
    for found in RELATIVE.find_iter(text) {
        add(found.range(), When::Relative);
    }
    for found in MONTH_ALONE.captures_iter(text) {
        let Some(month) = found.name("m") else { continue };
        let word = month.as_str();
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        let plain = !matches!(
            word.to_ascii_lowercase().as_str(),
            "may" | "march" | "mar" | "dec" | "sep" | "jan" | "jun"
        );
        if capital && (plain && word.len() > 3 || found.name("lead").is_some()) {
            add(month.range(), When::Day(vec![Day { year: None, month: month_of(word), day: None }]));
        }
    }
    for found in YEAR.captures_iter(text) {
        if let Some(year) = found.name("y") {
            add(
                year.range(),
                When::Day(vec![Day { year: year.as_str().parse().ok(), month: None, day: None }]),
            );
        }
    }
    for found in WEEKDAYS.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let capital =
            found.name("e").is_none_or(|m| m.as_str().starts_with(|c: char| c.is_ascii_uppercase()));
        if let Some(weekday) = weekday(&found).filter(|_| capital) {
            add(whole.range(), When::Weekday(weekday));
        }
    }
    out.sort_by_key(|(range, _)| range.start);
    out
}

/// Whether digits, letters or a path go on beside a date.
fn is_part(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).and_then(|t| t.chars().next_back());
    let after = text.get(range.end..).and_then(|t| t.chars().next());
    let numeric = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/'));
    numeric(before) || numeric(after)
}

fn month_of(name: &str) -> Option<i8> {
    let lower = name.to_ascii_lowercase();
    let at = MONTHS.iter().position(|month| lower.starts_with(month))?;
    i8::try_from(at + 1).ok()
}

fn days(found: &Captures<'_>, today: Option<Date>) -> Vec<Day> {
    let number = |name: &str| found.name(name).and_then(|m| m.as_str().parse::<i16>().ok());
    let small = |name: &str| number(name).and_then(|n| i8::try_from(n).ok());
    let month = |name: &str| found.name(name).and_then(|m| month_of(m.as_str()));
    let day = |year: Option<i16>, month: Option<i8>, day: Option<i8>| {
        let valid = month.is_none_or(|m| (1..=12).contains(&m)) && day.is_none_or(|d| (1..=31).contains(&d));
        valid.then_some(Day { year: year.or_else(|| nearest(today, month?, day?)), month, day })
    };
    let read = if found.name("iy").is_some() {
        vec![day(number("iy"), small("im"), small("id"))]
    } else if found.name("dy").is_some() {
        vec![day(number("dy"), small("d2"), small("d1")), day(number("dy"), small("d1"), small("d2"))]
    } else if found.name("jy").is_some() {
        vec![day(number("jy"), small("jm"), None)]
    } else if found.name("ed").is_some() {
        vec![day(number("ey"), month("em"), small("ed"))]
    } else if found.name("ud").is_some() {
        vec![day(number("uy"), month("um"), small("ud"))]
    } else if found.name("mm").is_some() {
        vec![day(number("my"), month("mm"), None)]
    } else if found.name("cy").is_some() {
        vec![day(number("cy"), small("cm"), small("cd"))]
    } else {
        vec![day(None, small("km"), small("kd"))]
    };
    read.into_iter().flatten().collect()
}

/// The year in which a day is nearest to today.
fn nearest(today: Option<Date>, month: i8, day: i8) -> Option<i16> {
    let today = today?;
    let years = [today.year() - 1, today.year(), today.year() + 1];
    let away = |year: &i16| Date::new(*year, month, day).ok().map(|date| (date - today).get_days().abs());
    years.into_iter().filter(|year| away(year).is_some()).min_by_key(away)
}

fn weekday(found: &Captures<'_>) -> Option<Weekday> {
    let at = match (found.name("e"), found.name("c")) {
        (Some(name), _) => {
            let lower = name.as_str().to_ascii_lowercase();
            ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().position(|day| lower.starts_with(day))?
        }
        (None, Some(name)) => {
            "一二三四五六日".chars().position(|c| name.as_str().starts_with(c)).unwrap_or(6)
        }
        (None, None) => return None,
    };
    Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()
}

impl Day {
    /// Whether another date says at least as much, and nothing else.
    fn is(self, other: Day) -> bool {
        let same = |mine: Option<i8>, theirs: Option<i8>| mine.is_none_or(|mine| theirs == Some(mine));
        let year = match (self.year, other.year) {
            (Some(mine), Some(theirs)) => mine == theirs,
            // a year alone has to stand; the year of a day goes without saying
            (Some(_), None) => self.month.is_some(),
            _ => true,
        };
        year && same(self.month, other.month) && same(self.day, other.day)
    }

    fn weekday(self) -> Option<Weekday> {
        Some(Date::new(self.year?, self.month?, self.day?).ok()?.weekday())
    }
}

impl When {
    /// Whether another date says the same.
    pub(super) fn is(&self, other: &When) -> bool {
        match (self, other) {
            (When::Day(mine), When::Day(theirs)) => mine.iter().any(|a| theirs.iter().any(|b| a.is(*b))),
            (When::Weekday(mine), When::Weekday(theirs)) => mine == theirs,
            (When::Weekday(mine), When::Day(theirs)) => theirs.iter().any(|day| day.weekday() == Some(*mine)),
            // on which day it was is told now
            (When::Relative, When::Day(days)) => days.iter().any(|day| day.month.is_some()),
            (When::Relative, When::Relative) => true,
            _ => false,
        }
    }

    /// Whether it is hardly anything else wherever it stands.
    pub(super) fn is_telling(&self) -> bool {
        matches!(self, When::Day(days) if days.iter().all(|day| day.day.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_day_and_others() {
        let today = Date::new(2026, 3, 10).ok();
        for (a, b, same) in [
            ("2026-03-03", "March 3, 2026", true),
            ("2026-03-03", "3rd of March 2026", true),
            ("3 March", "2026-03-03", true),
            ("3 March", "2025-03-03", false),
            ("2026年3月3日", "2026/3/3", true),
            ("3月3日", "2026-03-03", true),
            ("31/12/2025", "2025-12-31", true),
            ("04/05/2026", "2026-05-04", true),
            ("04/05/2026", "2026-04-05", true),
            ("15 May 2026", "15 June 2026", false),
            ("in May", "2026-05-04", true),
            ("in January", "2026-01", true),
            ("since 2024", "2024-06-01", true),
            ("yesterday", "2026-03-09", true),
            ("下周三", "2026年3月11日", true),
            ("last Friday", "2026-03-06", true),
            ("Tuesday", "on Tuesdays", true),
            ("Tuesday", "周二", true),
            ("Tuesday", "Thursday", false),
            ("Tuesday", "2026-03-10", true),
        ] {
            let one = |text: &str| find(text, today).into_iter().next().map(|(_, when)| when);
            let (a, b) = (one(a).unwrap(), one(b).unwrap());
            assert_eq!(a.is(&b), same, "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_is_no_date() {
        for text in
            ["it may be", "they march", "10.0.0.1", "3 个月", "the sun", "wed", "1/2", "2026", "port 2025"]
        {
            assert_eq!(find(text, None), vec![], "{text}");
        }
    }
}
