//! Prints the time to build a term: new ones, and ones the pool already has.
//!
//! `cargo run --release -p lazuli-logic --example intern`

use std::time::Instant;

use logic::pool::TermPool;
use logic::term::{Sort, Term};

const TERMS: u32 = 1_000_000;

fn main() {
    let mut pool = TermPool::new();
    let symbols: Vec<Term> = (0..1_000).map(|n| pool.symbol(&format!("x{n}"), Sort::BitVec(32))).collect();
    measure("xor, new", &mut pool, |pool| products(pool, &symbols, TermPool::bit_xor));
    measure("xor, known", &mut pool, |pool| products(pool, &symbols, TermPool::bit_xor));
    measure("less, new", &mut pool, |pool| products(pool, &symbols, TermPool::lt));
    measure("less, known", &mut pool, |pool| products(pool, &symbols, TermPool::lt));
    measure("sum, new", &mut pool, |pool| products(pool, &symbols, TermPool::add));
    measure("sum, known", &mut pool, |pool| products(pool, &symbols, TermPool::add));
    measure("equal, known", &mut pool, |pool| products(pool, &symbols, TermPool::eq));
    let conditions: Vec<Term> = symbols.windows(2).map(|pair| pool.lt(pair[0], pair[1])).collect();
    measure("and, new", &mut pool, |pool| products(pool, &conditions, TermPool::and));
}

fn products(pool: &mut TermPool, terms: &[Term], build: fn(&mut TermPool, Term, Term) -> Term) {
    for n in 0..TERMS as usize {
        build(pool, terms[n % terms.len()], terms[n / terms.len()]);
    }
}

fn measure(name: &str, pool: &mut TermPool, run: impl FnOnce(&mut TermPool)) {
    let started = Instant::now();
    run(pool);
    println!("{name:>14}: {:4.0} ns per term", started.elapsed().as_nanos() as f64 / f64::from(TERMS));
}
