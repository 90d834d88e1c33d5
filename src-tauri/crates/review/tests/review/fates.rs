//! What becomes of files: each fate by example, and what holds for all.

use expect_test::{Expect, expect};
use memdesk_review::fate::{Fate, fates};
use memdesk_review::lost::lost;
use memdesk_review::{Snapshot, fixture};
use proptest::prelude::*;

#[track_caller]
fn check(before: &str, after: &str, expect: &Expect) {
    let mut out = String::new();
    for (path, fate) in fates(&fixture::parse(before), &fixture::parse(after)) {
        let more = match &fate {
            Fate::Merged { into, share } => format!(" {:.0} % into {}", share * 100.0, into.join(", ")),
            Fate::Renamed { into } => format!(" {into}"),
            _ => String::new(),
        };
        out.push_str(&format!("{path}: {}{more}\n", fate.word()));
    }
    expect.assert_eq(&out);
}

const PORTS: &str = "\
//- ports.md
---
name: Ports
type: project
---
The gateway listens on 8443, the admin panel on 9000, metrics on 9100.
";
const CACHE: &str = "\
//- cache.md
---
name: Cache
type: project
---
Redis keeps carts for two weeks. Keys begin with the tenant.
";

#[test]
fn a_file_stays_changes_goes_and_comes() {
    check(
        &format!("//- MEMORY.md\n- [Ports](ports.md)\n{PORTS}{CACHE}//- pipe.md special=fifo\n"),
        &format!(
            "//- MEMORY.md\n- [Ports](ports.md)\n- [Deploys](deploys.md)\n{PORTS}//- deploys.md\nDeployments happen at noon.\n//- pipe.md special=fifo\n"
        ),
        &expect![[r#"
            MEMORY.md: edited
            cache.md: deleted
            deploys.md: new
            pipe.md: kept
            ports.md: kept
        "#]],
    );
}

#[test]
fn a_file_at_another_path_is_renamed() {
    check(
        PORTS,
        &PORTS.replace("ports.md", "network/ports.md"),
        &expect![[r#"
        ports.md: renamed network/ports.md
    "#]],
    );
    let edited = PORTS.replace("ports.md", "listeners.md").replace("metrics on 9100", "metrics on 9101");
    check(
        PORTS,
        &edited,
        &expect![[r#"
        ports.md: renamed listeners.md
    "#]],
    );
    // the likest of two
    check(
        PORTS,
        &format!("{edited}{}", PORTS.replace("ports.md", "z.md")),
        &expect![[r#"
        listeners.md: new
        ports.md: renamed z.md
    "#]],
    );
}

#[test]
fn a_file_whose_words_stand_elsewhere_is_merged() {
    let merged = "\
//- network.md
---
name: Network and cache
---
- gateway 8443, admin panel 9000, metrics 9100
- Redis: carts two weeks, keys begin with the tenant
";
    check(
        &format!("{PORTS}{CACHE}"),
        merged,
        &expect![[r#"
        cache.md: merged 90 % into network.md
        network.md: new
        ports.md: merged 79 % into network.md
    "#]],
    );
    let apart = "//- gateway.md\nThe gateway listens on 8443.\n//- admin.md\nThe admin panel and metrics are on 9000 and 9100.\n";
    check(
        PORTS,
        apart,
        &expect![[r#"
        admin.md: new
        gateway.md: new
        ports.md: merged 80 % into admin.md, gateway.md
    "#]],
    );
    // what another file said already
    check(
        &format!("{CACHE}//- redis.md\nRedis keeps carts for two weeks; keys begin with the tenant.\n"),
        CACHE,
        &expect![[r#"
            cache.md: kept
            redis.md: merged 100 % into cache.md
        "#]],
    );
}

#[test]
fn chinese_is_compared_by_pairs_of_characters() {
    let before =
        "//- a.md\n支付网关由结算团队维护，监听端口 9443。\n//- b.md\n前端用 Vue 开发，样式用 Tailwind。\n";
    check(
        before,
        "//- all.md\n# 支付\n支付网关监听 9443 端口，维护方是结算团队。\n",
        &expect![[r#"
        a.md: merged 71 % into all.md
        all.md: new
        b.md: deleted
    "#]],
    );
}

fn store() -> impl Strategy<Value = Snapshot> {
    let text = "(Never |do not |不要|use |`cargo test` |30 s|1,000|src/a.rs|March 3|2026-03-03|昨天|Kestrel|「甲」|\\[\\[a\\]\\]|https://x.example/a|---\n|- |\\| |# |```\n|\n|\\.|。|\u{0}|é){0,24}";
    let file = (prop::sample::select(vec!["MEMORY.md", "a.md", "b.md", "c/d.md"]), text);
    prop::collection::vec(file, 0..4).prop_map(|files| {
        let mut snapshot = fixture::parse("");
        for (path, text) in files {
            snapshot.files.extend(fixture::parse(&format!("//- {path}\n")).files);
            if let Some(file) = snapshot.files.get_mut(path) {
                file.content = memdesk_review::Content::Bytes(text.into_bytes().into());
            }
        }
        snapshot
    })
}

proptest! {
    #[test]
    fn any_two_stores_can_be_compared(before in store(), after in store()) {
        let told = lost(&before, &after, None);
        prop_assert_eq!(&told, &lost(&before, &after, None));
        prop_assert_eq!(lost(&before, &before, None), vec![]);
        for one in &told {
            let text = before.text(&one.path).unwrap_or_default();
            prop_assert!(one.line >= 1 && one.line <= text.lines().count().max(1), "{one:?}");
            prop_assert!(!one.sentence.is_empty());
        }
        let fates = fates(&before, &after);
        let paths: Vec<&String> = fates.iter().map(|(path, _)| path).collect();
        prop_assert!(before.files.keys().all(|path| paths.contains(&path)));
        for (path, fate) in &fates {
            let (was, is) = (before.files.contains_key(path), after.files.contains_key(path));
            let fits = match fate {
                Fate::Kept | Fate::Edited => was && is,
                Fate::New => !was && is,
                Fate::Deleted => was && !is,
                Fate::Renamed { into } => was && !is && after.files.contains_key(into) && !before.files.contains_key(into),
                Fate::Merged { into, share } => was && !is && !into.is_empty() && (0.0..=1.0).contains(share),
            };
            prop_assert!(fits, "{path} {fate:?}");
        }
    }
}
