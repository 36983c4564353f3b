//! From terms to Z3's expressions.
//!
//! A float symbol is a bit-vector constant reinterpreted, so that its value can be read from a model without asking Z3
//! about floats. The crate has no call for reinterpreting or converting a bit-vector as a float; such expressions are
//! made from a template that Z3 parses once, by substitution.

use rustc_hash::FxHashMap;
use z3::ast::{Ast, BV, Bool, Float, Int, RoundingMode};
use z3::{Solver, Sort as Z3Sort, Symbol};

use crate::pool::TermPool;
use crate::term::{Const, Op, Rounding, Sort, SymbolId, Term};

/// A translated term.
#[derive(Clone)]
pub(super) enum Expression {
    Bool(Bool),
    BitVec(BV),
    Float(Float),
    Int(Int),
}

/// The name of something Z3 is not asked about.
pub(super) type Unsupported = &'static str;

/// The translations of every term seen so far. Meaningful for the terms of one pool.
pub(super) struct Translator {
    expressions: FxHashMap<Term, Expression>,
    float_bits: FxHashMap<SymbolId, BV>,
    templates: FxHashMap<String, Float>,
    nearest_even: RoundingMode,
    converts_integers: bool,
}

const WRONG_SORT: &str = "an operator on a sort it is not defined for";

fn widths(sort: Sort) -> Result<(u32, u32), Unsupported> {
    match sort {
        Sort::F32 => Ok((8, 24)),
        Sort::F64 => Ok((11, 53)),
        _ => Err(WRONG_SORT),
    }
}

/// The packed bits of the one NaN, and the width.
fn nan_bits(sort: Sort) -> Result<(u64, u32), Unsupported> {
    match sort {
        Sort::F32 => Ok((0x7fc0_0000, 32)),
        Sort::F64 => Ok((0x7ff8_0000_0000_0000, 64)),
        _ => Err(WRONG_SORT),
    }
}

impl Expression {
    fn boolean(self) -> Result<Bool, Unsupported> {
        if let Expression::Bool(value) = self { Ok(value) } else { Err(WRONG_SORT) }
    }

    fn float(self) -> Result<Float, Unsupported> {
        if let Expression::Float(value) = self { Ok(value) } else { Err(WRONG_SORT) }
    }
}

impl Translator {
    pub(super) fn new() -> Translator {
        Translator {
            expressions: FxHashMap::default(),
            float_bits: FxHashMap::default(),
            templates: FxHashMap::default(),
            nearest_even: RoundingMode::round_nearest_ties_to_even(),
            converts_integers: false,
        }
    }

    /// Whether any term translated so far converts mathematical integers to floats.
    pub(super) fn converts_integers(&self) -> bool {
        self.converts_integers
    }

    /// The number of terms translated.
    pub(super) fn len(&self) -> usize {
        self.expressions.len()
    }

    pub(super) fn boolean(&mut self, pool: &TermPool, term: Term) -> Result<Bool, Unsupported> {
        self.translate(pool, term)?;
        self.get(term).boolean()
    }

    /// What to evaluate in a model for the value of a symbol; for a float its bits. `None` if it was never translated.
    pub(super) fn symbol(&self, pool: &TermPool, symbol: SymbolId) -> Option<Expression> {
        match self.float_bits.get(&symbol) {
            Some(bits) => Some(Expression::BitVec(bits.clone())),
            None => self.expressions.get(&pool.symbol_term(symbol)).cloned(),
        }
    }

    fn get(&self, term: Term) -> Expression {
        self.expressions[&term].clone()
    }

    fn translate(&mut self, pool: &TermPool, root: Term) -> Result<(), Unsupported> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.expressions.contains_key(&term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let arguments = pool.node(term).args().iter().rev();
            stack.extend(arguments.filter(|argument| !self.expressions.contains_key(argument)));
            if stack.len() == waiting {
                let expression = self.build(pool, term)?;
                self.expressions.insert(term, expression);
                stack.pop();
            }
        }
        Ok(())
    }

    /// The expression of one operator, whose arguments are translated.
    fn build(&mut self, pool: &TermPool, term: Term) -> Result<Expression, Unsupported> {
        let node = *pool.node(term);
        let args = node.args();
        match node.op {
            Op::Const(value) => self.constant(value),
            Op::Symbol(symbol) => self.new_symbol(symbol, node.sort),
            Op::Ite => {
                let condition = self.get(args[0]).boolean()?;
                Ok(match (self.get(args[1]), self.get(args[2])) {
                    (Expression::Bool(t), Expression::Bool(e)) => Expression::Bool(condition.ite(&t, &e)),
                    (Expression::BitVec(t), Expression::BitVec(e)) => Expression::BitVec(condition.ite(&t, &e)),
                    (Expression::Float(t), Expression::Float(e)) => Expression::Float(condition.ite(&t, &e)),
                    (Expression::Int(t), Expression::Int(e)) => Expression::Int(condition.ite(&t, &e)),
                    _ => return Err(WRONG_SORT),
                })
            }
            _ => {
                let a = self.get(args[0]);
                match args.get(1) {
                    None => self.unary(node.op, a, pool.sort(args[0])),
                    Some(&b) => match (a, self.get(b)) {
                        (Expression::Bool(a), Expression::Bool(b)) => boolean_operator(node.op, &a, &b),
                        (Expression::BitVec(a), Expression::BitVec(b)) => bit_vec_operator(node.op, &a, &b),
                        (Expression::Float(a), Expression::Float(b)) => self.float_operator(node.op, &a, &b),
                        (Expression::Int(a), Expression::Int(b)) => int_operator(node.op, &a, &b),
                        _ => Err(WRONG_SORT),
                    },
                }
            }
        }
    }

    fn constant(&mut self, value: Const) -> Result<Expression, Unsupported> {
        Ok(match value {
            Const::Bool(value) => Expression::Bool(Bool::from_bool(value)),
            Const::BitVec { width, bits } => Expression::BitVec(BV::from_u64(bits, width.into())),
            Const::F32(bits) => Expression::Float(self.reinterpret(&BV::from_u64(bits.into(), 32), Sort::F32)?),
            Const::F64(bits) => Expression::Float(self.reinterpret(&BV::from_u64(bits, 64), Sort::F64)?),
            Const::Int(value) => Expression::Int(Int::from_i128(value)),
        })
    }

    fn new_symbol(&mut self, symbol: SymbolId, sort: Sort) -> Result<Expression, Unsupported> {
        let name = Symbol::Int(symbol.0);
        Ok(match sort {
            Sort::Bool => Expression::Bool(Bool::new_const(name)),
            Sort::BitVec(width) => Expression::BitVec(BV::new_const(name, width.into())),
            Sort::Int => Expression::Int(Int::new_const(name)),
            Sort::F32 | Sort::F64 => {
                let bits = BV::new_const(name, nan_bits(sort)?.1);
                self.float_bits.insert(symbol, bits.clone());
                Expression::Float(self.reinterpret(&bits, sort)?)
            }
        })
    }

    /// The float expression of an SMT-LIB text over a placeholder constant, with the placeholder replaced.
    fn instantiate<T: Ast>(
        &mut self,
        text: String,
        sort: &str,
        placeholder: &T,
        value: &T,
    ) -> Result<Float, Unsupported> {
        let text = format!("(declare-const placeholder {sort}) (assert (fp.isNaN {text}))");
        let template = match self.templates.get(&text) {
            Some(template) => template.clone(),
            None => {
                let parser = Solver::new();
                parser.from_string(text.clone());
                let assertions = parser.get_assertions();
                let template = assertions.first().and_then(|assertion| assertion.nth_child(0)?.as_float());
                let template = template.ok_or("a float conversion Z3 did not accept")?;
                self.templates.insert(text, template.clone());
                template
            }
        };
        Ok(template.substitute(&[(placeholder, value)]))
    }

    fn reinterpret(&mut self, bits: &BV, sort: Sort) -> Result<Float, Unsupported> {
        let (exponent, significand) = widths(sort)?;
        let width = bits.get_size();
        let text = format!("((_ to_fp {exponent} {significand}) placeholder)");
        self.instantiate(text, &format!("(_ BitVec {width})"), &BV::new_const("placeholder", width), bits)
    }

    fn unary(&mut self, op: Op, a: Expression, sort: Sort) -> Result<Expression, Unsupported> {
        Ok(match (op, a) {
            (Op::Not, Expression::Bool(a)) => Expression::Bool(a.not()),
            (Op::Neg, Expression::BitVec(a)) => Expression::BitVec(a.bvneg()),
            (Op::Neg, Expression::Int(a)) => Expression::Int(a.unary_minus()),
            (Op::BitNot, Expression::BitVec(a)) => Expression::BitVec(a.bvnot()),
            (Op::Extract { high, low }, Expression::BitVec(a)) => {
                Expression::BitVec(a.extract(high.into(), low.into()))
            }
            (Op::ZeroExtend(width), Expression::BitVec(a)) => {
                Expression::BitVec(a.zero_ext(u32::from(width) - a.get_size()))
            }
            (Op::SignExtend(width), Expression::BitVec(a)) => {
                Expression::BitVec(a.sign_ext(u32::from(width) - a.get_size()))
            }
            (Op::FloatNeg, Expression::Float(a)) => Expression::Float(a.unary_neg()),
            (Op::FloatAbs, Expression::Float(a)) => Expression::Float(a.unary_abs()),
            (Op::FloatSqrt, Expression::Float(a)) => Expression::Float(a.sqrt_with_rounding_mode(&self.nearest_even)),
            (Op::FloatRound(mode), Expression::Float(a)) => {
                let mode = match mode {
                    Rounding::Down => RoundingMode::round_towards_negative(),
                    Rounding::Up => RoundingMode::round_towards_positive(),
                    Rounding::NearestEven => RoundingMode::round_nearest_ties_to_even(),
                    Rounding::Zero => RoundingMode::round_towards_zero(),
                };
                Expression::Float(a.round_to_integral_with_rounding_mode(&mode))
            }
            (Op::FloatIsNan, Expression::Float(a)) => Expression::Bool(a.is_nan()),
            (Op::FloatToFloat(target), Expression::Float(a)) => {
                let (exponent, significand) = widths(target)?;
                let target = Z3Sort::float(exponent, significand);
                Expression::Float(a.to_fp_with_rounding_mode(&self.nearest_even, &target))
            }
            (Op::IntToFloat(target), Expression::BitVec(a)) => {
                let (exponent, significand) = widths(target)?;
                let width = a.get_size();
                let text = format!("((_ to_fp {exponent} {significand}) RNE placeholder)");
                let sort = format!("(_ BitVec {width})");
                Expression::Float(self.instantiate(text, &sort, &BV::new_const("placeholder", width), &a)?)
            }
            (Op::IntToFloat(target), Expression::Int(a)) => {
                let (exponent, significand) = widths(target)?;
                let text = format!("((_ to_fp {exponent} {significand}) RNE (to_real placeholder))");
                self.converts_integers = true;
                Expression::Float(self.instantiate(text, "Int", &Int::new_const("placeholder"), &a)?)
            }
            (Op::FloatToInt(width), Expression::Float(a)) => {
                Expression::BitVec(self.float_to_bit_vec(&a, sort, width.into())?)
            }
            (Op::FloatToMath(width), Expression::Float(a)) => {
                Expression::Int(self.float_to_bit_vec(&a, sort, width.into())?.to_int(true))
            }
            (Op::BitsToFloat, Expression::BitVec(a)) => {
                let sort = if a.get_size() == 32 { Sort::F32 } else { Sort::F64 };
                Expression::Float(self.reinterpret(&a, sort)?)
            }
            (Op::FloatToBits, Expression::Float(a)) => {
                let (bits, width) = nan_bits(sort)?;
                Expression::BitVec(a.is_nan().ite(&BV::from_u64(bits, width), &a.to_ieee_bv()))
            }
            _ => return Err(WRONG_SORT),
        })
    }

    /// Truncated and saturated; Z3 leaves the conversion of anything out of range open.
    fn float_to_bit_vec(&mut self, a: &Float, sort: Sort, width: u32) -> Result<BV, Unsupported> {
        let two_to_the = |sign: f64| sign * 2f64.powi(width as i32 - 1);
        let (upper, lower) = (two_to_the(1.0), two_to_the(-1.0));
        let (upper, lower) = match sort {
            Sort::F32 => (Const::f32(upper as f32), Const::f32(lower as f32)),
            _ => (Const::f64(upper), Const::f64(lower)),
        };
        let upper = self.constant(upper)?.float()?;
        let lower = self.constant(lower)?.float()?;
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let largest = BV::from_u64(mask >> 1, width);
        let smallest = BV::from_u64(1 << (width - 1), width);
        let inside = a.to_sbv_with_rounding_mode(&RoundingMode::round_towards_zero(), width);
        let saturated = a.ge(&upper).ite(&largest, &a.le(&lower).ite(&smallest, &inside));
        Ok(a.is_nan().ite(&BV::from_u64(0, width), &saturated))
    }

    fn float_operator(&self, op: Op, a: &Float, b: &Float) -> Result<Expression, Unsupported> {
        Ok(match op {
            Op::Eq => Expression::Bool(a.eq(b)),
            Op::FloatAdd => Expression::Float(a.add_with_rounding_mode(b, &self.nearest_even)),
            Op::FloatSub => Expression::Float(a.sub_with_rounding_mode(b, &self.nearest_even)),
            Op::FloatMul => Expression::Float(a.mul_with_rounding_mode(b, &self.nearest_even)),
            Op::FloatDiv => Expression::Float(a.div_with_rounding_mode(b, &self.nearest_even)),
            Op::FloatEq => Expression::Bool(a.eq_fpa(b)),
            Op::FloatLt => Expression::Bool(a.lt(b)),
            Op::FloatLe => Expression::Bool(a.le(b)),
            // Z3 has only the IEEE remainder, which rounds the quotient to nearest.
            Op::FloatRem => return Err("floating-point remainder"),
            _ => return Err(WRONG_SORT),
        })
    }
}

fn boolean_operator(op: Op, a: &Bool, b: &Bool) -> Result<Expression, Unsupported> {
    Ok(Expression::Bool(match op {
        Op::And => Bool::and(&[a, b]),
        Op::Or => Bool::or(&[a, b]),
        Op::Eq => a.iff(b),
        _ => return Err(WRONG_SORT),
    }))
}

fn bit_vec_operator(op: Op, a: &BV, b: &BV) -> Result<Expression, Unsupported> {
    let boolean = match op {
        Op::Eq => a.eq(b),
        Op::Lt => a.bvslt(b),
        Op::Le => a.bvsle(b),
        Op::ULt => a.bvult(b),
        Op::ULe => a.bvule(b),
        _ => {
            return Ok(Expression::BitVec(match op {
                Op::Add => a.bvadd(b),
                Op::Mul => a.bvmul(b),
                Op::Div => a.bvsdiv(b),
                Op::Rem => a.bvsrem(b),
                Op::UDiv => a.bvudiv(b),
                Op::URem => a.bvurem(b),
                Op::BitAnd => a.bvand(b),
                Op::BitOr => a.bvor(b),
                Op::BitXor => a.bvxor(b),
                Op::Shl => a.bvshl(b),
                Op::LShr => a.bvlshr(b),
                Op::AShr => a.bvashr(b),
                Op::Concat => a.concat(b),
                _ => return Err(WRONG_SORT),
            }));
        }
    };
    Ok(Expression::Bool(boolean))
}

/// SMT-LIB's integer division rounds so that the remainder is not negative: take the dividend's magnitude, which both
/// roundings agree on, and put the sign back.
fn int_operator(op: Op, a: &Int, b: &Int) -> Result<Expression, Unsupported> {
    let zero = Int::from_i64(0);
    Ok(match op {
        Op::Eq => Expression::Bool(a.eq(b)),
        Op::Lt => Expression::Bool(a.lt(b)),
        Op::Le => Expression::Bool(a.le(b)),
        Op::Add => Expression::Int(Int::add(&[a, b])),
        Op::Mul => Expression::Int(Int::mul(&[a, b])),
        Op::Div => {
            let quotient = a.ge(&zero).ite(&a.div(b), &a.unary_minus().div(b).unary_minus());
            Expression::Int(b.eq(&zero).ite(&zero, &quotient))
        }
        Op::Rem => {
            let remainder = a.ge(&zero).ite(&a.modulo(b), &a.unary_minus().modulo(b).unary_minus());
            Expression::Int(b.eq(&zero).ite(a, &remainder))
        }
        _ => return Err(WRONG_SORT),
    })
}
