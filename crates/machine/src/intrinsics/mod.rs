//! Native and hot library methods, in one table keyed by class, name and descriptor.
//!
//! Everything not listed runs from the JDK's bytecode; a native method not listed ends its path as unsupported, by name.

mod lang;

use program::class::MethodId;
use rustc_hash::FxHashMap;

use crate::call::Arguments;
use crate::fork::Stop;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

/// What an intrinsic did.
pub enum Outcome {
    Return(Option<Value>),
    /// Run this method with these arguments instead; its result is the call's.
    Call(MethodId, Arguments),
    /// Not a case for the intrinsic: run the method's own bytecode.
    Bytecode,
}

/// Replaces a method. The receiver, if any, is the first argument. It may stop as an instruction may, before it has changed
/// the state: the call is executed again after a fork.
pub type Intrinsic = fn(&mut Machine, &mut State, MethodId, &[Value]) -> Result<Outcome, Stop>;

/// `(class, name, descriptor, replacement)`.
pub(crate) type Entry = (&'static str, &'static str, &'static str, Intrinsic);

/// The table.
pub struct Intrinsics {
    by_class: FxHashMap<&'static str, Vec<Entry>>,
}

impl Intrinsics {
    pub fn all() -> Intrinsics {
        let mut by_class: FxHashMap<&'static str, Vec<Entry>> = FxHashMap::default();
        for table in [lang::TABLE] {
            for entry in table {
                by_class.entry(entry.0).or_default().push(*entry);
            }
        }
        Intrinsics { by_class }
    }

    pub fn get(&self, class: &str, name: &str, descriptor: &str) -> Option<Intrinsic> {
        let entries = self.by_class.get(class)?;
        let entry = entries.iter().find(|entry| entry.1 == name && (entry.2 == descriptor || entry.2 == "*"))?;
        Some(entry.3)
    }
}

pub(crate) fn nothing() -> Result<Outcome, Stop> {
    Ok(Outcome::Return(None))
}

pub(crate) fn value(value: Value) -> Result<Outcome, Stop> {
    Ok(Outcome::Return(Some(value)))
}
