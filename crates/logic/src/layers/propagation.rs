//! Refutes queries by cheap reasoning: truth of conjuncts, intervals of integer terms, and chains of `<`.
//!
//! Everything collected is implied by `path ∧ goal`, so a contradiction means `Unsat`. `Sat` is the answer only where the query does
//! nothing but compare symbols: then any order of them without a contradiction is a model.
//! Wrap-around is respected: `x + 1` is taken to be above `x` only where the interval of `x` excludes overflow.

use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::order_graph::OrderGraph;
use crate::model::Model;
use crate::pool::TermPool;
use crate::range::{Interval, interval_of, interval_of_sort};
use crate::solver::{Answer, Query, Solver, SolverStats};
use crate::term::{Const, Op, Sort, Term};

/// How deep operators are looked at to bound a term.
const DEPTH: u32 = 3;
/// Intervals are tightened at most this many times; chains longer than this are left to the order graph.
const ROUNDS: usize = 4;
/// Queries with more facts than this go straight to the back end, which is not much slower then.
const FACTS: usize = 1_000;
/// Disjunctions with more parts than this are not looked at.
const DISJUNCTS: usize = 8;

/// The layer.
pub struct Propagation<S> {
    inner: S,
    facts: Facts,
}

impl<S: Solver> Propagation<S> {
    pub fn new(inner: S) -> Propagation<S> {
        Propagation { inner, facts: Facts::default() }
    }
}

impl<S: Solver> Solver for Propagation<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        if query.path.len() + query.goal.len() <= FACTS {
            if self.facts.refute(pool, query).is_err() {
                return Answer::Unsat;
            }
            if let Some(model) = self.facts.order(pool) {
                return Answer::Sat(Rc::new(model));
            }
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

/// The conjunction is unsatisfiable.
struct Contradiction;

type Step = Result<(), Contradiction>;

#[derive(Clone, Copy)]
enum Relation {
    /// Signed or float `<`.
    Less,
    /// Signed or float `<=`.
    AtMost,
    Below,
    BelowOrSame,
    Equal,
    Different,
}

#[derive(Clone, Copy)]
struct Fact {
    relation: Relation,
    a: Term,
    b: Term,
    /// A contradiction needs at least one of these: the path alone is satisfiable.
    from_goal: bool,
}

/// What is known about one query.
#[derive(Default)]
struct Facts {
    truth: FxHashMap<Term, bool>,
    bounds: FxHashMap<Term, Interval>,
    relations: Vec<Fact>,
    /// Conjunctions known to be false.
    false_conjunctions: Vec<Term>,
    /// Whether there is anything else than relations of symbols.
    says_more: bool,
    changed: bool,
}

impl Facts {
    fn refute(&mut self, pool: &TermPool, query: Query<'_>) -> Step {
        self.truth.clear();
        self.bounds.clear();
        self.relations.clear();
        self.false_conjunctions.clear();
        self.says_more = false;
        for &term in query.path {
            self.assume(pool, term, true, false)?;
        }
        for &term in query.goal {
            self.assume(pool, term, true, true)?;
        }
        for _ in 0..ROUNDS {
            self.changed = false;
            for position in 0..self.relations.len() {
                self.tighten_by(pool, self.relations[position])?;
            }
            self.propagate_disjunctions(pool)?;
            if !self.changed {
                break;
            }
        }
        self.check_order(pool)
    }

    /// Records that a boolean term has a value.
    fn assume(&mut self, pool: &TermPool, term: Term, value: bool, from_goal: bool) -> Step {
        let mut stack = vec![(term, value)];
        while let Some((term, value)) = stack.pop() {
            if let Some(&known) = self.truth.get(&term) {
                if known != value {
                    return Err(Contradiction);
                }
                continue;
            }
            self.truth.insert(term, value);
            self.changed = true;
            let node = pool.node(term);
            let (relation, a, b) = match (node.op, node.args(), value) {
                (Op::Const(_), _, _) if pool.is_true(term) != value => return Err(Contradiction),
                (Op::Not, &[inner], _) => {
                    stack.push((inner, !value));
                    continue;
                }
                (Op::And, &[left, right], true) => {
                    stack.extend([(right, true), (left, true)]);
                    continue;
                }
                (Op::And, _, false) => {
                    self.says_more = true;
                    self.false_conjunctions.push(term);
                    continue;
                }
                (Op::Eq, &[a, b], _) if matches!(pool.sort(a), Sort::BitVec(_) | Sort::Int) => {
                    (if value { Relation::Equal } else { Relation::Different }, a, b)
                }
                (Op::FloatEq, &[a, b], true) => (Relation::Equal, a, b),
                (Op::Lt | Op::FloatLt, &[a, b], true) => (Relation::Less, a, b),
                (Op::Le | Op::FloatLe, &[a, b], true) => (Relation::AtMost, a, b),
                (Op::Lt, &[a, b], false) => (Relation::AtMost, b, a),
                (Op::Le, &[a, b], false) => (Relation::Less, b, a),
                (Op::ULt, &[a, b], true) => (Relation::Below, a, b),
                (Op::ULe, &[a, b], true) => (Relation::BelowOrSame, a, b),
                (Op::ULt, &[a, b], false) => (Relation::BelowOrSame, b, a),
                (Op::ULe, &[a, b], false) => (Relation::Below, b, a),
                (Op::Const(_), _, _) => continue,
                _ => {
                    self.says_more = true;
                    continue;
                }
            };
            self.says_more |= ![a, b].iter().all(|term| is_ordered_symbol(pool, *term));
            self.relations.push(Fact { relation, a, b, from_goal });
        }
        Ok(())
    }

    fn interval(&self, pool: &TermPool, term: Term) -> Interval {
        interval_of(pool, term, DEPTH, &|term| self.bounds.get(&term).copied())
    }

    fn tighten_by(&mut self, pool: &TermPool, fact: Fact) -> Step {
        let (a, b) = (fact.a, fact.b);
        let sort = pool.sort(a);
        if sort.is_float() {
            return Ok(());
        }
        let (range_a, range_b) = (self.interval(pool, a), self.interval(pool, b));
        let all = interval_of_sort(sort);
        match fact.relation {
            Relation::Equal => {
                self.tighten(pool, a, range_b, 0)?;
                self.tighten(pool, b, range_a, 0)
            }
            Relation::Different => {
                self.exclude(pool, a, range_a, range_b)?;
                self.exclude(pool, b, range_b, range_a)
            }
            Relation::Less | Relation::AtMost => {
                let gap = i128::from(matches!(fact.relation, Relation::Less));
                // The greatest value of a mathematical integer is "unbounded", and tells nothing.
                let known_high = sort != Sort::Int || range_b.high < all.high;
                let known_low = sort != Sort::Int || range_a.low > all.low;
                if known_high {
                    self.tighten(pool, a, Interval::new(all.low, range_b.high - gap), 0)?;
                }
                if known_low {
                    self.tighten(pool, b, Interval::new(range_a.low + gap, all.high), 0)?;
                }
                Ok(())
            }
            Relation::Below | Relation::BelowOrSame => {
                let gap = i128::from(matches!(fact.relation, Relation::Below));
                // Unsigned order agrees with signed order below a number that is not negative.
                if range_b.low < 0 {
                    return Ok(());
                }
                self.tighten(pool, a, Interval::new(0, range_b.high - gap), 0)?;
                let range_a = self.interval(pool, a);
                self.tighten(pool, b, Interval::new(range_a.low + gap, all.high), 0)
            }
        }
    }

    /// `term` differs from the only value of `other`.
    fn exclude(&mut self, pool: &TermPool, term: Term, range: Interval, other: Interval) -> Step {
        if other.low != other.high {
            return Ok(());
        }
        let low = range.low + i128::from(range.low == other.low);
        let high = range.high - i128::from(range.high == other.low);
        self.tighten(pool, term, Interval::new(low, high), 0)
    }

    /// The value of `term` is in `interval`, and so are those of the parts it determines.
    fn tighten(&mut self, pool: &TermPool, term: Term, interval: Interval, depth: u32) -> Step {
        let current = self.interval(pool, term);
        // Bounds of mathematical integers beyond the representable ones say less, not more.
        let interval = if pool.sort(term) == Sort::Int { interval.within(Sort::Int) } else { interval };
        let new = current.intersect(interval);
        if new.is_empty() {
            return Err(Contradiction);
        }
        if new == current || pool.as_const(term).is_some() {
            return Ok(());
        }
        self.bounds.insert(term, new);
        self.changed = true;
        if depth >= DEPTH {
            return Ok(());
        }
        let node = pool.node(term);
        let all = interval_of_sort(node.sort);
        match (node.op, node.args()) {
            (Op::Add, &[x, constant]) if node.sort != Sort::Int => {
                let Some(constant) = pool.as_const(constant).and_then(|value| value.as_signed()) else { return Ok(()) };
                let range = self.interval(pool, x);
                // Without overflow the sum determines x.
                if range.low.saturating_add(constant) >= all.low && range.high.saturating_add(constant) <= all.high {
                    return self.tighten(pool, x, Interval::new(new.low - constant, new.high - constant), depth + 1);
                }
                Ok(())
            }
            (Op::SignExtend(_), &[x]) => self.tighten(pool, x, new, depth + 1),
            (Op::ZeroExtend(_), &[x]) => {
                let half = interval_of_sort(pool.sort(x)).high;
                if new.high <= half { self.tighten(pool, x, new, depth + 1) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// The value of a boolean term, if it is known.
    fn value(&self, pool: &TermPool, term: Term) -> Option<bool> {
        if let Some(&value) = self.truth.get(&term) {
            return Some(value);
        }
        let node = pool.node(term);
        match (node.op, node.args()) {
            (Op::Const(_), _) => Some(pool.is_true(term)),
            (Op::Not, &[inner]) => self.value(pool, inner).map(|value| !value),
            (Op::Lt, &[a, b]) => {
                let (a, b) = (self.interval(pool, a), self.interval(pool, b));
                if a.high < b.low { Some(true) } else { (a.low >= b.high).then_some(false) }
            }
            (Op::Le, &[a, b]) => {
                let (a, b) = (self.interval(pool, a), self.interval(pool, b));
                if a.high <= b.low { Some(true) } else { (a.low > b.high).then_some(false) }
            }
            (Op::Eq, &[a, b]) if matches!(pool.sort(a), Sort::BitVec(_)) => {
                let (a, b) = (self.interval(pool, a), self.interval(pool, b));
                if a.intersect(b).is_empty() {
                    return Some(false);
                }
                (a.low == a.high && a == b).then_some(true)
            }
            _ => None,
        }
    }

    /// A false conjunction with all parts but one known to be true makes that one false.
    fn propagate_disjunctions(&mut self, pool: &TermPool) -> Step {
        let mut parts = Vec::with_capacity(DISJUNCTS);
        let mut position = 0;
        while position < self.false_conjunctions.len() {
            parts.clear();
            let done = if pool.conjuncts(self.false_conjunctions[position], DISJUNCTS, &mut parts) {
                let mut open = None;
                let mut undecided = 0;
                let mut satisfied = false;
                for &part in &parts {
                    match self.value(pool, part) {
                        Some(false) => satisfied = true,
                        Some(true) => {}
                        None => {
                            undecided += 1;
                            open = Some(part);
                        }
                    }
                }
                match (satisfied, undecided, open) {
                    (true, _, _) => true,
                    (false, 0, _) => return Err(Contradiction),
                    (false, 1, Some(part)) => {
                        self.assume(pool, part, false, true)?;
                        true
                    }
                    _ => false,
                }
            } else {
                true
            };
            if done {
                self.false_conjunctions.swap_remove(position);
            } else {
                position += 1;
            }
        }
        Ok(())
    }

    /// A model of a query that only compares symbols, and was not refuted: their places in one of their orders.
    fn order(&self, pool: &TermPool) -> Option<Model> {
        if self.says_more
            || self.relations.iter().any(|fact| matches!(fact.relation, Relation::Below | Relation::BelowOrSame))
        {
            return None;
        }
        let graph = self.graph(pool);
        let groups = graph.groups()?;
        let mut model = Model::new();
        for (term, place) in groups.places() {
            let Op::Symbol(symbol) = pool.node(term).op else { return None };
            let value = match pool.sort(term) {
                Sort::Int => Const::Int(place as i128),
                Sort::BitVec(width) if (place as i128) <= interval_of_sort(pool.sort(term)).high => {
                    Const::BitVec { width, bits: place as u64 }
                }
                _ => return None,
            };
            model.set(symbol, value);
        }
        Some(model)
    }

    /// The signed order of what is compared.
    fn graph(&self, pool: &TermPool) -> OrderGraph {
        let mut graph = OrderGraph::default();
        for fact in &self.relations {
            // Constants are the intervals' business.
            if pool.as_const(fact.a).is_some() || pool.as_const(fact.b).is_some() {
                continue;
            }
            match fact.relation {
                Relation::Less => graph.add(fact.a, fact.b, true),
                Relation::AtMost => graph.add(fact.a, fact.b, false),
                Relation::Equal => {
                    graph.add(fact.a, fact.b, false);
                    graph.add(fact.b, fact.a, false);
                }
                Relation::Different => {
                    graph.add(fact.a, fact.a, false);
                    graph.add(fact.b, fact.b, false);
                }
                Relation::Below | Relation::BelowOrSame => {}
            }
        }
        graph
    }

    /// Looks for a chain `a < … <= a`, and for terms that must be equal and must not.
    fn check_order(&self, pool: &TermPool) -> Step {
        let is_order = |fact: &Fact| !matches!(fact.relation, Relation::Below | Relation::BelowOrSame);
        if !self.relations.iter().any(|fact| fact.from_goal && is_order(fact)) {
            return Ok(());
        }
        let mut graph = self.graph(pool);
        for term in graph.terms() {
            if let Some((x, constant)) = pool.binary(Op::Add, term)
                && let Some(constant) = pool.as_const(constant).and_then(|value| value.as_signed())
            {
                let (range, all) = (self.interval(pool, x), interval_of_sort(pool.sort(x)));
                let exact = pool.sort(x) == Sort::Int
                    || (range.low.saturating_add(constant) >= all.low
                        && range.high.saturating_add(constant) <= all.high);
                if exact && constant > 0 {
                    graph.add(x, term, true);
                } else if exact && constant < 0 {
                    graph.add(term, x, true);
                }
            }
        }
        let Some(groups) = graph.groups() else { return Err(Contradiction) };
        let is_refuted = |fact: &Fact| matches!(fact.relation, Relation::Different) && groups.are_equal(fact.a, fact.b);
        match self.relations.iter().any(is_refuted) {
            true => Err(Contradiction),
            false => Ok(()),
        }
    }
}

/// Whether a term is a symbol whose values are in signed order.
fn is_ordered_symbol(pool: &TermPool, term: Term) -> bool {
    matches!(pool.node(term).op, Op::Symbol(_)) && matches!(pool.sort(term), Sort::BitVec(_) | Sort::Int)
}
