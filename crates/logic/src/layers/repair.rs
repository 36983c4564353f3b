//! Changes one symbol of the witness so that it satisfies the goal too.
//!
//! The typical goal is one branch condition over an input not looked at before: `a[7] > v`. Solving it for one symbol,
//! with the others as the witness has them, and evaluating what mentions that symbol is a hundred times cheaper than a
//! back end. The model depends on the witness and the structure of the terms only, not on earlier queries.

use std::cmp::Reverse;
use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::eval::{Evaluator, apply, evaluate_cached};
use crate::model::Model;
use crate::pool::TermPool;
use crate::range::interval_of_sort;
use crate::solver::{Answer, Query, Solver, SolverStats};
use crate::term::{Const, Op, Sort, SymbolId, Term, mask};

/// Changes thought of for one query.
const CANDIDATES: usize = 64;
/// Of these, how many are tried.
const TRIED: usize = 12;
/// How deep a term is solved for a symbol.
const DEPTH: u32 = 48;

/// The layer. It answers only `Sat`, and only with models it has evaluated on everything the change touches.
pub struct Repair<S> {
    inner: S,
    /// Values under the witness asked about last.
    evaluator: Evaluator,
    candidates: Vec<(SymbolId, Const)>,
    cache: FxHashMap<Term, Option<Const>>,
}

impl<S: Solver> Repair<S> {
    pub fn new(inner: S) -> Repair<S> {
        Repair {
            inner,
            evaluator: Evaluator::new(Rc::new(Model::new())),
            candidates: Vec::new(),
            cache: FxHashMap::default(),
        }
    }

    fn repaired(&mut self, pool: &TermPool, query: Query<'_>, witness: &Rc<Model>) -> Option<Rc<Model>> {
        if !Rc::ptr_eq(witness, self.evaluator.model()) {
            self.evaluator.reset(witness.clone());
        }
        let broken = query.goal.iter().copied().find(|&term| !self.evaluator.is_true(pool, term))?;
        self.candidates.clear();
        let mut search = Search { pool, values: &mut self.evaluator, candidates: &mut self.candidates };
        search.make(broken, true, 0);
        if self.candidates.len() > 1 {
            self.prefer_free_symbols(pool, query.path);
        }
        let mut model = Model::clone(witness);
        for &(symbol, value) in self.candidates.iter().take(TRIED) {
            let before = model.get(symbol);
            model.set(symbol, value);
            self.cache.clear();
            let mut holds =
                |term: Term| evaluate_cached(pool, &model, &mut self.cache, term) == Some(Const::Bool(true));
            let mentions = |term: &&Term| pool.symbols_of(**term).binary_search(&symbol).is_ok();
            if query.goal.iter().all(|&term| holds(term)) && query.path.iter().filter(mentions).all(|&term| holds(term))
            {
                return Some(Rc::new(model));
            }
            model.set(symbol, before.unwrap_or_else(|| Const::zero(pool.symbol_sort(symbol))));
        }
        None
    }
}

impl<S> Repair<S> {
    /// Puts changes of symbols that few conjuncts of the path mention first, and of these the ones with more values: they break
    /// the least.
    fn prefer_free_symbols(&mut self, pool: &TermPool, path: &[Term]) {
        let mut mentioned: FxHashMap<SymbolId, u32> = self.candidates.iter().map(|&(symbol, _)| (symbol, 0)).collect();
        for &term in path {
            for symbol in pool.symbols_of(term).iter() {
                if let Some(count) = mentioned.get_mut(symbol) {
                    *count += 1;
                }
            }
        }
        let room = |symbol: SymbolId| pool.symbol_sort(symbol).width().map_or(u8::MAX, u8::from);
        self.candidates.sort_by_key(|&(symbol, _)| (mentioned.get(&symbol).copied(), Reverse(room(symbol))));
    }
}

impl<S: Solver> Solver for Repair<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        if let Some(witness) = query.witness
            && let Some(model) = self.repaired(pool, query, witness)
        {
            return Answer::Sat(model);
        }
        self.inner.check(pool, query)
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}

/// Collects changes of one symbol that may give a term a value.
struct Search<'a> {
    pool: &'a TermPool,
    values: &'a mut Evaluator,
    candidates: &'a mut Vec<(SymbolId, Const)>,
}

impl Search<'_> {
    fn value(&mut self, term: Term) -> Option<Const> {
        self.values.evaluate(self.pool, term)
    }

    /// Changes that may make the boolean `term` be `wanted`.
    fn make(&mut self, term: Term, wanted: bool, depth: u32) {
        if depth > DEPTH || self.candidates.len() >= CANDIDATES {
            return;
        }
        let node = *self.pool.node(term);
        match (node.op, node.args()) {
            (Op::Symbol(_), _) => self.solve(term, Const::Bool(wanted), depth),
            (Op::Not, &[inner]) => self.make(inner, !wanted, depth + 1),
            (Op::And, &[a, b]) => {
                for part in [a, b] {
                    // For true, the part that is false; for false, either.
                    if self.value(part) == Some(Const::Bool(!wanted)) {
                        self.make(part, wanted, depth + 1);
                    }
                }
            }
            (Op::Ite, &[condition, then, otherwise]) => match self.value(condition) {
                Some(Const::Bool(true)) => self.make(then, wanted, depth + 1),
                Some(Const::Bool(false)) => self.make(otherwise, wanted, depth + 1),
                _ => {}
            },
            (Op::FloatIsNan, &[a]) => {
                let value = if wanted { f64::NAN } else { 0.0 };
                let value = if self.pool.sort(a) == Sort::F32 { Const::f32(value as f32) } else { Const::f64(value) };
                self.solve(a, value, depth + 1);
            }
            (Op::Eq | Op::Lt | Op::Le | Op::ULt | Op::ULe | Op::FloatEq | Op::FloatLt | Op::FloatLe, &[a, b]) => {
                let (Some(value_a), Some(value_b)) = (self.value(a), self.value(b)) else { return };
                for value in neighbours(value_b) {
                    if apply(node.op, &[value, value_b]) == Some(Const::Bool(wanted)) {
                        self.solve(a, value, depth + 1);
                    }
                }
                for value in neighbours(value_a) {
                    if apply(node.op, &[value_a, value]) == Some(Const::Bool(wanted)) {
                        self.solve(b, value, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Changes that may give `term` the value `target`, other symbols being as they are.
    fn solve(&mut self, term: Term, target: Const, depth: u32) {
        if depth > DEPTH || self.candidates.len() >= CANDIDATES {
            return;
        }
        let node = *self.pool.node(term);
        match (node.op, node.args()) {
            (Op::Symbol(symbol), _) if self.candidates.contains(&(symbol, target)) => {}
            (Op::Symbol(symbol), _) => self.candidates.push((symbol, target)),
            (_, _) if node.sort == Sort::Bool => self.make(term, target == Const::Bool(true), depth + 1),
            (Op::Add, &[a, b]) => {
                for (part, rest) in [(a, b), (b, a)] {
                    let negated = self.value(rest).and_then(|value| apply(Op::Neg, &[value]));
                    if let Some(value) = negated.and_then(|negated| apply(Op::Add, &[target, negated])) {
                        self.solve(part, value, depth + 1);
                    }
                }
            }
            (Op::Neg, &[a]) | (Op::BitNot, &[a]) | (Op::FloatNeg, &[a]) => {
                if let Some(value) = apply(node.op, &[target]) {
                    self.solve(a, value, depth + 1);
                }
            }
            (Op::Mul, &[a, factor]) => {
                let (Some(factor), Some(value)) =
                    (self.pool.as_const(factor).and_then(Const::as_signed), target.as_signed())
                else {
                    return;
                };
                if value.checked_rem(factor) == Some(0) {
                    let quotient = match target {
                        Const::BitVec { width, .. } => Const::bv(width, (value / factor) as u64),
                        _ => Const::Int(value / factor),
                    };
                    self.solve(a, quotient, depth + 1);
                }
            }
            (Op::BitXor, &[a, b]) => {
                if let Some(value) = self.value(b).and_then(|value| apply(Op::BitXor, &[target, value])) {
                    self.solve(a, value, depth + 1);
                }
            }
            (Op::SignExtend(_) | Op::ZeroExtend(_), &[a]) => {
                let (Some(bits), Some(narrow)) = (target.as_bits(), self.pool.sort(a).width()) else { return };
                let value = Const::bv(narrow, bits);
                if apply(node.op, &[value]) == Some(target) {
                    self.solve(a, value, depth + 1);
                }
            }
            (Op::Extract { high, low }, &[a]) => {
                let Some(Const::BitVec { width, bits }) = self.value(a) else { return };
                let Some(wanted) = target.as_bits() else { return };
                let field = mask(high - low + 1) << low;
                self.solve(a, Const::bv(width, (bits & !field) | (wanted << low)), depth + 1);
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                match self.value(condition) {
                    Some(Const::Bool(true)) => self.solve(then, target, depth + 1),
                    Some(Const::Bool(false)) => self.solve(otherwise, target, depth + 1),
                    _ => {}
                }
                // The other branch may have the value already.
                for (branch, wanted) in [(then, true), (otherwise, false)] {
                    if self.value(branch) == Some(target) {
                        self.make(condition, wanted, depth + 1);
                    }
                }
            }
            (Op::IntToFloat(_) | Op::FloatToFloat(_), &[a]) => {
                let back = match self.pool.sort(a) {
                    Sort::BitVec(width) => Op::FloatToInt(width),
                    Sort::Int => Op::FloatToMath(64),
                    sort => Op::FloatToFloat(sort),
                };
                if let Some(value) = apply(back, &[target]) {
                    self.solve(a, value, depth + 1);
                }
            }
            _ => {}
        }
    }
}

/// Values near `value` in every order of its sort, nearest first: itself, its neighbours, the ends.
fn neighbours(value: Const) -> Vec<Const> {
    let mut values = vec![value];
    match value {
        Const::Bool(value) => values.push(Const::Bool(!value)),
        Const::BitVec { width, bits } => {
            let all = interval_of_sort(Sort::BitVec(width));
            values.extend([
                Const::bv(width, bits.wrapping_sub(1)),
                Const::bv(width, bits.wrapping_add(1)),
                Const::bv(width, 0),
                Const::bv(width, all.low as u64),
                Const::bv(width, all.high as u64),
            ]);
        }
        Const::Int(value) => values.extend([value.saturating_sub(1), value.saturating_add(1)].map(Const::Int)),
        Const::F32(bits) => {
            let value = f32::from_bits(bits);
            values.extend([value.next_down(), value.next_up(), -value, f32::NAN].map(Const::f32));
        }
        Const::F64(bits) => {
            let value = f64::from_bits(bits);
            values.extend([value.next_down(), value.next_up(), -value, f64::NAN].map(Const::f64));
        }
    }
    values
}
