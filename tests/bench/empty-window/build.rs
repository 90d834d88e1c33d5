//! Lets Tauri embed the page and the configuration.

fn main() {
    tauri_build::build();
}
