//! What a path leaves of symbols with few values.
//!
//! Some symbols are small numbers by construction: which location a reference is, which class an object has. A set of the
//! values that are left, kept along the path, decides most conditions on them by looking: that is thousands of times
//! cheaper than a solver, and it is what keeps guards small. While all symbols together have few assignments, these are kept
//! one by one ([`rows`]), and whatever is about tracked symbols alone is decided. Beyond that a set of values is kept for each
//! symbol and propagated through conjunctions and disjunctions; what takes a case distinction is left to the solver then, so
//! "undecided" says nothing.

mod rows;
mod search;
mod table;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub use search::Found;

use rows::Rows;

use crate::eval::evaluate;
use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

/// Values at and above this are not tracked.
pub const LIMIT: u32 = 128;
/// How many nodes of a term are looked at before it counts as undecided.
const BUDGET: u32 = 400;
/// How deep a term is rebuilt.
const DEPTH: u32 = 64;

/// The values left for each declared symbol. Cheap to clone: forks of a path share it until one learns something.
#[derive(Clone, Debug)]
pub struct Domains {
    /// Every assignment left, if they are few; then the two fields below are empty.
    rows: Option<Rows>,
    /// Sorted by symbol; bit `v` says that the value `v` is left.
    values: Rc<Vec<(Term, u128)>>,
    /// Disjunctions that may still exclude something, each as the conjunction that is false.
    open: Rc<Vec<Term>>,
    /// Shared by all paths: they ask the same of the same values.
    normal_forms: Rc<RefCell<NormalForms>>,
}

/// Normal forms of conditions, by the values left for their symbols (none where a symbol is not tracked).
type NormalForms = FxHashMap<(Term, SmallVec<[u128; 4]>), Term>;

/// Normal forms are forgotten when there are more than this.
const NORMAL_FORMS: usize = 100_000;

/// No value is left for some symbol, or a condition cannot hold: the path is infeasible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// A symbol to be tracked.
pub struct NewSymbol<'a> {
    pub symbol: Term,
    /// Its values, below [`LIMIT`], each with the condition under which it can have it.
    pub values: &'a [(u32, Term)],
    /// Where the symbol counts: nothing depends on its value elsewhere.
    pub counts: Term,
    /// What `values` says as one condition.
    pub constraint: Term,
}

impl Default for Domains {
    fn default() -> Domains {
        Domains { rows: Some(Rows::default()), ..Domains::of_values(Vec::new()) }
    }
}

impl Domains {
    pub fn new() -> Domains {
        Domains::default()
    }

    /// These values, sorted by symbol, and nothing assumed.
    fn of_values(values: Vec<(Term, u128)>) -> Domains {
        Domains { rows: None, values: Rc::new(values), open: Rc::default(), normal_forms: Rc::default() }
    }

    /// Track a symbol that nothing speaks of yet, on a path with these conjuncts.
    pub fn declare(&mut self, pool: &TermPool, new: &NewSymbol<'_>, path: &[Term]) -> Result<(), Contradiction> {
        if let Some(rows) = &self.rows {
            if let Some(more) = rows.with_symbol(pool, new) {
                self.rows = Some(more);
                return Ok(());
            }
            // Too many to be kept one by one.
            let mut values: Vec<(Term, u128)> = rows.declared().collect();
            values.sort_unstable_by_key(|entry| entry.0);
            (self.rows, self.values) = (None, Rc::new(values));
            for &conjunct in path {
                // Only a path that is infeasible can meet a contradiction, and of that anything may be said.
                let _ = self.assume(pool, conjunct);
            }
        }
        self.track(new.symbol, new.values.iter().fold(0, |values, (value, _)| values | 1 << value));
        self.assume(pool, new.constraint)
    }

    fn track(&mut self, symbol: Term, values: u128) {
        let entries = Rc::make_mut(&mut self.values);
        match entries.binary_search_by_key(&symbol, |entry| entry.0) {
            Ok(position) => entries[position].1 &= values,
            Err(position) => entries.insert(position, (symbol, values)),
        }
    }

    /// The values left for a symbol; `None` if it is not tracked.
    pub fn values(&self, symbol: Term) -> Option<u128> {
        if let Some(rows) = &self.rows {
            return rows.values(symbol);
        }
        let position = self.values.binary_search_by_key(&symbol, |entry| entry.0).ok()?;
        Some(self.values[position].1)
    }

    /// The same symbols, each with the one value that a model gives it.
    pub fn of_model(&self, pool: &TermPool, model: &Model) -> Domains {
        let value = |symbol: Term| match evaluate(pool, model, symbol) {
            Some(Const::BitVec { bits, .. }) if bits < u64::from(LIMIT) => 1 << bits,
            _ => 0,
        };
        let mut symbols: Vec<Term> = match &self.rows {
            Some(rows) => rows.declared().map(|(symbol, _)| symbol).collect(),
            None => self.values.iter().map(|(symbol, _)| *symbol).collect(),
        };
        symbols.sort_unstable();
        let values = symbols.into_iter().map(|symbol| (symbol, value(symbol))).filter(|(_, value)| *value != 0);
        Domains::of_values(values.collect())
    }

    /// Learn that a condition holds, and whatever follows from that by looking.
    pub fn assume(&mut self, pool: &TermPool, condition: Term) -> Result<(), Contradiction> {
        if let Some(rows) = &mut self.rows {
            return rows.assume(pool, condition);
        }
        if self.values.is_empty() {
            return Ok(());
        }
        let mut opened = Vec::new();
        let changed = self.learn(pool, condition, true, &mut opened)?;
        if !opened.is_empty() {
            Rc::make_mut(&mut self.open).append(&mut opened);
        }
        self.propagate(pool, changed)
    }

    /// Look at the open disjunctions with `changed` symbols again, for as long as that excludes something.
    fn propagate(&mut self, pool: &TermPool, mut changed: u64) -> Result<(), Contradiction> {
        while self.open.iter().any(|&conjunction| pool.symbol_mask(conjunction) & changed != 0) {
            let open = self.open.clone();
            let mut kept = Vec::with_capacity(open.len());
            let mut newly = 0;
            for &conjunction in open.iter() {
                if pool.symbol_mask(conjunction) & (changed | newly) == 0 {
                    kept.push(conjunction);
                } else {
                    newly |= self.learn(pool, conjunction, false, &mut kept)?;
                }
            }
            changed = newly;
            if kept != *open {
                self.open = Rc::new(kept);
            }
        }
        Ok(())
    }

    /// The symbols of which something was excluded that was possible before, as a mask. Disjunctions that may exclude
    /// something later go to `open`.
    fn learn(&mut self, pool: &TermPool, term: Term, truth: bool, open: &mut Vec<Term>) -> Result<u64, Contradiction> {
        let node = pool.node(term);
        match (node.op, node.args()) {
            (Op::Const(_), _) => {
                if pool.is_true(term) == truth {
                    Ok(0)
                } else {
                    Err(Contradiction)
                }
            }
            (Op::Not, &[inner]) => self.learn(pool, inner, !truth, open),
            (Op::And, &[left, right]) if truth => {
                Ok(self.learn(pool, left, true, open)? | self.learn(pool, right, true, open)?)
            }
            (Op::And, _) => {
                // Some part is false: if only one can be, it is.
                let mut candidate = None;
                let mut stack = vec![term];
                while let Some(part) = stack.pop() {
                    if let Some((left, right)) = pool.binary(Op::And, part) {
                        stack.extend([left, right]);
                        continue;
                    }
                    match self.evaluate(pool, part) {
                        Some(false) => return Ok(0),
                        Some(true) => {}
                        None if candidate.is_some() => {
                            if self.mentions(pool, term) {
                                open.push(term);
                            }
                            return Ok(0);
                        }
                        None => candidate = Some(part),
                    }
                }
                match candidate {
                    Some(part) => self.learn(pool, part, false, open),
                    None => Err(Contradiction),
                }
            }
            (Op::Eq, &[symbol, value]) => {
                let Some(Const::BitVec { bits, .. }) = pool.as_const(value) else { return Ok(0) };
                let Ok(position) = self.values.binary_search_by_key(&symbol, |entry| entry.0) else { return Ok(0) };
                let is_value = if bits < u64::from(LIMIT) { 1u128 << bits } else { 0 };
                self.restrict(pool, position, if truth { is_value } else { !is_value })
            }
            _ => Ok(0),
        }
    }

    /// Only these values are left for the symbol at a position. The symbol as a mask, if that excludes anything.
    fn restrict(&mut self, pool: &TermPool, position: usize, values: u128) -> Result<u64, Contradiction> {
        let (symbol, before) = self.values[position];
        let after = before & values;
        if after == 0 {
            return Err(Contradiction);
        }
        if after == before {
            return Ok(0);
        }
        Rc::make_mut(&mut self.values)[position].1 = after;
        Ok(pool.symbol_mask(symbol))
    }

    /// Whether a condition is about tracked symbols alone, so that looking for a model may decide it.
    pub fn tracks(&self, pool: &TermPool, condition: Term) -> bool {
        if let Some(rows) = &self.rows {
            return rows.tells(pool, condition);
        }
        !self.values.is_empty()
            && pool.symbols_of(condition).iter().all(|symbol| self.values(pool.symbol_term(*symbol)).is_some())
    }

    fn is_empty(&self) -> bool {
        self.rows.as_ref().map_or(self.values.is_empty(), Rows::is_empty)
    }

    fn mentions(&self, pool: &TermPool, term: Term) -> bool {
        pool.symbols_of(term).iter().any(|symbol| self.values(pool.symbol_term(*symbol)).is_some())
    }

    /// Whether a condition holds wherever the values left are, or nowhere; `None` if looking does not tell.
    pub fn evaluate(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        if let Some(rows) = &self.rows {
            return rows.evaluate(pool, condition);
        }
        self.evaluate_within(pool, condition, &mut BUDGET.clone())
    }

    /// Whether a condition is possible on the path, given that the path is; `None` if looking does not tell.
    pub fn is_possible(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        match &self.rows {
            Some(rows) => rows.is_possible(pool, condition),
            None => self.evaluate(pool, condition),
        }
    }

    fn evaluate_within(&self, pool: &TermPool, condition: Term, budget: &mut u32) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        let node = pool.node(condition);
        match (node.op, node.args()) {
            (Op::Const(_), _) => Some(pool.is_true(condition)),
            (Op::Not, &[inner]) => self.evaluate_within(pool, inner, budget).map(|value| !value),
            (Op::And, &[left, right]) => match self.evaluate_within(pool, left, budget) {
                Some(false) => Some(false),
                Some(true) => self.evaluate_within(pool, right, budget),
                None => match self.evaluate_within(pool, right, budget) {
                    Some(false) => Some(false),
                    _ => None,
                },
            },
            (Op::Eq, &[symbol, value]) => {
                let left = self.values(symbol)?;
                let Some(Const::BitVec { bits, .. }) = pool.as_const(value) else { return None };
                let is_value = if bits < u64::from(LIMIT) { 1u128 << bits } else { 0 };
                if left & is_value == 0 { Some(false) } else { (left == is_value).then_some(true) }
            }
            (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => {
                match self.evaluate_within(pool, choice, budget) {
                    Some(true) => self.evaluate_within(pool, then, budget),
                    Some(false) => self.evaluate_within(pool, otherwise, budget),
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// A condition in normal form, if it is about few tracked symbols only, and as it is otherwise. Two conditions
    /// that agree wherever the values left are have the same normal form: guards that are composed over and over, as
    /// along a cyclic list, do not grow.
    pub fn normalize(&self, pool: &mut TermPool, condition: Term) -> Term {
        if let Some(rows) = &self.rows {
            return rows.normalize(pool, condition);
        }
        let node = pool.node(condition);
        let is_literal = match node.op {
            Op::Const(_) | Op::Eq => true,
            Op::Not => matches!(pool.node(node.args()[0]).op, Op::Eq),
            _ => false,
        };
        if is_literal {
            return match self.evaluate(pool, condition) {
                Some(known) => pool.bool_const(known),
                None => condition,
            };
        }
        let symbols = pool.symbols_of(condition);
        let values = symbols.iter().map(|symbol| self.values(pool.symbol_term(*symbol)).unwrap_or(0));
        let key = (condition, values.collect());
        if let Some(known) = self.normal_forms.borrow().get(&key) {
            return *known;
        }
        let normal = match table::normal_form(self, pool, condition) {
            Some(normal) => normal,
            None => match self.evaluate(pool, condition) {
                Some(known) => pool.bool_const(known),
                None => condition,
            },
        };
        let mut normal_forms = self.normal_forms.borrow_mut();
        if normal_forms.len() >= NORMAL_FORMS {
            normal_forms.clear();
        }
        normal_forms.insert(key, normal);
        normal
    }

    /// A condition that is to be part of another one: true or false if looking tells, and otherwise no larger than need be for
    /// [`Domains::normalize`] of the whole.
    pub fn reduce(&self, pool: &mut TermPool, condition: Term) -> Term {
        match &self.rows {
            // The form of a part leaves no trace in that of the whole.
            Some(rows) => rows.evaluate(pool, condition).map_or(condition, |known| pool.bool_const(known)),
            None => self.normalize(pool, condition),
        }
    }

    /// The term without the parts that are decided.
    pub fn simplify(&self, pool: &mut TermPool, term: Term) -> Term {
        if self.is_empty() || !self.mentions(pool, term) {
            return term;
        }
        let mut done = FxHashMap::default();
        self.rebuild(pool, term, DEPTH, &mut done)
    }

    fn rebuild(&self, pool: &mut TermPool, term: Term, depth: u32, done: &mut FxHashMap<Term, Term>) -> Term {
        let node = *pool.node(term);
        if node.args().is_empty() {
            return match self.values(term) {
                Some(values) if values.count_ones() == 1 => match node.sort {
                    Sort::BitVec(width) => pool.bv(width, u64::from(values.trailing_zeros())),
                    _ => term,
                },
                _ => term,
            };
        }
        if depth == 0 || !self.mentions(pool, term) {
            return term;
        }
        if let Some(known) = done.get(&term) {
            return *known;
        }
        let result = match (node.op, node.args()) {
            (Op::Eq, _) if self.evaluate(pool, term).is_some() => {
                let value = self.evaluate(pool, term) == Some(true);
                pool.bool_const(value)
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.rebuild(pool, condition, depth - 1, done);
                if pool.is_true(condition) {
                    self.rebuild(pool, then, depth - 1, done)
                } else if pool.is_false(condition) {
                    self.rebuild(pool, otherwise, depth - 1, done)
                } else {
                    let then = self.rebuild(pool, then, depth - 1, done);
                    let otherwise = self.rebuild(pool, otherwise, depth - 1, done);
                    pool.ite(condition, then, otherwise)
                }
            }
            (op, arguments) => {
                let mut rebuilt = [term; 3];
                for (place, argument) in rebuilt.iter_mut().zip(arguments) {
                    *place = self.rebuild(pool, *argument, depth - 1, done);
                }
                pool.build(op, &rebuilt[..arguments.len()])
            }
        };
        done.insert(term, result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small deterministic generator: the tests must not depend on a seed from outside.
    pub(super) struct Random(pub(super) u64);

    impl Random {
        pub(super) fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % limit
        }
    }

    pub(super) const SYMBOLS: usize = 3;
    pub(super) const VALUES: u64 = 4;

    /// Nothing tracked; `by_values`: as if there had been too many assignments to keep them one by one.
    pub(super) fn empty(by_values: bool) -> Domains {
        if by_values { Domains::of_values(Vec::new()) } else { Domains::new() }
    }

    /// Track a symbol that has one of the values whose bits are set.
    pub(super) fn declare(pool: &mut TermPool, domains: &mut Domains, symbol: Term, values: u128) {
        let always = pool.tru();
        let numbers: Vec<(u32, Term)> = table::values_of(values).map(|value| (value as u32, always)).collect();
        let new = NewSymbol { symbol, values: &numbers, counts: always, constraint: always };
        domains.declare(pool, &new, &[]).expect("a new symbol can have any value");
    }

    pub(super) fn formula(pool: &mut TermPool, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
        if depth == 0 || random.below(4) == 0 {
            let symbol = symbols[random.below(SYMBOLS as u64) as usize];
            let value = pool.bv(8, random.below(VALUES));
            return pool.eq(symbol, value);
        }
        let left = formula(pool, random, symbols, depth - 1);
        let right = formula(pool, random, symbols, depth - 1);
        match random.below(4) {
            0 => pool.and(left, right),
            1 => pool.or(left, right),
            2 => pool.implies(left, right),
            _ => pool.not(left),
        }
    }

    pub(super) fn models(pool: &mut TermPool, symbols: &[Term]) -> Vec<Model> {
        let mut models = Vec::new();
        for number in 0..VALUES.pow(SYMBOLS as u32) {
            let mut model = Model::new();
            let mut rest = number;
            for symbol in symbols {
                let Op::Symbol(id) = pool.node(*symbol).op else { panic!("a symbol") };
                model.set(id, Const::bv(8, rest % VALUES));
                rest /= VALUES;
            }
            models.push(model);
        }
        models
    }

    /// Whatever is decided agrees with the enumeration of all values.
    #[test]
    fn decisions_agree_with_enumeration() {
        let mut random = Random(7);
        let mut decided = 0;
        for round in 0..2_000 {
            let mut pool = TermPool::new();
            let symbols: Vec<Term> = (0..SYMBOLS).map(|n| pool.symbol(&format!("s{n}"), Sort::BitVec(8))).collect();
            let mut domains = empty(round % 2 == 0);
            for symbol in &symbols {
                declare(&mut pool, &mut domains, *symbol, 0b1111);
            }
            let all = models(&mut pool, &symbols);
            let holds =
                |pool: &TermPool, model: &Model, term: Term| evaluate(pool, model, term) == Some(Const::Bool(true));
            let mut left: Vec<&Model> = all.iter().collect();
            for _ in 0..3 {
                let condition = formula(&mut pool, &mut random, &symbols, 3);
                left.retain(|model| holds(&pool, model, condition));
                if domains.assume(&pool, condition).is_err() {
                    assert!(left.is_empty(), "a contradiction was found where {} models are left", left.len());
                    break;
                }
                let question = formula(&mut pool, &mut random, &symbols, 3);
                if let Some(answer) = domains.evaluate(&pool, question) {
                    decided += 1;
                    assert!(left.iter().all(|model| holds(&pool, model, question) == answer));
                }
                let simpler = domains.simplify(&mut pool, question);
                assert!(left.iter().all(|model| holds(&pool, model, question) == holds(&pool, model, simpler)));
                let normal = domains.normalize(&mut pool, question);
                assert!(left.iter().all(|model| holds(&pool, model, question) == holds(&pool, model, normal)));
                // The other way round: what has the same values has the same form. If every assignment is known, that goes
                // by those which are left, and nothing is undecided.
                let is_exact = domains.rows.is_some();
                if is_exact {
                    let found: Vec<bool> = left.iter().map(|model| holds(&pool, model, question)).collect();
                    let answer = found.iter().all(|value| *value == found[0]).then_some(found[0]);
                    assert_eq!(domains.evaluate(&pool, question), answer);
                    assert_eq!(domains.is_possible(&pool, question), Some(found.contains(&true)));
                }
                let within = |model: &&Model| match is_exact {
                    true => left.iter().any(|other| other == model),
                    false => symbols.iter().all(|symbol| match evaluate(&pool, model, *symbol) {
                        Some(Const::BitVec { bits, .. }) => domains.values(*symbol).unwrap_or(0) >> bits & 1 == 1,
                        _ => false,
                    }),
                };
                let inside: Vec<&Model> = all.iter().filter(within).collect();
                let values: Vec<bool> = inside.iter().map(|model| holds(&pool, model, normal)).collect();
                if values.iter().all(|value| *value) || !values.iter().any(|value| *value) {
                    assert!(pool.as_const(normal).is_some(), "a condition without a choice is a constant");
                }
                let other = formula(&mut pool, &mut random, &symbols, 3);
                let other_normal = domains.normalize(&mut pool, other);
                let same = inside.iter().all(|model| holds(&pool, model, normal) == holds(&pool, model, other_normal));
                let is_literal = |term: Term| rows::is_literal(&pool, term);
                if is_exact && (is_literal(normal) || is_literal(other_normal)) {
                    assert!(same || normal != other_normal, "literals stay as they are");
                } else {
                    assert_eq!(same, normal == other_normal);
                }
            }
        }
        assert!(decided > 500, "only {decided} questions were decided");
    }

    #[test]
    fn a_disjunction_with_one_part_left_is_that_part() {
        let mut pool = TermPool::new();
        let (a, b) = (pool.symbol("a", Sort::BitVec(8)), pool.symbol("b", Sort::BitVec(8)));
        let mut domains = empty(true);
        declare(&mut pool, &mut domains, a, 0b111);
        declare(&mut pool, &mut domains, b, 0b11);
        let (one, two) = (pool.bv(8, 1), pool.bv(8, 2));
        let (a_is_two, b_is_one) = (pool.eq(a, two), pool.eq(b, one));
        let either = pool.or(a_is_two, b_is_one);
        domains.assume(&pool, either).expect("possible");
        assert_eq!(domains.values(b), Some(0b11));
        let not_two = pool.not(a_is_two);
        domains.assume(&pool, not_two).expect("possible");
        assert_eq!((domains.values(a), domains.values(b)), (Some(0b011), Some(0b10)));
        assert_eq!(domains.assume(&pool, a_is_two), Err(Contradiction));
    }
}
