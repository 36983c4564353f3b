//! Prints queries per second of the bare back ends, without any layer in front, on the branches of a depth-first walk
//! over random linear conditions, and on one with products and remainders.
//!
//! `cargo run --release -p lazuli-logic --example backend_queries`

use std::time::{Duration, Instant};

use logic::backend::{BitBlaster, Z3};
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver};
use logic::term::{Sort, Term};

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Conditions like those of branches in Java programs: comparisons of small sums of ints.
fn linear(pool: &mut TermPool, random: &mut Random, symbols: &[Term]) -> Term {
    let mut side = || {
        let a = symbols[random.below(symbols.len() as u64) as usize];
        let offset = pool.int32(random.below(41) as i32 - 20);
        match random.below(3) {
            0 => pool.add(a, offset),
            1 => {
                let b = symbols[random.below(symbols.len() as u64) as usize];
                pool.add(a, b)
            }
            _ => a,
        }
    };
    let (a, b) = (side(), side());
    match random.below(4) {
        0 => pool.eq(a, b),
        1 => pool.lt(a, b),
        2 => pool.le(a, b),
        _ => {
            let bound = pool.int32(random.below(1000) as i32);
            pool.lt(a, bound)
        }
    }
}

fn nonlinear(pool: &mut TermPool, random: &mut Random, symbols: &[Term]) -> Term {
    let a = symbols[random.below(symbols.len() as u64) as usize];
    let b = symbols[random.below(symbols.len() as u64) as usize];
    let constant = pool.int32(random.below(90) as i32 + 3);
    let term = match random.below(3) {
        0 => pool.mul(a, b),
        1 => pool.rem(a, constant),
        _ => pool.div(a, constant),
    };
    let bound = pool.int32(random.below(50) as i32);
    pool.lt(term, bound)
}

/// A condition to branch on, made from the symbols of the walk.
type Condition = fn(&mut TermPool, &mut Random, &[Term]) -> Term;

struct Walk<'a> {
    pool: TermPool,
    solver: &'a mut dyn Solver,
    conditions: Vec<Term>,
    queries_left: u64,
    satisfiable: u64,
}

impl Walk<'_> {
    /// Both sides of each condition on every path.
    fn explore(&mut self, depth: usize, path: &mut Vec<Term>) {
        let Some(&condition) = self.conditions.get(depth) else { return };
        let negation = self.pool.not(condition);
        for goal in [condition, negation] {
            if self.queries_left == 0 {
                return;
            }
            self.queries_left -= 1;
            let query = Query { path, goal: &[goal], witness: None };
            if let Answer::Sat(_) = self.solver.check(&mut self.pool, query) {
                self.satisfiable += 1;
                path.push(goal);
                self.explore(depth + 1, path);
                path.pop();
            }
        }
    }
}

fn run(name: &str, solver: &mut dyn Solver, queries: u64, condition: Condition) {
    solver.set_query_limit(Duration::from_secs(2));
    let mut pool = TermPool::new();
    let symbols: Vec<Term> = (0..8).map(|n| pool.symbol(&format!("v{n}"), Sort::BitVec(32))).collect();
    let mut random = Random(0x2545_f491);
    let conditions = (0..14).map(|_| condition(&mut pool, &mut random, &symbols)).collect();
    let mut walk = Walk { pool, solver, conditions, queries_left: queries, satisfiable: 0 };
    let started = Instant::now();
    walk.explore(0, &mut Vec::new());
    let asked = queries - walk.queries_left;
    println!(
        "{name}: {asked} queries, {} satisfiable, {} unknown, {:.0} queries/s",
        walk.satisfiable,
        walk.solver.stats().unknown,
        asked as f64 / started.elapsed().as_secs_f64()
    );
}

fn main() {
    run("bit-blaster, linear", &mut BitBlaster::new(), 20_000, linear);
    run("bit-blaster, products and remainders", &mut BitBlaster::new(), 1_000, nonlinear);
    run("z3, linear", &mut Z3::new(), 2_000, linear);
    run("z3, products and remainders", &mut Z3::new(), 100, nonlinear);
}
