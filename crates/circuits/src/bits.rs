//! Bit-vector circuits. A vector is a slice of literals, least significant first, of any width: float circuits use
//! widths beyond 64.

use crate::gates::{Definitions, Gates, Lit};

/// A vector of literals, least significant first.
pub type Bits = Vec<Lit>;

/// The constant vector with the low `width` bits of `bits`.
pub fn constant(width: usize, bits: u128) -> Bits {
    (0..width).map(|i| Lit::constant(i < 128 && bits >> i & 1 == 1)).collect()
}

/// The value, if every literal is constant and the vector has at most 128 bits.
pub fn as_constant(bits: &[Lit]) -> Option<u128> {
    if bits.len() > 128 {
        return None;
    }
    bits.iter().rev().try_fold(0, |value, lit| Some(value << 1 | u128::from(lit.as_constant()?)))
}

/// The vector widened (or cut) to `width` bits with zeros.
pub fn zero_extend(bits: &[Lit], width: usize) -> Bits {
    let mut extended = bits[..bits.len().min(width)].to_vec();
    extended.resize(width, Lit::FALSE);
    extended
}

/// The vector widened (or cut) to `width` bits with its sign.
pub fn sign_extend(bits: &[Lit], width: usize) -> Bits {
    let sign = bits.last().copied().unwrap_or(Lit::FALSE);
    let mut extended = bits[..bits.len().min(width)].to_vec();
    extended.resize(width, sign);
    extended
}

/// Every bit inverted.
pub fn invert(bits: &[Lit]) -> Bits {
    bits.iter().map(|&bit| !bit).collect()
}

/// The number of low bits that determine the vector as a signed number: the rest repeats the sign.
fn signed_width(bits: &[Lit]) -> usize {
    let Some(&sign) = bits.last() else { return 0 };
    let repeated = bits.iter().rev().take_while(|&&bit| bit == sign).count();
    bits.len() - repeated + 1
}

impl<D: Definitions> Gates<D> {
    /// A vector of new unconstrained literals.
    pub fn fresh_bits(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.fresh()).collect()
    }

    pub fn and_bits(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.and(a, b)).collect()
    }

    pub fn or_bits(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.or(a, b)).collect()
    }

    pub fn xor_bits(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect()
    }

    pub fn mux_bits(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Bits {
        then.iter().zip(otherwise).map(|(&t, &e)| self.mux(condition, t, e)).collect()
    }

    /// Every bit and-ed with one literal.
    pub fn mask_bits(&mut self, mask: Lit, bits: &[Lit]) -> Bits {
        bits.iter().map(|&bit| self.and(mask, bit)).collect()
    }

    /// The sum of two vectors of equal width and a carry; the result has that width, and the carry out is separate.
    pub fn add_with_carry(&mut self, a: &[Lit], b: &[Lit], carry_in: Lit) -> (Bits, Lit) {
        let mut carry = carry_in;
        let sum = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| {
                let sum = self.sum(a, b, carry);
                carry = self.majority(a, b, carry);
                sum
            })
            .collect();
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.add_with_carry(a, b, Lit::FALSE).0
    }

    pub fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.add_with_carry(a, &invert(b), Lit::TRUE).0
    }

    pub fn negate(&mut self, a: &[Lit]) -> Bits {
        let zero = constant(a.len(), 0);
        self.add_with_carry(&zero, &invert(a), Lit::TRUE).0
    }

    /// `a` plus one bit; the carry out is separate.
    pub fn increment(&mut self, a: &[Lit], by: Lit) -> (Bits, Lit) {
        let zero = constant(a.len(), 0);
        self.add_with_carry(a, &zero, by)
    }

    /// `-a` where the condition holds, else `a`.
    pub fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Bits {
        let flipped: Bits = a.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.increment(&flipped, condition).0
    }

    /// The absolute value as an unsigned number (the minimum keeps its bits).
    pub fn absolute(&mut self, a: &[Lit]) -> Bits {
        match a.last() {
            Some(&sign) => self.negate_if(sign, a),
            None => Bits::new(),
        }
    }

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Bits = a.iter().zip(b).map(|(&a, &b)| self.same(a, b)).collect();
        self.all(&same)
    }

    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        self.all(&invert(a))
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub fn unsigned_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |less, (&a, &b)| self.majority(!a, b, less))
    }

    /// Unsigned `a ≤ b`.
    pub fn unsigned_less_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        !self.unsigned_less(b, a)
    }

    /// Signed `a < b`: the unsigned comparison with the sign bits exchanged.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (Some((&sign_a, low_a)), Some((&sign_b, low_b))) = (a.split_last(), b.split_last()) else {
            return Lit::FALSE;
        };
        let less = self.unsigned_less(low_a, low_b);
        self.majority(sign_a, !sign_b, less)
    }

    /// Shift left; the distance is unsigned and of any width, and a distance ≥ the width gives zero.
    pub fn shift_left(&mut self, a: &[Lit], distance: &[Lit]) -> Bits {
        let reversed: Bits = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, distance, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Shift right, filling with the given literal (false: logical; the sign: arithmetic).
    pub fn shift_right(&mut self, a: &[Lit], distance: &[Lit], fill: Lit) -> Bits {
        let width = a.len();
        let mut shifted = a.to_vec();
        for (stage, &bit) in distance.iter().enumerate() {
            let Some(step) = 1usize.checked_shl(stage as u32).filter(|&step| step < width) else {
                let too_far = self.any(&distance[stage..]);
                return shifted.iter().map(|&bit| self.mux(too_far, fill, bit)).collect();
            };
            shifted = (0..width)
                .map(|i| {
                    let from = shifted.get(i + step).copied().unwrap_or(fill);
                    self.mux(bit, from, shifted[i])
                })
                .collect();
        }
        shifted
    }

    /// Logical shift right, with a literal that says whether a one was shifted out.
    pub fn shift_right_sticky(&mut self, a: &[Lit], distance: &[Lit]) -> (Bits, Lit) {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut sticky = Lit::FALSE;
        for (stage, &bit) in distance.iter().enumerate() {
            let Some(step) = 1usize.checked_shl(stage as u32).filter(|&step| step < width) else {
                let too_far = self.any(&distance[stage..]);
                let any = self.any(&shifted);
                let lost = self.and(too_far, any);
                return (self.mask_bits(!too_far, &shifted), self.or(sticky, lost));
            };
            let any = self.any(&shifted[..step]);
            let lost = self.and(bit, any);
            sticky = self.or(sticky, lost);
            shifted = (0..width)
                .map(|i| {
                    let from = shifted.get(i + step).copied().unwrap_or(Lit::FALSE);
                    self.mux(bit, from, shifted[i])
                })
                .collect();
        }
        (shifted, sticky)
    }

    /// Shifts left until the top bit is set; the second vector is the distance. For zero the result is zero and the
    /// distance means nothing.
    pub fn normalise(&mut self, a: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let stages = (0..usize::BITS).take_while(|&stage| 1usize << stage < width).count();
        let mut shifted = a.to_vec();
        let mut distance = constant(stages, 0);
        for stage in (0..stages).rev() {
            let step = 1 << stage;
            let skip = self.is_zero(&shifted[width - step..]);
            shifted = self.shift_left_step(&shifted, step, skip);
            distance[stage] = skip;
        }
        (shifted, distance)
    }

    /// Shifts left until the top bit is set or `limit` positions are used up; the second vector is what is left of
    /// the limit.
    pub fn normalise_limited(&mut self, a: &[Lit], limit: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let stages = (0..usize::BITS).take_while(|&stage| 1usize << stage < width).count();
        let mut shifted = a.to_vec();
        let mut limit = limit.to_vec();
        for stage in (0..stages).rev() {
            let step = 1 << stage;
            let empty = self.is_zero(&shifted[width - step..]);
            let affordable = if stage < limit.len() { self.any(&limit[stage..]) } else { Lit::FALSE };
            let skip = self.and(empty, affordable);
            shifted = self.shift_left_step(&shifted, step, skip);
            if stage < limit.len() {
                // Subtract 2^stage where the step is taken: a borrow chain through the higher bits.
                let mut borrow = skip;
                for bit in &mut limit[stage..] {
                    let next = self.and(borrow, !*bit);
                    *bit = self.xor(*bit, borrow);
                    borrow = next;
                }
            }
        }
        (shifted, limit)
    }

    fn shift_left_step(&mut self, a: &[Lit], step: usize, condition: Lit) -> Bits {
        (0..a.len())
            .map(|i| {
                let from = if i >= step { a[i - step] } else { Lit::FALSE };
                self.mux(condition, from, a[i])
            })
            .collect()
    }

    /// The product of two vectors of equal width, cut to that width.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let width = a.len();
        if let Some(factor) = as_constant(b) {
            return self.multiply_constant(a, factor);
        }
        if let Some(factor) = as_constant(a) {
            return self.multiply_constant(b, factor);
        }
        let (width_a, width_b) = (signed_width(a), signed_width(b));
        if a == b && width_a == width {
            return self.square(a);
        }
        // One row for each bit of the narrower operand. The repeated sign of a sign-extended operand is one row with
        // negative weight.
        let (multiplicand, multiplier, rows) = if width_a < width_b { (b, a, width_a) } else { (a, b, width_b) };
        let sign = multiplier[rows - 1];
        let negative_row = rows < width && sign != Lit::FALSE;
        let mut product = constant(width, 0);
        for (i, &bit) in multiplier[..rows].iter().enumerate() {
            let row = self.mask_bits(bit, &multiplicand[..width - i]);
            self.accumulate(&mut product, i, &row, negative_row && i == rows - 1);
        }
        product
    }

    /// Adds (or subtracts) a row to the product, shifted left by `position`.
    fn accumulate(&mut self, product: &mut Bits, position: usize, row: &[Lit], subtract: bool) {
        let high =
            if subtract { self.subtract(&product[position..], row) } else { self.add(&product[position..], row) };
        product.truncate(position);
        product.extend(high);
    }

    /// Shift-and-add over the digits −1, 0, 1 of the constant, of which at most every other is not zero.
    fn multiply_constant(&mut self, a: &[Lit], factor: u128) -> Bits {
        let width = a.len();
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let mut rest = factor & mask;
        let mut product = constant(width, 0);
        let mut position = 0;
        while rest != 0 && position < width {
            if rest & 1 == 1 {
                let negative = rest & 3 == 3 && position + 1 < width;
                let row = a[..width - position].to_vec();
                self.accumulate(&mut product, position, &row, negative);
                rest = if negative { rest.wrapping_add(1) } else { rest - 1 };
            }
            rest >>= 1;
            position += 1;
        }
        product
    }

    /// Each pair of different bits contributes once, at twice its weight.
    fn square(&mut self, a: &[Lit]) -> Bits {
        let width = a.len();
        let mut product = constant(width, 0);
        for i in 0..width.div_ceil(2) {
            let mut row = vec![a[i], Lit::FALSE];
            row.extend((i + 1..width).map(|j| self.and(a[i], a[j])));
            row.truncate(width - 2 * i);
            row.resize(width - 2 * i, Lit::FALSE);
            self.accumulate(&mut product, 2 * i, &row, false);
        }
        product
    }

    /// Unsigned quotient and remainder; by zero: all ones and the dividend (SMT-LIB).
    pub fn unsigned_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let divisor = as_constant(b);
        if let Some(divisor) = divisor
            && divisor.is_power_of_two()
        {
            let shift = divisor.trailing_zeros() as usize;
            return (zero_extend(&a[shift..], width), zero_extend(&a[..shift], width));
        }
        // high_zero[k]: the bits of the divisor from k up are zero.
        let mut high_zero = vec![Lit::TRUE; width + 1];
        for k in (0..width).rev() {
            high_zero[k] = self.and(high_zero[k + 1], !b[k]);
        }
        // A remainder modulo a constant never needs more bits than the constant (zero has no bound).
        let bound = match divisor {
            None | Some(0) => width,
            Some(divisor) => 128 - divisor.leading_zeros() as usize,
        };
        let mut quotient = constant(width, 0);
        let mut remainder = Bits::new();
        for i in (0..width).rev() {
            // The partial remainder; after n steps it has at most n bits.
            remainder.insert(0, a[i]);
            let used = remainder.len().min(width);
            let mut inverted = invert(&b[..used]);
            inverted.resize(remainder.len(), Lit::TRUE);
            let (difference, no_borrow) = self.add_with_carry(&remainder, &inverted, Lit::TRUE);
            let fits = self.and(no_borrow, high_zero[used]);
            remainder = self.mux_bits(fits, &difference, &remainder);
            remainder.truncate(bound);
            quotient[i] = fits;
        }
        (quotient, zero_extend(&remainder, width))
    }

    /// Signed division truncated towards zero, with SMT-LIB's results for zero divisors.
    pub fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let (Some(&sign_a), Some(&sign_b)) = (a.last(), b.last()) else { return Bits::new() };
        let (magnitude_a, magnitude_b) = (self.absolute(a), self.absolute(b));
        let (quotient, _) = self.unsigned_divide(&magnitude_a, &magnitude_b);
        let negative = self.xor(sign_a, sign_b);
        self.negate_if(negative, &quotient)
    }

    /// Signed remainder with the sign of the dividend; by zero: the dividend.
    pub fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let Some(&sign) = a.last() else { return Bits::new() };
        let (magnitude_a, magnitude_b) = (self.absolute(a), self.absolute(b));
        let (_, remainder) = self.unsigned_divide(&magnitude_a, &magnitude_b);
        self.negate_if(sign, &remainder)
    }
}
