//! How many bits the mathematical integers in a term need, given the ranges of its symbols.

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::range::{Interval, interval_of_sort};
use crate::term::{Const, Op, Sort, SymbolId, Term};

/// The width of two's complement vectors in which a term and all its parts can be computed without wrap-around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Need {
    /// There are no mathematical integers in the term.
    Nothing,
    Bits(u8),
    /// Some integer is larger than what we compute with here.
    TooMuch,
}

impl Need {
    pub(super) fn is_at_most(self, width: u8) -> bool {
        self <= Need::Bits(width)
    }
}

/// Intervals of terms, kept as long as they hold.
#[derive(Default)]
pub(super) struct Ranges {
    /// All that is computed below rests on these.
    assumed: FxHashMap<SymbolId, Interval>,
    /// Of terms that are mathematical integers and do not need too much.
    intervals: FxHashMap<Term, Interval>,
    /// By term index.
    needs: Vec<Option<Need>>,
}

impl Ranges {
    /// From now on the symbol is known to lie in this interval; assumed are this one and all earlier ones together, so
    /// that what is known of terms need not be forgotten when a later interval is narrower.
    pub(super) fn assume(&mut self, symbol: SymbolId, interval: Interval) {
        let known = self.assumed.get(&symbol).copied();
        let hull = known.map_or(interval, |known| known.hull(interval));
        if known == Some(hull) {
            return;
        }
        self.assumed.insert(symbol, hull);
        if known.is_some() {
            self.intervals.clear();
            self.needs.clear();
        }
    }

    /// The need of a term all of whose symbols were assumed to have a range.
    pub(super) fn need(&mut self, pool: &TermPool, root: Term) -> Need {
        if let Some(need) = self.known(root) {
            return need;
        }
        if self.needs.len() < pool.len() {
            self.needs.resize(pool.len(), None);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            let before = stack.len();
            stack.extend(pool.node(term).args().iter().filter(|&&argument| self.known(argument).is_none()));
            if stack.len() > before {
                continue;
            }
            self.needs[term.index()] = Some(self.compute(pool, term));
            stack.pop();
        }
        self.known(root).expect("the root is computed last")
    }

    fn known(&self, term: Term) -> Option<Need> {
        self.needs.get(term.index()).copied().flatten()
    }

    /// The need of a term from those of its arguments.
    fn compute(&mut self, pool: &TermPool, term: Term) -> Need {
        let node = pool.node(term);
        let mut need = Need::Nothing;
        for (position, &argument) in node.args().iter().enumerate() {
            let of_argument = match pool.as_const(argument) {
                // `x < c` is translated as `x <= c - 1`, so that the range of a type needs no more than the type.
                Some(Const::Int(bound)) if node.op == Op::Lt && position == 1 => {
                    bound.checked_sub(1).map_or(Need::TooMuch, |most| bits_of(Interval::new(most, most)))
                }
                _ => self.known(argument).expect("arguments are computed first"),
            };
            need = need.max(of_argument);
        }
        if node.sort != Sort::Int || need == Need::TooMuch {
            return need;
        }
        let Some(interval) = self.interval(pool, term) else { return Need::TooMuch };
        let own = bits_of(interval);
        if own != Need::TooMuch {
            self.intervals.insert(term, interval);
        }
        need.max(own)
    }

    /// The interval of an integer from those of its arguments. `None` if there is no telling.
    fn interval(&self, pool: &TermPool, term: Term) -> Option<Interval> {
        let node = pool.node(term);
        let of = |position: usize| self.intervals.get(&node.args()[position]).copied();
        match node.op {
            Op::Const(Const::Int(value)) => Some(Interval::new(value, value)),
            Op::Symbol(symbol) => self.assumed.get(&symbol).copied(),
            Op::Ite => Some(of(1)?.hull(of(2)?)),
            Op::Neg => negated(of(0)?),
            Op::Add => {
                let (a, b) = (of(0)?, of(1)?);
                Some(Interval::new(a.low.checked_add(b.low)?, a.high.checked_add(b.high)?))
            }
            Op::Mul => {
                let (a, b) = (of(0)?, of(1)?);
                let products = [
                    a.low.checked_mul(b.low)?,
                    a.low.checked_mul(b.high)?,
                    a.high.checked_mul(b.low)?,
                    a.high.checked_mul(b.high)?,
                ];
                Some(Interval::new(*products.iter().min()?, *products.iter().max()?))
            }
            Op::Div => {
                let dividend = of(0)?;
                match pool.as_const(node.args()[1]) {
                    Some(Const::Int(divisor)) if divisor > 0 => {
                        Some(Interval::new(dividend.low / divisor, dividend.high / divisor))
                    }
                    // The quotient is at most as far from zero as the dividend, and zero if the divisor is.
                    _ => Some(dividend.hull(negated(dividend)?).hull(Interval::new(0, 0))),
                }
            }
            // Between zero and the dividend, whatever the divisor.
            Op::Rem => Some(of(0)?.hull(Interval::new(0, 0))),
            Op::FloatToMath(width) => Some(interval_of_sort(Sort::BitVec(width))),
            _ => None,
        }
    }
}

fn negated(interval: Interval) -> Option<Interval> {
    Some(Interval::new(interval.high.checked_neg()?, interval.low.checked_neg()?))
}

/// The width of vectors that have all values of an interval.
fn bits_of(interval: Interval) -> Need {
    let bits = |value: i128| {
        let magnitude = if value < 0 { !value } else { value };
        129 - magnitude.leading_zeros()
    };
    // Far more than any translation has room for; what matters is that the arithmetic above stays within `i128`.
    match bits(interval.low).max(bits(interval.high)) {
        width @ ..=100 => Need::Bits(width as u8),
        _ => Need::TooMuch,
    }
}
