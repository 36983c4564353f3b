//! Characters beyond the basic plane in symbolic text, and parts of texts compared in place.

use logic::term::Term;
use program::class::MethodId;

use crate::library::text::string::OUT_OF_BOUNDS;
use crate::library::{Entry, Outcome, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Effect, Raise, Stop};
use crate::state::value::Value;
use crate::text::{Text, in_range};

const STRING: &str = "java/lang/String";

pub(crate) const TABLE: &[Entry] = rows![
    (STRING, "codePointAt", "(I)I", code_point_at),
    (STRING, "codePointBefore", "(I)I", code_point_before),
    (STRING, "codePointCount", "(II)I", code_point_count),
    (STRING, "regionMatches", "(ILjava/lang/String;II)Z", region_matches),
];

fn is_high(machine: &mut Machine, unit: Term) -> Term {
    in_range(&mut machine.pool, unit, 0xd800, 0xdbff)
}

fn is_low(machine: &mut Machine, unit: Term) -> Term {
    in_range(&mut machine.pool, unit, 0xdc00, 0xdfff)
}

/// Whether the library's code can do it.
fn is_known(machine: &Machine, state: &State, arguments: &[Value]) -> bool {
    machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..])
}

/// The character that two units make where `are_pair` holds, and the one unit elsewhere.
fn pair_or_unit(machine: &mut Machine, are_pair: Term, (high, low): (Term, Term), unit: Term) -> Value {
    let pool = &mut machine.pool;
    let (high, low, unit) = (pool.zero_extend(high, 32), pool.zero_extend(low, 32), pool.zero_extend(unit, 32));
    let thousand = pool.int32(0x400);
    let high = pool.mul(high, thousand);
    let sum = pool.add(high, low);
    let origin = pool.int32(0x1_0000 - (0xd800 << 10) - 0xdc00);
    let point = pool.add(sum, origin);
    let point = pool.ite(are_pair, point, unit);
    machine.integer(point)
}

fn code_point_at(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if is_known(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let index = machine.term(arguments[1])?;
    let unit = machine.unit_of(state, text.clone(), index, Raise::by_library(OUT_OF_BOUNDS))?;
    let one = machine.pool.int32(1);
    let next = machine.pool.add(index, one);
    let low = text.unit_at(&mut machine.pool, next);
    let conditions = [machine.pool.lt(next, text.length), is_high(machine, unit), is_low(machine, low)];
    let are_pair = machine.pool.and_all(&conditions);
    value(pair_or_unit(machine, are_pair, (unit, low), unit))
}

fn code_point_before(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if is_known(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let index = machine.term(arguments[1])?;
    let (one, two) = (machine.pool.int32(1), machine.pool.int32(2));
    let last = machine.pool.sub(index, one);
    let unit = machine.unit_of(state, text.clone(), last, Raise::by_library(OUT_OF_BOUNDS))?;
    let before = machine.pool.sub(index, two);
    let high = text.unit_at(&mut machine.pool, before);
    let conditions = [machine.pool.le(two, index), is_high(machine, high), is_low(machine, unit)];
    let are_pair = machine.pool.and_all(&conditions);
    value(pair_or_unit(machine, are_pair, (high, unit), unit))
}

fn code_point_count(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if is_known(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let (start, end) = (machine.term(arguments[1])?, machine.term(arguments[2])?);
    let zero = machine.pool.int32(0);
    let conditions = [machine.pool.le(zero, start), machine.pool.le(start, end), machine.pool.le(end, text.length)];
    let inside = machine.pool.and_all(&conditions);
    let outside = machine.pool.not(inside);
    let known = &state.path_condition.conjuncts;
    if machine.pool.is_false(inside) || known.contains(&outside) {
        // Which exception that is depends on the JDK: its code checks first.
        return Ok(Outcome::Bytecode);
    }
    if !machine.pool.is_true(inside) && !known.contains(&inside) {
        return Err(Stop::branch(inside, outside, Effect::Retry, Effect::Retry));
    }
    // Units less pairs. Pairs do not overlap: a unit is not high and low.
    let mut count = machine.pool.sub(end, start);
    for (position, pair) in text.units.windows(2).enumerate() {
        let (first, second) = (machine.pool.int32(position as i32), machine.pool.int32(position as i32 + 1));
        let conditions = [
            machine.pool.le(start, first),
            machine.pool.lt(second, end),
            is_high(machine, pair[0]),
            is_low(machine, pair[1]),
        ];
        let is_pair = machine.pool.and_all(&conditions);
        let one = machine.pool.int32(1);
        let amount = machine.pool.ite(is_pair, one, zero);
        count = machine.pool.sub(count, amount);
    }
    value(machine.integer(count))
}

fn region_matches(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let are_plain = [arguments[0], arguments[2]].iter().all(|string| machine.is_plain(state, *string));
    if are_plain && machine.are_concrete(&[arguments[1], arguments[3], arguments[4]]) {
        return Ok(Outcome::Bytecode);
    }
    let (text, other) = (machine.closed_text(state, arguments[0])?, machine.closed_text(state, arguments[2])?);
    let (own, others) = (machine.term(arguments[1])?, machine.term(arguments[3])?);
    let length = machine.term(arguments[4])?;
    let fits = [fits(machine, &text, own, length), fits(machine, &other, others, length)];
    let fits = machine.pool.and_all(&fits);
    let zero = machine.pool.int32(0);
    let is_positive = machine.pool.le(zero, length);
    let length = machine.pool.ite(is_positive, length, zero);
    let part = |machine: &mut Machine, text: &Text, start: Term| {
        let end = machine.pool.add(start, length);
        text.slice(&mut machine.pool, start, end)
    };
    let (part, other) = (part(machine, &text, own), part(machine, &other, others));
    let are_equal = part.equals(&mut machine.pool, &other);
    let matches = machine.pool.and(fits, are_equal);
    value(machine.boolean(matches))
}

/// `0 <= start <= text.length - length`, without overflow.
fn fits(machine: &mut Machine, text: &Text, start: Term, length: Term) -> Term {
    let pool = &mut machine.pool;
    let zero = pool.int32(0);
    let is_inside = pool.le(zero, start);
    let [start, own, length] = [start, text.length, length].map(|number| pool.sign_extend(number, 64));
    let room = pool.sub(own, length);
    let has_room = pool.le(start, room);
    pool.and(is_inside, has_room)
}
