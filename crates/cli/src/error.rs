//! What ends a run without a verdict: bad arguments or unreadable input, told in one sentence, exit code 2.

use std::fmt;

/// A sentence for the user.
#[derive(Debug)]
pub(crate) struct Error {
    sentence: String,
    /// What another program said, shown below the sentence as it is.
    detail: Option<String>,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(sentence: impl Into<String>) -> Error {
        Error { sentence: sentence.into(), detail: None }
    }

    pub(crate) fn with_detail(sentence: impl Into<String>, detail: impl Into<String>) -> Error {
        Error { sentence: sentence.into(), detail: Some(detail.into()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        match &self.detail {
            Some(detail) => write!(f, "\n{}", detail.trim_end()),
            None => Ok(()),
        }
    }
}

impl From<jvm::NoJdk> for Error {
    fn from(error: jvm::NoJdk) -> Error {
        Error::new(error.to_string())
    }
}

impl From<classpath::ClassPathError> for Error {
    fn from(error: classpath::ClassPathError) -> Error {
        Error::new(error.to_string())
    }
}
