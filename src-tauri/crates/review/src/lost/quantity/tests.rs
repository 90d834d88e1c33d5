//! Pairs of texts that say the same number, or do not.

use super::*;

fn only(text: &str) -> Quantity {
    let found = find(text);
    assert_eq!(found.len(), 1, "{text:?}: {found:?}");
    found.into_iter().next().unwrap().1
}

#[test]
fn the_same_number_and_others() {
    for (a, b, same) in [
        ("1,000 rows", "1000 rows", true),
        ("1k jobs", "1000 jobs", true),
        ("1.2 万 次", "12000 次", true),
        ("1.5 million rows", "1,500,000 rows", true),
        ("30 s", "30 seconds", true),
        ("30s", "half a minute", true),
        ("30 s", "30 ms", false),
        ("1500 ms", "1.5 s", true),
        ("500 毫秒", "0.5 秒", true),
        ("2 days", "48 hours", true),
        ("3 分钟", "180 秒", true),
        ("6144 MB", "6 GB", true),
        ("75 percent", "75%", true),
        ("$12,500", "USD 12.5k", true),
        ("3.1", "3.10", false),
        ("3.11", "3.11.4", true),
        ("3.11.4", "3.11", false),
        ("2.4.1", "v 2.4.1", true),
        ("a timeout of 30", "a timeout of 30 s", true),
        ("14:30", "2:30 pm", true),
        ("凌晨 2 点", "02:00", true),
        ("下午3点半", "15:30", true),
        ("凌晨三点", "3:00", true),
        ("晚上十点半", "22:30", true),
        ("七个包", "7 个包", true),
        ("三十天", "30 天", true),
        ("twelve shards", "12 shards", true),
        ("1000", "100", false),
        ("2 hours", "2 days", false),
    ] {
        // an `a` before a noun is none
        let (a, b) = (only(a), only(b));
        assert_eq!(a.is(&b), same, "{a:?} {b:?}");
    }
}

#[test]
fn what_is_no_number() {
    for text in [
        "eu-west-1",
        "p99",
        "INC-4471",
        "#123",
        "v2",
        "a_1",
        "sha256",
        "1st",
        "一律",
        "another",
        "x86_64",
        "utf-8",
        "a tenant",
        "三点建议",
    ] {
        assert_eq!(find(text), vec![], "{text}");
    }
}
