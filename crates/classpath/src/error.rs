//! What can go wrong while finding or reading classes, each as one sentence.

use std::fmt;

/// An unreadable or broken entry of the class path. Displays as one clear sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassPathError {
    /// There is no such file or folder.
    Missing { path: String },
    /// The operating system refused to read it.
    Unreadable { path: String, why: String },
    /// The file exists but is not what its name promises: not a jar, truncated, not a class file.
    Broken { path: String, why: String },
    /// The folder is not a JDK we can read.
    NotAJdk { path: String, why: String },
}

impl fmt::Display for ClassPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassPathError::Missing { path } => write!(f, "there is no file or folder {path}"),
            ClassPathError::Unreadable { path, why } => write!(f, "{path} cannot be read: {why}"),
            ClassPathError::Broken { path, why } => write!(f, "{path} is broken: {why}"),
            ClassPathError::NotAJdk { path, why } => write!(f, "{path} is not a usable JDK: {why}"),
        }
    }
}

impl std::error::Error for ClassPathError {}

impl ClassPathError {
    pub(crate) fn from_io(path: &std::path::Path, error: &std::io::Error) -> ClassPathError {
        let path = path.display().to_string();
        match error.kind() {
            std::io::ErrorKind::NotFound => ClassPathError::Missing { path },
            _ => ClassPathError::Unreadable { path, why: error.to_string() },
        }
    }
}
