//! Texts put together from pieces of unknown length: what a character becomes that may become several, or none.

use logic::pool::TermPool;
use logic::term::Term;

use super::{Text, in_range};

/// A charset whose bytes are spelt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Ascii,
    Latin,
    Utf8,
}

/// Where the halves of characters beyond the basic plane are, for each unit.
pub(crate) struct Halves {
    /// It is the first half, and the second follows.
    pub(crate) first: Vec<Term>,
    /// It is the second half, and the first precedes.
    pub(crate) second: Vec<Term>,
}

impl Text {
    /// The pieces one after the other; `None` if that may be too long to be spelt out.
    pub(crate) fn of_pieces(pool: &mut TermPool, pieces: Vec<Text>) -> Option<Text> {
        let mut text = Text::of_units(pool, Vec::new());
        for piece in pieces {
            text = text.concat(pool, &piece)?;
        }
        Some(text)
    }

    pub(crate) fn halves(&self, pool: &mut TermPool) -> Halves {
        let mut first = Vec::with_capacity(self.units.len());
        let mut second = vec![pool.never()];
        for (position, unit) in self.units.iter().enumerate() {
            let Some(next) = self.units.get(position + 1) else {
                first.push(pool.never());
                break;
            };
            let is_high = in_range(pool, *unit, 0xd800, 0xdbff);
            let is_low = in_range(pool, *next, 0xdc00, 0xdfff);
            let has_next = self.has(pool, position + 1);
            let is_pair = pool.and_all(&[is_high, is_low, has_next]);
            first.push(is_pair);
            second.push(is_pair);
        }
        second.truncate(self.units.len());
        Halves { first, second }
    }

    /// The bytes of the text in a charset, one in each unit. What the charset does not have becomes a question mark.
    pub(crate) fn encoded(&self, pool: &mut TermPool, encoding: Encoding) -> Option<Text> {
        let halves = self.halves(pool);
        let mut pieces = Vec::with_capacity(self.units.len());
        for position in 0..self.units.len() {
            let (unit, next) = (self.units[position], self.units.get(position + 1).copied());
            let (first, second) = (halves.first[position], halves.second[position]);
            let piece = match encoding {
                Encoding::Ascii => one_byte(pool, unit, second, 0x7f),
                Encoding::Latin => one_byte(pool, unit, second, 0xff),
                Encoding::Utf8 => utf8(pool, unit, next, first, second),
            };
            let has = self.has(pool, position);
            let nothing = pool.int32(0);
            let length = pool.ite(has, piece.length, nothing);
            pieces.push(Text::bounded(pool, length, piece.units.to_vec()));
        }
        Text::of_pieces(pool, pieces)
    }
}

/// A byte of its own for units up to `most`; a question mark for each other character.
fn one_byte(pool: &mut TermPool, unit: Term, is_second: Term, most: u16) -> Text {
    let fits = in_range(pool, unit, 0, most);
    let question_mark = pool.bv(16, u64::from(b'?'));
    let byte = pool.ite(fits, unit, question_mark);
    let (none, one) = (pool.int32(0), pool.int32(1));
    let length = pool.ite(is_second, none, one);
    Text::bounded(pool, length, vec![byte])
}

/// One to four bytes. The first half of a pair stands for both; half of nothing is a question mark.
fn utf8(pool: &mut TermPool, unit: Term, next: Option<Term>, is_first: Term, is_second: Term) -> Text {
    let is_ascii = in_range(pool, unit, 0, 0x7f);
    let is_short = in_range(pool, unit, 0, 0x7ff);
    let is_half = in_range(pool, unit, 0xd800, 0xdfff);
    let wide = pool.zero_extend(unit, 32);
    let point = match next {
        Some(next) => {
            let low = pool.zero_extend(next, 32);
            let ten = pool.int32(10);
            let high = pool.shl(wide, ten);
            // 0x10000 - (0xd800 << 10) - 0xdc00
            let offset = pool.int32(0x1_0000 - (0xd800 << 10) - 0xdc00);
            let sum = pool.add(high, low);
            let pair = pool.add(sum, offset);
            pool.ite(is_first, pair, wide)
        }
        None => wide,
    };
    // The bits from `low` on below the marks of a leading or a following byte.
    let part = |pool: &mut TermPool, low: u8, bits: u8, marks: u64| {
        let part = pool.extract(point, low + bits - 1, low);
        let part = pool.zero_extend(part, 16);
        let marks = pool.bv(16, marks);
        pool.bit_or(part, marks)
    };
    let question_mark = pool.bv(16, u64::from(b'?'));
    let last = part(pool, 0, 6, 0x80);
    let (two, three, four) = (part(pool, 6, 5, 0xc0), part(pool, 12, 4, 0xe0), part(pool, 18, 3, 0xf0));
    let (middle, upper) = (part(pool, 6, 6, 0x80), part(pool, 12, 6, 0x80));
    // By decreasing priority: ASCII, two bytes, a pair, half of nothing, three bytes.
    let by_kind = |pool: &mut TermPool, ascii: Term, short: Term, pair: Term, half: Term, long: Term| {
        let others = pool.ite(is_half, half, long);
        let others = pool.ite(is_first, pair, others);
        let others = pool.ite(is_short, short, others);
        pool.ite(is_ascii, ascii, others)
    };
    let units = vec![
        by_kind(pool, unit, two, four, question_mark, three),
        by_kind(pool, last, last, upper, last, middle),
        by_kind(pool, last, last, middle, last, last),
        last,
    ];
    let numbers: Vec<Term> = (0..=4).map(|number| pool.int32(number)).collect();
    let length = by_kind(pool, numbers[1], numbers[2], numbers[4], numbers[1], numbers[3]);
    let length = pool.ite(is_second, numbers[0], length);
    Text::bounded(pool, length, units)
}
