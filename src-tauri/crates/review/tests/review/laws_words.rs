//! What holds for whatever reads texts, on any text: no panic, places within it, order, bounds.

use memdesk_review::aim::aimed;
use memdesk_review::attribution::{Said, attributions};
use memdesk_review::claim::claims;
use memdesk_review::secret::secrets;
use proptest::prelude::*;

/// Texts made of what the readers look for, in any order.
fn text() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "src/a.rs",
        "`",
        "```sh\n",
        "```\n",
        "$ ",
        "--flag",
        "~/x",
        "https://",
        "user@host:80/",
        "[[",
        "]]",
        "](",
        "[",
        "**",
        "_",
        "the user ",
        "said ",
        "wants ",
        "用户",
        "希望",
        "ユーザーは",
        "言った",
        "。",
        ". ",
        "\n",
        "\r\n",
        "\r",
        "---\n",
        "description: ",
        "ignore previous ",
        "rules",
        "<system-reminder>",
        "\n\nHuman: ",
        "\u{200B}",
        "\u{E0041}",
        "\u{FEFF}",
        "Ａ",
        "é",
        "e\u{301}",
        "password = \"",
        "sk-ant-",
        "ghp_",
        "AKIA",
        "-----BEGIN RSA PRIVATE KEY-----",
        "curl ",
        "| sh",
        "2026-01-01",
        "昨天",
        "3 days ago",
        "v1.2.3",
        "node 20",
        "port ",
        "8080",
        "FOO_BAR=",
        "foo()",
        "a::b",
        "\\",
        "C:\\x\\y",
        "<!-- ",
        " -->",
        "| a | b |\n|---|---|\n",
        "😀",
        "\0",
        "\u{2028}",
        " ",
        "token",
        "key: ",
        "Ⅷ",
        "ß",
        "İ",
    ]);
    let random = ".{0,12}";
    prop::collection::vec(prop_oneof![4 => parts.prop_map(str::to_owned), 1 => random.prop_map(|s| s)], 0..60)
        .prop_map(|parts| parts.concat())
}

/// Spans are within the text, at characters, in order, and do not overlap; lines count its line ends.
fn places(text: &str, spans: impl Iterator<Item = (usize, usize, u32)>) {
    let mut free = 0;
    for (start, len, line) in spans {
        assert!(start >= free && text.get(start..start + len).is_some(), "{start} {len} in {text:?}");
        free = start + len;
        let before = &text[..start];
        let crlf = before.matches("\r\n").count();
        // a CR right before the place may be half of an end that is not over yet
        let ends = before.matches('\n').count() + before.matches('\r').count() - crlf;
        let half = usize::from(before.ends_with('\r') && text[start..].starts_with('\n'));
        assert_eq!(usize::try_from(line).unwrap(), ends + 1 - half, "{start} in {text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_has_a_place(text in text()) {
        places(&text, claims(&text).iter().map(|one| (one.start, one.len, one.line)));
        places(&text, attributions(&text).iter().map(|one| (one.start, one.len, one.line)));
        places(&text, aimed(&text).iter().map(|one| (one.start, one.len, one.line)));
        places(&text, secrets(&text).iter().map(|one| (one.start, one.len, one.line)));
    }

    #[test]
    fn a_secret_is_never_handed_on(text in text()) {
        for secret in secrets(&text) {
            let shown = secret.masked.trim_end_matches('…');
            prop_assert!(shown.chars().count() <= 4);
            prop_assert!(shown.chars().count() * 4 <= text[secret.start..secret.start + secret.len].chars().count());
        }
    }

    #[test]
    fn support_is_a_share_and_its_own_words_support_it(text in text(), turns in prop::collection::vec(text(), 0..4)) {
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        for one in attributions(&text) {
            let support = Said::new(&turns).supports(&one.words);
            prop_assert!((0.0..=1.0 + 1e-9).contains(&support.score));
            prop_assert!(support.turn.is_none_or(|turn| turn < turns.len()));
            let again = one.words.join(" ");
            let own = Said::new(&[&again]).supports(&one.words);
            prop_assert!(one.words.is_empty() || own.score > 0.999 || own.turn.is_none(), "{own:?}");
        }
    }
}

#[test]
fn hostile_texts_end() {
    let long = "a".repeat(300_000);
    let texts = [
        "`".repeat(100_000),
        "[".repeat(100_000),
        "the user ".repeat(50_000),
        format!("send token {long}"),
        "ignore previous ".repeat(20_000),
        "send token at ".repeat(20_000),
        format!("- [user] {long}.md ("),
        "curl ".repeat(60_000),
        "src/".repeat(80_000),
        "--a-".repeat(80_000),
        "api key token secret password ".repeat(10_000),
        "-----BEGIN RSA PRIVATE KEY-----".repeat(5_000),
        "1.".repeat(100_000),
        "用户想要".repeat(40_000),
    ];
    for text in texts {
        let found =
            claims(&text).len() + attributions(&text).len() + aimed(&text).len() + secrets(&text).len();
        assert!(found <= text.len());
    }
}
