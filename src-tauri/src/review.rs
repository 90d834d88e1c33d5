//! What the web view may ask of review, the gate and evidence: one line each, ids and relative paths only.
//!
//! Separate from `commands` so that each page can be read at once. No rule lives here.

use crate::commands::Answer;
use crate::shell::Shell;
use memdesk_desk::view::{
    BlameLine, Evidence, GateChange, GateMode, GateStatus, ReviewOutcome, ReviewQueue, ReviewTake,
    ReviewTexts, Survey, TurnQuote,
};
use tauri::State;

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

/// What of all memories of a store deserves a look. `cancel` of `task` stops it.
#[tauri::command]
pub(crate) async fn survey(shell: State<'_, Shell>, id: String, task: String) -> Answer<Survey> {
    shell.work(move |desk, tell| desk.survey(&id, &task, tell)).await
}

#[tauri::command]
pub(crate) async fn conversation(
    shell: State<'_, Shell>,
    id: String,
    session: String,
    question: Option<String>,
) -> Answer<Vec<TurnQuote>> {
    shell.ask(move |desk| desk.conversation(&id, &session, question.as_deref())).await
}
