//! What the web view may ask of recall: one line each, ids and relative paths only.
//!
//! Separate from `commands` so that each page can be read at once. Long work tells of its progress and can be cancelled.

use crate::commands::Answer;
use crate::shell::Shell;
use memdesk_desk::view::{
    Calibration, Coverage, QuestionFilter, QuestionList, ReadState, RecallAsk, RecallView, Selectors,
    SessionReplay, Usage,
};
use tauri::State;

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
