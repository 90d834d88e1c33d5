//! What the web view may ask of the settings: keys and words only. Places on this machine are chosen in the system's dialogs, and
//! named by their labels afterwards.
//!
//! Separate from `commands` so that each page can be read at once.

use crate::commands::Answer;
use crate::shell::Shell;
use memdesk_desk::view::{SettingChange, SettingsView, Start};
use tauri::{AppHandle, State};

#[tauri::command]
pub(crate) async fn settings(shell: State<'_, Shell>) -> Answer<SettingsView> {
    shell.ask(|desk| Ok(desk.settings_view())).await
}

/// All of these changes or none.
#[tauri::command]
pub(crate) async fn set_settings(
    shell: State<'_, Shell>,
    changes: Vec<SettingChange>,
) -> Answer<SettingsView> {
    shell.ask(move |desk| desk.choose_settings(&changes)).await
}

/// Remembers which pane is shown: no wish, and in no settings.
#[tauri::command]
pub(crate) async fn remember_pane(shell: State<'_, Shell>, pane: String) -> Answer<()> {
    shell.ask(move |desk| desk.remember_pane(&pane)).await
}

/// Has a folder chosen and puts it on the list of roots; null when none was chosen.
#[tauri::command]
pub(crate) async fn pick_root(app: AppHandle, shell: State<'_, Shell>) -> Answer<Option<SettingsView>> {
    shell.pick_root(&app).await
}

/// Opens a root of the list, in this window, from now on.
#[tauri::command]
pub(crate) async fn use_root(shell: State<'_, Shell>, place: String) -> Answer<Start> {
    shell.use_root(place).await
}

#[tauri::command]
pub(crate) async fn forget_root(shell: State<'_, Shell>, place: String) -> Answer<SettingsView> {
    shell.ask(move |desk| desk.forget_root(&place)).await
}

/// Has the client's program chosen; null when none was.
#[tauri::command]
pub(crate) async fn pick_program(app: AppHandle, shell: State<'_, Shell>) -> Answer<Option<SettingsView>> {
    shell.pick_program(&app).await
}

/// Shows the settings file in the system's file manager.
#[tauri::command]
pub(crate) async fn show_settings_file(app: AppHandle, shell: State<'_, Shell>) -> Answer<()> {
    shell.show_settings_file(&app)
}

/// Puts a broken settings file aside; its new name.
#[tauri::command]
pub(crate) async fn begin_settings_anew(shell: State<'_, Shell>) -> Answer<String> {
    shell.ask(|desk| desk.begin_settings_anew()).await
}
