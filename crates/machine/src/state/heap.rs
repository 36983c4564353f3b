//! The heap of a state: objects in two copy-on-write levels, so that forking a state and changing a few objects costs
//! little (`docs/adr` gives the measurements).

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, FieldId, MethodId};
use program::generic::GenericType;

use crate::state::function::Function;
use crate::state::standard_input::ScannerState;
use crate::state::value::{ObjectId, Value};
use crate::text::Text;

const CHUNK_BITS: u32 = 5;
const CHUNK_SIZE: usize = 1 << CHUNK_BITS;

/// All objects of a state. Objects are never removed: what is unreachable is merely never looked at again.
#[derive(Clone, Default, Debug)]
pub struct Heap {
    chunks: Vec<Rc<Vec<Rc<Object>>>>,
    length: u32,
}

impl Heap {
    pub fn len(&self) -> usize {
        self.length as usize
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn allocate(&mut self, object: Object) -> ObjectId {
        let index = self.length as usize;
        if index & (CHUNK_SIZE - 1) == 0 {
            self.chunks.push(Rc::new(Vec::with_capacity(CHUNK_SIZE)));
        }
        let chunk = self.chunks.last_mut().expect("a chunk was just pushed");
        match Rc::get_mut(chunk) {
            Some(chunk) => chunk.push(Rc::new(object)),
            None => {
                let mut copy = Vec::with_capacity(CHUNK_SIZE);
                copy.extend(chunk.iter().cloned());
                copy.push(Rc::new(object));
                *chunk = Rc::new(copy);
            }
        }
        self.length += 1;
        ObjectId(self.length)
    }

    /// The object; `id` must not be null.
    #[inline]
    pub fn get(&self, id: ObjectId) -> &Object {
        let index = id.0.wrapping_sub(1);
        &self.chunks[(index >> CHUNK_BITS) as usize][index as usize & (CHUNK_SIZE - 1)]
    }

    /// The object, copied first if another state shares it.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        let index = id.0.wrapping_sub(1);
        let chunk = Rc::make_mut(&mut self.chunks[(index >> CHUNK_BITS) as usize]);
        Rc::make_mut(&mut chunk[index as usize & (CHUNK_SIZE - 1)])
    }

    /// The objects of `base`, an earlier state of this heap, that are no longer as they were there; ascending.
    pub(crate) fn changed_since(&self, base: &Heap) -> Vec<ObjectId> {
        let mut changed = Vec::new();
        for (number, (chunk, before)) in self.chunks.iter().zip(&base.chunks).enumerate() {
            if Rc::ptr_eq(chunk, before) {
                continue;
            }
            for (position, (object, before)) in chunk.iter().zip(before.iter()).enumerate() {
                if !Rc::ptr_eq(object, before) {
                    changed.push(ObjectId(((number << CHUNK_BITS) + position) as u32 + 1));
                }
            }
        }
        changed
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        (1..=self.length).map(|number| (ObjectId(number), self.get(ObjectId(number))))
    }
}

/// An object or array.
#[derive(Clone, Debug)]
pub struct Object {
    /// The exact class if `candidates` is `None`; otherwise the first of the candidates.
    pub class: ClassId,
    /// The classes an unknown object may still have: at least two, in the order of their names.
    pub candidates: Option<Rc<[ClassId]>>,
    /// Set for an input object that may also be of a class not among the candidates, one of the library's or of arrays.
    /// Asking for its type splits that off.
    pub open: Option<Rc<Open>>,
    /// Its class as a number, once a condition on the input spoke of it.
    pub class_unknown: Option<Rc<ClassUnknown>>,
    pub content: Content,
    /// How often the monitor is held.
    pub monitor: u32,
    /// The thread that holds the monitor, if one does.
    pub owner: u32,
    /// Whether other threads than the one that made it may have come to know it. Asked for by `Machine::is_shared`.
    pub is_shared: bool,
    /// Whether it is an array whose elements do not change any more: the characters of a string.
    pub is_constant: bool,
    /// Set for objects of the input.
    pub origin: Option<Rc<InputOrigin>>,
    pub payload: Payload,
}

/// What is known of an input object that may be of a class that is not listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// The declared type of the reference it was made for. Among the candidates, it stands for the classes not listed.
    pub declared: ClassId,
    /// It is no instance of these.
    pub excluded: Vec<ClassId>,
}

/// The class of an input object as a symbol: the value is a position in `classes`.
#[derive(Debug)]
pub struct ClassUnknown {
    pub symbol: Term,
    pub classes: Rc<[ClassId]>,
}

/// Fields by slot, or elements.
#[derive(Clone, Debug)]
pub enum Content {
    Fields(Vec<Value>),
    Array(ArrayContent),
}

/// Where an input object came from.
#[derive(Clone, Debug)]
pub struct InputOrigin {
    /// The access path it was first reached by: `l.next`.
    pub name: Rc<str>,
    /// Distance from the parameters, which have depth 1.
    pub depth: u32,
    /// Values of the fields as first read, by slot; empty for arrays (see [`Base::Unknown`]).
    pub initial: Vec<Value>,
    /// Where it exists, if not in every heap this state stands for: the reference it was made for is read there, and is
    /// neither null nor an alias.
    pub exists: Option<Term>,
    /// How it was built, if not field by field.
    pub built: Option<Rc<Built>>,
}

/// One way to make an object that is not made field by field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The collection that stands for its type, with this many elements.
    Collection(u32),
    /// A row of the table.
    Row(usize),
    /// An unknown function.
    Function,
}

/// How a library object of the input was built.
#[derive(Clone)]
pub struct Built {
    pub way: Option<Way>,
    /// Its declared type, if that has type arguments.
    pub generic: Option<Rc<GenericType>>,
    /// What was put into it, in this order, for a map key, value, key, value, …; or what a constructor was given.
    pub elements: Rc<[Value]>,
    /// The heap when it was done.
    pub(crate) after: Option<Heap>,
}

impl std::fmt::Debug for Built {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "built from {:?}", self.elements)
    }
}

/// What some library objects carry beyond their fields.
#[derive(Clone, Debug)]
pub enum Payload {
    None,
    /// `java.lang.Class` of this class.
    Mirror(ClassId),
    /// Where a throwable was created: innermost frame first.
    Backtrace(Rc<Backtrace>),
    /// Made by `valueOf` of a wrapper class: two of them are the same object if their values are equal and small.
    Boxed,
    /// A box of the input: where this holds, and its value is small, it is the one that `valueOf` gives for its value.
    InputBox(Term),
    /// A `VarHandle` for this variable.
    Variable(Variable),
    /// A string or a builder with this content; its fields are opaque.
    Text(Rc<Text>, Identity),
    /// A string of which nobody knows which other strings are the same object: the surroundings supplied it, or `intern` may have
    /// given it. Asking ends the path.
    UnsureString,
    /// An unknown function of the input.
    Function(Rc<Function>),
    /// A `java.util.Scanner` of the standard input; its fields are opaque.
    Scanner(ScannerState),
}

/// When two different objects here, both strings, are one object in a JVM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// Never: the program made it.
    Own,
    /// Nobody knows: a method of the library gave it that sometimes gives its receiver. Asking ends the path.
    Unsure,
    /// A string of the input: with another one if their texts and these numbers are equal; 0 stands for the one that
    /// `intern` gives.
    Input(Term),
    /// A string of the input that was met as an object of an unknown class: whether another input is the same object was decided
    /// before it was known to be a string. Where this number is 0 it is the one that `intern` gives.
    Met(Term),
    /// With every other string that is interned and has the same text.
    Interned,
}

/// What a `VarHandle` gives access to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    Field {
        field: FieldId,
        /// The class of the objects that are asked for the field, which may be below the one that declares it.
        receiver: ClassId,
    },
    /// The elements of arrays of this class.
    Elements(ClassId),
    /// Byte arrays seen as arrays of this class.
    Bytes { view: ClassId, is_big_endian: bool },
}

/// The stack of a throwable, innermost frame first, and who threw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backtrace {
    pub frames: Vec<(MethodId, u32)>,
    pub raiser: Raiser,
}

/// Who threw a throwable first. To catch one and throw it again, as every `finally` does, is not to raise it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Raiser {
    /// It was made, and not thrown yet.
    Nobody,
    /// The JVM, or the machine in its place.
    Machine,
    /// A `throw` of the library's.
    Library,
    /// A `throw` of the program's.
    Program,
}

/// The elements of an array: a base, overlaid by writes at indices the base cannot take (symbolic ones, or any index
/// of a base without storage).
#[derive(Clone, Debug)]
pub struct ArrayContent {
    /// `Int` or `Symbolic`.
    pub length: Value,
    pub base: Base,
    /// Oldest first; later layers hide earlier ones.
    pub layers: Rc<Vec<Layer>>,
}

impl ArrayContent {
    /// What it holds as far as it is known, in its base and in its layers; of a copy only what was written to it.
    pub(crate) fn known_values(&self) -> impl Iterator<Item = Value> + '_ {
        let base: Box<dyn Iterator<Item = Value> + '_> = match &self.base {
            Base::Values(values) => Box::new(values.iter().copied()),
            Base::Uniform(value) => Box::new(std::iter::once(*value)),
            Base::Unknown(reads) => Box::new(reads.iter().map(|read| read.value)),
            Base::Initial(_) => Box::new(std::iter::empty()),
        };
        base.chain(self.written_values())
    }

    /// What was written to it since it was made.
    pub(crate) fn written_values(&self) -> impl Iterator<Item = Value> + '_ {
        self.layers.iter().flat_map(|layer| -> Box<dyn Iterator<Item = Value> + '_> {
            match layer {
                Layer::Concrete(cells) => Box::new(cells.values().copied()),
                Layer::Symbolic { value, .. } => Box::new(std::iter::once(*value)),
            }
        })
    }
}

/// What an array held before its layers were written.
#[derive(Clone, Debug)]
pub enum Base {
    /// One value per element; the length is concrete.
    Values(Vec<Value>),
    /// The same value everywhere: a new array of symbolic length.
    Uniform(Value),
    /// An input array, and the elements read so far.
    Unknown(Vec<Read>),
    /// The elements that this input array (whose base is [`Base::Unknown`]) had at first: a copy of it.
    Initial(ObjectId),
}

/// An element of an input array as it was read first. Reads agree wherever their indices do.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub index: Value,
    pub value: Value,
    /// Where it was read, if not in every heap the state stands for.
    pub guard: Option<Term>,
}

/// Writes over a base.
#[derive(Clone, Debug)]
pub enum Layer {
    /// At concrete indices.
    Concrete(BTreeMap<i32, Value>),
    /// At one symbolic index.
    Symbolic { index: Value, value: Value },
}

impl Object {
    pub fn instance(class: ClassId, fields: Vec<Value>) -> Object {
        Object {
            class,
            candidates: None,
            open: None,
            class_unknown: None,
            content: Content::Fields(fields),
            monitor: 0,
            owner: 0,
            is_shared: false,
            is_constant: false,
            origin: None,
            payload: Payload::None,
        }
    }

    pub fn array(class: ClassId, values: Vec<Value>) -> Object {
        let length = Value::Int(values.len() as i32);
        Object::of_array(class, ArrayContent { length, base: Base::Values(values), layers: Rc::default() })
    }

    pub fn of_array(class: ClassId, content: ArrayContent) -> Object {
        Object {
            class,
            candidates: None,
            open: None,
            class_unknown: None,
            content: Content::Array(content),
            monitor: 0,
            owner: 0,
            is_shared: false,
            is_constant: false,
            origin: None,
            payload: Payload::None,
        }
    }

    /// The class if it is known exactly.
    pub fn exact_class(&self) -> Option<ClassId> {
        if self.candidates.is_none() && self.open.is_none() { Some(self.class) } else { None }
    }

    pub fn fields(&self) -> &[Value] {
        match &self.content {
            Content::Fields(fields) => fields,
            Content::Array(_) => &[],
        }
    }

    pub fn array_content(&self) -> Option<&ArrayContent> {
        match &self.content {
            Content::Array(array) => Some(array),
            Content::Fields(_) => None,
        }
    }
}
