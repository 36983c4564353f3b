//! `java.lang.Character` on symbolic characters, and what strings ask of their characters.
//!
//! What the library says of one UTF-16 unit is found out by running its own code on all 65,536 of them, once for each method
//! that is asked: exact for every JDK, whatever its version of Unicode. The answers become a tree of comparisons.

use std::rc::Rc;

use logic::pool::TermPool;
use logic::term::Term;
use program::class::MethodId;

use crate::library::{Entry, Outcome, value};
use crate::machine::intrinsic::rows;
use crate::machine::marks::Marks;
use crate::machine::{Compare, Machine};
use crate::state::fork::End;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::state::{OnReturn, Phase, State, Thread};
use crate::step::run::Run;
use crate::text::{Text, UnitTable, is_surrogate};

const CHARACTER: &str = "java/lang/Character";
const STRING: &str = "java/lang/String";
const SURROGATES: &str = "comparing characters beyond the basic plane without regard to case";

pub(crate) const TABLE: &[Entry] = rows![
    (CHARACTER, "isDigit", "*", classify),
    (CHARACTER, "isLetter", "*", classify),
    (CHARACTER, "isLetterOrDigit", "*", classify),
    (CHARACTER, "isAlphabetic", "*", classify),
    (CHARACTER, "isUpperCase", "*", classify),
    (CHARACTER, "isLowerCase", "*", classify),
    (CHARACTER, "isTitleCase", "*", classify),
    (CHARACTER, "isWhitespace", "*", classify),
    (CHARACTER, "isSpaceChar", "*", classify),
    (CHARACTER, "isISOControl", "*", classify),
    (CHARACTER, "isDefined", "*", classify),
    (CHARACTER, "isJavaIdentifierStart", "*", classify),
    (CHARACTER, "isJavaIdentifierPart", "*", classify),
    (CHARACTER, "toUpperCase", "*", classify),
    (CHARACTER, "toLowerCase", "*", classify),
    (CHARACTER, "getNumericValue", "*", classify),
    (CHARACTER, "getType", "*", classify),
    (CHARACTER, "digit", "*", digit),
    (STRING, "isBlank", "()Z", is_blank),
    (STRING, "strip", "()Ljava/lang/String;", |machine, state, _, arguments| {
        strip(machine, state, arguments, Ends::Both)
    }),
    (STRING, "stripLeading", "()Ljava/lang/String;", |machine, state, _, arguments| {
        strip(machine, state, arguments, Ends::Leading)
    }),
    (STRING, "stripTrailing", "()Ljava/lang/String;", |machine, state, _, arguments| {
        strip(machine, state, arguments, Ends::Trailing)
    }),
    (STRING, "equalsIgnoreCase", "(Ljava/lang/String;)Z", equals_ignore_case),
    (STRING, "compareToIgnoreCase", "(Ljava/lang/String;)I", compare_ignore_case),
];

impl Machine {
    /// What a static method of `Character` says of each unit, given further concrete arguments: exactly the ints it returns.
    pub(crate) fn unit_table(
        &mut self,
        state: &State,
        method: MethodId,
        further: &[Value],
    ) -> Result<Rc<UnitTable>, Stop> {
        let key = (method, key_of(further));
        if let Some(known) = self.library.text.units.get(&key) {
            return Ok(known.clone());
        }
        let values = self.off_the_path(|machine| machine.tabulate(state, method, further));
        let table = Rc::new(UnitTable::of_ints(values?));
        self.library.text.units.insert(key, table.clone());
        Ok(table)
    }

    /// Work that is no part of the path: it counts neither as executed nor against bounds, and is compared with nothing.
    pub(crate) fn off_the_path<T>(&mut self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let (counters, config) = (self.counters, self.config.clone());
        self.config.max_effort = None;
        self.config.unwind = None;
        self.config.compare = Compare::Never;
        let result = work(self);
        (self.counters, self.config) = (counters, config);
        result
    }

    /// What a method returns that is run in a state of its own; `None` if it does not return.
    pub(crate) fn result_of(
        &mut self,
        scratch: &mut State,
        method: MethodId,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        self.push_frame(scratch, method, None, arguments, OnReturn::Continue)?;
        match self.run(scratch, &mut Marks::default(), &mut || false) {
            Run::End(End::Returned(value)) => Ok(value),
            _ => Ok(None),
        }
    }

    fn tabulate(&mut self, state: &State, method: MethodId, further: &[Value]) -> Result<Vec<i32>, Stop> {
        let mut scratch = apart(state);
        let mut values = Vec::with_capacity(1 << 16);
        let mut arguments = vec![Value::Int(0)];
        arguments.extend_from_slice(further);
        for unit in 0..=u16::MAX {
            arguments[0] = Value::Int(i32::from(unit));
            match self.result_of(&mut scratch, method, &arguments)? {
                Some(Value::Int(value)) => values.push(value),
                _ => return Err(crate::library::refuse_symbolic(self, method)),
            }
        }
        Ok(values)
    }

    /// The table of a method of `Character` by name, whose values are units or -1, which is the last unit here.
    pub(crate) fn character_table(
        &mut self,
        state: &State,
        name: &str,
        descriptor: &str,
        further: &[Value],
    ) -> Result<Rc<UnitTable>, Stop> {
        let class = self.load(CHARACTER)?;
        let Some(method) = self.program.find_method(class, name, descriptor) else {
            return Err(Stop::unsupported(format!("a library without Character.{name}")));
        };
        let key = (method, key_of(further));
        if let Some(known) = self.library.text.units_to_units.get(&key) {
            return Ok(known.clone());
        }
        let table = self.unit_table(state, method, further)?.to_units();
        let table = Rc::new(table.ok_or_else(|| crate::library::refuse_symbolic(self, method))?);
        self.library.text.units_to_units.insert(key, table.clone());
        Ok(table)
    }

    /// A character as a unit. A symbolic code point must be one.
    fn unit_argument(&mut self, state: &State, character: Value) -> Result<Term, Stop> {
        let term = self.term(character)?;
        let limit = self.pool.int32(0x1_0000);
        let is_unit = self.pool.ult(term, limit);
        self.give_up_unless(state, is_unit, "classifying a symbolic code point that is no char")?;
        Ok(self.pool.extract(term, 15, 0))
    }

    /// The value of a table for a unit as a Java int.
    fn table_value(&mut self, method: MethodId, table: &UnitTable, unit: Term) -> Value {
        let result = table.apply(&mut self.pool, unit);
        let descriptor = self.program.method(method).descriptor.clone();
        // What has fewer than 32 bits is not negative.
        let term = self.pool.zero_extend(result, 32);
        if descriptor.ends_with(")Z") {
            let one = self.pool.bv(16, 1);
            let holds = self.pool.eq(result, one);
            self.pool.name_as(holds, &format!("Character.{}", self.program.method(method).name), unit);
            return self.boolean(holds);
        }
        self.integer(term)
    }
}

/// Arguments as a part of a key.
fn key_of(further: &[Value]) -> String {
    further.iter().map(|value| format!("{value:?}")).collect()
}

/// A state of its own, in which classes that a method initialises are initialised.
pub(crate) fn apart(state: &State) -> State {
    let mut scratch = state.clone();
    scratch.threads = vec![Thread::default()];
    scratch.current = 0;
    scratch.phase = Phase::Boot;
    scratch
}

/// A method of one character.
fn classify(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let [character @ Value::Symbolic(_)] = arguments else { return Ok(Outcome::Bytecode) };
    if !machine.has_bits() {
        return Ok(Outcome::Bytecode);
    }
    let unit = machine.unit_argument(state, *character)?;
    let table = machine.unit_table(state, method, &[])?;
    value(machine.table_value(method, &table, unit))
}

fn digit(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let &[character @ Value::Symbolic(_), radix @ Value::Int(_)] = arguments else { return Ok(Outcome::Bytecode) };
    if !machine.has_bits() {
        return Ok(Outcome::Bytecode);
    }
    let unit = machine.unit_argument(state, character)?;
    let table = machine.unit_table(state, method, &[radix])?;
    value(machine.table_value(method, &table, unit))
}

fn is_blank(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let table = machine.character_table(state, "isWhitespace", "(C)Z", &[])?;
    let mut is_space = space_test(&table);
    let is_blank = text.all(&mut machine.pool, &mut is_space);
    value(machine.boolean(is_blank))
}

fn space_test(table: &UnitTable) -> impl FnMut(&mut TermPool, Term) -> Term + use<> {
    let ranges = table.ranges_where(|value| value == 1);
    move |pool, unit| crate::text::in_ranges(pool, unit, &ranges)
}

/// Which ends of a text are stripped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Both,
    Leading,
    Trailing,
}

fn strip(machine: &mut Machine, state: &mut State, arguments: &[Value], ends: Ends) -> Result<Outcome, Stop> {
    let Some(text) = machine.closed_receiver(state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    let table = machine.character_table(state, "isWhitespace", "(C)Z", &[])?;
    let (start, end) = text.stripped(&mut machine.pool, &mut space_test(&table));
    // Of a blank text nothing is left, whichever end is stripped.
    let is_blank = machine.pool.eq(start, end);
    let start = if ends == Ends::Trailing { machine.pool.int32(0) } else { start };
    let end = if ends == Ends::Leading { machine.pool.ite(is_blank, start, text.length) } else { end };
    let part = text.slice(&mut machine.pool, start, end);
    machine.changed_string(state, part)
}

fn equals_ignore_case(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if arguments.iter().all(|string| machine.is_plain(state, *string)) {
        return Ok(Outcome::Bytecode);
    }
    let mut text = machine.text(state, arguments[0])?;
    let other = machine.locate(state, arguments[1])?;
    if other.is_null() {
        return value(Value::FALSE);
    }
    let mut other = machine.text_at(state, other)?;
    if text.is_open && (other.is_open || other.units.len() > text.units.len()) {
        text = machine.closed(state, text)?;
    }
    if other.is_open && text.units.len() > other.units.len() {
        other = machine.closed(state, other)?;
    }
    let equal = machine.equal_without_case(state, &text, &other)?;
    value(machine.boolean(equal))
}

fn compare_ignore_case(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if arguments.iter().all(|string| machine.is_plain(state, *string)) {
        return Ok(Outcome::Bytecode);
    }
    let text = machine.closed_text(state, arguments[0])?;
    let other = machine.closed_text(state, arguments[1])?;
    require_basic_plane(machine, state, &text)?;
    require_basic_plane(machine, state, &other)?;
    let upper = machine.character_table(state, "toUpperCase", "(C)C", &[])?;
    let lower = machine.character_table(state, "toLowerCase", "(C)C", &[])?;
    let mut fold = |pool: &mut TermPool, unit: Term| {
        let unit = upper.apply(pool, unit);
        lower.apply(pool, unit)
    };
    let result = text.compare(&mut machine.pool, &other, &mut fold);
    value(machine.integer(result))
}

/// Text with halves of characters is not compared.
fn require_basic_plane(machine: &mut Machine, state: &State, text: &Text) -> Result<(), Stop> {
    let mut is_whole = |pool: &mut TermPool, unit: Term| {
        let is_half = is_surrogate(pool, unit);
        pool.not(is_half)
    };
    let all = text.all(&mut machine.pool, &mut is_whole);
    machine.give_up_unless(state, all, SURROGATES)
}
