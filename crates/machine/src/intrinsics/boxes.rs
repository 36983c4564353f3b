//! `valueOf` of the wrapper classes, whose small values are kept as one object each.
//!
//! A box of a symbolic value is one object, whatever its value: whether it is the same object as another box is asked, and
//! forks, only when the program compares them by `==`.

use program::class::MethodId;

use super::{Entry, Outcome, refuse, value};
use crate::fork::{Effect, Stop};
use crate::heap::Payload;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ObjectId, Value};

pub(super) const TABLE: &[Entry] = &[
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
    super::set_field(machine, state, object, "value", arguments[0]);
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
    /// Whether an object was made by `valueOf` of a wrapper class, or is one of the input that may have been.
    pub(crate) fn is_box(&self, state: &State, location: ObjectId) -> bool {
        let object = state.heap.get(location);
        let has_cache = || {
            let name = &*self.program.class(object.class).name;
            matches!(
                name,
                "java/lang/Integer"
                    | "java/lang/Long"
                    | "java/lang/Short"
                    | "java/lang/Byte"
                    | "java/lang/Character"
                    | "java/lang/Boolean"
            )
        };
        matches!(object.payload, Payload::Boxed) || (object.origin.is_some() && has_cache())
    }

    /// Whether two different objects here, both made by `valueOf`, are one object in a JVM.
    pub(crate) fn same_box(&mut self, state: &State, left: ObjectId, right: ObjectId) -> Result<bool, Stop> {
        if state.heap.get(left).class != state.heap.get(right).class {
            return Ok(false);
        }
        let (Some(a), Some(b)) =
            (super::field_value(self, state, left, "value"), super::field_value(self, state, right, "value"))
        else {
            return Err(Stop::unsupported("the identity of a boxed value"));
        };
        if matches!(a, Value::Unset) || matches!(b, Value::Unset) {
            return Err(Stop::unsupported("the identity of a boxed value of the input"));
        }
        if !matches!(a, Value::Symbolic(_)) && !matches!(b, Value::Symbolic(_)) {
            // Kept boxes of equal concrete values are one object already.
            return Ok(false);
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
        let same = self.pool.and_all(&[equal, at_least, at_most]);
        let different = self.pool.not(same);
        let conjuncts = &state.path_condition.conjuncts;
        if self.pool.is_true(same) || conjuncts.contains(&same) {
            return Ok(true);
        }
        if self.pool.is_false(same) || conjuncts.contains(&different) {
            return Ok(false);
        }
        Err(Stop::branch(same, different, Effect::Retry, Effect::Retry))
    }
}
