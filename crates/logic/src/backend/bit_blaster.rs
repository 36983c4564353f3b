//! The bit-blasting solver: a query is a set of assumed literals over one long-lived CaDiCaL instance.

use std::rc::Rc;
use std::time::{Duration, Instant};

use super::encoder::{Encoder, NotEncoded};
use super::{flatten, symbols_of_all};
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats, SolverUnknown};
use crate::term::{Const, Sort, SymbolId, Term};
use circuits::SatVerdict;
use circuits::gates::Lit;

/// Decides bit-vectors and floats by circuits and CaDiCaL, incrementally: circuits and learnt clauses are kept from
/// query to query. One instance serves the terms of one pool.
pub struct BitBlaster {
    encoder: Encoder,
    /// Variables beyond which the instance is replaced by an empty one.
    variable_limit: usize,
    query_limit: Duration,
    stats: SolverStats,
    conjuncts: Vec<Term>,
    assumptions: Vec<Lit>,
    symbols: Vec<SymbolId>,
}

/// A new instance may always grow to this many variables. Every satisfiable answer assigns every variable, so an
/// instance full of circuits nobody asks about any more is slow long before it fills the memory.
const SMALL_INSTANCE: usize = 5_000;

/// Beyond that it may grow to this many times what its first query needed.
const GROWTH: usize = 3;

/// Time to build circuits in, whatever the limit of a query is.
const LEAST_ENCODING: Duration = Duration::from_millis(20);

/// But never beyond this, for the sake of memory.
const LARGE_INSTANCE: usize = 2_000_000;

impl Default for BitBlaster {
    fn default() -> Self {
        BitBlaster::new()
    }
}

impl BitBlaster {
    /// An empty instance with a limit of ten seconds a query.
    pub fn new() -> BitBlaster {
        BitBlaster {
            encoder: Encoder::new(),
            variable_limit: 0,
            query_limit: Duration::from_secs(10),
            stats: SolverStats::default(),
            conjuncts: Vec::new(),
            assumptions: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// Solves a conjunction in a new instance, so that the answer and the model depend on the structure of the
    /// conjuncts alone, and not on earlier queries.
    pub fn solve_fresh(pool: &mut TermPool, conjuncts: &[Term], limit: Duration) -> Answer {
        let mut solver = BitBlaster::new();
        solver.set_query_limit(limit);
        solver.check(pool, Query { path: &[], goal: conjuncts, witness: None })
    }

    fn answer(&mut self, pool: &TermPool, query: Query<'_>, started: Instant) -> Answer {
        if self.encoder.gates.variable_count() > self.variable_limit && self.variable_limit > 0 {
            self.encoder = Encoder::new();
            self.variable_limit = 0;
        }
        flatten(pool, query, &mut self.conjuncts);
        self.assumptions.clear();
        // A limit of nothing is for questions that need no search.
        let until = started.checked_add(self.query_limit.max(LEAST_ENCODING));
        for &conjunct in &self.conjuncts {
            match self.encoder.literal(pool, conjunct, until) {
                Ok(Lit::TRUE) => {}
                Ok(Lit::FALSE) => return Answer::Unsat,
                Ok(literal) => self.assumptions.push(literal),
                Err(NotEncoded::Unsupported(name)) => return Answer::Unknown(SolverUnknown::Unsupported(name)),
                Err(NotEncoded::TooLarge) => {
                    self.encoder = Encoder::new();
                    self.variable_limit = 0;
                    return Answer::Unknown(SolverUnknown::Timeout);
                }
            }
        }
        if self.variable_limit == 0 {
            let needed = self.encoder.gates.variable_count();
            self.variable_limit = (needed * GROWTH).clamp(SMALL_INSTANCE, LARGE_INSTANCE);
        }
        let left = self.query_limit.saturating_sub(started.elapsed());
        match self.encoder.gates.solve(&self.assumptions, left) {
            SatVerdict::Unsatisfiable => Answer::Unsat,
            SatVerdict::Stopped => Answer::Unknown(SolverUnknown::Timeout),
            SatVerdict::Satisfiable => Answer::Sat(Rc::new(self.read_model(pool))),
        }
    }

    /// The values of the symbols of the conjuncts last asked about.
    fn read_model(&mut self, pool: &TermPool) -> Model {
        symbols_of_all(pool, &self.conjuncts, &mut self.symbols);
        let encoder = &self.encoder;
        let value_of = |&symbol: &SymbolId| {
            let sort = pool.symbol_sort(symbol);
            let bits = encoder.gates.bits(encoder.literals(pool, pool.symbol_term(symbol)));
            let value = match sort {
                Sort::Bool => Const::Bool(bits != 0),
                Sort::BitVec(width) => Const::BitVec { width, bits },
                Sort::F32 => Const::F32(bits as u32),
                Sort::F64 => Const::F64(bits),
                Sort::Int => unreachable!("a query with mathematical integers is not encoded"),
            };
            (symbol, value)
        };
        self.symbols.iter().map(value_of).collect()
    }
}

impl Solver for BitBlaster {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        let started = Instant::now();
        let before = self.encoder.gates.work();
        let answer = self.answer(pool, query, started);
        // A new instance begins at nothing.
        let after = self.encoder.gates.work();
        self.stats.work += after.checked_sub(before).unwrap_or(after);
        self.stats.queries += 1;
        self.stats.backend_queries += 1;
        self.stats.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
        self.stats.time += started.elapsed();
        answer
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.query_limit = limit;
    }

    fn stats(&self) -> SolverStats {
        self.stats
    }
}
