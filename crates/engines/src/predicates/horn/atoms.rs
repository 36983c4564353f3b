//! The comparisons in an interpretation, each in one form.

use std::collections::{BTreeMap, BTreeSet};

use logic::horn::{HornExpression, HornOperator};

/// Remainders by more than this are not taken apart into cases.
const MOST_CASES: i128 = 8;

/// Larger numbers are of no use in a predicate.
const LARGEST: u128 = 1 << 80;

/// A variable, or what is left of a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Unit {
    /// An argument of the relation.
    Argument(usize),
    Quotient(Box<Sum>, i128),
    Remainder(Box<Sum>, i128),
}

/// Multiples of units and a constant, added up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Sum {
    pub(super) units: BTreeMap<Unit, i128>,
    pub(super) constant: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Bound {
    Zero,
    AtMostZero,
}

/// A sum compared with zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Atom {
    pub(super) sum: Sum,
    pub(super) bound: Bound,
}

/// Every comparison in an interpretation, in the order in which it has them. If a sum is bounded from both sides by the same number,
/// that it is this number is one more. `ranks`: what the arguments are numbered as.
pub(super) fn atoms_of(interpretation: &HornExpression, ranks: &[usize]) -> Vec<Atom> {
    let mut found = Found { atoms: Vec::new(), known: BTreeSet::new(), ranks };
    found.visit(interpretation, true);
    found.add_equalities();
    found.atoms
}

struct Found<'r> {
    atoms: Vec<Atom>,
    /// Those known, or whose negation is, in one form for both.
    known: BTreeSet<Atom>,
    ranks: &'r [usize],
}

impl Found<'_> {
    /// `is_claimed`: rather than its negation. What is found says what is claimed.
    fn visit(&mut self, expression: &HornExpression, is_claimed: bool) {
        let HornExpression::Apply(operator, operands) = expression else { return };
        if let [left, right] = operands.as_slice()
            && let (Some(left), Some(right)) = (Sum::of(left, self.ranks), Sum::of(right, self.ranks))
        {
            match (operator, is_claimed) {
                (HornOperator::Equal, _) => return self.compare(left, right, Bound::Zero, 0),
                (HornOperator::LessOrEqual, true) | (HornOperator::Greater, false) => {
                    return self.compare(left, right, Bound::AtMostZero, 0);
                }
                (HornOperator::Less, true) | (HornOperator::GreaterOrEqual, false) => {
                    return self.compare(left, right, Bound::AtMostZero, 1);
                }
                (HornOperator::GreaterOrEqual, true) | (HornOperator::Less, false) => {
                    return self.compare(right, left, Bound::AtMostZero, 0);
                }
                (HornOperator::Greater, true) | (HornOperator::LessOrEqual, false) => {
                    return self.compare(right, left, Bound::AtMostZero, 1);
                }
                _ => {}
            }
        }
        for (position, operand) in operands.iter().enumerate() {
            let is_turned =
                *operator == HornOperator::Not || *operator == HornOperator::Implies && position + 1 < operands.len();
            self.visit(operand, is_claimed != is_turned);
        }
    }

    fn compare(&mut self, left: Sum, right: Sum, bound: Bound, more: i128) {
        let Some(sum) = left.plus(&right, -1).and_then(|sum| sum.plus_constant(more)) else { return };
        let Some(sum) = sum.reduced(bound) else { return };
        for sum in sum.without_remainder(bound) {
            let bound = if sum.is_remainder() { Bound::Zero } else { bound };
            self.add(Atom { sum, bound });
        }
    }

    fn add(&mut self, atom: Atom) {
        if !atom.sum.units.is_empty() && self.known.insert(atom.clone().canonical()) {
            self.atoms.push(atom);
        }
    }

    fn add_equalities(&mut self) {
        let mut equalities = Vec::new();
        for atom in &self.known {
            // "sum + 1 <= 0" is known or its negation "sum >= 0".
            if atom.bound == Bound::AtMostZero
                && let Some(next) = atom.sum.clone().plus_constant(1)
                && self.known.contains(&Atom { sum: next, bound: Bound::AtMostZero })
            {
                equalities.push(Atom { sum: atom.sum.clone(), bound: Bound::Zero });
            }
        }
        equalities.into_iter().for_each(|equality| self.add(equality));
    }
}

impl Atom {
    /// The same for an atom and its negation.
    fn canonical(self) -> Atom {
        let is_negative = self.sum.units.values().next().is_some_and(|factor| *factor < 0);
        match (is_negative, self.bound) {
            (false, _) => self,
            (true, Bound::Zero) => Atom { sum: self.sum.negated(), ..self },
            // Not s <= 0: 1 - s <= 0.
            (true, Bound::AtMostZero) => {
                let sum = self.sum.negated();
                Atom { sum: sum.clone().plus_constant(1).unwrap_or(sum), ..self }
            }
        }
    }
}

impl Sum {
    fn constant(constant: i128) -> Sum {
        Sum { units: BTreeMap::new(), constant }
    }

    fn unit(unit: Unit) -> Sum {
        Sum { units: BTreeMap::from([(unit, 1)]), constant: 0 }
    }

    fn of(expression: &HornExpression, ranks: &[usize]) -> Option<Sum> {
        let (operator, operands) = match expression {
            HornExpression::Integer(value) if value.unsigned_abs() > LARGEST => return None,
            HornExpression::Integer(value) => return Some(Sum::constant(*value)),
            HornExpression::Variable(number) => return Some(Sum::unit(Unit::Argument(*ranks.get(*number)?))),
            HornExpression::Boolean(_) => return None,
            HornExpression::Apply(operator, operands) => (operator, operands),
        };
        let sums: Option<Vec<Sum>> = operands.iter().map(|operand| Sum::of(operand, ranks)).collect();
        let mut sums = sums?.into_iter();
        let first = sums.next()?;
        match operator {
            HornOperator::Add => sums.try_fold(first, |sum, next| sum.plus(&next, 1)),
            HornOperator::Subtract => sums.try_fold(first, |sum, next| sum.plus(&next, -1)),
            HornOperator::Multiply => sums.try_fold(first, |product, next| {
                if product.units.is_empty() {
                    Sum::default().plus(&next, product.constant)
                } else if next.units.is_empty() {
                    Sum::default().plus(&product, next.constant)
                } else {
                    None
                }
            }),
            HornOperator::Divide | HornOperator::Remainder => {
                let divisor = sums.next().filter(|divisor| divisor.units.is_empty())?.constant;
                if divisor < 1 {
                    return None;
                }
                Some(Sum::unit(if *operator == HornOperator::Divide {
                    Unit::Quotient(Box::new(first), divisor)
                } else {
                    Unit::Remainder(Box::new(first.modulo(divisor)), divisor)
                }))
            }
            _ => None,
        }
    }

    /// With a multiple of another added; `None` if the numbers are too large.
    fn plus(mut self, other: &Sum, factor: i128) -> Option<Sum> {
        for (unit, times) in &other.units {
            let sum = self.units.entry(unit.clone()).or_insert(0);
            *sum = sum.checked_add(times.checked_mul(factor)?)?;
            if *sum == 0 {
                self.units.remove(unit);
            }
        }
        self.plus_constant(other.constant.checked_mul(factor)?)
    }

    fn plus_constant(self, more: i128) -> Option<Sum> {
        Some(Sum { constant: self.constant.checked_add(more)?, ..self })
    }

    pub(super) fn negated(&self) -> Sum {
        let units = self.units.iter().map(|(unit, factor)| (unit.clone(), -factor)).collect();
        Sum { units, constant: -self.constant }
    }

    /// Divided by what all factors have in common; `None` if it cannot be zero and that is asked.
    fn reduced(self, bound: Bound) -> Option<Sum> {
        let common = self.units.values().fold(0_i128, |common, factor| greatest_common_divisor(common, *factor));
        if common < 2 {
            return Some(self);
        }
        if bound == Bound::Zero && self.constant % common != 0 {
            return None;
        }
        let units = self.units.into_iter().map(|(unit, factor)| (unit, factor / common)).collect();
        // Rounded up: 2x <= 3 is x <= 1.
        Some(Sum { units, constant: -(-self.constant).div_euclid(common) })
    }

    /// The same remainder.
    fn modulo(self, divisor: i128) -> Sum {
        let mut units = self.units;
        units.values_mut().for_each(|factor| *factor = factor.rem_euclid(divisor));
        units.retain(|_, factor| *factor != 0);
        Sum { units, constant: self.constant.rem_euclid(divisor) }
    }

    fn is_remainder(&self) -> bool {
        self.constant == 0
            && self.units.len() == 1
            && self.units.iter().all(|(unit, factor)| *factor == 1 && matches!(unit, Unit::Remainder(..)))
    }

    /// Java's remainder may be negative. Where a remainder alone is bounded, the same is said by remainders that are zero: those of
    /// the sum less each value that it may have.
    fn without_remainder(self, bound: Bound) -> Vec<Sum> {
        let mut units = self.units.iter();
        let (Some((Unit::Remainder(inner, divisor), factor)), None) = (units.next(), units.next()) else {
            return vec![self];
        };
        let (divisor, factor) = (*divisor, *factor);
        if divisor > MOST_CASES || factor.abs() != 1 {
            return vec![self];
        }
        let values = (0..divisor).filter(|value| match bound {
            Bound::Zero => value * factor + self.constant == 0,
            Bound::AtMostZero => value * factor + self.constant <= 0,
        });
        let mut values: Vec<i128> = values.collect();
        if values.len() as i128 * 2 > divisor {
            values = (0..divisor).filter(|value| !values.contains(value)).collect();
        }
        let less = |value: i128| Sum { constant: inner.constant - value, ..(**inner).clone() };
        values.into_iter().map(|value| Sum::unit(Unit::Remainder(Box::new(less(value)), divisor))).collect()
    }
}

fn greatest_common_divisor(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
