//! `pow` of integers, which Java specifies exactly where the result is a double: "if both arguments are integers, then the result
//! is exactly equal to the mathematical result … if that result can in fact be represented exactly as a double value".

use logic::term::{Op, Sort, Term};
use program::code::Kind;

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

/// Doubles represent all integers up to this.
const MOST_EXACT: i128 = 1 << 53;

impl Machine {
    /// An integer to a constant power, or a constant integer to any power, as long as the result is exact; forks by whether it
    /// is. `None` for all else.
    pub(crate) fn exact_power(&mut self, state: &State, base: Value, exponent: Value) -> Result<Option<Value>, Stop> {
        match (base, exponent) {
            (_, Value::Double(0.0)) => Ok(Some(Value::Double(1.0))),
            (_, Value::Double(1.0)) => Ok(Some(base)),
            (Value::Symbolic(base), Value::Double(exponent)) if (2.0..53.0).contains(&exponent) => {
                match self.integer_of_double(base) {
                    Some(base) if exponent.fract() == 0.0 => self.power_of_integer(state, base, exponent as u32),
                    _ => Ok(None),
                }
            }
            (Value::Double(base), Value::Symbolic(exponent)) if base.abs() >= 2.0 && base.abs() < MOST_EXACT as f64 => {
                match self.integer_of_double(exponent) {
                    Some(exponent) if base.fract() == 0.0 => self.power_of_constant(state, base as i128, exponent),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// The integer that was converted to a double, in 64 bits.
    fn integer_of_double(&mut self, double: Term) -> Option<Term> {
        let node = *self.pool.node(double);
        let (Op::IntToFloat(_), &[integer]) = (node.op, node.args()) else { return None };
        match self.pool.sort(integer) {
            Sort::BitVec(64) => Some(integer),
            Sort::BitVec(_) => Some(self.pool.sign_extend(integer, 64)),
            _ => None,
        }
    }

    fn power_of_integer(&mut self, state: &State, base: Term, exponent: u32) -> Result<Option<Value>, Stop> {
        let is_exact = |base: i128| base.checked_pow(exponent).is_some_and(|power| power <= MOST_EXACT);
        let guess = (MOST_EXACT as f64).powf(1.0 / f64::from(exponent)) as i128 + 1;
        let most = (0..=guess).rev().find(|base| is_exact(*base)).unwrap_or(0) as i64;
        if !self.is_between(state, base, -most, most)? {
            return Ok(None);
        }
        let mut power = base;
        for _ in 1..exponent {
            power = self.pool.mul(power, base);
        }
        let power = self.pool.int_to_float(power, Sort::F64);
        Ok(Some(self.value(Kind::Double, power)))
    }

    fn power_of_constant(&mut self, state: &State, base: i128, exponent: Term) -> Result<Option<Value>, Stop> {
        let mut powers = vec![1_i128];
        while let Some(power) = powers.last().and_then(|last| last.checked_mul(base)).filter(|p| p.abs() <= MOST_EXACT)
        {
            powers.push(power);
        }
        if !self.is_between(state, exponent, 0, powers.len() as i64 - 1)? {
            return Ok(None);
        }
        let mut result = self.pool.f64_const(1.0);
        for (number, power) in powers.into_iter().enumerate() {
            let number = self.pool.int64(number as i64);
            let is_it = self.pool.eq(exponent, number);
            let power = self.pool.f64_const(power as f64);
            result = self.pool.ite(is_it, power, result);
        }
        Ok(Some(self.value(Kind::Double, result)))
    }

    fn is_between(&mut self, state: &State, number: Term, least: i64, most: i64) -> Result<bool, Stop> {
        let (least, most) = (self.pool.int64(least), self.pool.int64(most));
        let conditions = [self.pool.le(least, number), self.pool.le(number, most)];
        let is_between = self.pool.and_all(&conditions);
        let truth = self.truth(state, is_between);
        self.decide(truth)
    }
}
