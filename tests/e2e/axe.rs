//! axe-core on the page as it stands: what it finds is a failure.

use crate::window::Window;
use serde_json::Value;
use std::path::Path;

/// Runs axe's rules for WCAG 2.2 A and AA and good practice, and names each finding in one line.
const RUN: &str = "
const done = arguments[arguments.length - 1];
window.axe.run(document, { resultTypes: ['violations'] })
  .then((found) => done(found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id} (${rule.impact}): ${node.target.join(' ')}: ${node.failureSummary.split('\\n').slice(1).join(';')}`))))
  .catch((error) => done([String(error)]));
";

/// Fails with everything that axe has to say about the page.
pub(crate) async fn clean(window: &Window, place: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
    let source = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; `npm ci` in ui/ brings it", path.display()));
    let loaded = window.ask("return Boolean(window.axe)", vec![]).await;
    if loaded != Value::Bool(true) {
        window.ask(&source, vec![]).await;
    }
    // a colour on its way to another is neither
    let still = "return !document.getAnimations().some((one) => one instanceof CSSTransition)";
    window
        .until("nothing changes its colour", || async {
            window.ask(still, vec![]).await == Value::Bool(true)
        })
        .await;
    let found = window.wait_for(RUN, vec![]).await;
    let lines: Vec<&str> = found.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(lines.is_empty(), "{place}: axe finds\n  {}", lines.join("\n  "));
}
