//! Moments as the client handles them: milliseconds since 1970 in a double.
//!
//! Separate because listing and surfacing round in the same, visible way. Never asks what time it is.

use jiff::Timestamp;

/// Milliseconds since 1970 as the client holds them: whole seconds and the rest are rounded to a double together, so that
/// 0.1 µs before a full second is that second.
pub(crate) fn milliseconds(moment: Timestamp) -> f64 {
    let nanoseconds = moment.as_nanosecond();
    let second = nanoseconds.div_euclid(1_000_000_000);
    let rest = nanoseconds.rem_euclid(1_000_000_000);
    second as f64 * 1000.0 + rest as f64 / 1_000_000.0
}

/// ISO 8601 in UTC with milliseconds, as JavaScript writes it: what is below a millisecond is cut off towards 1970,
/// a year outside 0 to 9999 has a sign and six digits.
pub(crate) fn iso(moment: Timestamp) -> String {
    let whole = milliseconds(moment).trunc() as i64;
    let Ok(moment) = Timestamp::from_millisecond(whole) else {
        // only rounding up at the very end of what a timestamp can hold comes here
        return String::from("+010000-01-01T00:00:00.000Z");
    };
    let at = moment.to_zoned(jiff::tz::TimeZone::UTC).datetime();
    let year = match at.year() {
        year @ 0..=9999 => format!("{year:04}"),
        year => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.unsigned_abs()),
    };
    format!(
        "{year}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        at.month(),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        at.millisecond()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_that_of_a_double_and_cutting_is_towards_1970() {
        let second = 1_795_000_000_000_000_000i128;
        for (nanoseconds, expected) in [
            (second + 1_999_999, "2026-11-18T11:06:40.002Z"),
            (second + 999_999_999, "2026-11-18T11:06:41.000Z"),
            (second + 999_500_000, "2026-11-18T11:06:40.999Z"),
            (second + 499_999, "2026-11-18T11:06:40.000Z"),
            (second + 123_456_789, "2026-11-18T11:06:40.123Z"),
            (second + 123_999_999, "2026-11-18T11:06:40.124Z"),
            (-1, "1970-01-01T00:00:00.000Z"),
            (-999_999, "1970-01-01T00:00:00.000Z"),
            (-1_000_000, "1969-12-31T23:59:59.999Z"),
            (-1_500_000, "1969-12-31T23:59:59.999Z"),
            (-86_400_000_000_001, "1969-12-31T00:00:00.000Z"),
            (253_402_207_200_999_999_999, "+010000-01-01T00:00:00.000Z"),
        ] {
            let moment = Timestamp::from_nanosecond(nanoseconds).unwrap();
            assert_eq!(iso(moment), expected, "{nanoseconds}");
        }
    }

    #[test]
    fn years_before_zero_have_a_sign() {
        assert_eq!(iso(Timestamp::MIN).split('T').next(), Some("-009999-01-02"));
    }
}
