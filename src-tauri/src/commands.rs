//! What the web view may ask of the desk: one line each, ids and relative paths only.
//!
//! Separate so that the whole surface is readable on one page. No rule lives here; each call runs on a blocking thread
//! so that the window never waits.

use crate::shell::Shell;
use memdesk_desk::view::{
    Combined, ContextFile, Draft, Failure, FileThen, Found, Growth, Guide, History, IndexView, LinkGraph,
    OperationDetail, Outcome, PreviewOutcome, ProblemList, SearchQuery, Start, StoreList, TopicList,
    TopicView,
};
use memdesk_review::Edit;
use tauri::{AppHandle, State};

pub(crate) type Answer<T> = Result<T, Failure>;

/// Every command, for the one place that registers them.
macro_rules! handler {
    () => {
        tauri::generate_handler![
            crate::commands::start,
            crate::commands::painted,
            crate::commands::stores,
            crate::commands::open_store,
            crate::commands::pick_folder,
            crate::commands::open_sample,
            crate::commands::leave_sample,
            crate::commands::index,
            crate::commands::index_draft,
            crate::commands::growth,
            crate::commands::links,
            crate::commands::topics,
            crate::commands::topic,
            crate::commands::draft,
            crate::commands::draft_fields,
            crate::commands::combined,
            crate::commands::preview,
            crate::commands::apply,
            crate::commands::accept,
            crate::commands::undo,
            crate::commands::redo,
            crate::commands::history,
            crate::commands::operation,
            crate::commands::file_then,
            crate::commands::problems,
            crate::commands::search,
            crate::commands::context,
            crate::commands::manifest,
            crate::settings::remember_pane,
            crate::settings::settings,
            crate::settings::set_settings,
            crate::settings::pick_root,
            crate::settings::use_root,
            crate::settings::forget_root,
            crate::settings::pick_program,
            crate::settings::show_settings_file,
            crate::settings::begin_settings_anew,
            crate::commands::open_link,
            crate::commands::badge,
            crate::commands::guide,
            crate::recall::questions,
            crate::recall::index_questions,
            crate::recall::recall,
            crate::recall::replay,
            crate::recall::coverage,
            crate::review::evidence,
            crate::review::survey,
            crate::recall::price,
            crate::recall::selectors,
            crate::recall::keep_key,
            crate::recall::forget_key,
            crate::recall::calibrate,
            crate::recall::cancel,
            crate::review::review,
            crate::review::review_texts,
            crate::review::take,
            crate::review::take_edited,
            crate::review::refuse,
            crate::review::undo_review,
            crate::review::blame,
            crate::review::conversation,
            crate::review::gate_status,
            crate::review::gate_install_preview,
            crate::review::gate_install,
            crate::review::gate_uninstall_preview,
            crate::review::gate_uninstall,
            crate::review::set_gate_mode,
            crate::runs::runs,
            crate::runs::start_run,
            crate::runs::run_view,
            crate::runs::run_report,
            crate::runs::price_run,
            crate::runs::forget_run,
            crate::runs::instruction,
            crate::runs::set_instruction,
        ]
    };
}
pub(crate) use handler;

#[tauri::command]
pub(crate) async fn start(shell: State<'_, Shell>) -> Answer<Start> {
    shell.start().await
}

/// The first index is on screen. What a link asked for before that is opened now, or it is said why not.
#[tauri::command]
pub(crate) async fn painted(shell: State<'_, Shell>) -> Answer<Option<Start>> {
    shell.painted().await
}

#[tauri::command]
pub(crate) async fn stores(shell: State<'_, Shell>) -> Answer<StoreList> {
    shell.ask(|desk| desk.stores()).await
}

#[tauri::command]
pub(crate) async fn open_store(shell: State<'_, Shell>, id: String) -> Answer<Start> {
    shell.ask(move |desk| desk.open_store(&id)).await
}

#[tauri::command]
pub(crate) async fn pick_folder(app: AppHandle, shell: State<'_, Shell>) -> Answer<Option<Start>> {
    shell.pick_folder(&app).await
}

#[tauri::command]
pub(crate) async fn open_sample(shell: State<'_, Shell>) -> Answer<Start> {
    shell.open_sample().await
}

#[tauri::command]
pub(crate) async fn leave_sample(shell: State<'_, Shell>) -> Answer<Start> {
    shell.leave_sample().await
}

#[tauri::command]
pub(crate) async fn index(shell: State<'_, Shell>, id: String) -> Answer<IndexView> {
    shell.ask(move |desk| desk.index(&id)).await
}

#[tauri::command]
pub(crate) async fn index_draft(shell: State<'_, Shell>, id: String, text: String) -> Answer<IndexView> {
    shell.ask(move |desk| desk.index_draft(&id, &text)).await
}

#[tauri::command]
pub(crate) async fn growth(shell: State<'_, Shell>, id: String) -> Answer<Growth> {
    shell.ask(move |desk| desk.growth(&id)).await
}

#[tauri::command]
pub(crate) async fn links(shell: State<'_, Shell>, id: String) -> Answer<LinkGraph> {
    shell.ask(move |desk| desk.links(&id)).await
}

#[tauri::command]
pub(crate) async fn topics(shell: State<'_, Shell>, id: String) -> Answer<TopicList> {
    shell.ask(move |desk| desk.topics(&id)).await
}

#[tauri::command]
pub(crate) async fn topic(shell: State<'_, Shell>, id: String, path: String) -> Answer<TopicView> {
    shell.ask(move |desk| desk.topic(&id, &path)).await
}

#[tauri::command]
pub(crate) async fn draft(shell: State<'_, Shell>, id: String, path: String, text: String) -> Answer<Draft> {
    shell.ask(move |desk| desk.draft(&id, &path, &text)).await
}

#[tauri::command]
pub(crate) async fn draft_fields(
    shell: State<'_, Shell>,
    text: String,
    name: Option<String>,
    description: Option<String>,
    topic_type: Option<String>,
) -> Answer<String> {
    shell
        .ask(move |desk| {
            desk.draft_fields(&text, name.as_deref(), description.as_deref(), topic_type.as_deref())
        })
        .await
}

#[tauri::command]
pub(crate) async fn preview(shell: State<'_, Shell>, id: String, edit: Edit) -> Answer<PreviewOutcome> {
    shell.ask(move |desk| desk.preview(&id, &edit)).await
}

#[tauri::command]
pub(crate) async fn combined(
    shell: State<'_, Shell>,
    id: String,
    path: String,
    into: String,
) -> Answer<Combined> {
    shell.ask(move |desk| desk.combined(&id, &path, &into)).await
}

#[tauri::command]
pub(crate) async fn apply(shell: State<'_, Shell>, id: String, edit: Edit) -> Answer<Outcome> {
    shell.ask(move |desk| desk.apply(&id, &edit)).await
}

/// Marks files as reviewed; none named: all.
#[tauri::command]
pub(crate) async fn accept(shell: State<'_, Shell>, id: String, paths: Vec<String>) -> Answer<()> {
    shell.ask(move |desk| desk.accept(&id, &paths)).await
}

#[tauri::command]
pub(crate) async fn undo(shell: State<'_, Shell>, id: String) -> Answer<Outcome> {
    shell.ask(move |desk| desk.undo(&id)).await
}

#[tauri::command]
pub(crate) async fn redo(shell: State<'_, Shell>, id: String) -> Answer<Outcome> {
    shell.ask(move |desk| desk.redo(&id)).await
}

#[tauri::command]
pub(crate) async fn history(
    shell: State<'_, Shell>,
    id: String,
    path: Option<String>,
    limit: usize,
) -> Answer<History> {
    shell.ask(move |desk| desk.history(&id, path.as_deref(), limit)).await
}

#[tauri::command]
pub(crate) async fn operation(
    shell: State<'_, Shell>,
    id: String,
    operation: String,
) -> Answer<OperationDetail> {
    shell.ask(move |desk| desk.operation(&id, &operation)).await
}

#[tauri::command]
pub(crate) async fn file_then(
    shell: State<'_, Shell>,
    id: String,
    operation: String,
    path: String,
) -> Answer<FileThen> {
    shell.ask(move |desk| desk.file_then(&id, &operation, &path)).await
}

#[tauri::command]
pub(crate) async fn problems(shell: State<'_, Shell>, id: String) -> Answer<ProblemList> {
    shell.ask(move |desk| desk.problems(&id)).await
}

/// Everything that has some words. A later search stops an earlier one, and so does `cancel` of `search`.
#[tauri::command]
pub(crate) async fn search(shell: State<'_, Shell>, id: Option<String>, query: SearchQuery) -> Answer<Found> {
    shell.ask(move |desk| desk.search(id.as_deref(), &query, "search")).await
}

#[tauri::command]
pub(crate) async fn context(shell: State<'_, Shell>, id: String) -> Answer<Vec<ContextFile>> {
    shell.ask(move |desk| desk.context(&id)).await
}

#[tauri::command]
pub(crate) async fn manifest(shell: State<'_, Shell>, id: String) -> Answer<String> {
    shell.ask(move |desk| desk.manifest(&id)).await
}

#[tauri::command]
pub(crate) async fn open_link(app: AppHandle, url: String) -> Answer<()> {
    crate::shell::open_link(&app, &url)
}

/// The user guide in the window's language.
#[tauri::command]
pub(crate) async fn guide(shell: State<'_, Shell>, language: String) -> Answer<Guide> {
    shell.ask(move |desk| Ok(desk.guide(&language))).await
}

/// How much waits for review, for the window's icon.
#[tauri::command]
pub(crate) fn badge(app: AppHandle, count: u32) {
    crate::badge::show(&app, count);
}
