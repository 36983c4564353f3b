//! Classes and methods that no class file holds: what call sites, reflection and proxies run.
//!
//! Knows: `state`, `machine`.

pub(crate) mod accessor;
pub(crate) mod body_builder;
pub(crate) mod lambda;
mod pattern_switch;
pub(crate) mod proxy;
pub(crate) mod record;
pub mod specialized;

/// How classes of methods are named that convert what a handle is given and gives: no JVM shows them.
pub(crate) const ADAPTER: &str = "java/lang/invoke/VarHandle$Adapter$";
