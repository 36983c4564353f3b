//! What somebody who knows a method asks of the state that calls it. A question that the state does not decide stops with a fork, as
//! an instruction would: after it the call is made again, and more is known.

use logic::term::Term;
use program::class::{ClassId, FieldId, MethodId};

use crate::machine::{FieldAccess, Machine};
use crate::reference::guarded::{Entries, Located, Truth};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::{Base, Content};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// A field of an object that is not null. Objects that the reference may not be, or null, do not count.
    pub fn ask_field(&mut self, state: &mut State, object: Value, field: FieldId) -> Result<Option<Value>, Stop> {
        let Some(object) = self.without_null(state, object)? else { return Ok(None) };
        let access = FieldAccess::of(self.program.field(field));
        let holds_it = |machine: &Machine, object: ObjectId| {
            let object = state.heap.get(object);
            object.array_content().is_none() && machine.program.is_subclass(object.class, access.class)
        };
        if let Value::Reference(object) = object
            && !holds_it(self, object)
        {
            return Ok(None);
        }
        self.get_field(state, object, access).map(Some)
    }

    /// The same, asked only where a condition holds: nothing is found out about other heaps. For heap models that do not fork.
    pub fn ask_field_where(
        &mut self,
        state: &mut State,
        object: Value,
        field: FieldId,
        condition: Term,
    ) -> Result<Option<Value>, Stop> {
        let access = FieldAccess::of(self.program.field(field));
        let entries = match self.located(state, object)? {
            Located::One(object) => Entries::from_slice(&[(self.pool.always(), object)]),
            Located::Many(entries) => entries,
        };
        let mut parts = Vec::with_capacity(entries.len());
        for (guard, object) in entries {
            let both = self.pool.and(condition, guard);
            let both = state.path_condition.domains.normalize(&mut self.pool, both);
            let is_array = !object.is_null() && state.heap.get(object).array_content().is_some();
            if object.is_null() || is_array || self.pool.is_false(both) {
                continue;
            }
            if let Some(value) = self.get_field_of(state, object, access, both)? {
                parts.push((guard, value));
            }
        }
        match parts[..] {
            [] => Ok(None),
            [(_, value)] => Ok(Some(value)),
            _ => {
                let kind = self.program.field(access.field).field_type.kind();
                self.merge(state, kind, parts).map(Some)
            }
        }
    }

    /// Whether references are all they can be at once: nothing forks over what one is.
    pub fn keeps_references_together(&self) -> bool {
        !self.heap_model.forks_on_reads()
    }

    /// Whether a condition is impossible, as far as looking tells.
    pub fn is_excluded(&self, state: &State, condition: Term) -> bool {
        self.pool.is_false(condition) || state.path_condition.domains.evaluate(&self.pool, condition) == Some(false)
    }

    /// A static field of an initialised class.
    pub fn ask_static(&mut self, state: &mut State, field: FieldId) -> Result<Option<Value>, Stop> {
        let access = FieldAccess::of(self.program.field(field));
        if !state.statics.is_initialized(access.class) {
            return Ok(None);
        }
        self.get_static(state, access).map(Some)
    }

    /// The length of an array that is not null.
    pub fn ask_length(&mut self, state: &mut State, array: Value) -> Result<Option<Value>, Stop> {
        let Some(array) = self.without_null(state, array)? else { return Ok(None) };
        let Located::One(array) = self.located(state, array)? else { return Ok(None) };
        match &state.heap.get(array).content {
            Content::Array(content) => Ok(Some(content.length)),
            Content::Fields(_) => Ok(None),
        }
    }

    /// An element of an array, at an index in its range; `None` if the array and the index are not known well enough.
    pub fn ask_element(&mut self, state: &mut State, array: Value, index: Value) -> Result<Option<Value>, Stop> {
        let Some(array) = self.without_null(state, array)? else { return Ok(None) };
        let Located::One(array) = self.located(state, array)? else { return Ok(None) };
        let Content::Array(content) = &state.heap.get(array).content else { return Ok(None) };
        if !self.holds_references(state, array) {
            return Ok(self.element_of(state, Value::Reference(array), index));
        }
        match (&content.base, index) {
            (Base::Values(values), Value::Int(index)) if content.layers.is_empty() => {
                let Some(value) = usize::try_from(index).ok().and_then(|index| values.get(index)).copied() else {
                    return Ok(None);
                };
                self.loaded(state, value).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether two references are the same object, or both null.
    pub fn ask_same(&mut self, state: &State, one: Value, other: Value) -> Result<Term, Stop> {
        Ok(match self.same(state, one, other)? {
            Truth::Known(known) => self.pool.bool_const(known),
            Truth::Depends(condition) => condition,
        })
    }

    /// Whether an object that is not null is of one of these classes; `open`: or of one that is not listed, below this one. `None`: it
    /// may be of classes of which nothing is known here.
    pub fn ask_membership(
        &mut self,
        state: &State,
        object: Value,
        classes: &[ClassId],
        open: Option<ClassId>,
    ) -> Result<Option<bool>, Stop> {
        let entries = match self.located(state, object)? {
            Located::One(object) => Entries::from_slice(&[(self.pool.always(), object)]),
            Located::Many(entries) => entries,
        };
        let is_single = entries.len() == 1;
        let mut answer = None;
        for (_, object) in entries {
            if object.is_null() {
                continue;
            }
            let entry = state.heap.get(object);
            let declared = entry.open.as_ref().map(|open| open.declared);
            if declared.is_some() && declared != open {
                return Ok(None);
            }
            let exact = [entry.class];
            let possible = entry.candidates.as_deref().unwrap_or(&exact);
            let (inside, outside): (Vec<ClassId>, Vec<ClassId>) =
                possible.iter().partition(|class| classes.contains(class));
            let is_it = match (inside.is_empty(), outside.is_empty()) {
                (false, true) => true,
                (true, _) => false,
                (false, false) if is_single => return Err(self.narrow(state, object, vec![inside, outside])),
                (false, false) => return Ok(None),
            };
            if answer.is_some_and(|answer| answer != is_it) {
                return Ok(None);
            }
            answer = Some(is_it);
        }
        Ok(answer)
    }

    /// A reference without null; `None` if nothing is left.
    fn without_null(&mut self, state: &State, reference: Value) -> Result<Option<Value>, Stop> {
        Ok(match self.located(state, reference)? {
            Located::One(object) => (!object.is_null()).then_some(Value::Reference(object)),
            Located::Many(entries) => {
                let left: Vec<(Term, ObjectId)> = entries.into_iter().filter(|(_, object)| !object.is_null()).collect();
                (!left.is_empty()).then(|| self.choice_value(left))
            }
        })
    }
}

impl Machine {
    /// The type whose unlisted subclasses an unknown object of a declared type may have.
    pub fn may_be_unlisted_class(&mut self, declared: ClassId) -> Option<ClassId> {
        if self.is_built(declared) { None } else { self.open(declared).map(|open| open.declared) }
    }

    /// Whether the machine does a method itself.
    pub fn is_intrinsic(&mut self, method: MethodId) -> bool {
        self.intrinsic_of(method).is_some()
    }
}
