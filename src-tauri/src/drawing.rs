//! How the page is drawn, where the toolkit leaves a choice, and what is drawn before it is there.
//!
//! Separate because it is a matter of one system. On Linux the web view would start a graphics context of its own for each
//! window: a quarter of the time to the first paint and a hundred megabytes, for a page of text that nothing moves on; and
//! with some drivers a window that stays blank. `WEBKIT_FORCE_COMPOSITING_MODE=1` has it back. Never touches what is drawn.

use memdesk_desk::Desk;
use tauri::WebviewWindow;
use tauri::window::Color;

/// A theme that a person chose, for what is drawn before the page can ask: no light is to flash in a dark room.
pub(crate) fn first_theme(desk: &Desk) -> Option<(&'static str, Color)> {
    // the grounds of ui/src/styles/tokens.css
    match desk.preferences().theme.as_deref() {
        Some("dark") => Some(("dark", Color(0x16, 0x18, 0x1d, 255))),
        Some("light") => Some(("light", Color(0xff, 0xff, 0xff, 255))),
        _ => None,
    }
}

/// Draws the page by the processor.
///
/// # Errors
/// The window is gone.
#[cfg(target_os = "linux")]
pub(crate) fn by_processor(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};
    if std::env::var_os("WEBKIT_FORCE_COMPOSITING_MODE").is_some() {
        return Ok(());
    }
    window.with_webview(|page| {
        if let Some(settings) = page.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Elsewhere the system's own web view knows best.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub(crate) fn by_processor(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
