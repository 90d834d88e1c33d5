//! What is not ours is not to be had: no file system, no shell, no network, no window, and no code from elsewhere.
//!
//! Separate from `commands`, which are ours.

use crate::window::Window;
use memdesk_tests::Person;
use serde_json::{Value, json};

/// Commands of Tauri and of its plugins, some of which are compiled in; the page may call none of them.
const REFUSED: &[&str] = &[
    "plugin:app|app_hide",
    "plugin:app|name",
    "plugin:app|set_app_theme",
    "plugin:app|version",
    "plugin:clipboard-manager|read_text",
    "plugin:clipboard-manager|write_text",
    "plugin:deep-link|register",
    "plugin:dialog|ask",
    "plugin:dialog|confirm",
    "plugin:dialog|message",
    "plugin:dialog|open",
    "plugin:dialog|save",
    "plugin:event|emit",
    "plugin:event|emit_to",
    "plugin:fs|read_dir",
    "plugin:fs|read_text_file",
    "plugin:fs|remove",
    "plugin:fs|write_text_file",
    "plugin:global-shortcut|register",
    "plugin:http|fetch",
    "plugin:image|from_path",
    "plugin:menu|new",
    "plugin:notification|is_permission_granted",
    "plugin:notification|notify",
    "plugin:notification|request_permission",
    "plugin:opener|open_path",
    "plugin:opener|open_url",
    "plugin:opener|reveal_item_in_dir",
    "plugin:os|hostname",
    "plugin:path|resolve_directory",
    "plugin:process|exit",
    "plugin:process|restart",
    "plugin:resources|close",
    "plugin:shell|execute",
    "plugin:shell|open",
    "plugin:shell|spawn",
    "plugin:tray|new",
    "plugin:updater|check",
    "plugin:webview|create_webview",
    "plugin:webview|create_webview_window",
    "plugin:webview|internal_toggle_devtools",
    "plugin:webview|print",
    "plugin:webview|set_webview_zoom",
    "plugin:window-state|restore_state",
    "plugin:window-state|save_window_state",
    "plugin:window|close",
    "plugin:window|create",
    "plugin:window|destroy",
    "plugin:window|get_all_windows",
    "plugin:window|set_title",
    "plugin:window|start_dragging",
];

/// Calls each with what it could do harm with.
const CALL: &str = "\
const [names] = arguments;
const done = arguments[arguments.length - 1];
const args = {
  path: '/etc/passwd', url: 'file:///etc/passwd', with: null, program: 'sh', args: ['-c', 'touch x'], options: {}, label: 'main',
  value: 'x', event: 'changed', payload: {}, target: { kind: 'Any' }, contents: [1], message: 'x', title: 'x', code: 0, paths: ['/etc'],
  clientConfig: { method: 'GET', url: 'https://example.invalid/', headers: [] }, directory: 16, rid: 1, kind: 'Menu', flags: 31,
};
Promise.all(names.map((name) => window.__TAURI_INTERNALS__.invoke(name, args).then(() => name, (error) => String(error)))).then(done);
";

/// Tries what the policy must stop, and gives the policy as the page was served with it and what it stopped.
const TRY: &str = "\
const done = arguments[arguments.length - 1];
const stopped = [];
let policy = '';
document.addEventListener('securitypolicyviolation', (event) => {
  policy = event.originalPolicy;
  stopped.push(event.effectiveDirective);
});
const add = (tag, fields) => document.body.append(Object.assign(document.createElement(tag), fields));
add('script', { textContent: 'window.ran = 1' });
add('script', { src: 'https://example.invalid/x.js' });
add('script', { src: 'data:text/javascript,window.ran=1' });
add('img', { src: 'https://example.invalid/x.png' });
add('iframe', { src: 'https://example.invalid/' });
add('iframe', { srcdoc: '<script>parent.ran=1</scr' + 'ipt>' });
add('object', { data: 'https://example.invalid/x' });
add('style', { textContent: '#nothing { color: red }' });
add('link', { rel: 'stylesheet', href: 'https://example.invalid/x.css' });
add('video', { src: 'https://example.invalid/x.mp4' });
const held = document.createElement('div');
held.innerHTML = '<img src=x onerror=\"window.ran=1\">';
document.body.append(held);
const tried = [];
const attempt = (name, what) => { try { what(); tried.push(name); } catch { /* refused */ } };
attempt('eval', () => eval('window.ran = 1'));
attempt('Function', () => new Function('window.ran = 1')());
attempt('timer', () => { setTimeout('window.ran = 1', 0); });
attempt('WebSocket', () => { new WebSocket('wss://example.invalid/').onopen = () => tried.push('open'); });
attempt('Worker', () => new Worker('data:text/javascript,0'));
const fetched = Promise.allSettled(['https://example.invalid/', 'file:///etc/passwd', 'tauri://localhost/index.html'].map((url) => fetch(url)));
fetched.then((all) => setTimeout(() => done({
  policy, stopped, tried, ran: window.ran ?? null, fetched: all.filter((one) => one.status === 'fulfilled').length,
}), 1000));
";

#[tokio::test]
async fn what_is_not_ours_is_refused() {
    let person = Person::new();
    let shop = person.remember("shop", "//- MEMORY.md\n- [One](one.md) — the first\n//- one.md\nOne.\n");
    let window = Window::on(&person, &shop).await;
    window.says("[One]").await;
    let said = window.wait_for(CALL, vec![json!(REFUSED)]).await;
    for (name, said) in REFUSED.iter().zip(said.as_array().cloned().unwrap_or_default()) {
        let said = said.as_str().unwrap_or_default();
        let refused = ["not allowed", "not found", "not permitted"].iter().any(|word| said.contains(word));
        assert!(refused, "{name}: {said}");
    }
    assert!(!person.home().join("x").exists());

    let seen = window.wait_for(TRY, vec![]).await;
    let policy = seen["policy"].as_str().unwrap_or_default();
    assert!(policy.contains("default-src 'none'"), "{seen}");
    for word in ["unsafe", "*", "http:", "https:", "blob:", "filesystem:"] {
        let own = policy.replace("http://ipc.localhost", "");
        assert!(!own.contains(word), "{word} in {policy}");
    }
    assert_eq!(seen["ran"], Value::Null, "{seen}");
    assert_eq!(seen["fetched"], 0, "{seen}");
    assert_eq!(
        seen["tried"]
            .as_array()
            .map(|tried| tried.iter().any(|one| one == "eval" || one == "Function" || one == "open")),
        Some(false),
        "{seen}"
    );
    let stopped: Vec<&str> =
        seen["stopped"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for directive in ["script-src-elem", "img-src", "style-src-elem", "connect-src", "frame-src", "media-src"]
    {
        assert!(stopped.contains(&directive), "{directive} stopped nothing: {seen}");
    }
    // and the window goes on
    window.pane("topics").await;
    window.about("row", "one").await;
    window.close().await;
}
