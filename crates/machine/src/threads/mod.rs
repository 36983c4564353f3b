//! Threads: what they can see of each other, and which of them goes on.
//!
//! A thread runs on its own until it stands before an [`Operation`] that others could see, or that it cannot do yet. Once all
//! threads stand before one (or are over), whose turn it is is a fork like any other. The operation is announced by the
//! instruction itself: it stops with [`crate::state::fork::Stop::Visible`], having changed nothing, and is executed again when its turn has
//! come ([`crate::state::Scheduling::permitted`]).
//!
//! Memory is sequentially consistent. What only one thread knows of ([`share`]), what does not change (final fields, lengths
//! of arrays), and what threads do not compete for ([`races`]) is no operation. Releasing a monitor is none either: whatever
//! another thread does before it could as well be done before the releasing thread's last operation, or after the release. Calls of the library that promise to take
//! effect at one moment are one operation each ([`synchronizers`]).
//!
//! Knows: `state`, `machine`, `reference`, `step`.

mod monitor;
mod operation;
mod promises;
pub mod races;
mod schedule;
mod share;
mod synchronizers;
mod trace;

pub use trace::{Trace, Turn, TurnEnd, Unforced};

use program::class::MethodId;
use rustc_hash::FxHashMap;

use crate::state::operation::VariableKind;

/// What was found out about variables and methods that threads share, whatever the path.
#[derive(Default)]
pub(crate) struct Threads {
    /// Whether a variable is among those of the configuration.
    contended: FxHashMap<VariableKind, bool>,
    parts: FxHashMap<MethodId, synchronizers::Part>,
    /// How often a path started its first thread.
    bases: u64,
}
