//! The next token of the standard input, as `java.util.Scanner` finds it: what it is, and reading it.
//!
//! A token is decided only as far as somebody asks: whether it is an integer, a floating-point number, a boolean, or just a
//! word. Each question that is open forks, and what was found out is kept in the state's [`Known`].

use std::rc::Rc;

use logic::pool::TermPool;
use logic::term::{Sort, Term};
use program::class::MethodId;
use program::code::Type;

use crate::library::input::scanner_text::any_word;
use crate::library::input::standard_input::{self as input, Asked};
use crate::library::{Outcome, refuse, value};
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Alternative, Fork, Stop};
use crate::state::heap::Identity;
use crate::state::standard_input::{Known, Not, Token, float_sort};
use crate::state::value::Value;
use crate::text::{Text, decimal};

/// What a caller asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Word,
    /// An integer of this many bits.
    Integer(u8),
    /// A floating-point number of this many bits.
    Real(u8),
    Boolean,
}

/// The next token, of which is known then whether it is what is wanted; `None` if there is none.
pub(crate) fn decide_token(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    wanted: Wanted,
) -> Result<Option<Token>, Stop> {
    let (not, nothing_left) = match &state.standard_input.rest.known {
        Known::End | Known::Blank | Known::BlankNotEmpty => return Ok(None),
        // Who reads bytes reads nothing else.
        Known::Bytes(_) => return Err(refuse(machine, method)),
        Known::Nothing => (Not::default(), Some(Known::Blank)),
        Known::NotEmpty => (Not::default(), Some(Known::BlankNotEmpty)),
        Known::Token(Token::Open(not)) => (*not, None),
        Known::Token(Token::Real { name, value, not }) => {
            let (name, term, not) = (name.clone(), *value, *not);
            return decide_real(machine, state, method, wanted, name, term, not).map(Some);
        }
        Known::Token(Token::Integer { name, value, real }) => {
            let (name, term, real) = (name.clone(), *value, *real);
            return decide_integer(machine, state, wanted, name, term, real).map(Some);
        }
        Known::Token(token @ (Token::Boolean { .. } | Token::Word(_))) => return Ok(Some(token.clone())),
    };
    let mut alternatives = Vec::new();
    let may_be_it = match wanted {
        Wanted::Word => false,
        Wanted::Integer(bits) => not.admits_integer(bits),
        Wanted::Real(_) => !not.real,
        Wanted::Boolean => !not.boolean,
    };
    if may_be_it {
        let (token, guards, name) = token_of_kind(machine, state, method, wanted, not)?;
        alternatives.push(learn(state, Known::Token(token), guards, Some(name)));
    }
    let open = Token::Open(excluding(not, wanted));
    match nothing_left {
        None if !may_be_it => return Ok(Some(open)),
        None => alternatives.push(learn(state, Known::Token(open), Vec::new(), None)),
        Some(nothing_left) => {
            alternatives.push(learn(state, Known::Token(open), Vec::new(), None));
            alternatives.push(learn(state, nothing_left, Vec::new(), None));
        }
    }
    Err(Stop::Fork(Fork { alternatives }))
}

/// A floating-point number may turn out to be written as an integer.
fn decide_real(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    wanted: Wanted,
    name: Rc<str>,
    value: Term,
    not: Not,
) -> Result<Token, Stop> {
    let token = Token::Real { name, value, not };
    match wanted {
        Wanted::Integer(bits) if not.admits_integer(bits) => {
            let (integer, mut guards, name) = token_of_kind(machine, state, method, wanted, not)?;
            let Token::Integer { value: number, .. } = integer else { return Err(refuse(machine, method)) };
            let sort = machine.pool.sort(value);
            let rounded = machine.pool.int_to_float(number, sort);
            guards.push(machine.pool.float_eq(value, rounded));
            let integer = Token::Integer { name: name.clone(), value: number, real: Some(value) };
            let Token::Real { name: real_name, .. } = token else { return Err(refuse(machine, method)) };
            let other = Token::Real { name: real_name, value, not: excluding(not, wanted) };
            Err(Stop::Fork(Fork {
                alternatives: vec![
                    learn(state, Known::Token(integer), guards, Some(name)),
                    learn(state, Known::Token(other), Vec::new(), None),
                ],
            }))
        }
        Wanted::Real(bits) if machine.pool.sort(value) != float_sort(bits) => Err(two_precisions()),
        _ => Ok(token),
    }
}

/// The number nearest to a text in one precision does not tell the one nearest in the other.
fn two_precisions() -> Stop {
    Stop::unsupported("a token of the standard input read both as float and as double")
}

/// An integer is a floating-point number as well: the one nearest to it. `-0` is an integer, too.
fn decide_integer(
    machine: &mut Machine,
    state: &mut State,
    wanted: Wanted,
    name: Rc<str>,
    value: Term,
    real: Option<Term>,
) -> Result<Token, Stop> {
    let Wanted::Real(bits) = wanted else { return Ok(Token::Integer { name, value, real }) };
    if let Some(real) = real {
        let is_same = machine.pool.sort(real) == float_sort(bits);
        return if is_same { Ok(Token::Integer { name, value, real: Some(real) }) } else { Err(two_precisions()) };
    }
    let pool = &mut machine.pool;
    let rounded = pool.int_to_float(value, float_sort(bits));
    let zero = pool.int64(0);
    let is_zero = pool.eq(value, zero);
    let sign = pool.symbol(&format!("{name}:sign"), Sort::Bool);
    let is_negative_zero = pool.and(is_zero, sign);
    let negative_zero = if bits == 32 { pool.f32_const(-0.0) } else { pool.f64_const(-0.0) };
    let real = pool.ite(is_negative_zero, negative_zero, rounded);
    let token = Token::Integer { name, value, real: Some(real) };
    Rc::make_mut(&mut state.standard_input).rest.known = Known::Token(token.clone());
    Ok(token)
}

/// An alternative in which more is known of the rest.
fn learn(state: &State, known: Known, guards: Vec<Term>, name: Option<Rc<str>>) -> Alternative {
    let alternative = input::knowing(state, |input| {
        input.rest.known = known;
        input.names.extend(name);
    });
    Alternative { guards, ..alternative }
}

fn excluding(not: Not, wanted: Wanted) -> Not {
    match wanted {
        Wanted::Word => not,
        Wanted::Integer(bits) => Not { integer: Some(not.integer.map_or(bits, |known| known.max(bits))), ..not },
        Wanted::Real(_) => Not { real: true, ..not },
        Wanted::Boolean => Not { boolean: true, ..not },
    }
}

/// A token of a kind that is none of those excluded, with conditions on its value and the name of its symbol.
fn token_of_kind(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    wanted: Wanted,
    not: Not,
) -> Result<(Token, Vec<Term>, Rc<str>), Stop> {
    let name = input::name_of(machine, state, method)?;
    let pool = &mut machine.pool;
    let mut guards = Vec::new();
    let token = match wanted {
        Wanted::Word => Token::Open(not),
        Wanted::Integer(bits) => {
            let symbol = pool.symbol(&name, Sort::BitVec(bits));
            let value = pool.sign_extend(symbol, 64);
            guards.extend(outside(pool, value, not));
            Token::Integer { name: name.clone(), value, real: None }
        }
        Wanted::Real(bits) => Token::Real { name: name.clone(), value: pool.symbol(&name, float_sort(bits)), not },
        Wanted::Boolean => Token::Boolean { name: name.clone(), value: pool.symbol(&name, Sort::Bool) },
    };
    Ok((token, guards, name))
}

/// The condition that a number of 64 bits is no integer of fewer bits, if that is excluded.
fn outside(pool: &mut TermPool, number: Term, not: Not) -> Option<Term> {
    let is_inside = fits(pool, number, not.integer?);
    Some(pool.not(is_inside))
}

fn fits(pool: &mut TermPool, number: Term, bits: u8) -> Term {
    if bits == 64 {
        return pool.always();
    }
    let (least, most) = (pool.int64(-1 << (bits - 1)), pool.int64((1 << (bits - 1)) - 1));
    let (above, below) = (pool.le(least, number), pool.le(number, most));
    pool.and(above, below)
}

/// Whether a token is what is wanted, of which it was decided.
pub(crate) fn is_wanted(machine: &mut Machine, token: &Token, wanted: Wanted) -> Term {
    let pool = &mut machine.pool;
    match (token, wanted) {
        (_, Wanted::Word) => pool.always(),
        (Token::Integer { value, .. }, Wanted::Integer(bits)) => fits(pool, *value, bits),
        (Token::Integer { .. } | Token::Real { .. }, Wanted::Real(_)) => pool.always(),
        (Token::Boolean { .. }, Wanted::Boolean) => pool.always(),
        _ => pool.never(),
    }
}

/// The token is read, and its value is the result.
pub(crate) fn read_token(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    token: Token,
    wanted: Wanted,
) -> Result<Outcome, Stop> {
    let pool = &mut machine.pool;
    let (name, declared, result) = match (&token, wanted) {
        (_, Wanted::Word) => return read_word(machine, state, method, token),
        (Token::Integer { name, value, .. }, Wanted::Integer(64)) => (name, Type::Long, *value),
        (Token::Integer { name, value, .. }, Wanted::Integer(bits)) => {
            let declared = match bits {
                8 => Type::Byte,
                16 => Type::Short,
                _ => Type::Int,
            };
            (name, declared, pool.extract(*value, 31, 0))
        }
        (Token::Integer { name, real: Some(value), .. } | Token::Real { name, value, .. }, Wanted::Real(bits)) => {
            (name, if bits == 32 { Type::Float } else { Type::Double }, *value)
        }
        (Token::Boolean { name, value }, Wanted::Boolean) => {
            let (one, zero) = (pool.int32(1), pool.int32(0));
            (name, Type::Boolean, pool.ite(*value, one, zero))
        }
        _ => return Err(refuse(machine, method)),
    };
    let result = machine.value(declared.kind(), result);
    let name = name.clone();
    Rc::make_mut(&mut state.standard_input).read_token(token);
    input::note_result(state, Asked { name, declared, text: None }, result);
    value(result)
}

/// The text of the token is the result. Of what was recognised before only the usual spelling is looked at.
fn read_word(machine: &mut Machine, state: &mut State, method: MethodId, token: Token) -> Result<Outcome, Stop> {
    let (text, token) = match token {
        Token::Open(not) => {
            let name = input::name_of(machine, state, method)?;
            let (text, conditions) = any_word(machine, state, &name, not)?;
            input::add_laws(machine, state, conditions);
            Rc::make_mut(&mut state.standard_input).names.push(name.clone());
            let text = Rc::new(text);
            input::note_text(state, name, &text);
            (text.clone(), Token::Word(text))
        }
        Token::Word(text) => (text.clone(), Token::Word(text)),
        Token::Integer { value, real: None, .. } => {
            input::spell_as_usual(state, "of a number")?;
            (Rc::new(decimal(&mut machine.pool, value, 64)), token)
        }
        Token::Boolean { value, .. } => {
            input::spell_as_usual(state, "of a boolean")?;
            let pool = &mut machine.pool;
            let (yes, no) = (Text::ascii(pool, "true"), Text::ascii(pool, "false"));
            (Rc::new(Text::either(pool, value, &yes, &no)), token)
        }
        Token::Integer { .. } | Token::Real { .. } => {
            return Err(Stop::unsupported("the text of a floating-point number of the standard input"));
        }
    };
    Rc::make_mut(&mut state.standard_input).read_token(token);
    value(Value::Reference(machine.new_symbolic_string(state, text, Identity::Own)))
}
