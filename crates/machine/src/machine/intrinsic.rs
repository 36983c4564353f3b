//! Methods of the library that the machine does itself: what one is, and the table of them, keyed by class, name and
//! descriptor. The rows are in `library`.

use std::collections::BTreeSet;

use program::class::MethodId;
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

/// Arguments of a call. Few methods have more than eight.
pub(crate) type Arguments = smallvec::SmallVec<[Value; 8]>;

/// What an intrinsic did.
pub(crate) enum Outcome {
    Return(Option<Value>),
    /// Run this method with these arguments instead; its result is the call's.
    Call(MethodId, Arguments),
    /// Not a case for the intrinsic: run the method's own bytecode.
    Bytecode,
}

/// Replaces a method. The receiver, if any, is the first argument. It may stop as an instruction may, before it has changed
/// the state: the call is executed again after a fork.
pub(crate) type Intrinsic = fn(&mut Machine, &mut State, MethodId, &[Value]) -> Result<Outcome, Stop>;

/// `(class, name, descriptor, replacement)`. A descriptor `*` stands for every overload, a name `*` for every method, a
/// class `*` for every class.
pub(crate) type Entry = (&'static str, &'static str, &'static str, Intrinsic);

/// The table.
pub(crate) struct Intrinsics {
    by_class: FxHashMap<&'static str, Vec<Entry>>,
}

impl Intrinsics {
    pub(crate) fn new(tables: &[&[Entry]]) -> Intrinsics {
        let mut by_class: FxHashMap<&'static str, Vec<Entry>> = FxHashMap::default();
        for table in tables {
            for entry in *table {
                by_class.entry(entry.0).or_default().push(*entry);
            }
        }
        Intrinsics { by_class }
    }

    pub(crate) fn get(&self, class: &str, name: &str, descriptor: &str) -> Option<Intrinsic> {
        Some(self.find(class, name, descriptor)?.3)
    }

    fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<&Entry> {
        let find = |class: &str| {
            let entries = self.by_class.get(class)?;
            let is = |pattern: &str, text: &str| pattern == text || pattern == "*";
            entries.iter().find(|entry| is(entry.1, name) && is(entry.2, descriptor))
        };
        find(class).or_else(|| find("*"))
    }

    /// The row for a method, in words.
    pub(crate) fn row(&self, class: &str, name: &str, descriptor: &str) -> Option<String> {
        self.find(class, name, descriptor).map(in_words)
    }

    /// All rows but those that only refuse.
    pub(crate) fn rows(&self) -> BTreeSet<String> {
        let refuses = |entry: &&Entry| std::ptr::fn_addr_eq(entry.3, unsupported as Intrinsic);
        self.by_class.values().flatten().filter(|entry| !refuses(entry)).map(in_words).collect()
    }
}

fn in_words((class, name, descriptor, _): &Entry) -> String {
    format!("{class}.{name}{descriptor}")
}

pub(crate) fn nothing() -> Result<Outcome, Stop> {
    Ok(Outcome::Return(None))
}

pub(crate) fn value(value: Value) -> Result<Outcome, Stop> {
    Ok(Outcome::Return(Some(value)))
}

/// A method the machine does not do, whose own bytecode would lead astray.
pub(crate) fn unsupported(
    machine: &mut Machine,
    _: &mut State,
    method: MethodId,
    _: &[Value],
) -> Result<Outcome, Stop> {
    Err(refuse(machine, method))
}

/// The end of a path at a method that is not modelled.
pub(crate) fn refuse(machine: &Machine, method: MethodId) -> Stop {
    Stop::unsupported(format!("method {}", program::display_method(&machine.program, method)))
}
