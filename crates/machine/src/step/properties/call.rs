//! A state as the heaps before and after a call.
//!
//! What there was before are the objects of the input with what they held at first, known or not yet, and what initialisers of classes
//! had made when the entry began. References are one location each: where they may be several, a fork decides. Numbers stay terms.

use std::rc::Rc;

use logic::term::{Sort, Term};
use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use program::code::{Kind, Type};
use property::evaluate::{HeapAtom, HeldAtom, World};
use property::formula::{CallProperty, NumberOperation, Time};

use crate::machine::{FieldAccess, Machine};
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::{ArrayContent, Content};
use crate::state::value::{ObjectId, Value};
use crate::step::entry::is_constructor;

pub(super) struct Call<'a> {
    machine: &'a mut Machine,
    state: &'a mut State,
    method: MethodId,
    /// The receiver, if there is one, and the parameters.
    arguments: &'a [Value],
    returned: Option<Value>,
    /// The classes whose static fields objects are reached from.
    classes: Rc<[ClassId]>,
    /// The objects that are reached before the call, once somebody asked.
    known_before: Option<Vec<ObjectId>>,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        machine: &'a mut Machine,
        state: &'a mut State,
        property: &CallProperty,
        arguments: &'a [Value],
        returned: Option<Value>,
    ) -> Call<'a> {
        let (method, classes) = (property.method, Rc::clone(&property.classes));
        Call { machine, state, method, arguments, returned, classes, known_before: None }
    }

    fn has_receiver(&self) -> bool {
        !self.machine.program.method(self.method).is_static()
    }

    /// Whether the receiver is made by the call.
    fn makes_receiver(&self) -> bool {
        is_constructor(self.machine.program.method(self.method))
    }

    fn atom(&mut self, declared: &Type, value: Value) -> Result<Option<HeapAtom<ObjectId, Term>>, Stop> {
        Ok(match declared.kind() {
            Kind::Reference => {
                let value = self.machine.loaded(self.state, value)?;
                let location = self.machine.locate(self.state, value)?;
                (!location.is_null()).then_some(HeapAtom::Object(location))
            }
            Kind::Int | Kind::Long => Some(HeapAtom::Number(self.machine.term(value)?)),
            Kind::Float | Kind::Double => Some(HeapAtom::Float(self.machine.term(value)?)),
        })
    }

    /// Whether an object was there before the call.
    fn was_there(&mut self, object: ObjectId) -> Result<bool, Stop> {
        if self.state.heap.get(object).origin.is_some() {
            return Ok(true);
        }
        let Some(observed) = &self.state.observed else { return Ok(true) };
        if object.0 as usize > observed.heap.len() {
            return Ok(false);
        }
        if self.known_before.is_none() {
            let classes = Rc::clone(&self.classes);
            let mut known = self.roots(&classes, Time::Before)?;
            let mut next = 0;
            while next < known.len() {
                for child in self.children_of(known[next], Time::Before)? {
                    if !known.contains(&child) {
                        known.push(child);
                    }
                }
                next += 1;
            }
            self.known_before = Some(known);
        }
        Ok(self.known_before.as_ref().is_some_and(|known| known.contains(&object)))
    }

    /// The value of a field of an object that was there.
    fn field_before(&mut self, object: ObjectId, access: FieldAccess) -> Result<Value, Stop> {
        if self.state.heap.get(object).origin.is_some() {
            return self.machine.get_initial_field(self.state, object, access);
        }
        let before = self.state.observed.as_ref().map(|observed| observed.heap.get(object));
        let before = before.unwrap_or_else(|| self.state.heap.get(object));
        let value = before.fields().get(access.slot as usize).copied();
        Ok(value.unwrap_or(Value::Unset))
    }

    /// What an array holds at a time.
    fn elements_of(&self, array: ObjectId, time: Time) -> Option<ArrayContent> {
        let object = self.state.heap.get(array);
        let is_input = object.origin.is_some();
        let object = match (&self.state.observed, time) {
            (Some(observed), Time::Before) if !is_input => observed.heap.get(array),
            _ => object,
        };
        let mut content = object.array_content()?.clone();
        if is_input && time == Time::Before {
            content.layers = Rc::default();
        }
        Some(content)
    }

    fn is_array(&self, object: ObjectId) -> bool {
        matches!(self.state.heap.get(object).content, Content::Array(_))
    }

    /// What an object that is there refers to.
    fn children_of(&mut self, object: ObjectId, time: Time) -> Result<Vec<ObjectId>, Stop> {
        let class = self.machine.exact_class(self.state, object)?;
        let mut children = Vec::new();
        if self.is_array(object) {
            if !self.machine.holds_references(self.state, object) {
                return Ok(children);
            }
            let length = self.machine.settled_length(self.state, object)?;
            for index in 0..length {
                let index = self.machine.term(Value::Int(index))?;
                if let Some(HeapAtom::Object(child)) = self.element_of(object, &index, time)? {
                    children.push(child);
                }
            }
            return Ok(children);
        }
        if self.machine.program.class_chain(class).any(|class| self.machine.program.class(class).is_enum()) {
            return Ok(children);
        }
        let layout = self.machine.program.class(class).instance_layout.clone();
        for field in layout {
            let entry = self.machine.program.field(field);
            let holder = self.machine.program.class(entry.class);
            if entry.field_type.kind() == Kind::Reference && holder.origin == ClassOrigin::User {
                let value = self.field_of(object, field, time)?;
                if let Some(HeapAtom::Object(child)) = value {
                    children.push(child);
                }
            }
        }
        Ok(children)
    }

    fn field_of(&mut self, object: ObjectId, field: FieldId, time: Time) -> HeldAtom<Self> {
        let entry = self.machine.program.field(field);
        let (access, declared) = (FieldAccess::of(entry), entry.field_type.clone());
        let value = match time {
            Time::Before => self.field_before(object, access)?,
            Time::After => self.machine.get_field(self.state, Value::Reference(object), access)?,
        };
        self.atom(&declared, value)
    }

    fn element_of(&mut self, array: ObjectId, index: &Term, time: Time) -> HeldAtom<Self> {
        let Some(content) = self.elements_of(array, time) else { return Ok(None) };
        let index = self.machine.value(Kind::Int, *index);
        let declared = self.machine.element_type(self.state, array);
        match self.machine.element_settled(self.state, array, &content, index)? {
            Some(value) => self.atom(&declared, value),
            None => Ok(None),
        }
    }

    /// Two numbers at the width of the wider one.
    fn at_one_width(&mut self, left: Term, right: Term) -> (Term, Term) {
        let pool = &mut self.machine.pool;
        match (pool.sort(left), pool.sort(right)) {
            (Sort::BitVec(32), Sort::BitVec(64)) => (pool.sign_extend(left, 64), right),
            (Sort::BitVec(64), Sort::BitVec(32)) => (left, pool.sign_extend(right, 64)),
            _ => (left, right),
        }
    }
}

impl World for Call<'_> {
    type Object = ObjectId;
    type Number = Term;
    /// A condition on the input.
    type Truth = Term;
    type Stop = Stop;

    fn constant(&mut self, value: bool) -> Term {
        self.machine.pool.bool_const(value)
    }

    fn known(&mut self, truth: &Term) -> Option<bool> {
        match self.machine.truth(self.state, *truth) {
            Truth::Known(known) => Some(known),
            Truth::Depends(_) => None,
        }
    }

    fn not(&mut self, truth: &Term) -> Term {
        self.machine.pool.not(*truth)
    }

    fn and(&mut self, left: &Term, right: &Term) -> Term {
        self.machine.pool.and(*left, *right)
    }

    fn or(&mut self, left: &Term, right: &Term) -> Term {
        self.machine.pool.or(*left, *right)
    }

    fn integer(&mut self, value: i64) -> Term {
        let value = match i32::try_from(value) {
            Ok(value) => Value::Int(value),
            Err(_) => Value::Long(value),
        };
        self.machine.term(value).expect("a number is a term")
    }

    fn equal(&mut self, left: &Term, right: &Term) -> Term {
        let (left, right) = self.at_one_width(*left, *right);
        self.machine.pool.eq(left, right)
    }

    fn less(&mut self, left: &Term, right: &Term) -> Term {
        let (left, right) = self.at_one_width(*left, *right);
        self.machine.pool.lt(left, right)
    }

    fn arithmetic(&mut self, operation: NumberOperation, is_long: bool, left: &Term, right: &Term) -> Term {
        let pool = &mut self.machine.pool;
        let widened = |pool: &mut logic::pool::TermPool, term: Term| match pool.sort(term) {
            Sort::BitVec(32) if is_long => pool.sign_extend(term, 64),
            _ => term,
        };
        let (left, right) = (widened(pool, *left), widened(pool, *right));
        match operation {
            NumberOperation::Plus => pool.add(left, right),
            NumberOperation::Minus => pool.sub(left, right),
            NumberOperation::Times => pool.mul(left, right),
        }
    }

    fn choose(&mut self, condition: &Term, then: &Term, otherwise: &Term) -> Term {
        let (then, otherwise) = self.at_one_width(*then, *otherwise);
        self.machine.pool.ite(*condition, then, otherwise)
    }

    fn same_float(&mut self, left: &Term, right: &Term) -> Result<Term, Stop> {
        // Of terms as of `Double.equals`: all that is no number is one value, and the two zeros are two.
        Ok(self.machine.pool.eq(*left, *right))
    }

    fn receiver(&mut self) -> HeldAtom<Self> {
        let class = self.machine.program.method(self.method).class;
        let declared = Type::Reference(self.machine.program.class(class).name.clone());
        match self.arguments.first() {
            Some(receiver) if self.has_receiver() => self.atom(&declared, *receiver),
            _ => Ok(None),
        }
    }

    fn parameter(&mut self, number: usize) -> HeldAtom<Self> {
        let declared = self.machine.program.method(self.method).parameters[number].clone();
        let value = self.arguments[number + usize::from(self.has_receiver())];
        self.atom(&declared, value)
    }

    fn returned(&mut self) -> HeldAtom<Self> {
        let declared = self.machine.program.method(self.method).return_type.clone();
        match (declared, self.returned) {
            (Some(declared), Some(value)) => self.atom(&declared, value),
            _ => Ok(None),
        }
    }

    fn static_field(&mut self, field: FieldId, time: Time) -> HeldAtom<Self> {
        let entry = self.machine.program.field(field);
        let (access, declared) = (FieldAccess::of(entry), entry.field_type.clone());
        let statics = match (&self.state.observed, time) {
            (Some(observed), Time::Before) => &observed.statics,
            _ => &self.state.statics,
        };
        let value = statics.class(access.class).map(|statics| statics.fields[access.slot as usize]);
        match value {
            Some(value) => self.atom(&declared, value),
            None => Err(Stop::unsupported("a property of static fields that are not there yet")),
        }
    }

    fn field(&mut self, object: ObjectId, field: FieldId, time: Time) -> HeldAtom<Self> {
        if time == Time::Before && !self.was_there(object)? {
            return Ok(None);
        }
        self.field_of(object, field, time)
    }

    fn length(&mut self, array: ObjectId) -> HeldAtom<Self> {
        match self.state.heap.get(array).array_content().map(|content| content.length) {
            Some(length) => Ok(Some(HeapAtom::Number(self.machine.term(length)?))),
            None => Ok(None),
        }
    }

    fn element(&mut self, array: ObjectId, index: &Term, time: Time) -> HeldAtom<Self> {
        if time == Time::Before && !self.was_there(array)? {
            return Ok(None);
        }
        self.element_of(array, index, time)
    }

    fn same(&mut self, left: ObjectId, right: ObjectId) -> Result<Term, Stop> {
        match self.machine.same(self.state, Value::Reference(left), Value::Reference(right))? {
            Truth::Known(known) => Ok(self.machine.pool.bool_const(known)),
            Truth::Depends(condition) => Ok(condition),
        }
    }

    fn is_instance(&mut self, object: ObjectId, class: ClassId) -> Result<bool, Stop> {
        self.machine.is_instance(self.state, object, class)
    }

    fn children(&mut self, object: ObjectId, time: Time) -> Result<Vec<ObjectId>, Stop> {
        if time == Time::Before && !self.was_there(object)? {
            return Ok(Vec::new());
        }
        self.children_of(object, time)
    }

    fn roots(&mut self, classes: &[ClassId], time: Time) -> Result<Vec<ObjectId>, Stop> {
        let mut roots = Vec::new();
        let mut add = |atom: Option<HeapAtom<ObjectId, Term>>| {
            if let Some(HeapAtom::Object(object)) = atom {
                roots.push(object);
            }
        };
        if time == Time::After || !self.makes_receiver() {
            add(self.receiver()?);
        }
        for number in 0..self.machine.program.method(self.method).parameters.len() {
            if self.machine.program.method(self.method).parameters[number].kind() == Kind::Reference {
                add(self.parameter(number)?);
            }
        }
        for class in classes {
            for field in self.machine.program.class(*class).static_layout.clone() {
                if self.machine.program.field(field).field_type.kind() == Kind::Reference {
                    add(self.static_field(field, time)?);
                }
            }
        }
        if time == Time::After {
            add(self.returned()?);
        }
        Ok(roots)
    }
}
