//! Where `java` and `javac` are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;

/// The command for a JDK tool: under `JAVA_HOME` if that has it, else from the PATH.
pub fn tool(name: &str) -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        let candidate = PathBuf::from(home).join("bin").join(name);
        if candidate.is_file() {
            return candidate;
        }
    }
    PathBuf::from(name)
}

/// The `java` that runs the test programs: that of `LAZULI_JDK`, else [`tool`].
pub fn runner() -> PathBuf {
    match std::env::var_os("LAZULI_JDK").filter(|jdk| !jdk.is_empty()) {
        Some(jdk) => PathBuf::from(jdk).join("bin/java"),
        None => tool("java"),
    }
}

/// The version of the language that a `java` knows: 17, 21.
pub fn version(java: &Path) -> Option<u32> {
    let mut settings = Command::new(java);
    settings.args(["-XshowSettings:properties", "-version"]);
    let java = process::run(&mut settings, Duration::from_secs(60)).ok()?;
    let version = java.stderr.lines().find_map(|line| line.trim().strip_prefix("java.specification.version = "))?;
    version.parse().ok()
}

/// The home of the JDK that `java` belongs to, as it says itself.
pub fn home() -> PathBuf {
    let mut settings = Command::new(tool("java"));
    settings.args(["-XshowSettings:properties", "-version"]);
    let java = process::run(&mut settings, Duration::from_secs(60)).expect("java runs");
    let home = java.stderr.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).expect("a home");
    PathBuf::from(home)
}
