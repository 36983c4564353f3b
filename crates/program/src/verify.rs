//! Checks of lifted code.
use std::fmt;

use crate::Program;
use crate::code::Body;

/// What is wrong with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    why: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// Check a body.
pub fn verify(_program: &Program, _body: &Body) -> Result<(), VerifyError> {
    Ok(())
}
