//! From terms to circuits: a persistent map from every term seen to its literals.

use std::time::Instant;

use super::elementary::elementary;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};
use circuits::bits::{Bits, constant, invert, sign_extend, zero_extend};
use circuits::float::Format;
use circuits::gates::{Gates, Lit};

/// A term has no literals yet.
const ABSENT: u32 = u32::MAX;

/// The gates and the literals of every term encoded so far. Meaningful for the terms of one pool.
pub(super) struct Encoder {
    pub(super) gates: Gates,
    /// By term index: where the term's literals start in `literals`.
    starts: Vec<u32>,
    literals: Vec<Lit>,
    stack: Vec<Term>,
}

/// The name of an operator or sort for which there is no circuit.
pub(super) type Unsupported = &'static str;

/// Why a term has no literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotEncoded {
    Unsupported(Unsupported),
    /// Its circuit is too large, or takes too long to build.
    TooLarge,
}

/// Variables of one instance: a hundred thousand multiplications would fill the memory before anybody looks at the time.
const MOST_VARIABLES: usize = 5_000_000;

/// Operators between two looks at the time.
const LOOK: usize = 256;

/// The number of literals of a sort.
fn width_of(sort: Sort) -> Result<usize, Unsupported> {
    match sort {
        Sort::Bool => Ok(1),
        Sort::BitVec(width) => Ok(width as usize),
        Sort::F32 => Ok(32),
        Sort::F64 => Ok(64),
        Sort::Int => Err("mathematical integers"),
    }
}

fn format_of(sort: Sort) -> Result<Format, Unsupported> {
    match sort {
        Sort::F32 => Ok(Format::F32),
        Sort::F64 => Ok(Format::F64),
        _ => Err("a float operator on another sort"),
    }
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { gates: Gates::new(), starts: Vec::new(), literals: Vec::new(), stack: Vec::new() }
    }

    fn is_encoded(&self, term: Term) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != ABSENT)
    }

    /// The literals of an encoded term.
    pub(super) fn literals(&self, pool: &TermPool, term: Term) -> &[Lit] {
        let start = self.starts[term.index()] as usize;
        let width = width_of(pool.sort(term)).expect("only terms of sorts with a width are encoded");
        &self.literals[start..start + width]
    }

    /// The literal of a Boolean term, encoding it and what it is built from as far as needed.
    pub(super) fn literal(&mut self, pool: &TermPool, term: Term, until: Option<Instant>) -> Result<Lit, NotEncoded> {
        self.encode(pool, term, until)?;
        Ok(self.literals[self.starts[term.index()] as usize])
    }

    /// Gives a term its literals. Iterative, since terms may be deeper than the stack.
    pub(super) fn encode(&mut self, pool: &TermPool, root: Term, until: Option<Instant>) -> Result<(), NotEncoded> {
        if self.is_encoded(root) {
            return Ok(());
        }
        if self.starts.len() < pool.len() {
            self.starts.resize(pool.len(), ABSENT);
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(root);
        let mut result = Ok(());
        let mut built = 0;
        while let Some(&term) = stack.last() {
            if built % LOOK == LOOK - 1
                && (self.gates.variable_count() > MOST_VARIABLES || until.is_some_and(|until| Instant::now() > until))
            {
                result = Err(NotEncoded::TooLarge);
                break;
            }
            if self.is_encoded(term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            stack.extend(pool.node(term).args().iter().rev().filter(|&&argument| !self.is_encoded(argument)));
            if stack.len() > waiting {
                continue;
            }
            built += 1;
            match self.build(pool, term) {
                Ok(bits) => {
                    self.starts[term.index()] = self.literals.len() as u32;
                    self.literals.extend(bits);
                    stack.pop();
                }
                Err(unsupported) => {
                    result = Err(NotEncoded::Unsupported(unsupported));
                    break;
                }
            }
        }
        self.stack = stack;
        result
    }

    /// The circuit of one operator, whose arguments are encoded.
    fn build(&mut self, pool: &TermPool, term: Term) -> Result<Bits, Unsupported> {
        let node = *pool.node(term);
        let width = width_of(node.sort)?;
        let argument = |encoder: &Encoder, index: usize| encoder.literals(pool, node.args()[index]).to_vec();
        let argument_sort = || pool.sort(node.args()[0]);
        let a = if node.args().is_empty() { Bits::new() } else { argument(self, 0) };
        let b = if node.args().len() < 2 { Bits::new() } else { argument(self, 1) };
        let gates = &mut self.gates;
        Ok(match node.op {
            Op::Const(value) => match value {
                Const::Bool(value) => vec![Lit::constant(value)],
                Const::BitVec { bits, .. } | Const::F64(bits) => constant(width, bits.into()),
                Const::F32(bits) => constant(width, bits.into()),
                Const::Int(_) => return Err("mathematical integers"),
            },
            Op::Symbol(_) => {
                let bits = gates.fresh_bits(width);
                if let Ok(format) = format_of(node.sort) {
                    gates.constrain_canonical(format, &bits);
                }
                bits
            }
            Op::Not => vec![!a[0]],
            Op::And => vec![gates.and(a[0], b[0])],
            Op::Or => vec![gates.or(a[0], b[0])],
            Op::Eq => vec![gates.equal(&a, &b)],
            Op::Ite => {
                let otherwise = argument(self, 2);
                self.gates.mux_bits(a[0], &b, &otherwise)
            }
            Op::Add => gates.add(&a, &b),
            Op::Mul => gates.multiply(&a, &b),
            Op::Neg => gates.negate(&a),
            Op::Div => gates.signed_divide(&a, &b),
            Op::Rem => gates.signed_remainder(&a, &b),
            Op::Lt => vec![gates.signed_less(&a, &b)],
            Op::Le => vec![!gates.signed_less(&b, &a)],
            Op::ULt => vec![gates.unsigned_less(&a, &b)],
            Op::ULe => vec![gates.unsigned_less_equal(&a, &b)],
            Op::UDiv => gates.unsigned_divide(&a, &b).0,
            Op::URem => gates.unsigned_divide(&a, &b).1,
            Op::BitNot => invert(&a),
            Op::BitAnd => gates.and_bits(&a, &b),
            Op::BitOr => gates.or_bits(&a, &b),
            Op::BitXor => gates.xor_bits(&a, &b),
            Op::Shl => gates.shift_left(&a, &b),
            Op::LShr => gates.shift_right(&a, &b, Lit::FALSE),
            Op::AShr => {
                let sign = a[width - 1];
                gates.shift_right(&a, &b, sign)
            }
            Op::Concat => [b, a].concat(),
            Op::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(_) => zero_extend(&a, width),
            Op::SignExtend(_) => sign_extend(&a, width),
            Op::FloatAdd => gates.float_add(format_of(node.sort)?, &a, &b),
            Op::FloatSub => gates.float_subtract(format_of(node.sort)?, &a, &b),
            Op::FloatMul => gates.float_multiply(format_of(node.sort)?, &a, &b),
            Op::FloatDiv => gates.float_divide(format_of(node.sort)?, &a, &b),
            // For binary64 the circuit would have some 2,100 subtractions and millions of clauses.
            Op::FloatRem if node.sort == Sort::F64 => return Err("floating-point remainder of doubles"),
            Op::FloatRem => gates.float_remainder(format_of(node.sort)?, &a, &b),
            Op::FloatNeg => gates.float_negate(format_of(node.sort)?, &a),
            Op::FloatAbs => gates.float_absolute(format_of(node.sort)?, &a),
            Op::FloatSqrt => gates.float_sqrt(format_of(node.sort)?, &a),
            Op::Elementary(function) => elementary(gates, function, &a, &b),
            Op::FloatRound(mode) => gates.float_round_to_integral(format_of(node.sort)?, mode, &a),
            Op::FloatEq => vec![gates.float_equal(format_of(argument_sort())?, &a, &b)],
            Op::FloatLt => vec![gates.float_less(format_of(argument_sort())?, &a, &b)],
            Op::FloatLe => vec![gates.float_less_equal(format_of(argument_sort())?, &a, &b)],
            Op::FloatIsNan => vec![gates.float_is_nan(format_of(argument_sort())?, &a)],
            Op::FloatToFloat(_) => gates.float_to_float(format_of(argument_sort())?, format_of(node.sort)?, &a),
            Op::IntToFloat(_) => gates.signed_to_float(format_of(node.sort)?, &a),
            Op::FloatToInt(_) => gates.float_to_signed(format_of(argument_sort())?, width, &a),
            Op::FloatToMath(_) => return Err("mathematical integers"),
            Op::BitsToFloat => gates.canonicalise(format_of(node.sort)?, &a),
            Op::FloatToBits => a,
        })
    }
}
