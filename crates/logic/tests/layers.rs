//! Every layer, and the whole stack, agree with enumeration of all models.

mod common;

use std::rc::Rc;
use std::time::Duration;

use common::{Random, SYMBOLS, Shape, symbol_name};
use logic::backend::{BitBlaster, Z3};
use logic::eval::{Evaluator, evaluate};
use logic::layers::{Cache, Immediate, Independent, Propagation, Repair, Statistics};
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver, SolverStats};
use logic::term::{Const, Sort, SymbolId, Term};
use logic::{SolverConfig, solver_stack};

/// Decides by trying all values of all symbols. Counts its queries.
#[derive(Default)]
struct Enumeration {
    queries: u64,
}

fn all_values(sort: Sort) -> Vec<Const> {
    match sort {
        Sort::Bool => vec![Const::Bool(false), Const::Bool(true)],
        Sort::BitVec(width) => (0..1_u64 << width).map(|bits| Const::bv(width, bits)).collect(),
        Sort::Int => (-8..8).map(Const::Int).collect(),
        _ => panic!("floats are not enumerated"),
    }
}

fn models_of(pool: &TermPool, conjuncts: &[Term]) -> Option<Model> {
    let mut symbols: Vec<SymbolId> = conjuncts.iter().flat_map(|&term| pool.symbols_of(term).to_vec()).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let choices: Vec<Vec<Const>> = symbols.iter().map(|&symbol| all_values(pool.symbol_sort(symbol))).collect();
    let mut counters = vec![0; symbols.len()];
    loop {
        let model: Model =
            symbols.iter().zip(&counters).zip(&choices).map(|((&symbol, &at), values)| (symbol, values[at])).collect();
        let model = Rc::new(model);
        let mut evaluator = Evaluator::new(model.clone());
        if conjuncts.iter().all(|&term| evaluator.is_true(pool, term)) {
            return Some(Model::clone(&model));
        }
        let mut position = 0;
        loop {
            if position == counters.len() {
                return None;
            }
            counters[position] += 1;
            if counters[position] < choices[position].len() {
                break;
            }
            counters[position] = 0;
            position += 1;
        }
    }
}

impl Solver for Enumeration {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        self.queries += 1;
        let conjuncts: Vec<Term> = query.path.iter().chain(query.goal).copied().collect();
        match models_of(pool, &conjuncts) {
            Some(model) => Answer::Sat(Rc::new(model)),
            None => Answer::Unsat,
        }
    }

    fn set_query_limit(&mut self, _: Duration) {}

    fn stats(&self) -> SolverStats {
        SolverStats { queries: self.queries, backend_queries: self.queries, ..SolverStats::default() }
    }
}

/// Grows a path as a symbolic execution does, and compares each answer with enumeration.
fn agrees_with_enumeration(
    shape: &Shape,
    make: &dyn Fn() -> Box<dyn Solver>,
    seeds: std::ops::Range<u64>,
) -> SolverStats {
    let mut total = SolverStats::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut pool = TermPool::new();
        let mut solver = make();
        let mut path: Vec<Term> = Vec::new();
        let mut witness: Option<Rc<Model>> = Some(Rc::new(Model::new()));
        for _ in 0..8 {
            let count = 1 + random.below(2);
            let goal: Vec<Term> = (0..count).map(|_| condition(shape, &mut random, &mut pool)).collect();
            let conjuncts: Vec<Term> = path.iter().chain(&goal).copied().collect();
            let expected = models_of(&pool, &conjuncts).is_some();
            match solver.check(&mut pool, Query { path: &path, goal: &goal, witness: witness.as_ref() }) {
                Answer::Sat(model) => {
                    assert!(expected, "seed {seed}: a model of an unsatisfiable query");
                    for &term in &conjuncts {
                        assert_eq!(
                            evaluate(&pool, &model, term),
                            Some(Const::Bool(true)),
                            "seed {seed}: a wrong model"
                        );
                    }
                    path = conjuncts;
                    witness = if random.below(4) == 0 { None } else { Some(model) };
                }
                Answer::Unsat => assert!(
                    !expected,
                    "seed {seed}: no model of a satisfiable query: {:#?}",
                    conjuncts.iter().map(|&term| logic::print::display(&pool, term)).collect::<Vec<_>>()
                ),
                Answer::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
        let stats = solver.stats();
        total.queries += stats.queries;
        total.answered_by_layers += stats.answered_by_layers;
        total.backend_queries += stats.backend_queries;
    }
    total
}

/// A condition as a program has them: mostly comparisons of symbols, sums and constants, sometimes anything.
fn condition(shape: &Shape, random: &mut Random, pool: &mut TermPool) -> Term {
    if random.below(4) == 0 {
        return shape.tree(random, Sort::Bool, 3).build(pool);
    }
    let sort = Sort::BitVec(3);
    let operand = |random: &mut Random, pool: &mut TermPool| {
        let symbol = pool.symbol(&symbol_name(random.below(u64::from(SYMBOLS)) as u8, sort), sort);
        let constant = pool.bv(3, random.next());
        match random.below(4) {
            0 => constant,
            1 => pool.add(symbol, constant),
            _ => symbol,
        }
    };
    let (a, b) = (operand(random, pool), operand(random, pool));
    let simple = match random.below(6) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.le(a, b),
        3 => pool.ult(a, b),
        _ => pool.lt(a, b),
    };
    if random.below(4) == 0 {
        let (c, d) = (operand(random, pool), operand(random, pool));
        let other = pool.lt(c, d);
        return pool.or(simple, other);
    }
    simple
}

fn small() -> Shape {
    Shape { widths: vec![3], floats: false, math: false }
}

#[test]
fn immediate_answers_agree() {
    let make = || -> Box<dyn Solver> { Box::new(Statistics::new(Immediate::new(Enumeration::default()))) };
    let stats = agrees_with_enumeration(&small(), &make, 0..60);
    assert!(stats.answered_by_layers > 0);
}

#[test]
fn independent_parts_agree() {
    let make = || -> Box<dyn Solver> { Box::new(Independent::new(Enumeration::default())) };
    agrees_with_enumeration(&small(), &make, 300..360);
}

#[test]
fn cached_answers_agree() {
    let make = || -> Box<dyn Solver> { Box::new(Cache::new(Enumeration::default())) };
    agrees_with_enumeration(&small(), &make, 600..660);
}

#[test]
fn refutations_agree() {
    let make = || -> Box<dyn Solver> { Box::new(Statistics::new(Propagation::new(Enumeration::default()))) };
    let stats = agrees_with_enumeration(&small(), &make, 900..1_300);
    assert!(stats.answered_by_layers > 60, "{stats:?}");
}

#[test]
fn repaired_witnesses_agree() {
    let make = || -> Box<dyn Solver> { Box::new(Statistics::new(Repair::new(Enumeration::default()))) };
    let stats = agrees_with_enumeration(&small(), &make, 1_300..1_500);
    assert!(stats.answered_by_layers > 60, "{stats:?}");
}

#[test]
fn the_stack_agrees() {
    let make = || solver_stack(&SolverConfig::default());
    agrees_with_enumeration(&small(), &make, 3_000..3_080);
}

#[test]
fn both_back_ends_agree() {
    let make = || solver_stack(&SolverConfig { cross_check: true, ..SolverConfig::default() });
    agrees_with_enumeration(&small(), &make, 3_400..3_410);
}

/// Walks as [`agrees_with_enumeration`] does, over sorts too wide to enumerate, and compares with a bare back end.
fn agrees_with_back_end(sorts: &[Sort], back_end: &mut dyn FnMut() -> Box<dyn Solver>, seeds: std::ops::Range<u64>) {
    let mut by_layers = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut pool = TermPool::new();
        let (mut solver, mut reference) = (solver_stack(&SolverConfig::default()), back_end());
        let mut path: Vec<Term> = Vec::new();
        let mut witness = Rc::new(Model::new());
        for _ in 0..12 {
            let sort = random.pick(sorts);
            let goal = [linear_condition(&mut random, &mut pool, sort)];
            let query = Query { path: &path, goal: &goal, witness: Some(&witness) };
            let answer = solver.check(&mut pool, query);
            let expected = reference.check(&mut pool, query);
            match (answer, expected) {
                (Answer::Sat(model), Answer::Sat(_)) => {
                    path.extend(goal);
                    witness = model;
                    for &term in &path {
                        assert_eq!(evaluate(&pool, &witness, term), Some(Const::Bool(true)), "seed {seed}");
                    }
                }
                (Answer::Unsat, Answer::Unsat) => {}
                (answer, expected) => {
                    let path: Vec<String> = path.iter().map(|&term| logic::print::display(&pool, term)).collect();
                    let goal = logic::print::display(&pool, goal[0]);
                    panic!("seed {seed}: {answer:?} but {expected:?} for {path:#?} and {goal}");
                }
            }
        }
        by_layers += solver.stats().answered_by_layers;
    }
    assert!(by_layers > 0);
}

/// Comparisons near the ends of the range, where wrap-around happens.
fn linear_condition(random: &mut Random, pool: &mut TermPool, sort: Sort) -> Term {
    let operand = |random: &mut Random, pool: &mut TermPool| {
        let symbol = pool.symbol(&symbol_name(random.below(4) as u8, sort), sort);
        let value = random.value(sort);
        let constant = pool.constant(value);
        match random.below(5) {
            0 => constant,
            1 => pool.add(symbol, constant),
            2 => {
                let other = pool.symbol(&symbol_name(random.below(4) as u8, sort), sort);
                pool.sub(symbol, other)
            }
            _ => symbol,
        }
    };
    let (a, b) = (operand(random, pool), operand(random, pool));
    let (c, d) = (operand(random, pool), operand(random, pool));
    let first = match random.below(5) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.le(a, b),
        _ => pool.lt(a, b),
    };
    let second = pool.le(c, d);
    match random.below(4) {
        0 => pool.or(first, second),
        _ => first,
    }
}

#[test]
fn the_stack_agrees_with_the_bit_blaster_on_java_widths() {
    let sorts = [Sort::BitVec(8), Sort::BitVec(32), Sort::BitVec(64)];
    agrees_with_back_end(&sorts, &mut || Box::new(BitBlaster::new()), 0..400);
}

#[test]
fn the_stack_agrees_with_z3_on_mathematical_integers() {
    agrees_with_back_end(&[Sort::Int], &mut || Box::new(Z3::new()), 0..60);
}

#[test]
fn chains_of_order_need_no_back_end() {
    let mut pool = TermPool::new();
    let mut solver = solver_stack(&SolverConfig::default());
    let symbols: Vec<Term> = (0..30).map(|n| pool.symbol(&format!("x{n}"), Sort::BitVec(32))).collect();
    let path: Vec<Term> = symbols.windows(2).map(|pair| pool.le(pair[0], pair[1])).collect();
    let goal = [pool.lt(symbols[29], symbols[0])];
    let witness = Rc::new(Model::new());
    let query = Query { path: &path, goal: &goal, witness: Some(&witness) };
    assert!(matches!(solver.check(&mut pool, query), Answer::Unsat));
    assert_eq!(solver.stats().backend_queries, 0);
    assert_eq!(solver.stats().answered_by_layers, 1);
}

#[test]
fn wrap_around_is_respected() {
    let mut pool = TermPool::new();
    let mut solver = solver_stack(&SolverConfig::default());
    let x = pool.symbol("x", Sort::BitVec(32));
    let one = pool.int32(1);
    let next = pool.add(x, one);
    let goal = [pool.lt(next, x)];
    let Answer::Sat(model) = solver.check(&mut pool, Query { path: &[], goal: &goal, witness: None }) else {
        panic!("x + 1 < x at the end of the range");
    };
    assert_eq!(evaluate(&pool, &model, x), Some(Const::bv(32, i32::MAX as u64)));
    let limit = pool.symbol("limit", Sort::BitVec(32));
    let path = [pool.lt(x, limit)];
    assert!(matches!(solver.check(&mut pool, Query { path: &path, goal: &goal, witness: None }), Answer::Unsat));
    // Found without a back end: x < limit leaves room for one more.
    assert_eq!(solver.stats().backend_queries, 1);
}

#[test]
fn mathematical_integers_have_no_end() {
    let mut pool = TermPool::new();
    let mut solver = solver_stack(&SolverConfig::default());
    let (x, y) = (pool.symbol("x", Sort::Int), pool.symbol("y", Sort::Int));
    let large = pool.math(1 << 122);
    let goal = [pool.lt(large, x), pool.lt(x, y)];
    assert!(matches!(solver.check(&mut pool, Query { path: &[], goal: &goal, witness: None }), Answer::Sat(_)));
    let one = pool.math(1);
    let next = pool.add(x, one);
    let goal = [pool.lt(next, x)];
    assert!(matches!(solver.check(&mut pool, Query { path: &[], goal: &goal, witness: None }), Answer::Unsat));
}

#[test]
fn the_witness_answers_with_itself() {
    let mut pool = TermPool::new();
    let mut solver = solver_stack(&SolverConfig::default());
    let x = pool.symbol("x", Sort::BitVec(32));
    let zero = pool.int32(0);
    let goal = [pool.eq(x, zero)];
    let witness = Rc::new(Model::new());
    let query = Query { path: &[], goal: &goal, witness: Some(&witness) };
    match solver.check(&mut pool, query) {
        Answer::Sat(model) => assert!(Rc::ptr_eq(&model, &witness)),
        other => panic!("{other:?}"),
    }
    assert_eq!(solver.stats().backend_queries, 0);
}
