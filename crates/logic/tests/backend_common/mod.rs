//! Shared by the tests of the back ends: random numbers, and asking a solver for the value of a term.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver};
use logic::term::{Const, Op, Sort, Term};

/// A small deterministic generator (xorshift with a multiplier).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub(crate) fn ask(solver: &mut dyn Solver, pool: &mut TermPool, goal: &[Term]) -> Answer {
    solver.check(pool, Query { path: &[], goal, witness: None })
}

/// The model of a satisfiable goal, checked by evaluation.
pub(crate) fn model_of(solver: &mut dyn Solver, pool: &mut TermPool, goal: &[Term]) -> Option<Rc<Model>> {
    match ask(solver, pool, goal) {
        Answer::Sat(model) => {
            for &conjunct in goal {
                assert_eq!(evaluate(pool, &model, conjunct), Some(Const::Bool(true)), "a model fails its query");
            }
            Some(model)
        }
        Answer::Unsat => None,
        Answer::Unknown(reason) => panic!("no answer: {reason:?}"),
    }
}

/// An operator over symbols, ready to be asked for its value on constants.
pub(crate) struct Probe {
    arguments: Vec<Term>,
    result: Term,
    definition: Term,
}

impl Probe {
    /// The arguments are symbols, hence the simplifier can do little, and the circuit is built for the general case.
    pub(crate) fn new(pool: &mut TermPool, op: Op, sorts: &[Sort]) -> Probe {
        let arguments: Vec<Term> =
            sorts.iter().enumerate().map(|(i, &sort)| pool.symbol(&format!("argument{i}"), sort)).collect();
        let term = pool.build(op, &arguments);
        let sort = pool.sort(term);
        let result = pool.symbol("result", sort);
        let definition = pool.eq(result, term);
        Probe { arguments, result, definition }
    }

    /// The only value the operator can have on these arguments according to the solver.
    pub(crate) fn value(&self, solver: &mut dyn Solver, pool: &mut TermPool, arguments: &[Const]) -> Const {
        let mut goal = vec![self.definition];
        for (&symbol, &value) in self.arguments.iter().zip(arguments) {
            let value = pool.constant(value);
            goal.push(pool.eq(symbol, value));
        }
        let model = model_of(solver, pool, &goal).expect("an operator has a value on all arguments");
        let symbol = pool.symbols_of(self.result)[0];
        let value = model.get(symbol).expect("the model has all symbols of the query");
        let constant = pool.constant(value);
        goal.push(pool.ne(self.result, constant));
        assert!(matches!(ask(solver, pool, &goal), Answer::Unsat), "an operator has two values");
        value
    }
}
