//! Executing: from the entry's first instruction to the next fork, and from a fork to the states that follow it.
//!
//! Knows: `state`, `machine`, `synthetic`, `reference`, `inputs`.

pub mod apart;
pub mod arithmetic;
pub(crate) mod call;
mod cast;
mod compare;
pub mod completion;
mod concrete;
pub(crate) mod dynamic;
pub mod entry;
mod exception;
mod execute;
mod independence;
mod initialize;
pub mod inline;
pub mod join;
pub mod obligation;
pub(crate) mod properties;
pub mod run;
pub mod successors;

use program::class::MethodId;
use rustc_hash::FxHashMap;

/// What was found out about code while it was executed, whatever the path.
#[derive(Default)]
pub(crate) struct Steps {
    call_sites: FxHashMap<(MethodId, u32), dynamic::CallSite>,
    /// Where branches are joined, and where a run stops for that.
    joins: join::Joins,
    /// See [`initialize`].
    empty_initializer: Option<MethodId>,
    /// Set while it is tried whether a precondition is false at once: see [`obligation`].
    is_glancing: bool,
    /// Effort that completing inputs took so far.
    completing: u64,
}
