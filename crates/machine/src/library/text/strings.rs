//! Strings and class objects: `java.lang.String` with concrete text, interning, `java.lang.Class`.

use std::rc::Rc;

use program::class::ClassId;
use program::code::Type;

use crate::machine::Machine;
use crate::state::State;
use crate::state::heap::{Base, Object, Payload};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// A new string object with this text, laid out as the library expects: Latin-1 if it fits, else UTF-16.
    pub(crate) fn new_string(&mut self, state: &mut State, units: &[u16]) -> ObjectId {
        let is_latin = units.iter().all(|unit| *unit < 256);
        let bytes: Vec<Value> = if is_latin {
            units.iter().map(|unit| Value::Int(*unit as u8 as i8 as i32)).collect()
        } else {
            units.iter().flat_map(|unit| unit.to_le_bytes()).map(|byte| Value::Int(byte as i8 as i32)).collect()
        };
        let characters = Object { is_constant: true, ..Object::array(self.known.byte_array, bytes) };
        let value = state.heap.allocate(characters);
        let string = self.allocate_instance(state, self.known.string);
        let fields = string_fields(state, string);
        fields[self.known.string_value as usize] = Value::Reference(value);
        fields[self.known.string_coder as usize] = Value::Int(!is_latin as i32);
        string
    }

    pub(crate) fn new_string_from(&mut self, state: &mut State, text: &str) -> ObjectId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(state, &units)
    }

    /// A string whose text is not known; see [`Value::Opaque`].
    pub(crate) fn new_opaque_string(&mut self, state: &mut State) -> ObjectId {
        let string = self.allocate_instance(state, self.known.string);
        string_fields(state, string).fill(Value::Opaque);
        string
    }

    /// The one string object with this text.
    pub(crate) fn intern(&mut self, state: &mut State, units: &Rc<[u16]>) -> ObjectId {
        if let Some(string) = state.statics.strings.get(units) {
            return *string;
        }
        let string = self.new_string(state, units);
        Rc::make_mut(&mut state.statics).strings.insert(units.clone(), string);
        string
    }

    /// The text of a string object, `None` if it is not concrete.
    pub fn string_text(&self, state: &State, string: ObjectId) -> Option<Vec<u16>> {
        let object = state.heap.get(string);
        if object.class != self.known.string || object.candidates.is_some() {
            return None;
        }
        let fields = object.fields();
        let (Some(Value::Reference(value)), Some(Value::Int(coder))) =
            (fields.get(self.known.string_value as usize), fields.get(self.known.string_coder as usize))
        else {
            return None;
        };
        let bytes = self.concrete_bytes(state, *value)?;
        Some(if *coder == 0 {
            bytes.iter().map(|byte| *byte as u16).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        })
    }

    /// The text of a string, if all of it is known and it has no halves of characters, which only [`Machine::string_text`] keeps.
    pub(crate) fn string_characters(&self, state: &State, string: ObjectId) -> Option<String> {
        self.string_text(state, string).and_then(|units| String::from_utf16(&units).ok())
    }

    /// The elements of a byte array if all are concrete.
    pub(crate) fn concrete_bytes(&self, state: &State, array: ObjectId) -> Option<Vec<u8>> {
        if array.is_null() {
            return None;
        }
        let content = state.heap.get(array).array_content()?;
        let (Base::Values(values), true) = (&content.base, content.layers.is_empty()) else { return None };
        values
            .iter()
            .map(|value| match value {
                Value::Int(byte) => Some(*byte as u8),
                _ => None,
            })
            .collect()
    }

    /// The `java.lang.Class` object of a class.
    pub(crate) fn mirror(&mut self, state: &mut State, class: ClassId) -> ObjectId {
        if let Some(mirror) = state.statics.mirrors.get(&class) {
            return *mirror;
        }
        let mirror = self.allocate_instance(state, self.known.class);
        state.heap.get_mut(mirror).payload = Payload::Mirror(class);
        Rc::make_mut(&mut state.statics).mirrors.insert(class, mirror);
        // `Class.componentType` is read by library code (Arrays.copyOf and the like).
        if let program::class::ClassKind::Array { element } = self.program.class(class).kind.clone()
            && let Some(field) = self.program.find_field(self.known.class, "componentType")
            && let Ok(component) = self.program.class_of_type(&element)
        {
            let slot = self.program.field(field).slot as usize;
            let component = self.mirror(state, component);
            string_fields(state, mirror)[slot] = Value::Reference(component);
        }
        mirror
    }

    /// The class a `java.lang.Class` object stands for.
    pub(crate) fn mirrored(&self, state: &State, mirror: ObjectId) -> Option<ClassId> {
        match state.heap.get(mirror).payload {
            Payload::Mirror(class) => Some(class),
            _ => None,
        }
    }

    pub(crate) fn class_of_type(&mut self, declared: &Type) -> Result<ClassId, crate::state::fork::Stop> {
        self.program.class_of_type(declared).map_err(|error| self.link_stop(error))
    }
}

fn string_fields(state: &mut State, object: ObjectId) -> &mut [Value] {
    match &mut state.heap.get_mut(object).content {
        crate::state::heap::Content::Fields(fields) => fields,
        crate::state::heap::Content::Array(_) => panic!("an instance has fields"),
    }
}
