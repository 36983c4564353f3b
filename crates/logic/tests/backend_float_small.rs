//! The float circuits on tiny formats, for all operands, against exact arithmetic.
//!
//! All values of the formats used here, their sums, products and the products with midpoints are exact in binary64, so
//! the reference computes in it without rounding, and rounds by comparing with the midpoint of neighbours.

use std::cmp::Ordering;
use std::time::Duration;

use circuits::SatVerdict;
use circuits::bits::{Bits, constant};
use circuits::float::Format;
use circuits::gates::{Gates, Lit};
use logic::term::Rounding;

const SMALL: [Format; 3] = [
    Format { exponent: 3, significand: 4 },
    Format { exponent: 4, significand: 3 },
    Format { exponent: 3, significand: 2 },
];

const LIMIT: Duration = Duration::from_secs(60);

/// All packed values with NaN only in its canonical form.
fn all_values(format: Format) -> Vec<u64> {
    (0..1u64 << format.width())
        .filter(|&bits| !decode(format, bits).is_nan() || u128::from(bits) == format.nan())
        .collect()
}

fn decode(format: Format, bits: u64) -> f64 {
    let fraction_width = format.significand - 1;
    let fraction = bits & ((1 << fraction_width) - 1);
    let field = bits >> fraction_width & ((1 << format.exponent) - 1);
    let bias = (1i32 << (format.exponent - 1)) - 1;
    let scale = |exponent: i32| 2f64.powi(exponent - fraction_width as i32);
    let magnitude = if field == (1 << format.exponent) - 1 {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else if field == 0 {
        fraction as f64 * scale(1 - bias)
    } else {
        (fraction | 1 << fraction_width) as f64 * scale(field as i32 - bias)
    };
    if bits >> (format.width() - 1) & 1 == 1 { -magnitude } else { magnitude }
}

/// The packed magnitude nearest to a number given by how it compares with others; neighbours are consecutive integers
/// as packed bits, and infinity stands where the next power of two would be.
fn nearest(format: Format, compare: impl Fn(f64) -> Ordering) -> u64 {
    let infinity = format.infinity() as u64;
    let value = |bits: u64| {
        if bits < infinity { decode(format, bits) } else { 2f64.powi(1 << (format.exponent - 1)) }
    };
    (0..infinity)
        .find(|&bits| {
            let middle = (value(bits) + value(bits + 1)) / 2.0;
            match compare(middle) {
                Ordering::Less => true,
                Ordering::Equal => bits % 2 == 0,
                Ordering::Greater => false,
            }
        })
        .unwrap_or(infinity)
}

fn order(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).expect("no NaN is compared")
}

/// The packed form of an exact result (or a special one).
fn encode(format: Format, value: f64) -> u64 {
    if value.is_nan() {
        return format.nan() as u64;
    }
    let magnitude = if value.is_infinite() {
        format.infinity() as u64
    } else {
        nearest(format, |middle| order(value.abs(), middle))
    };
    magnitude | u64::from(value.is_sign_negative()) << (format.width() - 1)
}

fn divide(format: Format, a: f64, b: f64) -> u64 {
    let quotient = a / b;
    if quotient.is_nan() || quotient.is_infinite() || a == 0.0 || b.is_infinite() {
        return encode(format, quotient);
    }
    let magnitude = nearest(format, |middle| order(a.abs(), middle * b.abs()));
    magnitude | u64::from(quotient.is_sign_negative()) << (format.width() - 1)
}

fn square_root(format: Format, a: f64) -> u64 {
    if a.is_nan() || a.is_infinite() || a <= 0.0 {
        return encode(format, a.sqrt());
    }
    nearest(format, |middle| order(a, middle * middle))
}

/// A circuit over free inputs, evaluated by assuming the inputs.
struct Circuit {
    gates: Gates,
    inputs: Vec<Bits>,
    output: Bits,
}

impl Circuit {
    fn new(inputs: &[Format], build: impl FnOnce(&mut Gates, &[Bits]) -> Bits) -> Circuit {
        let mut gates = Gates::new();
        let inputs: Vec<Bits> = inputs
            .iter()
            .map(|&format| {
                let bits = gates.fresh_bits(format.width());
                gates.constrain_canonical(format, &bits);
                bits
            })
            .collect();
        let output = build(&mut gates, &inputs);
        Circuit { gates, inputs, output }
    }

    fn value(&mut self, operands: &[u64]) -> u64 {
        let assumptions: Vec<Lit> = self
            .inputs
            .iter()
            .zip(operands)
            .flat_map(|(input, &operand)| {
                input.iter().enumerate().map(move |(i, &bit)| if operand >> i & 1 == 1 { bit } else { !bit })
            })
            .collect();
        assert_eq!(self.gates.solve(&assumptions, LIMIT), SatVerdict::Satisfiable);
        self.gates.bits(&self.output)
    }
}

fn check_binary(
    build: impl Fn(&mut Gates, Format, &[Lit], &[Lit]) -> Bits,
    reference: impl Fn(Format, f64, f64) -> u64,
) {
    for format in SMALL {
        let mut circuit = Circuit::new(&[format, format], |gates, inputs| build(gates, format, &inputs[0], &inputs[1]));
        for &a in &all_values(format) {
            for &b in &all_values(format) {
                let (x, y) = (decode(format, a), decode(format, b));
                let found = circuit.value(&[a, b]);
                assert_eq!(found, reference(format, x, y), "{x} and {y} in {format:?} gave {}", decode(format, found));
            }
        }
    }
}

fn check_unary(build: impl Fn(&mut Gates, Format, &[Lit]) -> Bits, reference: impl Fn(Format, f64) -> u64) {
    for format in SMALL {
        let mut circuit = Circuit::new(&[format], |gates, inputs| build(gates, format, &inputs[0]));
        for &a in &all_values(format) {
            let x = decode(format, a);
            let found = circuit.value(&[a]);
            assert_eq!(found, reference(format, x), "{x} in {format:?} gave {}", decode(format, found));
        }
    }
}

#[test]
fn sums_and_differences() {
    check_binary(Gates::float_add, |format, a, b| encode(format, a + b));
    check_binary(Gates::float_subtract, |format, a, b| encode(format, a - b));
}

#[test]
fn products() {
    check_binary(Gates::float_multiply, |format, a, b| encode(format, a * b));
}

#[test]
fn quotients() {
    check_binary(Gates::float_divide, divide);
}

#[test]
fn remainders() {
    check_binary(Gates::float_remainder, |format, a, b| encode(format, a % b));
}

#[test]
fn comparisons() {
    check_binary(|gates, format, a, b| vec![gates.float_less(format, a, b)], |_, a, b| u64::from(a < b));
    check_binary(|gates, format, a, b| vec![gates.float_less_equal(format, a, b)], |_, a, b| u64::from(a <= b));
    check_binary(|gates, format, a, b| vec![gates.float_equal(format, a, b)], |_, a, b| u64::from(a == b));
}

#[test]
fn square_roots_signs_and_classes() {
    check_unary(Gates::float_sqrt, square_root);
    check_unary(Gates::float_negate, |format, a| encode(format, -a));
    check_unary(Gates::float_absolute, |format, a| encode(format, a.abs()));
    check_unary(|gates, format, a| vec![gates.float_is_nan(format, a)], |_, a| u64::from(a.is_nan()));
}

/// Rust's own rounding to an integral value.
type Reference = fn(f64) -> f64;

#[test]
fn integral_values() {
    let modes: [(Rounding, Reference); 4] = [
        (Rounding::Down, f64::floor),
        (Rounding::Up, f64::ceil),
        (Rounding::NearestEven, f64::round_ties_even),
        (Rounding::Zero, f64::trunc),
    ];
    for (mode, reference) in modes {
        check_unary(
            |gates, format, a| gates.float_round_to_integral(format, mode, a),
            |format, a| encode(format, reference(a)),
        );
    }
}

#[test]
fn conversions_to_integers_saturate() {
    for width in 2..=12 {
        let (least, most) = (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1);
        check_unary(
            |gates, format, a| gates.float_to_signed(format, width, a),
            // Rust's own cast truncates, saturates and maps NaN to zero.
            |_, a| (a as i64).clamp(least, most) as u64 & ((1 << width) - 1),
        );
    }
}

#[test]
fn conversions_from_integers() {
    for format in SMALL {
        for width in 1..=9usize {
            let mut gates = Gates::new();
            let input = gates.fresh_bits(width);
            let output = gates.signed_to_float(format, &input);
            let mut circuit = Circuit { gates, inputs: vec![input], output };
            for bits in 0..1u64 << width {
                let value = (bits << (64 - width)) as i64 >> (64 - width);
                assert_eq!(circuit.value(&[bits]), encode(format, value as f64), "{value} to {format:?}");
            }
        }
    }
}

#[test]
fn conversions_between_formats() {
    for from in SMALL {
        for to in SMALL {
            let mut circuit = Circuit::new(&[from], |gates, inputs| gates.float_to_float(from, to, &inputs[0]));
            for &a in &all_values(from) {
                assert_eq!(circuit.value(&[a]), encode(to, decode(from, a)), "{} to {to:?}", decode(from, a));
            }
        }
    }
}

#[test]
fn reinterpretation_has_one_nan() {
    for format in SMALL {
        let mut gates = Gates::new();
        let input = gates.fresh_bits(format.width());
        let output = gates.canonicalise(format, &input);
        let mut circuit = Circuit { gates, inputs: vec![input], output };
        for bits in 0..1u64 << format.width() {
            assert_eq!(circuit.value(&[bits]), encode(format, decode(format, bits)));
        }
    }
}

/// Constant operands fold to constant results: no gate is left.
#[test]
fn constants_fold() {
    let format = SMALL[0];
    let mut gates = Gates::new();
    for &a in &all_values(format) {
        let a_bits = constant(format.width(), a.into());
        let b_bits = constant(format.width(), 0b001_0100);
        let before = gates.variable_count();
        let sum = gates.float_add(format, &a_bits, &b_bits);
        let quotient = gates.float_divide(format, &a_bits, &b_bits);
        assert_eq!(gates.variable_count(), before);
        assert!(sum.iter().chain(&quotient).all(|bit| bit.is_constant()));
    }
}
