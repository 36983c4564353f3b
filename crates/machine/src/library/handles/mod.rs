//! Variables as values: what a `VarHandle` denotes, and what `Unsafe` finds at an offset.

pub(crate) mod bytes;
pub(crate) mod lookup;
pub(crate) mod place;
pub(crate) mod unsafe_access;
pub(crate) mod variable;
pub(crate) mod variable_types;
