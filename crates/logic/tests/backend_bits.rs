//! Bit-vector circuits against the operators' meaning on constants.

mod backend_common;

use backend_common::{Probe, Random, model_of};
use logic::backend::BitBlaster;
use logic::eval::apply;
use logic::pool::TermPool;
use logic::term::{Const, Op, Sort};

const BINARY: [Op; 20] = [
    Op::Eq,
    Op::Add,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::Lt,
    Op::Le,
    Op::ULt,
    Op::ULe,
    Op::UDiv,
    Op::URem,
    Op::BitAnd,
    Op::BitOr,
    Op::BitXor,
    Op::Shl,
    Op::LShr,
    Op::AShr,
    Op::Concat,
    Op::Neg,
    Op::BitNot,
];

fn arity(op: Op) -> usize {
    match op {
        Op::Neg | Op::BitNot | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => 1,
        Op::Ite => 3,
        _ => 2,
    }
}

fn bv(width: u8, bits: u64) -> Const {
    Const::bv(width, bits)
}

/// Checks one operator on all combinations of the given values of one width.
fn check_operator(op: Op, width: u8, values: &[u64]) {
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    let sorts = vec![Sort::BitVec(width); arity(op)];
    let probe = Probe::new(&mut pool, op, &sorts);
    for &a in values {
        for &b in if arity(op) == 2 { values } else { &values[..1] } {
            let arguments = &[bv(width, a), bv(width, b)][..arity(op)];
            let value = probe.value(&mut solver, &mut pool, arguments);
            assert_eq!(Some(value), apply(op, arguments), "{op:?} on {arguments:?}");
        }
    }
}

#[test]
fn every_operator_on_all_small_values() {
    for width in 1..=4 {
        let values: Vec<u64> = (0..1 << width).collect();
        for op in BINARY {
            check_operator(op, width, &values);
        }
        for high in 0..width {
            for low in 0..=high {
                check_operator(Op::Extract { high, low }, width, &values);
            }
        }
        for wider in width..=8 {
            check_operator(Op::ZeroExtend(wider), width, &values);
            check_operator(Op::SignExtend(wider), width, &values);
        }
    }
}

/// Values at which carries, signs and shift distances change, and some random ones.
fn interesting(width: u8, random: &mut Random) -> Vec<u64> {
    let w = u64::from(width);
    let sign = 1u64 << (w - 1);
    let mut values = vec![0, 1, 2, 3, 10, w - 1, w, sign, sign - 1, sign + 1, u64::MAX, u64::MAX - 1];
    values.extend((0..4).map(|_| random.next()));
    values.extend((0..2).map(|_| random.next() >> 40));
    let mask = u64::MAX >> (64 - w);
    values.iter().map(|value| value & mask).collect()
}

#[test]
fn every_operator_on_wide_values() {
    let mut random = Random::new(1);
    for width in [5, 13, 32, 33, 64] {
        let values = interesting(width, &mut random);
        for op in BINARY {
            if op == Op::Concat && width > 32 {
                continue;
            }
            check_operator(op, width, &values);
        }
    }
}

/// The same with one operand constant in the term, which takes the circuits' shortcuts.
#[test]
fn constant_operands() {
    let mut random = Random::new(2);
    for width in [3u8, 8, 32, 64] {
        let values = interesting(width, &mut random);
        for op in BINARY.into_iter().filter(|&op| arity(op) == 2 && op != Op::Concat) {
            for &fixed in &values {
                for constant_first in [false, true] {
                    let mut pool = TermPool::new();
                    let mut solver = BitBlaster::new();
                    let x = pool.symbol("x", Sort::BitVec(width));
                    let constant = pool.bv(width, fixed);
                    let pair = if constant_first { [constant, x] } else { [x, constant] };
                    let term = pool.build(op, &pair);
                    for _ in 0..2 {
                        let value = random.pick(&values);
                        let (x_value, c_value) = (bv(width, value), bv(width, fixed));
                        let arguments = if constant_first { [c_value, x_value] } else { [x_value, c_value] };
                        let expected = apply(op, &arguments).expect("bit-vector operators are total");
                        let expected = pool.constant(expected);
                        let x_value = pool.constant(x_value);
                        let (is_value, right) = (pool.eq(x, x_value), pool.eq(term, expected));
                        let wrong = pool.not(right);
                        assert!(model_of(&mut solver, &mut pool, &[is_value, right]).is_some(), "{op:?} {arguments:?}");
                        assert!(model_of(&mut solver, &mut pool, &[is_value, wrong]).is_none(), "{op:?} {arguments:?}");
                    }
                }
            }
        }
    }
}

/// Squares and sign- or zero-extended factors have circuits of their own.
#[test]
fn special_products() {
    let mut random = Random::new(3);
    for width in [4u8, 7, 16, 32] {
        let mut pool = TermPool::new();
        let mut solver = BitBlaster::new();
        let (x, y) = (pool.symbol("x", Sort::BitVec(width)), pool.symbol("y", Sort::BitVec(width)));
        let square = pool.mul(x, x);
        let (signed_x, signed_y) = (pool.sign_extend(x, 2 * width), pool.sign_extend(y, 2 * width));
        let signed = pool.mul(signed_x, signed_y);
        let (unsigned_x, unsigned_y) = (pool.zero_extend(x, 2 * width), pool.zero_extend(y, 2 * width));
        let unsigned = pool.mul(unsigned_x, unsigned_y);
        let mixed = pool.mul(signed_x, unsigned_y);
        let signed_square = pool.mul(signed_x, signed_x);
        let values = interesting(width, &mut random);
        let sign_extended = |value: u64| ((value << (64 - width)) as i64 >> (64 - width)) as u64;
        for &a in &values {
            for &b in &values {
                let expected = [
                    (square, bv(width, a.wrapping_mul(a))),
                    (signed, bv(2 * width, sign_extended(a).wrapping_mul(sign_extended(b)))),
                    (unsigned, bv(2 * width, a.wrapping_mul(b))),
                    (mixed, bv(2 * width, sign_extended(a).wrapping_mul(b))),
                    (signed_square, bv(2 * width, sign_extended(a).wrapping_mul(sign_extended(a)))),
                ];
                let (a, b) = (pool.bv(width, a), pool.bv(width, b));
                let fixed = [pool.eq(x, a), pool.eq(y, b)];
                for (term, value) in expected {
                    let value = pool.constant(value);
                    let wrong = pool.ne(term, value);
                    assert!(model_of(&mut solver, &mut pool, &[fixed[0], fixed[1], wrong]).is_none());
                }
            }
        }
    }
}

#[test]
fn conditionals_and_booleans() {
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    for sort in [Sort::Bool, Sort::BitVec(2)] {
        let values: Vec<Const> = match sort {
            Sort::Bool => vec![Const::Bool(false), Const::Bool(true)],
            _ => (0..4).map(|bits| bv(2, bits)).collect(),
        };
        let probe = Probe::new(&mut pool, Op::Ite, &[Sort::Bool, sort, sort]);
        for condition in [false, true] {
            for &then in &values {
                for &otherwise in &values {
                    let arguments = [Const::Bool(condition), then, otherwise];
                    let value = probe.value(&mut solver, &mut pool, &arguments);
                    assert_eq!(Some(value), apply(Op::Ite, &arguments));
                }
            }
        }
    }
    for op in [Op::And, Op::Or, Op::Eq] {
        let probe = Probe::new(&mut pool, op, &[Sort::Bool, Sort::Bool]);
        for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
            let arguments = [Const::Bool(a), Const::Bool(b)];
            assert_eq!(Some(probe.value(&mut solver, &mut pool, &arguments)), apply(op, &arguments));
        }
    }
}

/// Solving backwards: given the result, some operands must be found.
#[test]
fn operands_are_found() {
    let mut random = Random::new(4);
    let mut pool = TermPool::new();
    let mut solver = BitBlaster::new();
    for op in [Op::Add, Op::Mul, Op::Div, Op::Rem, Op::UDiv, Op::URem, Op::Shl, Op::LShr, Op::AShr, Op::BitXor] {
        let (x, y) = (pool.symbol("x", Sort::BitVec(16)), pool.symbol("y", Sort::BitVec(16)));
        let term = pool.build(op, &[x, y]);
        for _ in 0..5 {
            let arguments = [bv(16, random.next()), bv(16, random.next() >> 54)];
            let value = apply(op, &arguments).expect("bit-vector operators are total");
            let value = pool.constant(value);
            let goal = pool.eq(term, value);
            assert!(model_of(&mut solver, &mut pool, &[goal]).is_some(), "{op:?} on {arguments:?} has a solution");
        }
    }
}
