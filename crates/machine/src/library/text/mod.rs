//! Strings, builders and characters, whose text may be symbolic; numbers as text; formatting.

pub(crate) mod builder;
pub(crate) mod case_tables;
pub(crate) mod character;
pub(crate) mod code_points;
pub(crate) mod encode;
pub(crate) mod format;
pub(crate) mod number_text;
pub(crate) mod opaque;
pub(crate) mod spelling;
pub(crate) mod string;
pub(crate) mod string_edit;
pub(crate) mod strings;
pub(crate) mod symbolic_text;
