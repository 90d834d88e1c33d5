//! Numbers written as words, in English and in Chinese.
//!
//! Separate because they have no digits to be found by. Knows the numbers that people write in notes, not every number.

const ENGLISH: [(&str, f64); 30] = [
    ("one", 1.0),
    ("once", 1.0),
    ("two", 2.0),
    ("twice", 2.0),
    ("three", 3.0),
    ("thrice", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("dozen", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
];

/// The number that English words say, such as `twenty-four` or `two hundred`.
pub(super) fn english(words: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut now = 0.0;
    let lower = words.to_ascii_lowercase();
    for word in lower.split([' ', '-']).filter(|word| !word.is_empty()) {
        match word {
            "half" => now += 0.5,
            "a" | "an" | "and" => {}
            "ninety" => now += 90.0,
            "hundred" => now = f64::max(now, 1.0) * 100.0,
            "thousand" => {
                total += f64::max(now, 1.0) * 1_000.0;
                now = 0.0;
            }
            word => now += ENGLISH.iter().find(|(name, _)| *name == word)?.1,
        }
    }
    (total + now > 0.0).then_some(total + now)
}

/// The number that Chinese numerals say, such as `三十`, `两百五十` or `一万二`.
pub(super) fn chinese(text: &str) -> Option<f64> {
    let (mut total, mut section, mut digit) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut last = 0.0_f64;
    for c in text.chars() {
        let unit = match c {
            '十' => 10.0,
            '百' => 100.0,
            '千' => 1_000.0,
            '万' => 10_000.0,
            '亿' => 100_000_000.0,
            '半' => {
                digit += 0.5;
                continue;
            }
            _ => {
                digit = digits(c)?;
                continue;
            }
        };
        if unit < 10_000.0 {
            section += if digit == 0.0 { 1.0 } else { digit } * unit;
        } else {
            total += f64::max(section + digit, 1.0) * unit;
            section = 0.0;
        }
        digit = 0.0;
        last = unit;
    }
    // `一万二` is 12,000
    let tail =
        if last >= 100.0 && digit > 0.0 && !text.contains('零') { digit * last / 10.0 } else { digit };
    Some(total + section + tail)
}

fn digits(c: char) -> Option<f64> {
    let at = "零一二三四五六七八九".chars().position(|digit| digit == c);
    let value = at.and_then(|at| u32::try_from(at).ok()).or(match c {
        '〇' => Some(0),
        '两' => Some(2),
        _ => None,
    });
    value.map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        for (text, expected) in [
            ("twelve", Some(12.0)),
            ("twenty-four", Some(24.0)),
            ("two hundred", Some(200.0)),
            ("half a", Some(0.5)),
            ("three thousand", Some(3_000.0)),
            ("tent", None),
        ] {
            assert_eq!(english(text), expected, "{text}");
        }
        for (text, expected) in [
            ("三十", Some(30.0)),
            ("十二", Some(12.0)),
            ("两百五十", Some(250.0)),
            ("一万二", Some(12_000.0)),
            ("两万", Some(20_000.0)),
            ("半", Some(0.5)),
            ("三千零五", Some(3_005.0)),
            ("甲", None),
        ] {
            assert_eq!(chinese(text), expected, "{text}");
        }
    }
}
