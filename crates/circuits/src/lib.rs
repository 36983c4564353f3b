//! Boolean circuits: gates, vectors of bits and floats made of them, and CaDiCaL. Nothing of ours is below this crate.
//!
//! [`Gates`](gates::Gates) folds constants and stores every gate once. What becomes of a gate's definition is up to its
//! [`Definitions`](gates::Definitions): [`Sat`](sat::Sat) takes all of its clauses at once, which suits many small questions
//! about circuits that grow; [`Recorded`](recorded::Recorded) keeps the circuit and makes only those clauses that a question
//! needs, which suits one large question.
//!
//! ```
//! use circuits::{WorkLimits, SatVerdict, gates::Gates, recorded::Recorded};
//!
//! let mut gates = Gates::with(Recorded::default());
//! let (a, b) = (gates.fresh(), gates.fresh());
//! let different = gates.xor(a, b);
//! gates.definitions.require(different);
//! let limits = WorkLimits::none();
//! assert_eq!(gates.definitions.solve(&[a], &limits), SatVerdict::Satisfiable);
//! assert!(!gates.definitions.value(b));
//! assert_eq!(gates.definitions.solve(&[a, b], &limits), SatVerdict::Unsatisfiable);
//! assert!(gates.definitions.failed(a) && gates.definitions.failed(b));
//! ```

pub mod bits;
pub mod float;
mod float_convert;
pub mod gates;
pub mod recorded;
pub mod sat;

pub use sat::{SatVerdict, WorkLimits};

/// How a float is rounded to an integral float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// Towards negative infinity (`Math.floor`).
    Down,
    /// Towards positive infinity (`Math.ceil`).
    Up,
    /// Ties to even (`Math.rint`).
    NearestEven,
    /// Towards zero.
    Zero,
}
