//! Elementary functions as circuits: any value, within what Java's specification says of it.
//!
//! There is no circuit for a sine. A query that has no model even if a sine may be anything in `[-1, 1]` has none; a model
//! says nothing until it is evaluated. Bounds leave room for the error in the last place that Java admits.

use std::f64::consts::{FRAC_PI_2, PI};

use super::bits::{Bits, constant};
use super::float::Format;
use super::gates::{Gates, Lit};
use crate::term::Elementary;

const FORMAT: Format = Format::F64;

/// More than any rounding error of an angle of at most π.
const SLACK: f64 = 1e-12;

impl Gates {
    /// New bits for `function(a, b)`; `b` is empty for functions of one argument. Two terms for the same function are
    /// not known to agree where their arguments do.
    pub(super) fn elementary(&mut self, function: Elementary, a: &[Lit], b: &[Lit]) -> Bits {
        let result = self.fresh_bits(FORMAT.width());
        self.constrain_canonical(FORMAT, &result);
        let result_is_nan = self.float_is_nan(FORMAT, &result);
        let first_is_nan = self.float_is_nan(FORMAT, a);
        match function {
            Elementary::Sin | Elementary::Cos | Elementary::Tan => {
                let infinity = self.magnitude_is_above(a, f64::MAX);
                self.nan_exactly_if(result_is_nan, first_is_nan, infinity);
            }
            Elementary::Asin | Elementary::Acos => {
                let outside = self.magnitude_is_above(a, 1.0);
                self.nan_exactly_if(result_is_nan, first_is_nan, outside);
            }
            Elementary::Log | Elementary::Log10 => {
                let negative = self.is_below(a, 0.0);
                self.nan_exactly_if(result_is_nan, first_is_nan, negative);
            }
            Elementary::Log1p => {
                let outside = self.is_below(a, -1.0);
                self.nan_exactly_if(result_is_nan, first_is_nan, outside);
            }
            Elementary::Atan
            | Elementary::Sinh
            | Elementary::Cosh
            | Elementary::Tanh
            | Elementary::Exp
            | Elementary::Expm1
            | Elementary::Cbrt => self.nan_exactly_if(result_is_nan, first_is_nan, Lit::FALSE),
            Elementary::Atan2 => {
                let second_is_nan = self.float_is_nan(FORMAT, b);
                self.nan_exactly_if(result_is_nan, first_is_nan, second_is_nan);
            }
            Elementary::Hypot => {}
            Elementary::Pow => self.constrain_power(result_is_nan, &result, a, b),
        }
        // The exact sine is below 1 wherever a double is not 0, and its error less than the distance to the next double.
        let (low, high) = match function {
            Elementary::Sin | Elementary::Cos | Elementary::Tanh => (-1.0, 1.0),
            Elementary::Asin | Elementary::Atan => (-FRAC_PI_2 - SLACK, FRAC_PI_2 + SLACK),
            Elementary::Acos => (0.0, PI + SLACK),
            Elementary::Atan2 => (-PI - SLACK, PI + SLACK),
            Elementary::Exp | Elementary::Hypot => (0.0, f64::INFINITY),
            Elementary::Expm1 => (-1.0, f64::INFINITY),
            Elementary::Cosh => (1.0 - SLACK, f64::INFINITY),
            Elementary::Tan
            | Elementary::Sinh
            | Elementary::Log
            | Elementary::Log10
            | Elementary::Log1p
            | Elementary::Cbrt
            | Elementary::Pow => return result,
        };
        let below = self.is_below(&result, low);
        let above = self.is_above(&result, high);
        self.clause(&[!below]);
        self.clause(&[!above]);
        result
    }

    /// A power of a base that is not negative is not negative; the exponents 0 and NaN decide by themselves.
    fn constrain_power(&mut self, result_is_nan: Lit, result: &[Lit], base: &[Lit], exponent: &[Lit]) {
        let exponent_is_nan = self.float_is_nan(FORMAT, exponent);
        self.clause(&[!exponent_is_nan, result_is_nan]);
        let zero = double(0.0);
        let exponent_is_zero = self.float_equal(FORMAT, exponent, &zero);
        let result_is_one = self.equal(result, &double(1.0));
        self.clause(&[!exponent_is_zero, result_is_one]);
        let base_is_positive = self.is_above(base, 0.0);
        let result_is_negative = self.is_below(result, 0.0);
        self.clause(&[!base_is_positive, !result_is_negative]);
    }

    fn nan_exactly_if(&mut self, is_nan: Lit, one: Lit, other: Lit) {
        self.clause(&[!one, is_nan]);
        self.clause(&[!other, is_nan]);
        self.clause(&[!is_nan, one, other]);
    }

    fn is_below(&mut self, a: &[Lit], bound: f64) -> Lit {
        self.float_less(FORMAT, a, &double(bound))
    }

    fn is_above(&mut self, a: &[Lit], bound: f64) -> Lit {
        self.float_less(FORMAT, &double(bound), a)
    }

    fn magnitude_is_above(&mut self, a: &[Lit], bound: f64) -> Lit {
        let magnitude = self.float_absolute(FORMAT, a);
        self.is_above(&magnitude, bound)
    }
}

fn double(value: f64) -> Bits {
    constant(FORMAT.width(), value.to_bits().into())
}
