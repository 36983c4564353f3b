//! Native and hot library methods, in one table keyed by class, name and descriptor.
//!
//! Everything not listed runs from the JDK's bytecode; a native method not listed ends its path as unsupported, by name.
//! An intrinsic that needs concrete arguments and gets symbolic ones ends the path the same way: nothing is concretised.
//!
//! One folder for each part of the library; a folder may use another. Knows: all rooms before it in the
//! list of `lib.rs`.

pub(crate) mod asked;
pub(crate) mod handles;
pub(crate) mod host;
pub(crate) mod input;
pub(crate) mod lang;
pub(crate) mod reflect;
pub(crate) mod text;

pub(crate) use crate::machine::intrinsic::{Entry, Outcome, nothing, refuse, value};
pub(crate) use crate::reference::object::{field_value, set_field};

use logic::term::Term;
use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::Type;
use rustc_hash::FxHashMap;

use crate::inputs::functions::{ANSWER, is_function_method};
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::Value;
use crate::step::properties::{PROPERTY, is_property_method};

/// What was found out about the library, whatever the path.
#[derive(Default)]
pub(crate) struct Library {
    text: text::TextTables,
    properties: host::properties::Properties,
    /// The bits of floats that are not numbers, for those whose bits were asked for.
    nan_bits: FxHashMap<Term, Term>,
    /// What the bottom frame of a started thread runs, once there was one.
    thread_entry: Option<MethodId>,
    /// Whether a program's method computes a hash code and nothing else.
    hash_computations: FxHashMap<MethodId, bool>,
    /// Methods that copy arrays of such elements one by one.
    element_copiers: FxHashMap<Type, MethodId>,
}

/// All rows.
pub(crate) const TABLES: &[&[Entry]] = &[
    reflect::annotation::TABLE,
    asked::api::TABLE,
    asked::api_strings::TABLE,
    lang::boxes::TABLE,
    text::builder::TABLE,
    text::character::TABLE,
    lang::checksums::TABLE,
    lang::class::TABLE,
    lang::copy::TABLE,
    text::encode::TABLE,
    text::format::TABLE,
    host::vm::TABLE,
    asked::inputs::TABLE,
    reflect::invocation::TABLE,
    host::io::TABLE,
    lang::system::TABLE,
    lang::identity::TABLE,
    lang::references::TABLE,
    host::jdk_files::TABLE,
    host::jdk_paths::TABLE,
    host::loader::TABLE,
    host::logging::TABLE,
    handles::lookup::TABLE,
    lang::math::TABLE,
    reflect::members::TABLE,
    text::number_text::TABLE,
    host::printing::TABLE,
    host::services::TABLE,
    host::time_zones::TABLE,
    reflect::callers::TABLE,
    reflect::reflected_array::TABLE,
    input::scanner::TABLE,
    input::standard_input::TABLE,
    text::string::TABLE,
    text::code_points::TABLE,
    text::string_edit::TABLE,
    text::opaque::TABLE,
    lang::thread::TABLE,
    lang::throwable::TABLE,
    handles::unsafe_access::TABLE,
    handles::variable::TABLE,
];

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

impl Machine {
    /// The row for a method. The table speaks of the library; a user's method of the same name is the user's.
    pub(crate) fn find_intrinsic(&self, method: MethodId) -> Option<&'static Entry> {
        let entry = self.program.method(method);
        let class = self.program.class(entry.class);
        match class.origin {
            ClassOrigin::Library if is_function_method(class, entry) => Some(&ANSWER),
            ClassOrigin::Library if is_property_method(class, entry) => Some(&PROPERTY),
            ClassOrigin::Library => self.code.intrinsics.get(&class.name, &entry.name, &entry.descriptor),
            ClassOrigin::User => None,
        }
    }
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
    let units = machine.string_text(state, string).ok_or_else(|| refuse_symbolic(machine, method))?;
    String::from_utf16(&units).map_err(|_| {
        let method = program::display_method(&machine.program, method);
        Stop::unsupported(format!("method {method} on text with half of a surrogate pair"))
    })
}

/// The class that a `java.lang.Class` argument stands for; null raises NullPointerException.
pub(crate) fn class_argument(machine: &mut Machine, state: &State, value: Value) -> Result<ClassId, Stop> {
    let mirror = machine.dereference(state, value)?;
    machine.mirrored(state, mirror).ok_or_else(|| Stop::unsupported("an unknown class object"))
}

/// A string with this text as a value. Whether the library made it anew or had it already is not told.
pub(crate) fn string(machine: &mut Machine, state: &mut State, text: &str) -> Result<Outcome, Stop> {
    let string = machine.new_string_from(state, text);
    state.heap.get_mut(string).payload = Payload::UnsureString;
    value(Value::Reference(string))
}

/// The mirror of a class as a value.
pub(crate) fn mirror(machine: &mut Machine, state: &mut State, class: ClassId) -> Result<Outcome, Stop> {
    let mirror = machine.mirror(state, class);
    value(Value::Reference(mirror))
}
