//! Intervals that contain the signed value of an integer term, computed from the operators alone.

use crate::pool::TermPool;
use crate::term::{Op, Sort, Term};

/// All values `v` with `low <= v <= high`; empty if `low > high`. Bit-vectors are read as signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

/// Stands for "no bound" of mathematical integers; large enough never to be reached by 64-bit arithmetic.
const UNBOUNDED: i128 = 1 << 120;

impl Interval {
    pub fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn intersect(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The smallest interval that contains both.
    pub(crate) fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn is_bounded(self) -> bool {
        self.low > -UNBOUNDED && self.high < UNBOUNDED
    }

    /// The interval itself if it lies within the sort's values; otherwise (wrap-around) all of them.
    pub(crate) fn within(self, sort: Sort) -> Interval {
        let all = interval_of_sort(sort);
        match sort {
            // A bound beyond "unbounded" becomes one that says less.
            Sort::Int => Interval {
                low: self.low.clamp(-UNBOUNDED, UNBOUNDED - 1),
                high: self.high.clamp(1 - UNBOUNDED, UNBOUNDED),
            },
            _ if all.low <= self.low && self.high <= all.high => self,
            _ => all,
        }
    }

    /// The same values of a `width`-bit term read as unsigned.
    pub fn unsigned(self, width: u8) -> Interval {
        let modulus = 1_i128 << width;
        if self.low >= 0 {
            self
        } else if self.high < 0 {
            Interval { low: self.low + modulus, high: self.high + modulus }
        } else {
            Interval { low: 0, high: modulus - 1 }
        }
    }
}

/// All values of a sort. Sorts other than integers have the interval of nothing in particular: [0, 1].
pub fn interval_of_sort(sort: Sort) -> Interval {
    match sort {
        Sort::BitVec(width) => Interval { low: -(1_i128 << (width - 1)), high: (1_i128 << (width - 1)) - 1 },
        Sort::Int => Interval { low: -UNBOUNDED, high: UNBOUNDED },
        _ => Interval { low: 0, high: 1 },
    }
}

/// An interval that contains the value of an integer term, looking at most `depth` operators deep. `known` may tell
/// more about any sub-term.
pub fn interval_of(pool: &TermPool, term: Term, depth: u32, known: &dyn Fn(Term) -> Option<Interval>) -> Interval {
    let node = pool.node(term);
    if let Op::Const(value) = node.op {
        let value = value.as_signed().unwrap_or(0);
        return Interval { low: value, high: value }.within(node.sort);
    }
    let mut all = interval_of_sort(node.sort);
    if let Op::Symbol(symbol) = node.op
        && pool.is_non_negative(symbol)
    {
        all.low = 0;
    }
    let from_operator =
        if depth == 0 || matches!(node.op, Op::Symbol(_)) { all } else { by_operator(pool, term, depth - 1, known) };
    match known(term) {
        Some(told) => from_operator.intersect(told),
        None => from_operator,
    }
}

fn by_operator(pool: &TermPool, term: Term, depth: u32, known: &dyn Fn(Term) -> Option<Interval>) -> Interval {
    let node = pool.node(term);
    let sort = node.sort;
    let all = interval_of_sort(sort);
    let of = |position: usize| interval_of(pool, node.args()[position], depth, known);
    let constant = |position: usize| pool.as_const(node.args()[position]).and_then(|value| value.as_signed());
    match node.op {
        Op::Ite => of(1).hull(of(2)),
        Op::SignExtend(_) => of(0),
        Op::ZeroExtend(_) => of(0).unsigned(pool.width(node.args()[0])),
        Op::Add => {
            let (a, b) = (of(0), of(1));
            if sort == Sort::Int && !(a.is_bounded() && b.is_bounded()) {
                let low = if a.low > -UNBOUNDED && b.low > -UNBOUNDED { a.low + b.low } else { -UNBOUNDED };
                let high = if a.high < UNBOUNDED && b.high < UNBOUNDED { a.high + b.high } else { UNBOUNDED };
                return Interval { low, high }.within(sort);
            }
            Interval { low: a.low + b.low, high: a.high + b.high }.within(sort)
        }
        Op::Neg => {
            let a = of(0);
            Interval { low: -a.high, high: -a.low }.within(sort)
        }
        Op::Mul => {
            let (a, b) = (of(0), of(1));
            if !a.is_bounded() || !b.is_bounded() {
                return all;
            }
            let products = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            let mut result: Option<Interval> = None;
            for (x, y) in products {
                let Some(product) = x.checked_mul(y) else { return all };
                let point = Interval { low: product, high: product };
                result = Some(result.map_or(point, |hull| hull.hull(point)));
            }
            let mut result = result.unwrap_or(all);
            if node.args()[0] == node.args()[1] {
                // A square.
                result.low = result.low.max(0);
            }
            result.within(sort)
        }
        Op::Div => match constant(1) {
            Some(divisor) if divisor > 0 && of(0).is_bounded() => {
                let a = of(0);
                Interval { low: a.low / divisor, high: a.high / divisor }
            }
            _ => all,
        },
        Op::Rem => match constant(1) {
            Some(divisor) if divisor != 0 && divisor.unsigned_abs() < UNBOUNDED as u128 => {
                let (a, bound) = (of(0), divisor.abs() - 1);
                let low = if a.low >= 0 { 0 } else { a.low.max(-bound) };
                let high = if a.high <= 0 { 0 } else { a.high.min(bound) };
                Interval { low, high }
            }
            _ => all,
        },
        Op::UDiv => match (constant(1), of(0)) {
            (Some(divisor), a) if divisor > 0 && a.low >= 0 => {
                Interval { low: a.low / divisor, high: a.high / divisor }
            }
            _ => all,
        },
        Op::URem => match constant(1) {
            Some(divisor) if divisor > 0 => Interval { low: 0, high: divisor - 1 },
            _ => all,
        },
        Op::BitAnd => match (of(0), of(1)) {
            (a, b) if a.low >= 0 && b.low >= 0 => Interval { low: 0, high: a.high.min(b.high) },
            (a, _) if a.low >= 0 => Interval { low: 0, high: a.high },
            (_, b) if b.low >= 0 => Interval { low: 0, high: b.high },
            _ => all,
        },
        Op::BitOr | Op::BitXor => match (of(0), of(1)) {
            (a, b) if a.low >= 0 && b.low >= 0 && !a.is_empty() && !b.is_empty() => {
                let bits = 128 - a.high.max(b.high).leading_zeros();
                let low = if node.op == Op::BitOr { a.low.max(b.low) } else { 0 };
                Interval { low, high: (1 << bits) - 1 }
            }
            _ => all,
        },
        Op::LShr => match (constant(1), sort) {
            (Some(distance), Sort::BitVec(width)) if distance > 0 && distance < i128::from(width) => {
                let a = of(0).unsigned(width);
                Interval { low: a.low >> distance, high: a.high >> distance }
            }
            _ => all,
        },
        Op::AShr => match constant(1) {
            Some(distance) if (0..64).contains(&distance) => {
                let a = of(0);
                Interval { low: a.low >> distance, high: a.high >> distance }
            }
            _ => all,
        },
        Op::Extract { low: 0, .. } => of(0).within(sort),
        Op::FloatToMath(width) => interval_of_sort(Sort::BitVec(width)),
        _ => all,
    }
}
