//! Queries about products of doubles and elementary functions: found by descent, or refuted by what Java says of a range.

use std::rc::Rc;

use logic::SolverConfig;
use logic::eval::evaluate;
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, SolverUnknown};
use logic::solver_stack;
use logic::term::{Const, Elementary, Sort, Term};

fn solve(pool: &mut TermPool, conjuncts: &[Term]) -> Answer {
    let mut solver = solver_stack(&SolverConfig::default());
    solver.check(pool, Query { path: &[], goal: conjuncts, witness: None })
}

fn expect_model(pool: &mut TermPool, conjuncts: &[Term]) -> Rc<Model> {
    let Answer::Sat(model) = solve(pool, conjuncts) else { panic!("a model exists") };
    for &conjunct in conjuncts {
        assert_eq!(evaluate(pool, &model, conjunct), Some(Const::Bool(true)));
    }
    model
}

fn double(pool: &mut TermPool, value: f64) -> Term {
    pool.constant(Const::f64(value))
}

#[test]
fn a_circle_and_a_line_meet() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::F64), pool.symbol("y", Sort::F64));
    let (x_squared, y_squared) = (pool.float_mul(x, x), pool.float_mul(y, y));
    let sum = pool.float_add(x_squared, y_squared);
    let (radius, two) = (double(&mut pool, 25.0), double(&mut pool, 2.0));
    let conjuncts = [pool.float_eq(sum, radius), pool.float_lt(y, x), pool.float_lt(two, y)];
    expect_model(&mut pool, &conjuncts);
}

#[test]
fn equations_with_elementary_functions_are_solved() {
    use Elementary::*;
    for (function, value) in
        [(Sin, 0.5), (Cos, -0.25), (Tan, 3.0), (Atan, 1.0), (Exp, 5.0), (Log, 2.0), (Log10, 2.0), (Cosh, 2.0)]
    {
        let mut pool = TermPool::new();
        let x = pool.symbol("x", Sort::F64);
        let (result, close) = (pool.elementary(function, &[x]), double(&mut pool, 1e-9));
        let wanted = double(&mut pool, value);
        let difference = pool.float_sub(result, wanted);
        let distance = pool.float_abs(difference);
        let conjunct = pool.float_lt(distance, close);
        expect_model(&mut pool, &[conjunct]);
    }
}

#[test]
fn what_java_excludes_is_refuted() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::F64);
    let (zero, one, four) = (double(&mut pool, 0.0), double(&mut pool, 1.0), double(&mut pool, 4.0));
    let sine = pool.elementary(Elementary::Sin, &[x]);
    let power = pool.elementary(Elementary::Exp, &[x]);
    let logarithm = pool.elementary(Elementary::Log, &[x]);
    let angle = pool.elementary(Elementary::Acos, &[x]);
    let first = pool.elementary(Elementary::Pow, &[x, zero]);
    let is_one = pool.float_eq(first, one);
    let not_a_number = pool.float_is_nan(logarithm);
    let impossible = [
        vec![pool.float_lt(one, sine)],
        vec![pool.float_lt(power, zero)],
        vec![not_a_number, pool.float_lt(zero, x)],
        vec![pool.float_lt(four, angle)],
        vec![pool.not(is_one)],
    ];
    for conjuncts in impossible {
        assert!(matches!(solve(&mut pool, &conjuncts), Answer::Unsat));
    }
}

#[test]
fn what_only_the_true_function_excludes_is_not_known() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::F64);
    let (two, nine) = (double(&mut pool, 2.0), double(&mut pool, 9.0));
    let power = pool.elementary(Elementary::Exp, &[x]);
    let conjuncts = [pool.float_lt(x, two), pool.float_lt(nine, power)];
    assert!(matches!(solve(&mut pool, &conjuncts), Answer::Unknown(SolverUnknown::Approximate)));
}
