//! An empty Tauri window: the reference for the start time and memory of the real one.
//!
//! Separate because the reference must share the toolkit, the webview and the build profile with the window it is
//! compared to, and nothing else. Never grows: whatever is added here flatters the comparison.

/// The page has painted once: makes the file that the bench waits for, when it asked for one.
#[tauri::command]
fn painted() {
    if let Some(mark) = std::env::var_os("MEMDESK_PAINTED") {
        // without the mark the bench gives up by itself and says so
        let _ = std::fs::write(mark, b"");
    }
}

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![painted])
        .run(tauri::generate_context!())
}
