//! References and fields: locating objects, reading and writing fields, type tests.

use std::rc::Rc;

use logic::term::Sort;
use program::class::{ClassId, FieldId};
use program::code::{Kind, Type};

use crate::arithmetic::{Ints, opaque};
use crate::fork::{Alternative, Cut, Effect, Fork, Raise, Stop};
use crate::heap::{Content, Origin, Payload};
use crate::machine::{FieldAccess, Machine};
use crate::state::{State, Unknown};
use crate::value::{ObjectId, UnknownId, Value};

impl Machine {
    /// The object a reference denotes on this path, possibly null.
    #[inline]
    pub(crate) fn locate(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        match value {
            Value::Reference(location) => Ok(location),
            _ => self.locate_symbolic(state, value),
        }
    }

    #[cold]
    fn locate_symbolic(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        match value {
            Value::Unknown(unknown) => match state.unknown(unknown).binding {
                Some(location) => Ok(location),
                None => self.with_heap_model(|model, machine| model.locate(machine, state, unknown)),
            },
            Value::Choice(id) => {
                if let Some((_, location)) = state.chosen.iter().find(|(choice, _)| *choice == id) {
                    return Ok(*location);
                }
                let alternatives = self
                    .choice(id)
                    .iter()
                    .map(|(guard, location)| Alternative {
                        guards: vec![*guard],
                        effect: Effect::Choose { choice: id, location: *location },
                    })
                    .collect();
                Err(Stop::Fork(Fork { alternatives }))
            }
            Value::Opaque => Err(opaque()),
            other => panic!("no reference where one is expected: {other:?}"),
        }
    }

    /// The heap model borrows the machine it belongs to; it is put back afterwards.
    fn with_heap_model<T>(&mut self, ask: impl FnOnce(&dyn crate::heap_model::HeapModel, &mut Machine) -> T) -> T {
        let model = self.heap_model.clone();
        ask(&*model, self)
    }

    /// The object a reference denotes; null raises NullPointerException.
    #[inline]
    pub(crate) fn dereference(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        let location = self.locate(state, value)?;
        if location.is_null() { Err(Raise::null_pointer().into()) } else { Ok(location) }
    }

    /// Whether two references are the same.
    pub(crate) fn same(&mut self, state: &State, left: Value, right: Value) -> Result<bool, Stop> {
        if let (Value::Unknown(a), Value::Unknown(b)) = (left, right)
            && a == b
        {
            return Ok(true);
        }
        let (left, right) = (self.locate(state, left)?, self.locate(state, right)?);
        if left == right || left.is_null() || right.is_null() {
            return Ok(left == right);
        }
        match (&state.heap.get(left).payload, &state.heap.get(right).payload) {
            (Payload::Boxed, Payload::Boxed) => self.same_box(state, left, right),
            _ => Ok(false),
        }
    }

    pub(crate) fn get_field(&mut self, state: &mut State, object: Value, access: FieldAccess) -> Result<Value, Stop> {
        let location = self.dereference(state, object)?;
        let value = state.heap.get(location).fields().get(access.slot as usize).copied().unwrap_or(Value::Unset);
        let value = match value {
            Value::Unset => self.first_read_of_field(state, location, access.field)?,
            other => other,
        };
        self.loaded(state, value)
    }

    /// What a register receives when a field or element holding `value` is read: a bound unknown is its location.
    pub(crate) fn loaded(&mut self, state: &State, value: Value) -> Result<Value, Stop> {
        if let Value::Unknown(unknown) = value {
            if state.unknown(unknown).binding.is_none() {
                self.with_heap_model(|model, machine| model.first_read(machine, state, unknown))?;
            }
            if let Some(location) = state.unknown(unknown).binding {
                return Ok(Value::Reference(location));
            }
        }
        Ok(value)
    }

    pub(crate) fn put_field(
        &mut self,
        state: &mut State,
        object: Value,
        access: FieldAccess,
        value: Value,
    ) -> Result<(), Stop> {
        let location = self.dereference(state, object)?;
        let value = match value {
            Value::Symbolic(_) => self.narrowed(access.field, value)?,
            Value::Int(number) => Value::Int(narrow_int(&self.program.field(access.field).field_type, number)),
            other => other,
        };
        let Content::Fields(fields) = &mut state.heap.get_mut(location).content else {
            panic!("the verifier admits no field access on arrays");
        };
        if fields.len() <= access.slot as usize {
            fields.resize(access.slot as usize + 1, Value::Unset);
        }
        fields[access.slot as usize] = value;
        Ok(())
    }

    /// Storing an int into a field of a smaller type keeps its low bits.
    pub(crate) fn narrowed(&mut self, field: FieldId, value: Value) -> Result<Value, Stop> {
        let field_type = self.program.field(field).field_type.clone();
        self.narrowed_to(&field_type, value)
    }

    pub(crate) fn narrowed_to(&mut self, field_type: &Type, value: Value) -> Result<Value, Stop> {
        let Value::Symbolic(term) = value else { return Ok(value) };
        if self.config.ints == Ints::Math {
            return Ok(value);
        }
        let pool = &mut self.pool;
        let term = match field_type {
            Type::Byte => {
                let low = pool.extract(term, 7, 0);
                pool.sign_extend(low, 32)
            }
            Type::Boolean => {
                // What comparisons yield is 0 or 1 already and keeps its form.
                let (one, zero) = (pool.int32(1), pool.int32(0));
                let is_one = pool.eq(term, one);
                if pool.ite(is_one, one, zero) == term {
                    return Ok(value);
                }
                let low = pool.extract(term, 0, 0);
                pool.zero_extend(low, 32)
            }
            Type::Char => {
                let low = pool.extract(term, 15, 0);
                pool.zero_extend(low, 32)
            }
            Type::Short => {
                let low = pool.extract(term, 15, 0);
                pool.sign_extend(low, 32)
            }
            _ => return Ok(value),
        };
        Ok(self.value(Kind::Int, term))
    }

    /// A field of an input object is read for the first time: it gets a symbol or an unknown reference, which the object's
    /// origin remembers as its initial value.
    pub(crate) fn first_read_of_field(
        &mut self,
        state: &mut State,
        location: ObjectId,
        field: FieldId,
    ) -> Result<Value, Stop> {
        let origin = state.heap.get(location).origin.clone().expect("only input objects have unread fields");
        let name = self.field_name(state, location, &origin.name, field);
        let field_type = self.program.field(field).field_type.clone();
        let slot = self.program.field(field).slot as usize;
        let value = self.fresh_input(state, &field_type, name, origin.depth + 1)?;
        let object = state.heap.get_mut(location);
        if let Content::Fields(fields) = &mut object.content {
            if fields.len() <= slot {
                fields.resize(slot + 1, Value::Unset);
            }
            fields[slot] = value;
        }
        if let Some(origin) = &mut object.origin {
            let origin: &mut Origin = Rc::make_mut(origin);
            if origin.initial.len() <= slot {
                origin.initial.resize(slot + 1, Value::Unset);
            }
            origin.initial[slot] = value;
        }
        Ok(value)
    }

    /// `l.next.elem`; a field hidden by one of a subclass is named through a cast: `((Base) l).elem`.
    fn field_name(&self, state: &State, location: ObjectId, holder: &str, field: FieldId) -> Rc<str> {
        let field = self.program.field(field);
        let visible = self.program.find_field(state.heap.get(location).class, &field.name);
        if visible.is_none_or(|visible| visible == field.id) {
            format!("{holder}.{}", field.name).into()
        } else {
            let class = program::display_class(&self.program.class(field.class).name);
            format!("(({class}) {holder}).{}", field.name).into()
        }
    }

    /// An unconstrained value of a declared type, part of the input.
    pub(crate) fn fresh_input(
        &mut self,
        state: &mut State,
        declared: &Type,
        name: Rc<str>,
        depth: u32,
    ) -> Result<Value, Stop> {
        if let Type::Reference(class) = declared {
            let declared = self.load(class)?;
            self.ensure_enums_initialized(state, declared)?;
            return Ok(Value::Unknown(new_unknown(state, declared, depth, name, true)));
        }
        let pool = &mut self.pool;
        let math = self.config.ints == Ints::Math;
        let (kind, term) = match declared {
            Type::Boolean => {
                let symbol = pool.symbol(&name, Sort::Bool);
                let (one, zero) = if math { (pool.math(1), pool.math(0)) } else { (pool.int32(1), pool.int32(0)) };
                (Kind::Int, pool.ite(symbol, one, zero))
            }
            // Inputs are Java's even where arithmetic is not: each lies in the range of its type.
            Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long if math => {
                let symbol = pool.symbol(&name, Sort::Int);
                let (low, high) = match declared {
                    Type::Byte => (i8::MIN as i128, i8::MAX as i128),
                    Type::Short => (i16::MIN as i128, i16::MAX as i128),
                    Type::Char => (0, u16::MAX as i128),
                    Type::Long => (i64::MIN as i128, i64::MAX as i128),
                    _ => (i32::MIN as i128, i32::MAX as i128),
                };
                let (low, high) = (pool.math(low), pool.math(high));
                let at_least = pool.le(low, symbol);
                let at_most = pool.le(symbol, high);
                // Zero, what a model says of a symbol it does not mention, satisfies both: the witness stays one.
                state.path_condition.conjuncts.extend([at_least, at_most]);
                (declared.kind(), symbol)
            }
            Type::Byte => {
                let symbol = pool.symbol(&name, Sort::BitVec(8));
                (Kind::Int, pool.sign_extend(symbol, 32))
            }
            Type::Short => {
                let symbol = pool.symbol(&name, Sort::BitVec(16));
                (Kind::Int, pool.sign_extend(symbol, 32))
            }
            Type::Char => {
                let symbol = pool.symbol(&name, Sort::BitVec(16));
                (Kind::Int, pool.zero_extend(symbol, 32))
            }
            other => {
                let sort = crate::arithmetic::sort_of(other.kind(), self.config.ints);
                (other.kind(), pool.symbol(&name, sort))
            }
        };
        Ok(self.value(kind, term))
    }

    /// Whether the object (not null) is an instance of a class; forks if its type is not known well enough.
    pub(crate) fn is_instance(&mut self, state: &State, object: ObjectId, class: ClassId) -> Result<bool, Stop> {
        let object_entry = state.heap.get(object);
        if let Some(declared) = object_entry.open {
            if self.program.is_subclass(declared, class) {
                return Ok(true);
            }
            // No class beyond the class path is below one of the user's: there the declared type speaks for all of them.
            let is_users = self.program.class(class).origin == program::class::Origin::User;
            let listed = object_entry
                .candidates
                .as_deref()
                .map_or(object_entry.class == declared, |candidates| candidates.contains(&declared));
            if !is_users || !listed {
                return Err(self.close(object, declared));
            }
        }
        let Some(candidates) = &object_entry.candidates else {
            return Ok(self.program.is_subclass(object_entry.class, class));
        };
        let (instances, others): (Vec<ClassId>, Vec<ClassId>) =
            candidates.iter().partition(|candidate| self.program.is_subclass(**candidate, class));
        if others.is_empty() {
            return Ok(true);
        }
        if instances.is_empty() {
            return Ok(false);
        }
        Err(narrow(object, vec![instances, others]))
    }

    /// The exact class of an object; forks over its candidates.
    pub(crate) fn exact_class(&mut self, state: &State, object: ObjectId) -> Result<ClassId, Stop> {
        if let Some(declared) = state.heap.get(object).open {
            return Err(self.close(object, declared));
        }
        self.listed_class(state, object)
    }

    /// The first class for which the object stands, if it is open, and its exact class otherwise; forks as above.
    pub(crate) fn listed_class(&mut self, state: &State, object: ObjectId) -> Result<ClassId, Stop> {
        let entry = state.heap.get(object);
        match &entry.candidates {
            None => Ok(entry.class),
            Some(candidates) => Err(narrow(object, candidates.iter().map(|class| vec![*class]).collect())),
        }
    }
}

impl Machine {
    /// A fork between the candidate classes of an open object and all others, which ends there.
    pub(crate) fn close(&self, object: ObjectId, declared: ClassId) -> Stop {
        let others = Effect::Cut(Cut::Unsupported(self.beyond_candidates(declared)));
        let alternatives = [Effect::Close { object }, others];
        let alternatives = alternatives.map(|effect| Alternative { guards: Vec::new(), effect });
        Stop::Fork(Fork { alternatives: alternatives.into() })
    }
}

/// A fork over a partition of an object's candidate classes.
pub(crate) fn narrow(object: ObjectId, partition: Vec<Vec<ClassId>>) -> Stop {
    let alternatives = partition
        .into_iter()
        .map(|candidates| Alternative {
            guards: Vec::new(),
            effect: Effect::Narrow { object, candidates: candidates.into() },
        })
        .collect();
    Stop::Fork(Fork { alternatives })
}

/// A new reference of the input, not yet bound.
pub(crate) fn new_unknown(
    state: &mut State,
    declared: ClassId,
    depth: u32,
    name: Rc<str>,
    may_be_null: bool,
) -> UnknownId {
    let id = UnknownId(state.unknowns.len() as u32);
    state.unknowns.push(Unknown { declared, depth, name, may_be_null, binding: None });
    id
}

/// The low bits that a field or element of a type keeps of an int.
#[inline]
pub(crate) fn narrow_int(field_type: &Type, value: i32) -> i32 {
    match field_type {
        Type::Byte => value as i8 as i32,
        Type::Boolean => value & 1,
        Type::Char => value as u16 as i32,
        Type::Short => value as i16 as i32,
        _ => value,
    }
}
