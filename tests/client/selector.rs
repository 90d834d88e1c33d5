//! The selector that asks the installed client: what it answers, what it costs, what it leaves behind.

use crate::upstream::Upstream;
use crate::{alone, installed};
use jiff::Timestamp;
use memdesk_memdir::listing::{self, Offer};
use memdesk_memdir::{frontmatter, slug};
use memdesk_models::client::{Client, Found};
use memdesk_models::{Ask, Cancel, Candidate, Selector, SelectorError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const KEY: &str = "a-key-that-nobody-may-keep-0123456789";

/// What the client itself writes at every start, and why it is not prevented: its home must be the person's own, since its
/// credentials come from there.
const ITS_OWN: &[(&str, &str)] = &[
    (".claude.json", "its state: the first start, migrations, which of its plugins it has seen"),
    (".claude/backups", "a copy of its state from before it changed"),
    (".claude/plugins", "a counter of a plugin that is built into it"),
    (".claude/sessions", "where a file stands for as long as it runs; only the folder stays"),
    (".claude/telemetry", "2.1.197: what it could not send"),
    (".claude/debug", "its own log, where it keeps one"),
    (".cache", "logs of its servers, of which none is started"),
];

/// A home with a project, a store, and hooks and servers that leave a mark when they run.
struct World {
    folder: tempfile::TempDir,
    home: PathBuf,
    project: PathBuf,
    store: PathBuf,
}

impl World {
    fn new(found: &Found, upstream: &Upstream) -> World {
        let folder = tempfile::tempdir().expect("a place");
        let base = folder.path().canonicalize().expect("its path");
        let (home, project) = (base.join("home"), base.join("project"));
        let store = home.join(".claude/projects").join(slug::slug(&project.to_string_lossy())).join("memory");
        std::fs::create_dir_all(&store).expect("a store");
        std::fs::create_dir_all(&project).expect("a project");
        let hook = serde_json::json!([{"hooks": [{"type": "command", "command": format!("touch {}", base.join("hook-ran").display())}]}]);
        let server = serde_json::json!({"s": {"command": "touch", "args": [base.join("server-ran")]}});
        let settings = serde_json::json!({
            "env": {"ANTHROPIC_BASE_URL": upstream.address},
            "hooks": {"SessionStart": hook, "UserPromptSubmit": hook, "Stop": hook, "SessionEnd": hook},
        });
        let mut state = serde_json::json!({
            "hasCompletedOnboarding": true, "mcpServers": server,
            "projects": {project.to_string_lossy(): {"hasTrustDialogAccepted": true}},
        });
        if !found.profile().recalls_by_variable {
            state["cachedGrowthBookFeatures"] = serde_json::json!({"tengu_moth_copse": true});
        }
        let write = |path: PathBuf, value: serde_json::Value| {
            std::fs::write(path, value.to_string()).expect("a file")
        };
        write(home.join(".claude/settings.json"), settings);
        write(home.join(".claude.json"), state);
        write(project.join(".mcp.json"), serde_json::json!({"mcpServers": server}));
        std::fs::write(store.parent().expect("a folder").join("0-1.jsonl"), "{}\n").expect("a session");
        for (seconds, (path, text)) in (1_780_000_000..).zip([
            ("MEMORY.md", "- [A](a.md) — about a\n"),
            ("a.md", "---\ndescription: About a\ntype: user\n---\nbody\n"),
            ("deep/b.md", "---\ndescription: About b\n---\nbody\n"),
            ("plain.md", "no header\n"),
        ]) {
            let path = store.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a topic");
            let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            let file = std::fs::File::options().append(true).open(path).expect("the topic");
            file.set_modified(changed).expect("a time of its own: those of one moment have no order");
        }
        World { folder, home, project, store }
    }

    /// The selector as the desk makes it, with an environment of this world.
    fn client(&self, found: &Found) -> Client {
        let mut environment = BTreeMap::from([
            ("HOME".into(), self.home.clone().into()),
            ("ANTHROPIC_API_KEY".into(), KEY.into()),
            ("HTTPS_PROXY".into(), "http://127.0.0.1:9".into()),
            ("TMPDIR".into(), self.folder.path().into()),
        ]);
        environment.insert("PATH".into(), std::env::var_os("PATH").unwrap_or_default());
        Client::new(found, self.project.clone()).with_environment(environment)
    }

    fn ask(&self, found: &Found, query: &str) -> Ask {
        let mut paths = Vec::new();
        files(&self.store, &mut paths);
        let read: Vec<_> = paths
            .iter()
            .map(|path| {
                let relative =
                    path.strip_prefix(&self.store).expect("below the store").to_string_lossy().into_owned();
                let header = frontmatter::read(&std::fs::read(path).expect("a topic"), found.profile());
                let changed =
                    path.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
                (relative, header, Timestamp::try_from(changed).expect("a time"))
            })
            .collect();
        let offers: Vec<Offer> = read
            .iter()
            .map(|(path, frontmatter, mtime)| Offer { path, frontmatter, mtime: *mtime })
            .collect();
        let manifest = listing::manifest(&offers, found.profile());
        let candidates = manifest.listed.into_iter().zip(manifest.lines).map(|(path, line)| Candidate {
            path,
            line,
            name: None,
            description: None,
            topic_type: None,
        });
        Ask { query: query.to_owned(), candidates: candidates.collect() }
    }

    /// Every file and folder below the home with its bytes, but for what is the client's own.
    fn kept(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        entries(&self.home, &mut all);
        all.retain(|path, _| {
            let relative = path.strip_prefix(&self.home).expect("below the home");
            !ITS_OWN.iter().any(|(own, _)| relative.starts_with(own))
        });
        all
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut all = BTreeMap::new();
    entries(folder, &mut all);
    found.extend(all.into_keys().filter(|path| path.is_file()));
}

fn entries(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            entries(&path, found);
            found.insert(path, Vec::new());
        } else {
            let bytes = std::fs::read(&path).unwrap_or_default();
            found.insert(path, bytes);
        }
    }
}

/// Ports of this process that are listened on.
fn listening() -> usize {
    let table = std::fs::read_to_string("/proc/self/net/tcp").unwrap_or_default();
    let mine: Vec<String> = std::fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| std::fs::read_link(entry.path()).ok())
        .filter_map(|to| to.to_str()?.strip_prefix("socket:[")?.strip_suffix(']').map(str::to_owned))
        .collect();
    let fields = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    fields
        .filter(|row| {
            row.get(3) == Some(&"0A") && row.get(9).is_some_and(|id| mine.iter().any(|one| one == id))
        })
        .count()
}

#[test]
fn asking_costs_one_call_and_leaves_nothing() {
    let _alone = alone();
    let Some(found) = installed() else { return };
    let answer = r#"{"selected_memories":["deep/b.md","a.md","gone.md"]}"#;
    let upstream = Upstream::new(answer);
    let world = World::new(&found, &upstream);
    let client = world.client(&found);
    let (before, ports) = (world.kept(), listening());
    for (n, query) in ["please fix it", "-v --help 'quoted' $x", "日本語 の 文\nzwei"].into_iter().enumerate()
    {
        let ask = world.ask(&found, query);
        let (choice, captured) = client.ask(&ask, &Cancel::default()).expect("an answer");
        assert_eq!(choice.selected, ["deep/b.md", "a.md"]);
        assert_eq!(choice.invented, ["gone.md"]);
        assert_eq!(choice.raw.as_deref(), Some(answer));
        assert_eq!(
            choice.usage.as_ref().map(|usage| (usage.input_tokens, usage.output_tokens)),
            Some((11, 5))
        );
        assert_eq!(captured.listing, ask.listing(), "the listing is ours, byte for byte");
        assert_eq!(captured.query, query);
        assert!(!format!("{choice:?} {captured:?}").contains(KEY), "a credential was kept");
        let requests = upstream.requests();
        assert_eq!(requests.len(), n + 1, "one question is one call: {requests:?}");
        let last = requests.last().expect("a request");
        assert!(
            last.body.contains("selected_memories") && last.head.starts_with("POST /v1/messages"),
            "{}",
            last.head
        );
        assert!(last.head.contains(KEY), "its credentials went with it");
        assert_eq!(world.kept(), before, "something was written that is not the client's own");
        assert_eq!(listening(), ports, "something still listens");
    }
    let captured = client.capture(&world.ask(&found, "a dry run"), &Cancel::default()).expect("a capture");
    assert_eq!(captured.listing, world.ask(&found, "").listing());
    assert_eq!(upstream.requests().len(), 3, "a dry run is no call");

    for mark in ["hook-ran", "server-ran"] {
        assert!(!world.folder.path().join(mark).exists(), "{mark}");
    }
    let mut all = BTreeMap::new();
    entries(world.folder.path(), &mut all);
    for (path, bytes) in all {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(KEY), "a credential is in {}", path.display());
    }
}

#[test]
fn one_word_is_not_asked_about() {
    let _alone = alone();
    let Some(found) = installed() else { return };
    let upstream = Upstream::new("{}");
    let world = World::new(&found, &upstream);
    let before = world.kept();
    for query in ["word", "/help me now"] {
        let refused = world.client(&found).choose(&world.ask(&found, query), &Cancel::default());
        assert!(
            matches!(&refused, Err(SelectorError::NotAsked(why)) if !why.is_empty()),
            "{query}: {refused:?}"
        );
    }
    let mut cancel = Cancel::default();
    cancel.cancel();
    let ask = world.ask(&found, "please fix it");
    assert_eq!(world.client(&found).choose(&ask, &cancel), Err(SelectorError::Cancelled));
    cancel = Cancel::default();
    let other = cancel.clone();
    let refused = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            other.cancel();
        });
        world.client(&found).choose(&ask, &cancel)
    });
    assert_eq!(refused, Err(SelectorError::Cancelled));
    assert_eq!(upstream.requests().len(), 0);
    assert_eq!(world.kept(), before);
}
