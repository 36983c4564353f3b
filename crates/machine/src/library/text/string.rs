//! `java.lang.String` on symbolic text: what is asked of a string.
//!
//! Where all operands are concrete the library's own code runs. Methods that merely call others that are listed here
//! (`contains`, `endsWith`, `subSequence`, …) always do.

use std::rc::Rc;

use logic::term::{Sort, Term};
use program::class::MethodId;
use program::code::Kind;

use crate::library::{Entry, Outcome, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::reference::guarded::Located;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::{Identity, Payload};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};
use crate::text::{Pattern, Text, constant};

const STRING: &str = "java/lang/String";
/// What indices outside of a string raise.
pub(crate) const OUT_OF_BOUNDS: &str = "java/lang/StringIndexOutOfBoundsException";

pub(crate) const TABLE: &[Entry] = rows![
    (STRING, "length", "()I", length),
    (STRING, "isEmpty", "()Z", is_empty),
    (STRING, "charAt", "(I)C", char_at),
    (STRING, "equals", "(Ljava/lang/Object;)Z", equals),
    (STRING, "contentEquals", "(Ljava/lang/CharSequence;)Z", content_equals),
    (STRING, "hashCode", "()I", hash_code),
    (STRING, "compareTo", "(Ljava/lang/String;)I", compare_to),
    (STRING, "startsWith", "(Ljava/lang/String;I)Z", starts_with),
    (STRING, "indexOf", "(I)I", index_of_unit),
    (STRING, "indexOf", "(II)I", index_of_unit),
    (STRING, "lastIndexOf", "(I)I", last_index_of_unit),
    (STRING, "lastIndexOf", "(II)I", last_index_of_unit),
    (STRING, "indexOf", "(Ljava/lang/String;)I", index_of),
    (STRING, "indexOf", "(Ljava/lang/String;I)I", index_of),
    (STRING, "lastIndexOf", "(Ljava/lang/String;)I", last_index_of),
    (STRING, "lastIndexOf", "(Ljava/lang/String;I)I", last_index_of),
    (STRING, "intern", "()Ljava/lang/String;", intern),
    ("java/util/regex/Pattern", "matches", "(Ljava/lang/String;Ljava/lang/CharSequence;)Z", matches),
];

impl Machine {
    /// A condition as a Java boolean.
    pub(crate) fn boolean(&mut self, condition: Term) -> Value {
        let (one, zero) = (self.pool.int32(1), self.pool.int32(0));
        let term = self.pool.ite(condition, one, zero);
        self.value(Kind::Int, term)
    }

    /// A 32-bit term as a Java int.
    pub(crate) fn integer(&self, term: Term) -> Value {
        self.value(Kind::Int, term)
    }

    /// A unit as a Java char.
    pub(crate) fn character(&mut self, unit: Term) -> Value {
        let term = self.pool.zero_extend(unit, 32);
        self.value(Kind::Int, term)
    }

    /// Whether integers are vectors of bits, which symbolic text is made of.
    pub(crate) fn has_bits(&self) -> bool {
        self.config.ints == Ints::Java
    }

    /// Whether the library's code may run with these numbers: none of them is symbolic, or there is no other way.
    pub(crate) fn are_concrete(&self, numbers: &[Value]) -> bool {
        !self.has_bits() || numbers.iter().all(|number| !matches!(number, Value::Symbolic(_) | Value::Opaque))
    }

    pub(crate) fn is_array(&self, state: &State, object: ObjectId) -> bool {
        state.heap.get(object).array_content().is_some()
    }

    /// The text of the receiver if it is symbolic; `None` sends the call to the library's code.
    pub(crate) fn symbolic_receiver(&mut self, state: &mut State, receiver: Value) -> Result<Option<Text>, Stop> {
        if self.is_plain(state, receiver) {
            return Ok(None);
        }
        self.text(state, receiver).map(Some)
    }

    /// The same with all units spelt out.
    pub(crate) fn closed_receiver(&mut self, state: &mut State, receiver: Value) -> Result<Option<Text>, Stop> {
        match self.symbolic_receiver(state, receiver)? {
            Some(text) => self.closed(state, text).map(Some),
            None => Ok(None),
        }
    }

    /// All of a string's text, whether symbolic or not; null raises NullPointerException.
    pub(crate) fn closed_text(&mut self, state: &mut State, string: Value) -> Result<Text, Stop> {
        let text = self.text(state, string)?;
        self.closed(state, text)
    }

    /// StringIndexOutOfBoundsException unless `0 <= start <= end <= length`.
    pub(crate) fn check_part(&mut self, state: &State, start: Term, end: Term, length: Term) -> Result<(), Stop> {
        let zero = self.pool.int32(0);
        let conditions = [self.pool.le(zero, start), self.pool.le(start, end), self.pool.le(end, length)];
        let inside = self.pool.and_all(&conditions);
        self.require(state, inside, Raise::by_library(OUT_OF_BOUNDS))
    }

    /// The unit at an index; StringIndexOutOfBoundsException outside of the text.
    pub(crate) fn unit_of(&mut self, state: &State, text: Text, index: Term, raise: Raise) -> Result<Term, Stop> {
        let zero = self.pool.int32(0);
        let conditions = [self.pool.le(zero, index), self.pool.lt(index, text.length)];
        let inside = self.pool.and_all(&conditions);
        self.require(state, inside, raise)?;
        let is_spelt_out = constant(&self.pool, index).is_some_and(|index| (index as usize) < text.units.len());
        let text = if is_spelt_out { text } else { self.closed(state, text)? };
        Ok(text.unit_at(&mut self.pool, index))
    }
}

impl Machine {
    /// The unit at an index of a string of which a generalised state knows the length alone: any unit, the same for the same index.
    fn forgotten_unit(
        &mut self,
        state: &State,
        string: ObjectId,
        length: Term,
        index: Term,
        raise: Raise,
    ) -> Result<Term, Stop> {
        let zero = self.pool.int32(0);
        let conditions = [self.pool.le(zero, index), self.pool.lt(index, length)];
        let inside = self.pool.and_all(&conditions);
        self.require(state, inside, raise)?;
        let name = format!("unit of {} at {}", string.0, index.index());
        Ok(self.pool.symbol(&name, Sort::BitVec(16)))
    }
}

/// Whether the library's code may run: no operand is symbolic text.
fn all_plain(machine: &Machine, state: &State, operands: &[Value]) -> bool {
    operands.iter().all(|operand| machine.is_plain(state, *operand))
}

fn length(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match machine.symbolic_receiver(state, arguments[0])? {
        Some(text) => value(machine.integer(text.length)),
        None => Ok(Outcome::Bytecode),
    }
}

fn is_empty(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.symbolic_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let zero = machine.pool.int32(0);
    let is_empty = machine.pool.eq(text.length, zero);
    value(machine.boolean(is_empty))
}

fn char_at(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.text(state, arguments[0])?;
    let index = machine.term(arguments[1])?;
    let raise = Raise::by_library(OUT_OF_BOUNDS);
    let unit = match machine.decided_object(state, arguments[0]) {
        Some(string) if text.is_forgotten() && state.is_generalized() => {
            machine.forgotten_unit(state, string, text.length, index, raise)?
        }
        _ => machine.unit_of(state, text, index, raise)?,
    };
    value(machine.character(unit))
}

fn equals(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if all_plain(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.text(state, arguments[0])?;
    let other = machine.pruned(state, arguments[1]);
    let entries = match machine.located(state, other)? {
        Located::One(location) => [(machine.pool.always(), location)].into_iter().collect(),
        Located::Many(entries) => entries,
    };
    let is_string = |location: ObjectId| state.heap.get(location).exact_class() == Some(machine.known.string);
    if !entries.iter().all(|(_, location)| location.is_null() || is_string(*location)) {
        // Its class decides: it must be known which object it is.
        let other = machine.locate(state, other)?;
        if !other.is_null() && !machine.is_instance(state, other, machine.known.string)? {
            return value(Value::FALSE);
        }
    }
    let mut equal = machine.pool.never();
    for (guard, location) in entries {
        if location.is_null() || state.heap.get(location).class != machine.known.string {
            continue;
        }
        let other = machine.text_at(state, location)?;
        let condition = machine.texts_equal(state, text.clone(), other)?;
        let condition = machine.pool.and(guard, condition);
        equal = machine.pool.or(equal, condition);
    }
    value(machine.boolean(equal))
}

/// With a string or a builder; the library compares other sequences character by character.
fn content_equals(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if all_plain(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.text(state, arguments[0])?;
    let Some(other) = machine.open_sequence_text(state, arguments[1])? else { return Ok(Outcome::Bytecode) };
    let equal = machine.texts_equal(state, text, other)?;
    value(machine.boolean(equal))
}

fn hash_code(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let hash = text.hash(&mut machine.pool);
    value(machine.integer(hash))
}

fn compare_to(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if all_plain(machine, state, arguments) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let other = machine.closed_text(state, arguments[1])?;
    let result = text.compare(&mut machine.pool, &other, &mut |_, unit| unit);
    value(machine.integer(result))
}

fn starts_with(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if all_plain(machine, state, &arguments[..2]) && machine.are_concrete(&arguments[2..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.text(state, arguments[0])?;
    let part = machine.closed_text(state, arguments[1])?;
    let offset = machine.term(arguments[2])?;
    // A prefix within the units that are spelt out needs no bound on the length.
    let is_spelt_out = constant(&machine.pool, offset)
        .is_some_and(|offset| offset < 0 || offset as usize + part.units.len() <= text.units.len());
    let text = if is_spelt_out { text } else { machine.closed(state, text)? };
    let starts = text.starts_with_at(&mut machine.pool, &part, offset);
    value(machine.boolean(starts))
}

/// What is searched for when a method is given a code point: one unit, two, or nothing that could be found.
pub(crate) enum Wanted {
    Unit(Term),
    Pair(Text),
    Nothing,
}

/// The code point searched for. A symbolic one must be a unit.
pub(crate) fn wanted(machine: &mut Machine, state: &State, code_point: Value) -> Result<Wanted, Stop> {
    if let Value::Int(code_point) = code_point {
        return Ok(match u32::try_from(code_point).ok() {
            Some(unit) if unit <= 0xffff => Wanted::Unit(machine.pool.bv(16, u64::from(unit))),
            Some(point) => match char::from_u32(point) {
                Some(character) => Wanted::Pair(Text::ascii(&mut machine.pool, character.encode_utf8(&mut [0; 4]))),
                None => Wanted::Nothing,
            },
            None => Wanted::Nothing,
        });
    }
    let term = machine.term(code_point)?;
    let limit = machine.pool.int32(0x1_0000);
    let is_unit = machine.pool.ult(term, limit);
    machine.give_up_unless(state, is_unit, "searching for a symbolic code point that is no char")?;
    Ok(Wanted::Unit(machine.pool.extract(term, 15, 0)))
}

fn index_of_unit(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let from = machine.term(arguments.get(2).copied().unwrap_or(Value::Int(0)))?;
    let index = match wanted(machine, state, arguments[1])? {
        Wanted::Unit(unit) => text.index_of_unit(&mut machine.pool, unit, from),
        Wanted::Pair(pair) => text.index_of(&mut machine.pool, &pair, from),
        Wanted::Nothing => machine.pool.int32(-1),
    };
    value(machine.integer(index))
}

fn last_index_of_unit(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let from = machine.term(arguments.get(2).copied().unwrap_or(Value::Int(i32::MAX)))?;
    let index = match wanted(machine, state, arguments[1])? {
        Wanted::Unit(unit) => text.last_index_of_unit(&mut machine.pool, unit, from),
        Wanted::Pair(pair) => text.last_index_of(&mut machine.pool, &pair, from),
        Wanted::Nothing => machine.pool.int32(-1),
    };
    value(machine.integer(index))
}

fn index_of(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let from = arguments.get(2).copied().unwrap_or(Value::Int(0));
    if all_plain(machine, state, &arguments[..2]) && machine.are_concrete(&[from]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let part = machine.closed_text(state, arguments[1])?;
    let from = machine.term(from)?;
    let index = text.index_of(&mut machine.pool, &part, from);
    value(machine.integer(index))
}

fn last_index_of(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let from = arguments.get(2).copied().unwrap_or(Value::Int(i32::MAX));
    if all_plain(machine, state, &arguments[..2]) && machine.are_concrete(&[from]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let part = machine.closed_text(state, arguments[1])?;
    let from = machine.term(from)?;
    let index = text.last_index_of(&mut machine.pool, &part, from);
    value(machine.integer(index))
}

fn intern(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let string = machine.dereference(state, arguments[0])?;
    if let Payload::Text(text, identity) = &state.heap.get(string).payload {
        if *identity == Identity::Interned {
            return value(arguments[0]);
        }
        // The text is shared, so that it can be told of what this is the interned form.
        let text = text.clone();
        let interned = machine.new_symbolic_string(state, text, Identity::Interned);
        return value(Value::Reference(interned));
    }
    let Some(units) = machine.string_text(state, string) else {
        return Err(crate::library::refuse_symbolic(machine, method));
    };
    let units: Rc<[u16]> = units.into();
    if !state.statics.strings.contains_key(&units) {
        // The first string interned with a text is itself the one, unless the JVM or its library had one before: names and literals
        // that no path has come across.
        state.heap.get_mut(string).payload = Payload::UnsureString;
    }
    value(Value::Reference(machine.intern(state, &units)))
}

/// Expressions outside of the subset are left to the library, which forks wherever it looks at a character.
fn matches(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[1]) || !machine.is_plain(state, arguments[0]) {
        return Ok(Outcome::Bytecode);
    }
    let regex = machine.dereference(state, arguments[0])?;
    let pattern = machine.string_text(state, regex).and_then(|regex| Pattern::parse(&regex));
    let (Some(pattern), Some(text)) = (pattern, machine.sequence_text(state, arguments[1])?) else {
        return Ok(Outcome::Bytecode);
    };
    let is_decidable = pattern.is_decidable(&mut machine.pool, &text);
    machine.give_up_unless(state, is_decidable, "a regular expression on characters beyond the basic plane")?;
    let matches = pattern.matches(&mut machine.pool, &text);
    value(machine.boolean(matches))
}
