//! Compiles the window's configuration and the built `ui/` into the binary.

fn main() {
    tauri_build::build();
}
