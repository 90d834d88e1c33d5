//! Dates, versions and ports.
//!
//! Separate because they are found by pattern rather than by cutting words. Never knows what day it is.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Found, Kind};
use crate::pattern::pattern;

static VERSION: LazyLock<Regex> = LazyLock::new(|| pattern(r"^v?\d+\.\d+\.\d+(-[\w.]+)?$|^v\d+(\.\d+)+$"));

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b
        | \b(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])\b
        | \b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?
            |nov(?:ember)?|dec(?:ember)?)\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d\b
        | \b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?
            |sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(?:19|20)\d\d\b
        | (?:19|20)\d\d\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?",
    )
});

static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:yesterday|today|tomorrow|tonight)\b
        | \b(?:last|next|this\ (?:coming|past))\s+(?:night|week|weekend|month|year|quarter|sprint|monday|tuesday|wednesday
            |thursday|friday|saturday|sunday)\b
        | \bthis\s+(?:morning|afternoon|evening|week|weekend|month|year|quarter|sprint|monday|tuesday|wednesday|thursday
            |friday|saturday|sunday)\b
        | \b(?:\d{1,3}|an?|one|two|three|four|five|six|a\s+few|a\s+couple\s+of|several)\s+(?:minute|hour|day|week|month|year)s?
            \s+ago\b
        | \bin\s+(?:\d{1,3}|an?|one|two|three|four|five|six|a\s+few|a\s+couple\s+of)\s+(?:day|week|month)s?\b
        | [昨今明后前]天 | 上上?个?(?:周|星期|礼拜|月) | 下下?个?(?:周|星期|礼拜|月) | [这本]个?(?:周|星期|礼拜|月) | [去今明]年
        | (?:\d{1,3}|[一两二三四五六七八九十几]+)\s?(?:天|周|个星期|个月|年)[前后]
        | 昨日 | 明日 | 一昨日 | 明後日 | 今日 | [先来今]週 | [先来今]月 | 昨年 | 来年 | (?:\d{1,3}|[一二三四五六七八九十数]+)\s?(?:日|週間|[かヶ]月)[前後]",
    )
});

static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:node(?:\.?js)?|python|ruby|rust|go|golang|java|jdk|php|swift|kotlin|typescript|react|vue|svelte|angular|next\.?js
            |django|flask|fastapi|rails|laravel|spring\ boot|postgres(?:ql)?|mysql|mariadb|sqlite|redis|mongodb|elasticsearch
            |ubuntu|debian|alpine|android|ios|macos|kubernetes|terraform|tailwind(?:\s?css)?|vite|webpack|electron|tauri|npm|pnpm
            |yarn|bun|deno|\.net|gradle|maven|cmake|clang|gcc)\s+(?:version\s+|v)?(\d{1,3}(?:\.\d{1,4}){0,3})(?:\+|\.x)?\b
        | \bv\d+(?:\.\d+)+(?:-[\w.]*\w)?\b
        | \b\d+\.\d+\.\d+(?:-[a-z][\w.]*\w)?\b",
    )
});

static PORT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:ports?|localhost|127\.0\.0\.1)(?:\s+|\s*:\s*|:)(\d{2,5})\b | (?:端口|ポート)\s?(?:号|番号)?\s?[:：]?\s?(\d{2,5})",
    )
});

/// Whether a code span is a version.
pub(super) fn is_version(code: &str) -> bool {
    VERSION.is_match(code)
}

/// Whether a code span is a date.
pub(super) fn is_date(code: &str) -> bool {
    DATE.find(code).is_some_and(|found| found.len() == code.len())
}

/// Dates, versions and ports of a piece of prose.
pub(super) fn find(text: &str, range: Range<usize>, out: &mut Vec<Found>) {
    let part = text.get(range.clone()).unwrap_or_default();
    let base = range.start;
    let at = |found: regex::Match<'_>| base + found.start()..base + found.end();
    out.extend(DATE.find_iter(part).map(|found| (Kind::Date, at(found))));
    out.extend(RELATIVE.find_iter(part).map(|found| (Kind::RelativeDate, at(found))));
    if !part.bytes().any(|b| b.is_ascii_digit()) {
        return;
    }
    let bytes = part.as_bytes();
    let inside = |found: &regex::Match<'_>| {
        // four numbers are an address, not a version; `-` and `/` belong to names
        let before = found.start().checked_sub(1).and_then(|at| bytes.get(at));
        let after = (bytes.get(found.end()), bytes.get(found.end() + 1).is_some_and(u8::is_ascii_digit));
        matches!(before, Some(b'.' | b'-' | b'/' | b'@' | b':'))
            || matches!(after, (Some(b'.' | b'-'), true) | (Some(b'/'), _))
    };
    out.extend(NAMED.find_iter(part).filter(|found| !inside(found)).map(|found| (Kind::Version, at(found))));
    let ports = PORT.captures_iter(part).filter_map(|groups| groups.get(1).or_else(|| groups.get(2)));
    out.extend(ports.map(|found| (Kind::Port, at(found))));
}
