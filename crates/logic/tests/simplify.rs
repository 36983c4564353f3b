//! The constructors never change the value of a term, and reach the forms that clients rely on.

mod common;

use common::{Random, Shape, model_of, random_values};
use logic::eval::evaluate;
use logic::pool::TermPool;
use logic::term::{Op, Sort, Term};

fn agrees_with_meaning(shape: &Shape, sorts: &[Sort], depth: u32, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let sort = random.pick(sorts);
        let tree = shape.tree(&mut random, sort, depth);
        let mut pool = TermPool::new();
        let term = tree.build(&mut pool);
        assert_eq!(pool.sort(term), sort, "seed {seed}: {tree:?}");
        for _ in 0..6 {
            let values = random_values(&mut random);
            let Some(expected) = tree.evaluate(&values) else { continue };
            let model = model_of(&pool, term, &values);
            let actual = evaluate(&pool, &model, term);
            assert_eq!(actual, Some(expected), "seed {seed}: {tree:?} became {}", logic::print::display(&pool, term));
        }
    }
}

#[test]
fn narrow_bit_vectors_keep_their_value() {
    let shape = Shape { widths: (1..=8).collect(), floats: false, math: false };
    let sorts = [Sort::Bool, Sort::BitVec(1), Sort::BitVec(3), Sort::BitVec(4), Sort::BitVec(8)];
    agrees_with_meaning(&shape, &sorts, 3, 0..60_000);
    agrees_with_meaning(&shape, &sorts, 5, 0..10_000);
}

#[test]
fn java_widths_keep_their_value() {
    let shape = Shape { widths: vec![8, 16, 24, 32, 40, 48, 56, 64], floats: false, math: false };
    let sorts = [Sort::Bool, Sort::BitVec(16), Sort::BitVec(32), Sort::BitVec(64)];
    agrees_with_meaning(&shape, &sorts, 3, 0..40_000);
    agrees_with_meaning(&shape, &sorts, 5, 0..10_000);
}

#[test]
fn floats_keep_their_value() {
    let shape = Shape { widths: vec![8, 16, 24, 32, 40, 48, 56, 64], floats: true, math: true };
    let sorts = [Sort::Bool, Sort::F32, Sort::F64, Sort::BitVec(32), Sort::Int];
    agrees_with_meaning(&shape, &sorts, 3, 0..40_000);
    agrees_with_meaning(&shape, &sorts, 5, 0..10_000);
}

#[test]
fn mathematical_integers_keep_their_value() {
    let shape = Shape { widths: vec![8], floats: false, math: true };
    agrees_with_meaning(&shape, &[Sort::Bool, Sort::Int], 4, 0..40_000);
}

struct Terms {
    pool: TermPool,
    x: Term,
    y: Term,
    p: Term,
    q: Term,
    zero: Term,
    one: Term,
}

fn terms() -> Terms {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::BitVec(32)), pool.symbol("y", Sort::BitVec(32)));
    let (p, q) = (pool.symbol("p", Sort::Bool), pool.symbol("q", Sort::Bool));
    let (zero, one) = (pool.int32(0), pool.int32(1));
    Terms { pool, x, y, p, q, zero, one }
}

#[test]
fn java_booleans_vanish() {
    let Terms { mut pool, p, q, zero, one, .. } = terms();
    let (a, b) = (pool.ite(p, one, zero), pool.ite(q, one, zero));
    assert_eq!(pool.ne(a, zero), p);
    let not_p = pool.not(p);
    assert_eq!(pool.eq(a, zero), not_p);
    let both = pool.bit_and(a, b);
    let conjunction = pool.and(p, q);
    assert_eq!(pool.ne(both, zero), conjunction);
    let either = pool.bit_or(a, b);
    let disjunction = pool.or(p, q);
    assert_eq!(pool.ne(both, zero), conjunction);
    assert_eq!(pool.ne(either, zero), disjunction);
    let different = pool.bit_xor(a, b);
    let xor = pool.ne(p, q);
    assert_eq!(pool.ne(different, zero), xor);
    assert_eq!(pool.ne(a, b), xor);
    let negated = pool.bit_xor(a, one);
    assert_eq!(pool.ne(negated, zero), not_p);
}

#[test]
fn long_comparisons_vanish() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.symbol("a", Sort::BitVec(64)), pool.symbol("b", Sort::BitVec(64)));
    let (less, equal) = (pool.lt(a, b), pool.eq(a, b));
    let (minus, zero, one) = (pool.int32(-1), pool.int32(0), pool.int32(1));
    let above = pool.ite(equal, zero, one);
    let compared = pool.ite(less, minus, above);
    assert_eq!(pool.lt(compared, zero), less);
    assert_eq!(pool.eq(compared, zero), equal);
    let at_most = pool.le(a, b);
    assert_eq!(pool.le(compared, zero), at_most);
    let greater = pool.lt(b, a);
    assert_eq!(pool.gt(compared, zero), greater);
    let at_least = pool.le(b, a);
    assert_eq!(pool.ge(compared, zero), at_least);
    let differs = pool.ne(a, b);
    assert_eq!(pool.ne(compared, zero), differs);
}

#[test]
fn float_comparisons_vanish_but_keep_nan() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.symbol("a", Sort::F64), pool.symbol("b", Sort::F64));
    let (greater, equal) = (pool.float_lt(b, a), pool.float_eq(a, b));
    let (minus, zero, one) = (pool.int32(-1), pool.int32(0), pool.int32(1));
    // dcmpl: NaN gives -1.
    let below = pool.ite(equal, zero, minus);
    let compared = pool.ite(greater, one, below);
    assert_eq!(pool.gt(compared, zero), greater);
    let at_least = pool.float_le(b, a);
    assert_eq!(pool.ge(compared, zero), at_least);
    let not_at_least = pool.not(at_least);
    assert_eq!(pool.lt(compared, zero), not_at_least);
    assert_eq!(pool.node(not_at_least).op, Op::Not);
}

#[test]
fn sums_are_linear() {
    let Terms { mut pool, x, y, zero, one, .. } = terms();
    let x1 = pool.add(x, one);
    let two = pool.int32(2);
    let x3 = pool.add(two, x1);
    let three = pool.int32(3);
    assert_eq!(x3, pool.add(x, three));
    assert_eq!(pool.sub(x, x), zero);
    let sum = pool.add(x, y);
    let other = pool.add(y, x);
    assert_eq!(sum, other);
    assert_eq!(pool.sub(sum, y), x);
    let twice = pool.add(x, x);
    assert_eq!(twice, pool.mul(x, two));
    assert_eq!(twice, pool.shl(x, one));
    let y3 = pool.add(y, three);
    let moved = pool.eq(x3, y3);
    assert_eq!(moved, pool.eq(x, y));
    let five = pool.int32(5);
    let shifted = pool.eq(x3, five);
    assert_eq!(shifted, pool.eq(x, two));
    // Not for order: x + 3 < 5 also holds near the end of the range.
    let order = pool.lt(x3, five);
    assert_ne!(order, pool.lt(x, two));
}

#[test]
fn complements_are_recognised() {
    let Terms { mut pool, x, y, p, q, .. } = terms();
    let less = pool.lt(x, y);
    let at_least = pool.le(y, x);
    assert_eq!(pool.not(less), at_least);
    assert!(pool.and(less, at_least) == pool.never());
    assert!(pool.or(less, at_least) == pool.always());
    let ten = pool.int32(10);
    let nine = pool.int32(9);
    let (below, above) = (pool.lt(x, ten), pool.gt(x, nine));
    assert!(pool.and(below, above) == pool.never());
    assert_eq!(below, pool.le(x, nine));
    let both = pool.and(p, q);
    let neither = pool.not(both);
    assert!(
        pool.and(p, neither) == {
            let not_q = pool.not(q);
            pool.and(p, not_q)
        }
    );
    let either = pool.or(p, q);
    assert_eq!(pool.and(p, either), p);
}

#[test]
fn extensions_fuse() {
    let mut pool = TermPool::new();
    let (b, c) = (pool.symbol("b", Sort::BitVec(8)), pool.symbol("c", Sort::BitVec(8)));
    let wide = pool.sign_extend(b, 32);
    assert_eq!(pool.extract(wide, 7, 0), b);
    assert_eq!(pool.sign_extend(wide, 64), pool.sign_extend(b, 64));
    let other = pool.sign_extend(c, 32);
    assert_eq!(pool.lt(wide, other), pool.lt(b, c));
    let large = pool.int32(300);
    assert!(pool.lt(wide, large) == pool.always());
    assert!(pool.eq(wide, large) == pool.never());
    let minus = pool.int32(-3);
    let narrow = pool.bv(8, 253);
    assert_eq!(pool.eq(wide, minus), pool.eq(b, narrow));
    let low_byte = pool.int32(255);
    assert_eq!(pool.bit_and(wide, low_byte), pool.zero_extend(b, 32));
    let unsigned = pool.zero_extend(b, 32);
    let zero = pool.int32(0);
    assert!(pool.ge(unsigned, zero) == pool.always());
}

#[test]
fn masks_bound_values() {
    let Terms { mut pool, x, .. } = terms();
    let fifteen = pool.int32(15);
    let index = pool.bit_and(x, fifteen);
    let sixteen = pool.int32(16);
    assert!(pool.lt(index, sixteen) == pool.always());
    let zero = pool.int32(0);
    assert!(pool.lt(index, zero) == pool.never());
    let ten = pool.int32(10);
    let remainder = pool.rem(x, ten);
    assert!(pool.lt(remainder, ten) == pool.always());
}

#[test]
fn structure_does_not_depend_on_creation_order() {
    let shape = Shape { widths: vec![8, 32], floats: true, math: true };
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let trees: Vec<_> = (0..6).map(|_| shape.tree(&mut random, Sort::Bool, 4)).collect();
        let (mut forward, mut backward) = (TermPool::new(), TermPool::new());
        let one: Vec<u64> = trees
            .iter()
            .map(|tree| {
                let t = tree.build(&mut forward);
                forward.structural_hash(t)
            })
            .collect();
        let mut two: Vec<u64> = trees
            .iter()
            .rev()
            .map(|tree| {
                let t = tree.build(&mut backward);
                backward.structural_hash(t)
            })
            .collect();
        two.reverse();
        assert_eq!(one, two, "seed {seed}");
    }
}

/// A counter that a loop increments under a condition is a tree within a tree within a tree: comparing it with a constant must not
/// take a time exponential in its depth, nor our own stack.
#[test]
fn comparing_counters_takes_little() {
    let mut pool = TermPool::new();
    let sort = Sort::BitVec(32);
    let mut counter = pool.int32(0);
    for iteration in 0..2_000 {
        let is_counted = pool.symbol(&format!("c{iteration}"), Sort::Bool);
        let one = pool.int32(1);
        let more = pool.add(counter, one);
        counter = pool.ite(is_counted, more, counter);
        if iteration == 40 {
            let limit = pool.symbol("limit", sort);
            counter = pool.add(counter, limit);
        }
    }
    let before = pool.work();
    let three = pool.int32(3);
    pool.eq(counter, three);
    pool.lt(counter, three);
    assert!(pool.work() - before < 1_000_000, "{} terms", pool.work() - before);
}
