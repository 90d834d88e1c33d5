//! A window of Memdesk as a test drives it.
//!
//! Separate from `stage` because this knows pages: what is on them is found by role and accessible name, as a person
//! with or without eyes would. Every look waits, since a window answers when it can; none waits longer than [`PATIENCE`].

use crate::stage::{Driver, Stage};
use memdesk_tests::{Person, programs};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// The longest that anything may take before a test calls it missing.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);
/// Finds elements by role and name: (role, name, whether the whole name) → elements on screen.
const FIND: &str = include_str!("find.js");

/// How a window is started.
pub(crate) struct Launch<'a> {
    /// The program's name.
    pub(crate) program: &'a str,
    /// Its arguments.
    pub(crate) args: Vec<String>,
    /// More of an environment.
    pub(crate) env: Vec<(&'a str, &'a str)>,
    /// The display.
    pub(crate) size: (u32, u32),
}

impl Default for Launch<'_> {
    fn default() -> Self {
        Self { program: "memdesk-desktop", args: Vec::new(), env: Vec::new(), size: (1280, 800) }
    }
}

/// The driver's session. Dropped without an end (a failed test), it is left to the driver, which ends with the stage:
/// the library would start a conversation on a runtime that is already gone.
struct Session(WebDriver);

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.0.clone().leak();
    }
}

/// A running window.
pub(crate) struct Window {
    session: Session,
    // dropped in this order: the driver ends the window, then the stage goes
    driver: Driver,
    stage: Stage,
    program: PathBuf,
}

/// The index is shown first, as for somebody who looked at it last: without a wish the window would open on what waits for
/// review, and every store here is new.
fn show_index(person: &Person) {
    let file = person.data().join("state.json");
    if !file.exists() {
        std::fs::create_dir_all(person.data()).expect("the data directory");
        std::fs::write(file, r#"{"pane":"index"}"#).expect("what is remembered");
    }
}

impl Window {
    /// The window on a project's folder.
    pub(crate) async fn on(person: &Person, folder: &Path) -> Self {
        let args = vec![folder.to_string_lossy().into_owned()];
        Self::launch(person, Launch { args, ..Launch::default() }).await
    }

    /// The window, started in some way.
    pub(crate) async fn launch(person: &Person, launch: Launch<'_>) -> Self {
        show_index(person);
        let stage = Stage::set(person, launch.size.0, launch.size.1);
        Self::start(stage, programs::program(launch.program), &launch.args, &launch.env).await
    }

    async fn start(stage: Stage, program: PathBuf, args: &[String], env: &[(&str, &str)]) -> Self {
        let driver = stage.driver(env);
        let wanted = json!({ "webkitgtk:browserOptions": { "binary": program, "args": args } });
        let Value::Object(wanted) = wanted else { panic!("capabilities are an object") };
        let session = match WebDriver::new(&driver.url, wanted).await {
            Ok(web) => Session(web),
            Err(error) => panic!("{} did not open a window: {error}", program.display()),
        };
        Self { session, driver, stage, program }
    }

    /// Ends the window as a crash would, and starts it anew for the same person.
    pub(crate) async fn restart(self, args: &[String]) -> Self {
        let Self { session, driver, stage, program } = self;
        end(&session).await;
        drop(driver);
        stage.end(&program);
        Self::start(stage, program, args, &[]).await
    }

    /// Ends the window.
    pub(crate) async fn close(self) {
        end(&self.session).await;
    }

    /// The driver's own session, for what has no word here.
    pub(crate) fn web(&self) -> &WebDriver {
        &self.session.0
    }

    /// Starts the program again on the same stage, as a second launch by the same person does, and waits for its end.
    pub(crate) fn launch_again(&self, args: &[&str]) -> ExitStatus {
        let mut command: Command = self.stage.command(&self.program);
        command.args(args).status().expect("a second launch")
    }

    /// The element of that role with exactly that name.
    pub(crate) async fn named(&self, role: &str, name: &str) -> WebElement {
        self.found(role, name, true).await
    }

    /// The first element of that role whose name contains `part`.
    pub(crate) async fn about(&self, role: &str, part: &str) -> WebElement {
        self.found(role, part, false).await
    }

    /// How many elements of that role have a name that contains `part`, now.
    pub(crate) async fn count(&self, role: &str, part: &str) -> usize {
        self.all(role, part, false).await.len()
    }

    /// Clicks the element of that role with exactly that name.
    pub(crate) async fn click(&self, role: &str, name: &str) {
        let start = Instant::now();
        loop {
            // it may be drawn anew between being found and being clicked
            match self.named(role, name).await.click().await {
                Ok(()) => return,
                Err(error) if start.elapsed() > PATIENCE => {
                    panic!("{role} {name:?} cannot be clicked: {error}")
                }
                Err(_) => pause().await,
            }
        }
    }

    /// Shows a pane: `index`, `topics`, `health`, `history`.
    pub(crate) async fn pane(&self, name: &str) {
        let start = Instant::now();
        while self.testid(&format!("tab-{name}")).await.click().await.is_err() {
            assert!(start.elapsed() < PATIENCE, "the tab {name} cannot be clicked");
            pause().await;
        }
    }

    /// Says yes to the consequences that are on screen, and waits until they are gone.
    pub(crate) async fn accept(&self) {
        self.click("button", "Apply").await;
        self.until("the question is answered", || async { self.count("dialog", "").await == 0 }).await;
    }

    /// Puts the pointer on the middle of an element.
    pub(crate) async fn point_at(&self, element: &WebElement) {
        element.scroll_into_view().await.expect("it can be scrolled to");
        self.web().action_chain().move_to_element_center(element).perform().await.expect("the pointer moves");
    }

    /// The element that a CSS selector finds first.
    pub(crate) async fn css(&self, selector: &str) -> WebElement {
        let start = Instant::now();
        loop {
            match self.web().find(By::Css(selector)).await {
                Ok(element) => return element,
                Err(error) if start.elapsed() > PATIENCE => panic!("no {selector} on the page: {error}"),
                Err(_) => pause().await,
            }
        }
    }

    /// The element with that `data-testid`.
    pub(crate) async fn testid(&self, id: &str) -> WebElement {
        let start = Instant::now();
        loop {
            match self.web().find(By::Testid(id)).await {
                Ok(element) => return element,
                Err(error) if start.elapsed() > PATIENCE => panic!("no {id:?} on the page: {error}"),
                Err(_) => pause().await,
            }
        }
    }

    /// Waits until the page's text contains `part`.
    pub(crate) async fn says(&self, part: &str) {
        self.until(&format!("the page says {part:?}"), || async move { self.text().await.contains(part) })
            .await;
    }

    /// All text on the page, white space folded.
    pub(crate) async fn text(&self) -> String {
        let text = self.ask("return document.body.innerText", vec![]).await;
        text.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Waits until something holds.
    pub(crate) async fn until<F: Future<Output = bool>>(&self, what: &str, mut holds: impl FnMut() -> F) {
        let start = Instant::now();
        while !holds().await {
            assert!(
                start.elapsed() < PATIENCE,
                "in {PATIENCE:?} it never came to be that {what}; the page: {}",
                self.text().await
            );
            pause().await;
        }
    }

    /// Presses keys where the focus is.
    pub(crate) async fn press(&self, keys: impl AsRef<str>) {
        self.web().action_chain().send_keys(keys.as_ref()).perform().await.expect("keys are pressed");
    }

    /// Goes to the end of the text that has the focus.
    pub(crate) async fn go_to_end(&self) {
        let keys = self.web().action_chain().key_down(Key::Control).key_down(Key::End).key_up(Key::End);
        keys.key_up(Key::Control).perform().await.expect("keys are pressed");
    }

    /// Runs a script on the page: what it returns.
    pub(crate) async fn ask(&self, script: &str, args: Vec<Value>) -> Value {
        match self.web().execute(script, args).await {
            Ok(answer) => answer.json().clone(),
            Err(error) => panic!("the page did not answer: {error}"),
        }
    }

    /// Runs a script that calls its last argument when it is done: what it calls it with.
    pub(crate) async fn wait_for(&self, script: &str, args: Vec<Value>) -> Value {
        match self.web().execute_async(script, args).await {
            Ok(answer) => answer.json().clone(),
            Err(error) => panic!("the page did not answer: {error}"),
        }
    }

    /// How long the page takes to come back to an event that is posted now.
    pub(crate) async fn delay(&self) -> Duration {
        let start = Instant::now();
        self.wait_for("const done = arguments[arguments.length - 1]; setTimeout(() => done(1))", vec![])
            .await;
        start.elapsed()
    }

    /// Keeps a picture of the page as `icons/screenshots/NAME.png`.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../icons/screenshots");
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let file = folder.join(format!("{name}.png"));
        self.session.0.screenshot(&file).await.expect("a picture of the page");
    }

    /// Keeps a picture of the whole display.
    pub(crate) fn display_picture(&self, name: &str) -> PathBuf {
        self.stage.picture(name).expect("a picture of the display")
    }

    async fn found(&self, role: &str, name: &str, whole: bool) -> WebElement {
        let start = Instant::now();
        loop {
            if let Some(element) = self.all(role, name, whole).await.into_iter().next() {
                return element;
            }
            if start.elapsed() > PATIENCE {
                let names = self.ask(FIND, vec![json!(role), json!(""), json!(false), json!(true)]).await;
                panic!("no {role} {name:?}; there are {names}");
            }
            pause().await;
        }
    }

    async fn all(&self, role: &str, name: &str, whole: bool) -> Vec<WebElement> {
        let asked =
            self.web().execute(FIND, vec![json!(role), json!(name), json!(whole), json!(false)]).await;
        asked.and_then(|answer| answer.elements()).unwrap_or_default()
    }
}

async fn end(session: &Session) {
    // a window that has already gone is as good
    let _ = session.0.clone().quit().await;
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}
