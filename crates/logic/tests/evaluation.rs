//! What operators mean, and evaluation of very deep terms.

use logic::eval::{apply, evaluate};
use logic::model::Model;
use logic::pool::TermPool;
use logic::term::{Const, Op, Rounding, Sort};

fn int(value: i32) -> Const {
    Const::bv(32, value as u64)
}

fn binary(op: Op, a: Const, b: Const) -> Const {
    apply(op, &[a, b]).expect("the operator takes these")
}

fn unary(op: Op, a: Const) -> Const {
    apply(op, &[a]).expect("the operator takes this")
}

#[test]
fn division_truncates_and_wraps() {
    assert_eq!(binary(Op::Div, int(-7), int(2)), int(-3));
    assert_eq!(binary(Op::Rem, int(-7), int(2)), int(-1));
    assert_eq!(binary(Op::Rem, int(7), int(-2)), int(1));
    assert_eq!(binary(Op::Div, int(i32::MIN), int(-1)), int(i32::MIN));
    assert_eq!(binary(Op::Rem, int(i32::MIN), int(-1)), int(0));
    assert_eq!(binary(Op::Div, Const::bv(64, 1 << 63), Const::bv(64, u64::MAX)), Const::bv(64, 1 << 63));
    assert_eq!(binary(Op::Div, int(5), int(0)), int(-1));
    assert_eq!(binary(Op::Div, int(-5), int(0)), int(1));
    assert_eq!(binary(Op::Rem, int(-5), int(0)), int(-5));
    assert_eq!(binary(Op::UDiv, int(-1), int(0)), int(-1));
    assert_eq!(binary(Op::URem, int(-1), int(10)), int(5));
    assert_eq!(binary(Op::Div, Const::Int(7), Const::Int(0)), Const::Int(0));
    assert_eq!(binary(Op::Rem, Const::Int(-7), Const::Int(3)), Const::Int(-1));
    assert_eq!(apply(Op::Add, &[Const::Int(i128::MAX), Const::Int(1)]), None);
}

#[test]
fn shifts_do_not_mask() {
    assert_eq!(binary(Op::Shl, int(1), int(31)), int(i32::MIN));
    assert_eq!(binary(Op::Shl, int(1), int(32)), int(0));
    assert_eq!(binary(Op::LShr, int(-1), int(28)), int(15));
    assert_eq!(binary(Op::LShr, int(-1), int(33)), int(0));
    assert_eq!(binary(Op::AShr, int(-8), int(1)), int(-4));
    assert_eq!(binary(Op::AShr, int(-8), int(-1)), int(-1));
    assert_eq!(binary(Op::AShr, Const::bv(3, 4), Const::bv(3, 7)), Const::bv(3, 7));
}

#[test]
fn widths_change() {
    assert_eq!(unary(Op::SignExtend(32), Const::bv(8, 0x80)), int(-128));
    assert_eq!(unary(Op::ZeroExtend(32), Const::bv(8, 0x80)), int(128));
    assert_eq!(unary(Op::Extract { high: 15, low: 8 }, int(0x1234)), Const::bv(8, 0x12));
    assert_eq!(binary(Op::Concat, Const::bv(8, 0x12), Const::bv(8, 0x34)), Const::bv(16, 0x1234));
}

#[test]
fn floats_are_java() {
    let (nan, zero, minus_zero) = (Const::f64(f64::NAN), Const::f64(0.0), Const::f64(-0.0));
    assert_eq!(Const::f64(-f64::NAN), nan);
    assert_eq!(binary(Op::Eq, nan, nan), Const::Bool(true));
    assert_eq!(binary(Op::Eq, zero, minus_zero), Const::Bool(false));
    assert_eq!(binary(Op::FloatEq, nan, nan), Const::Bool(false));
    assert_eq!(binary(Op::FloatEq, zero, minus_zero), Const::Bool(true));
    assert_eq!(binary(Op::FloatRem, Const::f64(-5.5), Const::f64(2.0)), Const::f64(-1.5));
    assert_eq!(binary(Op::FloatRem, Const::f64(-4.0), Const::f64(2.0)), minus_zero);
    assert_eq!(binary(Op::FloatRem, Const::f64(1.0), zero), nan);
    assert_eq!(binary(Op::FloatDiv, Const::f32(1.0), Const::f32(-0.0)), Const::f32(f32::NEG_INFINITY));
    assert_eq!(unary(Op::FloatRound(Rounding::NearestEven), Const::f64(2.5)), Const::f64(2.0));
    assert_eq!(unary(Op::FloatRound(Rounding::Up), Const::f64(-0.5)), minus_zero);
    assert_eq!(unary(Op::FloatRound(Rounding::Down), Const::f64(-0.5)), Const::f64(-1.0));
    assert_eq!(unary(Op::FloatSqrt, Const::f64(-1.0)), nan);
    assert_eq!(unary(Op::FloatNeg, nan), nan);
    assert_eq!(unary(Op::BitsToFloat, Const::bv(32, 0xffc0_0001)), Const::f32(f32::NAN));
    assert_eq!(unary(Op::FloatToBits, nan), Const::bv(64, 0x7ff8_0000_0000_0000));
}

#[test]
fn conversions_saturate() {
    assert_eq!(unary(Op::FloatToInt(32), Const::f64(f64::NAN)), int(0));
    assert_eq!(unary(Op::FloatToInt(32), Const::f64(1e10)), int(i32::MAX));
    assert_eq!(unary(Op::FloatToInt(32), Const::f64(f64::NEG_INFINITY)), int(i32::MIN));
    assert_eq!(unary(Op::FloatToInt(32), Const::f32(-1.9)), int(-1));
    assert_eq!(unary(Op::FloatToInt(64), Const::f64(1e300)), Const::bv(64, i64::MAX as u64));
    assert_eq!(unary(Op::FloatToMath(32), Const::f64(1e10)), Const::Int(i128::from(i32::MAX)));
    // 2^56 + 2^32 + 1 is rounded once, up to 2^56 + 2^33; through double it would become 2^56.
    let rounded = unary(Op::IntToFloat(Sort::F32), Const::bv(64, (1 << 56) + (1 << 32) + 1));
    assert_eq!(rounded, Const::f32(72_057_602_627_862_528.0));
    assert_eq!(unary(Op::IntToFloat(Sort::F64), int(-3)), Const::f64(-3.0));
}

#[test]
fn a_million_levels_are_fine() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::BitVec(32)), pool.symbol("y", Sort::BitVec(32)));
    let mut term = x;
    for _ in 0..500_000 {
        term = pool.bit_xor(term, y);
        term = pool.add(term, x);
    }
    let mut model = Model::new();
    model.set(pool.symbols_of(y)[0], int(3));
    model.set(pool.symbols_of(x)[0], int(1));
    let mut expected = 1_i32;
    for _ in 0..500_000 {
        expected = (expected ^ 3).wrapping_add(1);
    }
    assert_eq!(evaluate(&pool, &model, term), Some(int(expected)));
    assert_eq!(pool.symbols_of(term).len(), 2);
    assert!(logic::print::display(&pool, term).contains('…'));
    // Conditions as deep, through every boolean constructor.
    let mut condition = pool.lt(x, y);
    for number in 0..200_000 {
        let constant = pool.int32(number);
        let other = pool.eq(term, constant);
        condition = match number % 3 {
            0 => pool.or(condition, other),
            1 => pool.and(condition, other),
            _ => pool.ite(other, condition, other),
        };
        condition = pool.not(condition);
    }
    assert!(evaluate(&pool, &model, condition).is_some());
}
