//! HTML and scripts in everything that has a text, through every pane: nothing runs, nothing loads, nothing even tries.
//!
//! Separate from the flow over the same texts, which looks at one pane's HTML without a browser: what a browser makes of it
//! is seen here alone.

use crate::window::Window;
use memdesk_tests::Person;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use thirtyfour::Key;

const HOSTILE: &[&str] = &[
    "<script>window.ran=1</script>",
    "<img src=x onerror=window.ran=2>",
    "<svg onload=window.ran=3>",
    "![x](https://example.invalid/track.png)",
    "[x](javascript:window.ran=4)",
    "\"><iframe srcdoc='<script>parent.ran=5</script>'></iframe>",
    "<style>body{background:url(https://example.invalid/x.png)}</style>",
    "</textarea></title></style></script><img src=x onerror=window.ran=6>",
    "<link rel=stylesheet href=https://example.invalid/x.css>",
    "<base href=https://example.invalid/>",
];

/// Begins to take notes of what the policy has to stop: text that is drawn as text never comes so far.
const WATCH: &str = "\
window.stopped = [];
document.addEventListener('securitypolicyviolation', (event) => window.stopped.push(event.effectiveDirective + ' ' + event.blockedURI));
";

/// What is on the page that could load or run, and is not ours.
const LOOK: &str = "\
const own = (url) => !url || url === 'data:,' || url.startsWith('data:image/')
  || ['', '/', '#', '?'].includes(url.startsWith(location.origin) ? url.slice(location.origin.length, location.origin.length + 1) : 'x');
const strange = [...document.querySelectorAll('script, img, iframe, object, embed, link, base, style, video, audio, source, form, meta[http-equiv], svg image, svg script, a[href]')]
  .filter((one) => !['src', 'href', 'data', 'srcdoc'].every((name) => own(one.getAttribute(name)
    ? new URL(one.getAttribute(name), location.href).href : '')) || one.hasAttribute('srcdoc') || one.tagName === 'BASE')
  .map((one) => one.outerHTML.slice(0, 300));
const handlers = [...document.querySelectorAll('*')]
  .filter((one) => [...one.attributes].some((attribute) => attribute.name.startsWith('on'))).map((one) => one.outerHTML.slice(0, 300));
const loaded = performance.getEntriesByType('resource').map((entry) => entry.name)
  .filter((url) => !own(url) && !url.startsWith('ipc:') && !url.startsWith('http://ipc.localhost/'));
return { ran: window.ran ?? null, stopped: window.stopped, strange, handlers, loaded, origin: location.origin };
";

async fn harmless(window: &Window, doing: &str) {
    let seen = window.ask(LOOK, vec![]).await;
    assert_eq!(seen["ran"], Value::Null, "{doing}: it ran: {seen}");
    for what in ["stopped", "strange", "handlers", "loaded"] {
        assert_eq!(seen[what], json!([]), "{doing}: {seen}");
    }
}

/// A store, a session and a proposal with the same in every field.
fn lay(person: &Person) -> std::path::PathBuf {
    let shop = person.project("<img src=x onerror=window.ran=7>");
    let store = person.store(&shop);
    fs::create_dir_all(&store).expect("the store");
    let mut index = String::new();
    let mut written = Vec::new();
    for (n, hostile) in HOSTILE.iter().enumerate() {
        let yaml = serde_json::to_string(hostile).expect("a string");
        let text = format!(
            "---\nname: {yaml}\ndescription: {yaml}\ntype: project\noriginSessionId: {yaml}\n---\n\n# {hostile}\n\n{hostile}\n\n> {hostile}\n\n| {hostile} |\n|-|\n| {hostile} |\n\n[[{hostile}]]\n\n```{hostile}\n{hostile}\n```\n"
        );
        fs::write(store.join(format!("t{n}.md")), text).expect("a topic");
        written.push(store.join(format!("t{n}.md")));
        let _ = writeln!(index, "- [{hostile}](t{n}.md) — {hostile}");
    }
    // a name can be markup as well
    fs::write(store.join("<img src=x onerror=window.ran=8>.md"), "Named so.\n").expect("a topic");
    fs::write(store.join("<script>window.ran=9<#script>.md"), "Named so.\n").expect("a topic");
    fs::write(store.join("MEMORY.md"), index).expect("an index");
    for hostile in HOSTILE {
        let saved = json!({ "type": "system", "subtype": "memory_saved", "writtenPaths": written });
        let surfaced = json!({
            "type": "attachment",
            "attachment": { "type": "relevant_memories", "memories": [
                { "path": store.join("t0.md"), "content": hostile, "mtimeMs": 1_767_225_600_000_i64, "header": hostile },
            ] },
        });
        let said = json!({ "type": "assistant", "message": { "role": "assistant", "content": [{ "type": "text", "text": hostile }] } });
        person.session_with(&shop, &format!("how about {hostile} then"), &[surfaced, saved, said]);
    }
    shop
}

#[tokio::test]
async fn nothing_in_any_pane_runs_or_loads() {
    let person = Person::new();
    let shop = lay(&person);
    let store = person.store(&shop);
    let window = Window::on(&person, &shop).await;
    window.says("<script>window.ran=1</script>").await;
    window.ask(WATCH, vec![]).await;
    harmless(&window, "the index").await;
    window.pane("topics").await;
    for (n, hostile) in HOSTILE.iter().enumerate() {
        // the row's name is the topic's, as text
        let part: String = hostile.chars().take(12).collect();
        window.about("row", &part).await.click().await.expect("the row is chosen");
        window.testid("reader").await;
        harmless(&window, &format!("topic {n}")).await;
    }
    for name in ["window.ran=8", "window.ran=9"] {
        window.about("row", name).await.click().await.expect("the row is chosen");
        window.says("Named so.").await;
        harmless(&window, name).await;
    }
    window.pane("review").await;
    window.testid("review-list").await;
    let files = window.count("option", "").await;
    assert!(files > 5, "{files} files wait");
    for name in ["t0.md", "t1.md", "t5.md", "MEMORY.md", "window.ran=8"] {
        window.about("option", name).await.click().await.expect("the file is chosen");
        harmless(&window, &format!("review of {name}")).await;
    }
    window.pane("recall").await;
    window.says("how about").await;
    harmless(&window, "past questions").await;
    for part in ["onerror=window.ran=2", "window.ran=1", "javascript"] {
        window.about("option", part).await.click().await.expect("the question is chosen");
        window
            .until("its steps are shown", || async { window.text().await.contains("What is chosen?") })
            .await;
        harmless(&window, &format!("the question with {part}")).await;
    }
    // something for History, from the page's own hand
    for hostile in HOSTILE {
        let edit = json!({ "id": null, "edit": { "kind": "write", "path": "t0.md", "base": null, "text": hostile } });
        window.wait_for(WRITE, vec![edit]).await;
    }
    for pane in ["runs", "health", "history", "index", "topics", "review"] {
        window.pane(pane).await;
        window.until("it is drawn", || async { window.text().await.len() > 100 }).await;
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        harmless(&window, pane).await;
    }
    // what is found by words is shown with what stands around them
    let keys =
        window.web().action_chain().key_down(Key::Control).key_down('k').key_up('k').key_up(Key::Control);
    keys.perform().await.expect("keys are pressed");
    window.named("combobox", "Everything by name").await;
    window.press("window.ran").await;
    window.until("something is found", || async { window.count("option", "window.ran").await > 3 }).await;
    harmless(&window, "the palette").await;
    assert!(fs::read_to_string(store.join("t0.md")).is_ok_and(|text| HOSTILE.contains(&text.as_str())));
    window.close().await;
}

/// Writes a topic of the store that is open.
const WRITE: &str = "\
const [args] = arguments;
const done = arguments[arguments.length - 1];
const invoke = window.__TAURI_INTERNALS__.invoke;
invoke('stores').then((list) => invoke('apply', { ...args, id: list.stores.find((store) => store.current).id })).then(done, done);
";
