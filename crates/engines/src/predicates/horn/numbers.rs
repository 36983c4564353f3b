//! Java's integers as mathematical ones: what an instruction computes as long as nothing wraps, or what is known of it.

use logic::horn::{HornExpression, HornOperator};
use program::code::{BinaryOp, Condition, Conversion, Type};

/// A sum of more parts gets a variable of its own.
const MOST_PARTS: usize = 30;

pub(super) fn integer(value: impl Into<i128>) -> HornExpression {
    HornExpression::Integer(value.into())
}

pub(super) fn apply<const N: usize>(operator: HornOperator, operands: [HornExpression; N]) -> HornExpression {
    HornExpression::Apply(operator, operands.into())
}

pub(super) fn sum(left: HornExpression, right: HornExpression) -> HornExpression {
    match (&left, &right) {
        (HornExpression::Integer(left), HornExpression::Integer(right)) if left.checked_add(*right).is_some() => {
            integer(left + right)
        }
        (HornExpression::Integer(0), _) => right,
        (_, HornExpression::Integer(0)) => left,
        _ => apply(HornOperator::Add, [left, right]),
    }
}

pub(super) fn difference(left: HornExpression, right: HornExpression) -> HornExpression {
    match (&left, &right) {
        (HornExpression::Integer(left), HornExpression::Integer(right)) if left.checked_sub(*right).is_some() => {
            integer(left - right)
        }
        (_, HornExpression::Integer(0)) => left,
        _ => apply(HornOperator::Subtract, [left, right]),
    }
}

/// A multiple.
pub(super) fn times(factor: i128, number: HornExpression) -> HornExpression {
    match number {
        // Constants of the code have at most 64 bits: their products fit.
        HornExpression::Integer(value) if value.checked_mul(factor).is_some() => integer(value * factor),
        number if factor == 1 => number,
        number => apply(HornOperator::Multiply, [integer(factor), number]),
    }
}

pub(super) fn compare(operator: HornOperator, left: HornExpression, right: HornExpression) -> HornExpression {
    if let (HornExpression::Integer(left), HornExpression::Integer(right)) = (&left, &right) {
        return HornExpression::Boolean(match operator {
            HornOperator::Equal => left == right,
            HornOperator::Less => left < right,
            HornOperator::LessOrEqual => left <= right,
            HornOperator::Greater => left > right,
            _ => left >= right,
        });
    }
    apply(operator, [left, right])
}

pub(super) fn not(condition: HornExpression) -> HornExpression {
    match condition {
        HornExpression::Boolean(value) => HornExpression::Boolean(!value),
        condition => apply(HornOperator::Not, [condition]),
    }
}

/// What is left over if a number is divided and rounded down. Spacer finds parities in remainders, not in multiples.
fn modulo(number: HornExpression, divisor: i128) -> HornExpression {
    apply(HornOperator::Remainder, [number, integer(divisor)])
}

fn ge(left: &HornExpression, right: HornExpression) -> HornExpression {
    compare(HornOperator::GreaterOrEqual, left.clone(), right)
}

fn le(left: &HornExpression, right: HornExpression) -> HornExpression {
    compare(HornOperator::LessOrEqual, left.clone(), right)
}

/// Whether a comparison of two ints holds.
pub(super) fn holds(condition: Condition, left: HornExpression, right: HornExpression) -> HornExpression {
    match condition {
        Condition::Equal => compare(HornOperator::Equal, left, right),
        Condition::NotEqual => not(compare(HornOperator::Equal, left, right)),
        Condition::Less => compare(HornOperator::Less, left, right),
        Condition::LessOrEqual => compare(HornOperator::LessOrEqual, left, right),
        Condition::Greater => compare(HornOperator::Greater, left, right),
        Condition::GreaterOrEqual => compare(HornOperator::GreaterOrEqual, left, right),
    }
}

/// The values of a type.
pub(super) fn range_of(value_type: &Type) -> Option<(i128, i128)> {
    match value_type {
        Type::Boolean => Some((0, 1)),
        Type::Byte => Some((i8::MIN.into(), i8::MAX.into())),
        Type::Char => Some((0, u16::MAX.into())),
        Type::Short => Some((i16::MIN.into(), i16::MAX.into())),
        Type::Int => Some((i32::MIN.into(), i32::MAX.into())),
        Type::Long => Some((i64::MIN.into(), i64::MAX.into())),
        Type::Float | Type::Double | Type::Reference(_) => None,
    }
}

/// The values of a type that has so few that it matters: mathematical integers ignore where ints end.
pub(super) fn narrow_range_of(value_type: &Type) -> Option<(i128, i128)> {
    match value_type {
        Type::Int | Type::Long => None,
        other => range_of(other),
    }
}

/// The variables of a rule, and what is known of them.
#[derive(Clone, Default, Debug)]
pub(super) struct Numbers {
    pub(super) variables: usize,
    /// A conjunction.
    pub(super) constraint: Vec<HornExpression>,
}

impl Numbers {
    /// Some number.
    pub(super) fn any(&mut self) -> HornExpression {
        self.variables += 1;
        HornExpression::Variable(self.variables - 1)
    }

    pub(super) fn any_in(&mut self, range: Option<(i128, i128)>) -> HornExpression {
        let number = self.any();
        if let Some((least, greatest)) = range {
            self.within(&number, least, greatest);
        }
        number
    }

    pub(super) fn within(&mut self, number: &HornExpression, least: i128, greatest: i128) {
        self.constraint.push(ge(number, integer(least)));
        self.constraint.push(le(number, integer(greatest)));
    }

    /// `false` if the path ends here.
    pub(super) fn assume(&mut self, condition: HornExpression) -> bool {
        match condition {
            HornExpression::Boolean(value) => value,
            condition => {
                self.constraint.push(condition);
                true
            }
        }
    }

    pub(super) fn at_least(&mut self, number: &HornExpression, bound: HornExpression) {
        self.constraint.push(ge(number, bound));
    }

    fn equal(&mut self, left: HornExpression, right: HornExpression) {
        self.constraint.push(compare(HornOperator::Equal, left, right));
    }

    /// The same number, not longer than is good.
    pub(super) fn short(&mut self, number: HornExpression) -> HornExpression {
        if parts(&number) <= MOST_PARTS {
            return number;
        }
        let name = self.any();
        self.equal(name.clone(), number);
        name
    }

    /// What an instruction computes of two ints or longs of so many bits. What divides is not zero.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: HornExpression,
        right: HornExpression,
    ) -> HornExpression {
        use HornExpression::Integer;
        let result = match (op, &left, &right) {
            (BinaryOp::Add, _, _) => sum(left, right),
            (BinaryOp::Subtract, _, _) => difference(left, right),
            (BinaryOp::Multiply, Integer(factor), _) => times(*factor, right),
            (BinaryOp::Multiply, _, Integer(factor)) => times(*factor, left),
            (BinaryOp::Multiply, _, _) => self.product(left, right),
            (BinaryOp::Divide, _, Integer(divisor)) if *divisor != 0 => self.division(left, *divisor),
            (BinaryOp::Remainder, _, Integer(divisor)) if *divisor != 0 => {
                let size = divisor.abs();
                let of_negative = times(-1, modulo(times(-1, left.clone()), size));
                choice(ge(&left, integer(0)), modulo(left, size), of_negative)
            }
            (BinaryOp::Divide, _, _) => self.quotient(left, right),
            (BinaryOp::Remainder, _, _) => self.remainder(left, right),
            (BinaryOp::ShiftLeft, _, Integer(distance)) => times(power(*distance, bits), left),
            (BinaryOp::ShiftRight, _, Integer(distance)) => self.floor(left, power(*distance, bits)),
            (BinaryOp::UnsignedShiftRight, _, Integer(distance)) => self.unsigned_shift(left, *distance, bits),
            (BinaryOp::And, _, Integer(mask)) if is_mask(*mask) => modulo(left, *mask + 1),
            (BinaryOp::And, Integer(mask), _) if is_mask(*mask) => modulo(right, *mask + 1),
            (BinaryOp::And, _, _) => self.conjunction(left, right),
            (BinaryOp::Xor, _, Integer(-1)) => difference(integer(-1), left),
            (BinaryOp::Xor, _, Integer(1)) => {
                let last = modulo(left.clone(), 2);
                sum(left, difference(integer(1), times(2, last)))
            }
            (BinaryOp::Or | BinaryOp::Xor, _, _) => self.disjunction(op, left, right),
            _ => self.any(),
        };
        self.short(result)
    }

    /// `left` / `divisor`, rounded towards zero.
    fn division(&mut self, left: HornExpression, divisor: i128) -> HornExpression {
        let (quotient, remainder) = (self.any(), self.any());
        self.equal(left.clone(), sum(times(divisor, quotient.clone()), remainder.clone()));
        let most = divisor.abs() - 1;
        let positive = [
            compare(HornOperator::GreaterOrEqual, left.clone(), integer(0)),
            compare(HornOperator::GreaterOrEqual, remainder.clone(), integer(0)),
            compare(HornOperator::LessOrEqual, remainder.clone(), integer(most)),
        ];
        let negative = [
            compare(HornOperator::LessOrEqual, left, integer(0)),
            compare(HornOperator::LessOrEqual, remainder.clone(), integer(0)),
            compare(HornOperator::GreaterOrEqual, remainder.clone(), integer(-most)),
        ];
        self.either(&positive, &negative);
        quotient
    }

    /// `left` / `divisor`, rounded down.
    fn floor(&mut self, left: HornExpression, divisor: i128) -> HornExpression {
        let (quotient, rest) = (self.any(), self.any_in(Some((0, divisor - 1))));
        self.equal(left, sum(times(divisor, quotient.clone()), rest));
        quotient
    }

    fn unsigned_shift(&mut self, left: HornExpression, distance: i128, bits: u32) -> HornExpression {
        let divisor = power(distance, bits);
        if divisor == 1 {
            return left;
        }
        // A sum of two positive ints is right even where it wraps.
        let shifted = self.floor(left.clone(), divisor);
        let otherwise = self.any_in(Some((0, (1 << bits) / divisor - 1)));
        choice(compare(HornOperator::GreaterOrEqual, left, integer(0)), shifted, otherwise)
    }

    /// Spacer does not multiply: signs and sizes are all that is known.
    fn product(&mut self, left: HornExpression, right: HornExpression) -> HornExpression {
        let product = self.any();
        if left == right {
            self.at_least(&product, integer(0));
            self.at_least(&product, left.clone());
        }
        self.implies(&[ge(&left, integer(0)), ge(&right, integer(0))], ge(&product, integer(0)));
        self.implies(&[ge(&left, integer(0)), ge(&right, integer(1))], ge(&product, left.clone()));
        self.implies(&[ge(&left, integer(1)), ge(&right, integer(0))], ge(&product, right.clone()));
        self.implies(&[le(&left, integer(0)), le(&right, integer(0))], ge(&product, integer(0)));
        self.implies(&[le(&left, integer(0)), ge(&right, integer(0))], le(&product, integer(0)));
        self.implies(&[ge(&left, integer(0)), le(&right, integer(0))], le(&product, integer(0)));
        product
    }

    /// By an unknown divisor that is not zero.
    fn quotient(&mut self, left: HornExpression, right: HornExpression) -> HornExpression {
        let quotient = self.any();
        let positive = [ge(&left, integer(0)), ge(&right, integer(1))];
        self.implies(&positive, ge(&quotient, integer(0)));
        self.implies(&positive, le(&quotient, left.clone()));
        let negative = [le(&left, integer(0)), ge(&right, integer(1))];
        self.implies(&negative, le(&quotient, integer(0)));
        self.implies(&negative, ge(&quotient, left));
        quotient
    }

    /// By an unknown divisor that is not zero: as near to zero, with the sign of what is divided.
    fn remainder(&mut self, left: HornExpression, right: HornExpression) -> HornExpression {
        let remainder = self.any();
        let minus = |number: &HornExpression| times(-1, number.clone());
        for (is_positive, size) in [(true, right.clone()), (false, minus(&right))] {
            let condition = if is_positive { ge(&right, integer(1)) } else { le(&right, integer(-1)) };
            self.implies(std::slice::from_ref(&condition), le(&remainder, difference(size.clone(), integer(1))));
            self.implies(&[condition], ge(&remainder, difference(integer(1), size)));
        }
        self.implies(&[ge(&left, integer(0))], ge(&remainder, integer(0)));
        self.implies(&[ge(&left, integer(0))], le(&remainder, left.clone()));
        self.implies(&[le(&left, integer(0))], le(&remainder, integer(0)));
        self.implies(&[le(&left, integer(0))], ge(&remainder, left));
        remainder
    }

    fn conjunction(&mut self, left: HornExpression, right: HornExpression) -> HornExpression {
        let result = self.any();
        for operand in [&left, &right] {
            self.implies(&[ge(operand, integer(0))], ge(&result, integer(0)));
            self.implies(&[ge(operand, integer(0))], le(&result, operand.clone()));
        }
        result
    }

    fn disjunction(&mut self, op: BinaryOp, left: HornExpression, right: HornExpression) -> HornExpression {
        let result = self.any();
        let positive = [ge(&left, integer(0)), ge(&right, integer(0))];
        self.implies(&positive, le(&result, sum(left.clone(), right.clone())));
        if op == BinaryOp::Or {
            self.implies(&positive, ge(&result, left));
            self.implies(&positive, ge(&result, right));
        } else {
            self.implies(&positive, ge(&result, difference(left.clone(), right.clone())));
            self.implies(&positive, ge(&result, difference(right, left)));
        }
        result
    }

    /// −1, 0 or 1 as one number is less than the other, equal to it or greater.
    pub(super) fn sign(&mut self, left: HornExpression, right: HornExpression) -> HornExpression {
        let is_less = compare(HornOperator::Less, left.clone(), right.clone());
        let is_equal = compare(HornOperator::Equal, left, right);
        self.short(choice(is_less, integer(-1), choice(is_equal, integer(0), integer(1))))
    }

    /// The narrowings of int, and conversions between int and long; `None` if floats have to do with it.
    pub(super) fn converted(&mut self, conversion: Conversion, number: HornExpression) -> Option<HornExpression> {
        let target = match conversion {
            Conversion::IntToLong | Conversion::LongToInt => return Some(number),
            Conversion::IntToByte => Type::Byte,
            Conversion::IntToChar => Type::Char,
            Conversion::IntToShort => Type::Short,
            _ => return None,
        };
        let range = range_of(&target)?;
        let wrapped = self.any_in(Some(range));
        let fits = apply(
            HornOperator::And,
            [
                compare(HornOperator::GreaterOrEqual, number.clone(), integer(range.0)),
                compare(HornOperator::LessOrEqual, number.clone(), integer(range.1)),
            ],
        );
        Some(self.short(choice(fits, number, wrapped)))
    }

    fn implies(&mut self, conditions: &[HornExpression], conclusion: HornExpression) {
        let condition = HornExpression::Apply(HornOperator::And, conditions.to_vec());
        self.constraint.push(apply(HornOperator::Implies, [condition, conclusion]));
    }

    fn either(&mut self, left: &[HornExpression], right: &[HornExpression]) {
        let all = |conditions: &[HornExpression]| HornExpression::Apply(HornOperator::And, conditions.to_vec());
        self.constraint.push(apply(HornOperator::Or, [all(left), all(right)]));
    }
}

/// One number if a condition holds and else the other.
fn choice(condition: HornExpression, then: HornExpression, otherwise: HornExpression) -> HornExpression {
    match condition {
        HornExpression::Boolean(true) => then,
        HornExpression::Boolean(false) => otherwise,
        condition => apply(HornOperator::IfThenElse, [condition, then, otherwise]),
    }
}

/// 2 to the distance of a shift.
fn power(distance: i128, bits: u32) -> i128 {
    1 << (distance & i128::from(bits - 1))
}

/// Whether the bits of a number are ones at its end alone.
fn is_mask(number: i128) -> bool {
    number >= 0 && (number & (number + 1)) == 0
}

fn parts(expression: &HornExpression) -> usize {
    match expression {
        HornExpression::Apply(_, operands) => 1 + operands.iter().map(parts).sum::<usize>(),
        _ => 1,
    }
}
