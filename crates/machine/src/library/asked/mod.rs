//! What a program asks its verifier for, and what the machine itself asks for while it builds an input.

pub(crate) mod api;
pub(crate) mod api_strings;
pub(crate) mod inputs;
mod match_points;
