//! What a formula means, as a condition on the terms of a memory.

use logic::term::{Sort, Term};
use machine::arithmetic::Ints;
use machine::machine::Machine;

use super::formula::{AccessExpression, Comparison, Expression, Formula, Operator, Reading, Relation};

const INT: Sort = Sort::BitVec(32);
const LONG: Sort = Sort::BitVec(64);

/// Where the numbers and references are that formulas speak of.
pub(crate) trait Memory {
    fn machine(&mut self) -> &mut Machine;

    /// The number that an access expression holds.
    fn number_at(&mut self, access: &AccessExpression) -> Option<Term>;

    /// The condition under which two references are the same; `None` if they are no references, or that cannot be said.
    fn same_reference(&mut self, left: &Expression, right: &Expression) -> Option<Term>;
}

/// Formulas understood in a memory.
pub(crate) struct Meaning<'m, M> {
    pub(crate) memory: &'m mut M,
}

/// A number: a term, or a constant that becomes what it is compared with.
#[derive(Clone, Copy)]
enum Number {
    Term(Term),
    Integer(i64),
    Decimal(f64),
}

/// An integer that does not wrap: a term of 64 bits, of which so many are needed.
#[derive(Clone, Copy)]
struct Exact {
    term: Term,
    bits: u32,
}

/// An integer of more than 64 bits: `high` times 2³², and `low`.
#[derive(Clone, Copy)]
struct Wide {
    high: Exact,
    low: Exact,
}

const MOST_BITS: u32 = 63;

impl<M: Memory> Meaning<'_, M> {
    /// The condition under which a formula holds; `None` if it speaks of something that is not there, or not known.
    pub(crate) fn condition(&mut self, formula: &Formula) -> Option<Term> {
        Some(match formula {
            Formula::Compare(comparison) => self.comparison(comparison)?,
            Formula::Not(inner) => {
                let inner = self.condition(inner)?;
                self.memory.machine().pool.not(inner)
            }
            Formula::And(left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                self.memory.machine().pool.and(left, right)
            }
            Formula::Or(left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                self.memory.machine().pool.or(left, right)
            }
        })
    }

    fn comparison(&mut self, comparison: &Comparison) -> Option<Term> {
        let Comparison { relation, left, right, reading } = comparison;
        if let Some(same) = self.memory.same_reference(left, right) {
            return Some(match relation {
                Relation::Equal => same,
                _ => self.memory.machine().pool.not(same),
            });
        }
        match reading {
            Reading::Exact => self.exact_comparison(*relation, left, right),
            Reading::Java => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let (left, right) = self.promoted(left, right)?;
                Some(self.ordered(*relation, left, right))
            }
        }
    }

    fn ordered(&mut self, relation: Relation, left: Term, right: Term) -> Term {
        let pool = &mut self.memory.machine().pool;
        let is_float = matches!(pool.sort(left), Sort::F32 | Sort::F64);
        match (relation, is_float) {
            (Relation::Equal, false) => pool.eq(left, right),
            (Relation::NotEqual, false) => pool.ne(left, right),
            (Relation::Less, false) => pool.lt(left, right),
            (Relation::LessOrEqual, false) => pool.le(left, right),
            (Relation::Greater, false) => pool.lt(right, left),
            (Relation::GreaterOrEqual, false) => pool.le(right, left),
            (Relation::Equal, true) => pool.float_eq(left, right),
            (Relation::NotEqual, true) => {
                let equal = pool.float_eq(left, right);
                pool.not(equal)
            }
            (Relation::Less, true) => pool.float_lt(left, right),
            (Relation::LessOrEqual, true) => pool.float_le(left, right),
            (Relation::Greater, true) => pool.float_lt(right, left),
            (Relation::GreaterOrEqual, true) => pool.float_le(right, left),
        }
    }

    /// The index that an expression is.
    pub(crate) fn index(&mut self, expression: &Expression) -> Option<Term> {
        let ints = self.memory.machine().config.ints;
        match (self.number(expression)?, ints) {
            (Number::Integer(index), Ints::Java) => self.converted(Number::Integer(index), INT),
            (Number::Integer(index), Ints::Math) => self.converted(Number::Integer(index), Sort::Int),
            (Number::Term(term), _) => Some(term),
            (Number::Decimal(_), _) => None,
        }
    }

    fn number(&mut self, expression: &Expression) -> Option<Number> {
        Some(match expression {
            Expression::Integer(value) => Number::Integer(*value),
            Expression::Decimal(value) => Number::Decimal(*value),
            Expression::Null => return None,
            Expression::Access(access) => Number::Term(self.memory.number_at(access)?),
            Expression::Negate(inner) => match self.number(inner)? {
                Number::Integer(value) => Number::Integer(value.checked_neg()?),
                Number::Decimal(value) => Number::Decimal(-value),
                Number::Term(term) => {
                    let pool = &mut self.memory.machine().pool;
                    Number::Term(match pool.sort(term) {
                        Sort::F32 | Sort::F64 => pool.float_neg(term),
                        _ => pool.neg(term),
                    })
                }
            },
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let (left, right) = self.promoted(left, right)?;
                Number::Term(self.computed(*operator, left, right))
            }
        })
    }

    fn computed(&mut self, operator: Operator, left: Term, right: Term) -> Term {
        let pool = &mut self.memory.machine().pool;
        let is_float = matches!(pool.sort(left), Sort::F32 | Sort::F64);
        match (operator, is_float) {
            (Operator::Add, false) => pool.add(left, right),
            (Operator::Subtract, false) => pool.sub(left, right),
            (Operator::Multiply, false) => pool.mul(left, right),
            (Operator::Divide, false) => pool.div(left, right),
            (Operator::Remainder, false) => pool.rem(left, right),
            (Operator::Add, true) => pool.float_add(left, right),
            (Operator::Subtract, true) => pool.float_sub(left, right),
            (Operator::Multiply, true) => pool.float_mul(left, right),
            (Operator::Divide, true) => pool.float_div(left, right),
            (Operator::Remainder, true) => pool.float_rem(left, right),
        }
    }

    /// Both as terms of one sort, as Java promotes them.
    fn promoted(&mut self, left: Number, right: Number) -> Option<(Term, Term)> {
        let mut sort = |number: Number| match number {
            Number::Term(term) => Some(self.memory.machine().pool.sort(term)),
            _ => None,
        };
        let smallest = |number: Number| match number {
            Number::Decimal(_) => 3,
            Number::Integer(value) if i32::try_from(value).is_err() => 1,
            _ => 0,
        };
        let rank = |sort: Option<Sort>| match sort {
            Some(LONG) => 1,
            Some(Sort::F32) => 2,
            Some(Sort::F64) => 3,
            _ => 0,
        };
        let (of_left, of_right) = (sort(left), sort(right));
        let is_math = of_left == Some(Sort::Int) || of_right == Some(Sort::Int);
        let highest = rank(of_left).max(rank(of_right)).max(smallest(left)).max(smallest(right));
        let target = match highest {
            0 | 1 if is_math => Sort::Int,
            0 => INT,
            1 => LONG,
            2 => Sort::F32,
            _ => Sort::F64,
        };
        Some((self.converted(left, target)?, self.converted(right, target)?))
    }

    fn converted(&mut self, number: Number, target: Sort) -> Option<Term> {
        let pool = &mut self.memory.machine().pool;
        Some(match (number, target) {
            (Number::Integer(value), INT) => pool.int32(i32::try_from(value).ok()?),
            (Number::Integer(value), LONG) => pool.int64(value),
            (Number::Integer(value), Sort::Int) => pool.math(i128::from(value)),
            (Number::Integer(value), Sort::F32) => pool.f32_const(value as f32),
            (Number::Integer(value), Sort::F64) => pool.f64_const(value as f64),
            (Number::Decimal(value), Sort::F64) => pool.f64_const(value),
            (Number::Term(term), _) => match (pool.sort(term), target) {
                (from, to) if from == to => term,
                (INT, LONG) => pool.sign_extend(term, 64),
                (Sort::F32, Sort::F64) => pool.float_to_float(term, Sort::F64),
                (INT | LONG, Sort::F32 | Sort::F64) => pool.int_to_float(term, target),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A comparison over mathematical integers.
    fn exact_comparison(&mut self, relation: Relation, left: &Expression, right: &Expression) -> Option<Term> {
        if let (Some(left), Some(right)) = (self.exact(left), self.exact(right)) {
            return Some(self.ordered(relation, left.term, right.term));
        }
        if let (Some(left), Some(right)) = (self.wide(left), self.wide(right)) {
            return self.wide_comparison(relation, left, right);
        }
        // Mathematical integers are exact by themselves.
        let (left, right) = (self.number(left)?, self.number(right)?);
        let (left, right) = self.promoted(left, right)?;
        (self.memory.machine().pool.sort(left) == Sort::Int).then(|| self.ordered(relation, left, right))
    }

    /// A number of few bits; `None` if it may need more than 64.
    fn exact(&mut self, expression: &Expression) -> Option<Exact> {
        match expression {
            Expression::Integer(value) => self.exact_constant(*value),
            Expression::Access(access) => {
                let term = self.memory.number_at(access)?;
                match self.memory.machine().pool.sort(term) {
                    INT => Some(Exact { term: self.memory.machine().pool.sign_extend(term, 64), bits: 32 }),
                    LONG => Some(Exact { term, bits: MOST_BITS + 1 }),
                    _ => None,
                }
            }
            Expression::Negate(inner) => {
                let zero = self.exact_constant(0)?;
                let inner = self.exact(inner)?;
                self.exact_operation(Operator::Subtract, zero, inner)
            }
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.exact(left)?, self.exact(right)?);
                self.exact_operation(*operator, left, right)
            }
            Expression::Decimal(_) | Expression::Null => None,
        }
    }

    fn exact_constant(&mut self, value: i64) -> Option<Exact> {
        let bits = 65 - value.unsigned_abs().leading_zeros();
        Some(Exact { term: self.memory.machine().pool.int64(value), bits })
    }

    fn exact_operation(&mut self, operator: Operator, left: Exact, right: Exact) -> Option<Exact> {
        let bits = match operator {
            Operator::Add | Operator::Subtract => left.bits.max(right.bits) + 1,
            Operator::Multiply => left.bits + right.bits,
            // A quotient by −1 may need one bit more.
            Operator::Divide => left.bits + 1,
            Operator::Remainder => right.bits,
        };
        if bits > MOST_BITS || left.bits > MOST_BITS || right.bits > MOST_BITS {
            return None;
        }
        Some(Exact { term: self.computed(operator, left.term, right.term), bits })
    }

    /// A sum of any numbers, with constant factors.
    fn wide(&mut self, expression: &Expression) -> Option<Wide> {
        match expression {
            Expression::Access(_) | Expression::Integer(_) => {
                let term = match expression {
                    Expression::Integer(value) => self.memory.machine().pool.int64(*value),
                    _ => self.exact(expression)?.term,
                };
                let pool = &mut self.memory.machine().pool;
                let (distance, mask) = (pool.int64(32), pool.int64(0xffff_ffff));
                let high = pool.ashr(term, distance);
                let low = pool.bit_and(term, mask);
                Some(Wide { high: Exact { term: high, bits: 32 }, low: Exact { term: low, bits: 33 } })
            }
            Expression::Negate(inner) => {
                let zero = self.wide(&Expression::Integer(0))?;
                let inner = self.wide(inner)?;
                self.wide_operation(Operator::Subtract, zero, inner)
            }
            Expression::Binary(operator @ (Operator::Add | Operator::Subtract), left, right) => {
                let (left, right) = (self.wide(left)?, self.wide(right)?);
                self.wide_operation(*operator, left, right)
            }
            Expression::Binary(Operator::Multiply, left, right) => {
                let (factor, other) = match (&**left, &**right) {
                    (Expression::Integer(factor), other) | (other, Expression::Integer(factor)) => (*factor, other),
                    _ => return None,
                };
                let factor = self.exact_constant(factor)?;
                let other = self.wide(other)?;
                Some(Wide {
                    high: self.exact_operation(Operator::Multiply, factor, other.high)?,
                    low: self.exact_operation(Operator::Multiply, factor, other.low)?,
                })
            }
            _ => None,
        }
    }

    fn wide_operation(&mut self, operator: Operator, left: Wide, right: Wide) -> Option<Wide> {
        Some(Wide {
            high: self.exact_operation(operator, left.high, right.high)?,
            low: self.exact_operation(operator, left.low, right.low)?,
        })
    }

    fn wide_comparison(&mut self, relation: Relation, left: Wide, right: Wide) -> Option<Term> {
        let difference = self.wide_operation(Operator::Subtract, left, right)?;
        let pool = &mut self.memory.machine().pool;
        let (distance, mask, zero) = (pool.int64(32), pool.int64(0xffff_ffff), pool.int64(0));
        let carry = pool.ashr(difference.low.term, distance);
        let high = pool.add(difference.high.term, carry);
        let low = pool.bit_and(difference.low.term, mask);
        let is_negative = pool.lt(high, zero);
        let (no_high, no_low) = (pool.eq(high, zero), pool.eq(low, zero));
        let is_zero = pool.and(no_high, no_low);
        Some(match relation {
            Relation::Equal => is_zero,
            Relation::NotEqual => pool.not(is_zero),
            Relation::Less => is_negative,
            Relation::GreaterOrEqual => pool.not(is_negative),
            Relation::LessOrEqual => pool.or(is_negative, is_zero),
            Relation::Greater => {
                let at_most = pool.or(is_negative, is_zero);
                pool.not(at_most)
            }
        })
    }
}
