//! Values of registers, fields and array elements.
//!
//! A value is small and `Copy`, so that a frame's registers fork by copying memory. Whatever does not fit is interned
//! elsewhere: terms in the pool, guarded sets of locations in the machine's table of [`Choice`]s.

use std::rc::Rc;

use logic::term::Term;

/// An object of the heap of a state. `ObjectId::NULL` is no object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub const NULL: ObjectId = ObjectId(0);
    /// In the guarded set of a field of the input: what it holds there has not been read yet. Never in a register.
    pub const UNREAD: ObjectId = ObjectId(u32::MAX);

    pub fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// An unknown reference of the input; its entry is in [`crate::state::State::unknowns`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UnknownId(pub u32);

/// An interned guarded set of locations: see [`Choice`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ChoiceId(pub u32);

/// A reference that is one of several locations: the guards are mutually exclusive and one of them holds.
/// This is the general form of a reference; a single location is the case [`Value::Reference`], which costs nothing. Shared by those
/// who find it by its content and those who find it by its number.
pub type Choice = Rc<[(Term, ObjectId)]>;

/// A value of the machine.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Also boolean, byte, char and short.
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Reference(ObjectId),
    /// A primitive value that depends on the input. Never a term that is a constant of its Java type.
    Symbolic(Term),
    /// A reference of the input, looked at or not.
    Unknown(UnknownId),
    Choice(ChoiceId),
    /// A register not yet written, or a field of an input object not yet read.
    Unset,
    /// Something whose value the machine does not know (the text of a message built from symbolic parts). It can be
    /// stored and passed on; looking at it ends the path as unsupported.
    Opaque,
}

impl Value {
    pub const NULL: Value = Value::Reference(ObjectId::NULL);
    pub const FALSE: Value = Value::Int(0);
    pub const TRUE: Value = Value::Int(1);

    pub fn boolean(value: bool) -> Value {
        Value::Int(value as i32)
    }
}

/// Whether two values are the same, as far as it can be seen without looking at what they stand for.
pub(crate) fn is_same_value(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Long(one), Value::Long(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Double(one), Value::Double(other)) => one.to_bits() == other.to_bits(),
        (Value::Reference(one), Value::Reference(other)) => one == other,
        (Value::Symbolic(one), Value::Symbolic(other)) => one == other,
        (Value::Unknown(one), Value::Unknown(other)) => one == other,
        (Value::Choice(one), Value::Choice(other)) => one == other,
        (Value::Unset, Value::Unset) | (Value::Opaque, Value::Opaque) => true,
        _ => false,
    }
}
