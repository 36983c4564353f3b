//! References and fields: locating objects, reading and writing fields, type tests.

use std::rc::Rc;

use logic::term::{Sort, Term};
use program::class::{ClassId, FieldId};
use program::code::{Kind, Type};

use crate::machine::{FieldAccess, Machine};
use crate::reference::guarded::Located;
use crate::reference::heap_model::{HeapModel, split_off};
use crate::reference::summarize::Offer;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Raise, Stop};
use crate::state::heap::{Content, InputOrigin, Object, Payload};
use crate::state::terms::Ints;
use crate::state::value::{ChoiceId, ObjectId, UnknownId, Value};
use crate::state::{Phase, State, Unknown};

impl Machine {
    /// The heap model borrows the machine it belongs to.
    pub(crate) fn with_heap_model<T>(&mut self, ask: impl FnOnce(&dyn HeapModel, &mut Machine) -> T) -> T {
        let model = self.heap_model.clone();
        ask(&*model, self)
    }

    pub(crate) fn get_field(&mut self, state: &mut State, object: Value, access: FieldAccess) -> Result<Value, Stop> {
        match self.located(state, object)? {
            Located::One(location) if location.is_null() => Err(Raise::null_pointer().into()),
            Located::One(location) => {
                let always = self.pool.always();
                let value = self.get_field_of(state, location, access, always)?;
                value.ok_or_else(Stop::nothing_left)
            }
            Located::Many(entries) => {
                let mut parts = Vec::with_capacity(entries.len());
                for (guard, location) in self.not_null(state, entries)? {
                    if let Some(value) = self.get_field_of(state, location, access, guard)? {
                        parts.push((guard, value));
                    }
                }
                let kind = self.program.field(access.field).field_type.kind();
                self.merge(state, kind, parts)
            }
        }
    }

    /// A field of one object, read where `guard` holds; `None` if that turns out to be nowhere.
    pub(crate) fn get_field_of(
        &mut self,
        state: &mut State,
        location: ObjectId,
        access: FieldAccess,
        guard: Term,
    ) -> Result<Option<Value>, Stop> {
        if !self.settle_class(state, location, access.class)? {
            return Ok(None);
        }
        let value = state.heap.get(location).fields().get(access.slot as usize).copied().unwrap_or(Value::Unset);
        let value = match value {
            Value::Opaque if self.is_symbolic_string(state, location) => {
                self.spell_out(state, location)?;
                state.heap.get(location).fields().get(access.slot as usize).copied().unwrap_or(Value::Opaque)
            }
            Value::Unset if self.pool.is_true(guard) => self.first_read_of_field(state, location, access.field)?,
            Value::Unset if self.program.field(access.field).field_type.kind() != Kind::Reference => {
                self.first_read_of_field(state, location, access.field)?
            }
            Value::Unset => return self.discover(state, location, access.field, guard),
            value if self.is_partly_unread(value) => return self.discover(state, location, access.field, guard),
            other => other,
        };
        let value = self.loaded(state, value)?;
        if let Value::Choice(id) = value
            && self.pool.is_true(guard)
            && may_write_back(state)
            && let Some(only) = self.only_location(state, id)
        {
            // The path only ever excludes more: who reads it next need not look.
            set_slot(state, location, access.slot as usize, Value::Reference(only), None);
            return Ok(Some(Value::Reference(only)));
        }
        Ok(Some(value))
    }

    /// A field of a class is about to be accessed in an object that may be of several. If only some of them have the field, it
    /// must be known first whether the object is one of these: fields of different classes share their slots. False if
    /// none has it, so that the access cannot be of this object.
    fn settle_class(&mut self, state: &State, location: ObjectId, class: ClassId) -> Result<bool, Stop> {
        let Some(candidates) = &state.heap.get(location).candidates else {
            return Ok(self.program.is_subclass(state.heap.get(location).class, class));
        };
        let (have, others): (Vec<ClassId>, Vec<ClassId>) =
            candidates.iter().partition(|candidate| self.program.is_subclass(**candidate, class));
        match (have.is_empty(), others.is_empty()) {
            (_, true) => Ok(true),
            (true, false) => Ok(false),
            (false, false) => Err(self.narrow(state, location, vec![have, others])),
        }
    }

    /// A field of reference type that is unread, perhaps only in some of the heaps this state stands for, is read where
    /// `guard` holds: there it becomes an unknown reference, elsewhere it stays as it is. `None` if the guard holds nowhere.
    pub(crate) fn discover(
        &mut self,
        state: &mut State,
        location: ObjectId,
        field: FieldId,
        guard: Term,
    ) -> Result<Option<Value>, Stop> {
        let slot = self.program.field(field).slot as usize;
        let current = state.heap.get(location).fields().get(slot).copied().unwrap_or(Value::Unset);
        let unread = self.unread_guard(current);
        let newly = self.pool.and(unread, guard);
        let newly = state.path_condition.domains.normalize(&mut self.pool, newly);
        let mut cuts = Vec::new();
        let mut stored = current;
        let is_new = self.may_hold(state, newly);
        if is_new && self.stops_at_unknowns(state) {
            return Err(self.awaits_growth(state));
        }
        if is_new {
            let origin = state.heap.get(location).origin.clone().expect("only input objects have unread fields");
            let name = self.field_name(state, location, &origin.name, field);
            let Type::Reference(class) = self.program.field(field).field_type.clone() else {
                panic!("only references are discovered");
            };
            let declared = self.load(&class)?;
            self.ensure_enums_initialized(state, declared)?;
            if self.is_built(declared) {
                // What is built by code is built one at a time.
                return Err(self.split_by(state, newly, "a library object held by one of several objects"));
            }
            if self.is_bound_by_fork(state, declared) {
                // One of several ways to go on is no guarded set.
                return Err(self.split_by(state, newly, &self.beyond_candidates(declared)));
            }
            let unknown = new_unknown(state, declared, origin.depth + 1, name, self.may_be_null(field));
            cuts = self.summarize(state, unknown, newly)?;
            let binding = state.unknown(unknown).binding.expect("a summary was just made");
            stored = self.reveal(state, current, newly, binding)?;
            let initial = origin.initial.get(slot).copied().unwrap_or(Value::Unset);
            let is_untouched = match (initial, current) {
                (Value::Unset, Value::Unset) => true,
                (Value::Choice(initial), Value::Choice(current)) => initial == current,
                _ => false,
            };
            let initial = if is_untouched { stored } else { self.reveal(state, initial, newly, binding)? };
            set_slot(state, location, slot, stored, Some(initial));
        }
        split_off(cuts, newly)?;
        match stored {
            Value::Choice(id) => {
                let Some(value) = self.read_part(id) else { return Ok(None) };
                if !is_new && self.pool.is_true(guard) && may_write_back(state) {
                    // Read in every heap that is left.
                    set_slot(state, location, slot, value, None);
                }
                Ok(Some(value))
            }
            Value::Unset => Ok(None),
            other => Ok(Some(other)),
        }
    }

    /// A fork by a condition on the heap, after which it is known; ends the path if that was tried before in vain.
    pub(crate) fn split_by(&mut self, state: &State, condition: Term, what: &str) -> Stop {
        if state.path_condition.conjuncts.contains(&condition) || self.pool.is_true(condition) {
            return Stop::unsupported(what);
        }
        let negation = self.pool.not(condition);
        Stop::branch(condition, negation, Effect::Retry, Effect::Retry)
    }

    /// Whether what a field holds has been read in some of the heaps this state stands for, but not in all.
    pub(crate) fn is_partly_unread(&self, value: Value) -> bool {
        matches!(value, Value::Choice(_)) && !self.pool.is_false(self.unread_guard(value))
    }

    /// Where a field's value says that it has not been read.
    fn unread_guard(&self, value: Value) -> Term {
        match value {
            Value::Unset => self.pool.always(),
            Value::Choice(id) => {
                let unread = self.choice(id).iter().find(|(_, location)| *location == ObjectId::UNREAD);
                unread.map_or(self.pool.never(), |(guard, _)| *guard)
            }
            _ => self.pool.never(),
        }
    }

    /// What a field holds whose unread part holds what the field held at first.
    pub(crate) fn with_unread_part(&mut self, state: &State, value: Value, at_first: Value) -> Value {
        let (Value::Choice(id), false) = (value, matches!(at_first, Value::Unset)) else {
            return if let Value::Unset = value { at_first } else { value };
        };
        let unread = self.unread_guard(value);
        if self.pool.is_false(unread) || matches!(at_first, Value::Choice(at_first) if at_first == id) {
            return value;
        }
        let read = self.choice(id).iter().copied().filter(|(_, location)| *location != ObjectId::UNREAD);
        let mut entries: Vec<(Term, ObjectId)> = read.collect();
        match self.add_stored_entries(state, unread, at_first, &mut entries) {
            Ok(()) => self.choice_value(entries),
            Err(_) => value,
        }
    }

    /// A field's value where it has been read; `None` if that is nowhere.
    fn read_part(&mut self, id: ChoiceId) -> Option<Value> {
        if let Some(known) = self.references.read_parts.get(&id) {
            return *known;
        }
        let read = self.choice(id).iter().copied().filter(|(_, location)| *location != ObjectId::UNREAD);
        let read: Vec<(Term, ObjectId)> = read.collect();
        let value = (!read.is_empty()).then(|| self.choice_value(read));
        self.references.read_parts.insert(id, value);
        value
    }

    /// A field's value with what is unread replaced by `binding` where `newly` holds.
    fn reveal(&mut self, state: &State, value: Value, newly: Term, binding: Value) -> Result<Value, Stop> {
        let mut entries = Vec::new();
        let mut unread = self.unread_guard(value);
        if let Value::Choice(id) = value {
            entries.extend(self.choice(id).iter().copied().filter(|(_, location)| *location != ObjectId::UNREAD));
        }
        self.add_entries(state, newly, binding, &mut entries)?;
        let elsewhere = self.pool.not(newly);
        unread = self.pool.and(unread, elsewhere);
        let unread = state.path_condition.domains.normalize(&mut self.pool, unread);
        entries.push((unread, ObjectId::UNREAD));
        Ok(self.choice_value(entries))
    }

    /// What a field holds now is unread where the program has not written it; that has just been read as what it held at first.
    pub(crate) fn reveal_unread(
        &mut self,
        state: &mut State,
        location: ObjectId,
        slot: usize,
        read: Value,
    ) -> Result<(), Stop> {
        let now = state.heap.get(location).fields().get(slot).copied().unwrap_or(Value::Unset);
        let unread = self.unread_guard(now);
        let read = match read {
            Value::Unknown(unknown) => state.unknown(unknown).binding.unwrap_or(read),
            known => known,
        };
        let revealed = self.reveal(state, now, unread, read)?;
        set_slot(state, location, slot, revealed, None);
        Ok(())
    }

    /// What a register receives when a field or element holding `value` is read: a bound unknown is its location.
    pub(crate) fn loaded(&mut self, state: &mut State, value: Value) -> Result<Value, Stop> {
        if let Value::Unknown(unknown) = value {
            if state.unknown(unknown).binding.is_none() {
                self.with_heap_model(|model, machine| model.first_read(machine, state, unknown))?;
            }
            if let Some(binding) = state.unknown(unknown).binding {
                return Ok(binding);
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
        let value = self.narrowed(access.field, value)?;
        let slot = access.slot as usize;
        match self.located(state, object)? {
            Located::One(location) if location.is_null() => return Err(Raise::null_pointer().into()),
            Located::One(location) => set_slot(state, location, slot, value, None),
            Located::Many(entries) => {
                let entries = self.not_null(state, entries)?;
                let kind = self.program.field(access.field).field_type.kind();
                let mut written = Vec::with_capacity(entries.len());
                for (guard, location) in entries {
                    if !self.settle_class(state, location, access.class)? {
                        continue;
                    }
                    let old = state.heap.get(location).fields().get(slot).copied().unwrap_or(Value::Unset);
                    let old = match old {
                        Value::Unset if kind != Kind::Reference => {
                            self.first_read_of_field(state, location, access.field)?
                        }
                        other => other,
                    };
                    let otherwise = self.pool.not(guard);
                    let new = if kind == Kind::Reference {
                        let mut entries = Vec::new();
                        self.add_entries(state, guard, value, &mut entries)?;
                        self.add_stored_entries(state, otherwise, old, &mut entries)?;
                        self.choice_value(entries)
                    } else {
                        self.merge(state, kind, vec![(guard, value), (otherwise, old)])?
                    };
                    written.push((location, new));
                }
                for (location, value) in written {
                    set_slot(state, location, slot, value, None);
                }
            }
        }
        Ok(())
    }

    /// The entries of what a field holds, unread parts included, where `guard` holds.
    fn add_stored_entries(
        &mut self,
        state: &State,
        guard: Term,
        value: Value,
        entries: &mut Vec<(Term, ObjectId)>,
    ) -> Result<(), Stop> {
        let unread = self.unread_guard(value);
        if self.pool.is_false(unread) {
            return self.add_entries(state, guard, value, entries);
        }
        match value {
            Value::Choice(id) => {
                for position in 0..self.choice(id).len() {
                    let (part, location) = self.choice(id)[position];
                    self.add_entry(state, guard, part, location, entries);
                }
            }
            _ => entries.push((guard, ObjectId::UNREAD)),
        }
        Ok(())
    }

    /// A static field of an initialised class.
    pub(crate) fn get_static(&mut self, state: &mut State, access: FieldAccess) -> Result<Value, Stop> {
        let statics = state.statics.class(access.class).expect("an initialised class is prepared");
        let value = match statics.fields[access.slot as usize] {
            Value::Unset => self.first_read_of_static(state, access.field)?,
            value => value,
        };
        // Elsewhere no static field holds what is part of the input.
        if self.is_apart() { self.loaded(state, value) } else { Ok(value) }
    }

    /// Write a static field of an initialised class.
    pub(crate) fn put_static(&mut self, state: &mut State, access: FieldAccess, value: Value) -> Result<(), Stop> {
        let value = self.narrowed(access.field, value)?;
        let statics = Rc::make_mut(&mut state.statics).class_mut(access.class);
        statics.expect("an initialised class is prepared").fields[access.slot as usize] = value;
        Ok(())
    }

    /// Storing an int into a field of a smaller type keeps its low bits.
    fn narrowed(&mut self, field: FieldId, value: Value) -> Result<Value, Stop> {
        match value {
            Value::Int(_) | Value::Symbolic(_) => {
                let field_type = self.program.field(field).field_type.clone();
                self.narrowed_to(&field_type, value)
            }
            other => Ok(other),
        }
    }

    /// Storing an int where a smaller type is kept keeps its low bits.
    pub(crate) fn narrowed_to(&mut self, field_type: &Type, value: Value) -> Result<Value, Stop> {
        let term = match value {
            Value::Int(number) => return Ok(Value::Int(narrow_int(field_type, number))),
            Value::Symbolic(term) => term,
            other => return Ok(other),
        };
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
        let field_type = self.program.generic_field_type(field);
        let slot = self.program.field(field).slot as usize;
        let value = self.fresh_generic_input(state, &field_type, name, origin.depth + 1)?;
        if let Value::Unknown(unknown) = value {
            state.unknowns[unknown.0 as usize].may_be_null = self.may_be_null(field);
        }
        set_slot(state, location, slot, value, Some(value));
        Ok(value)
    }

    /// Whether an input may have null in a field. An inner object always has an outer one: compilers see to that.
    fn may_be_null(&self, field: FieldId) -> bool {
        const ACC_SYNTHETIC: u16 = 0x1000;
        let field = self.program.field(field);
        // Nor does `toString` give null.
        field.class != self.known.other && (field.access & ACC_SYNTHETIC == 0 || !field.name.starts_with("this$"))
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
                state.path_condition.domains.note(at_least);
                state.path_condition.domains.note(at_most);
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
                let sort = crate::state::terms::sort_of(other.kind(), self.config.ints);
                (other.kind(), pool.symbol(&name, sort))
            }
        };
        Ok(self.value(kind, term))
    }

    /// Whether it must be known that an open object is of none of the unlisted classes before it can be said whether it is an
    /// instance of a class.
    pub(crate) fn must_be_closed(&self, state: &State, object: ObjectId, class: ClassId) -> bool {
        let entry = state.heap.get(object);
        let Some(open) = &entry.open else { return false };
        let declared = open.declared;
        let is_other = entry.class == self.known.other;
        if is_other && self.program.is_subclass(entry.class, class) {
            return false;
        }
        if self.program.is_subclass(declared, class) || !self.program.may_have_common_subtype(declared, class) {
            return false;
        }
        let is_excluded = open.excluded.iter().any(|excluded| self.program.is_subclass(class, *excluded));
        // No class beyond the class path is below one of the user's: there the declared type speaks for all of them, unless it
        // hides one. Arrays are only listed as far as there is an end to them.
        let asked = self.program.class(class);
        let is_listed = || entry.candidates.as_deref().is_some_and(|candidates| candidates.contains(&class));
        let is_users = asked.origin == program::class::ClassOrigin::User
            && self.program.is_mentioned(class)
            && (!asked.is_array() || is_listed())
            && !self.hides_class_below(declared, class);
        !is_users && !is_excluded || !is_other && !stands_for_unlisted(entry, declared)
    }

    /// Whether the object (not null) is an instance of a class; forks if its type is not known well enough.
    pub(crate) fn is_instance(&mut self, state: &State, object: ObjectId, class: ClassId) -> Result<bool, Stop> {
        let entry = state.heap.get(object);
        if let Some(open) = &entry.open {
            if self.program.is_subclass(open.declared, class) {
                return Ok(true);
            }
            if self.must_be_closed(state, object, class) {
                return Err(self.ask_class(state, object, class));
            }
        }
        let Some(candidates) = &entry.candidates else {
            return Ok(self.program.is_subclass(entry.class, class));
        };
        let (instances, others): (Vec<ClassId>, Vec<ClassId>) =
            candidates.iter().partition(|candidate| self.program.is_subclass(**candidate, class));
        if others.is_empty() {
            return Ok(true);
        }
        if instances.is_empty() {
            return Ok(false);
        }
        Err(self.narrow(state, object, vec![instances, others]))
    }

    /// The exact class of an object; forks over its candidates.
    pub(crate) fn exact_class(&mut self, state: &State, object: ObjectId) -> Result<ClassId, Stop> {
        if state.heap.get(object).open.is_some() {
            return Err(self.close(state, object));
        }
        self.listed_class(state, object)
    }

    /// The first class for which the object stands, if it is open, and its exact class otherwise; forks as above.
    pub(crate) fn listed_class(&mut self, state: &State, object: ObjectId) -> Result<ClassId, Stop> {
        let entry = state.heap.get(object);
        match &entry.candidates {
            None => Ok(entry.class),
            Some(candidates) => Err(self.narrow(state, object, candidates.iter().map(|class| vec![*class]).collect())),
        }
    }
}

impl Machine {
    /// A fork between the candidate classes of an open object and all others, which ends there.
    pub(crate) fn close(&mut self, state: &State, object: ObjectId) -> Stop {
        let entry = state.heap.get(object);
        let declared = entry.open.as_ref().map_or(entry.class, |open| open.declared);
        let others = Effect::Cut(Cut::Unsupported(self.beyond_candidates(declared)));
        let guards = self.is_not_listed(state.heap.get(object)).into_iter().collect();
        let closed = Alternative { guards: Vec::new(), effect: Effect::Close { object } };
        Stop::Fork(Fork { alternatives: vec![closed, Alternative { guards, effect: others }] })
    }

    /// A fork by whether an open object is an instance of a class that is not listed, if such an object can be made; else as
    /// [`Machine::close`].
    pub(crate) fn ask_class(&mut self, state: &State, object: ObjectId, class: ClassId) -> Stop {
        if class == self.known.other {
            return self.ask_whether_other(state, object, None);
        }
        let entry = state.heap.get(object);
        if self.may_be_hidden(entry, class)
            && let Some(open) = &entry.open
            && let Some(hidden) = self.hidden_classes_below(open, class)
        {
            let is_not = Alternative { guards: Vec::new(), effect: Effect::Exclude { object, class } };
            let mut alternatives = vec![is_not];
            if !hidden.is_empty() {
                alternatives.extend(self.turning_into(state, object, &hidden));
            }
            return Stop::Fork(Fork { alternatives });
        }
        let stands_for_it = entry.open.as_ref().is_some_and(|open| {
            stands_for_unlisted(entry, open.declared) && self.program.is_subclass(class, open.declared)
        });
        if !stands_for_it || !self.may_turn_into(entry, class) {
            let may_be_built = stands_for_it && self.is_undecided(entry) && self.is_built(class);
            return if may_be_built { self.ask_built(state, object, class) } else { self.close(state, object) };
        }
        let guards = self.is_not_listed(entry).into_iter().collect();
        let is_not = Alternative { guards: Vec::new(), effect: Effect::Exclude { object, class } };
        let is_one = Alternative { guards, effect: Effect::TurnInto { object, class } };
        Stop::Fork(Fork { alternatives: vec![is_not, is_one] })
    }

    /// The same for a type whose objects are built.
    fn ask_built(&mut self, state: &State, object: ObjectId, class: ClassId) -> Stop {
        let offers = match self.offers_in_place(state, object, class) {
            Ok(offers) => offers,
            Err(stop) => return stop,
        };
        let guards: Vec<Term> = self.is_not_listed(state.heap.get(object)).into_iter().collect();
        let mut alternatives = vec![Alternative { guards: Vec::new(), effect: Effect::Exclude { object, class } }];
        for offer in offers {
            let effect = match offer {
                Offer::New(classes) => Effect::TurnInto { object, class: classes[0] },
                Offer::Built(way) => Effect::Become { object, class, way },
                Offer::Cut(cut) => Effect::Cut(cut),
                _ => continue,
            };
            alternatives.push(Alternative { guards: guards.clone(), effect });
        }
        Stop::Fork(Fork { alternatives })
    }

    /// Whether an object may be of a class of the user's below this one of the user's that is not listed.
    pub(crate) fn may_be_hidden(&self, object: &Object, class: ClassId) -> bool {
        let asked = self.program.class(class);
        object.open.as_ref().is_some_and(|open| {
            asked.origin == program::class::ClassOrigin::User
                && !asked.is_array()
                && self.hides_class_below(open.declared, class)
                && stands_for_unlisted(object, open.declared)
                && !open.excluded.iter().any(|excluded| self.program.is_subclass(class, *excluded))
        })
    }

    /// Where an open object is of a class that is not listed, if there are conditions on its class.
    pub(crate) fn is_not_listed(&mut self, object: &Object) -> Option<Term> {
        // The declared type itself stands for the classes that are not listed: where the path excludes it, there are none.
        let declared = object.open.as_ref()?.declared;
        let unknown = object.class_unknown.clone().filter(|unknown| unknown.classes.contains(&declared))?;
        Some(self.class_is_one_of(&unknown, &|class| class == declared))
    }

    /// A fork over a partition of an object's candidate classes.
    pub(crate) fn narrow(&mut self, state: &State, object: ObjectId, partition: Vec<Vec<ClassId>>) -> Stop {
        let class_unknown = state.heap.get(object).class_unknown.clone();
        let mut alternatives = Vec::with_capacity(partition.len());
        for candidates in partition {
            let guards = match &class_unknown {
                Some(unknown) => vec![self.class_is_one_of(unknown, &|class| candidates.contains(&class))],
                None => Vec::new(),
            };
            let effect = Effect::Narrow { object, candidates: candidates.into() };
            alternatives.push(Alternative { guards, effect });
        }
        Stop::Fork(Fork { alternatives })
    }
}

/// Whether nothing is known of what an object of the input holds.
pub(crate) fn is_untouched(object: &Object) -> bool {
    let has_no_fields = match &object.content {
        Content::Fields(fields) => fields.iter().all(|field| matches!(field, Value::Unset)),
        Content::Array(_) => false,
    };
    has_no_fields && matches!(object.payload, Payload::None)
}

/// Whether an open object may still be of a class that is not listed: its declared type, among the candidates, stands for them.
fn stands_for_unlisted(object: &Object, declared: ClassId) -> bool {
    match &object.candidates {
        None => object.class == declared,
        Some(candidates) => candidates.contains(&declared),
    }
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
    let segment = None;
    state.unknowns.push(Unknown {
        declared,
        depth,
        name,
        may_be_null,
        binding: None,
        created: None,
        discovered: None,
        generic: None,
        elements: None,
        way: None,
        receives: None,
        becomes: None,
        is_own: false,
        segment,
    });
    id
}

/// Whether what the path has decided of a field may replace what the field held: a precondition must leave its input as it was.
fn may_write_back(state: &State) -> bool {
    !matches!(state.phase, Phase::Precondition(_))
}

/// Write a field, and what it held at first if this is how that becomes known.
pub(crate) fn set_slot(state: &mut State, location: ObjectId, slot: usize, value: Value, initial: Option<Value>) {
    let object = state.heap.get_mut(location);
    let Content::Fields(fields) = &mut object.content else {
        panic!("the verifier admits no field access on arrays");
    };
    if fields.len() <= slot {
        fields.resize(slot + 1, Value::Unset);
    }
    fields[slot] = value;
    if let (Some(initial), Some(origin)) = (initial, &mut object.origin) {
        let origin: &mut InputOrigin = Rc::make_mut(origin);
        if origin.initial.len() <= slot {
            origin.initial.resize(slot + 1, Value::Unset);
        }
        origin.initial[slot] = initial;
    }
}

/// The low bits that a field or element of a type keeps of an int.
#[inline]
fn narrow_int(field_type: &Type, value: i32) -> i32 {
    match field_type {
        Type::Byte => value as i8 as i32,
        Type::Boolean => value & 1,
        Type::Char => value as u16 as i32,
        Type::Short => value as i16 as i32,
        _ => value,
    }
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
        if let Content::Fields(fields) = &mut state.heap.get_mut(object).content
            && slot < fields.len()
        {
            fields[slot] = value;
        }
    }
}
