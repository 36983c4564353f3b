//! Constructors of bit-vector operations: bitwise operators, shifts, extensions and extractions.

use crate::pool::TermPool;
use crate::range::{interval_of, interval_of_sort};
use crate::term::{Op, Sort, Term, mask};

impl TermPool {
    pub fn bit_not(&mut self, a: Term) -> Term {
        let node = *self.node(a);
        match (node.op, node.args()) {
            (Op::BitNot, &[inner]) => inner,
            (Op::BitXor, &[inner, constant]) if self.bits(constant).is_some() => {
                let constant = self.bit_not(constant);
                self.bit_xor(inner, constant)
            }
            (Op::Ite, _) => match self.unary_in_leaves(Op::BitNot, a) {
                Some(term) => term,
                None => self.fold_same(Op::BitNot, &[a]),
            },
            _ => self.fold_same(Op::BitNot, &[a]),
        }
    }

    fn are_bit_complements(&self, a: Term, b: Term) -> bool {
        self.unary(Op::BitNot, a) == Some(b) || self.unary(Op::BitNot, b) == Some(a)
    }

    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if self.are_bit_complements(a, b) {
            return self.bv(width, 0);
        }
        if let Some(constant) = self.bits(b) {
            if constant == 0 {
                return b;
            }
            if constant == mask(width) {
                return a;
            }
            if let Some((inner, other)) = self.binary(Op::BitAnd, a)
                && let Some(other) = self.bits(other)
            {
                let constant = self.bv(width, constant & other);
                return self.bit_and(inner, constant);
            }
            if let Some((inner, is_signed)) = self.extension(a) {
                let narrow = mask(self.width(inner));
                // Above the narrow width there are only zeros.
                if !is_signed && constant & narrow == narrow {
                    return a;
                }
                // The mask cuts off the copies of the sign.
                if is_signed && constant == narrow {
                    return self.zero_extend(inner, width);
                }
            }
        }
        if let Some(term) = self.binary_in_leaves(Op::BitAnd, a, b) {
            return term;
        }
        self.fold_same(Op::BitAnd, &[a, b])
    }

    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if self.are_bit_complements(a, b) {
            return self.bv(width, u64::MAX);
        }
        if let Some(constant) = self.bits(b) {
            if constant == 0 {
                return a;
            }
            if constant == mask(width) {
                return b;
            }
            if let Some((inner, other)) = self.binary(Op::BitOr, a)
                && let Some(other) = self.bits(other)
            {
                let constant = self.bv(width, constant | other);
                return self.bit_or(inner, constant);
            }
        }
        if let Some(term) = self.binary_in_leaves(Op::BitOr, a, b) {
            return term;
        }
        self.fold_same(Op::BitOr, &[a, b])
    }

    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if a == b {
            return self.bv(width, 0);
        }
        if self.are_bit_complements(a, b) {
            return self.bv(width, u64::MAX);
        }
        if let Some(constant) = self.bits(b) {
            if constant == 0 {
                return a;
            }
            if self.bits(a).is_none() {
                if constant == mask(width) {
                    return self.bit_not(a);
                }
                if let Some((inner, other)) = self.binary(Op::BitXor, a)
                    && let Some(other) = self.bits(other)
                {
                    let constant = self.bv(width, constant ^ other);
                    return self.bit_xor(inner, constant);
                }
                if let Some(inner) = self.unary(Op::BitNot, a) {
                    let constant = self.bv(width, !constant);
                    return self.bit_xor(inner, constant);
                }
            }
        }
        if let Some(term) = self.binary_in_leaves(Op::BitXor, a, b) {
            return term;
        }
        self.fold_same(Op::BitXor, &[a, b])
    }

    /// Shift left; distances of the width and more give 0.
    pub fn shl(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        match self.bits(distance) {
            Some(0) => a,
            Some(bits) if bits >= u64::from(width) => self.bv(width, 0),
            Some(bits) => {
                let factor = self.bv(width, 1 << bits);
                self.mul(a, factor)
            }
            None if self.bits(a) == Some(0) => a,
            None => self.fold_same(Op::Shl, &[a, distance]),
        }
    }

    /// Logical shift right; distances of the width and more give 0.
    pub fn lshr(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        let Some(bits) = self.bits(distance) else {
            return if self.bits(a) == Some(0) { a } else { self.fold_same(Op::LShr, &[a, distance]) };
        };
        if bits == 0 {
            return a;
        }
        if bits >= u64::from(width) {
            return self.bv(width, 0);
        }
        if let Some((inner, other)) = self.binary(Op::LShr, a)
            && let Some(other) = self.bits(other)
        {
            return match self.distance(width, bits.saturating_add(other)) {
                Some(total) => self.lshr(inner, total),
                None => self.bv(width, 0),
            };
        }
        if let Some((inner, false)) = self.extension(a)
            && bits >= u64::from(self.width(inner))
        {
            return self.bv(width, 0);
        }
        self.fold_same(Op::LShr, &[a, distance])
    }

    /// Arithmetic shift right; distances of the width and more leave copies of the sign.
    pub fn ashr(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        let Some(bits) = self.bits(distance) else {
            let unchanged = self.bits(a).is_some_and(|bits| bits == 0 || bits == mask(width));
            return if unchanged { a } else { self.fold_same(Op::AShr, &[a, distance]) };
        };
        if bits == 0 {
            return a;
        }
        let last = u64::from(width) - 1;
        if bits > last {
            let last = self.bv(width, last);
            return self.ashr(a, last);
        }
        if let Some((inner, other)) = self.binary(Op::AShr, a)
            && let Some(other) = self.bits(other)
        {
            let total = self.bv(width, bits.saturating_add(other).min(last));
            return self.ashr(inner, total);
        }
        self.fold_same(Op::AShr, &[a, distance])
    }

    /// The constant of a shift distance, if it is below the width.
    fn distance(&mut self, width: u8, bits: u64) -> Option<Term> {
        (bits < u64::from(width)).then(|| self.bv(width, bits))
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if self.bits(high) == Some(0) {
            return self.zero_extend(low, width);
        }
        let (high_node, low_node) = (*self.node(high), *self.node(low));
        if let (Op::Extract { high: top, low: middle }, Op::Extract { high: below, low: bottom }) =
            (high_node.op, low_node.op)
            && high_node.args() == low_node.args()
            && middle == below + 1
        {
            return self.extract(high_node.args()[0], top, bottom);
        }
        self.fold(Op::Concat, &[high, low], Sort::BitVec(width))
    }

    /// Bits `low ..= high`.
    pub fn extract(&mut self, a: Term, high: u8, low: u8) -> Term {
        let mut term = a;
        let (mut high, mut low) = (high, low);
        // Look through what only moves bits.
        loop {
            let width = self.width(term);
            if low == 0 && high + 1 == width {
                return term;
            }
            let node = *self.node(term);
            match (node.op, node.args()) {
                (Op::Extract { low: offset, .. }, &[inner]) => {
                    (high, low) = (high + offset, low + offset);
                    term = inner;
                }
                (Op::Concat, &[upper, lower]) => {
                    let boundary = self.width(lower);
                    if low >= boundary {
                        (high, low) = (high - boundary, low - boundary);
                        term = upper;
                    } else if high < boundary {
                        term = lower;
                    } else {
                        break;
                    }
                }
                (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner]) => {
                    let narrow = self.width(inner);
                    if high < narrow {
                        term = inner;
                    } else if low == 0 {
                        let width = high + 1;
                        return match node.op {
                            Op::ZeroExtend(_) => self.zero_extend(inner, width),
                            _ => self.sign_extend(inner, width),
                        };
                    } else if low >= narrow && matches!(node.op, Op::ZeroExtend(_)) {
                        return self.bv(high - low + 1, 0);
                    } else {
                        break;
                    }
                }
                (Op::BitAnd, &[inner, constant]) => match self.bits(constant) {
                    // The mask keeps all the bits that are taken.
                    Some(kept) if (kept >> low) & mask(high - low + 1) == mask(high - low + 1) => term = inner,
                    _ => break,
                },
                _ => break,
            }
        }
        let op = Op::Extract { high, low };
        if let Some(result) = self.unary_in_leaves(op, term) {
            return result;
        }
        self.fold(op, &[term], Sort::BitVec(high - low + 1))
    }

    pub fn zero_extend(&mut self, a: Term, width: u8) -> Term {
        if width == self.width(a) {
            return a;
        }
        if let Op::ZeroExtend(_) = self.node(a).op {
            let inner = self.node(a).args()[0];
            return self.zero_extend(inner, width);
        }
        if let Some(term) = self.unary_in_leaves(Op::ZeroExtend(width), a) {
            return term;
        }
        if let Op::Extract { high, low: 0 } = self.node(a).op {
            let inner = self.node(a).args()[0];
            if self.width(inner) == width {
                let range = interval_of(self, inner, 3, &|_| None);
                if range.low >= 0 && range.high <= i128::from(mask(high + 1)) {
                    return inner;
                }
            }
        }
        self.fold(Op::ZeroExtend(width), &[a], Sort::BitVec(width))
    }

    pub fn sign_extend(&mut self, a: Term, width: u8) -> Term {
        let narrow = self.width(a);
        if width == narrow {
            return a;
        }
        match self.node(a).op {
            Op::SignExtend(_) => {
                let inner = self.node(a).args()[0];
                return self.sign_extend(inner, width);
            }
            // Zero-extended terms are not negative.
            Op::ZeroExtend(_) => {
                let inner = self.node(a).args()[0];
                return self.zero_extend(inner, width);
            }
            Op::Extract { low: 0, .. } => {
                let inner = self.node(a).args()[0];
                let range = interval_of(self, inner, 3, &|_| None);
                if self.width(inner) == width && range.intersect(interval_of_sort(Sort::BitVec(narrow))) == range {
                    return inner;
                }
            }
            _ => {}
        }
        if let Some(term) = self.unary_in_leaves(Op::SignExtend(width), a) {
            return term;
        }
        self.fold(Op::SignExtend(width), &[a], Sort::BitVec(width))
    }
}
