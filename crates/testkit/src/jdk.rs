//! Where `java` and `javac` are.

use std::path::PathBuf;

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
