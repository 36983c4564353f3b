//! A state: everything one control path *is*, and the ways in which it can go on, as data.
//!
//! Knows: `text`.

mod decision;
pub mod fork;
pub mod function;
pub mod heap;
pub mod lone_call;
pub mod obligation;
pub mod operation;
mod path;
pub mod standard_input;
pub mod terms;
pub mod value;

pub use decision::{Decision, NoDecision};
pub(crate) use path::{Chosen, Observed};
pub use path::{
    ClassStatics, Frame, Initialization, OnReturn, PathCondition, Phase, Scheduling, Segment, State, Statics, Supplied,
    Thread, Unknown, Wait,
};
