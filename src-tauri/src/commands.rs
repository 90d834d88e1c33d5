//! What the web view may ask of the desk: one line each, ids and relative paths only.
//!
//! Separate so that the whole surface is readable on one page. No rule lives here; each call runs on a blocking thread
//! so that the window never waits.

use crate::shell::Shell;
use memdesk_desk::view::{
    BlameLine, Calibration, ContextFile, Coverage, Draft, Evidence, Failure, FileThen, GateChange, GateMode,
    GateStatus, History, IndexView, ModelSettings, OperationDetail, Outcome, Preferences, PreviewOutcome,
    ProblemList, QuestionFilter, QuestionList, ReadState, RecallAsk, RecallView, ReviewOutcome, ReviewQueue,
    ReviewTake, ReviewTexts, Selectors, SessionReplay, Start, StoreList, TopicList, TopicView, Usage,
};
use memdesk_review::Edit;
use tauri::{AppHandle, State};

type Answer<T> = Result<T, Failure>;

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
            crate::commands::topics,
            crate::commands::topic,
            crate::commands::draft,
            crate::commands::draft_fields,
            crate::commands::preview,
            crate::commands::apply,
            crate::commands::accept,
            crate::commands::undo,
            crate::commands::redo,
            crate::commands::history,
            crate::commands::operation,
            crate::commands::file_then,
            crate::commands::problems,
            crate::commands::context,
            crate::commands::manifest,
            crate::commands::set_preferences,
            crate::commands::open_link,
            crate::commands::questions,
            crate::commands::index_questions,
            crate::commands::recall,
            crate::commands::replay,
            crate::commands::coverage,
            crate::commands::evidence,
            crate::commands::price,
            crate::commands::selectors,
            crate::commands::set_model,
            crate::commands::keep_key,
            crate::commands::forget_key,
            crate::commands::calibrate,
            crate::commands::cancel,
            crate::commands::review,
            crate::commands::review_texts,
            crate::commands::take,
            crate::commands::take_edited,
            crate::commands::refuse,
            crate::commands::undo_review,
            crate::commands::blame,
            crate::commands::gate_status,
            crate::commands::gate_install_preview,
            crate::commands::gate_install,
            crate::commands::gate_uninstall_preview,
            crate::commands::gate_uninstall,
            crate::commands::set_gate_mode,
        ]
    };
}
pub(crate) use handler;

#[tauri::command]
pub(crate) async fn start(shell: State<'_, Shell>) -> Answer<Start> {
    shell.start().await
}

/// The first index is on screen.
#[tauri::command]
pub(crate) fn painted(shell: State<'_, Shell>) {
    shell.painted();
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

#[tauri::command]
pub(crate) async fn context(shell: State<'_, Shell>, id: String) -> Answer<Vec<ContextFile>> {
    shell.ask(move |desk| desk.context(&id)).await
}

#[tauri::command]
pub(crate) async fn manifest(shell: State<'_, Shell>, id: String) -> Answer<String> {
    shell.ask(move |desk| desk.manifest(&id)).await
}

#[tauri::command]
pub(crate) async fn set_preferences(shell: State<'_, Shell>, preferences: Preferences) -> Answer<()> {
    shell.ask(move |desk| desk.set_preferences(&preferences)).await
}

#[tauri::command]
pub(crate) async fn open_link(app: AppHandle, url: String) -> Answer<()> {
    crate::shell::open_link(&app, &url)
}

#[tauri::command]
pub(crate) async fn questions(
    shell: State<'_, Shell>,
    id: String,
    filter: QuestionFilter,
) -> Answer<QuestionList> {
    shell.ask(move |desk| desk.questions(&id, &filter)).await
}

/// Long: progress is told under the name `task`, and `cancel` stops it. So with every command that takes a task.
#[tauri::command]
pub(crate) async fn index_questions(shell: State<'_, Shell>, id: String, task: String) -> Answer<ReadState> {
    shell.work(move |desk, tell| desk.index_questions(&id, &task, tell)).await
}

#[tauri::command]
pub(crate) async fn recall(
    shell: State<'_, Shell>,
    id: String,
    ask: RecallAsk,
    task: String,
) -> Answer<RecallView> {
    shell.work(move |desk, tell| desk.recall(&id, &ask, &task, tell)).await
}

#[tauri::command]
pub(crate) async fn replay(
    shell: State<'_, Shell>,
    id: String,
    session: String,
    selector: String,
) -> Answer<SessionReplay> {
    shell.ask(move |desk| desk.replay(&id, &session, &selector)).await
}

#[tauri::command]
pub(crate) async fn coverage(
    shell: State<'_, Shell>,
    id: String,
    span: String,
    task: String,
) -> Answer<Coverage> {
    shell.work(move |desk, tell| desk.coverage(&id, &span, &task, tell)).await
}

#[tauri::command]
pub(crate) async fn price(shell: State<'_, Shell>, id: String, ask: RecallAsk) -> Answer<Usage> {
    shell.ask(move |desk| desk.price(&id, &ask)).await
}

#[tauri::command]
pub(crate) async fn selectors(shell: State<'_, Shell>, id: String) -> Answer<Selectors> {
    shell.ask(move |desk| desk.selectors(&id)).await
}

#[tauri::command]
pub(crate) async fn set_model(shell: State<'_, Shell>, settings: ModelSettings) -> Answer<()> {
    shell.ask(move |desk| desk.set_model(&settings)).await
}

/// The key goes into the system's keyring, and comes back out of no command.
#[tauri::command]
pub(crate) async fn keep_key(shell: State<'_, Shell>, key: String) -> Answer<Selectors> {
    shell.ask(move |desk| desk.keep_key(&key)).await
}

#[tauri::command]
pub(crate) async fn forget_key(shell: State<'_, Shell>) -> Answer<Selectors> {
    shell.ask(move |desk| desk.forget_key()).await
}

#[tauri::command]
pub(crate) async fn calibrate(shell: State<'_, Shell>, task: String) -> Answer<Calibration> {
    shell.work(move |desk, tell| desk.calibrate(None, &task, tell)).await
}

#[tauri::command]
pub(crate) fn cancel(shell: State<'_, Shell>, task: String) {
    shell.cancel(&task);
}

#[tauri::command]
pub(crate) async fn review(shell: State<'_, Shell>, id: String) -> Answer<ReviewQueue> {
    shell.ask(move |desk| desk.review(&id)).await
}

#[tauri::command]
pub(crate) async fn review_texts(
    shell: State<'_, Shell>,
    id: String,
    proposal: String,
    path: String,
) -> Answer<ReviewTexts> {
    shell.ask(move |desk| desk.review_texts(&id, &proposal, &path)).await
}

#[tauri::command]
pub(crate) async fn take(
    shell: State<'_, Shell>,
    id: String,
    takes: Vec<ReviewTake>,
) -> Answer<ReviewOutcome> {
    shell.ask(move |desk| desk.take(&id, &takes)).await
}

#[tauri::command]
pub(crate) async fn take_edited(
    shell: State<'_, Shell>,
    id: String,
    take: ReviewTake,
    text: String,
) -> Answer<ReviewOutcome> {
    shell.ask(move |desk| desk.take_edited(&id, &take, &text)).await
}

#[tauri::command]
pub(crate) async fn refuse(
    shell: State<'_, Shell>,
    id: String,
    takes: Vec<ReviewTake>,
    even_if_active: bool,
) -> Answer<ReviewOutcome> {
    shell.ask(move |desk| desk.refuse(&id, &takes, even_if_active)).await
}

#[tauri::command]
pub(crate) async fn undo_review(shell: State<'_, Shell>, id: String, undo: String) -> Answer<ReviewOutcome> {
    shell.ask(move |desk| desk.undo_review(&id, &undo)).await
}

#[tauri::command]
pub(crate) async fn blame(shell: State<'_, Shell>, id: String, path: String) -> Answer<Vec<BlameLine>> {
    shell.ask(move |desk| desk.blame(&id, &path)).await
}

#[tauri::command]
pub(crate) async fn gate_status(shell: State<'_, Shell>, id: String) -> Answer<GateStatus> {
    shell.ask(move |desk| desk.gate_status(&id)).await
}

#[tauri::command]
pub(crate) async fn gate_install_preview(shell: State<'_, Shell>) -> Answer<GateChange> {
    shell.ask(|desk| desk.gate_install_preview()).await
}

/// Makes the change whose preview said `seen`.
#[tauri::command]
pub(crate) async fn gate_install(shell: State<'_, Shell>, seen: String) -> Answer<()> {
    shell.ask(move |desk| desk.gate_install(&seen)).await
}

#[tauri::command]
pub(crate) async fn gate_uninstall_preview(shell: State<'_, Shell>) -> Answer<GateChange> {
    shell.ask(|desk| desk.gate_uninstall_preview()).await
}

#[tauri::command]
pub(crate) async fn gate_uninstall(shell: State<'_, Shell>, seen: String) -> Answer<()> {
    shell.ask(move |desk| desk.gate_uninstall(&seen)).await
}

#[tauri::command]
pub(crate) async fn set_gate_mode(shell: State<'_, Shell>, id: String, mode: GateMode) -> Answer<()> {
    shell.ask(move |desk| desk.set_gate_mode(&id, mode)).await
}

#[tauri::command]
pub(crate) async fn evidence(
    shell: State<'_, Shell>,
    id: String,
    path: String,
    text: Option<String>,
    task: String,
) -> Answer<Evidence> {
    shell.work(move |desk, tell| desk.evidence(&id, &path, text.as_deref(), &task, tell)).await
}
