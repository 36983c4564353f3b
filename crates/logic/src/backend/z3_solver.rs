//! Z3 as a back end: one solver with a level for each conjunct, of which those shared with the next query stay.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use z3::{Params, SatResult, Solver as Z3Solver};

use super::z3_translate::{Expression, Translator};
use super::{flatten, symbols_of_all};
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats, SolverUnknown};
use crate::term::{Const, Op, Sort, SymbolId, Term};

/// Decides all sorts, mathematical integers included, except the floating-point remainder, and does not refute queries
/// that convert mathematical integers to floats. One instance serves the
/// terms of one pool; all instances of a thread share Z3's context.
pub struct Z3 {
    solver: Z3Solver,
    translator: Translator,
    /// The conjuncts asserted in `solver`, one level each.
    asserted: Vec<Term>,
    /// Whether each query has a solver of its own.
    is_anew: bool,
    query_limit: Duration,
    stats: SolverStats,
}

/// Translations beyond this number are dropped, so that memory stays bounded.
const MOST_TRANSLATIONS: usize = 500_000;

impl Default for Z3 {
    fn default() -> Self {
        Z3::new()
    }
}

impl Z3 {
    /// An empty solver with a limit of ten seconds a query.
    pub fn new() -> Z3 {
        let query_limit = Duration::from_secs(10);
        Z3 {
            solver: new_solver(query_limit),
            translator: Translator::new(),
            asserted: Vec::new(),
            is_anew: false,
            query_limit,
            stats: SolverStats::default(),
        }
    }

    /// One that has a solver for each query, made for the sorts in it: slower where queries are easy and follow each other, and much
    /// faster where they are hard.
    pub fn anew() -> Z3 {
        Z3 { is_anew: true, ..Z3::new() }
    }

    fn restart(&mut self) {
        self.solver = new_solver(self.query_limit);
        self.asserted.clear();
    }

    fn answer(&mut self, pool: &TermPool, query: Query<'_>) -> Answer {
        if self.translator.len() > MOST_TRANSLATIONS {
            self.restart();
            self.translator = Translator::new();
        }
        let mut conjuncts = Vec::new();
        flatten(pool, query, &mut conjuncts);
        if self.is_anew {
            self.asserted.clear();
            self.solver = solver_for(pool, &conjuncts, self.query_limit);
        }
        let shared = self.asserted.iter().zip(&conjuncts).take_while(|(old, new)| old == new).count();
        if shared < self.asserted.len() {
            self.solver.pop((self.asserted.len() - shared) as u32);
            self.asserted.truncate(shared);
        }
        for &conjunct in &conjuncts[shared..] {
            let expression = match self.translator.boolean(pool, conjunct) {
                Ok(expression) => expression,
                Err(name) => return Answer::Unknown(SolverUnknown::Unsupported(name)),
            };
            if !self.is_anew {
                self.solver.push();
            }
            self.solver.assert(&expression);
            self.asserted.push(conjunct);
        }
        match self.solver.check() {
            // Z3 4.8.12 refutes x < y with (float) x equal to (float) y for ints x and y, though it accepts the model
            // 24051711, 24051713 when told. Its models are checked by evaluation; its refutations cannot be.
            SatResult::Unsat if self.translator.converts_integers() && converts_integers(pool, &conjuncts) => {
                Answer::Unknown(SolverUnknown::Unsupported("conversion of mathematical integers to floats"))
            }
            SatResult::Unsat => Answer::Unsat,
            SatResult::Sat => match self.read_model(pool, &conjuncts) {
                Ok(model) => Answer::Sat(Rc::new(model)),
                Err(unknown) => Answer::Unknown(unknown),
            },
            SatResult::Unknown => {
                let reason = self.solver.get_reason_unknown().unwrap_or_default();
                // An interrupted solver may be left in an odd state.
                self.restart();
                let out_of_time = reason.contains("timeout") || reason.contains("cancel");
                Answer::Unknown(if out_of_time {
                    SolverUnknown::Timeout
                } else {
                    SolverUnknown::Unsupported("incomplete theory")
                })
            }
        }
    }

    fn read_model(&self, pool: &TermPool, conjuncts: &[Term]) -> Result<Model, SolverUnknown> {
        let model = self.solver.get_model().ok_or(SolverUnknown::BadModel)?;
        let mut symbols = Vec::new();
        symbols_of_all(pool, conjuncts, &mut symbols);
        symbols.into_iter().map(|symbol| Ok((symbol, self.read_symbol(pool, &model, symbol)?))).collect()
    }

    fn read_symbol(&self, pool: &TermPool, model: &z3::Model, symbol: SymbolId) -> Result<Const, SolverUnknown> {
        let expression = self.translator.symbol(pool, symbol).ok_or(SolverUnknown::BadModel)?;
        let value = match expression {
            Expression::Bool(value) => model.eval(&value, true).and_then(|value| value.as_bool()).map(Const::Bool),
            Expression::BitVec(value) => {
                model.eval(&value, true).and_then(|value| value.as_u64()).map(|bits| match pool.symbol_sort(symbol) {
                    Sort::F32 => Const::f32(f32::from_bits(bits as u32)),
                    Sort::F64 => Const::f64(f64::from_bits(bits)),
                    _ => Const::bv(value.get_size() as u8, bits),
                })
            }
            Expression::Int(value) => {
                let value = model.eval(&value, true).ok_or(SolverUnknown::BadModel)?;
                return value.as_i128().map(Const::Int).ok_or(SolverUnknown::Unsupported("integers beyond 128 bits"));
            }
            Expression::Float(_) => None,
        };
        value.ok_or(SolverUnknown::BadModel)
    }
}

/// A solver for conjuncts of these sorts.
fn solver_for(pool: &TermPool, conjuncts: &[Term], limit: Duration) -> Z3Solver {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = conjuncts.to_vec();
    let (mut has_integers, mut has_floats) = (false, false);
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            let sort = pool.sort(term);
            has_integers |= sort == Sort::Int;
            has_floats |= matches!(sort, Sort::F32 | Sort::F64);
            stack.extend(pool.node(term).args());
        }
    }
    let logic = match (has_integers, has_floats) {
        (true, _) => None,
        (false, true) => Some("QF_BVFP"),
        (false, false) => Some("QF_BV"),
    };
    let Some(solver) = logic.and_then(Z3Solver::new_for_logic) else { return new_solver(limit) };
    set_limit(&solver, limit);
    solver
}

/// Whether a term among these converts a mathematical integer to a float.
fn converts_integers(pool: &TermPool, conjuncts: &[Term]) -> bool {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = conjuncts.to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            let node = pool.node(term);
            if matches!(node.op, Op::IntToFloat(_)) && pool.sort(node.args()[0]) == Sort::Int {
                return true;
            }
            stack.extend(node.args());
        }
    }
    false
}

fn new_solver(limit: Duration) -> Z3Solver {
    let solver = Z3Solver::new();
    set_limit(&solver, limit);
    solver
}

fn set_limit(solver: &Z3Solver, limit: Duration) {
    let mut parameters = Params::new();
    parameters.set_u32("timeout", u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1));
    solver.set_params(&parameters);
}

impl Solver for Z3 {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        let started = Instant::now();
        let answer = self.answer(pool, query);
        self.stats.queries += 1;
        self.stats.backend_queries += 1;
        self.stats.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
        self.stats.time += started.elapsed();
        answer
    }

    fn set_query_limit(&mut self, limit: Duration) {
        if limit != self.query_limit {
            self.query_limit = limit;
            set_limit(&self.solver, limit);
        }
    }

    fn stats(&self) -> SolverStats {
        self.stats
    }
}
