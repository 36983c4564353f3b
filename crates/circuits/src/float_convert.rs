//! IEEE 754 circuits that compare, convert and round to integral values.

use crate::Rounding;
use crate::bits::{Bits, constant, invert, sign_extend, zero_extend};
use crate::float::{Format, Special, Unrounded, signed_bits, signed_constant};
use crate::gates::{Definitions, Gates, Lit};

impl<D: Definitions> Gates<D> {
    /// Requires a packed vector of new literals to be NaN only in the canonical form.
    pub fn constrain_canonical(&mut self, format: Format, bits: &[Lit]) {
        let quiet = format.significand - 2;
        let ones = self.all(&bits[format.significand - 1..format.width() - 1]);
        for &bit in &bits[..quiet] {
            self.clause(&[!ones, !bit]);
        }
        self.clause(&[!ones, !bits[quiet], !bits[format.width() - 1]]);
    }

    /// A packed vector of any literals with every NaN replaced by the canonical one.
    pub fn canonicalise(&mut self, format: Format, bits: &[Lit]) -> Bits {
        let ones = self.all(&bits[format.significand - 1..format.width() - 1]);
        let some = self.any(&bits[..format.significand - 1]);
        let nan = self.and(ones, some);
        self.mux_bits(nan, &constant(format.width(), format.nan()), bits)
    }

    pub fn float_is_nan(&mut self, format: Format, a: &[Lit]) -> Lit {
        let ones = self.all(&a[format.significand - 1..format.width() - 1]);
        self.and(ones, a[format.significand - 2])
    }

    /// Negation; NaN stays the one NaN.
    pub fn float_negate(&mut self, format: Format, a: &[Lit]) -> Bits {
        let nan = self.float_is_nan(format, a);
        let (&sign, magnitude) = a.split_last().expect("a float has a sign bit");
        let mut negated = magnitude.to_vec();
        negated.push(self.and(!sign, !nan));
        negated
    }

    pub fn float_absolute(&mut self, format: Format, a: &[Lit]) -> Bits {
        let mut magnitude = a[..format.width() - 1].to_vec();
        magnitude.push(Lit::FALSE);
        magnitude
    }

    /// IEEE equality.
    pub fn float_equal(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
        let magnitude = format.width() - 1;
        let zero_a = self.is_zero(&a[..magnitude]);
        let zero_b = self.is_zero(&b[..magnitude]);
        let zeros = self.and(zero_a, zero_b);
        let identical = self.equal(a, b);
        let nan = self.float_is_nan(format, a);
        let ordinary = self.and(identical, !nan);
        self.or(zeros, ordinary)
    }

    pub fn float_less(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
        let magnitude = format.width() - 1;
        let (sign_a, sign_b) = (a[magnitude], b[magnitude]);
        let nan_a = self.float_is_nan(format, a);
        let nan_b = self.float_is_nan(format, b);
        let zero_a = self.is_zero(&a[..magnitude]);
        let zero_b = self.is_zero(&b[..magnitude]);
        let zeros = self.and(zero_a, zero_b);
        let below = self.unsigned_less(&a[..magnitude], &b[..magnitude]);
        let above = self.unsigned_less(&b[..magnitude], &a[..magnitude]);
        let both_positive = self.and(!sign_b, below);
        let negative_first = self.or(!sign_b, above);
        let less = self.mux(sign_a, negative_first, both_positive);
        self.all(&[less, !nan_a, !nan_b, !zeros])
    }

    pub fn float_less_equal(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
        let less = self.float_less(format, a, b);
        let equal = self.float_equal(format, a, b);
        self.or(less, equal)
    }

    /// Converts between formats.
    pub fn float_to_float(&mut self, from: Format, to: Format, a: &[Lit]) -> Bits {
        let parts = self.float_parts(from, a);
        let normal = self.float_normalise(from, &parts);
        let value = Unrounded {
            sign: parts.sign,
            exponent: normal.exponent,
            lowest: from.least_exponent(),
            highest: from.max_exponent(),
            significand: normal.significand,
        };
        let special = Special {
            nan: parts.nan,
            infinite: parts.infinite,
            infinite_sign: parts.sign,
            zero: parts.zero,
            zero_sign: parts.sign,
        };
        self.float_round(to, &value, &special)
    }

    /// Converts a signed vector.
    pub fn signed_to_float(&mut self, format: Format, a: &[Lit]) -> Bits {
        let sign = a.last().copied().unwrap_or(Lit::FALSE);
        let zero = self.is_zero(a);
        let magnitude = self.absolute(a);
        let (significand, distance) = self.normalise(&magnitude);
        let highest = a.len() as i64 - 1;
        let width = signed_bits(0, highest).max(distance.len() + 1);
        let top = signed_constant(width, highest);
        let exponent = self.subtract(&top, &zero_extend(&distance, width));
        let special =
            Special { nan: Lit::FALSE, infinite: Lit::FALSE, infinite_sign: sign, zero, zero_sign: Lit::FALSE };
        self.float_round(format, &Unrounded { sign, exponent, lowest: 0, highest, significand }, &special)
    }

    /// The unbiased exponent of a float as a signed vector; that of a subnormal is one too small, which callers that
    /// only tell numbers below 1 apart from others may ignore.
    fn raw_exponent(&mut self, format: Format, field: &[Lit]) -> Bits {
        let width = format.exponent + 2;
        self.add(&zero_extend(field, width), &signed_constant(width, -format.bias()))
    }

    /// `value < bound` for a signed vector and a constant.
    fn below_constant(&mut self, value: &[Lit], bound: i64) -> Lit {
        let width = value.len().max(signed_bits(bound, bound));
        self.signed_less(&sign_extend(value, width), &signed_constant(width, bound))
    }

    /// Truncates to a signed vector, saturating; NaN gives zero.
    pub fn float_to_signed(&mut self, format: Format, width: usize, a: &[Lit]) -> Bits {
        let parts = self.float_parts(format, a);
        let exponent = self.raw_exponent(format, &parts.field);
        // The integer part of a number with the largest exponent that fits has `width − 1` bits: align the
        // significand with that, and shift right by what the exponent is smaller.
        let integer_bits = width - 1;
        let significand = parts.significand();
        let mut aligned: Bits = significand.iter().rev().copied().take(integer_bits).collect();
        aligned.resize(integer_bits, Lit::FALSE);
        aligned.reverse();
        let distance_width = exponent.len().max(signed_bits(0, width as i64) + 1);
        let largest = signed_constant(distance_width, integer_bits as i64 - 1);
        let distance = self.subtract(&largest, &sign_extend(&exponent, distance_width));
        let shifted = self.shift_right(&aligned, &distance, Lit::FALSE);
        let small = self.below_constant(&exponent, 0);
        let magnitude = self.mask_bits(!small, &shifted);
        let in_range = self.negate_if(parts.sign, &zero_extend(&magnitude, width));

        let below = self.below_constant(&exponent, integer_bits as i64);
        let fits = self.and(below, !parts.infinite);
        let mut limit = vec![!parts.sign; integer_bits];
        limit.push(parts.sign);
        let saturated = self.mux_bits(fits, &in_range, &limit);
        self.mask_bits(!parts.nan, &saturated)
    }

    /// Rounds to an integral float of the same format; the sign of a zero result is the argument's.
    pub fn float_round_to_integral(&mut self, format: Format, mode: Rounding, a: &[Lit]) -> Bits {
        let fraction_width = format.significand - 1;
        let magnitude_width = format.width() - 1;
        let parts = self.float_parts(format, a);
        let exponent = self.raw_exponent(format, &parts.field);

        // fractional[i]: bit i of the fraction weighs less than 1 (for numbers of at least 1).
        let fractional: Bits =
            (0..fraction_width).map(|i| self.below_constant(&exponent, (fraction_width - i) as i64)).collect();
        // The half bit is the highest fractional one; the unit bit is the one above it, the hidden bit at the top.
        let lost = self.and_bits(&parts.fraction, &fractional);
        let half_position: Bits = (0..fraction_width)
            .map(|i| match fractional.get(i + 1) {
                Some(&above) => self.and(fractional[i], !above),
                None => fractional[i],
            })
            .collect();
        let half = self.and_bits(&parts.fraction, &half_position);
        let half = self.any(&half);
        let below_half: Bits = (0..fraction_width).map(|i| self.and(lost[i], !half_position[i])).collect();
        let below_half = self.any(&below_half);
        let unit: Bits = (0..fraction_width)
            .map(|i| match parts.fraction.get(i + 1) {
                Some(&unit) => self.and(half_position[i], unit),
                None => half_position[i],
            })
            .collect();
        let odd = self.any(&unit);
        let inexact = self.any(&lost);
        let away = self.rounds_away(mode, parts.sign, inexact, half, below_half, odd);
        // Adding one unit: the weight of the bit above the highest fractional one, carried into the exponent.
        let mut increment = vec![Lit::FALSE];
        increment.extend(half_position);
        increment.resize(magnitude_width, Lit::FALSE);
        let increment = self.mask_bits(away, &increment);
        let keep: Bits = invert(&fractional);
        let mut truncated = self.and_bits(&parts.fraction, &keep);
        truncated.extend(&parts.field);
        let large = self.add(&truncated, &increment);

        // Below 1 the result is 0 or 1.
        let small = self.below_constant(&exponent, 0);
        let at_least_half = !self.below_constant(&exponent, -1);
        let above_half = self.any(&parts.fraction);
        let away = self.rounds_away(mode, parts.sign, !parts.zero, at_least_half, above_half, Lit::FALSE);
        let one = constant(magnitude_width, (format.bias() as u128) << fraction_width);
        let one = self.mask_bits(away, &one);
        let mut rounded = self.mux_bits(small, &one, &large);
        // Infinity and NaN have no fractional bits, so they came through unchanged.
        rounded.push(parts.sign);
        rounded
    }

    /// Whether a truncated magnitude must be increased by one unit: `half` is the first bit lost, `below_half` the
    /// disjunction of the others, `inexact` of all, `odd` the lowest bit kept.
    fn rounds_away(&mut self, mode: Rounding, sign: Lit, inexact: Lit, half: Lit, below_half: Lit, odd: Lit) -> Lit {
        match mode {
            Rounding::Zero => Lit::FALSE,
            Rounding::Down => self.and(sign, inexact),
            Rounding::Up => self.and(!sign, inexact),
            Rounding::NearestEven => {
                let beyond_tie = self.or(below_half, odd);
                self.and(half, beyond_tie)
            }
        }
    }

    /// The remainder of truncated division (`fmod`), exact. The circuit has one subtraction for each possible
    /// difference of the exponents, which is practical for binary32 and smaller formats.
    pub fn float_remainder(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Bits {
        let parts_a = self.float_parts(format, a);
        let parts_b = self.float_parts(format, b);
        let normal_a = self.float_normalise(format, &parts_a);
        let normal_b = self.float_normalise(format, &parts_b);
        let most = format.max_exponent() - format.least_exponent();
        let width = signed_bits(-most - 1, most + 1);
        let difference =
            self.subtract(&sign_extend(&normal_a.exponent, width), &sign_extend(&normal_b.exponent, width));
        let divisor = &normal_b.significand;
        let (_, mut remainder) = self.subtract_if_fits(&normal_a.significand, divisor);
        for step in (1..=most).rev() {
            let active = !self.below_constant(&difference, step);
            let mut doubled = remainder.clone();
            doubled.insert(0, Lit::FALSE);
            let (_, next) = self.subtract_if_fits(&doubled, divisor);
            remainder = self.mux_bits(active, &next, &remainder);
        }
        let exact_multiple = self.is_zero(&remainder);
        let (significand, distance) = self.normalise(&remainder);
        let (lowest, highest) = (format.least_exponent() - format.significand as i64, format.max_exponent());
        let width = signed_bits(lowest - 1, highest + 1);
        let exponent = self.subtract(&sign_extend(&normal_b.exponent, width), &zero_extend(&distance, width));
        let any_nan = self.or(parts_a.nan, parts_b.nan);
        let invalid = self.or(parts_a.infinite, parts_b.zero);
        let special = Special {
            nan: Lit::FALSE,
            infinite: Lit::FALSE,
            infinite_sign: parts_a.sign,
            zero: exact_multiple,
            zero_sign: parts_a.sign,
        };
        let value = Unrounded { sign: parts_a.sign, exponent, lowest, highest, significand };
        let reduced = self.float_round(format, &value, &special);
        let magnitude = format.width() - 1;
        let already_smaller = self.unsigned_less(&a[..magnitude], &b[..magnitude]);
        let unchanged = self.or(already_smaller, parts_a.zero);
        let result = self.mux_bits(unchanged, a, &reduced);
        let nan = self.or(any_nan, invalid);
        self.mux_bits(nan, &constant(format.width(), format.nan()), &result)
    }
}
