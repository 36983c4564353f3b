//! Elements of reference type: what may be at an index of an array, as a guarded set or by a fork.

use logic::term::Term;
use program::code::{Kind, Register};

use crate::machine::Machine;
use crate::reference::array::{MAX_EXPANSION, check_expansion, content, initial_reads, remember_read};
use crate::reference::heap_model::split_off;
use crate::state::State;
use crate::state::fork::{Alternative, Effect, Fork, Stop};
use crate::state::heap::{ArrayContent, Base, Content, Layer};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// An element of reference type as a guarded set: everything that may be there, where `guard` holds.
    pub(crate) fn merged_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        index: Value,
        guard: Term,
    ) -> Result<Value, Stop> {
        let array_content = content(state, array).clone();
        let mut cells: Vec<(Value, Value, Option<Term>)> = Vec::new();
        for layer in array_content.layers.iter().rev() {
            match layer {
                Layer::Concrete(written) => {
                    cells.extend(written.iter().map(|(cell, value)| (Value::Int(*cell), *value, None)))
                }
                Layer::Symbolic { index, value } => cells.push((*index, *value, None)),
            }
        }
        let mut remaining = None;
        match &array_content.base {
            Base::Uniform(value) => remaining = Some(*value),
            Base::Values(values) => {
                if let (Value::Int(index), true) = (index, cells.is_empty()) {
                    let value = values[index as usize];
                    return self.loaded(state, value);
                }
                check_expansion(values)?;
                cells.extend(values.iter().enumerate().map(|(cell, value)| (Value::Int(cell as i32), *value, None)));
            }
            Base::Unknown(_) | Base::Initial(_) => {
                let (_, reads) = initial_reads(state, array);
                cells.extend(reads.iter().map(|read| (read.index, read.value, read.guard)));
            }
        }
        let index_term = self.term(index)?;
        let mut parts = Vec::new();
        let mut missed = guard;
        for (cell, value, known_where) in cells {
            let cell = self.term(cell)?;
            let mut hit = self.pool.eq(index_term, cell);
            if let Some(known_where) = known_where {
                hit = self.pool.and(hit, known_where);
            }
            let here = self.pool.and(missed, hit);
            let here = state.path_condition.domains.normalize(&mut self.pool, here);
            if self.pool.is_false(here) {
                continue;
            }
            parts.push((here, value));
            let miss = self.pool.not(hit);
            missed = self.pool.and(missed, miss);
        }
        missed = state.path_condition.domains.normalize(&mut self.pool, missed);
        if let Some(value) = remaining {
            parts.push((missed, value));
        } else if matches!(array_content.base, Base::Unknown(_) | Base::Initial(_)) && self.may_hold(state, missed) {
            let (array, _) = initial_reads(state, array);
            let declared = self.reference_type_of_elements(state.heap.get(array).class);
            let is_built = declared.is_some_and(|declared| self.is_built(declared));
            if is_built && !self.pool.is_true(missed) {
                return Err(self.split_by(state, missed, "a library object that is one of several elements"));
            }
            let value = self.new_element(state, array, index)?;
            let Value::Unknown(unknown) = value else { panic!("an element of reference type is an unknown") };
            if self.pool.is_true(missed) && self.is_bound_by_fork(state, state.unknown(unknown).declared) {
                return Err(self.fork_over_cuts(state, unknown));
            }
            if is_built {
                return Err(self.fork_over_offers(state, unknown));
            }
            let cuts = self.summarize(state, unknown, missed)?;
            let guard = (!self.pool.is_true(missed)).then_some(missed);
            if let Content::Array(ArrayContent { base: Base::Unknown(reads), .. }) =
                &mut state.heap.get_mut(array).content
                && let Some(read) = reads.last_mut()
            {
                read.guard = guard;
            }
            split_off(cuts, missed)?;
            parts.push((missed, value));
        }
        parts.retain(|(guard, _)| !self.pool.is_false(*guard));
        self.merge(state, Kind::Reference, parts)
    }

    /// An element of reference type: the newest write that hits, else the base, by a fork.
    pub(crate) fn forked_element(
        &mut self,
        state: &mut State,
        target: Register,
        array: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        let mut alternatives = Vec::new();
        // Conditions under which no newer cell was hit.
        let mut missed: Vec<Term> = Vec::new();
        let array_content = content(state, array).clone();
        let mut offer = |machine: &mut Machine, missed: &mut Vec<Term>, cell: Value, effect: Effect| {
            let index = machine.term(index)?;
            let cell = machine.term(cell)?;
            let hit = machine.pool.eq(index, cell);
            if machine.pool.is_false(hit) {
                return Ok(false);
            }
            let mut guards = missed.clone();
            if !machine.pool.is_true(hit) {
                guards.push(hit);
            }
            alternatives.push(Alternative { guards, effect });
            let miss = machine.pool.not(hit);
            let certain = machine.pool.is_false(miss);
            missed.push(miss);
            Ok::<bool, Stop>(certain)
        };
        let mut certain = false;
        for layer in array_content.layers.iter().rev() {
            match layer {
                Layer::Concrete(cells) => {
                    for (cell, value) in cells {
                        certain |=
                            offer(self, &mut missed, Value::Int(*cell), Effect::Assign { target, value: *value })?;
                    }
                }
                Layer::Symbolic { index: cell, value } => {
                    certain |= offer(self, &mut missed, *cell, Effect::Assign { target, value: *value })?;
                }
            }
            if certain {
                break;
            }
        }
        if !certain {
            match &array_content.base {
                Base::Uniform(value) => {
                    alternatives.push(Alternative { guards: missed, effect: Effect::Assign { target, value: *value } })
                }
                Base::Values(values) => {
                    if let (Value::Int(index), true) = (index, missed.is_empty()) {
                        let value = values[index as usize];
                        return self.loaded(state, value);
                    }
                    if missed.is_empty()
                        && let Some(value) = self.choice_of_elements(index, values)?
                    {
                        return Ok(value);
                    }
                    check_expansion(values)?;
                    for (cell, value) in values.iter().enumerate() {
                        let effect = Effect::Assign { target, value: *value };
                        if offer(self, &mut missed.clone(), Value::Int(cell as i32), effect)? {
                            break;
                        }
                    }
                }
                Base::Unknown(_) | Base::Initial(_) => {
                    let (array, reads) = initial_reads(state, array);
                    for read in &reads {
                        let effect = Effect::Assign { target, value: read.value };
                        certain |= offer(self, &mut missed, read.index, effect)?;
                        if certain {
                            break;
                        }
                    }
                    if !certain {
                        let effect = Effect::NewElement { target, array, index };
                        alternatives.push(Alternative { guards: missed, effect });
                    }
                }
            }
        }
        if let [Alternative { guards, effect }] = &alternatives[..]
            && guards.is_empty()
        {
            match effect {
                Effect::Assign { value, .. } => {
                    let value = *value;
                    return self.loaded(state, value);
                }
                Effect::NewElement { array, .. } => {
                    let value = self.new_element(state, *array, index)?;
                    return self.loaded(state, value);
                }
                _ => {}
            }
        }
        Err(Stop::Fork(Fork { alternatives }))
    }

    /// The elements as one guarded reference, if all of them are plain references.
    fn choice_of_elements(&mut self, index: Value, values: &[Value]) -> Result<Option<Value>, Stop> {
        if values.len() > MAX_EXPANSION || !values.iter().all(|value| matches!(value, Value::Reference(_))) {
            return Ok(None);
        }
        let index = self.term(index)?;
        let mut entries = Vec::with_capacity(values.len());
        for (cell, value) in values.iter().enumerate() {
            let Value::Reference(location) = value else { return Ok(None) };
            let cell = self.term(Value::Int(cell as i32))?;
            entries.push((self.pool.eq(index, cell), *location));
        }
        Ok(Some(self.choice_value(entries)))
    }

    /// An element of an unknown reference array at an index none of the earlier reads had.
    pub(crate) fn new_element(&mut self, state: &mut State, array: ObjectId, index: Value) -> Result<Value, Stop> {
        let element = self.element_type(state, array);
        let Base::Unknown(reads) = &content(state, array).base else {
            panic!("only unknown arrays have unread elements");
        };
        let name = self.element_name(state, array, index, reads.len());
        let depth = state.heap.get(array).origin.as_ref().map_or(1, |origin| origin.depth) + 1;
        let value = self.fresh_input(state, &element, name, depth)?;
        remember_read(state, array, index, value);
        Ok(value)
    }
}
