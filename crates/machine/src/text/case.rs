//! Upper and lower case of ASCII, and which units are not ASCII or not characters of their own.

use logic::pool::TermPool;
use logic::term::Term;

use super::{Text, in_range};

/// The case of a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    Upper,
    Lower,
}

impl Case {
    /// What changes single characters.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Case::Upper => "Character.toUpperCase",
            Case::Lower => "Character.toLowerCase",
        }
    }
}

/// One half of a character beyond the basic plane, or half of nothing.
pub(crate) fn is_surrogate(pool: &mut TermPool, unit: Term) -> Term {
    in_range(pool, unit, 0xd800, 0xdfff)
}

fn is_ascii(pool: &mut TermPool, unit: Term) -> Term {
    in_range(pool, unit, 0, 0x7f)
}

impl Text {
    /// Whether all units are ASCII.
    pub(crate) fn is_ascii(&self, pool: &mut TermPool) -> Term {
        self.all(pool, &mut is_ascii)
    }

    /// With ASCII letters in this case.
    pub(crate) fn to_case(&self, pool: &mut TermPool, case: Case) -> Text {
        let (first, last) = match case {
            Case::Upper => (b'a', b'z'),
            Case::Lower => (b'A', b'Z'),
        };
        let mut change = |pool: &mut TermPool, unit: Term| {
            let is_letter = in_range(pool, unit, first.into(), last.into());
            let bit = pool.bv(16, 0x20);
            let changed = pool.bit_xor(unit, bit);
            pool.ite(is_letter, changed, unit)
        };
        self.map(pool, &mut change)
    }
}
