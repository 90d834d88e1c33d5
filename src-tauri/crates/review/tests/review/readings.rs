//! What a reading knows: listing, links, orphans.

use memdesk_memdir::Profile;
use memdesk_review::fixture;
use memdesk_review::reading::Reading;

const STORE: &str = "\
//- MEMORY.md
- [A](a.md)
- [[By name]]
See [[sub/deep]].
//- a.md mtime=2026-01-01T00:00:03Z
[[deep]] and [[nowhere]]
//- fifo.md special=fifo
//- logs/2026/01/2026-01-01.md
[[a]]
//- named.md mtime=2026-01-01T00:00:01Z
---
name: By name
---
//- out.md link=../x.md mtime=2026-01-01T00:00:02Z
---
description: outside
---
//- sub/deep.md mtime=2026-01-01T00:00:04Z
[[a]]
//- team/MEMORY.md
- [T](t.md)
//- team/t.md
";

#[test]
fn a_store_is_read_as_the_client_reads_it() {
    let snapshot = fixture::parse(STORE);
    let reading = Reading::new(&snapshot, Profile::latest());
    assert_eq!(reading.manifest.listed, ["sub/deep.md", "a.md", "out.md", "named.md", "team/t.md"]);
    assert_eq!(reading.manifest, snapshot.manifest(Profile::latest()));
    assert_eq!(reading.topics, snapshot.topics(Profile::latest()));
    assert_eq!(reading.index.as_ref().map(|i| &i.loaded), snapshot.loaded_index(Profile::latest()).as_ref());
    let orphans: Vec<&str> = reading.orphans().map(|topic| topic.path.as_str()).collect();
    assert_eq!(orphans, ["out.md", "sub/deep.md"], "team/t.md is in the index of its own folder");
    for (name, expected) in [
        ("a", Some("a.md")),
        ("deep", Some("sub/deep.md")),
        ("sub/deep", Some("sub/deep.md")),
        ("By name", Some("named.md")),
        ("named", Some("named.md")),
        ("nowhere", None),
        ("A", None),
    ] {
        assert_eq!(reading.resolve_link(name).map(|topic| topic.path.as_str()), expected, "{name:?}");
    }
    let backlinks = |path| {
        reading.backlinks(path).into_iter().map(|b| format!("{}:{}", b.path, b.line)).collect::<Vec<_>>()
    };
    assert_eq!(backlinks("sub/deep.md"), ["MEMORY.md:3", "a.md:1"]);
    assert_eq!(backlinks("a.md"), ["logs/2026/01/2026-01-01.md:1", "sub/deep.md:1"]);
    assert_eq!(backlinks("named.md"), ["MEMORY.md:2"]);
}

#[test]
fn nothing_is_read_of_nothing() {
    let reading = Reading::new(&fixture::parse(""), Profile::latest());
    assert!(reading.index.is_none() && reading.topics.is_empty() && reading.manifest.lines.is_empty());
}

#[test]
fn what_leads_where() {
    let snapshot = fixture::parse(
        "\
//- MEMORY.md
- [A](a.md) — first
- [Gone](gone.md)
- [Script](run.sh) — no topic, but there
- [Site](https://example.org)
- [Up](../up.md)
- [[By name]] and [[a]]
- [[nobody]]
See [[sub/deep]], [[nothing]].
//- a.md
[[deep]] and [[nowhere]], [[deep]] again, [[a]] itself

[deep](sub/deep.md#part), [docs](docs/a.md), `[[code]]` and `[c](named.md)`
//- named.md
---
name: By name
description: '[d](a.md)'
---
//- run.sh
//- sub/deep.md
[up](../a.md) and [beside](other.md)
//- sub/other.md
[[a]]
",
    );
    let reading = Reading::new(&snapshot, Profile::latest());
    let told: Vec<String> = reading
        .leads(&|path| snapshot.files.contains_key(path))
        .into_iter()
        .map(|lead| match lead.to {
            Some(to) => format!("{}:{} {to}", lead.from, lead.line),
            None => format!("{}:{} {}?", lead.from, lead.line, lead.name),
        })
        .collect();
    assert_eq!(
        told,
        [
            "MEMORY.md:1 a.md",
            "MEMORY.md:2 gone.md?",
            "MEMORY.md:6 named.md",
            "MEMORY.md:6 a.md",
            "MEMORY.md:7 nobody?",
            "MEMORY.md:8 sub/deep.md",
            "MEMORY.md:8 nothing?",
            "a.md:1 sub/deep.md",
            "a.md:1 nowhere?",
            "a.md:1 sub/deep.md",
            "a.md:3 sub/deep.md",
            "sub/deep.md:1 a.md",
            "sub/deep.md:1 sub/other.md",
            "sub/other.md:1 a.md",
        ]
    );
}
