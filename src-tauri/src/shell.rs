//! What only a desktop has: the window, one instance per user, dialogs, events from the watcher.
//!
//! Separate from `commands` so that those stay one line each. Never decides anything about memory.

use crate::arguments::{self, Arguments, Asked};
use crate::notice::{self, Burst, Notices};
use crate::pick::{Pick, pick};
use memdesk_desk::view::{Failure, Progress, SettingsView, Start};
use memdesk_desk::{Desk, Options, Tell};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use tauri::{AppHandle, Emitter, Manager, WebviewUrl, WebviewWindowBuilder};
use tauri_plugin_notification::NotificationExt;
use tauri_plugin_opener::OpenerExt;

/// The only window's label.
pub(crate) const MAIN: &str = "main";
/// Smallest size at which every pane is usable, in logical pixels.
const SMALLEST: (f64, f64) = (720.0, 480.0);
/// Size of the first launch, in logical pixels.
const FIRST: (f64, f64) = (1280.0, 800.0);
/// Names a file to touch when the first index is on screen; the benchmark sets it.
const PAINTED: &str = "MEMDESK_PAINTED";

/// The desk on show, and the person's own one while the sample is on show.
pub(crate) struct Shell {
    shown: RwLock<Arc<Desk>>,
    own: RwLock<Arc<Desk>>,
    /// As the person's own desk is opened, whenever it is.
    options: Options,
    app: Mutex<Option<AppHandle>>,
    /// The answer to the page's first question, worked out while the page is still being loaded.
    first: Mutex<Option<JoinHandle<Result<Start, Failure>>>>,
    page: Mutex<Page>,
}

/// How far the page is: before its first paint it hears nothing.
enum Page {
    /// Being loaded; with the link that came meanwhile.
    Coming(Option<Link>),
    /// On screen.
    Painted,
}

/// The folder that a link names, or why it is not followed.
type Link = Result<PathBuf, Failure>;

impl Shell {
    /// A desk for the window; `refused` is why the link of this launch was not followed.
    fn new(desk: Desk, options: Options, refused: Option<Failure>) -> Shell {
        let own = Arc::new(desk);
        let asked = Arc::clone(&own);
        let first = Mutex::new(Some(std::thread::spawn(move || asked.start())));
        let page = Mutex::new(Page::Coming(refused.map(Err)));
        let shown = RwLock::new(Arc::clone(&own));
        Shell { first, page, shown, own: RwLock::new(own), options, app: Mutex::new(None) }
    }

    fn desk(&self) -> Arc<Desk> {
        Arc::clone(&self.shown.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn own(&self) -> Arc<Desk> {
        Arc::clone(&self.own.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs a question to the desk on a blocking thread.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Desk) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let desk = self.desk();
        tauri::async_runtime::spawn_blocking(move || question(&desk))
            .await
            .unwrap_or_else(|error| Err(Failure::broken("the desk did not answer", &error)))
    }

    /// As `ask`, for long work: what it tells of its progress goes to the window.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Desk, &dyn Fn(Progress)) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let tell = self.tell();
        self.ask(move |desk| work(desk, &*tell)).await
    }

    /// As `work`, for work that goes on when this has answered.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        begin: impl FnOnce(&Arc<Desk>, Box<Tell>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (desk, tell) = (self.desk(), self.tell());
        tauri::async_runtime::spawn_blocking(move || begin(&desk, tell))
            .await
            .unwrap_or_else(|error| Err(Failure::broken("the desk did not answer", &error)))
    }

    /// Sends progress to the window.
    fn tell(&self) -> Box<Tell> {
        let app = self.app.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::new(move |progress: Progress| {
            if let Some(app) = &app {
                // a window that has gone needs no progress
                drop(app.emit("progress", progress));
            }
        })
    }

    /// Stops long work by its name.
    pub(crate) fn cancel(&self, task: &str) {
        self.desk().cancel(task);
    }

    /// What the page needs for its first paint.
    pub(crate) async fn start(&self) -> Result<Start, Failure> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(first) = first else { return self.ask(|desk| desk.start()).await };
        match tauri::async_runtime::spawn_blocking(move || first.join()).await {
            Ok(Ok(start)) => start,
            _ => self.ask(|desk| desk.start()).await,
        }
    }

    async fn show(&self, desk: Arc<Desk>) -> Result<Start, Failure> {
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = desk;
        self.watch();
        self.ask(|desk| desk.start()).await
    }

    pub(crate) async fn open_sample(&self) -> Result<Start, Failure> {
        let own = self.own();
        let sample = tauri::async_runtime::spawn_blocking(move || own.sample())
            .await
            .unwrap_or_else(|error| Err(Failure::broken("the sample was not unpacked", &error)))?;
        self.show(Arc::new(sample)).await
    }

    pub(crate) async fn leave_sample(&self) -> Result<Start, Failure> {
        self.show(self.own()).await
    }

    /// Opens another root of the settings' list. What runs on the one before goes on.
    pub(crate) async fn use_root(&self, place: String) -> Result<Start, Failure> {
        let (own, options) = (self.own(), self.options.clone());
        let opened = tauri::async_runtime::spawn_blocking(move || {
            own.use_root(&place)?;
            Desk::open(options)
        });
        let opened =
            opened.await.unwrap_or_else(|error| Err(Failure::broken("the root was not opened", &error)))?;
        let opened = Arc::new(opened);
        *self.own.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&opened);
        self.show(opened).await
    }

    /// Has a folder chosen for the list of roots.
    pub(crate) async fn pick_root(&self, app: &AppHandle) -> Result<Option<SettingsView>, Failure> {
        match pick(app, Pick::Folder).await {
            Some(folder) => self.ask(move |desk| desk.add_root(&folder)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Has the client's program chosen.
    pub(crate) async fn pick_program(&self, app: &AppHandle) -> Result<Option<SettingsView>, Failure> {
        match pick(app, Pick::File).await {
            Some(program) => self.ask(move |desk| desk.set_program(&program)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Shows the settings file in the system's file manager, or the nearest folder above it that is there.
    pub(crate) fn show_settings_file(&self, app: &AppHandle) -> Result<(), Failure> {
        let file = self.desk().settings_path();
        let there = file.ancestors().find(|path| path.exists()).unwrap_or(&file);
        app.opener()
            .reveal_item_in_dir(there)
            .map_err(|error| Failure::broken("the file manager did not open", &error))
    }

    pub(crate) async fn pick_folder(&self, app: &AppHandle) -> Result<Option<Start>, Failure> {
        match pick(app, Pick::Folder).await {
            Some(folder) => self.open_folder(folder).await.map(Some),
            None => Ok(None),
        }
    }

    async fn open_folder(&self, folder: PathBuf) -> Result<Start, Failure> {
        let own = self.own();
        let opened = Arc::clone(&own);
        tauri::async_runtime::spawn_blocking(move || opened.open_folder(&folder))
            .await
            .unwrap_or_else(|error| Err(Failure::broken("the folder was not opened", &error)))?;
        self.show(own).await
    }

    /// Sends what the watcher of the desk on show sees to the window.
    fn watch(&self) {
        let Some(app) = self.app.lock().unwrap_or_else(PoisonError::into_inner).clone() else { return };
        let changes = self.notify(&app);
        self.desk().watch(move |changed| {
            // it ends with the watch of another desk
            drop(changes.send(Burst::of(&changed.stores, changed.list)));
            drop(app.emit("changed", changed));
        });
    }

    /// Tells on the desktop what is new on the desk that is on show, once a burst of changes is over.
    fn notify(&self, app: &AppHandle) -> Sender<Burst> {
        let (tell, changes) = std::sync::mpsc::channel();
        let (desk, app) = (self.desk(), app.clone());
        std::thread::spawn(move || {
            let mut notices = Notices::default();
            for id in desk.store_ids() {
                // one that cannot be read has nothing yet
                notices.begin(&id, desk.waiting_names(&id).unwrap_or_default());
            }
            while let Some(burst) = notice::burst(&changes) {
                let looking =
                    app.get_webview_window(MAIN).is_some_and(|window| window.is_focused().unwrap_or(false));
                let preferences = desk.preferences();
                let mut stores = burst.stores;
                if burst.list {
                    stores.extend(desk.store_ids().into_iter().filter(|id| !notices.knows(id)));
                }
                let mut count = 0;
                for store in stores {
                    // a store that cannot be read now has no news
                    let Ok(waits) = desk.waiting_names(&store) else { continue };
                    count += notices.news(&store, waits, looking, preferences.notifications);
                }
                if count > 0 {
                    let system = std::env::var("LC_ALL").or_else(|_| std::env::var("LANG")).ok();
                    let said = notice::sentence(count, preferences.language.as_deref(), system.as_deref());
                    // without a daemon that shows it, the number in the window and on the icon has to do
                    drop(app.notification().builder().title("Memdesk").body(said).show());
                }
            }
        });
        tell
    }

    /// Opens what a second launch or a link asks for, and tells the page.
    fn arrive(&self, app: &AppHandle, link: Link) {
        if let Page::Coming(waiting) = &mut *self.page.lock().unwrap_or_else(PoisonError::into_inner) {
            *waiting = Some(link);
            return;
        }
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            let opened = match link {
                Ok(folder) => app.state::<Shell>().open_folder(folder).await,
                Err(failure) => Err(failure),
            };
            drop(match opened {
                Ok(start) => app.emit("opened", start),
                Err(failure) => app.emit("failed", failure),
            });
        });
    }

    /// The first index is on screen: from now on changes on disk are watched for. Answers with what a link asked for
    /// while the page was coming.
    pub(crate) async fn painted(&self) -> Result<Option<Start>, Failure> {
        if let Some(mark) = std::env::var_os(PAINTED) {
            // only a benchmark sets it; when the mark cannot be made it measures nothing, and says so itself
            drop(std::fs::write(mark, b"painted"));
        }
        self.watch();
        let before =
            std::mem::replace(&mut *self.page.lock().unwrap_or_else(PoisonError::into_inner), Page::Painted);
        match before {
            Page::Coming(Some(link)) => self.open_folder(link?).await.map(Some),
            Page::Coming(None) | Page::Painted => Ok(None),
        }
    }
}

/// Opens an address in the person's browser. Only http, https and mailto; the window has asked before.
pub(crate) fn open_link(app: &AppHandle, url: &str) -> Result<(), Failure> {
    let url = memdesk_desk::outside_address(url)?;
    app.opener()
        .open_url(url, None::<&str>)
        .map_err(|error| Failure::broken("the address was not opened", &error))
}

/// Runs the window until it is closed.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let options = arguments.options;
    let read_only = options.read_only;
    let desk = match Desk::open(options.clone()) {
        Ok(desk) => desk,
        Err(failure) => return stop(&failure),
    };
    let refused = match arguments.asked {
        Asked::Nothing => None,
        Asked::Folder(folder) => match desk.open_folder(&absolute(&folder)) {
            Ok(()) => None,
            Err(failure) => return stop(&failure),
        },
        Asked::Link(link) => link.and_then(|folder| desk.open_folder(&folder)).err(),
    };
    // what the page keeps for itself lies with our data; where nothing may lie there, in a folder that goes with the window
    let mut passing = match read_only.then(tempfile::tempdir).transpose() {
        Ok(passing) => passing,
        Err(error) => return stop(&Failure::io("cannot make a folder in", &std::env::temp_dir(), &error)),
    };
    let kept = passing.as_ref().map_or_else(|| desk.data_dir().join("webview"), |dir| dir.path().to_owned());
    let mut builder = tauri::Builder::default();
    if !read_only {
        // one for each person, which keeps its size and place in a file; one that only looks stands beside it and keeps nothing
        builder = builder
            .plugin(tauri_plugin_single_instance::init(second_launch))
            .plugin(tauri_plugin_window_state::Builder::new().build());
    }
    let outcome = builder
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .manage(Shell::new(desk, options, refused))
        .invoke_handler(crate::commands::handler!())
        .setup(move |app| {
            let shell = app.state::<Shell>();
            *shell.app.lock().unwrap_or_else(PoisonError::into_inner) = Some(app.handle().clone());
            let handle = app.handle().clone();
            app.notification().on_action(move |_| to_front(&handle))?;
            let mut window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
                .title("Memdesk")
                .inner_size(FIRST.0, FIRST.1)
                .min_inner_size(SMALLEST.0, SMALLEST.1)
                // whatever the page asks for, it stays the page that was built in
                .on_navigation(|url| {
                    matches!(url.scheme(), "tauri") || url.host_str() == Some("tauri.localhost")
                })
                .data_directory(kept);
            if let Some((theme, ground)) = crate::drawing::first_theme(&shell.desk()) {
                window = window.background_color(ground).initialization_script(format!(
                    "if (document.documentElement) document.documentElement.dataset.theme = '{theme}';"
                ));
            }
            Ok(crate::drawing::by_processor(&window.build()?)?)
        })
        .build(tauri::generate_context!());
    match outcome {
        Ok(app) => {
            app.run(move |app, event| {
                if matches!(event, tauri::RunEvent::Exit) {
                    drop(passing.take());
                }
                happened(app, event);
            });
            ExitCode::SUCCESS
        }
        Err(error) => stop(&Failure::broken("the window could not be opened", &error)),
    }
}

/// macOS hands a link over as an event; elsewhere it is a word of a launch.
#[cfg(target_os = "macos")]
fn happened(app: &AppHandle, event: tauri::RunEvent) {
    if let tauri::RunEvent::Opened { urls } = event {
        urls.iter().for_each(|url| app.state::<Shell>().arrive(app, crate::link::folder(url.as_str())));
    }
}

#[cfg(not(target_os = "macos"))]
fn happened(_: &AppHandle, _: tauri::RunEvent) {}

fn to_front(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        drop(window.unminimize());
        drop(window.show());
        drop(window.set_focus());
    }
}

/// A second launch by the same person: this window comes to the front and opens that folder, or what a link names.
fn second_launch(app: &AppHandle, words: Vec<String>, cwd: String) {
    to_front(app);
    let words = words.into_iter().skip(1).map(Into::into);
    let Ok(arguments) = arguments::parse(words) else { return };
    match arguments.asked {
        Asked::Nothing => {}
        Asked::Folder(folder) => app.state::<Shell>().arrive(app, Ok(Path::new(&cwd).join(folder))),
        Asked::Link(link) => app.state::<Shell>().arrive(app, link),
    }
}

fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

fn stop(failure: &Failure) -> ExitCode {
    arguments::complain(&failure.to_string());
    ExitCode::from(2)
}
