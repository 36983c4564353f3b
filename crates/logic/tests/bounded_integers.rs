//! Mathematical integers that have bounds, or are only compared, are decided as bit-vectors: the answers are those of
//! enumeration and of Z3.

mod common;

use std::rc::Rc;
use std::time::Duration;

use common::{Random, SYMBOLS, Shape, symbol_name};
use logic::backend::Z3;
use logic::eval::{Evaluator, evaluate};
use logic::layers::Route;
use logic::model::Model;
use logic::pool::TermPool;
use logic::print::display;
use logic::solver::{Answer, Query, Solver};
use logic::term::{Const, Sort, SymbolId, Term};

const BYTE: (i128, i128) = (i8::MIN as i128, i8::MAX as i128);
const CHAR: (i128, i128) = (0, u16::MAX as i128);
const INT: (i128, i128) = (i32::MIN as i128, i32::MAX as i128);
const LONG: (i128, i128) = (i64::MIN as i128, i64::MAX as i128);

fn between(pool: &mut TermPool, term: Term, (low, high): (i128, i128)) -> [Term; 2] {
    let (low, high) = (pool.math(low), pool.math(high));
    [pool.le(low, term), pool.le(term, high)]
}

/// The range of each of the symbols of random trees, as conjuncts.
fn ranges(pool: &mut TermPool, mut range: impl FnMut() -> (i128, i128)) -> Vec<Term> {
    let symbols = (0..SYMBOLS).map(|number| pool.symbol(&symbol_name(number, Sort::Int), Sort::Int));
    let symbols: Vec<Term> = symbols.collect();
    symbols.into_iter().flat_map(|symbol| between(pool, symbol, range())).collect()
}

fn assert_model(pool: &TermPool, model: &Model, conjuncts: &[Term]) {
    for &term in conjuncts {
        assert_eq!(evaluate(pool, model, term), Some(Const::Bool(true)), "{} under {model:?}", display(pool, term));
    }
}

/// All values a symbol has within small ranges.
fn values(sort: Sort) -> Vec<Const> {
    match sort {
        Sort::Bool => vec![Const::Bool(false), Const::Bool(true)],
        Sort::BitVec(width) => (0..1_u64 << width).map(|bits| Const::bv(width, bits)).collect(),
        _ => (-5..6).map(Const::Int).collect(),
    }
}

fn has_model(pool: &TermPool, conjuncts: &[Term], symbols: &[SymbolId], model: &mut Model) -> bool {
    let Some((&symbol, rest)) = symbols.split_first() else {
        let mut evaluator = Evaluator::new(Rc::new(model.clone()));
        return conjuncts.iter().all(|&term| evaluator.is_true(pool, term));
    };
    // Conjuncts about this symbol alone, its bounds among them, spare most of the enumeration.
    let alone: Vec<Term> = conjuncts.iter().copied().filter(|&term| pool.symbols_of(term)[..] == [symbol]).collect();
    values(pool.symbol_sort(symbol)).into_iter().any(|value| {
        model.set(symbol, value);
        alone.iter().all(|&term| evaluate(pool, model, term) == Some(Const::Bool(true)))
            && has_model(pool, conjuncts, rest, model)
    })
}

#[test]
fn small_ranges_agree_with_enumeration() {
    let shape = Shape { widths: vec![1], floats: false, math: true };
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in 0..25 {
        let mut random = Random::new(seed);
        let mut pool = TermPool::new();
        // One solver for several ranges of the same symbols: what it keeps must not outlive its reason.
        let mut route = Route::new(false);
        for _ in 0..6 {
            let path = ranges(&mut pool, || {
                let low = i128::from(random.below(8)) - 5;
                (low, (low + i128::from(random.below(4))).min(5))
            });
            let goal: Vec<Term> = (0..3).map(|_| shape.tree(&mut random, Sort::Bool, 4).build(&mut pool)).collect();
            let conjuncts = [path.as_slice(), goal.as_slice()].concat();
            let mut symbols: Vec<SymbolId> =
                conjuncts.iter().flat_map(|&term| pool.symbols_of(term).to_vec()).collect();
            symbols.sort_unstable();
            symbols.dedup();
            let expected = has_model(&pool, &conjuncts, &symbols, &mut Model::new());
            match route.check(&mut pool, Query { path: &path, goal: &goal, witness: None }) {
                Answer::Sat(model) => {
                    assert_model(&pool, &model, &conjuncts);
                    satisfiable += 1;
                }
                Answer::Unsat => {
                    let printed: Vec<String> = conjuncts.iter().map(|&term| display(&pool, term)).collect();
                    assert!(!expected, "seed {seed}: has a model: {printed:#?}");
                    unsatisfiable += 1;
                }
                Answer::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
    }
    assert!(satisfiable > 20 && unsatisfiable > 20, "{satisfiable} with a model, {unsatisfiable} without");
}

/// A formula that compares symbols and constants with little room between them, and chooses between them.
fn order(pool: &mut TermPool, random: &mut Random, depth: u32) -> Term {
    if depth == 0 || random.below(5) == 0 {
        let (a, b) = (chosen(pool, random, depth), chosen(pool, random, depth));
        return match random.below(3) {
            0 => pool.eq(a, b),
            1 => pool.lt(a, b),
            _ => pool.le(a, b),
        };
    }
    let (a, b) = (order(pool, random, depth - 1), order(pool, random, depth - 1));
    match random.below(5) {
        0 => pool.not(a),
        1 => pool.eq(a, b),
        2 => pool.and(a, b),
        _ => pool.or(a, b),
    }
}

fn chosen(pool: &mut TermPool, random: &mut Random, depth: u32) -> Term {
    match random.below(6) {
        0 => {
            let value = random.pick(&[-5, -3, -2, 0, 2, 3, 5]);
            pool.math(value)
        }
        1 if depth > 0 => {
            let condition = order(pool, random, depth - 1);
            let (a, b) = (chosen(pool, random, depth - 1), chosen(pool, random, depth - 1));
            pool.ite(condition, a, b)
        }
        _ => pool.symbol(&symbol_name(random.below(4) as u8, Sort::Int), Sort::Int),
    }
}

#[test]
fn order_agrees_with_enumeration() {
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut pool = TermPool::new();
        let mut route = Route::new(false);
        let symbols = [0, 1, 2, 3].map(|number| pool.symbol(&symbol_name(number, Sort::Int), Sort::Int));
        // Four different numbers within three would be one too many.
        let range = random.pick(&[(-5, 5), (-1, 1), (0, 2), (2, 5)]);
        let mut path: Vec<Term> = symbols.iter().flat_map(|&symbol| between(&mut pool, symbol, range)).collect();
        for _ in 0..10 {
            let goal = [order(&mut pool, &mut random, 3)];
            let conjuncts = [path.as_slice(), &goal].concat();
            let ids: Vec<SymbolId> = symbols.iter().flat_map(|&symbol| pool.symbols_of(symbol).to_vec()).collect();
            let expected = has_model(&pool, &conjuncts, &ids, &mut Model::new());
            match route.check(&mut pool, Query { path: &path, goal: &goal, witness: None }) {
                Answer::Sat(model) => {
                    assert_model(&pool, &model, &conjuncts);
                    satisfiable += 1;
                    path = conjuncts;
                }
                Answer::Unsat => {
                    assert!(!expected, "seed {seed}: {} has a model", display(&pool, goal[0]));
                    unsatisfiable += 1;
                }
                Answer::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
    }
    assert!(satisfiable > 100 && unsatisfiable > 100, "{satisfiable} with a model, {unsatisfiable} without");
}

#[test]
fn many_constants_are_ranked() {
    let mut pool = TermPool::new();
    let mut route = Route::new(true);
    let x = pool.symbol("x", Sort::Int);
    let mut path: Vec<Term> = Vec::new();
    for number in 0..100 {
        let excluded = pool.math(number * 3);
        path.push(pool.ne(x, excluded));
        let (low, high) = (pool.math(number * 3 - 1), pool.math(number * 3 + 1));
        let above = [pool.lt(low, x), pool.lt(x, high)];
        assert!(matches!(route.check(&mut pool, Query { path: &path, goal: &above, witness: None }), Answer::Unsat));
        let at = [pool.le(low, x), pool.lt(x, excluded)];
        match route.check(&mut pool, Query { path: &path, goal: &at, witness: None }) {
            Answer::Sat(model) => assert_eq!(evaluate(&pool, &model, x), Some(Const::Int(number * 3 - 1))),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn java_ranges_agree_with_z3() {
    let shape = Shape { widths: vec![8], floats: false, math: true };
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in 0..80 {
        let mut random = Random::new(1_000 + seed);
        let mut pool = TermPool::new();
        // Panics if the back ends contradict each other.
        let mut route = Route::new(true);
        route.set_query_limit(Duration::from_millis(300));
        let mut path = ranges(&mut pool, || random.pick(&[BYTE, CHAR, INT, INT, LONG]));
        for _ in 0..6 {
            // Conditions that hold near the ends of ranges, too, not only near zero.
            let number = random.below(u64::from(SYMBOLS)) as u8;
            let symbol = pool.symbol(&symbol_name(number, Sort::Int), Sort::Int);
            let (low, high) = random.pick(&[BYTE, CHAR, INT, LONG]);
            let near_end = i128::from(random.below(3)) + random.pick(&[low, high - 1]);
            let near_end = pool.math(near_end);
            let tree = shape.tree(&mut random, Sort::Int, 3).build(&mut pool);
            let far = match random.below(3) {
                0 => pool.eq(tree, near_end),
                1 => pool.lt(near_end, tree),
                _ => pool.le(symbol, near_end),
            };
            let goal = [far, shape.tree(&mut random, Sort::Bool, 3).build(&mut pool)];
            let conjuncts = [path.as_slice(), &goal].concat();
            match route.check(&mut pool, Query { path: &path, goal: &goal, witness: None }) {
                // Which back end answers in time is chance; the values of one may lead beyond what can be evaluated.
                Answer::Sat(model) if conjuncts.iter().any(|&term| evaluate(&pool, &model, term).is_none()) => {}
                Answer::Sat(model) => {
                    assert_model(&pool, &model, &conjuncts);
                    satisfiable += 1;
                    path = conjuncts;
                }
                Answer::Unsat => unsatisfiable += 1,
                // Products of symbols may take too long.
                Answer::Unknown(_) => {}
            }
        }
    }
    assert!(satisfiable > 10 && unsatisfiable > 10, "{satisfiable} with a model, {unsatisfiable} without");
}

/// Two symbols of a range, and a question about them to both back ends.
fn ask(range: (i128, i128), condition: impl Fn(&mut TermPool, Term, Term) -> Vec<Term>) -> bool {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::Int), pool.symbol("y", Sort::Int));
    let mut conjuncts = between(&mut pool, x, range).to_vec();
    conjuncts.extend(between(&mut pool, y, range));
    conjuncts.extend(condition(&mut pool, x, y));
    let query = Query { path: &[], goal: &conjuncts, witness: None };
    match Route::new(true).check(&mut pool, query) {
        Answer::Sat(model) => {
            assert_model(&pool, &model, &conjuncts);
            true
        }
        Answer::Unsat => false,
        Answer::Unknown(reason) => panic!("{reason:?}"),
    }
}

#[test]
fn sums_do_not_wrap_around() {
    for range in [BYTE, INT, LONG] {
        // x + y <= x and y >= 1 would need an overflow.
        assert!(!ask(range, |pool, x, y| {
            let (one, sum) = (pool.math(1), pool.add(x, y));
            vec![pool.le(sum, x), pool.le(one, y)]
        }));
        // The largest sum is reached and not exceeded.
        assert!(ask(range, |pool, x, y| {
            let (sum, most) = (pool.add(x, y), pool.math(2 * range.1));
            vec![pool.eq(sum, most)]
        }));
        assert!(!ask(range, |pool, x, y| {
            let (sum, most) = (pool.add(x, y), pool.math(2 * range.1));
            vec![pool.lt(most, sum)]
        }));
        // Minus the least number is positive.
        assert!(ask(range, |pool, x, y| {
            let (least, minus) = (pool.math(range.0), pool.neg(x));
            let half = pool.math(2);
            let half = pool.div(minus, half);
            vec![pool.eq(x, least), pool.lt(y, half)]
        }));
    }
}

#[test]
fn products_and_quotients_reach_their_ends() {
    let square = INT.0 * INT.0;
    assert!(ask(INT, |pool, x, y| {
        let (product, most) = (pool.mul(x, y), pool.math(square));
        vec![pool.eq(product, most)]
    }));
    assert!(!ask(BYTE, |pool, x, y| {
        let (product, most) = (pool.mul(x, y), pool.math(BYTE.0 * BYTE.0));
        vec![pool.lt(most, product)]
    }));
    // MIN / -1 is no number of the type.
    for range in [BYTE, INT, LONG] {
        assert!(ask(range, |pool, x, y| {
            let (quotient, beyond) = (pool.div(x, y), pool.math(-range.0));
            vec![pool.eq(quotient, beyond)]
        }));
        // By zero: the quotient is 0, the remainder the dividend.
        assert!(!ask(range, |pool, x, y| {
            let zero = pool.math(0);
            let (quotient, remainder) = (pool.div(x, y), pool.rem(x, y));
            let (is_zero, is_dividend) = (pool.eq(quotient, zero), pool.eq(remainder, x));
            let both = pool.and(is_zero, is_dividend);
            vec![pool.eq(y, zero), pool.not(both)]
        }));
    }
}

#[test]
fn conversions_from_and_to_floats_are_exact() {
    for range in [CHAR, INT] {
        // Every int is a double, and the way back leads to it.
        assert!(!ask(range, |pool, x, _| {
            let float = pool.int_to_float(x, Sort::F64);
            let back = pool.float_to_math(float, 32);
            vec![pool.ne(back, x)]
        }));
    }
    // Not every int is a float.
    assert!(ask(INT, |pool, x, y| {
        let (a, b) = (pool.int_to_float(x, Sort::F32), pool.int_to_float(y, Sort::F32));
        vec![pool.lt(x, y), pool.float_eq(a, b)]
    }));
}

#[test]
fn z3_is_not_believed_about_floats_of_integers() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::Int), pool.symbol("y", Sort::Int));
    let mut conjuncts = between(&mut pool, x, INT).to_vec();
    conjuncts.extend(between(&mut pool, y, INT));
    let (a, b) = (pool.int_to_float(x, Sort::F32), pool.int_to_float(y, Sort::F32));
    conjuncts.extend([pool.lt(x, y), pool.float_eq(a, b)]);
    let answer = Z3::new().check(&mut pool, Query { path: &[], goal: &conjuncts, witness: None });
    assert!(!matches!(answer, Answer::Unsat), "x = 2^24 and y = 2^24 + 1 are the same float");
}

#[test]
fn what_needs_more_than_64_bits_is_answered() {
    let mut pool = TermPool::new();
    let symbols: Vec<Term> = ["x", "y", "z"].iter().map(|name| pool.symbol(name, Sort::Int)).collect();
    let path: Vec<Term> = symbols.iter().flat_map(|&symbol| between(&mut pool, symbol, INT)).collect();
    let product = pool.mul(symbols[0], symbols[1]);
    let product = pool.mul(product, symbols[2]);
    let large = pool.math(1 << 90);
    let goal = [pool.le(large, product)];
    let mut route = Route::new(false);
    let answer = route.check(&mut pool, Query { path: &path, goal: &goal, witness: None });
    let expected = Z3::new().check(&mut pool, Query { path: &path, goal: &goal, witness: None });
    assert!(matches!(expected, Answer::Sat(_) | Answer::Unsat), "{expected:?}");
    assert_eq!(matches!(answer, Answer::Sat(_)), matches!(expected, Answer::Sat(_)), "{answer:?}");
    if let Answer::Sat(model) = answer {
        assert_model(&pool, &model, &[path.as_slice(), &goal].concat());
    }
}

#[test]
fn deep_terms_are_translated() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::Int);
    let path = between(&mut pool, x, BYTE);
    let mut parity = pool.symbol("p", Sort::Bool);
    for number in 0..100_000 {
        let bound = pool.math(number % 100);
        let is_below = pool.lt(x, bound);
        parity = pool.eq(parity, is_below);
    }
    let goal = [parity];
    match Route::new(false).check(&mut pool, Query { path: &path, goal: &goal, witness: None }) {
        Answer::Sat(model) => assert_model(&pool, &model, &[path.as_slice(), &goal].concat()),
        other => panic!("{other:?}"),
    }
}
