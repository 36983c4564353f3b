//! Numbers as text, and text as numbers.

use logic::pool::TermPool;
use logic::term::Term;

use super::edit::shift_down;
use super::units::UnitTable;
use super::{Text, in_range};

/// The digits of a signed number, as `Integer.toString` and `Long.toString` write it.
pub(crate) fn decimal(pool: &mut TermPool, number: Term, width: u8) -> Text {
    let zero = pool.bv(width, 0);
    let is_negative = pool.lt(number, zero);
    let opposite = pool.neg(number);
    // The magnitude of the least number has its bits, read without a sign.
    let magnitude = pool.ite(is_negative, opposite, number);
    let most = if width == 32 { 10 } else { 19 };
    let ten = pool.bv(width, 10);
    let mut rest = magnitude;
    let mut digits = Vec::with_capacity(most);
    for _ in 0..most {
        let digit = pool.urem(rest, ten);
        let digit = pool.extract(digit, 15, 0);
        let digit_zero = pool.bv(16, u64::from(b'0'));
        digits.push(pool.add(digit, digit_zero));
        rest = pool.udiv(rest, ten);
    }
    digits.reverse();
    let mut length = pool.int32(1);
    let mut power: u64 = 1;
    for count in 2..=most {
        power *= 10;
        let least = pool.bv(width, power);
        let is_longer = pool.ule(least, magnitude);
        let count = pool.int32(count as i32);
        length = pool.ite(is_longer, count, length);
    }
    let text = aligned(pool, digits, length);
    let mut signed = vec![pool.bv(16, u64::from(b'-'))];
    signed.extend_from_slice(&text.units);
    let one = pool.int32(1);
    let longer = pool.add(length, one);
    let signed = Text { length: longer, units: signed.into(), is_open: false };
    Text::either(pool, is_negative, &signed, &text)
}

/// The digits of the bits of a number to base 2, 8 or 16, as `toHexString` and its kin write them.
pub(crate) fn radix_text(pool: &mut TermPool, number: Term, width: u8, bits_a_digit: u8) -> Text {
    let most = width.div_ceil(bits_a_digit);
    let mut digits = Vec::with_capacity(most as usize);
    let mut length = pool.int32(1);
    for place in 0..most {
        let low = place * bits_a_digit;
        let high = (low + bits_a_digit - 1).min(width - 1);
        let digit = pool.extract(number, high, low);
        let is_zero = {
            let zero = pool.bv(high - low + 1, 0);
            pool.eq(digit, zero)
        };
        let digit = pool.zero_extend(digit, 16);
        let nine = pool.bv(16, 9);
        let is_decimal = pool.ule(digit, nine);
        let (zero, letter) = (pool.bv(16, u64::from(b'0')), pool.bv(16, u64::from(b'a') - 10));
        let offset = pool.ite(is_decimal, zero, letter);
        digits.push(pool.add(digit, offset));
        let count = pool.int32(i32::from(place) + 1);
        length = if place == 0 { length } else { pool.ite(is_zero, length, count) };
    }
    digits.reverse();
    aligned(pool, digits, length)
}

/// The last `length` of some digits.
fn aligned(pool: &mut TermPool, digits: Vec<Term>, length: Term) -> Text {
    let most = pool.int32(digits.len() as i32);
    let leading = pool.sub(most, length);
    let units = shift_down(pool, &digits, leading);
    Text::bounded(pool, length, units)
}

/// A text read as a number.
pub(crate) struct Parsed {
    /// Whether it is one, within the range of its type.
    pub(crate) is_valid: Term,
    /// The number, where it is one.
    pub(crate) value: Term,
}

/// `Integer.parseInt` (32 bits) and `Long.parseLong` (64 bits). `digits` gives the value of a unit as a digit to that radix,
/// and -1 for units that are none.
pub(crate) fn parse_integer(pool: &mut TermPool, text: &Text, width: u8, radix: u32, digits: &UnitTable) -> Parsed {
    // Wide enough for one digit more than the greatest number has.
    let wide = if width == 32 { 40 } else { 64 };
    let zero = pool.bv(wide, 0);
    let Some(first) = text.units.first().copied() else {
        return Parsed { is_valid: pool.never(), value: pool.bv(width, 0) };
    };
    let is_minus = in_range(pool, first, b'-'.into(), b'-'.into());
    let is_plus = in_range(pool, first, b'+'.into(), b'+'.into());
    let is_signed = pool.or(is_minus, is_plus);
    // Of the greatest magnitude there is one more below zero than above.
    let greatest = if width == 32 { i32::MAX as u64 } else { i64::MAX as u64 };
    let (positive, negative) = (pool.bv(wide, greatest), pool.bv(wide, greatest + 1));
    let limit = pool.ite(is_minus, negative, positive);
    let last_safe = pool.bv(wide, (greatest + 1) / u64::from(radix));
    let factor = pool.bv(wide, u64::from(radix));
    let mut magnitude = zero;
    let mut conditions = Vec::new();
    for (position, unit) in text.units.iter().enumerate() {
        let has = text.has(pool, position);
        let value = digits.apply(pool, *unit);
        let least = pool.bv(16, 0);
        let is_digit = pool.le(least, value);
        let digit = pool.zero_extend(value, wide);
        let product = pool.mul(magnitude, factor);
        let next = pool.add(product, digit);
        let is_safe = pool.ule(magnitude, last_safe);
        let fits = pool.ule(next, limit);
        let counts = if position == 0 {
            let is_unsigned = pool.not(is_signed);
            pool.and(has, is_unsigned)
        } else {
            has
        };
        let is_good = pool.and_all(&[is_digit, is_safe, fits]);
        conditions.push(pool.implies(counts, is_good));
        magnitude = pool.ite(counts, next, magnitude);
    }
    let (one, two) = (pool.int32(1), pool.int32(2));
    let least_length = pool.ite(is_signed, two, one);
    conditions.push(pool.le(least_length, text.length));
    let opposite = pool.neg(magnitude);
    let value = pool.ite(is_minus, opposite, magnitude);
    let value = if wide == width { value } else { pool.extract(value, width - 1, 0) };
    Parsed { is_valid: pool.and_all(&conditions), value }
}
