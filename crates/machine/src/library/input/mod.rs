//! Reading the standard input: by bytes, lines and words.

pub(crate) mod scanner;
pub(crate) mod scanner_text;
pub(crate) mod scanner_token;
pub(crate) mod standard_input;
mod written;
