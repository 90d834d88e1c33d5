//! What a run must not lose, whatever ends it: turns that nobody has seen, sessions beside one that has gone, what waits.

use super::scene::{Scene, dream, edit, extract, silent};
use super::{SHOP, until};
use memdesk_desk::view::RunAsk;
use memdesk_tests::stand_in_model::Turn;
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;

fn nothing() -> Vec<Turn> {
    vec![Turn::says("nothing to keep")]
}

/// Turns of the session that no extraction has seen.
fn unseen(scene: &Scene, session: &str) -> usize {
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    desk.index_questions(&id, "t", &|_| ()).expect("sessions can be read");
    let sessions = desk.runs(&id).expect("runs").sessions;
    sessions.iter().find(|one| one.id == session).expect("the session").new_turns
}

#[test]
fn only_turns_that_were_seen_count_as_seen() {
    let scene = Scene::new(SHOP, (0..4).map(|_| nothing()).collect());
    let session = scene.session();
    scene.say(&session, &["turn two".to_owned(), "turn three".to_owned()]);
    // the request would pass the limit: nobody was asked
    let none = scene.run(RunAsk { most_tokens: Some(600), ..extract(&session) });
    assert_eq!((none.state.as_str(), none.short.as_deref(), none.turns), ("done", Some("token-limit"), 0));
    assert_eq!(unseen(&scene, &session), 3);
    // the last turn alone leaves those before it unseen
    let last = scene.run(RunAsk { turns: Some(1), ..extract(&session) });
    assert_eq!(last.state, "done");
    assert_eq!(unseen(&scene, &session), 3);
    // as many as there are unseen, or more, leave none
    let all = scene.run(RunAsk { turns: Some(3), ..extract(&session) });
    assert_eq!((all.state.as_str(), unseen(&scene, &session)), ("done", 0));
    let asked: Vec<String> = scene.model.requests().iter().map(Value::to_string).collect();
    assert_eq!(asked.len(), 2);
    assert!(!asked[0].contains("turn two") && asked[0].contains("turn three"));
}

#[test]
fn a_session_too_long_for_one_task_is_extracted_in_several() {
    let scene = Scene::new(SHOP, (0..9).map(|_| nothing()).collect());
    let session = scene.session();
    let texts: Vec<String> = (2..=120).map(|turn| format!("turn {turn}: {}", "words ".repeat(600))).collect();
    scene.say(&session, &texts);
    let mut left = vec![unseen(&scene, &session)];
    while left.last() != Some(&0) {
        assert_eq!(scene.run(extract(&session)).state, "done");
        left.push(unseen(&scene, &session));
        assert!(left.len() < 8 && left.is_sorted_by(|before, after| before > after), "{left:?}");
    }
    assert!(left.len() > 2, "{left:?}");
    let asked: Vec<String> = scene.model.requests().iter().map(Value::to_string).collect();
    for turn in 2..=120 {
        let seen = asked.iter().filter(|asked| asked.contains(&format!("turn {turn}: words"))).count();
        assert_eq!(seen, 1, "turn {turn}");
    }
}

#[test]
fn a_session_that_has_gone_takes_no_other_with_it() {
    let slow = vec![Turn::says("first").after(Duration::from_millis(800))];
    let scene = Scene::new(SHOP, vec![slow, nothing(), nothing()]);
    scene.terminal.person.session(&scene.terminal.project, "a question of another session");
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let sessions: Vec<String> =
        desk.runs(&id).expect("runs").sessions.into_iter().map(|one| one.id).collect();
    assert_eq!(sessions.len(), 2);
    let gone = sessions.iter().find(|one| **one != session).expect("the other").clone();
    scene.say(&session, &["said before the end".to_owned()]);
    desk.start_run(&id, dream(), Box::new(silent)).expect("a run");
    until("the first request", || !scene.model.requests().is_empty());
    let run = desk.start_run(&id, extract(&session), Box::new(silent)).expect("one that follows");
    let joined = desk.start_run(&id, extract(&gone), Box::new(silent)).expect("the same");
    assert_eq!((&joined.id, joined.state.as_str(), joined.sessions.len()), (&run.id, "queued", 2));
    fs::remove_file(scene.file(&gone)).expect("it goes");
    until("the end", || desk.run_view(&id, &run.id).is_ok_and(|run| run.ended.is_some()));
    let run = desk.run_view(&id, &run.id).expect("it");
    assert_eq!(run.state, "done", "{:?}", run.failure);
    assert!(run.failure.expect("what is missing").0.contains(&gone));
    assert!(scene.model.requests()[1].to_string().contains("said before the end"));
    assert_eq!(unseen(&scene, &session), 0);
}

#[test]
fn a_run_is_cancelled_at_whatever_moment() {
    let slow = || vec![Turn::says("too late").after(Duration::from_millis(700))];
    let scene = Scene::new(SHOP, (0..12).map(|_| slow()).collect());
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    for round in 0..12 {
        let run = desk.start_run(&id, extract(&session), Box::new(silent)).expect("a run");
        std::thread::sleep(Duration::from_micros(50 * round));
        desk.cancel(&run.id);
        until("the end", || desk.run_view(&id, &run.id).is_ok_and(|run| run.ended.is_some()));
        assert_eq!(desk.run_view(&id, &run.id).expect("it").state, "cancelled", "round {round}");
    }
    assert_eq!(unseen(&scene, &session), 1);
}

#[test]
fn what_waits_is_told_though_memdesk_ended_before_the_run_did() {
    let scene = Scene::new(
        SHOP,
        vec![vec![Turn::calls([edit("memory/login.md", "5433", "5434")]), Turn::says("mended")]],
    );
    let run = scene.run(extract(&scene.session()));
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    // as it is between the proposal and the run's last word
    let file = scene.terminal.person.data().join("runs").join(&id).join(&run.id).join("run.json");
    let mut kept: Value = serde_json::from_slice(&fs::read(&file).expect("the run")).expect("JSON");
    for (field, value) in
        [("ended", Value::Null), ("proposal", Value::Null), ("files", json!(0)), ("state", json!("running"))]
    {
        kept[field] = value;
    }
    fs::write(&file, kept.to_string()).expect("the run");
    let told = desk.run_view(&id, &run.id).expect("it");
    assert_eq!((told.state.as_str(), told.files, told.waiting), ("failed", 1, 1));
    assert_eq!(told.proposal, run.proposal);
    assert!(told.failure.expect("why").1.expect("a hint").contains("waits in Review"));
    assert_eq!(scene.proposed().len(), 1);
    // it is told so beside a run of ours, too, and can go
    scene.say(&scene.session(), &["more".to_owned()]);
    desk.start_run(&id, extract(&scene.session()), Box::new(silent)).expect("a run");
    assert_eq!(desk.run_view(&id, &run.id).expect("it").state, "failed");
    desk.forget_run(&id, &run.id).expect("it goes");
    assert!(scene.proposed().is_empty());
}

#[test]
fn a_limit_that_cannot_be_kept_is_refused() {
    let scene = Scene::new(SHOP, vec![nothing()]);
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    for dollars in [0.5, 0.0, -1.0, f64::NAN] {
        let ask = RunAsk { most_dollars: Some(dollars), ..extract(&session) };
        assert_eq!(desk.run_now(&id, ask, &silent).expect_err("no run").code, "bad-run", "{dollars}");
    }
    assert!(scene.model.requests().is_empty() && desk.runs(&id).expect("runs").runs.is_empty());
    for bad in ["../x", "", ".", "a/b", "none", "lock"] {
        assert_eq!(desk.run_view(&id, bad).expect_err("none").code, "no-such-run", "{bad}");
        assert_eq!(desk.forget_run(&id, bad).expect_err("none").code, "no-such-run", "{bad}");
    }
}

/// A run that could only fail is not begun: it would stay in the list, and say the same every time.
#[test]
fn without_a_key_or_a_client_no_run_is_left_behind() {
    let scene = Scene::new(SHOP, vec![nothing()]);
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    desk.set_settings(&[
        // where a key is needed, and surely none is known
        super::scene::setting("models.provider", "openai"),
        super::scene::setting("models.base_url", ""),
        super::scene::setting("claude.program", "/nowhere/claude"),
    ])
    .expect("settings can be kept");
    for (agent, words, other) in
        [("api", "OPENAI_API_KEY", "--agent client"), ("client", "/nowhere/claude", "--agent api")]
    {
        for mut ask in [extract(&session), dream()] {
            ask.agent = agent.to_owned();
            let kind = ask.kind.clone();
            let failure = desk.run_now(&id, ask, &silent).expect_err("no run");
            let hint = failure.hint.unwrap_or_default();
            assert!(failure.message.contains(words) && hint.contains(other), "{agent}: {}", failure.message);
            let words = match kind.as_str() {
                "dream" => vec!["dream", "--agent", agent],
                _ => vec!["extract", "--session", &session, "--agent", agent],
            };
            let said = scene.terminal.run(&words);
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{said:?}");
            assert!(said.err.contains(other), "{said:?}");
        }
    }
    assert!(desk.runs(&id).expect("runs").runs.is_empty());
    assert!(scene.model.requests().is_empty());
}

#[test]
fn a_desk_that_only_reads_runs_nothing_and_lays_nothing() {
    let scene = Scene::new(SHOP, vec![nothing()]);
    let run = scene.run(extract(&scene.session()));
    let reads = memdesk_desk::Desk::open(memdesk_desk::Options {
        root: Some(scene.terminal.person.root()),
        store: Some(scene.terminal.store.clone()),
        data: Some(scene.terminal.person.data()),
        read_only: true,
        ..memdesk_desk::Options::default()
    })
    .expect("a desk");
    let id = reads.store_of(None).expect("the store");
    let before = super::files(&scene.terminal.person.data().join("runs"));
    let runs = reads.runs(&id).expect("runs");
    assert_eq!((runs.barred.as_deref(), runs.runs.len()), (Some("read-only"), 1));
    reads.review(&id).expect("the queue");
    for code in [
        reads.run_now(&id, dream(), &silent).expect_err("nothing").code,
        reads.forget_run(&id, &run.id).expect_err("nothing").code,
        reads.set_instruction("dream", Some("mine")).expect_err("nothing").code,
    ] {
        assert!(["barred", "read-only"].contains(&code.as_str()), "{code}");
    }
    assert_eq!(super::files(&scene.terminal.person.data().join("runs")), before);
}

#[test]
fn a_fault_of_ours_ends_one_run_and_a_damaged_one_bars_no_other() {
    let script = || vec![Turn::calls([edit("memory/login.md", "5433", "5434")]), Turn::says("done")];
    let scene = Scene::new(SHOP, vec![script(), script(), script()]);
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let first = std::sync::atomic::AtomicBool::new(true);
    let fault = move |_| {
        assert!(!first.swap(false, std::sync::atomic::Ordering::Relaxed), "a fault, on purpose");
    };
    let run = desk.run_now(&id, dream(), &fault).expect("a run");
    assert_eq!(run.state, "failed");
    let damaged = desk.run_now(&id, dream(), &silent).expect("a run");
    let whole = desk.run_now(&id, dream(), &silent).expect("a run");
    assert_eq!((damaged.state.as_str(), whole.state.as_str(), scene.proposed().len()), ("done", "done", 1));
    let dir = scene.terminal.person.data().join("runs").join(&id).join(&damaged.id);
    fs::write(dir.join("held.json"), "{ half").expect("it is damaged");
    let queue = desk.review(&id).expect("the queue");
    let of_runs: Vec<Option<String>> =
        queue.proposals.into_iter().map(|one| one.run).filter(Option::is_some).collect();
    assert_eq!(of_runs, [Some(whole.id)]);
    desk.forget_run(&id, &damaged.id).expect("it goes");
}

#[test]
fn team_memory_and_an_agents_are_run_on_by_themselves() {
    let new = || {
        vec![Turn::calls([super::write("memory/new.md", "---\nname: New\n---\nnew\n")]), Turn::says("done")]
    };
    let scene = Scene::new(
        &format!(
            "{SHOP}//- team/MEMORY.md\n- [T](t.md) — t\n//- team/t.md\n---\nname: T\n---\nt\n//- logs/2026/01/2026-01-01.md\nlog\n"
        ),
        vec![new(), new()],
    );
    let agent = scene.terminal.person.root().join("agent-memory/tester");
    fs::create_dir_all(&agent).expect("an agent's store");
    fs::write(agent.join("MEMORY.md"), "- nothing yet\n").expect("its index");
    let desk = scene.terminal.desk();
    let stores = desk.stores().expect("stores");
    let of = |dir: &std::path::Path| memdesk_store::place::id_of(dir);
    let known: Vec<&str> = stores.stores.iter().map(|one| one.id.as_str()).collect();
    let log = of(&scene.terminal.store.join("logs"));
    for dir in [scene.terminal.store.join("team"), agent] {
        let id = of(&dir);
        assert!(known.contains(&id.as_str()), "{dir:?}: {known:?}");
        let before = scene.store();
        let run = desk.run_now(&id, dream(), &silent).expect("a run");
        assert_eq!(
            (run.state.as_str(), run.files, run.waiting),
            ("done", 1, 1),
            "{dir:?}: {:?}",
            run.failure
        );
        assert_eq!(scene.store(), before);
        let queue = desk.review(&id).expect("the queue");
        let proposal = queue.proposals.iter().find(|one| one.run.is_some()).expect("the run's");
        let change = &proposal.changes[0];
        let take = memdesk_desk::view::ReviewTake {
            proposal: proposal.id.clone(),
            path: change.path.clone(),
            version: change.version.clone(),
            hunks: Vec::new(),
        };
        desk.take(&id, &[take]).expect("an outcome");
        assert!(dir.join("new.md").is_file());
        assert_eq!(desk.run_view(&id, &run.id).expect("it").waiting, 0);
    }
    if known.contains(&log.as_str()) {
        assert_eq!(desk.run_now(&log, dream(), &silent).expect_err("none").code, "barred");
    }
    assert!(!scene.terminal.store.join("new.md").exists());
}
