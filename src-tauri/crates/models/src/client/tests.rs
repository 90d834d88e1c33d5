//! One question, end to end, with a client that is a script and an upstream that is a port of this test.

use super::forward::Reply;
use super::listener::Call;
use super::*;
use crate::selector::Candidate;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::Value;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const KEY: &str = "key-that-must-not-be-told";

/// The selector's call, as a client makes it.
const SELECT: &str = r#"{"model":"m-1","max_tokens":9,"metadata":{"user_id":"someone"},
    "messages":[{"role":"user","content":"Listed:\n- a.md (now): About a\n- b.md (now)"},{"role":"user","content":"Query:\nplease fix"}],
    "output_config":{"format":{"type":"json_schema","schema":{"properties":{"selected_memories":{}}}}}}"#;

/// How a client asks. `$ANTHROPIC_BASE_URL` is where it was told to, `$1` the path, `$2` what to send.
const ASK: &str = r#"ask() { curl -sS -m 20 -H "x-api-key: $KEY" -H 'content-type: application/json' -H 'accept-encoding: gzip' --data-binary "$2" "$ANTHROPIC_BASE_URL$1"; }"#;

/// What an upstream answers: status, further headers, body.
type Said = (u16, &'static [(&'static str, &'static str)], String);

fn message(raw: &str) -> String {
    json!({"type": "message", "model": "m-1-dated", "content": [{"type": "text", "text": raw}], "stop_reason": "end_turn",
        "usage": {"input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 7}})
    .to_string()
}

struct Scene {
    folder: tempfile::TempDir,
    upstream: Listener,
    seen: Arc<Mutex<Vec<Call>>>,
}

impl Scene {
    /// An upstream that answers `said`, after a while when `slow`.
    fn new(said: Said, slow: Duration) -> Scene {
        let seen: Arc<Mutex<Vec<Call>>> = Arc::default();
        let calls = seen.clone();
        let upstream = runtime::wait(&Cancel::default(), async move {
            Listener::open(move |call| {
                calls.lock().unwrap().push(call);
                let (status, headers, body) = said.clone();
                async move {
                    tokio::time::sleep(slow).await;
                    let mut reply =
                        Reply::new(StatusCode::from_u16(status).unwrap(), "application/json", body.into());
                    for (name, value) in headers {
                        reply.headers.insert(*name, axum::http::HeaderValue::from_static(value));
                    }
                    reply.into_response()
                }
            })
            .await
        });
        Scene { folder: tempfile::tempdir().unwrap(), upstream: upstream.unwrap(), seen }
    }

    /// A client that runs `script`, in a project without settings.
    fn client(&self, script: &str) -> Client {
        let program = self.folder.path().join("claude");
        std::fs::write(&program, format!("#!/bin/bash\n{ASK}\nquery=$(cat)\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let found = Found { program, version: "2.1.332".to_owned() };
        let environment = [
            ("HOME", self.folder.path().to_str().unwrap()),
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("KEY", KEY),
            ("CLAUDECODE", "1"),
            (surroundings::BASE_URL, self.upstream.base_url()),
        ];
        let environment = environment.map(|(name, value)| (name.into(), value.into()));
        Client::new(&found, self.folder.path().to_owned()).with_environment(environment.into_iter().collect())
    }

    fn calls(&self) -> Vec<Call> {
        self.seen.lock().unwrap().clone()
    }

    /// A file that the script wrote.
    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

fn ask(query: &str) -> Ask {
    let candidate = |path: &str| Candidate {
        path: path.to_owned(),
        line: format!("- {path}"),
        name: None,
        description: None,
        topic_type: None,
    };
    Ask { query: query.to_owned(), candidates: vec![candidate("a.md"), candidate("b.md")] }
}

fn select() -> String {
    format!("ask '/v1/messages?beta=true' '{}'", SELECT.replace('\n', ""))
}

#[test]
fn the_selector_is_passed_on_and_nothing_else() {
    let raw = r#"{"selected_memories":["b.md","[user] a.md","c.md","b.md"]}"#;
    let scene = Scene::new((200, &[("x-request-id", "r-1")], message(raw)), Duration::ZERO);
    let client = scene.client(&format!(
        "echo \"$@\" > args; echo \"$query\" > query; env > env; cat \"$7\" > settings\n\
         ask /v1/messages '{{\"stream\":true,\"model\":\"big\"}}' > main &\n\
         ask /v1/messages/count_tokens '{{}}' > count; ask /v1/models/x '{{}}' > other; curl -sI $ANTHROPIC_BASE_URL > head\n\
         {} > one; {} > two; wait; echo ok",
        select(),
        select()
    ));
    let (choice, captured) = client.ask(&ask("-please 'fix' $it"), &Cancel::default()).unwrap();
    assert_eq!(choice.selected, ["b.md", "a.md", "b.md"]);
    assert_eq!(choice.invented, ["c.md"]);
    assert_eq!(choice.ranked.iter().map(|ranked| ranked.path.as_str()).collect::<Vec<_>>(), ["b.md", "a.md"]);
    assert_eq!(choice.raw.as_deref(), Some(raw));
    let usage = choice.usage.unwrap();
    assert_eq!((usage.model.as_str(), usage.input_tokens, usage.output_tokens), ("m-1-dated", 43, 7));
    assert_eq!(captured.listing, "- a.md (now): About a\n- b.md (now)");
    assert_eq!((captured.query.as_str(), captured.model.as_str()), ("please fix", "m-1"));
    assert!(captured.body.get("metadata").is_none() && !captured.body.to_string().contains(KEY));

    let calls = scene.calls();
    assert_eq!(calls.len(), 1, "one call costs something");
    assert_eq!(calls[0].rest, "/v1/messages?beta=true");
    assert_eq!(calls[0].headers["x-api-key"], KEY);
    assert_eq!(calls[0].headers["accept-encoding"], "identity");
    assert_eq!(calls[0].body, SELECT.replace('\n', ""));

    assert_eq!((scene.file("one"), scene.file("two")), (message(raw), message(raw)));
    let main = scene.file("main");
    assert!(
        main.contains("event: message_start\n")
            && main.contains(r#""text":"ok""#)
            && main.contains("message_stop")
    );
    assert!(scene.file("count").contains("input_tokens"));
    assert!(scene.file("head").starts_with("HTTP/1.1 200"), "{}", scene.file("head"));
    assert_eq!(scene.file("query"), "-please 'fix' $it\n");
    let (args, env) = (scene.file("args"), scene.file("env"));
    let base = env.lines().find_map(|line| line.strip_prefix("ANTHROPIC_BASE_URL=")).unwrap();
    assert!(base.starts_with("http://127.0.0.1:") && base.rsplit('/').next().unwrap().len() >= 32);
    assert!(!args.contains(base) && !args.contains("fix"), "others can read a command line: {args}");
    assert!(args.contains("--setting-sources user"), "nobody has said that this folder is trusted: {args}");
    assert!(!env.contains("CLAUDECODE"));
    let settings: Value = serde_json::from_str(&scene.file("settings")).unwrap();
    assert_eq!(settings["disableAllHooks"], true);
    assert_eq!(settings["env"]["ANTHROPIC_BASE_URL"], base);
    std::net::TcpStream::connect(base.split('/').nth(2).unwrap())
        .expect_err("nothing listens after the call");
}

#[test]
fn a_dry_run_sends_nothing() {
    let scene = Scene::new((200, &[], message("{}")), Duration::ZERO);
    let client = scene.client(&format!("{} > one; ask /v1/messages '{{}}' > main", select()));
    let captured = client.capture(&ask("please fix"), &Cancel::default()).unwrap();
    assert_eq!(captured.listing, "- a.md (now): About a\n- b.md (now)");
    assert_eq!(scene.calls().len(), 0);
    assert!(scene.file("one").contains("selected_memories"));
}

#[test]
fn what_an_upstream_refuses_is_told_and_passed_on() {
    let refusal = format!(r#"{{"error":{{"message":"no, {KEY} is wrong"}}}}"#);
    for (status, headers, body, expected) in [
        (401, &[][..], refusal.clone(), SelectorError::KeyRefused("no, … is wrong".to_owned())),
        (403, &[], "go away".to_owned(), SelectorError::KeyRefused("go away".to_owned())),
        (429, &[("retry-after", "17")], refusal.clone(), SelectorError::RateLimited(Some(17))),
        (429, &[], String::new(), SelectorError::RateLimited(None)),
        (529, &[], refusal.clone(), SelectorError::Provider(529, "no, … is wrong".to_owned())),
        (
            302,
            &[("location", "http://127.0.0.1:9/")],
            String::new(),
            SelectorError::Provider(302, String::new()),
        ),
        (200, &[], "<html>".to_owned(), SelectorError::Malformed("<html>".to_owned())),
        (200, &[], message("Sure: a.md"), SelectorError::Malformed("Sure: a.md".to_owned())),
        (
            200,
            &[("content-type", "text/event-stream")],
            "data: {\"type\":\"message_start\",\"message\":{}}\n\n".to_owned(),
            SelectorError::Malformed("data: {\"type\":\"message_start\",\"message\":{}}".to_owned()),
        ),
        (
            200,
            &[("content-encoding", "br")],
            "xx".to_owned(),
            SelectorError::Malformed("an answer in br, though plain text was asked for".to_owned()),
        ),
    ] {
        let scene = Scene::new((status, headers, body.clone()), Duration::ZERO);
        let client = scene.client(&format!("{} > one", select().replace("-sS", "-sS -i")));
        let error = client.ask(&ask("please fix"), &Cancel::default()).unwrap_err();
        assert_eq!(error, expected);
        assert_eq!(scene.file("one"), body, "the client gets what its upstream said");
        assert_eq!(scene.calls().len(), 1);
    }
}

#[test]
fn events_are_read_as_one_message() {
    let raw = r#"{"selected_memories":["a.md"]}"#;
    let (media_type, body) =
        wire::message(&json!({"stream": true, "model": "m"}), &[json!({"type": "text", "text": raw})]);
    let answer = wire::answer(media_type, &body).unwrap();
    assert_eq!((answer.raw.as_str(), answer.usage.model.as_str()), (raw, "m"));
    let cut = &body[..body.len() - 60];
    assert!(matches!(wire::answer(media_type, cut), Err(SelectorError::Malformed(_))));
}

#[test]
fn an_upstream_that_breaks_off_is_said() {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", socket.local_addr().unwrap());
    std::thread::spawn(move || {
        use std::io::{Read, Write};
        for mut stream in socket.incoming().flatten() {
            let _ = stream.read(&mut [0; 65536]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"type\":");
        }
    });
    let scene = Scene::new((200, &[], String::new()), Duration::ZERO);
    for (upstream, word) in [(address.as_str(), "127.0.0.1"), ("http://127.0.0.1:9", "127.0.0.1")] {
        let client = scene
            .client(&format!("{} > one", select()))
            .with_variable(surroundings::BASE_URL, Some(upstream.into()));
        match client.ask(&ask("please fix"), &Cancel::default()) {
            Err(SelectorError::Unreachable(why)) => assert!(why.contains(word), "{why}"),
            other => panic!("{other:?}"),
        }
        assert!(scene.file("one").contains("api_error"));
    }
}

#[test]
fn a_client_that_does_not_ask_says_why() {
    let scene = Scene::new((200, &[], String::new()), Duration::ZERO);
    for (script, words) in [
        ("ask /v1/messages '{}' > main; echo ok", "ran no selector"),
        ("echo 'Not logged in'; exit 1", "said: Not logged in"),
        ("echo 'It is a command.'", "by itself: It is a command."),
        ("exit 3", "said nothing"),
    ] {
        match scene.client(script).ask(&ask("word"), &Cancel::default()) {
            Err(SelectorError::NotAsked(why)) => assert!(why.contains(words), "{why}"),
            other => panic!("{script}: {other:?}"),
        }
    }
    let nothing = Ask { query: "please fix".to_owned(), candidates: Vec::new() };
    let refused = scene.client("echo > started").ask(&nothing, &Cancel::default());
    assert!(matches!(refused, Err(SelectorError::NotAsked(_))));
    for (variable, value) in [("CLAUDE_CODE_USE_BEDROCK", "1"), (surroundings::BASE_URL, "ftp://x")] {
        let client = scene.client("echo > started").with_variable(variable, Some(value.into()));
        assert!(matches!(
            client.ask(&ask("please fix"), &Cancel::default()),
            Err(SelectorError::NotAsked(_))
        ));
    }
    assert!(!scene.folder.path().join("started").exists());
    let gone = Found { program: scene.folder.path().join("gone"), version: "2.1.332".to_owned() };
    let gone = Client::new(&gone, scene.folder.path().to_owned()).ask(&ask("please fix"), &Cancel::default());
    assert!(matches!(gone, Err(SelectorError::NoClient(..))), "{gone:?}");
}

/// Whether a process of this id runs; one that is dead and not yet buried does not.
fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim_start().starts_with('Z'))
}

#[test]
fn a_cancel_and_the_end_of_patience_end_all_that_was_started() {
    for cancels in [true, false] {
        let scene = Scene::new((200, &[], message("{}")), Duration::from_secs(60));
        let script =
            format!("trap '' TERM; sleep 600 & echo $! $$ > ids.part; mv ids.part ids; {}; wait", select());
        let client = scene.client(&script).with_patience(Duration::from_secs(if cancels { 60 } else { 2 }));
        let cancel = Cancel::default();
        let started = Instant::now();
        let (other, ids) = (cancel.clone(), scene.folder.path().join("ids"));
        let waiting = AtomicUsize::new(0);
        let error = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ids.exists() && waiting.fetch_add(1, Ordering::Relaxed) < 1000 {
                    std::thread::sleep(Duration::from_millis(10));
                }
                if cancels {
                    other.cancel();
                }
            });
            client.ask(&ask("please fix"), &cancel).unwrap_err()
        });
        assert_eq!(error, if cancels { SelectorError::Cancelled } else { SelectorError::TimedOut(2) });
        assert!(started.elapsed() < Duration::from_secs(20));
        let ids = scene.file("ids");
        for _ in 0..500 {
            if !ids.split_whitespace().any(runs) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!ids.split_whitespace().any(runs), "{ids}");
    }
}

#[test]
fn settings_say_where_calls_go_and_only_trusted_folders_have_a_say() {
    let folder = tempfile::tempdir().unwrap();
    let (home, project) = (folder.path().join("home"), folder.path().join("shop/deep"));
    std::fs::create_dir_all(home.join(".claude")).unwrap();
    std::fs::create_dir_all(project.join(".claude")).unwrap();
    let write = |path: &Path, value: Value| std::fs::write(path, value.to_string()).unwrap();
    let upstream = |variables: &[(&str, &str)]| {
        let mut environment: BTreeMap<OsString, OsString> =
            variables.iter().map(|(name, value)| (name.into(), value.into())).collect();
        environment.insert("HOME".into(), home.clone().into());
        Surroundings::look(&project, &environment).upstream()
    };
    let set = [(surroundings::BASE_URL, "https://proxy.example/x/")];
    assert_eq!(upstream(&[]).unwrap(), "https://api.anthropic.com");
    assert_eq!(upstream(&set).unwrap(), "https://proxy.example/x");
    write(
        &home.join(".claude/settings.json"),
        json!({"env": {"ANTHROPIC_BASE_URL": "https://user.example", "N": 1}}),
    );
    assert_eq!(upstream(&set).unwrap(), "https://user.example");
    write(
        &project.join(".claude/settings.json"),
        json!({"env": {"ANTHROPIC_BASE_URL": "https://project.example"}}),
    );
    assert_eq!(upstream(&set).unwrap(), "https://user.example");
    write(
        &home.join(".claude.json"),
        json!({"projects": {folder.path().join("shop").to_str().unwrap(): {"hasTrustDialogAccepted": true}}}),
    );
    assert_eq!(upstream(&set).unwrap(), "https://project.example");
    write(&project.join(".claude/settings.local.json"), json!({"env": {"CLAUDE_CODE_USE_VERTEX": true}}));
    assert!(matches!(upstream(&set), Err(SelectorError::NotAsked(why)) if why.contains("Vertex")));
    write(
        &home.join(".claude/remote-settings.json"),
        json!({"env": {"ANTHROPIC_BASE_URL": "https://all.example", "CLAUDE_CODE_USE_VERTEX": "0"}}),
    );
    assert!(matches!(upstream(&set), Err(SelectorError::NotAsked(why)) if why.contains("administrator")));
}
