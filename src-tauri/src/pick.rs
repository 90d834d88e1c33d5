//! The system's dialogs for what lies on this machine.
//!
//! Separate because a place that a person chooses there is known here alone: the page gets a label at most. Reads nothing.

use std::path::PathBuf;
use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt;

/// What is chosen in the system's dialog.
pub(crate) enum Pick {
    /// A folder.
    Folder,
    /// A file.
    File,
}

/// Has something chosen; none when nothing was.
pub(crate) async fn pick(app: &AppHandle, what: Pick) -> Option<PathBuf> {
    let (answer, picked) = std::sync::mpsc::channel();
    let chosen = move |path| drop(answer.send(path));
    match what {
        Pick::Folder => app.dialog().file().pick_folder(chosen),
        Pick::File => app.dialog().file().pick_file(chosen),
    }
    let picked = tauri::async_runtime::spawn_blocking(move || picked.recv().ok().flatten());
    picked.await.unwrap_or_default()?.into_path().ok()
}
