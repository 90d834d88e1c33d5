//! What memories assert: every claim that is found in a text, and the prose in which none is.

use expect_test::{Expect, expect};
use memdesk_review::claim::claims;

fn shown(text: &str) -> String {
    let claim = |claim: memdesk_review::claim::Claim| {
        assert_eq!(text.get(claim.start..claim.start + claim.len), Some(claim.text.as_str()));
        format!("{} {}: {}\n", claim.line, claim.kind.as_str(), claim.text)
    };
    claims(text).into_iter().map(claim).collect()
}

fn check(text: &str, expect: &Expect) {
    expect.assert_eq(&shown(text));
}

#[test]
fn a_memory_of_a_project() {
    check(
        "\
---
name: Deploys
description: Deploy with `make deploy` from infra/deploy.sh, since 2026-03-01
type: project
---
The entry point is `src/main.rs:42`, settings are in config/app.toml and .env.local.
Run `cargo test -p shop --all-features` before pushing; never use `--no-verify`.
Sessions live in `SessionStore::open()` and get_user_by_id, keys in $STRIPE_KEY (see `REDIS_URL=redis://x`).
Docs: <https://docs.example.com/a>, [board](https://board.example.org/x). Node 20, postgres 16.2 and v1.4.0-rc.1 on port 8080.

```sh
# comment
npm run build
FOO=1 ./scripts/deploy.sh --prod \\
  --region eu
```

```
$ just lint
output of it
```

```rust
let x = not_a_claim();
```
",
        &expect![[r#"
            3 command: make deploy
            3 path: infra/deploy.sh
            3 date: 2026-03-01
            6 path: src/main.rs
            6 path: config/app.toml
            6 file: .env.local
            7 command: cargo test -p shop --all-features
            7 flag: --no-verify
            8 symbol: SessionStore::open
            8 symbol: get_user_by_id
            8 variable: STRIPE_KEY
            8 variable: REDIS_URL
            9 host: docs.example.com
            9 host: board.example.org
            9 version: Node 20
            9 version: postgres 16.2
            9 version: v1.4.0-rc.1
            9 port: 8080
            13 command: npm run build
            14 command: FOO=1 ./scripts/deploy.sh --prod
            19 command: just lint
        "#]],
    );
}

#[test]
fn dates() {
    check(
        "\
Yesterday we froze merges; release on 5 March 2026, or next week, maybe 3 days ago.
On March 5th, 2026 and 2026/3/5. Not in two minds, nor last but not least, nor in 3 steps.
昨天决定的，上周开始，2026年3月5日上线，3天前改过。
昨日決めた。来週リリース。三日前。
",
        &expect![[r#"
            1 relative-date: Yesterday
            1 date: 5 March 2026
            1 relative-date: next week
            1 relative-date: 3 days ago
            2 date: March 5th, 2026
            2 date: 2026/3/5
            3 relative-date: 昨天
            3 relative-date: 上周
            3 date: 2026年3月5日
            3 relative-date: 3天前
            4 relative-date: 昨日
            4 relative-date: 来週
            4 relative-date: 三日前
        "#]],
    );
}

#[test]
fn in_chinese_and_japanese() {
    check(
        "\
测试放在tests/unit.rs里，用`pnpm test`运行，配置见package.json。端口：3000
設定は`src/設定/app.toml`にある。DATABASE_URLを使う。
",
        &expect![[r#"
            1 path: tests/unit.rs
            1 command: pnpm test
            1 file: package.json
            1 port: 3000
            2 path: src/設定/app.toml
            2 variable: DATABASE_URL
        "#]],
    );
}

#[test]
fn prose_makes_no_claim() {
    for text in [
        "The user and/or the team prefers read/write access 24/7, e.g. for Node.js or Vue.js (i.e. the front end).",
        "See [[feedback_testing]] and [a note](note.md).",
        "He said \"yes\" -- and then left. It is 3.5 times faster, 50% of 1,000, 10:30, v2.",
        "Use `true`, `null`, `main`, `some words here`, `x`, `a + b`, `if (a) { b }`, `owner/repo`, `application/json`.",
        "GitHub, macOS, JavaScript, iPhone, OAuth2, CHANGELOG, README and API are names.",
        "127.0.0.1 and 10.0.0.1/8 are addresses, 1-2-3 a count, C++ and C# languages.",
        "用户希望代码简洁，回答用中文。今後もこの方針で。",
        "``` \nplain block with src/x.rs\n```\n",
        "<!-- src/hidden.rs -->\n",
        "",
    ] {
        assert_eq!(shown(text), "", "{text}");
    }
}

#[test]
fn claims_do_not_overlap_and_are_bounded() {
    let text = "see src/a.rs, src/b.rs and `--flag`\n".repeat(3_000);
    let found = claims(&text);
    assert_eq!(found.len(), memdesk_review::claim::CLAIMS);
    assert!(found.windows(2).all(|pair| pair[0].start + pair[0].len <= pair[1].start));
}
