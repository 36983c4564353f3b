//! Arrays: concrete or symbolic lengths, reads and writes at concrete or symbolic indices.
//!
//! Document A, section 6.2 forks over the order of the cells of an unknown array. Here an element of primitive type is
//! instead one term: the writes and earlier reads that may be of the same place, over a fresh symbol. Elements of
//! reference type are a guarded set of locations, or fork by which earlier cell the index meets, as the heap model wants.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::term::{Const, Op, Sort, Term};
use program::class::{ClassId, ClassKind};
use program::code::{Kind, Register, Type};

use crate::machine::Machine;
use crate::reference::guarded::{Entries, Located, Truth};
use crate::state::State;
use crate::state::fork::{Alternative, Effect, Fork, Raise, Stop};
use crate::state::heap::{ArrayContent, Base, Content, Layer, Object, Read};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};

/// Largest concrete array that is read or written at a symbolic index, element by element.
pub(crate) const MAX_EXPANSION: usize = 4096;
/// Largest array of numbers in which a write at an unknown index is a write to all elements.
const SMALL: usize = 16;
/// Largest array a program may make; more raises OutOfMemoryError as a JVM with a small heap would.
const MAX_LENGTH: i32 = 1 << 26;

impl Machine {
    /// The element type of an array object.
    pub(crate) fn element_type(&self, state: &State, array: ObjectId) -> Type {
        self.element_type_of(state.heap.get(array).class)
    }

    pub fn element_type_of(&self, class: ClassId) -> Type {
        match &self.program.class(class).kind {
            ClassKind::Array { element } => element.clone(),
            _ => panic!("the verifier admits only arrays here"),
        }
    }

    pub(crate) fn array_length(&mut self, state: &State, array: Value) -> Result<Value, Stop> {
        match self.located(state, array)? {
            Located::One(array) if array.is_null() => Err(Raise::null_pointer().into()),
            Located::One(array) => Ok(content(state, array).length),
            Located::Many(entries) => {
                let entries = self.not_null(state, entries)?;
                let lengths = entries.into_iter().map(|(guard, array)| (guard, content(state, array).length)).collect();
                self.merge(state, Kind::Int, lengths)
            }
        }
    }

    /// `target = array[index]`.
    pub(crate) fn array_load(
        &mut self,
        state: &mut State,
        target: Register,
        array: Value,
        index: Value,
    ) -> Result<Value, Stop> {
        let array = match self.arrays(state, array)? {
            Located::One(array) => array,
            Located::Many(entries) => return self.load_guarded(state, entries, index),
        };
        if let (Value::Int(index), ArrayContent { base: Base::Values(values), layers, .. }) =
            (index, content(state, array))
            && layers.is_empty()
        {
            return match values.get(index as usize) {
                Some(value) if index >= 0 => {
                    let value = *value;
                    self.loaded(state, value)
                }
                _ => Err(out_of_bounds(index, values.len() as i32).into()),
            };
        }
        if state.heap.get(array).candidates.is_some() {
            // Unlisted subtypes hold nothing that the declared type could not: the array may stay open.
            self.listed_class(state, array)?;
        }
        match self.in_bounds(state, array, index)? {
            Bounds::Inside => self.load_element(state, target, array, index),
            Bounds::Fork(inside, outside) => Err(bounds_fork(inside, outside)),
        }
    }

    /// The arrays a reference may be, without null. Where they may be of several classes, one of them by a fork.
    fn arrays(&mut self, state: &State, array: Value) -> Result<Located, Stop> {
        match self.located(state, array)? {
            Located::One(array) if array.is_null() => Err(Raise::null_pointer().into()),
            Located::One(array) => Ok(Located::One(array)),
            Located::Many(entries) => {
                let entries = self.not_null(state, entries)?;
                let is_plain = |(_, array): &(Term, ObjectId)| state.heap.get(*array).exact_class().is_some();
                match entries[..] {
                    [(_, array)] => Ok(Located::One(array)),
                    _ if entries.iter().all(is_plain) => Ok(Located::Many(entries)),
                    _ => self.dereference(state, array).map(Located::One),
                }
            }
        }
    }

    /// The element of one of several arrays.
    fn load_guarded(&mut self, state: &mut State, entries: Entries, index: Value) -> Result<Value, Stop> {
        self.all_in_bounds(state, &entries, index)?;
        let kind = self.element_type(state, entries[0].1).kind();
        let mut parts = Vec::with_capacity(entries.len());
        for (guard, array) in entries {
            let value = match self.element_type(state, array) {
                Type::Reference(_) => self.merged_element(state, array, index, guard)?,
                primitive => self.primitive_element(state, array, index, &primitive)?,
            };
            parts.push((guard, value));
        }
        self.merge(state, kind, parts)
    }

    /// ArrayIndexOutOfBoundsException where the index is outside of the array that it is applied to.
    fn all_in_bounds(&mut self, state: &State, entries: &Entries, index: Value) -> Result<(), Stop> {
        let index = self.term(index)?;
        let zero = self.term(Value::Int(0))?;
        let mut inside = self.pool.le(zero, index);
        for (guard, array) in entries {
            let length = self.term(content(state, *array).length)?;
            let below = self.pool.lt(index, length);
            let below = self.pool.implies(*guard, below);
            inside = self.pool.and(inside, below);
        }
        match self.truth(state, inside) {
            Truth::Known(true) => Ok(()),
            Truth::Known(false) => Err(Raise::opaque("java/lang/ArrayIndexOutOfBoundsException").into()),
            Truth::Depends(inside) => {
                let outside = self.pool.not(inside);
                Err(bounds_fork(vec![inside], outside))
            }
        }
    }

    /// `array[index] = value`.
    pub(crate) fn array_store(
        &mut self,
        state: &mut State,
        array: Value,
        index: Value,
        value: Value,
    ) -> Result<(), Stop> {
        let array = match self.arrays(state, array)? {
            Located::One(array) => array,
            Located::Many(entries) => match self.element_type(state, entries[0].1) {
                // Which arrays a reference may be stored in depends on their classes.
                Type::Reference(_) => self.dereference(state, array)?,
                primitive => {
                    self.all_in_bounds(state, &entries, index)?;
                    for (guard, array) in entries {
                        let old = self.primitive_element(state, array, index, &primitive)?;
                        let otherwise = self.pool.not(guard);
                        let new = self.merge(state, primitive.kind(), vec![(guard, value), (otherwise, old)])?;
                        self.store_element(state, array, index, new)?;
                    }
                    return Ok(());
                }
            },
        };
        let bounds = match (index, content(state, array)) {
            (Value::Int(index), ArrayContent { length: Value::Int(length), .. }) => {
                if index < 0 || index >= *length {
                    return Err(out_of_bounds(index, *length).into());
                }
                Bounds::Inside
            }
            _ => self.in_bounds(state, array, index)?,
        };
        // The JVM checks the index before the type of the value: the type is asked only on the path inside the bounds.
        if let Bounds::Fork(inside, outside) = bounds {
            return Err(bounds_fork(inside, outside));
        }
        if let Type::Reference(_) = self.element_type(state, array) {
            self.check_store(state, array, value)?;
        }
        self.store_element(state, array, index, value)
    }

    /// ArrayStoreException unless the value may be an element.
    fn check_store(&mut self, state: &State, array: ObjectId, value: Value) -> Result<(), Stop> {
        let class = self.exact_class(state, array)?;
        let Type::Reference(element) = self.element_type_of(class) else {
            panic!("reference arrays have reference elements");
        };
        if &*element == "java/lang/Object" {
            return Ok(());
        }
        let location = self.locate(state, value)?;
        if location.is_null() {
            return Ok(());
        }
        let element = self.load(&element)?;
        if self.is_instance(state, location, element)? {
            Ok(())
        } else {
            let class = self.exact_class(state, location)?;
            let name = program::display_class(&self.program.class(class).name);
            Err(Raise::with("java/lang/ArrayStoreException", name).into())
        }
    }

    fn in_bounds(&mut self, state: &State, array: ObjectId, index: Value) -> Result<Bounds, Stop> {
        let length = content(state, array).length;
        if let (Value::Int(index), Value::Int(length)) = (index, length) {
            return if index >= 0 && index < length {
                Ok(Bounds::Inside)
            } else {
                Err(out_of_bounds(index, length).into())
            };
        }
        let index = self.term(index)?;
        let length = self.term(length)?;
        let zero = self.term(Value::Int(0))?;
        let not_negative = self.pool.le(zero, index);
        let below = self.pool.lt(index, length);
        let conjuncts = &state.path_condition.conjuncts;
        let known = |term: Term, machine: &Machine| machine.pool.is_true(term) || conjuncts.contains(&term);
        if known(not_negative, self) && known(below, self) {
            return Ok(Bounds::Inside);
        }
        let inside = self.pool.and(not_negative, below);
        let outside = self.pool.not(inside);
        let inside = [not_negative, below].into_iter().filter(|term| !self.pool.is_true(*term)).collect();
        Ok(Bounds::Fork(inside, outside))
    }

    /// The element at an index known to be in range.
    pub(crate) fn load_element(
        &mut self,
        state: &mut State,
        target: Register,
        array: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        match self.element_type(state, array) {
            Type::Reference(_) => {
                self.with_heap_model(|model, machine| model.element(machine, state, target, array, index))
            }
            primitive => self.primitive_element(state, array, index, &primitive),
        }
    }

    /// A primitive element as one term over everything that may have been written there.
    pub(crate) fn primitive_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        index: Value,
        element: &Type,
    ) -> Result<Value, Stop> {
        let layers = content(state, array).layers.clone();
        // Newest layer that certainly holds the index; what is below it does not matter.
        let mut value = None;
        let mut first_relevant = 0;
        for (number, layer) in layers.iter().enumerate().rev() {
            let hit = match (layer, index) {
                (Layer::Concrete(cells), Value::Int(index)) => cells.get(&index).copied(),
                (Layer::Symbolic { index: written, value }, _) => same_term(*written, index).then_some(*value),
                _ => None,
            };
            if hit.is_some() {
                value = hit;
                first_relevant = number + 1;
                break;
            }
        }
        let mut value = match value {
            Some(value) => value,
            None => self.base_element(state, array, index, element)?,
        };
        let kind = element.kind();
        for layer in &layers[first_relevant..] {
            match layer {
                Layer::Concrete(cells) => {
                    if let Value::Symbolic(_) = index {
                        for (cell, written) in cells {
                            value = self.choose_element(state, kind, (index, Value::Int(*cell)), *written, value)?;
                        }
                    }
                }
                Layer::Symbolic { index: written_at, value: written } => {
                    value = self.choose_element(state, kind, (index, *written_at), *written, value)?;
                }
            }
        }
        Ok(value)
    }

    /// `index == cell ? then : otherwise`.
    fn choose_element(
        &mut self,
        state: &State,
        kind: Kind,
        (index, cell): (Value, Value),
        then: Value,
        otherwise: Value,
    ) -> Result<Value, Stop> {
        let index = self.term(index)?;
        let cell = self.term(cell)?;
        let hit = self.pool.eq(index, cell);
        if self.pool.is_false(hit) || self.is_refuted(state, hit) {
            return Ok(otherwise);
        }
        let then = self.term(then)?;
        let otherwise = self.term(otherwise)?;
        let term = self.pool.ite(hit, then, otherwise);
        Ok(self.value(kind, term))
    }

    /// Whether a conjunct of the path condition by itself excludes the equation `x = constant`. It keeps elements at unknown
    /// indices from dragging along cells that the path has left behind.
    fn is_refuted(&mut self, state: &State, equation: Term) -> bool {
        let node = *self.pool.node(equation);
        let (Op::Eq, &[a, b]) = (node.op, node.args()) else { return false };
        let (x, value) = if self.pool.as_const(a).is_some() { (b, a) } else { (a, b) };
        let Some(number) = self.pool.as_const(value).and_then(Const::as_signed) else { return false };
        let unequal = self.pool.not(equation);
        state.path_condition.conjuncts.iter().any(|conjunct| {
            if *conjunct == unequal {
                return true;
            }
            let node = self.pool.node(*conjunct);
            let &[left, right] = node.args() else { return false };
            let bound = |term: Term| self.pool.as_const(term).and_then(Const::as_signed);
            match node.op {
                Op::Le if right == x => bound(left).is_some_and(|least| number < least),
                Op::Lt if left == x => bound(right).is_some_and(|limit| number >= limit),
                Op::Eq if left == x => bound(right).is_some_and(|other| number != other),
                Op::Eq if right == x => bound(left).is_some_and(|other| number != other),
                _ => false,
            }
        })
    }

    fn base_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        index: Value,
        element: &Type,
    ) -> Result<Value, Stop> {
        match &content(state, array).base {
            Base::Uniform(value) => Ok(*value),
            Base::Values(values) => match index {
                Value::Int(index) => Ok(values[index as usize]),
                _ => {
                    check_expansion(values)?;
                    let values = values.clone();
                    let Some((last, rest)) = values.split_last() else {
                        panic!("an index inside the bounds needs an element");
                    };
                    let mut value = *last;
                    for (cell, element_value) in rest.iter().enumerate().rev() {
                        let place = (index, Value::Int(cell as i32));
                        value = self.choose_element(state, element.kind(), place, *element_value, value)?;
                    }
                    Ok(value)
                }
            },
            Base::Initial(original) => {
                let original = *original;
                self.base_element(state, original, index, element)
            }
            Base::Unknown(reads) => {
                if let Some(read) = reads.iter().find(|read| same_term(read.index, index)) {
                    return Ok(read.value);
                }
                let reads = reads.clone();
                let name = self.element_name(state, array, index, reads.len());
                let depth = state.heap.get(array).origin.as_ref().map_or(1, |origin| origin.depth) + 1;
                // What an earlier read found there, or else something new: no constraint is needed to make reads agree.
                let mut value = self.fresh_input(state, element, name, depth)?;
                for Read { index: earlier, value: earlier_value, .. } in &reads {
                    value = self.choose_element(state, element.kind(), (index, *earlier), *earlier_value, value)?;
                }
                remember_read(state, array, index, value);
                Ok(value)
            }
        }
    }

    pub(crate) fn element_name(&self, state: &State, array: ObjectId, index: Value, number: usize) -> Rc<str> {
        let holder = state.heap.get(array).origin.as_ref().map_or("array", |origin| &*origin.name);
        match index {
            Value::Int(index) => format!("{holder}[{index}]").into(),
            Value::Symbolic(term) => {
                let text = logic::print::display(&self.pool, term);
                if text.len() <= 40 {
                    format!("{holder}[{text}]").into()
                } else {
                    format!("{holder}[#{number}]").into()
                }
            }
            _ => panic!("an index is an int"),
        }
    }

    /// Write at an index known to be in range.
    pub(crate) fn store_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        index: Value,
        value: Value,
    ) -> Result<(), Stop> {
        let element = self.element_type(state, array);
        let value = self.narrowed_to(&element, value)?;
        if let (Value::Symbolic(_), false) = (index, matches!(element, Type::Reference(_)))
            && let Some(values) = self.written_everywhere(state, array, index, value, element.kind())?
        {
            array_content_mut(state, array).base = Base::Values(values);
            return Ok(());
        }
        let content = array_content_mut(state, array);
        match index {
            Value::Int(index) => match &mut content.base {
                Base::Values(values) if content.layers.is_empty() => values[index as usize] = value,
                _ => {
                    let layers = Rc::make_mut(&mut content.layers);
                    if let Some(Layer::Concrete(cells)) = layers.last_mut() {
                        cells.insert(index, value);
                    } else {
                        layers.push(Layer::Concrete(BTreeMap::from([(index, value)])));
                    }
                }
            },
            _ => Rc::make_mut(&mut content.layers).push(Layer::Symbolic { index, value }),
        }
        Ok(())
    }

    /// The elements of a small array of numbers after a write at an unknown index: each is the new value if it is meant, else what
    /// it was. So however often a histogram is written to, it stays as large as it is.
    fn written_everywhere(
        &mut self,
        state: &State,
        array: ObjectId,
        index: Value,
        value: Value,
        kind: Kind,
    ) -> Result<Option<Vec<Value>>, Stop> {
        let ArrayContent { base: Base::Values(values), layers, .. } = content(state, array) else { return Ok(None) };
        if !layers.is_empty() || values.len() > SMALL {
            return Ok(None);
        }
        let mut written = Vec::with_capacity(values.len());
        for (cell, old) in values.clone().into_iter().enumerate() {
            written.push(self.choose_element(state, kind, (index, Value::Int(cell as i32)), value, old)?);
        }
        Ok(Some(written))
    }

    /// `new T[length]`: a value for a concrete length, a fork for a symbolic one.
    pub(crate) fn new_array(&mut self, state: &mut State, class: ClassId, length: Value) -> Result<Value, Stop> {
        self.exclude_negative(state, length)?;
        Ok(Value::Reference(match length {
            Value::Int(length) => self.allocate_array(state, class, length)?,
            _ => self.allocate_symbolic_array(state, class, length)?,
        }))
    }

    pub(crate) fn allocate_array(&mut self, state: &mut State, class: ClassId, length: i32) -> Result<ObjectId, Stop> {
        if length < 0 {
            return Err(Raise::with("java/lang/NegativeArraySizeException", length.to_string()).into());
        }
        if length > MAX_LENGTH {
            return Err(Stop::unsupported(format!("an array of more than {MAX_LENGTH} elements")));
        }
        self.reserve(length as usize)?;
        let default = Self::default_value(&self.element_type_of(class));
        Ok(state.heap.allocate(Object::array(class, vec![default; length as usize])))
    }

    /// Elements are about to be allocated. Limits are looked at only now and then, hence here too if they are many.
    pub(crate) fn reserve(&mut self, elements: usize) -> Result<(), Stop> {
        const MANY: usize = 1 << 12;
        let bytes = elements * size_of::<Value>();
        self.allocated += bytes;
        match self.config.memory {
            Some((limit, in_use)) if elements >= MANY && in_use().saturating_add(bytes as u64) > limit => {
                Err(Stop::unsupported(format!("an array of {elements} elements in the memory that --memory leaves")))
            }
            _ => Ok(()),
        }
    }

    /// An array of symbolic length, filled with defaults. Memory suffices for it, unless the program says what happens if not.
    pub(crate) fn allocate_symbolic_array(
        &mut self,
        state: &mut State,
        class: ClassId,
        length: Value,
    ) -> Result<ObjectId, Stop> {
        if self.catches_lack_of_memory(state)? {
            let (term, most) = (self.term(length)?, self.term(Value::Int(MAX_LENGTH))?);
            let is_small = self.pool.le(term, most);
            let what = format!("an array of more than {MAX_LENGTH} elements where OutOfMemoryError is caught");
            self.give_up_unless(state, is_small, &what)?;
        }
        let default = Self::default_value(&self.element_type_of(class));
        let content = ArrayContent { length, base: Base::Uniform(default), layers: Rc::default() };
        Ok(state.heap.allocate(Object::of_array(class, content)))
    }

    /// `new T[a][b]…`. How many arrays there are is decided; only the last length may stay symbolic.
    pub(crate) fn new_multi_array(
        &mut self,
        state: &mut State,
        class: ClassId,
        lengths: &[Value],
    ) -> Result<Value, Stop> {
        for length in lengths {
            self.exclude_negative(state, *length)?;
        }
        let (_, outer) = lengths.split_last().expect("an array has a dimension");
        let mut arrays: i64 = 1;
        let mut decided = lengths.to_vec();
        for (position, length) in outer.iter().enumerate() {
            let length = self.decided_number(state, *length)?;
            arrays = arrays.saturating_mul(length as i64);
            decided[position] = Value::Int(length);
            if arrays > MAX_LENGTH as i64 {
                return Err(Stop::unsupported(format!("more than {MAX_LENGTH} arrays at once")));
            }
        }
        Ok(Value::Reference(self.fill_multi_array(state, class, &decided)?))
    }

    /// A number that is not negative, decided by trying 0, 1, 2, … in turn.
    pub(crate) fn decided_number(&mut self, state: &State, number: Value) -> Result<i32, Stop> {
        if let Value::Int(number) = number {
            return Ok(number);
        }
        let term = self.term(number)?;
        let known = &state.path_condition.conjuncts;
        for candidate in 0..=MAX_LENGTH {
            let value = self.term(Value::Int(candidate))?;
            let is_it = self.pool.eq(term, value);
            if self.pool.is_true(is_it) || known.contains(&is_it) {
                return Ok(candidate);
            }
            let is_not = self.pool.not(is_it);
            if !self.pool.is_false(is_it) && !known.contains(&is_not) {
                return Err(Stop::branch(is_it, is_not, Effect::Retry, Effect::Retry));
            }
        }
        Err(Stop::unsupported(format!("more than {MAX_LENGTH} arrays or elements at once")))
    }

    /// NegativeArraySizeException where a length is, or may be, negative.
    fn exclude_negative(&mut self, state: &State, length: Value) -> Result<(), Stop> {
        if let Value::Int(length) = length {
            let raise = || Raise::with("java/lang/NegativeArraySizeException", length.to_string());
            return if length < 0 { Err(raise().into()) } else { Ok(()) };
        }
        let term = self.term(length)?;
        let zero = self.term(Value::Int(0))?;
        let not_negative = self.pool.le(zero, term);
        if self.pool.is_true(not_negative) || state.path_condition.conjuncts.contains(&not_negative) {
            return Ok(());
        }
        let negative = self.pool.not(not_negative);
        let raise = Effect::Raise(Raise::opaque("java/lang/NegativeArraySizeException"));
        Err(Stop::branch(not_negative, negative, Effect::Retry, raise))
    }

    fn fill_multi_array(&mut self, state: &mut State, class: ClassId, lengths: &[Value]) -> Result<ObjectId, Stop> {
        let (length, rest) = lengths.split_first().expect("an array has a dimension");
        let Value::Int(count) = *length else { return self.allocate_symbolic_array(state, class, *length) };
        let array = self.allocate_array(state, class, count)?;
        if rest.is_empty() {
            return Ok(array);
        }
        let Type::Reference(element) = self.element_type_of(class) else {
            panic!("an array of arrays has reference elements");
        };
        let element = self.load(&element)?;
        for index in 0..count {
            let row = self.fill_multi_array(state, element, rest)?;
            self.store_element(state, array, Value::Int(index), Value::Reference(row))?;
        }
        Ok(array)
    }

    /// The content of a new input array: unknown elements, unknown length of at least 0.
    pub(crate) fn unknown_array(&mut self, state: &mut State, name: &str) -> Result<ArrayContent, Stop> {
        let name = format!("{name}.length");
        let length = match self.config.ints {
            Ints::Java => {
                let (symbol, not_negative) = self.pool.non_negative_symbol(&name);
                state.path_condition.conjuncts.push(not_negative);
                symbol
            }
            Ints::Math => {
                let symbol = self.pool.symbol(&name, Sort::Int);
                let (least, most) = (self.pool.math(0), self.pool.math(i32::MAX as i128));
                let conjuncts = [self.pool.le(least, symbol), self.pool.le(symbol, most)];
                // Zero satisfies them, which is what any model says of a symbol it does not mention.
                state.path_condition.conjuncts.extend(conjuncts);
                symbol
            }
        };
        let length = self.value(Kind::Int, length);
        Ok(ArrayContent { length, base: Base::Unknown(Vec::new()), layers: Rc::default() })
    }
}

/// Arrays that are too large to be looked at element by element end the path.
pub(crate) fn check_expansion(values: &[Value]) -> Result<(), Stop> {
    if values.len() <= MAX_EXPANSION {
        return Ok(());
    }
    Err(Stop::unsupported(format!("a symbolic index into an array of more than {MAX_EXPANSION} elements")))
}

enum Bounds {
    Inside,
    Fork(Vec<Term>, Term),
}

/// The instruction is executed again on the path inside the bounds, where it finds its conditions among the conjuncts.
fn bounds_fork(inside: Vec<Term>, outside: Term) -> Stop {
    Stop::Fork(Fork {
        alternatives: vec![
            Alternative { guards: inside, effect: Effect::Retry },
            Alternative {
                guards: vec![outside],
                effect: Effect::Raise(Raise::opaque("java/lang/ArrayIndexOutOfBoundsException")),
            },
        ],
    })
}

fn out_of_bounds(index: i32, length: i32) -> Raise {
    Raise::with("java/lang/ArrayIndexOutOfBoundsException", format!("Index {index} out of bounds for length {length}"))
}

pub(crate) fn content(state: &State, array: ObjectId) -> &ArrayContent {
    state.heap.get(array).array_content().expect("the verifier admits only arrays here")
}

fn array_content_mut(state: &mut State, array: ObjectId) -> &mut ArrayContent {
    match &mut state.heap.get_mut(array).content {
        Content::Array(content) => content,
        _ => panic!("the verifier admits only arrays here"),
    }
}

fn same_term(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Symbolic(a), Value::Symbolic(b)) => a == b,
        _ => false,
    }
}

pub(crate) fn remember_read(state: &mut State, array: ObjectId, index: Value, value: Value) {
    if let Content::Array(ArrayContent { base: Base::Unknown(reads), .. }) = &mut state.heap.get_mut(array).content {
        reads.push(Read { index, value, guard: None });
    }
}

/// The input array whose initial elements this array has, and what was read of them so far.
pub(crate) fn initial_reads(state: &State, array: ObjectId) -> (ObjectId, Vec<Read>) {
    let array = match content(state, array).base {
        Base::Initial(original) => original,
        _ => array,
    };
    match &content(state, array).base {
        Base::Unknown(reads) => (array, reads.clone()),
        _ => panic!("a copy of initial elements is of an input array"),
    }
}
