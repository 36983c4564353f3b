//! `System.arraycopy`, and elements read outside of array instructions.

use logic::term::Term;
use program::class::{ClassId, ClassKind, MethodId};
use program::code::{BinaryOp, Condition, Constant, Instruction, Kind, Operand, Type};

use crate::library::{Entry, Outcome, nothing, refuse_symbolic};
use crate::machine::Machine;
use crate::machine::intrinsic::{Seen, rows};
use crate::reference::array::{MAX_EXPANSION, content};
use crate::state::State;
use crate::state::fork::{Effect, Raise, Stop};
use crate::state::heap::{ArrayContent, Base, Content, Layer};
use crate::state::value::{ObjectId, Value};
use crate::step::arithmetic;
use crate::synthetic::body_builder::BodyBuilder;

pub(crate) const TABLE: &[Entry] = rows![
    ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", array_copy).seen(Seen::Announced)
];

/// Registers of the methods that copy element by element, and where their first access is.
const ASKED_FOR: usize = 4;
const LEFT: usize = 8;
const FIRST_ACCESS: u32 = 4;

/// Largest array copied at symbolic positions, where every element may come from every other.
const MAX_SYMBOLIC: usize = 64;

fn array_copy(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let &[source, from, target, to, length] = arguments else { return Err(refuse_symbolic(machine, method)) };
    let source = machine.dereference(state, source)?;
    let target = machine.dereference(state, target)?;
    let source_class = machine.exact_class(state, source)?;
    let target_class = machine.exact_class(state, target)?;
    check_types(machine, source_class, target_class)?;
    check_range(
        machine,
        state,
        Place { what: "source", array: source, from },
        Place { what: "destination", array: target, from: to },
        length,
    )?;
    let competes = machine.announce_elements(state, source, false)? | machine.announce_elements(state, target, true)?;
    if competes && !matches!(length, Value::Int(0)) {
        let (Value::Int(from), Value::Int(to), Value::Int(length)) = (from, to, length) else {
            return Err(refuse_symbolic(machine, method));
        };
        return Ok(one_by_one(machine, state, (source, from), (target, to), length));
    }
    let unchecked = is_assignable(machine, source_class, target_class);
    let are_known = matches!((from, to, length), (Value::Int(_), Value::Int(_), Value::Int(_)));
    if !are_known {
        if source == target && same_value(from, to) {
            return nothing();
        }
        if unchecked && is_whole(state, source, target, from, to, length) {
            let copy = crate::library::lang::system::clone_array(state, source);
            let copied = content(state, copy).clone();
            if let Content::Array(content) = &mut state.heap.get_mut(target).content {
                *content = copied;
            }
            return nothing();
        }
        let ends = Ends { source, from, target, to, length };
        if unchecked && copy_symbolic(machine, state, ends)? {
            return nothing();
        }
    }
    // As a loop would have it: a path for each number of elements.
    let length = machine.decided_number(state, length)?;
    if !matches!(machine.element_type(state, target), Type::Reference(_)) && !are_known {
        copy_numbers(machine, state, (source, from), (target, to), length)?;
        return nothing();
    }
    let (from, to) = (machine.decided_number(state, from)?, machine.decided_number(state, to)?);
    let elements = read(machine, state, method, source, from, length)?;
    let copied = if unchecked { elements.len() } else { count_assignable(machine, state, &elements, target_class)? };
    write(machine, state, target, to, &elements[..copied])?;
    if copied < elements.len() {
        return Err(store_failure(machine, source_class, target_class));
    }
    nothing()
}

/// Elements for which threads compete: each is read and written on its own, before it is overwritten.
fn one_by_one(
    machine: &mut Machine,
    state: &State,
    (source, from): (ObjectId, i32),
    (target, to): (ObjectId, i32),
    length: i32,
) -> Outcome {
    let element = machine.element_type(state, source);
    let copier = machine.element_copier(element);
    let is_backwards = source == target && from < to;
    let (from, to, step) = if is_backwards { (from + length - 1, to + length - 1, -1) } else { (from, to, 1) };
    let numbers = [from, to, length, step].map(Value::Int);
    let arrays = [source, target].map(Value::Reference);
    Outcome::Call(copier, arrays.into_iter().chain(numbers).collect())
}

impl Machine {
    /// The place from which the thread copies elements one by one and has begun to.
    pub(crate) fn copies_from(&self, state: &State, thread: usize) -> Option<(MethodId, u32)> {
        let thread = &state.threads[thread];
        let [.., caller, copier] = &thread.frames[..] else { return None };
        let is_copier = self.library.element_copiers.values().any(|known| *known == copier.method);
        let number = |register: usize| match thread.registers.get(copier.base as usize + register) {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        };
        let has_begun = || copier.pc > FIRST_ACCESS || number(ASKED_FOR) != number(LEFT);
        (is_copier && has_begun()).then_some((caller.method, caller.pc))
    }

    /// `static void copy(T[] source, T[] target, int from, int to, int left, int step)`, which does not look at bounds.
    fn element_copier(&mut self, element: Type) -> MethodId {
        let element = match element {
            Type::Reference(_) => Type::Reference("java/lang/Object".into()),
            primitive => primitive,
        };
        if let Some(copier) = self.library.element_copiers.get(&element) {
            return *copier;
        }
        let array = format!("[{}", program::descriptor::descriptor_of(&element));
        let of = element.clone();
        let body = Box::new(move |method| {
            let kinds = [Kind::Reference, Kind::Reference, Kind::Int, Kind::Int, Kind::Int, Kind::Int];
            let mut builder = BodyBuilder::new(method, kinds.to_vec());
            let [source, target, from, to, left, step] = std::array::from_fn(|number| builder.parameter(number));
            let variable = |builder: &mut BodyBuilder, initial: Operand| {
                let register = builder.temporary();
                builder.push(Instruction::Move { target: register, source: initial });
                register
            };
            let from = variable(&mut builder, from);
            let to = variable(&mut builder, to);
            let left = variable(&mut builder, left);
            let (again, end) = (builder.new_label(), builder.new_label());
            builder.place(again);
            let zero = builder.constant(Constant::Int(0));
            builder.if_holds(Condition::Equal, Operand::register(left), zero, end);
            let value = builder.load_element(source, Operand::register(from), &of);
            builder.store_element(target, Operand::register(to), value, &of);
            let minus_one = builder.constant(Constant::Int(-1));
            for (register, change) in [(from, step), (to, step), (left, minus_one)] {
                let changed = builder.binary(BinaryOp::Add, Kind::Int, Operand::register(register), change);
                builder.push(Instruction::Move { target: register, source: changed });
            }
            let zero = builder.constant(Constant::Int(0));
            builder.if_holds(Condition::Equal, zero, zero, again);
            builder.place(end);
            builder.return_value(None);
            builder.finish()
        });
        let copier = self.synthetic_method("Copier", "copy", &format!("({array}{array}IIII)V"), body);
        self.library.element_copiers.insert(element, copier);
        copier
    }
}

struct Place {
    what: &'static str,
    array: ObjectId,
    from: Value,
}

struct Ends {
    source: ObjectId,
    from: Value,
    target: ObjectId,
    to: Value,
    length: Value,
}

fn element_of(machine: &Machine, class: ClassId) -> Option<Type> {
    match &machine.program.class(class).kind {
        ClassKind::Array { element } => Some(element.clone()),
        _ => None,
    }
}

/// `int` for an array of ints, `object array` for one of references, as the JVM's messages have it.
fn described(element: &Type) -> String {
    match element {
        Type::Reference(_) => "object array".to_string(),
        primitive => program::display_type(primitive),
    }
}

fn check_types(machine: &Machine, source: ClassId, target: ClassId) -> Result<(), Stop> {
    let mismatch = |message: String| Err(Raise::with("java/lang/ArrayStoreException", message).into());
    let name = |class: ClassId| program::display_class(&machine.program.class(class).name);
    let Some(from) = element_of(machine, source) else {
        return mismatch(format!("arraycopy: source type {} is not an array", name(source)));
    };
    let Some(to) = element_of(machine, target) else {
        return mismatch(format!("arraycopy: destination type {} is not an array", name(target)));
    };
    let both_references = matches!((&from, &to), (Type::Reference(_), Type::Reference(_)));
    if both_references || from == to {
        return Ok(());
    }
    mismatch(format!("arraycopy: type mismatch: can not copy {}[] into {}[]", described(&from), described(&to)))
}

fn is_assignable(machine: &Machine, source: ClassId, target: ClassId) -> bool {
    source == target || machine.program.is_subclass(source, target)
}

/// The JVM's checks in its order. With symbolic positions or lengths each may fork.
fn check_range(machine: &mut Machine, state: &State, source: Place, target: Place, length: Value) -> Result<(), Stop> {
    let size = |machine: &Machine, array: ObjectId| {
        let element = machine.element_type(state, array);
        match content(state, array).length {
            Value::Int(length) => format!("{}[{length}]", described(&element)),
            _ => String::new(),
        }
    };
    let zero = Value::Int(0);
    for place in [&source, &target] {
        require(machine, state, zero, place.from, |machine, position| {
            format!("arraycopy: {} index {position} out of bounds for {}", place.what, size(machine, place.array))
        })?;
    }
    require(machine, state, zero, length, |_, length| format!("arraycopy: length {length} is negative"))?;
    for place in [&source, &target] {
        let end = content(state, place.array).length;
        if let (Value::Int(from), Value::Int(length), Value::Int(end)) = (place.from, length, end) {
            if from as u32 as u64 + length as u32 as u64 > end as u64 {
                let last = (from as u32).wrapping_add(length as u32);
                let message = format!(
                    "arraycopy: last {} index {last} out of bounds for {}",
                    place.what,
                    size(machine, place.array)
                );
                return Err(Raise::with("java/lang/ArrayIndexOutOfBoundsException", message).into());
            }
            continue;
        }
        // Neither subtraction can overflow: all are at least 0 here.
        let end = machine.term(end)?;
        let from = machine.term(place.from)?;
        let count = machine.term(length)?;
        let room = machine.pool.sub(end, from);
        let fits = machine.pool.le(count, room);
        require_term(machine, state, fits)?;
    }
    Ok(())
}

/// `low <= value`, or ArrayIndexOutOfBoundsException.
fn require(
    machine: &mut Machine,
    state: &State,
    low: Value,
    value: Value,
    message: impl Fn(&Machine, i32) -> String,
) -> Result<(), Stop> {
    if let (Value::Int(low), Value::Int(number)) = (low, value) {
        if number >= low {
            return Ok(());
        }
        return Err(Raise::with("java/lang/ArrayIndexOutOfBoundsException", message(machine, number)).into());
    }
    let low = machine.term(low)?;
    let number = machine.term(value)?;
    let holds = machine.pool.le(low, number);
    require_term(machine, state, holds)
}

fn require_term(machine: &mut Machine, state: &State, holds: Term) -> Result<(), Stop> {
    if machine.pool.is_true(holds) || state.path_condition.conjuncts.contains(&holds) {
        return Ok(());
    }
    let fails = machine.pool.not(holds);
    let raise = Effect::Raise(Raise::opaque("java/lang/ArrayIndexOutOfBoundsException"));
    Err(Stop::branch(holds, fails, Effect::Retry, raise))
}

/// Elements at concrete positions, in range.
fn read(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    array: ObjectId,
    from: i32,
    length: i32,
) -> Result<Vec<Value>, Stop> {
    if let ArrayContent { base: Base::Values(values), layers, .. } = content(state, array)
        && layers.is_empty()
    {
        return Ok(values[from as usize..(from + length) as usize].to_vec());
    }
    (from..from + length).map(|index| machine.element_at(state, method, array, index)).collect()
}

fn write(machine: &mut Machine, state: &mut State, array: ObjectId, to: i32, elements: &[Value]) -> Result<(), Stop> {
    if let Content::Array(ArrayContent { base: Base::Values(values), layers, .. }) =
        &mut state.heap.get_mut(array).content
        && layers.is_empty()
    {
        values[to as usize..to as usize + elements.len()].copy_from_slice(elements);
        return Ok(());
    }
    for (offset, element) in elements.iter().enumerate() {
        machine.store_element(state, array, Value::Int(to + offset as i32), *element)?;
    }
    Ok(())
}

/// How many elements, from the first, may be stored in an array of the target's class.
fn count_assignable(machine: &mut Machine, state: &State, elements: &[Value], target: ClassId) -> Result<usize, Stop> {
    let Some(Type::Reference(element)) = element_of(machine, target) else { return Ok(elements.len()) };
    let element = machine.load(&element)?;
    for (position, value) in elements.iter().enumerate() {
        let object = machine.locate(state, *value)?;
        if !object.is_null() && !machine.is_instance(state, object, element)? {
            return Ok(position);
        }
    }
    Ok(elements.len())
}

fn store_failure(machine: &Machine, source: ClassId, target: ClassId) -> Stop {
    let name =
        |class: ClassId| element_of(machine, class).map(|element| program::display_type(&element)).unwrap_or_default();
    let (from, to) = (name(source), name(target));
    let message = if machine.program.is_subclass(target, source) {
        format!(
            "arraycopy: element type mismatch: can not cast one of the elements of {from}[] to the type of the \
             destination array, {to}"
        )
    } else {
        format!("arraycopy: type mismatch: can not copy {from}[] into {to}[]")
    };
    Raise::with("java/lang/ArrayStoreException", message).into()
}

/// Whether the whole of one array replaces the whole of another.
fn is_whole(state: &State, source: ObjectId, target: ObjectId, from: Value, to: Value, length: Value) -> bool {
    // An input array must keep its base, which says what the input was.
    let is_input = matches!(content(state, target).base, Base::Unknown(_));
    !is_input
        && matches!((from, to), (Value::Int(0), Value::Int(0)))
        && same_value(length, content(state, source).length)
        && same_value(length, content(state, target).length)
}

fn same_value(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Symbolic(a), Value::Symbolic(b)) => a == b,
        _ => false,
    }
}

/// So many elements of primitive type from and to any positions.
fn copy_numbers(
    machine: &mut Machine,
    state: &mut State,
    (source, from): (ObjectId, Value),
    (target, to): (ObjectId, Value),
    length: i32,
) -> Result<(), Stop> {
    if length as usize > MAX_EXPANSION {
        return Err(Stop::unsupported(format!("copying more than {MAX_EXPANSION} elements at an unknown position")));
    }
    let ints = machine.config.ints;
    let plus = |machine: &mut Machine, start: Value, offset: i32| {
        arithmetic::binary(&mut machine.pool, ints, BinaryOp::Add, Kind::Int, start, Value::Int(offset))
    };
    let element = machine.element_type(state, source);
    let mut elements = Vec::with_capacity(length as usize);
    for offset in 0..length {
        let index = plus(machine, from, offset)?;
        elements.push(machine.primitive_element(state, source, index, &element)?);
    }
    for (offset, value) in elements.into_iter().enumerate() {
        let index = plus(machine, to, offset as i32)?;
        machine.store_element(state, target, index, value)?;
    }
    Ok(())
}

/// Each element of the target is what it was, or one of the source's, by conditions on the positions. False, and nothing is
/// done, for arrays that are large or not listed element by element.
fn copy_symbolic(machine: &mut Machine, state: &mut State, ends: Ends) -> Result<bool, Stop> {
    let (Some(sources), Some(targets)) =
        (machine.plain_elements(state, ends.source), machine.plain_elements(state, ends.target))
    else {
        return Ok(false);
    };
    if sources.len() > MAX_SYMBOLIC || targets.len() > MAX_SYMBOLIC {
        return Ok(false);
    }
    let kind = machine.element_type(state, ends.target).kind();
    let (from, to, length) = (machine.term(ends.from)?, machine.term(ends.to)?, machine.term(ends.length)?);
    let mut results = Vec::with_capacity(targets.len());
    for (position, old) in targets.iter().enumerate() {
        let here = machine.term(Value::Int(position as i32))?;
        let after_start = machine.pool.le(to, here);
        let offset = machine.pool.sub(here, to);
        let before_end = machine.pool.lt(offset, length);
        let inside = machine.pool.and(after_start, before_end);
        let outside = machine.pool.not(inside);
        let origin = machine.pool.add(from, offset);
        let mut entries = vec![(outside, *old)];
        for (cell, new) in sources.iter().enumerate() {
            let cell = machine.term(Value::Int(cell as i32))?;
            let hit = machine.pool.eq(origin, cell);
            let guard = machine.pool.and(inside, hit);
            entries.push((guard, *new));
        }
        entries.retain(|(guard, _)| !machine.pool.is_false(*guard));
        results.push(machine.merge(state, kind, entries)?);
    }
    let target = machine.element_type(state, ends.target);
    for (position, result) in results.into_iter().enumerate() {
        let result = machine.narrowed_to(&target, result)?;
        machine.store_element(state, ends.target, Value::Int(position as i32), result)?;
    }
    Ok(true)
}

impl Machine {
    /// All elements of an array that has one value for each; `None` for others.
    pub(crate) fn plain_elements(&self, state: &State, array: ObjectId) -> Option<Vec<Value>> {
        match state.heap.get(array).array_content()? {
            ArrayContent { base: Base::Values(values), layers, .. } if layers.is_empty() => Some(values.clone()),
            _ => None,
        }
    }

    /// The element at a concrete index in range, or the end of the path if that is not one value.
    pub(crate) fn element_at(
        &mut self,
        state: &mut State,
        method: MethodId,
        array: ObjectId,
        index: i32,
    ) -> Result<Value, Stop> {
        if !matches!(self.element_type(state, array), Type::Reference(_)) {
            // Primitive elements never fork, so that the register is not used.
            return self.load_element(state, program::code::Register(0), array, Value::Int(index));
        }
        for layer in content(state, array).layers.iter().rev() {
            match layer {
                Layer::Concrete(cells) => {
                    if let Some(value) = cells.get(&index) {
                        return Ok(*value);
                    }
                }
                Layer::Symbolic { .. } => return Err(refuse_symbolic(self, method)),
            }
        }
        let (array, reads) = match &content(state, array).base {
            Base::Values(values) => return Ok(values[index as usize]),
            Base::Uniform(value) => return Ok(*value),
            Base::Unknown(reads) => (array, reads.clone()),
            Base::Initial(original) => match &content(state, *original).base {
                Base::Unknown(reads) => (*original, reads.clone()),
                _ => return Err(refuse_symbolic(self, method)),
            },
        };
        for read in &reads {
            match (read.index, read.guard) {
                (Value::Int(position), None) if position == index => return Ok(read.value),
                (Value::Int(position), _) if position != index => {}
                _ => return Err(refuse_symbolic(self, method)),
            }
        }
        self.new_element(state, array, Value::Int(index))
    }
}
