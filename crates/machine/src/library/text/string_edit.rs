//! `java.lang.String` on symbolic text: strings made from strings, and strings from and to arrays.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::pool::TermPool;
use logic::term::Term;
use program::class::MethodId;
use program::code::Type;

use crate::library::text::string::OUT_OF_BOUNDS;
use crate::library::text::symbolic_text::set_text;
use crate::library::{Entry, Outcome, nothing, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::rows;
use crate::reference::guarded::{Located, Truth};
use crate::state::State;
use crate::state::fork::{Cut, Effect, Raise, Stop};
use crate::state::heap::{ArrayContent, Base, Identity, Layer, Object};
use crate::state::value::{ObjectId, Value};
use crate::text::{Case, Text};

const STRING: &str = "java/lang/String";
/// What all the ways to join strings end in: prefix, suffix, delimiter, elements and their number.
const JOIN: &str = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;";

pub(crate) const TABLE: &[Entry] = rows![
    (STRING, "substring", "(I)Ljava/lang/String;", substring),
    (STRING, "substring", "(II)Ljava/lang/String;", substring),
    (STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;", concat),
    (STRING, "replace", "(CC)Ljava/lang/String;", replace_unit),
    (STRING, "replace", "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;", replace),
    (STRING, "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", |machine, state, _, arguments| {
        to_case(machine, state, arguments, Case::Upper)
    }),
    (STRING, "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", |machine, state, _, arguments| {
        to_case(machine, state, arguments, Case::Lower)
    }),
    (STRING, "trim", "()Ljava/lang/String;", trim),
    (STRING, "repeat", "(I)Ljava/lang/String;", repeat),
    (STRING, "toCharArray", "()[C", to_char_array),
    (STRING, "chars", "()Ljava/util/stream/IntStream;", chars),
    (STRING, "<init>", "(Ljava/lang/String;)V", from_text),
    (STRING, "<init>", "(Ljava/lang/StringBuilder;)V", from_text),
    (STRING, "<init>", "(Ljava/lang/StringBuffer;)V", from_text),
    (STRING, "<init>", "([C)V", from_characters),
    (STRING, "<init>", "([CII)V", from_characters),
    (STRING, "join", JOIN, join),
    (STRING, "split", "(Ljava/lang/String;)[Ljava/lang/String;", split),
];

impl Machine {
    /// A string that a method may also have returned as it was.
    pub(crate) fn changed_string(&mut self, state: &mut State, text: Text) -> Result<Outcome, Stop> {
        let string = self.new_symbolic_string(state, text, Identity::Unsure);
        value(Value::Reference(string))
    }

    /// A new string, or an opaque one if its text would be too long to be spelt out.
    pub(crate) fn new_string_value(&mut self, state: &mut State, text: Option<Text>) -> Value {
        Value::Reference(match text {
            Some(text) => self.new_text(state, text),
            None => self.new_opaque_string(state),
        })
    }

    /// The text of a `CharSequence` that is a string or a builder; `None` for anything else, and for text nobody knows.
    pub(crate) fn sequence_text(&mut self, state: &mut State, sequence: Value) -> Result<Option<Text>, Stop> {
        match self.open_sequence_text(state, sequence)? {
            Some(text) => self.closed(state, text).map(Some),
            None => Ok(None),
        }
    }

    /// The same, however long it may be.
    pub(crate) fn open_sequence_text(&mut self, state: &mut State, sequence: Value) -> Result<Option<Text>, Stop> {
        let location = self.dereference(state, sequence)?;
        let Some(class) = state.heap.get(location).exact_class() else { return Ok(None) };
        let is_known =
            matches!(&*self.program.class(class).name, STRING | "java/lang/StringBuilder" | "java/lang/StringBuffer");
        if !is_known {
            return Ok(None);
        }
        Ok(self.text_at(state, location).ok())
    }

    /// The values of an array of chars as a text. Where an array of the input is longer than strings may be, the path ends
    /// at that bound.
    pub(crate) fn characters_text(&mut self, state: &mut State, array: ObjectId) -> Result<Text, Stop> {
        self.units_of_array(state, array, &Type::Char)
    }

    /// The same of an array of chars or bytes.
    pub(crate) fn units_of_array(&mut self, state: &mut State, array: ObjectId, element: &Type) -> Result<Text, Stop> {
        let content = crate::reference::array::content(state, array);
        let length = content.length;
        let (count, is_bounded) = match (length, &content.base) {
            (Value::Int(length), _) => (length as usize, true),
            (_, Base::Uniform(_)) => match &content.layers[..] {
                [Layer::Concrete(cells)] => (cells.len(), false),
                _ => (self.longest_input(), false),
            },
            _ => (self.longest_input(), false),
        };
        let length = self.term(length)?;
        if !is_bounded {
            let most = self.pool.int32(count as i32);
            let fits = self.pool.le(length, most);
            match self.truth(state, fits) {
                Truth::Known(true) => {}
                Truth::Known(false) => return Err(Stop::Cut(Cut::StringLength)),
                Truth::Depends(fits) => {
                    let longer = self.pool.not(fits);
                    return Err(Stop::branch(fits, longer, Effect::Retry, Effect::Cut(Cut::StringLength)));
                }
            }
        }
        let mut units = Vec::with_capacity(count);
        for position in 0..count {
            let unit = self.primitive_element(state, array, Value::Int(position as i32), element)?;
            let unit = self.term(unit)?;
            units.push(self.pool.extract(unit, 15, 0));
        }
        Ok(Text::bounded(&self.pool, length, units))
    }

    /// Whether an array holds nothing but concrete values.
    pub(crate) fn is_concrete_array(&self, state: &State, array: ObjectId) -> bool {
        self.plain_elements(state, array)
            .is_some_and(|elements| elements.iter().all(|element| matches!(element, Value::Int(_))))
    }

    /// A new array with the units of a text.
    fn new_unit_array(&mut self, state: &mut State, class: &str, text: &Text) -> Result<ObjectId, Stop> {
        self.new_array_of_units(state, class, text, |machine, unit| machine.character(unit))
    }

    /// A new array with what each unit of a text becomes.
    pub(crate) fn new_array_of_units(
        &mut self,
        state: &mut State,
        class: &str,
        text: &Text,
        element: impl Fn(&mut Machine, Term) -> Value,
    ) -> Result<ObjectId, Stop> {
        let class = self.load(class)?;
        let values: Vec<Value> = text.units.iter().map(|unit| element(self, *unit)).collect();
        if text.fixed_length(&self.pool).is_some() {
            return Ok(state.heap.allocate(Object::array(class, values)));
        }
        let cells: BTreeMap<i32, Value> = values.into_iter().enumerate().map(|(at, unit)| (at as i32, unit)).collect();
        let content = ArrayContent {
            length: self.integer(text.length),
            base: Base::Uniform(Value::Int(0)),
            layers: Rc::new(vec![Layer::Concrete(cells)]),
        };
        Ok(state.heap.allocate(Object::of_array(class, content)))
    }
}

fn substring(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    if let [_, Value::Int(0)] = arguments {
        machine.check_not_null(state, arguments[0])?;
        return value(arguments[0]);
    }
    let text = machine.text(state, arguments[0])?;
    let start = machine.term(arguments[1])?;
    let end = match arguments.get(2) {
        Some(end) => machine.term(*end)?,
        None => text.length,
    };
    machine.check_part(state, start, end, text.length)?;
    // A beginning within the units that are spelt out needs no bound on the length.
    let is_spelt_out =
        crate::text::constant(&machine.pool, end).is_some_and(|end| end >= 0 && end as usize <= text.units.len());
    let text = if is_spelt_out { text } else { machine.closed(state, text)? };
    let part = text.slice(&mut machine.pool, start, end);
    machine.changed_string(state, part)
}

fn concat(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if arguments.iter().all(|string| machine.is_plain(state, *string)) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let other = machine.closed_text(state, arguments[1])?;
    match text.concat(&mut machine.pool, &other) {
        Some(text) => machine.changed_string(state, text),
        None => value(machine.new_string_value(state, None)),
    }
}

/// The low bits of a char as a unit.
pub(crate) fn unit_term(machine: &mut Machine, character: Value) -> Result<Term, Stop> {
    let term = machine.term(character)?;
    Ok(machine.pool.extract(term, 15, 0))
}

fn replace_unit(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let (from, to) = (unit_term(machine, arguments[1])?, unit_term(machine, arguments[2])?);
    let replaced = text.replace_unit(&mut machine.pool, from, &[to]);
    machine.changed_string(state, replaced.unwrap_or(text))
}

/// `replace` of a concrete text of one unit by a concrete text; the library does all others.
fn replace(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if arguments.iter().all(|string| machine.is_plain(state, *string)) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let Some(from) = machine.sequence_text(state, arguments[1])? else { return Ok(Outcome::Bytecode) };
    let Some(by) = machine.sequence_text(state, arguments[2])? else { return Ok(Outcome::Bytecode) };
    let (Some([from]), Some(_)) =
        (from.fixed_length(&machine.pool).map(|_| &from.units[..]), by.fixed_length(&machine.pool))
    else {
        return Ok(Outcome::Bytecode);
    };
    match text.replace_unit(&mut machine.pool, *from, &by.units) {
        Some(text) => machine.changed_string(state, text),
        None => value(machine.new_string_value(state, None)),
    }
}

fn to_case(machine: &mut Machine, state: &mut State, arguments: &[Value], case: Case) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let locale = machine.dereference(state, arguments[1])?;
    if crate::library::text::opaque::has_case_rules(machine, state, locale) {
        return Err(Stop::unsupported("the case of symbolic text in a language with rules of its own"));
    }
    machine.text_in_case(state, &text, case)
}

fn trim(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let mut is_space = |pool: &mut TermPool, unit: Term| {
        let space = pool.bv(16, u64::from(b' '));
        pool.ule(unit, space)
    };
    let (start, end) = text.stripped(&mut machine.pool, &mut is_space);
    let part = text.slice(&mut machine.pool, start, end);
    machine.changed_string(state, part)
}

fn repeat(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) && machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let (zero, count) = (machine.term(Value::Int(0))?, machine.term(arguments[1])?);
    let is_count = machine.pool.le(zero, count);
    machine.require(state, is_count, Raise::by_library("java/lang/IllegalArgumentException"))?;
    // As a loop would have it: a path for each number of times.
    let count = machine.decided_number(state, arguments[1])?;
    let mut repeated = Some(Text::of_units(&mut machine.pool, Vec::new()));
    for _ in 0..count {
        repeated = repeated.and_then(|repeated| repeated.concat(&mut machine.pool, &text));
        if repeated.is_none() {
            break;
        }
    }
    match repeated {
        Some(text) => machine.changed_string(state, text),
        None => value(machine.new_string_value(state, None)),
    }
}

fn to_char_array(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let array = machine.new_unit_array(state, "[C", &text)?;
    value(Value::Reference(array))
}

/// The stream of an array with the same numbers.
fn chars(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let arrays = machine.load("java/util/Arrays")?;
    let Some(stream) = machine.program.find_method(arrays, "stream", "([I)Ljava/util/stream/IntStream;") else {
        return Err(crate::library::refuse_symbolic(machine, method));
    };
    machine.ensure_initialized(state, arrays)?;
    let array = machine.new_unit_array(state, "[I", &text)?;
    Ok(Outcome::Call(stream, Arguments::from_slice(&[Value::Reference(array)])))
}

/// `new String(text)`.
fn from_text(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[1]) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.text(state, arguments[1])?;
    let string = machine.dereference(state, arguments[0])?;
    set_text(state, string, Rc::new(text), Identity::Own);
    nothing()
}

fn from_characters(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[1])?;
    if !machine.has_bits() || machine.is_concrete_array(state, array) && machine.are_concrete(&arguments[2..]) {
        return Ok(Outcome::Bytecode);
    }
    let mut text = machine.characters_text(state, array)?;
    if let [_, _, start, count] = arguments {
        let (start, count) = (machine.term(*start)?, machine.term(*count)?);
        text = part_of(machine, state, &text, (start, count), OUT_OF_BOUNDS)?;
    }
    let string = machine.dereference(state, arguments[0])?;
    set_text(state, string, Rc::new(text), Identity::Own);
    nothing()
}

/// `count` units from `start` on, or an exception.
pub(crate) fn part_of(
    machine: &mut Machine,
    state: &State,
    text: &Text,
    (start, count): (Term, Term),
    raised: &'static str,
) -> Result<Text, Stop> {
    let zero = machine.pool.int32(0);
    let room = machine.pool.sub(text.length, count);
    let conditions = [machine.pool.le(zero, start), machine.pool.le(zero, count), machine.pool.le(start, room)];
    let inside = machine.pool.and_all(&conditions);
    machine.require(state, inside, Raise::by_library(raised))?;
    let end = machine.pool.add(start, count);
    Ok(text.slice(&mut machine.pool, start, end))
}

fn join(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let &[prefix, suffix, delimiter, elements, Value::Int(size)] = arguments else { return Ok(Outcome::Bytecode) };
    let array = machine.dereference(state, elements)?;
    let Some(mut elements) = machine.plain_elements(state, array) else { return Ok(Outcome::Bytecode) };
    elements.truncate(size as usize);
    let mut parts = vec![prefix];
    for (number, element) in elements.into_iter().enumerate() {
        if number > 0 {
            parts.push(delimiter);
        }
        parts.push(element);
    }
    parts.push(suffix);
    if parts.iter().all(|part| machine.is_plain(state, *part)) {
        return Ok(Outcome::Bytecode);
    }
    let mut joined = Some(Text::of_units(&mut machine.pool, Vec::new()));
    for part in parts {
        let text = machine.closed_text(state, part)?;
        joined = joined.and_then(|joined| joined.concat(&mut machine.pool, &text));
    }
    match joined {
        Some(text) => machine.changed_string(state, text),
        None => value(machine.new_string_value(state, None)),
    }
}

/// `split` by one concrete character that means only itself; the library does it by other concrete expressions. Forks by the
/// number of parts.
fn split(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let separator = match machine.located(state, arguments[1])? {
        Located::One(location) if location.is_null() => return Err(Raise::null_pointer().into()),
        Located::One(location) => machine.string_text(state, location),
        Located::Many(_) => None,
    };
    let Some(separator) = separator else { return Err(crate::library::refuse_symbolic(machine, method)) };
    let Some(separator) = literal_unit(&separator) else { return Ok(Outcome::Bytecode) };
    let pool = &mut machine.pool;
    let separator = pool.bv(16, u64::from(separator));
    let hits: Vec<Term> = (0..text.units.len())
        .map(|position| {
            let has = text.has(pool, position);
            let is_it = pool.eq(text.units[position], separator);
            pool.and(has, is_it)
        })
        .collect();
    // Trailing empty parts are left out: what counts is the number of separators before the last other unit, plus one.
    let (zero, one) = (pool.int32(0), pool.int32(1));
    let mut before = pool.int32(0);
    let mut parts = pool.int32(0);
    for (position, hit) in hits.iter().enumerate() {
        let has = text.has(pool, position);
        let other = pool.not(*hit);
        let counts = pool.and(has, other);
        let now = pool.add(before, one);
        parts = pool.ite(counts, now, parts);
        before = pool.ite(*hit, now, before);
    }
    // Without a separator the text itself is the only part, even if it is empty.
    let none = pool.eq(before, zero);
    let parts = pool.ite(none, one, parts);
    let mut conditions = Vec::new();
    let mut count = None;
    for number in 0..=text.units.len().max(1) {
        let number_term = machine.pool.int32(number as i32);
        let is_it = machine.pool.eq(parts, number_term);
        match machine.truth(state, is_it) {
            Truth::Known(true) => count = Some(number),
            Truth::Known(false) => {}
            Truth::Depends(condition) => conditions.push(condition),
        }
    }
    let Some(count) = count else {
        if conditions.is_empty() {
            return Err(Stop::nothing_left());
        }
        return Err(machine.fork_by(conditions));
    };
    let mut start = machine.pool.int32(0);
    let mut strings = Vec::with_capacity(count);
    for _ in 0..count {
        let mut end = text.length;
        for (position, hit) in hits.iter().enumerate().rev() {
            let position = machine.pool.int32(position as i32);
            let is_behind = machine.pool.le(start, position);
            let is_end = machine.pool.and(is_behind, *hit);
            end = machine.pool.ite(is_end, position, end);
        }
        strings.push(text.slice(&mut machine.pool, start, end));
        start = machine.pool.add(end, one);
    }
    let class = machine.load("[Ljava/lang/String;")?;
    let mut values = Vec::with_capacity(count);
    for text in strings {
        values.push(Value::Reference(machine.new_symbolic_string(state, text, Identity::Unsure)));
    }
    value(Value::Reference(state.heap.allocate(Object::array(class, values))))
}

/// The unit that a regular expression stands for, if it is one character without a meaning of its own.
fn literal_unit(regex: &[u16]) -> Option<u16> {
    let has_meaning = |unit: u16| u8::try_from(unit).is_ok_and(|byte| b".$|()[{^?*+\\".contains(&byte));
    let is_surrogate = |unit: u16| (0xd800..=0xdfff).contains(&unit);
    match *regex {
        [unit] if !has_meaning(unit) && !is_surrogate(unit) => Some(unit),
        // An escaped character is itself unless it is a letter or a digit.
        [backslash, unit] if backslash == u16::from(b'\\') => {
            u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_punctuation()).then_some(unit)
        }
        _ => None,
    }
}
