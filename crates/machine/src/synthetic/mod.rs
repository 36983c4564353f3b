//! Classes and methods that no class file holds: what call sites, reflection and proxies run.
//!
//! Knows: `state`, `machine`.

pub(crate) mod accessor;
pub(crate) mod body_builder;
pub(crate) mod lambda;
mod pattern_switch;
pub(crate) mod proxy;
mod record;
