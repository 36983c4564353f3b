//! IEEE 754 circuits, generic in the format: the parts of a float, rounding, and the arithmetic operations.
//!
//! A float is its packed bits, with one NaN (positive, only the top fraction bit set). Every circuit may rely on that
//! and must preserve it. Everything rounds to nearest, ties to even.
//!
//! The rounding trick used throughout: the packed exponent field and fraction are one unsigned number, in which the
//! next float is the next number. So a result is `(biased exponent − 1) · 2^fraction + significand` with the hidden
//! bit included, which yields field 0 for subnormals and the right field for all others, plus the rounding bit, whose
//! carry may run into the exponent and up to infinity.

use crate::bits::{Bits, constant, invert, sign_extend, zero_extend};
use crate::gates::{Definitions, Gates, Lit};

/// A binary interchange format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent: usize,
    /// Bits of the significand, the hidden bit included.
    pub significand: usize,
}

impl Format {
    pub const F32: Format = Format { exponent: 8, significand: 24 };
    pub const F64: Format = Format { exponent: 11, significand: 53 };

    /// Bits of a packed value.
    pub fn width(self) -> usize {
        self.exponent + self.significand
    }

    pub(crate) fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the smallest normal number (and the scale of the subnormal ones).
    pub(crate) fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The exponent of the smallest positive number.
    pub(crate) fn least_exponent(self) -> i64 {
        self.min_exponent() - (self.significand as i64 - 1)
    }

    pub(crate) fn max_exponent(self) -> i64 {
        self.bias()
    }

    /// The packed bits of positive infinity.
    pub fn infinity(self) -> u128 {
        ((1 << self.exponent) - 1) << (self.significand - 1)
    }

    /// The packed bits of the one NaN.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.significand - 2)
    }
}

/// Bits needed for a signed number in the given range.
pub(crate) fn signed_bits(lowest: i64, highest: i64) -> usize {
    let magnitude = lowest.unsigned_abs().max(highest.unsigned_abs().saturating_add(1));
    (64 - magnitude.leading_zeros() as usize) + 1
}

/// The signed constant of a width.
pub(crate) fn signed_constant(width: usize, value: i64) -> Bits {
    constant(width, value as i128 as u128)
}

/// A packed float taken apart.
pub(crate) struct Parts {
    pub sign: Lit,
    pub field: Bits,
    pub fraction: Bits,
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    /// The exponent field is not zero.
    pub normal: Lit,
}

impl Parts {
    /// The significand with its hidden bit; not normalised when the float is subnormal.
    pub(crate) fn significand(&self) -> Bits {
        let mut significand = self.fraction.clone();
        significand.push(self.normal);
        significand
    }
}

/// A finite float as sign, signed exponent and a significand with its top bit set (unless the float is zero).
pub(crate) struct Normalised {
    pub exponent: Bits,
    pub significand: Bits,
}

/// An exact or sticky-truncated value to be rounded: `significand` has its top bit set (or the value is zero, to be
/// handled by the caller) and its lowest bit also stands for everything below; the top bit weighs `2^exponent`.
pub(crate) struct Unrounded {
    pub sign: Lit,
    pub exponent: Bits,
    /// Range of the exponent, which saves the circuits for what cannot happen.
    pub lowest: i64,
    pub highest: i64,
    pub significand: Bits,
}

/// The special results of an operation, in order of precedence; the literals may overlap.
pub(crate) struct Special {
    pub nan: Lit,
    pub infinite: Lit,
    pub infinite_sign: Lit,
    pub zero: Lit,
    pub zero_sign: Lit,
}

impl<D: Definitions> Gates<D> {
    pub(crate) fn float_parts(&mut self, format: Format, bits: &[Lit]) -> Parts {
        let fraction_width = format.significand - 1;
        let fraction = bits[..fraction_width].to_vec();
        let field = bits[fraction_width..format.width() - 1].to_vec();
        let ones = self.all(&field);
        let quiet = fraction[fraction_width - 1];
        let nan = self.and(ones, quiet);
        let infinite = self.and(ones, !quiet);
        let normal = self.any(&field);
        let zero = self.is_zero(&bits[..format.width() - 1]);
        Parts { sign: bits[format.width() - 1], field, fraction, nan, infinite, zero, normal }
    }

    /// Shifts a subnormal's leading one into place. The exponent of zero means nothing.
    pub(crate) fn float_normalise(&mut self, format: Format, parts: &Parts) -> Normalised {
        let (significand, distance) = self.normalise(&parts.significand());
        let width = signed_bits(format.least_exponent() - 1, format.max_exponent() + 1);
        // Unbiased exponent: field − bias, or the minimum exponent for a subnormal, whose field is 0 instead of 1.
        let mut field = zero_extend(&parts.field, width.max(format.exponent));
        field.truncate(width);
        field[0] = self.or(field[0], !parts.normal);
        let exponent = self.add(&field, &signed_constant(width, -format.bias()));
        let exponent = self.subtract(&exponent, &zero_extend(&distance, width));
        Normalised { exponent, significand }
    }

    /// Assembles a float from its exponent field minus one and its significand, and rounds.
    /// `overflow` says that the exponent is beyond the field's range.
    pub(crate) fn float_pack(
        &mut self,
        format: Format,
        field_minus_one: &[Lit],
        significand: &[Lit],
        overflow: Lit,
    ) -> Bits {
        let cut = significand.len() - format.significand;
        let (rest, kept) = significand.split_at(cut);
        let round_up = match rest.split_last() {
            Some((&guard, below)) => {
                let sticky = self.any(below);
                let odd_or_above = self.or(kept[0], sticky);
                self.and(guard, odd_or_above)
            }
            None => Lit::FALSE,
        };
        let hidden = kept[format.significand - 1];
        let (field, _) = self.increment(field_minus_one, hidden);
        let full = self.all(&field);
        let overflow = self.or(overflow, full);
        let mut packed = kept[..format.significand - 1].to_vec();
        packed.extend(field);
        let (packed, _) = self.increment(&packed, round_up);
        let infinity = constant(format.width() - 1, format.infinity());
        self.mux_bits(overflow, &infinity, &packed)
    }

    /// Rounds to the format; the result lacks the sign, and the operation's special cases are not considered.
    pub(crate) fn float_round_magnitude(&mut self, format: Format, value: &Unrounded) -> Bits {
        // With a bit below the kept ones for the guard and one for the sticky bit.
        let mut significand = value.significand.clone();
        while significand.len() < format.significand + 2 {
            significand.insert(0, Lit::FALSE);
        }
        let offset = -format.min_exponent();
        let (lowest, highest) = (value.lowest + offset, value.highest + offset);
        let width = signed_bits(lowest, highest).max(format.exponent + 1).max(value.exponent.len());
        let exponent = sign_extend(&value.exponent, width);
        let mut field_minus_one = self.add(&exponent, &signed_constant(width, offset));
        if lowest < 0 {
            let negative = field_minus_one[width - 1];
            let distance = self.negate(&field_minus_one);
            let distance = self.mask_bits(negative, &distance);
            let (shifted, sticky) = self.shift_right_sticky(&significand, &distance);
            significand = shifted;
            significand[0] = self.or(significand[0], sticky);
            field_minus_one = self.mask_bits(!negative, &field_minus_one);
        }
        let overflow = if highest < (1 << format.exponent) - 1 {
            Lit::FALSE
        } else {
            self.any(&field_minus_one[format.exponent..])
        };
        // All ones in the field minus one is an overflow too, and would wrap to zero in the packing.
        let wraps = self.all(&field_minus_one[..format.exponent]);
        let overflow = self.or(overflow, wraps);
        self.float_pack(format, &field_minus_one[..format.exponent], &significand, overflow)
    }

    pub(crate) fn float_round(&mut self, format: Format, value: &Unrounded, special: &Special) -> Bits {
        let magnitude = self.float_round_magnitude(format, value);
        self.float_special(format, value.sign, &magnitude, special)
    }

    /// Puts sign and special cases around a magnitude.
    pub(crate) fn float_special(&mut self, format: Format, sign: Lit, magnitude: &[Lit], special: &Special) -> Bits {
        let infinity = constant(format.width() - 1, format.infinity());
        let mut packed = self.mask_bits(!special.zero, magnitude);
        packed = self.mux_bits(special.infinite, &infinity, &packed);
        let sign = self.mux(special.zero, special.zero_sign, sign);
        let sign = self.mux(special.infinite, special.infinite_sign, sign);
        packed.push(sign);
        let nan = constant(format.width(), format.nan());
        self.mux_bits(special.nan, &nan, &packed)
    }

    pub fn float_add(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Bits {
        let magnitude_width = format.width() - 1;
        let swap = self.unsigned_less(&a[..magnitude_width], &b[..magnitude_width]);
        let large = self.mux_bits(swap, b, a);
        let small = self.mux_bits(swap, a, b);
        let large = self.float_parts(format, &large);
        let small = self.float_parts(format, &small);
        let subtracting = self.xor(large.sign, small.sign);

        // Distance of the exponents; a subnormal's exponent is that of field 1.
        let adjust = self.and(large.normal, !small.normal);
        let (distance, _) = self.add_with_carry(&large.field, &invert(&small.field), !adjust);
        let with_low_zeros = |bits: Bits| -> Bits { [vec![Lit::FALSE; 3], bits].concat() };
        let significand = with_low_zeros(large.significand());
        let (mut addend, sticky) = self.shift_right_sticky(&with_low_zeros(small.significand()), &distance);
        addend[0] = self.or(addend[0], sticky);
        let addend: Bits = addend.iter().map(|&bit| self.xor(bit, subtracting)).collect();
        let (mut sum, carry) = self.add_with_carry(&significand, &addend, subtracting);
        sum.push(self.and(carry, !subtracting));

        // With the carry's position as the top, the exponent is one more: the field itself, or 1 for a subnormal.
        let mut field = large.field.clone();
        field[0] = self.or(field[0], !large.normal);
        let is_zero = self.is_zero(&sum);
        let (sum, field_minus_one) = self.normalise_limited(&sum, &field);
        let magnitude = self.float_pack(format, &field_minus_one, &sum, Lit::FALSE);
        // The larger operand is infinite or NaN if any is: both compare above all finite magnitudes.
        let opposite = self.and(small.infinite, subtracting);
        let invalid = self.and(large.infinite, opposite);
        let any_nan = self.or(large.nan, small.nan);
        let zero_sign = self.and(large.sign, small.sign);
        let special = Special {
            nan: self.or(any_nan, invalid),
            infinite: large.infinite,
            infinite_sign: large.sign,
            zero: is_zero,
            zero_sign,
        };
        self.float_special(format, large.sign, &magnitude, &special)
    }

    pub fn float_subtract(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Bits {
        // The sign of a NaN operand changes too, which does not matter: only its exponent and fraction are looked at.
        let mut negated = b.to_vec();
        negated[format.width() - 1] = !negated[format.width() - 1];
        self.float_add(format, a, &negated)
    }

    pub fn float_multiply(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Bits {
        let parts_a = self.float_parts(format, a);
        let parts_b = self.float_parts(format, b);
        let normal_a = self.float_normalise(format, &parts_a);
        let normal_b = self.float_normalise(format, &parts_b);
        let width = 2 * format.significand;
        let product =
            self.multiply(&zero_extend(&normal_a.significand, width), &zero_extend(&normal_b.significand, width));
        // The product of two numbers in [1, 2) is in [1, 4).
        let two_or_more = product[width - 1];
        let doubled: Bits = std::iter::once(Lit::FALSE).chain(product[..width - 1].iter().copied()).collect();
        let significand = self.mux_bits(two_or_more, &product, &doubled);
        let (lowest, highest) = (2 * format.least_exponent(), 2 * format.max_exponent() + 1);
        let exponent_width = signed_bits(lowest - 2, highest + 2);
        let (exponent, _) = self.add_with_carry(
            &sign_extend(&normal_a.exponent, exponent_width),
            &sign_extend(&normal_b.exponent, exponent_width),
            two_or_more,
        );
        let sign = self.xor(parts_a.sign, parts_b.sign);
        let any_nan = self.or(parts_a.nan, parts_b.nan);
        let infinite = self.or(parts_a.infinite, parts_b.infinite);
        let zero = self.or(parts_a.zero, parts_b.zero);
        let invalid = self.and(infinite, zero);
        let nan = self.or(any_nan, invalid);
        let special = Special { nan, infinite, infinite_sign: sign, zero, zero_sign: sign };
        self.float_round(format, &Unrounded { sign, exponent, lowest, highest, significand }, &special)
    }

    pub fn float_divide(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Bits {
        let parts_a = self.float_parts(format, a);
        let parts_b = self.float_parts(format, b);
        let normal_a = self.float_normalise(format, &parts_a);
        let normal_b = self.float_normalise(format, &parts_b);
        // The quotient of two numbers in [1, 2) is in (1/2, 2): one bit before the point and enough after it for the
        // kept bits, one lost to normalisation, and the guard bit.
        let mut remainder = normal_a.significand.clone();
        let mut significand = Bits::new();
        for _ in 0..format.significand + 2 {
            let (quotient_bit, rest) = self.subtract_if_fits(&remainder, &normal_b.significand);
            significand.insert(0, quotient_bit);
            remainder = rest;
            remainder.insert(0, Lit::FALSE);
        }
        significand.insert(0, self.any(&remainder));
        let top = significand.len() - 1;
        let one_or_more = significand[top];
        let doubled: Bits = std::iter::once(Lit::FALSE).chain(significand[..top].iter().copied()).collect();
        // The sticky bit moves up with the rest, and stays a one below everything kept.
        let significand = self.mux_bits(one_or_more, &significand, &doubled);
        let range = format.max_exponent() - format.least_exponent();
        let (lowest, highest) = (-range - 1, range);
        let exponent_width = signed_bits(lowest - 2, highest + 2);
        let (exponent, _) = self.add_with_carry(
            &sign_extend(&normal_a.exponent, exponent_width),
            &invert(&sign_extend(&normal_b.exponent, exponent_width)),
            one_or_more,
        );
        let sign = self.xor(parts_a.sign, parts_b.sign);
        let any_nan = self.or(parts_a.nan, parts_b.nan);
        let infinities = self.and(parts_a.infinite, parts_b.infinite);
        let zeros = self.and(parts_a.zero, parts_b.zero);
        let invalid = self.or(infinities, zeros);
        let special = Special {
            nan: self.or(any_nan, invalid),
            infinite: self.or(parts_a.infinite, parts_b.zero),
            infinite_sign: sign,
            zero: self.or(parts_a.zero, parts_b.infinite),
            zero_sign: sign,
        };
        self.float_round(format, &Unrounded { sign, exponent, lowest, highest, significand }, &special)
    }

    /// One step of a restoring division of `remainder < 2·divisor`: whether the divisor fits, and what is left, with
    /// the divisor's width.
    pub(crate) fn subtract_if_fits(&mut self, remainder: &[Lit], divisor: &[Lit]) -> (Lit, Bits) {
        let extended = zero_extend(divisor, remainder.len());
        let (difference, fits) = self.add_with_carry(remainder, &invert(&extended), Lit::TRUE);
        let mut rest = self.mux_bits(fits, &difference, remainder);
        rest.truncate(divisor.len());
        (fits, rest)
    }

    pub fn float_sqrt(&mut self, format: Format, a: &[Lit]) -> Bits {
        let parts = self.float_parts(format, a);
        let normal = self.float_normalise(format, &parts);
        // 2^e·m = 2^(e−1)·2m: make the exponent even, and halve it.
        let odd = normal.exponent[0];
        let mut doubled = normal.significand.clone();
        doubled.insert(0, Lit::FALSE);
        let plain = zero_extend(&normal.significand, format.significand + 1);
        let radicand = self.mux_bits(odd, &doubled, &plain);
        let exponent = normal.exponent[1..].to_vec();

        // Digit by digit: the root of a number in [1, 4), with the guard bit.
        let digits = format.significand + 1;
        let mut root = Bits::new();
        let mut remainder = Bits::new();
        let top = format.significand as i64;
        for digit in 0..digits as i64 {
            let pair = |offset: i64| {
                let index = top - 2 * digit - offset;
                usize::try_from(index).ok().and_then(|index| radicand.get(index).copied()).unwrap_or(Lit::FALSE)
            };
            remainder.splice(0..0, [pair(1), pair(0)]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend(&root);
            let width = remainder.len().max(trial.len());
            let (remainder_wide, trial) = (zero_extend(&remainder, width), zero_extend(&trial, width));
            let (difference, fits) = self.add_with_carry(&remainder_wide, &invert(&trial), Lit::TRUE);
            remainder = self.mux_bits(fits, &difference, &remainder_wide);
            root.insert(0, fits);
            // The remainder is at most twice the root.
            remainder.truncate(root.len() + 1);
        }
        root.insert(0, self.any(&remainder));
        let negative = self.and(parts.sign, !parts.zero);
        let special = Special {
            nan: self.or(parts.nan, negative),
            infinite: parts.infinite,
            infinite_sign: Lit::FALSE,
            zero: parts.zero,
            zero_sign: parts.sign,
        };
        let (lowest, highest) = (format.least_exponent().div_euclid(2), format.max_exponent() / 2);
        self.float_round(
            format,
            &Unrounded { sign: Lit::FALSE, exponent, lowest, highest, significand: root },
            &special,
        )
    }
}
