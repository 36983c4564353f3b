//! Unknown words and lines of the standard input, as `java.util.Scanner` finds them: texts, and the laws they obey.
//!
//! All laws hold in a model that knows nothing of their symbols, so that adding them needs no solver.

use logic::pool::TermPool;
use logic::term::Term;

use crate::library::input::standard_input as input;
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::standard_input::{Not, Start};
use crate::state::value::Value;
use crate::text::{NumberGrammar, Text, in_ranges};

/// Where a line starts, and what is known to be in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineShape {
    pub(crate) start: Start,
    pub(crate) content: LineContent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineContent {
    Anything,
    /// Nothing but white space.
    Blank,
    /// A first word, which is none of these.
    Word(Not),
    /// White space, and as much as there is of a word before the character that ends the line in its middle: perhaps nothing.
    StartOfWord,
}

/// A character that ends a line without being white space.
pub(crate) const NEXT_LINE: u16 = 0x85;

/// Any text without white space that is not empty and none of what is excluded, and the conditions for that. A model that
/// knows nothing of its symbols satisfies them: then it is the one character U+0000.
pub(crate) fn any_word(machine: &mut Machine, state: &State, name: &str, not: Not) -> Result<(Text, Vec<Term>), Stop> {
    let (text, mut conditions) = input::any_text(machine, name, 1);
    let spaces = input::white_space(machine, state)?;
    let pool = &mut machine.pool;
    for unit in text.units.iter() {
        let is_space = in_ranges(pool, *unit, &spaces);
        conditions.push(pool.not(is_space));
    }
    let most = machine.pool.int32(text.units.len() as i32);
    let is_complete = machine.pool.le(text.length, most);
    exclude(machine, state, &text, is_complete, not, &mut conditions)?;
    Ok((text, conditions))
}

/// Any text of one line and the conditions for that, which a model satisfies that knows nothing of its symbols.
pub(crate) fn any_line(
    machine: &mut Machine,
    state: &State,
    name: &str,
    shape: LineShape,
) -> Result<(Text, Vec<Term>), Stop> {
    const LINE_ENDS: [(u16, u16); 4] = [(0x0a, 0x0a), (0x0d, 0x0d), (NEXT_LINE, NEXT_LINE), (0x2028, 0x2029)];
    let spaces = input::white_space(machine, state)?;
    let starts_with_space = shape.start == Start::AfterToken;
    let least = match shape.content {
        LineContent::Anything | LineContent::Blank => 0,
        // The white space between two tokens.
        LineContent::StartOfWord => i32::from(starts_with_space),
        LineContent::Word(_) => 1 + i32::from(starts_with_space),
    };
    let (mut text, mut laws) = input::any_text(machine, name, least);
    let pool = &mut machine.pool;
    if starts_with_space
        && least > 0
        && let [first, rest @ ..] = &text.units[..]
    {
        // A space for the model that knows nothing. Neither is half of a character.
        let space = pool.bv(16, u64::from(b' '));
        let first = pool.bit_xor(*first, space);
        text.units = std::iter::once(first).chain(rest.iter().copied()).collect();
    }
    let mut is_space = Vec::with_capacity(text.units.len());
    for (position, unit) in text.units.iter().enumerate() {
        let is_end = in_ranges(pool, *unit, &LINE_ENDS);
        laws.push(pool.not(is_end));
        let is_space_here = in_ranges(pool, *unit, &spaces);
        is_space.push(is_space_here);
        let has = text.has(pool, position);
        if shape.content == LineContent::Blank || starts_with_space && position == 0 {
            laws.push(pool.implies(has, is_space_here));
        }
        if shape.content == LineContent::StartOfWord {
            // Behind a letter are letters; at the start of the word is one.
            let may_be_space = match position.checked_sub(1) {
                Some(before) => is_space[before],
                None if shape.start == Start::AtToken => pool.never(),
                None => pool.always(),
            };
            let is_allowed = pool.implies(is_space_here, may_be_space);
            laws.push(pool.implies(has, is_allowed));
        }
    }
    if let LineContent::Word(not) = shape.content {
        if let (Start::AtToken, Some(first)) = (shape.start, is_space.first()) {
            laws.push(pool.not(*first));
        }
        let (word, is_complete, is_there) = first_word(pool, &text, &is_space);
        // Beyond what is spelt out there may be anything.
        let count = pool.int32(text.units.len() as i32);
        let is_spelt_out = pool.le(text.length, count);
        laws.push(pool.implies(is_spelt_out, is_there));
        exclude(machine, state, &word, is_complete, not, &mut laws)?;
    }
    Ok((text, laws))
}

/// The first word of a line, whether it ends within what is spelt out of the line, and whether it starts there.
fn first_word(pool: &mut TermPool, text: &Text, is_space: &[Term]) -> (Text, Term, Term) {
    let mut start = pool.int32(text.units.len() as i32);
    let mut is_there = pool.never();
    for (position, is_space) in is_space.iter().enumerate().rev() {
        let has = text.has(pool, position);
        let is_letter = pool.not(*is_space);
        let is_letter = pool.and(has, is_letter);
        let number = pool.int32(position as i32);
        start = pool.ite(is_letter, number, start);
        is_there = pool.or(is_there, is_letter);
    }
    let mut end = text.length;
    let count = pool.int32(text.units.len() as i32);
    let mut is_complete = pool.le(text.length, count);
    for (position, is_space) in is_space.iter().enumerate().rev() {
        let has = text.has(pool, position);
        let number = pool.int32(position as i32);
        let is_behind = pool.lt(start, number);
        let is_end = pool.and_all(&[has, is_behind, *is_space]);
        end = pool.ite(is_end, number, end);
        is_complete = pool.or(is_complete, is_end);
    }
    let word = text.slice(pool, start, end);
    (word, is_complete, is_there)
}

/// Conditions that a word is none of these where it is complete. Where it is longer than what is spelt out of it, the rest can
/// be such that it is no number.
fn exclude(
    machine: &mut Machine,
    state: &State,
    word: &Text,
    is_complete: Term,
    not: Not,
    conditions: &mut Vec<Term>,
) -> Result<(), Stop> {
    if not == Not::default() {
        return Ok(());
    }
    let digits = machine.character_table(state, "digit", "(CI)I", &[Value::Int(10)])?;
    let Some(grammar) = NumberGrammar::new(digits) else {
        return Err(Stop::unsupported("the grammar of numbers of the standard input"));
    };
    let pool = &mut machine.pool;
    let mut excluded = Vec::new();
    if let Some(bits) = not.integer.filter(|_| !not.real) {
        excluded.push(grammar.is_integer(pool, word, bits));
    }
    if not.real {
        excluded.push(grammar.is_real(pool, word));
    }
    if not.boolean {
        excluded.push(grammar.is_boolean(pool, word));
    }
    for is_it in excluded {
        let is_not = pool.not(is_it);
        conditions.push(pool.implies(is_complete, is_not));
    }
    Ok(())
}
