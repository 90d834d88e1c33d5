//! What was measured on: a number without its machine says nothing.

use std::fs;
use std::process::Command;

/// A line about processor, memory, system and the libraries that matter.
pub(crate) fn describe() -> String {
    let cpu = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| "?".to_owned(), |kib| format!("{:.0}", kib / 1_048_576.0));
    let system = field("/etc/os-release", "PRETTY_NAME").unwrap_or_default();
    let parts = [
        format!("Machine: {cpu}, {cores} cores, {memory} GiB"),
        system.trim_matches('"').to_owned(),
        format!("Linux {}", said("uname", &["-r"]).split('-').next().unwrap_or_default()),
        format!("WebKitGTK {}", said("pkg-config", &["--modversion", "webkit2gtk-4.1"])),
        said("rg", &["--version"]),
        said("rustc", &["--version"]),
        said("date", &["-u", "+%Y-%m-%d"]),
    ];
    format!("{}.", parts.join("; "))
}

/// The value of `name` in a file of `name: value` or `name=value` lines.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let (_, value) = line.split_once([':', '='])?;
    Some(value.trim().to_owned())
}

/// The first line that a program says.
fn said(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output().ok();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("?").trim().to_owned()
}
