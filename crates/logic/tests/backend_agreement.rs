//! The back ends against each other and against enumeration, on random formulas; and what only Z3 can do.

mod backend_common;

use std::time::Duration;

use backend_common::{Probe, Random, ask, model_of};
use logic::backend::{BitBlaster, Z3};
use logic::eval::{apply, evaluate};
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver, SolverUnknown};
use logic::term::{Const, Op, Rounding, Sort, Term};

const BIT_VEC_OPERATORS: [Op; 16] = [
    Op::Add,
    Op::Mul,
    Op::Neg,
    Op::Div,
    Op::Rem,
    Op::UDiv,
    Op::URem,
    Op::BitNot,
    Op::BitAnd,
    Op::BitOr,
    Op::BitXor,
    Op::Shl,
    Op::LShr,
    Op::AShr,
    Op::Add,
    Op::Ite,
];

/// Random formulas over symbols of a few sorts.
struct Formulas<'a> {
    pool: &'a mut TermPool,
    random: Random,
    width: u8,
}

impl Formulas<'_> {
    fn boolean(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.pool.symbol("p", Sort::Bool);
        }
        match self.random.below(9) {
            0 => {
                let a = self.boolean(depth - 1);
                self.pool.not(a)
            }
            choice @ 1..=3 => {
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                match choice {
                    1 => self.pool.and(a, b),
                    2 => self.pool.or(a, b),
                    _ => self.pool.eq(a, b),
                }
            }
            _ => {
                let (a, b) = (self.bit_vec(depth - 1), self.bit_vec(depth - 1));
                let op = self.random.pick(&[Op::Eq, Op::Lt, Op::Le, Op::ULt, Op::ULe]);
                self.pool.build(op, &[a, b])
            }
        }
    }

    fn bit_vec(&mut self, depth: usize) -> Term {
        let width = self.width;
        if depth == 0 || self.random.below(6) == 0 {
            return match self.random.below(3) {
                0 => self.pool.symbol("x", Sort::BitVec(width)),
                1 => self.pool.symbol("y", Sort::BitVec(width)),
                _ => {
                    let bits = self.random.next();
                    self.pool.bv(width, bits)
                }
            };
        }
        if self.random.below(6) == 0 {
            // Through another width and back.
            let a = self.bit_vec(depth - 1);
            let low = self.random.below(width as usize) as u8;
            let cut = self.pool.extract(a, width - 1, low);
            return match self.random.below(3) {
                0 => self.pool.zero_extend(cut, width),
                1 => self.pool.sign_extend(cut, width),
                _ if low == 0 => a,
                _ => {
                    let rest = self.pool.extract(a, low - 1, 0);
                    self.pool.concat(rest, cut)
                }
            };
        }
        let op = self.random.pick(&BIT_VEC_OPERATORS);
        let a = self.bit_vec(depth - 1);
        match op {
            Op::Neg | Op::BitNot => self.pool.build(op, &[a]),
            Op::Ite => {
                let condition = self.boolean(depth - 1);
                let b = self.bit_vec(depth - 1);
                self.pool.ite(condition, a, b)
            }
            _ => {
                let b = self.bit_vec(depth - 1);
                self.pool.build(op, &[a, b])
            }
        }
    }
}

/// Is there an assignment of p, x, y under which all hold?
fn enumerate(pool: &mut TermPool, width: u8, goal: &[Term]) -> bool {
    let symbol = |pool: &mut TermPool, name: &str, sort| {
        let term = pool.symbol(name, sort);
        pool.symbols_of(term)[0]
    };
    let p = symbol(pool, "p", Sort::Bool);
    let (x, y) = (symbol(pool, "x", Sort::BitVec(width)), symbol(pool, "y", Sort::BitVec(width)));
    (0..2u64 << (2 * width)).any(|assignment| {
        let mut model = Model::new();
        model.set(p, Const::Bool(assignment & 1 == 1));
        model.set(x, Const::bv(width, assignment >> 1));
        model.set(y, Const::bv(width, assignment >> (1 + width)));
        goal.iter().all(|&conjunct| evaluate(pool, &model, conjunct) == Some(Const::Bool(true)))
    })
}

#[test]
fn both_agree_with_enumeration() {
    let mut pool = TermPool::new();
    let mut blaster = BitBlaster::new();
    let mut z3 = Z3::new();
    let mut satisfiable = 0;
    let mut asked = 0;
    for seed in 0..600 {
        let width = 1 + (seed % 3) as u8;
        let mut formulas = Formulas { pool: &mut pool, random: Random::new(seed + 100), width };
        let goal: Vec<Term> = (0..2 + seed % 4).map(|_| formulas.boolean(3)).collect();
        let expected = enumerate(&mut pool, width, &goal);
        assert_eq!(model_of(&mut blaster, &mut pool, &goal).is_some(), expected, "bit-blaster, seed {seed}");
        assert_eq!(model_of(&mut z3, &mut pool, &goal).is_some(), expected, "z3, seed {seed}");
        satisfiable += usize::from(expected);
        asked += 1;
    }
    assert!(
        satisfiable > asked / 5 && satisfiable < asked * 9 / 10,
        "a test of both answers: {satisfiable} of {asked}"
    );
}

#[test]
fn both_agree_on_wider_formulas() {
    let mut pool = TermPool::new();
    let mut blaster = BitBlaster::new();
    let (mut z3, mut anew) = (Z3::new(), Z3::anew());
    for seed in 0..150 {
        let mut formulas = Formulas { pool: &mut pool, random: Random::new(seed + 5000), width: 8 };
        let goal: Vec<Term> = (0..3 + seed % 4).map(|_| formulas.boolean(3)).collect();
        let first = model_of(&mut blaster, &mut pool, &goal).is_some();
        let second = model_of(&mut z3, &mut pool, &goal).is_some();
        assert_eq!(first, second, "seed {seed}");
        let third = model_of(&mut anew, &mut pool, &goal).is_some();
        assert_eq!(second, third, "a solver for each query, seed {seed}");
    }
}

/// The operators on floats by Z3, on constants: the translation and its templates, not the solving, are tested.
#[test]
fn z3_knows_the_float_operators() {
    let mut random = Random::new(11);
    let mut z3 = Z3::new();
    z3.set_query_limit(Duration::from_secs(60));
    let unary = [
        Op::FloatNeg,
        Op::FloatAbs,
        Op::FloatIsNan,
        Op::FloatToBits,
        Op::FloatToInt(32),
        Op::FloatToInt(64),
        Op::FloatToMath(32),
        Op::FloatRound(Rounding::Down),
        Op::FloatRound(Rounding::Up),
        Op::FloatRound(Rounding::NearestEven),
        Op::FloatRound(Rounding::Zero),
    ];
    // Z3 takes minutes over the quotients and roots of doubles even when all is given; see below for floats.
    let binary = [Op::Eq, Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatEq, Op::FloatLt, Op::FloatLe];
    let mut pool = TermPool::new();
    for sort in [Sort::F32, Sort::F64] {
        let make = |value: f64| if sort == Sort::F32 { Const::f32(value as f32) } else { Const::f64(value) };
        let mut values: Vec<Const> =
            [0.0, -0.0, 1.0, -2.5, 0.1, 1e10, -1e20, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-40, 4e-310]
                .map(make)
                .to_vec();
        values.extend((0..4).map(|_| make(f64::from_bits(random.next()))));
        let other = if sort == Sort::F32 { Sort::F64 } else { Sort::F32 };
        for op in unary.into_iter().chain([Op::FloatToFloat(other)]) {
            let probe = Probe::new(&mut pool, op, &[sort]);
            for &a in &values {
                assert_eq!(Some(probe.value(&mut z3, &mut pool, &[a])), apply(op, &[a]), "{op:?} on {a:x?}");
            }
        }
        for op in binary {
            let probe = Probe::new(&mut pool, op, &[sort, sort]);
            for _ in 0..6 {
                let pair = [random.pick(&values), random.pick(&values)];
                assert_eq!(Some(probe.value(&mut z3, &mut pool, &pair)), apply(op, &pair), "{op:?} on {pair:x?}");
            }
        }
        for width in [16, 32] {
            let probe = Probe::new(&mut pool, Op::IntToFloat(sort), &[Sort::BitVec(width)]);
            for _ in 0..4 {
                let integer = [Const::bv(width, random.next())];
                assert_eq!(Some(probe.value(&mut z3, &mut pool, &integer)), apply(Op::IntToFloat(sort), &integer));
            }
        }
        let width = if sort == Sort::F32 { 32 } else { 64 };
        let probe = Probe::new(&mut pool, Op::BitsToFloat, &[Sort::BitVec(width)]);
        for bits in [0, 1, 0x7f80_0000, 0x7f80_0001, 0x7ff0 << 48, 0xfff1 << 48, random.next()] {
            let bits = [Const::bv(width, bits)];
            assert_eq!(Some(probe.value(&mut z3, &mut pool, &bits)), apply(Op::BitsToFloat, &bits));
        }
    }
}

#[test]
fn z3_knows_quotients_and_roots_of_floats() {
    let mut pool = TermPool::new();
    let mut z3 = Z3::new();
    z3.set_query_limit(Duration::from_secs(60));
    let root = Probe::new(&mut pool, Op::FloatSqrt, &[Sort::F32]);
    for value in [2.0, -1.0, f32::NAN] {
        let value = [Const::f32(value)];
        assert_eq!(Some(root.value(&mut z3, &mut pool, &value)), apply(Op::FloatSqrt, &value));
    }
    let quotient = Probe::new(&mut pool, Op::FloatDiv, &[Sort::F32, Sort::F32]);
    for (a, b) in [(1.0, 3.0), (1.0, 0.0), (0.0, 0.0)] {
        let pair = [Const::f32(a), Const::f32(b)];
        assert_eq!(Some(quotient.value(&mut z3, &mut pool, &pair)), apply(Op::FloatDiv, &pair));
    }
}

#[test]
fn z3_divides_mathematical_integers_as_java_does() {
    let mut pool = TermPool::new();
    let mut z3 = Z3::new();
    for op in [Op::Add, Op::Mul, Op::Div, Op::Rem, Op::Lt, Op::Le, Op::Eq] {
        let probe = Probe::new(&mut pool, op, &[Sort::Int, Sort::Int]);
        for a in [-7i128, -6, -1, 0, 1, 6, 7, 1 << 70] {
            for b in [-3i128, -1, 0, 1, 2, 3] {
                let arguments = [Const::Int(a), Const::Int(b)];
                let value = probe.value(&mut z3, &mut pool, &arguments);
                assert_eq!(Some(value), apply(op, &arguments), "{op:?} on {a}, {b}");
            }
        }
    }
}

#[test]
fn the_bit_blaster_refuses_mathematical_integers() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::Int);
    let three = pool.math(3);
    let goal = pool.lt(x, three);
    let answer = ask(&mut BitBlaster::new(), &mut pool, &[goal]);
    assert!(matches!(answer, Answer::Unknown(SolverUnknown::Unsupported(_))));
    assert!(model_of(&mut Z3::new(), &mut pool, &[goal]).is_some());
}

/// A query neither can decide quickly: factoring a product of two primes.
fn hard(pool: &mut TermPool) -> Vec<Term> {
    let (x, y) = (pool.symbol("x", Sort::BitVec(64)), pool.symbol("y", Sort::BitVec(64)));
    let product = pool.mul(x, y);
    let value = pool.bv(64, 0x9e37_79b1 * 0xc2b2_ae3d);
    let limit = pool.bv(64, 1 << 32);
    let one = pool.bv(64, 1);
    vec![pool.eq(product, value), pool.ult(x, limit), pool.ult(y, limit), pool.ult(one, x), pool.ult(one, y)]
}

#[test]
fn time_limits_hold_and_the_solver_survives() {
    let mut pool = TermPool::new();
    let goal = hard(&mut pool);
    let mut blaster = BitBlaster::new();
    let mut z3 = Z3::new();
    for solver in [&mut blaster as &mut dyn Solver, &mut z3] {
        solver.set_query_limit(Duration::from_millis(300));
        assert!(matches!(ask(solver, &mut pool, &goal), Answer::Unknown(SolverUnknown::Timeout)));
        assert!(model_of(solver, &mut pool, &goal[1..3]).is_some());
        assert_eq!(solver.stats().unknown, 1);
        assert_eq!(solver.stats().backend_queries, 2);
    }
}

/// Chains of operators deeper than any stack: both answer, if only that the time ran out.
#[test]
fn deep_terms_are_no_problem() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::BitVec(8)), pool.symbol("y", Sort::BitVec(8)));
    let zero = pool.bv(8, 0);
    let mut chain = |depth: usize| {
        let term = (0..depth).fold(x, |term, _| {
            let below = pool.ult(term, y);
            let next = pool.add(term, x);
            pool.ite(below, next, term)
        });
        pool.ne(term, zero)
    };
    let (deep, very_deep) = (chain(20), chain(10_000));
    assert!(model_of(&mut BitBlaster::new(), &mut pool, &[very_deep]).is_some());
    let mut z3 = Z3::new();
    assert!(model_of(&mut z3, &mut pool, &[deep]).is_some());
    z3.set_query_limit(Duration::from_millis(500));
    assert!(!matches!(ask(&mut z3, &mut pool, &[very_deep]), Answer::Unsat));
}

#[test]
fn models_have_exactly_the_symbols_of_the_query() {
    let mut pool = TermPool::new();
    let sort = Sort::BitVec(32);
    let terms: Vec<Term> = (0..6).map(|i| pool.symbol(&format!("v{i}"), sort)).collect();
    let path: Vec<Term> = (0..5).map(|i| pool.lt(terms[i], terms[i + 1])).collect();
    let mut blaster = BitBlaster::new();
    let mut z3 = Z3::new();
    for solver in [&mut blaster as &mut dyn Solver, &mut z3] {
        for length in [5, 1, 3] {
            let query = Query { path: &path[..length - 1], goal: &path[length - 1..length], witness: None };
            let Answer::Sat(model) = solver.check(&mut pool, query) else { panic!("a chain is satisfiable") };
            assert_eq!(model.len(), length + 1);
        }
    }
}

/// The same queries give the same models; and in a fresh instance the history does not matter, nor does the pool's.
#[test]
fn answers_are_reproducible() {
    let run = || {
        let mut pool = TermPool::new();
        let mut solver = BitBlaster::new();
        (0..40)
            .map(|seed| {
                let mut formulas = Formulas { pool: &mut pool, random: Random::new(seed), width: 16 };
                let goal: Vec<Term> = (0..3).map(|_| formulas.boolean(2)).collect();
                format!("{:?}", model_of(&mut solver, &mut pool, &goal))
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());

    let named = |noise: usize| {
        let mut pool = TermPool::new();
        for i in 0..noise {
            let other = pool.symbol(&format!("noise{i}"), Sort::BitVec(16));
            let one = pool.bv(16, 1);
            pool.add(other, one);
        }
        let mut formulas = Formulas { pool: &mut pool, random: Random::new(77), width: 16 };
        let goal: Vec<Term> = (0..2).map(|_| formulas.bit_vec(3)).collect();
        let goal = pool.lt(goal[0], goal[1]);
        let Answer::Sat(model) = BitBlaster::solve_fresh(&mut pool, &[goal], Duration::from_secs(10)) else {
            panic!("one of two random terms is mostly smaller for some values")
        };
        let mut values: Vec<_> =
            model.iter().map(|(symbol, value)| (pool.symbol_name(symbol).to_string(), value)).collect();
        values.sort();
        values
    };
    assert_eq!(named(0), named(50));
}
