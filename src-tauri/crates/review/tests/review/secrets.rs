//! What counts as a secret, and that none is handed on.

use memdesk_review::secret::secrets;

/// Random-looking characters, made here: nobody's secret.
fn noise(alphabet: &str, len: usize) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut state = 0x9E37_79B9_u64;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters[usize::try_from(state >> 33).unwrap() % letters.len()]
    })
    .take(len)
    .collect()
}

const MIXED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

#[test]
fn secrets_are_found_and_masked() {
    for (before, secret, after, rule) in [
        ("token is ", format!("ghp_{}", noise(MIXED, 36)), ".", "github-pat"),
        (
            "用 ",
            format!("AKIA{}", noise("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)),
            " 登录",
            "aws-access-token",
        ),
        (
            "`",
            format!("xoxb-{}-{}-{}", noise("123456789", 12), noise("123456789", 12), noise(MIXED, 24)),
            "`",
            "slack-bot-token",
        ),
        ("key\n", format!("sk-ant-api03-{}AA", noise(MIXED, 93)), "\n", "anthropic-api-key"),
        ("password = \"", noise(MIXED, 24), "\"", "generic-api-key"),
    ] {
        let text = format!("{before}{secret}{after}");
        let found = secrets(&text);
        let rules: Vec<&str> = found.iter().map(|one| one.rule.as_str()).collect();
        assert_eq!(rules, [rule], "{text}");
        let one = &found[0];
        assert_eq!(text.get(one.start..one.start + one.len), Some(secret.as_str()), "{text}");
        assert_eq!(one.masked, format!("{}…", &secret[..4]));
        assert_eq!(usize::try_from(one.line).unwrap(), before.matches('\n').count() + 1);
    }
}

#[test]
fn a_secret_may_end_anywhere_in_a_sentence() {
    let secrets_of_prose = [
        ("stripe-access-token", format!("sk_live_51H{}", noise(MIXED, 21))),
        ("anthropic-api-key", format!("sk-ant-api03-{}AA", noise(MIXED, 93))),
        ("gcp-api-key", format!("AIza{}", noise(MIXED, 35))),
        // full stops of its own
        ("jwt", format!("ey{0}.ey{0}.{0}", noise(MIXED, 24))),
    ];
    for (rule, secret) in &secrets_of_prose {
        for after in [
            "", " ", ".", ",", ";", ":", "!", "?", ")", ").", "]", "}", "*", "**.", "|", "&v=2", "<br>",
            ". Next", ": it", "...", "…", "。", "，再", "、", "`.", "\".", ".\n", ".\")",
        ] {
            let text = format!("Staging uses {secret}{after}");
            let found = secrets(&text);
            let rules: Vec<&str> = found.iter().map(|one| one.rule.as_str()).collect();
            assert_eq!(rules, [*rule], "{text}");
            assert_eq!(
                text.get(found[0].start..found[0].start + found[0].len),
                Some(secret.as_str()),
                "{text}"
            );
        }
        let list = format!("{secret},{secret}, {secret}.");
        assert_eq!(secrets(&list).len(), 3, "{list}");
    }
    // joined to something longer: no token of this rule
    for after in [".example.com", ":8080", "/path", "x_y-z.md"] {
        let text = format!("see {}{after}", secrets_of_prose[2].1);
        assert!(secrets(&text).iter().all(|one| one.rule != "gcp-api-key"), "{text}");
    }
}

#[test]
fn a_private_key_is_one_finding() {
    let body: String = (0..20).map(|_| noise(MIXED, 64) + "\n").collect();
    let mark = |word: &str| format!("-----{word} RSA PRIVATE KEY-----");
    let text = format!("see\n{}\n{body}{}\nend", mark("BEGIN"), mark("END"));
    let found = secrets(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].rule.as_str(), found[0].line), ("private-key", 2));
}

#[test]
fn what_is_no_secret() {
    for text in [
        "The API key is in 1Password under `STRIPE_KEY`; never commit tokens or passwords.",
        "password = \"${DB_PASSWORD}\", token: <your token here>, secret = changeme",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b fixed the access check",
        "AKIAIOSFODNN7EXAMPLE",
        "api_key = \"xxxxxxxxxxxxxxxxxxxxxxxx\"",
        "",
    ] {
        assert_eq!(secrets(text), [], "{text}");
    }
}
