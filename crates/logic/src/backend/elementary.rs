//! Elementary functions as circuits: any value, within what Java's specification says of it.
//!
//! There is no circuit for a sine. A query that has no model even if a sine may be anything in `[-1, 1]` has none; a model
//! says nothing until it is evaluated. Bounds leave room for the error in the last place that Java admits.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::term::Elementary;
use circuits::bits::{Bits, constant};
use circuits::float::Format;
use circuits::gates::{Gates, Lit};

const FORMAT: Format = Format::F64;

/// More than any rounding error of an angle of at most π.
const SLACK: f64 = 1e-12;

/// New bits for `function(a, b)`; `b` is empty for functions of one argument. Two terms for the same function are
/// not known to agree where their arguments do.
pub(super) fn elementary(gates: &mut Gates, function: Elementary, a: &[Lit], b: &[Lit]) -> Bits {
    let result = gates.fresh_bits(FORMAT.width());
    gates.constrain_canonical(FORMAT, &result);
    let result_is_nan = gates.float_is_nan(FORMAT, &result);
    let first_is_nan = gates.float_is_nan(FORMAT, a);
    match function {
        Elementary::Sin | Elementary::Cos | Elementary::Tan => {
            let infinity = magnitude_is_above(gates, a, f64::MAX);
            nan_exactly_if(gates, result_is_nan, first_is_nan, infinity);
        }
        Elementary::Asin | Elementary::Acos => {
            let outside = magnitude_is_above(gates, a, 1.0);
            nan_exactly_if(gates, result_is_nan, first_is_nan, outside);
        }
        Elementary::Log | Elementary::Log10 => {
            let negative = is_below(gates, a, 0.0);
            nan_exactly_if(gates, result_is_nan, first_is_nan, negative);
        }
        Elementary::Log1p => {
            let outside = is_below(gates, a, -1.0);
            nan_exactly_if(gates, result_is_nan, first_is_nan, outside);
        }
        Elementary::Atan
        | Elementary::Sinh
        | Elementary::Cosh
        | Elementary::Tanh
        | Elementary::Exp
        | Elementary::Expm1
        | Elementary::Cbrt => nan_exactly_if(gates, result_is_nan, first_is_nan, Lit::FALSE),
        Elementary::Atan2 => {
            let second_is_nan = gates.float_is_nan(FORMAT, b);
            nan_exactly_if(gates, result_is_nan, first_is_nan, second_is_nan);
        }
        Elementary::Hypot => {}
        Elementary::Pow => constrain_power(gates, result_is_nan, &result, a, b),
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
    let below = is_below(gates, &result, low);
    let above = is_above(gates, &result, high);
    gates.clause(&[!below]);
    gates.clause(&[!above]);
    result
}

/// A power of a base that is not negative is not negative; the exponents 0 and NaN decide by themselves.
fn constrain_power(gates: &mut Gates, result_is_nan: Lit, result: &[Lit], base: &[Lit], exponent: &[Lit]) {
    let exponent_is_nan = gates.float_is_nan(FORMAT, exponent);
    gates.clause(&[!exponent_is_nan, result_is_nan]);
    let zero = double(0.0);
    let exponent_is_zero = gates.float_equal(FORMAT, exponent, &zero);
    let result_is_one = gates.equal(result, &double(1.0));
    gates.clause(&[!exponent_is_zero, result_is_one]);
    let base_is_positive = is_above(gates, base, 0.0);
    let result_is_negative = is_below(gates, result, 0.0);
    gates.clause(&[!base_is_positive, !result_is_negative]);
}

fn nan_exactly_if(gates: &mut Gates, is_nan: Lit, one: Lit, other: Lit) {
    gates.clause(&[!one, is_nan]);
    gates.clause(&[!other, is_nan]);
    gates.clause(&[!is_nan, one, other]);
}

fn is_below(gates: &mut Gates, a: &[Lit], bound: f64) -> Lit {
    gates.float_less(FORMAT, a, &double(bound))
}

fn is_above(gates: &mut Gates, a: &[Lit], bound: f64) -> Lit {
    gates.float_less(FORMAT, &double(bound), a)
}

fn magnitude_is_above(gates: &mut Gates, a: &[Lit], bound: f64) -> Lit {
    let magnitude = gates.float_absolute(FORMAT, a);
    is_above(gates, &magnitude, bound)
}

fn double(value: f64) -> Bits {
    constant(FORMAT.width(), value.to_bits().into())
}
