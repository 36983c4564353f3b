//! Symbolic text: bounded sequences of UTF-16 units as terms.
//!
//! Pure algebra over a [`TermPool`]: no state, no forks, no Java objects. A [`Text`] is a length and one term for each unit
//! that may be there; what a string method computes is a text, a number or a condition over these terms. The methods that
//! use it, with what they raise, are in `library/text`.
//!
//! Knows: no other room.

mod case;
mod edit;
mod number;
mod pieces;
mod regex;

mod search;
mod token;
mod units;

use std::rc::Rc;

use logic::pool::TermPool;
use logic::term::{Const, Term};

pub(crate) use case::{Case, is_surrogate};
pub(crate) use number::{decimal, parse_integer, radix_text};
pub(crate) use pieces::Encoding;

pub(crate) use regex::Pattern;
pub(crate) use token::NumberGrammar;
pub(crate) use units::{UnitTable, in_ranges};

/// The most units a computed text may have; a longer one is not spelt out.
pub(crate) const MOST_UNITS: usize = 512;

/// A text of symbolic content.
#[derive(Clone, Debug)]
pub struct Text {
    /// 32 bits, never negative.
    pub length: Term,
    /// 16 bits each. Those from `length` on mean nothing: whoever looks at one knows that it is below the length.
    pub units: Rc<[Term]>,
    /// The length may exceed the number of units: a string of the input about which nothing was assumed yet.
    pub is_open: bool,
}

impl Text {
    /// A text of concrete length.
    pub(crate) fn of_units(pool: &mut TermPool, units: Vec<Term>) -> Text {
        let length = pool.int32(units.len() as i32);
        Text { length, units: units.into(), is_open: false }
    }

    /// A text of which nothing is known but its length.
    pub fn forgotten(length: Term) -> Text {
        Text { length, units: Rc::default(), is_open: true }
    }

    /// Whether nothing is known of it but its length.
    pub fn is_forgotten(&self) -> bool {
        self.is_open && self.units.is_empty()
    }

    pub(crate) fn concrete(pool: &mut TermPool, units: &[u16]) -> Text {
        let units = units.iter().map(|unit| pool.bv(16, u64::from(*unit))).collect();
        Text::of_units(pool, units)
    }

    pub(crate) fn ascii(pool: &mut TermPool, text: &str) -> Text {
        let units: Vec<u16> = text.encode_utf16().collect();
        Text::concrete(pool, &units)
    }

    /// Of this length, of which the path knows that it is at most the number of units. Units that cannot be there are
    /// dropped.
    pub(crate) fn bounded(pool: &TermPool, length: Term, mut units: Vec<Term>) -> Text {
        if let Some(length) = constant(pool, length) {
            units.truncate(length.max(0) as usize);
        }
        Text { length, units: units.into(), is_open: false }
    }

    /// The units if all of them, and the length, are constants.
    pub(crate) fn as_concrete(&self, pool: &TermPool) -> Option<Vec<u16>> {
        let length = usize::try_from(constant(pool, self.length)?).ok()?;
        let units = self.units.get(..length)?;
        units.iter().map(|unit| Some(pool.as_const(*unit)?.as_bits()? as u16)).collect()
    }

    /// The length if it is a constant.
    pub(crate) fn fixed_length(&self, pool: &TermPool) -> Option<i32> {
        constant(pool, self.length)
    }

    /// Whether there is a unit with this number.
    pub(crate) fn has(&self, pool: &mut TermPool, position: usize) -> Term {
        let position = pool.int32(position as i32);
        pool.lt(position, self.length)
    }

    /// The unit at an index that is known to be inside the text.
    pub(crate) fn unit_at(&self, pool: &mut TermPool, index: Term) -> Term {
        if let Some(index) = constant(pool, index)
            && let Some(unit) = usize::try_from(index).ok().and_then(|index| self.units.get(index))
        {
            return *unit;
        }
        let Some((last, rest)) = self.units.split_last() else { return pool.bv(16, 0) };
        let mut unit = *last;
        for (position, other) in rest.iter().enumerate().rev() {
            let position = pool.int32(position as i32);
            let is_here = pool.eq(index, position);
            unit = pool.ite(is_here, *other, unit);
        }
        unit
    }

    /// One of two texts.
    pub(crate) fn either(pool: &mut TermPool, condition: Term, then: &Text, otherwise: &Text) -> Text {
        let length = pool.ite(condition, then.length, otherwise.length);
        let count = then.units.len().max(otherwise.units.len());
        let mut units = Vec::with_capacity(count);
        for position in 0..count {
            units.push(match (then.units.get(position), otherwise.units.get(position)) {
                (Some(a), Some(b)) => pool.ite(condition, *a, *b),
                (Some(unit), None) | (None, Some(unit)) => *unit,
                (None, None) => pool.bv(16, 0),
            });
        }
        Text { is_open: then.is_open || otherwise.is_open, ..Text::bounded(pool, length, units) }
    }
}

/// A constant number of 32 bits.
pub(crate) fn constant(pool: &TermPool, term: Term) -> Option<i32> {
    match pool.as_const(term)? {
        Const::BitVec { width: 32, bits } => Some(bits as u32 as i32),
        _ => None,
    }
}

/// `low <= unit <= high`.
pub(crate) fn in_range(pool: &mut TermPool, unit: Term, low: u16, high: u16) -> Term {
    let (least, most) = (pool.bv(16, u64::from(low)), pool.bv(16, u64::from(high)));
    if low == high {
        return pool.eq(unit, least);
    }
    let above = pool.ule(least, unit);
    let below = pool.ule(unit, most);
    pool.and(above, below)
}
