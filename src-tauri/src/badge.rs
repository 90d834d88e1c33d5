//! The number of what waits, on the window's icon.
//!
//! Separate from `shell` because each system has a way of its own. A desktop that has none shows none; that is no failure.

#[cfg(target_os = "linux")]
pub(crate) use linux::show;
#[cfg(not(target_os = "linux"))]
pub(crate) use others::show;

/// Docks of Linux desktops (Plasma's, Ubuntu's, Dash to Dock, Plank) listen to a signal that Unity's launcher once did. The
/// window's toolkit sends it only where Unity itself runs.
#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashMap;
    use std::sync::OnceLock;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use tauri::AppHandle;
    use zbus::blocking::Connection;
    use zbus::zvariant::Value;

    /// The program's desktop entry, as its package installs it.
    const ENTRY: &str = "application://Memdesk.desktop";
    const PATH: &str = "/com/canonical/unity/launcherentry/memdesk";
    const INTERFACE: &str = "com.canonical.Unity.LauncherEntry";

    /// There is one icon, however many windows there were. Docks forget the number with the connection that told it.
    static COUNTS: OnceLock<Sender<u32>> = OnceLock::new();

    /// Shows it. Returns at once: a bus may let wait, and the window must not.
    pub(crate) fn show(_: &AppHandle, count: u32) {
        let counts = COUNTS.get_or_init(|| {
            let (tell, counts) = channel();
            std::thread::spawn(move || announce(&counts));
            tell
        });
        let _ = counts.send(count); // without a bus nobody listens
    }

    fn announce(counts: &Receiver<u32>) {
        let Ok(bus) = Connection::session() else { return };
        for count in counts {
            let said: HashMap<&str, Value<'_>> =
                HashMap::from([("count", i64::from(count).into()), ("count-visible", (count > 0).into())]);
            drop(bus.emit_signal(None::<&str>, PATH, INTERFACE, "Update", &(ENTRY, said)));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod others {
    use crate::shell::MAIN;
    use tauri::{AppHandle, Manager};

    /// Shows it.
    pub(crate) fn show(app: &AppHandle, count: u32) {
        if let Some(window) = app.get_webview_window(MAIN) {
            drop(window.set_badge_count((count > 0).then_some(i64::from(count))));
        }
    }
}
