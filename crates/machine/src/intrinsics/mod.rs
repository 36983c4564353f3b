//! Native and hot library methods, in one table keyed by class, name and descriptor.
//!
//! Everything not listed runs from the JDK's bytecode; a native method not listed ends its path as unsupported, by name.
//! An intrinsic that needs concrete arguments and gets symbolic ones ends the path the same way: nothing is concretised.

mod annotation;
pub(crate) mod api;
mod api_strings;
mod boxes;
mod builder;
mod case_tables;
mod character;
mod class;
mod code_points;
mod copy;
mod encode;
mod format;
mod host;
mod inputs;
mod invocation;
mod io;
mod lang;
mod loader;
mod logging;
mod lookup;
mod math;
mod members;
mod number_text;
mod place;
mod power;
mod printing;
mod reflect;
mod reflected_array;
pub(crate) mod scanner;
mod scanner_text;
mod scanner_token;
pub(crate) mod standard_input;
mod string;
mod string_edit;
mod text;
mod thread;
mod throwable;
mod unsafe_access;
mod variable;
mod variable_types;

pub(crate) use case_tables::CaseTable;
pub(crate) use class::simple_name;
pub(crate) use variable_types::ADAPTER;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use program::class::{ClassId, MethodId, Origin};
use rustc_hash::FxHashMap;

use crate::call::Arguments;
use crate::fork::Stop;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ObjectId, Value};

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
    /// Made once: machines are many.
    pub(crate) fn all() -> &'static Intrinsics {
        static ALL: OnceLock<Intrinsics> = OnceLock::new();
        ALL.get_or_init(Intrinsics::gather)
    }

    fn gather() -> Intrinsics {
        let mut by_class: FxHashMap<&'static str, Vec<Entry>> = FxHashMap::default();
        let tables = [
            annotation::TABLE,
            api::TABLE,
            api_strings::TABLE,
            boxes::TABLE,
            builder::TABLE,
            character::TABLE,
            class::TABLE,
            copy::TABLE,
            encode::TABLE,
            format::TABLE,
            host::TABLE,
            inputs::TABLE,
            invocation::TABLE,
            io::TABLE,
            lang::TABLE,
            loader::TABLE,
            logging::TABLE,
            lookup::TABLE,
            math::TABLE,
            members::TABLE,
            number_text::TABLE,
            printing::TABLE,
            reflect::TABLE,
            reflected_array::TABLE,
            scanner::TABLE,
            standard_input::TABLE,
            string::TABLE,
            code_points::TABLE,
            string_edit::TABLE,
            text::TABLE,
            thread::TABLE,
            throwable::TABLE,
            unsafe_access::TABLE,
            variable::TABLE,
        ];
        for table in tables {
            for entry in table {
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

/// Does nothing: registration of natives, hints to the virtual machine.
pub(crate) fn ignored(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    nothing()
}

pub(crate) fn returns_null(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::NULL)
}

pub(crate) fn returns_false(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::FALSE)
}

pub(crate) fn returns_true(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::TRUE)
}

pub(crate) fn returns_zero(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::Int(0))
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

/// Whether an intrinsic refuses its caller in a check, whatever the arguments are.
pub(crate) fn refuses_caller(machine: &Machine, intrinsic: Intrinsic, caller: MethodId) -> bool {
    let is = |other: Intrinsic| std::ptr::fn_addr_eq(intrinsic, other);
    let caller = machine.program.class(machine.program.method(caller).class);
    is(unsupported)
        || is(lang::salted_order)
        || is(lang::nano_time) && !lang::may_ask_for_time(&caller.name)
        || caller.origin == Origin::User && (lang::REFUSES_USERS.iter().any(|other| is(*other)))
        || caller.origin == Origin::User && is(members::methods_without_order)
}

/// The end of a path at a method that is not modelled.
pub(crate) fn refuse(machine: &Machine, method: MethodId) -> Stop {
    Stop::unsupported(format!("method {}", program::display_method(&machine.program, method)))
}

/// The end of a path at a method that would have to look at symbolic values.
pub(crate) fn refuse_symbolic(machine: &Machine, method: MethodId) -> Stop {
    Stop::unsupported(format!("method {} on symbolic values", program::display_method(&machine.program, method)))
}

/// A concrete int argument, or the end of the path.
pub(crate) fn int(machine: &Machine, method: MethodId, value: Value) -> Result<i32, Stop> {
    match value {
        Value::Int(number) => Ok(number),
        _ => Err(refuse_symbolic(machine, method)),
    }
}

/// A concrete long argument, or the end of the path.
pub(crate) fn long(machine: &Machine, method: MethodId, value: Value) -> Result<i64, Stop> {
    match value {
        Value::Long(number) => Ok(number),
        _ => Err(refuse_symbolic(machine, method)),
    }
}

/// The text of a string argument (null raises NullPointerException), or the end of the path.
pub(crate) fn text(machine: &mut Machine, state: &State, method: MethodId, value: Value) -> Result<String, Stop> {
    let string = machine.dereference(state, value)?;
    match machine.string_text_lossy(state, string) {
        Some(text) => Ok(text),
        None => Err(refuse_symbolic(machine, method)),
    }
}

/// The class that a `java.lang.Class` argument stands for; null raises NullPointerException.
pub(crate) fn class_argument(machine: &mut Machine, state: &State, value: Value) -> Result<ClassId, Stop> {
    let mirror = machine.dereference(state, value)?;
    machine.mirrored(state, mirror).ok_or_else(|| Stop::unsupported("an unknown class object"))
}

/// A new string as a value.
pub(crate) fn string(machine: &mut Machine, state: &mut State, text: &str) -> Result<Outcome, Stop> {
    let string = machine.new_string_from(state, text);
    value(Value::Reference(string))
}

/// The mirror of a class as a value.
pub(crate) fn mirror(machine: &mut Machine, state: &mut State, class: ClassId) -> Result<Outcome, Stop> {
    let mirror = machine.mirror(state, class);
    value(Value::Reference(mirror))
}

/// The value of an instance field by name, as it stands; `None` if the class has no such field.
pub(crate) fn field_value(machine: &Machine, state: &State, object: ObjectId, name: &str) -> Option<Value> {
    let field = machine.program.find_field(state.heap.get(object).class, name)?;
    state.heap.get(object).fields().get(machine.program.field(field).slot as usize).copied()
}

/// Set an instance field by name, if the class has it.
pub(crate) fn set_field(machine: &Machine, state: &mut State, object: ObjectId, name: &str, value: Value) {
    if let Some(field) = machine.program.find_field(state.heap.get(object).class, name) {
        let slot = machine.program.field(field).slot as usize;
        if let crate::heap::Content::Fields(fields) = &mut state.heap.get_mut(object).content
            && slot < fields.len()
        {
            fields[slot] = value;
        }
    }
}
