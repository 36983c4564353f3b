//! Prints queries per second of the solver stack on the branches of a depth-first walk: the question "can this branch
//! be taken?" is asked for both sides of every condition, as an explorer does.
//!
//! `cargo run --release -p lazuli-logic --example queries`

use std::rc::Rc;
use std::time::Instant;

use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver};
use logic::term::{Sort, Term};
use logic::{SolverConfig, solver_stack};

struct Walk {
    pool: TermPool,
    solver: Box<dyn Solver>,
    conditions: Vec<Term>,
    paths: u64,
    /// Paths after which to stop.
    limit: u64,
}

impl Walk {
    fn explore(&mut self, depth: usize, path: &mut Vec<Term>, witness: &Rc<Model>) {
        if self.paths >= self.limit {
            return;
        }
        let Some(&condition) = self.conditions.get(depth) else {
            self.paths += 1;
            return;
        };
        let negation = self.pool.not(condition);
        for goal in [condition, negation] {
            let query = Query { path, goal: &[goal], witness: Some(witness) };
            if let Answer::Sat(model) = self.solver.check(&mut self.pool, query) {
                path.push(goal);
                self.explore(depth + 1, path, &model);
                path.pop();
            }
        }
    }
}

fn run(name: &str, limit: u64, conditions: impl FnOnce(&mut TermPool) -> Vec<Term>) {
    let mut pool = TermPool::new();
    let conditions = conditions(&mut pool);
    let solver = solver_stack(&SolverConfig::default());
    let mut walk = Walk { pool, solver, conditions, paths: 0, limit };
    let started = Instant::now();
    walk.explore(0, &mut Vec::new(), &Rc::new(Model::new()));
    let (seconds, stats) = (started.elapsed().as_secs_f64(), walk.solver.stats());
    println!(
        "{name}: {} paths, {} queries, {} by layers, {:.0} queries/s",
        walk.paths,
        stats.queries,
        stats.answered_by_layers,
        stats.queries as f64 / seconds
    );
}

fn main() {
    let int = Sort::BitVec(32);
    run("partition of 12 elements", u64::MAX, |pool| {
        let pivot = pool.symbol("v", int);
        (0..12)
            .map(|n| {
                let element = pool.symbol(&format!("a[{n}]"), int);
                pool.le(element, pivot)
            })
            .collect()
    });
    run("sorting 6 elements (all comparisons)", u64::MAX, |pool| {
        let elements: Vec<Term> = (0..6).map(|n| pool.symbol(&format!("a[{n}]"), int)).collect();
        let mut conditions = Vec::new();
        for (position, &a) in elements.iter().enumerate() {
            for &b in &elements[..position] {
                conditions.push(pool.lt(a, b));
            }
        }
        conditions
    });
    run("sums against bounds", 3_000, |pool| {
        let elements: Vec<Term> = (0..40).map(|n| pool.symbol(&format!("a[{n}]"), int)).collect();
        let mut sum = pool.int32(0);
        let hundred = pool.int32(100);
        let mut conditions = Vec::new();
        for element in elements {
            sum = pool.add(sum, element);
            conditions.push(pool.lt(sum, hundred));
        }
        conditions
    });
}
