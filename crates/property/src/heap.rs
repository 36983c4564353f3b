//! Heaps before and after a call as plain data, and properties evaluated on them.

use std::convert::Infallible;

use program::class::{ClassId, FieldId};
use program::{Program, class::ClassOrigin};

use crate::evaluate::{HeapAtom, World, evaluate};
use crate::formula::{CallProperty, NumberOperation, Time};

/// What a call found and what it left behind.
#[derive(Clone, Default, Debug)]
pub struct Heaps {
    pub objects: Vec<PlainObject>,
    pub receiver: Option<usize>,
    pub parameters: Vec<PlainValue>,
    pub returned: Option<PlainValue>,
    /// Static fields with what they hold before and after the call.
    pub statics: Vec<(FieldId, PlainValue, PlainValue)>,
}

/// An object, or an array.
#[derive(Clone, Debug)]
pub struct PlainObject {
    pub class: ClassId,
    /// What it held before the call, if it was there.
    pub before: Option<PlainContent>,
    pub after: PlainContent,
}

/// What an object holds.
#[derive(Clone, PartialEq, Debug)]
pub enum PlainContent {
    /// Fields; those that are missing hold null or 0.
    Fields(Vec<(FieldId, PlainValue)>),
    Elements(Vec<PlainValue>),
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlainValue {
    Null,
    /// A position in [`Heaps::objects`].
    Object(usize),
    /// Also booleans, as 0 and 1.
    Number(i64),
    /// Floats and doubles.
    Float(f64),
}

impl Heaps {
    /// Whether a property holds of the call.
    pub fn satisfy(&self, property: &CallProperty, program: &Program) -> bool {
        match evaluate(property, &mut Plain { heaps: self, program }) {
            Ok(holds) => holds,
            Err(never) => match never {},
        }
    }
}

struct Plain<'a> {
    heaps: &'a Heaps,
    program: &'a Program,
}

/// A number, or the bits of a float.
type Number = i64;

impl Plain<'_> {
    fn atom(&self, value: PlainValue) -> Option<HeapAtom<usize, Number>> {
        match value {
            PlainValue::Null => None,
            PlainValue::Object(object) => Some(HeapAtom::Object(object)),
            PlainValue::Number(number) => Some(HeapAtom::Number(number)),
            // All that is no number is one value.
            PlainValue::Float(value) if value.is_nan() => Some(HeapAtom::Float(f64::NAN.to_bits() as i64)),
            PlainValue::Float(value) => Some(HeapAtom::Float(value.to_bits() as i64)),
        }
    }

    fn content(&self, object: usize, time: Time) -> Option<&PlainContent> {
        let object = self.heaps.objects.get(object)?;
        match time {
            Time::Before => object.before.as_ref(),
            Time::After => Some(&object.after),
        }
    }
}

type Plainly<T> = Result<T, Infallible>;

impl World for Plain<'_> {
    type Object = usize;
    type Number = Number;
    type Truth = bool;
    type Stop = Infallible;

    fn constant(&mut self, value: bool) -> bool {
        value
    }

    fn known(&mut self, truth: &bool) -> Option<bool> {
        Some(*truth)
    }

    fn not(&mut self, truth: &bool) -> bool {
        !truth
    }

    fn and(&mut self, left: &bool, right: &bool) -> bool {
        *left && *right
    }

    fn or(&mut self, left: &bool, right: &bool) -> bool {
        *left || *right
    }

    fn integer(&mut self, value: i64) -> Number {
        value
    }

    fn equal(&mut self, left: &Number, right: &Number) -> bool {
        left == right
    }

    fn less(&mut self, left: &Number, right: &Number) -> bool {
        left < right
    }

    fn arithmetic(&mut self, operation: NumberOperation, is_long: bool, left: &Number, right: &Number) -> Number {
        let result = match operation {
            NumberOperation::Plus => left.wrapping_add(*right),
            NumberOperation::Minus => left.wrapping_sub(*right),
            NumberOperation::Times => left.wrapping_mul(*right),
        };
        if is_long { result } else { i64::from(result as i32) }
    }

    fn choose(&mut self, condition: &bool, then: &Number, otherwise: &Number) -> Number {
        if *condition { *then } else { *otherwise }
    }

    fn same_float(&mut self, left: &Number, right: &Number) -> Plainly<bool> {
        Ok(left == right)
    }

    fn receiver(&mut self) -> Plainly<Option<HeapAtom<usize, Number>>> {
        Ok(self.heaps.receiver.map(HeapAtom::Object))
    }

    fn parameter(&mut self, number: usize) -> Plainly<Option<HeapAtom<usize, Number>>> {
        Ok(self.heaps.parameters.get(number).and_then(|value| self.atom(*value)))
    }

    fn returned(&mut self) -> Plainly<Option<HeapAtom<usize, Number>>> {
        Ok(self.heaps.returned.and_then(|value| self.atom(value)))
    }

    fn static_field(&mut self, field: FieldId, time: Time) -> Plainly<Option<HeapAtom<usize, Number>>> {
        let found = self.heaps.statics.iter().find(|(known, ..)| *known == field);
        let value = found.map(|(_, before, after)| if time == Time::Before { *before } else { *after });
        Ok(value.and_then(|value| self.atom(value)))
    }

    fn field(&mut self, object: usize, field: FieldId, time: Time) -> Plainly<Option<HeapAtom<usize, Number>>> {
        let Some(PlainContent::Fields(fields)) = self.content(object, time) else { return Ok(None) };
        let value = match fields.iter().find(|(known, _)| *known == field) {
            Some((_, value)) => *value,
            None => match self.program.field(field).field_type.kind() {
                program::code::Kind::Reference => PlainValue::Null,
                program::code::Kind::Float | program::code::Kind::Double => PlainValue::Float(0.0),
                program::code::Kind::Int | program::code::Kind::Long => PlainValue::Number(0),
            },
        };
        Ok(self.atom(value))
    }

    fn length(&mut self, array: usize) -> Plainly<Option<HeapAtom<usize, Number>>> {
        Ok(match self.content(array, Time::After) {
            Some(PlainContent::Elements(elements)) => Some(HeapAtom::Number(elements.len() as i64)),
            _ => None,
        })
    }

    fn element(&mut self, array: usize, index: &Number, time: Time) -> Plainly<Option<HeapAtom<usize, Number>>> {
        Ok(match self.content(array, time) {
            Some(PlainContent::Elements(elements)) => {
                let element = usize::try_from(*index).ok().and_then(|index| elements.get(index));
                element.and_then(|value| self.atom(*value))
            }
            _ => None,
        })
    }

    fn same(&mut self, left: usize, right: usize) -> Plainly<bool> {
        Ok(left == right)
    }

    fn is_instance(&mut self, object: usize, class: ClassId) -> Plainly<bool> {
        Ok(self.heaps.objects.get(object).is_some_and(|object| self.program.is_subclass(object.class, class)))
    }

    fn children(&mut self, object: usize, time: Time) -> Plainly<Vec<usize>> {
        let Some(content) = self.content(object, time) else { return Ok(Vec::new()) };
        let class = self.program.class(self.heaps.objects[object].class);
        let values: Vec<PlainValue> = match content {
            PlainContent::Elements(elements) => elements.clone(),
            _ if class.is_enum() => Vec::new(),
            PlainContent::Fields(fields) => {
                let is_followed = |field: &FieldId| {
                    let holder = self.program.field(*field).class;
                    self.program.class(holder).origin == ClassOrigin::User
                };
                fields.iter().filter(|(field, _)| is_followed(field)).map(|(_, value)| *value).collect()
            }
        };
        Ok(values.iter().filter_map(|value| as_object(*value)).collect())
    }

    fn roots(&mut self, classes: &[ClassId], time: Time) -> Plainly<Vec<usize>> {
        let mut roots: Vec<usize> = self.heaps.receiver.into_iter().collect();
        roots.extend(self.heaps.parameters.iter().filter_map(|value| as_object(*value)));
        for (field, before, after) in &self.heaps.statics {
            if classes.contains(&self.program.field(*field).class) {
                roots.extend(as_object(if time == Time::Before { *before } else { *after }));
            }
        }
        if time == Time::After {
            roots.extend(self.heaps.returned.and_then(as_object));
        }
        Ok(roots)
    }
}

fn as_object(value: PlainValue) -> Option<usize> {
    match value {
        PlainValue::Object(object) => Some(object),
        _ => None,
    }
}
