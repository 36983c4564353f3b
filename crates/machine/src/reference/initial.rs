//! What objects of the input held at first, also where the program has changed them since, and elements of arrays one by one.

use program::code::Type;

use crate::machine::{FieldAccess, Machine};
use crate::reference::array::{content, initial_reads};
use crate::reference::guarded::Truth;
use crate::reference::object::set_slot;
use crate::state::State;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Stop};
use crate::state::heap::{ArrayContent, Base, Layer};
use crate::state::value::{ObjectId, Value};

/// The largest array of unknown length whose elements are all looked at, unless the user says.
const LONGEST: u32 = 3;

impl Machine {
    /// The value that a field of an object of the input had at first, which is found out where nobody knows yet.
    pub(crate) fn get_initial_field(
        &mut self,
        state: &mut State,
        location: ObjectId,
        access: FieldAccess,
    ) -> Result<Value, Stop> {
        let slot = access.slot as usize;
        let (initial, now) = initial_and_now(state, location, slot);
        let is_untouched = match (initial, now) {
            (Value::Unset, Value::Unset) => true,
            (Value::Choice(initial), Value::Choice(now)) => initial == now,
            _ => false,
        };
        if is_untouched {
            return self.get_field(state, Value::Reference(location), access);
        }
        if !matches!(initial, Value::Unset) && !self.is_partly_unread(initial) {
            return self.loaded(state, initial);
        }
        // What is read for the first time becomes known in what the field held at first as well as in what it holds now, where that
        // is still the same. Reading does both; here they change places for it.
        set_slot(state, location, slot, initial, Some(now));
        let read = self.get_field(state, Value::Reference(location), access);
        let (revealed_now, revealed) = initial_and_now(state, location, slot);
        let now = match (now, initial) {
            (Value::Choice(_), Value::Choice(_)) => revealed_now,
            _ => now,
        };
        set_slot(state, location, slot, now, Some(revealed));
        if self.is_partly_unread(now)
            && matches!(initial, Value::Unset)
            && let Ok(read) = read
        {
            self.reveal_unread(state, location, slot, read)?;
        }
        read
    }

    /// An element as it is now, or as it was at first in an array of the input; `None` if the index is not in range. Where the index, or
    /// that of something written, is not known, a fork tells which it is: what is asked is always one place.
    pub(crate) fn element_settled(
        &mut self,
        state: &mut State,
        array: ObjectId,
        content: &ArrayContent,
        index: Value,
    ) -> Result<Option<Value>, Stop> {
        let (index_term, length) = (self.term(index)?, self.term(content.length)?);
        let zero = self.term(Value::Int(0))?;
        let (not_negative, below) = (self.pool.le(zero, index_term), self.pool.lt(index_term, length));
        let inside = self.pool.and(not_negative, below);
        let inside = self.truth(state, inside);
        if !self.decide(inside)? {
            return Ok(None);
        }
        let mut cells: Vec<(Value, Value)> = Vec::new();
        for layer in content.layers.iter().rev() {
            match layer {
                Layer::Concrete(written) => {
                    cells.extend(written.iter().map(|(cell, value)| (Value::Int(*cell), *value)));
                }
                Layer::Symbolic { index, value } => cells.push((*index, *value)),
            }
        }
        for (cell, value) in cells {
            if self.is_at(state, index, cell)? {
                return self.loaded(state, value).map(Some);
            }
        }
        match &content.base {
            Base::Uniform(value) => self.loaded(state, *value).map(Some),
            Base::Values(values) => {
                for (cell, value) in values.iter().enumerate() {
                    if self.is_at(state, index, Value::Int(cell as i32))? {
                        return self.loaded(state, *value).map(Some);
                    }
                }
                Err(Stop::nothing_left())
            }
            Base::Unknown(_) | Base::Initial(_) => {
                let (array, reads) = initial_reads(state, array);
                for read in reads {
                    let is_there = match read.guard {
                        Some(guard) => {
                            let is_there = self.truth(state, guard);
                            self.decide(is_there)?
                        }
                        None => true,
                    };
                    if is_there && self.is_at(state, index, read.index)? {
                        return self.loaded(state, read.value).map(Some);
                    }
                }
                let value = self.new_element(state, array, index)?;
                self.loaded(state, value).map(Some)
            }
        }
    }

    fn is_at(&mut self, state: &State, index: Value, cell: Value) -> Result<bool, Stop> {
        let (index, cell) = (self.term(index)?, self.term(cell)?);
        let hit = self.pool.eq(index, cell);
        let truth = match (self.pool.is_true(hit), self.pool.is_false(hit)) {
            (true, _) => Truth::Known(true),
            (_, true) => Truth::Known(false),
            _ => self.truth(state, hit),
        };
        self.decide(truth)
    }

    /// The length of an array as a number, so that all of its elements can be looked at. Input arrays that are longer than the size to
    /// which collections are built are left out, which counts as a bound.
    pub(crate) fn settled_length(&mut self, state: &State, array: ObjectId) -> Result<i32, Stop> {
        let length = content(state, array).length;
        if let Value::Int(length) = length {
            return Ok(length);
        }
        let term = self.term(length)?;
        let longest = self.config.collection_size.unwrap_or(LONGEST);
        let mut alternatives = Vec::new();
        for candidate in 0..=longest {
            let candidate = i32::try_from(candidate).unwrap_or(i32::MAX);
            let value = self.term(Value::Int(candidate))?;
            let is_it = self.pool.eq(term, value);
            if matches!(self.truth(state, is_it), Truth::Known(true)) {
                return Ok(candidate);
            }
            alternatives.push(Alternative { guards: vec![is_it], effect: Effect::Retry });
        }
        let most = self.term(Value::Int(i32::try_from(longest).unwrap_or(i32::MAX)))?;
        let is_longer = self.pool.lt(most, term);
        alternatives.push(Alternative { guards: vec![is_longer], effect: Effect::Cut(Cut::CollectionSize) });
        Err(Stop::Fork(Fork { alternatives }))
    }

    /// Whether elements of an array are references.
    pub(crate) fn holds_references(&self, state: &State, array: ObjectId) -> bool {
        matches!(self.element_type(state, array), Type::Reference(_))
    }
}

fn initial_and_now(state: &State, location: ObjectId, slot: usize) -> (Value, Value) {
    let object = state.heap.get(location);
    let initial = object.origin.as_ref().and_then(|origin| origin.initial.get(slot).copied());
    let now = object.fields().get(slot).copied();
    (initial.unwrap_or(Value::Unset), now.unwrap_or(Value::Unset))
}
