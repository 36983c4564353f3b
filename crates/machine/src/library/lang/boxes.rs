//! `valueOf` of the wrapper classes, whose small values are kept as one object each.
//!
//! A box of a symbolic value is one object, whatever its value: whether it is the same object as another box is asked, and
//! forks, only when the program compares them by `==`.

use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Sort, Term};
use program::class::MethodId;

use crate::library::{Entry, Outcome, refuse, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::{ObjectId, Value};

pub(crate) const TABLE: &[Entry] = rows![
    ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", box_value),
    ("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", box_value),
    ("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;", box_value),
    ("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;", box_value),
    ("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;", box_value),
];

/// The largest kept value, for Integer by default and for the others by specification; the smallest is −128, and 0 for
/// Character.
const LARGEST_KEPT: i64 = 127;
const SMALLEST_KEPT: i64 = -128;

fn is_kept(number: i64) -> bool {
    // No Character is negative: one range does for all classes.
    (SMALLEST_KEPT..=LARGEST_KEPT).contains(&number)
}

fn box_value(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = machine.program.method(method).class;
    let kept = match arguments[0] {
        Value::Int(number) => Some(number as i64),
        Value::Long(number) => Some(number),
        _ => None,
    }
    .filter(|number| is_kept(*number));
    if let Some(number) = kept
        && let Some(kept) = state.statics.boxes.get(&(class, number))
    {
        return value(Value::Reference(*kept));
    }
    if machine.program.find_field(class, "value").is_none() {
        return Err(refuse(machine, method));
    }
    let object = machine.allocate_instance(state, class);
    crate::reference::object::set_field(machine, state, object, "value", arguments[0]);
    state.heap.get_mut(object).payload = Payload::Boxed;
    if let Some(number) = kept {
        std::rc::Rc::make_mut(&mut state.statics).boxes.insert((class, number), object);
        if state.scheduling.is_concurrent {
            machine.share(state, Value::Reference(object));
        }
    }
    value(Value::Reference(object))
}

impl Machine {
    /// Whether two objects may be one although they are two here: made by `valueOf` of a wrapper class, or of the input.
    pub(crate) fn is_box(&self, state: &State, location: ObjectId) -> bool {
        let object = state.heap.get(location);
        matches!(object.payload, Payload::Boxed | Payload::InputBox(_)) || self.is_kept_boolean(state, location)
    }

    /// An input of a wrapper class that keeps some of its objects: it may be one of those.
    pub(crate) fn finish_input_box(&mut self, state: &mut State, location: ObjectId) -> Result<(), Stop> {
        let class = state.heap.get(location).class;
        if !KEEPING.contains(&&*self.program.class(class).name) {
            return Ok(());
        }
        let Some(field) = self.program.find_field(class, "value") else { return Ok(()) };
        // Whether it is another box depends on its value.
        self.first_read_of_field(state, location, field)?;
        let name = state.heap.get(location).origin.as_ref().map_or("box", |origin| &*origin.name);
        let is_kept = self.pool.symbol(&format!("{name}:kept"), Sort::Bool);
        state.heap.get_mut(location).payload = Payload::InputBox(is_kept);
        Ok(())
    }

    fn is_kept_boolean(&self, state: &State, location: ObjectId) -> bool {
        let class = state.heap.get(location).class;
        &*self.program.class(class).name == BOOLEAN
            && ["TRUE", "FALSE"]
                .into_iter()
                .any(|name| matches!(self.static_value(state, class, name), Value::Reference(kept) if kept == location))
    }

    /// When two different objects here, at most one of them of the input, are one object in a JVM.
    pub(crate) fn same_box(&mut self, state: &State, left: ObjectId, right: ObjectId) -> Result<Term, Stop> {
        if state.heap.get(left).class != state.heap.get(right).class {
            return Ok(self.pool.never());
        }
        let (Some(a), Some(b)) = (
            crate::reference::object::field_value(self, state, left, "value"),
            crate::reference::object::field_value(self, state, right, "value"),
        ) else {
            return Err(Stop::unsupported("the identity of a boxed value"));
        };
        if !matches!(a, Value::Symbolic(_)) && !matches!(b, Value::Symbolic(_)) {
            // Kept boxes of equal concrete values are one object already.
            return Ok(self.pool.never());
        }
        let is_long = &*self.program.class(state.heap.get(left).class).name == "java/lang/Long";
        let (low, high) = if is_long {
            (Value::Long(SMALLEST_KEPT), Value::Long(LARGEST_KEPT))
        } else {
            (Value::Int(SMALLEST_KEPT as i32), Value::Int(LARGEST_KEPT as i32))
        };
        let (a, b, low, high) = (self.term(a)?, self.term(b)?, self.term(low)?, self.term(high)?);
        let equal = self.pool.eq(a, b);
        let at_least = self.pool.le(low, a);
        let at_most = self.pool.le(a, high);
        let mut conditions = vec![equal, at_least, at_most];
        for input in [left, right] {
            if let Payload::InputBox(is_kept) = state.heap.get(input).payload {
                conditions.push(is_kept);
                conditions.extend(self.other_kept_boxes(state, input)?);
            }
        }
        Ok(self.pool.and_all(&conditions))
    }

    /// Two boxes of the input that are two objects are not both the kept one of one value.
    fn other_kept_boxes(&mut self, state: &State, location: ObjectId) -> Result<Vec<Term>, Stop> {
        let class = state.heap.get(location).class;
        let Some(own) = crate::reference::object::field_value(self, state, location, "value") else {
            return Ok(Vec::new());
        };
        let own = self.term(own)?;
        let mut conditions = Vec::new();
        for other in &state.inputs {
            let object = state.heap.get(*other);
            let Payload::InputBox(is_kept) = object.payload else { continue };
            if *other == location || object.class != class {
                continue;
            }
            let Some(value) = crate::reference::object::field_value(self, state, *other, "value") else { continue };
            let value = self.term(value)?;
            let equal = self.pool.eq(own, value);
            let exists = object.origin.as_ref().and_then(|origin| origin.exists).unwrap_or(self.pool.always());
            let both = self.pool.and_all(&[is_kept, equal, exists]);
            conditions.push(self.pool.not(both));
        }
        Ok(conditions)
    }

    /// Whether a box of the input is the one that `valueOf` keeps, in the heap of a model.
    pub fn is_kept_input(&self, state: &State, model: &Model, location: ObjectId) -> bool {
        match state.heap.get(location).payload {
            Payload::InputBox(is_kept) => evaluate(&self.pool, model, is_kept) == Some(Const::Bool(true)),
            _ => false,
        }
    }
}

const BOOLEAN: &str = "java/lang/Boolean";

/// The wrapper classes that keep some of their objects.
const KEEPING: [&str; 6] =
    ["java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte", "java/lang/Character", BOOLEAN];
