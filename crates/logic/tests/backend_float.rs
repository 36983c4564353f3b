//! Float circuits of the two Java formats against the hardware, and backwards against evaluation.

mod backend_common;

use backend_common::{Probe, Random, ask, model_of};
use logic::backend::BitBlaster;
use logic::eval::apply;
use logic::pool::TermPool;
use logic::solver::{Answer, Solver, SolverUnknown};
use logic::term::{Const, Op, Rounding, Sort};

/// Operands at which something changes, and random ones: close exponents, any bits, small integers.
fn doubles(random: &mut Random, count: usize) -> Vec<f64> {
    let mut values = vec![
        0.0,
        1.0,
        1.5,
        2.0,
        3.0,
        0.5,
        0.1,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::from_bits(0x000f_ffff_ffff_ffff),
        f64::MAX,
        f64::INFINITY,
        f64::EPSILON,
        1.0 + f64::EPSILON,
        2147483647.0,
        2147483648.0,
        9223372036854775807.0,
        4503599627370495.5,
        4503599627370496.0,
        9007199254740993.0,
        f64::from(f32::MAX),
        3.4028235677973366e38,
        1e-45,
        7.006492321624085e-46,
        f64::from(f32::MIN_POSITIVE),
    ];
    let negated: Vec<f64> = values.iter().map(|value| -value).collect();
    values.extend(negated);
    values.push(f64::NAN);
    values.extend((0..count).map(|i| match i % 4 {
        0 => f64::from_bits(random.next()),
        1 => (random.next() as i64 >> (random.below(60))) as f64 / 8.0,
        2 => f64::from_bits(0x3fe0_0000_0000_0000 + (random.next() >> 9)),
        _ => f64::from_bits(random.next() & 0x801f_ffff_ffff_ffff),
    }));
    values
}

fn floats(random: &mut Random, count: usize) -> Vec<f32> {
    let mut values: Vec<f32> = doubles(random, 0).iter().map(|&value| value as f32).collect();
    values.extend([f32::from_bits(1), f32::from_bits(0x007f_ffff), 8388607.5, 8388608.0, 16777217.0, f32::EPSILON]);
    values.extend((0..count).map(|i| match i % 4 {
        0 => f32::from_bits(random.next() as u32),
        1 => (random.next() as i32 >> (random.below(28))) as f32 / 8.0,
        2 => f32::from_bits(0x3f00_0000 + (random.next() >> 39) as u32),
        _ => f32::from_bits(random.next() as u32 & 0x80ff_ffff),
    }));
    values
}

fn constants(sort: Sort, random: &mut Random, count: usize) -> Vec<Const> {
    match sort {
        Sort::F32 => floats(random, count).into_iter().map(Const::f32).collect(),
        _ => doubles(random, count).into_iter().map(Const::f64).collect(),
    }
}

/// What the hardware says, for the operations it has.
fn hardware(op: Op, arguments: &[Const]) -> Option<Const> {
    macro_rules! calculate {
        ($make:expr, $a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            Some(match op {
                Op::FloatAdd => $make(a + b),
                Op::FloatSub => $make(a - b),
                Op::FloatMul => $make(a * b),
                Op::FloatDiv => $make(a / b),
                Op::FloatRem => $make(a % b),
                Op::FloatSqrt => $make(a.sqrt()),
                Op::FloatNeg => $make(-a),
                Op::FloatAbs => $make(a.abs()),
                Op::FloatEq => Const::Bool(a == b),
                Op::FloatLt => Const::Bool(a < b),
                Op::FloatLe => Const::Bool(a <= b),
                Op::FloatIsNan => Const::Bool(a.is_nan()),
                Op::FloatToFloat(Sort::F32) => Const::f32(a as f32),
                Op::FloatToFloat(_) => Const::f64(a as f64),
                Op::FloatToInt(32) => Const::bv(32, (a as i32) as u32 as u64),
                Op::FloatToInt(64) => Const::bv(64, (a as i64) as u64),
                Op::FloatRound(Rounding::Down) => $make(a.floor()),
                Op::FloatRound(Rounding::Up) => $make(a.ceil()),
                Op::FloatRound(Rounding::NearestEven) => $make(a.round_ties_even()),
                Op::FloatRound(Rounding::Zero) => $make(a.trunc()),
                _ => return None,
            })
        }};
    }
    match (arguments[0], arguments.get(1).copied().unwrap_or(arguments[0])) {
        (Const::F32(a), Const::F32(b)) => calculate!(Const::f32, f32::from_bits(a), f32::from_bits(b)),
        (Const::F64(a), Const::F64(b)) => calculate!(Const::f64, f64::from_bits(a), f64::from_bits(b)),
        _ => None,
    }
}

fn check_pairs(op: Op, sort: Sort, pairs: usize) {
    let mut random = Random::new(pairs as u64);
    let values = constants(sort, &mut random, 60);
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    let probe = Probe::new(&mut pool, op, &[sort, sort]);
    for _ in 0..pairs {
        let arguments = [random.pick(&values), random.pick(&values)];
        let value = probe.value(&mut solver, &mut pool, &arguments);
        assert_eq!(Some(value), hardware(op, &arguments), "{op:?} on {arguments:x?}");
        assert_eq!(Some(value), apply(op, &arguments), "{op:?} on {arguments:x?}");
    }
}

#[test]
fn sums_and_differences() {
    for sort in [Sort::F32, Sort::F64] {
        check_pairs(Op::FloatAdd, sort, 1500);
        check_pairs(Op::FloatSub, sort, 500);
    }
}

#[test]
fn products() {
    check_pairs(Op::FloatMul, Sort::F32, 1000);
    check_pairs(Op::FloatMul, Sort::F64, 400);
}

#[test]
fn quotients() {
    check_pairs(Op::FloatDiv, Sort::F32, 500);
    check_pairs(Op::FloatDiv, Sort::F64, 200);
}

#[test]
fn remainders_of_binary32() {
    check_pairs(Op::FloatRem, Sort::F32, 200);
}

#[test]
fn remainders_of_binary64_are_refused() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::F64), pool.symbol("y", Sort::F64));
    let remainder = pool.float_rem(x, y);
    let goal = pool.float_lt(remainder, x);
    let answer = ask(&mut BitBlaster::new(), &mut pool, &[goal]);
    assert!(matches!(answer, Answer::Unknown(SolverUnknown::Unsupported(_))));
}

#[test]
fn comparisons() {
    for sort in [Sort::F32, Sort::F64] {
        for op in [Op::FloatEq, Op::FloatLt, Op::FloatLe] {
            check_pairs(op, sort, 800);
        }
    }
}

#[test]
fn unary_operations() {
    let mut random = Random::new(7);
    for sort in [Sort::F32, Sort::F64] {
        let other = if sort == Sort::F32 { Sort::F64 } else { Sort::F32 };
        let values = constants(sort, &mut random, 150);
        for op in [
            Op::FloatSqrt,
            Op::FloatNeg,
            Op::FloatAbs,
            Op::FloatIsNan,
            Op::FloatToFloat(other),
            Op::FloatToInt(32),
            Op::FloatToInt(64),
            Op::FloatRound(Rounding::Down),
            Op::FloatRound(Rounding::Up),
            Op::FloatRound(Rounding::NearestEven),
            Op::FloatRound(Rounding::Zero),
        ] {
            let mut pool = TermPool::new();
            let mut solver = BitBlaster::new();
            let probe = Probe::new(&mut pool, op, &[sort]);
            for &argument in &values {
                let value = probe.value(&mut solver, &mut pool, &[argument]);
                assert_eq!(Some(value), hardware(op, &[argument]), "{op:?} on {argument:x?}");
                assert_eq!(Some(value), apply(op, &[argument]), "{op:?} on {argument:x?}");
            }
        }
    }
}

#[test]
fn conversions_from_integers_and_bits() {
    let mut random = Random::new(8);
    for target in [Sort::F32, Sort::F64] {
        for width in [8u8, 16, 32, 64] {
            let mut pool = TermPool::new();
            let mut solver = BitBlaster::new();
            let probe = Probe::new(&mut pool, Op::IntToFloat(target), &[Sort::BitVec(width)]);
            let sign = 1u64 << (width - 1);
            let mut values = vec![0, 1, sign, sign - 1, sign + 1, u64::MAX, 0x0100_0001, 0x0100_0003, (1 << 53) + 1];
            values.extend((0..60).map(|_| random.next() >> random.below(64)));
            for bits in values {
                let argument = Const::bv(width, bits);
                let Const::BitVec { bits, .. } = argument else { unreachable!("just made a bit-vector") };
                let integer = (bits << (64 - width)) as i64 >> (64 - width);
                let expected =
                    if target == Sort::F32 { Const::f32(integer as f32) } else { Const::f64(integer as f64) };
                assert_eq!(probe.value(&mut solver, &mut pool, &[argument]), expected, "{integer} to {target:?}");
                assert_eq!(apply(Op::IntToFloat(target), &[argument]), Some(expected));
            }
        }
        let width = if target == Sort::F32 { 32 } else { 64 };
        let mut pool = TermPool::new();
        let mut solver = BitBlaster::new();
        let from_bits = Probe::new(&mut pool, Op::BitsToFloat, &[Sort::BitVec(width)]);
        let to_bits = Probe::new(&mut pool, Op::FloatToBits, &[target]);
        for i in 0..100 {
            // Every other pattern has the exponent of NaN and infinity.
            let special = if i % 2 == 0 {
                0
            } else if width == 32 {
                0x7f80_0000
            } else {
                0x7ff0_0000_0000_0000
            };
            let bits = Const::bv(width, random.next() >> random.below(64) | special);
            let float = apply(Op::BitsToFloat, &[bits]).expect("reinterpretation is total");
            assert_eq!(from_bits.value(&mut solver, &mut pool, &[bits]), float);
            let expected = apply(Op::FloatToBits, &[float]).expect("reinterpretation is total");
            assert_eq!(to_bits.value(&mut solver, &mut pool, &[float]), expected);
        }
    }
}

/// Given a result, an operand must be found; `model_of` checks it by evaluation.
#[test]
fn operands_are_found() {
    let mut random = Random::new(9);
    let cases = [
        (Op::FloatAdd, Sort::F64, 20),
        (Op::FloatSub, Sort::F64, 20),
        (Op::FloatAdd, Sort::F32, 20),
        (Op::FloatMul, Sort::F32, 6),
        (Op::FloatDiv, Sort::F32, 6),
    ];
    for (op, sort, count) in cases {
        let mut pool = TermPool::new();
        let mut solver = BitBlaster::new();
        let values = constants(sort, &mut random, 60);
        let x = pool.symbol("x", sort);
        for _ in 0..count {
            let (a, b) = (random.pick(&values), random.pick(&values));
            let result = apply(op, &[a, b]).expect("float operators are total");
            let (result, b) = (pool.constant(result), pool.constant(b));
            let term = pool.build(op, &[x, b]);
            let goal = pool.eq(term, result);
            assert!(model_of(&mut solver, &mut pool, &[goal]).is_some(), "{op:?} of {a:x?}");
        }
    }
}

/// A float symbol is free of constraints but for the one NaN.
#[test]
fn symbols_range_over_all_floats() {
    let mut random = Random::new(10);
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    solver.set_query_limit(std::time::Duration::from_secs(60));
    for sort in [Sort::F32, Sort::F64] {
        let x = pool.symbol("x", sort);
        for value in constants(sort, &mut random, 40) {
            let constant = pool.constant(value);
            let goal = pool.eq(x, constant);
            let model = model_of(&mut solver, &mut pool, &[goal]).expect("every float is a value");
            assert_eq!(model.get(pool.symbols_of(x)[0]), Some(value));
        }
        let bits = pool.float_to_bits(x);
        let not_a_number = pool.float_is_nan(x);
        let canonical = if sort == Sort::F32 { pool.bv(32, 0x7fc0_0000) } else { pool.bv(64, 0x7ff8 << 48) };
        let other = pool.ne(bits, canonical);
        assert!(model_of(&mut solver, &mut pool, &[not_a_number, other]).is_none());
        let unequal = pool.float_eq(x, x);
        let unequal = pool.not(unequal);
        assert!(model_of(&mut solver, &mut pool, &[unequal]).is_some());
    }
}

/// Facts about floats that need a proof, not a run.
#[test]
fn small_theorems() {
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    solver.set_query_limit(std::time::Duration::from_secs(60));
    let (x, y) = (pool.symbol("x", Sort::F32), pool.symbol("y", Sort::F32));
    // Addition commutes, as values.
    let (left, right) = (pool.float_add(x, y), pool.float_add(y, x));
    let differs = pool.ne(left, right);
    assert!(model_of(&mut solver, &mut pool, &[differs]).is_none());
    // Widening is exact: narrowing again gives the same value.
    let wide = pool.float_to_float(x, Sort::F64);
    let narrow = pool.float_to_float(wide, Sort::F32);
    let differs = pool.ne(narrow, x);
    assert!(model_of(&mut solver, &mut pool, &[differs]).is_none());
    // x + 1 > x fails, and not only for special values.
    let one = pool.f32_const(1.0);
    let next = pool.float_add(x, one);
    let greater = pool.float_lt(x, next);
    let not_greater = pool.not(greater);
    let (zero, million) = (pool.f32_const(0.0), pool.f32_const(1e9));
    let (positive, bounded) = (pool.float_lt(zero, x), pool.float_lt(x, million));
    assert!(model_of(&mut solver, &mut pool, &[not_greater, positive, bounded]).is_some());
    let thousand = pool.f32_const(1000.0);
    let small = pool.float_lt(x, thousand);
    assert!(model_of(&mut solver, &mut pool, &[not_greater, positive, small]).is_none());
}
