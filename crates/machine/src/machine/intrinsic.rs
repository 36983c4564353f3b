//! Methods of the library that the machine does itself: what one is, and the table of them, keyed by class, name and
//! descriptor. The rows are in `library`.

use std::collections::BTreeSet;

use program::class::{Class, ClassOrigin, MethodId};
use rustc_hash::FxHashMap;

use crate::machine::Machine;
pub(crate) use crate::machine::call_model::{Arguments, CallOutcome as Outcome};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

/// Replaces a method. The receiver, if any, is the first argument. It may stop as an instruction may, before it has changed
/// the state: the call is executed again after a fork.
pub(crate) type Intrinsic = fn(&mut Machine, &mut State, MethodId, &[Value]) -> Result<Outcome, Stop>;

/// A row of the table: which method, what it does, and what those need to know who do not look into it.
pub(crate) struct Entry {
    /// `*` stands for every class.
    pub(crate) class: &'static str,
    /// `*` stands for every method.
    pub(crate) name: &'static str,
    /// `*` stands for every overload.
    pub(crate) descriptor: &'static str,
    pub(crate) does: Intrinsic,
    pub(crate) seen: Seen,
    pub(crate) callers: Callers,
}

/// What other threads see of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// Nothing: it looks at nothing that changes, or nobody looks at what it changes.
    Nothing,
    /// What it announces itself, variable by variable.
    Announced,
    /// All of those arguments that threads share and that can change, as one write.
    Arguments,
    /// The same, but of an array one element at most.
    Element,
}

/// Who gets an answer.
#[derive(Clone, Copy)]
pub(crate) enum Callers {
    Anybody,
    /// The library's own code. What the user's would get may end the path, unless one possible behaviour is all that is asked for.
    Library,
    /// Code of these classes.
    Only(fn(&str) -> bool),
    /// Nobody, unless one possible behaviour is all that is asked for.
    SingleRun,
    /// Nobody at all.
    Nobody,
}

impl Entry {
    /// A method the machine does not do, whose own bytecode would lead astray.
    pub(crate) const fn refused(class: &'static str, name: &'static str, descriptor: &'static str) -> Entry {
        Entry { class, name, descriptor, does: unsupported, seen: Seen::Arguments, callers: Callers::Nobody }
    }

    /// This is what it does, for anybody.
    pub(crate) const fn does(self, does: Intrinsic) -> Entry {
        Entry { does, callers: Callers::Anybody, ..self }
    }

    pub(crate) const fn seen(self, seen: Seen) -> Entry {
        Entry { seen, ..self }
    }

    pub(crate) const fn callers(self, callers: Callers) -> Entry {
        Entry { callers, ..self }
    }

    /// Whether it refuses its caller in a check, whatever the arguments are.
    pub(crate) fn refuses(&self, caller: &Class) -> bool {
        match self.callers {
            Callers::Anybody => false,
            Callers::Library => caller.origin == ClassOrigin::User,
            Callers::Only(may_call) => !may_call(&caller.name),
            Callers::SingleRun | Callers::Nobody => true,
        }
    }

    fn in_words(&self) -> String {
        format!("{}.{}{}", self.class, self.name, self.descriptor)
    }
}

/// Rows as `(class, name, descriptor, function)`; without a function, the method is refused. Where other columns are not those
/// of most rows (seen by its arguments, for anybody) they follow, as in `(…).callers(Callers::Library)`, or stand in front of all
/// rows.
macro_rules! rows {
    (@row $class:expr, $name:expr, $descriptor:expr) => {
        $crate::machine::intrinsic::Entry::refused($class, $name, $descriptor)
    };
    (@row $class:expr, $name:expr, $descriptor:expr, $does:expr) => {
        $crate::machine::intrinsic::Entry::refused($class, $name, $descriptor).does($does)
    };
    (seen: $all:expr; $(($($cell:expr),+ $(,)?) $(.$column:ident($what:expr))*),* $(,)?) => {
        &[$(rows!(@row $($cell),+).seen($all) $(.$column($what))*),*]
    };
    ($(($($cell:expr),+ $(,)?) $(.$column:ident($what:expr))*),* $(,)?) => {
        &[$(rows!(@row $($cell),+) $(.$column($what))*),*]
    };
}
pub(crate) use rows;

/// The table.
pub(crate) struct Intrinsics {
    by_class: FxHashMap<&'static str, Vec<&'static Entry>>,
}

impl Intrinsics {
    pub(crate) fn new(tables: &[&'static [Entry]]) -> Intrinsics {
        let mut by_class: FxHashMap<&'static str, Vec<&'static Entry>> = FxHashMap::default();
        for table in tables {
            for entry in *table {
                by_class.entry(entry.class).or_default().push(entry);
            }
        }
        Intrinsics { by_class }
    }

    pub(crate) fn get(&self, class: &str, name: &str, descriptor: &str) -> Option<&'static Entry> {
        let find = |class: &str| {
            let entries = self.by_class.get(class)?;
            let is = |pattern: &str, text: &str| pattern == text || pattern == "*";
            entries.iter().find(|entry| is(entry.name, name) && is(entry.descriptor, descriptor)).copied()
        };
        find(class).or_else(|| find("*"))
    }

    /// The row for a method, in words.
    pub(crate) fn row(&self, class: &str, name: &str, descriptor: &str) -> Option<String> {
        self.get(class, name, descriptor).map(Entry::in_words)
    }

    /// All rows but those that only refuse.
    pub(crate) fn rows(&self) -> BTreeSet<String> {
        let does_something = |entry: &&&Entry| !matches!(entry.callers, Callers::Nobody);
        self.by_class.values().flatten().filter(does_something).map(|entry| entry.in_words()).collect()
    }
}

pub(crate) fn nothing() -> Result<Outcome, Stop> {
    Ok(Outcome::Return(None))
}

pub(crate) fn value(value: Value) -> Result<Outcome, Stop> {
    Ok(Outcome::Return(Some(value)))
}

fn unsupported(machine: &mut Machine, _: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    Err(refuse(machine, method))
}

/// The end of a path at a method that is not modelled.
pub(crate) fn refuse(machine: &Machine, method: MethodId) -> Stop {
    Stop::unsupported(format!("method {}", program::display_method(&machine.program, method)))
}
