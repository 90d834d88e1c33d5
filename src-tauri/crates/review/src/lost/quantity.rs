//! Numbers with their units, in one form however they are written.
//!
//! Separate because `1,000`, `1k` and `1000`, or `1500 ms` and `1.5 s`, are the same fact. A unit that is not known leaves the
//! number as it is. Never takes a number out of a name such as `eu-west-1`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::numeral;
use crate::pattern::pattern;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Measure {
    Plain,
    Seconds,
    Bytes,
    Percent,
    Money,
    /// Minutes since midnight.
    Clock,
}

/// A number in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    pub(super) measure: Measure,
    /// The number with its multiplier, without its unit.
    pub(super) plain: f64,
    /// In the base unit; more than one where a unit means more than one thing.
    pub(super) values: Vec<f64>,
    /// As it stands, where that matters: `3.10` is not `3.1`.
    pub(super) version: Option<String>,
    /// It was written in words.
    pub(super) in_words: bool,
}

/// What stands behind a number, and how it is counted: base units, one or two values.
const UNITS: &[(&str, Measure, f64, f64)] = &[
    (" ms msec millisecond milliseconds 毫秒 ", Measure::Seconds, 0.001, 0.001),
    (" s sec secs second seconds 秒 秒钟 ", Measure::Seconds, 1.0, 1.0),
    (" m min mins minute minutes 分钟 ", Measure::Seconds, 60.0, 60.0),
    (" h hr hrs hour hours 小时 个小时 ", Measure::Seconds, 3_600.0, 3_600.0),
    (" d day days 天 ", Measure::Seconds, 86_400.0, 86_400.0),
    (" w week weeks 周 个星期 星期 ", Measure::Seconds, 604_800.0, 604_800.0),
    (" month months 个月 ", Measure::Seconds, 2_592_000.0, 2_628_000.0),
    (" year years 年 ", Measure::Seconds, 31_536_000.0, 31_536_000.0),
    (" b byte bytes 字节 ", Measure::Bytes, 1.0, 1.0),
    (" kb kib kilobyte kilobytes ", Measure::Bytes, 1e3, 1_024.0),
    (" mb mib megabyte megabytes ", Measure::Bytes, 1e6, 1_048_576.0),
    (" gb gib gigabyte gigabytes g ", Measure::Bytes, 1e9, 1_073_741_824.0),
    (" tb tib terabyte terabytes ", Measure::Bytes, 1e12, 1_099_511_627_776.0),
    (" % percent 个百分点 ", Measure::Percent, 1.0, 1.0),
    (" usd eur gbp cny dollar dollars euro euros 元 美元 块 欧元 ", Measure::Money, 1.0, 1.0),
];

static DIGITS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<money>[$€£¥￥]\s?|\b(?:usd|eur|gbp|cny|rmb)\s)?
        (?P<digits>\d{1,3}(?:[,_'’\u{202f}\u{a0}]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*)
        (?P<multiplier>(?:[\ -]?(?:thousand|million|billion|bn)|k|m|\ ?[百千]?[万亿]|\ ?千)\b|\ ?[百千]?[万亿]|\ ?千)?
        (?P<unit>[\ -]?(?:milliseconds?|msec|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|months?|years?
            |kilobytes?|megabytes?|gigabytes?|terabytes?|bytes?|[kmgt]i?b|g|b|percent|dollars?|euros?|usd|eur|gbp|cny)\b
            |\ ?(?:%|毫秒|秒钟?|分钟|个?小时|天|周|个?星期|个月|年|字节|美元|欧元|元|块|个百分点))?",
    )
});

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    const ONES: &str = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen\
        |nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen|half";
    pattern(&format!(
        r"\b(?P<words>(?:an?\s+)?(?:{ONES})(?:[\s-](?:{ONES}|an?))*|an?|once|twice|thrice)\b
        (?P<unit>[\s-](?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|percent|dollars?|euros?)\b)?"
    ))
});

static CHINESE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<words>[零〇一二两三四五六七八九十百千万亿半]+)(?P<unit>毫秒|秒钟?|分钟|个?小时|天|周|个?星期|个月|年|字节|美元|元
            |[个条台份次行页人位种倍层级组名项张块轮]?)(?P<half>半)?",
    )
});

static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<part>凌晨|早上|上午|中午|下午|晚上|夜里)?\s?(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\s?(?P<half>[ap]m)\b)?|\s?(?P<noon>[ap]m)\b
            |\s?点(?P<rest>半|\d{1,2}分)?)",
    )
});

/// A time of day in Chinese numerals; without a part of the day or a half hour it might be points of a list.
static CHINESE_CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<part>凌晨|早上|上午|中午|下午|晚上|夜里)\s?(?P<hour>[一二两三四五六七八九十]{1,3})点(?P<rest>半)?|(?P<only>[一二两三四五六七八九十]{1,3})点(?P<end>半|整|钟)",
    )
});

/// The numbers of a text and where they stand, in order, none overlapping. `words`: those without digits too.
pub(super) fn find(text: &str) -> Vec<(Range<usize>, Quantity)> {
    let mut out: Vec<(Range<usize>, Quantity)> = Vec::new();
    let mut add = |range: Range<usize>, quantity: Quantity| {
        if out.iter().all(|(other, _)| range.end <= other.start || other.end <= range.start) {
            out.push((range, quantity));
        }
    };
    for found in CLOCK.captures_iter(text) {
        let (Some(whole), Some(hour)) = (found.get(0), found.name("hour")) else { continue };
        let range = found.name("part").map_or(hour.start(), |part| part.start())..whole.end();
        if stands_alone(text, &range)
            && let Some(minutes) = clock(&found)
        {
            add(range, quantity(Measure::Clock, minutes, vec![minutes], false));
        }
    }
    for found in CHINESE_CLOCK.captures_iter(text) {
        let hour =
            found.name("hour").or_else(|| found.name("only")).and_then(|m| numeral::chinese(m.as_str()));
        if let (Some(whole), Some(hour)) = (found.get(0), hour.filter(|hour| *hour <= 24.0)) {
            let part = found.name("part").map_or("", |m| m.as_str());
            let hour = if matches!(part, "下午" | "晚上") && hour < 12.0 { hour + 12.0 } else { hour };
            let half = found.name("rest").or_else(|| found.name("end")).is_some_and(|m| m.as_str() == "半");
            let minutes = hour * 60.0 + if half { 30.0 } else { 0.0 };
            add(whole.range(), quantity(Measure::Clock, minutes, vec![minutes], false));
        }
    }
    for found in DIGITS.captures_iter(text) {
        let (Some(whole), Some(digits)) = (found.get(0), found.name("digits")) else { continue };
        if let Some((to, quantity)) = digits_of(text, &found, digits.range()) {
            add(whole.start()..to, quantity);
        }
    }
    for (regex, read) in [(&WORDS, numeral::english as fn(&str) -> Option<f64>), (&CHINESE, numeral::chinese)]
    {
        for found in regex.captures_iter(text) {
            let (Some(whole), Some(words)) = (found.get(0), found.name("words")) else { continue };
            let unit = found.name("unit").map_or("", |unit| unit.as_str()).trim_matches([' ', '-']);
            let value = if matches!(words.as_str().to_ascii_lowercase().as_str(), "a" | "an") {
                Some(1.0)
            } else {
                read(words.as_str())
            };
            // `a` is a number before a unit only; Chinese numerals are part of many words
            let counts = words.as_str().len() > 2 && words.as_str().is_ascii() || !unit.is_empty();
            if let Some(value) = value.filter(|_| counts) {
                let value = value + if found.name("half").is_some() { 0.5 } else { 0.0 };
                add(whole.range(), measured(value, unit, true));
            }
        }
    }
    out.sort_by_key(|(range, _)| range.start);
    out
}

fn quantity(measure: Measure, plain: f64, values: Vec<f64>, in_words: bool) -> Quantity {
    Quantity { measure, plain, values, version: None, in_words }
}

fn measured(plain: f64, unit: &str, in_words: bool) -> Quantity {
    let wanted = format!(" {} ", unit.to_lowercase());
    match UNITS.iter().find(|(names, ..)| !unit.is_empty() && names.contains(&wanted)) {
        None => quantity(Measure::Plain, plain, vec![plain], in_words),
        Some((_, measure, one, other)) => {
            quantity(*measure, plain, vec![plain * one, plain * other], in_words)
        }
    }
}

fn clock(found: &regex::Captures<'_>) -> Option<f64> {
    let number =
        |name: &str| found.name(name).and_then(|m| m.as_str().trim_end_matches('分').parse::<u32>().ok());
    let mut hour = number("hour").filter(|hour| *hour <= 24)?;
    let half = found.name("half").or_else(|| found.name("noon")).map(|m| m.as_str().to_ascii_lowercase());
    let part = found.name("part").map_or("", |m| m.as_str());
    if (half.as_deref() == Some("pm") || matches!(part, "下午" | "晚上")) && hour < 12 {
        hour += 12;
    }
    if half.as_deref() == Some("am") && hour == 12 {
        hour = 0;
    }
    let rest =
        if found.name("rest").is_some_and(|m| m.as_str() == "半") { Some(30) } else { number("rest") };
    let minute = number("minute").or(rest).unwrap_or(0);
    Some(f64::from(hour % 24 * 60 + minute))
}

/// A number in digits, and where it ends with its unit.
fn digits_of(text: &str, found: &regex::Captures<'_>, at: Range<usize>) -> Option<(usize, Quantity)> {
    let written = text.get(at.clone())?;
    let multiplier = found.name("multiplier");
    let unit = found.name("unit");
    let end = unit.or(multiplier).map_or(at.end, |m| m.end());
    // an ordinal, a part of a name
    if !stands_alone(text, &(found.get(0)?.start()..end)) || !begins_alone(text, at.start) {
        return None;
    }
    let unit_text = unit.map_or("", |m| m.as_str()).trim_matches([' ', '-']);
    let bare: String = written.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    if bare.matches('.').count() > 1 {
        let version = Quantity { version: Some(bare), ..quantity(Measure::Plain, 0.0, vec![], false) };
        return Some((at.end, version));
    }
    let factor = multiplier.map_or(1.0, |m| factor(m.as_str()));
    let plain = bare.parse::<f64>().ok()? * factor;
    let mut quantity = measured(plain, unit_text, false);
    if found.name("money").is_some() {
        quantity.measure = Measure::Money;
        quantity.values = vec![plain];
    }
    if quantity.measure == Measure::Plain && bare.contains('.') && multiplier.is_none() {
        quantity.version = Some(bare);
    }
    Some((end, quantity))
}

fn factor(multiplier: &str) -> f64 {
    match multiplier.trim_matches([' ', '-']).to_lowercase().as_str() {
        "k" | "thousand" | "千" => 1e3,
        "m" | "million" | "百万" => 1e6,
        "billion" | "bn" => 1e9,
        "万" => 1e4,
        "千万" => 1e7,
        "百亿" => 1e10,
        "千亿" => 1e11,
        "亿" => 1e8,
        _ => 1.0,
    }
}

/// Whether the characters beside a range leave it a number of its own.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let after = text.get(range.end..).unwrap_or_default();
    let next = after.chars().next();
    let glued = next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let tail = matches!(next, Some('-'))
        && after.chars().nth(1).is_some_and(|c| c.is_ascii_alphanumeric() && !c.is_ascii_digit());
    let digits = text.get(range.clone()).is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
    let slug = tail && digits && is_slug(after);
    !glued && !slug && begins_alone(text, range.start)
}

/// `-name-of` behind a number makes a slug of it; `-line` does not.
fn is_slug(after: &str) -> bool {
    let token: String =
        after.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    token.matches('-').count() > 1
}

fn begins_alone(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let mut back = before.chars().rev();
    match back.next() {
        None => true,
        Some(c) if c.is_ascii_alphanumeric() || c == '_' || c == '.' => false,
        Some('-' | '/') => back.next().is_none_or(|c| !c.is_ascii_alphabetic()),
        Some('#') => false,
        Some(_) => true,
    }
}

impl Quantity {
    /// Whether another number says the same.
    pub(super) fn is(&self, other: &Quantity) -> bool {
        if let (Some(mine), Some(theirs)) = (&self.version, &other.version) {
            // more exact is no loss
            return mine == theirs
                || theirs.strip_prefix(mine.as_str()).is_some_and(|rest| rest.starts_with('.'));
        }
        if self
            .version
            .as_ref()
            .or(other.version.as_ref())
            .is_some_and(|version| version.matches('.').count() > 1)
        {
            return false;
        }
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1e-9);
        if self.measure == other.measure {
            return self.values.iter().any(|a| other.values.iter().any(|b| near(*a, *b)));
        }
        let unitless = |q: &Quantity| q.measure == Measure::Plain;
        let whole = |q: &Quantity| q.measure != Measure::Clock;
        (unitless(self) || unitless(other)) && whole(self) && whole(other) && near(self.plain, other.plain)
    }

    /// Two numbers that are the same have a key in common.
    pub(super) fn keys(&self) -> Vec<String> {
        let mut out: Vec<String> =
            self.values.iter().map(|value| format!("{:?} {value:.5e}", self.measure)).collect();
        if self.measure != Measure::Clock && !self.values.is_empty() {
            out.push(format!("any {:.5e}", self.plain));
        }
        if let Some(version) = &self.version {
            let dots = version.match_indices('.').map(|(at, _)| at).chain([version.len()]);
            out.extend(dots.filter_map(|at| version.get(..at)).map(|part| format!("version {part}")));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether it is hardly anything else wherever it stands: a version, many digits that are not round.
    pub(super) fn is_telling(&self) -> bool {
        if let Some(version) = &self.version {
            return version.matches('.').count() > 1;
        }
        let digits = format!("{}", self.plain);
        let exact = digits.trim_end_matches('0').bytes().filter(u8::is_ascii_digit).count();
        self.measure == Measure::Clock && self.plain % 60.0 != 0.0 || exact >= 3 && self.plain >= 1_000.0
    }

    /// Whether it says something before: `one` and `a` are mostly no count.
    pub(super) fn is_fact(&self) -> bool {
        !self.in_words
            || self.plain >= 2.0
            || self.measure != Measure::Plain && (self.plain - 1.0).abs() > f64::EPSILON
    }

    /// One spelling for all ways to write it.
    pub(super) fn key(&self) -> String {
        match (&self.version, self.values.first()) {
            (Some(version), _) => version.clone(),
            (None, Some(value)) => format!("{:?} {value:.6}", self.measure),
            (None, None) => format!("{:?} {:.6}", self.measure, self.plain),
        }
    }
}

#[cfg(test)]
mod tests;
