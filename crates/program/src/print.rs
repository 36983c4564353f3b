//! The text form of lifted code.
use crate::Program;
use crate::code::Body;

/// Readable text of a body.
pub fn body_text(_program: &Program, body: &Body) -> String {
    format!("{body:#?}")
}
