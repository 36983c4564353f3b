//! Prints the time to build a term: new ones, and ones the pool already has.
//!
//! `cargo run --release -p lazuli-logic --example intern`

use std::time::Instant;

use logic::pool::TermPool;
use logic::term::{Sort, Term};

/// Few enough to stay in the processor's caches, as the terms of one method do, and many.
const TERMS: [usize; 2] = [40_000, 1_000_000];

fn main() {
    for count in TERMS {
        println!("{count} terms");
        let mut pool = TermPool::new();
        let side = count.isqrt();
        let symbols: Vec<Term> = (0..side).map(|n| pool.symbol(&format!("x{n}"), Sort::BitVec(32))).collect();
        measure("xor, new", &mut pool, &symbols, TermPool::bit_xor);
        measure("xor, known", &mut pool, &symbols, TermPool::bit_xor);
        measure("less, new", &mut pool, &symbols, TermPool::lt);
        measure("less, known", &mut pool, &symbols, TermPool::lt);
        measure("sum, new", &mut pool, &symbols, TermPool::add);
        measure("sum, known", &mut pool, &symbols, TermPool::add);
        measure("equal, new", &mut pool, &symbols, TermPool::eq);
        let conditions: Vec<Term> = symbols.windows(2).map(|pair| pool.lt(pair[0], pair[1])).collect();
        measure("and, new", &mut pool, &conditions, TermPool::and);
    }
}

/// Applies a constructor to all pairs.
fn measure(name: &str, pool: &mut TermPool, terms: &[Term], build: fn(&mut TermPool, Term, Term) -> Term) {
    let started = Instant::now();
    for &a in terms {
        for &b in terms {
            build(pool, a, b);
        }
    }
    let pairs = (terms.len() * terms.len()) as f64;
    println!("{name:>14}: {:4.0} ns per term", started.elapsed().as_nanos() as f64 / pairs);
}
