//! What the web view may ask of runs: one line each, ids only.
//!
//! Separate from `review`, where what a run proposes is judged. A run goes on by itself; it is cancelled by its id.

use crate::commands::Answer;
use crate::shell::Shell;
use memdesk_desk::view::{Instruction, RunAsk, RunReport, RunView, Runs, Usage};
use tauri::State;

#[tauri::command]
pub(crate) async fn runs(shell: State<'_, Shell>, id: String) -> Answer<Runs> {
    shell.ask(move |desk| desk.runs(&id)).await
}

#[tauri::command]
pub(crate) async fn start_run(shell: State<'_, Shell>, id: String, ask: RunAsk) -> Answer<RunView> {
    shell.begin(move |desk, tell| desk.start_run(&id, ask, tell)).await
}

#[tauri::command]
pub(crate) async fn run_view(shell: State<'_, Shell>, id: String, run: String) -> Answer<RunView> {
    shell.ask(move |desk| desk.run_view(&id, &run)).await
}

#[tauri::command]
pub(crate) async fn run_report(shell: State<'_, Shell>, id: String, run: String) -> Answer<RunReport> {
    shell.ask(move |desk| desk.run_report(&id, &run)).await
}

#[tauri::command]
pub(crate) async fn price_run(shell: State<'_, Shell>, id: String, ask: RunAsk) -> Answer<Usage> {
    shell.ask(move |desk| desk.price_run(&id, &ask)).await
}

#[tauri::command]
pub(crate) async fn forget_run(shell: State<'_, Shell>, id: String, run: String) -> Answer<()> {
    shell.ask(move |desk| desk.forget_run(&id, &run)).await
}

#[tauri::command]
pub(crate) async fn instruction(shell: State<'_, Shell>, kind: String) -> Answer<Instruction> {
    shell.ask(move |desk| desk.instruction(&kind)).await
}

#[tauri::command]
pub(crate) async fn set_instruction(
    shell: State<'_, Shell>,
    kind: String,
    text: Option<String>,
) -> Answer<Instruction> {
    shell.ask(move |desk| desk.set_instruction(&kind, text.as_deref())).await
}
