//! What a path leaves of symbols with few values.
//!
//! Some symbols are small numbers by construction: which location a reference is, which class an object has. What the path
//! leaves of them, kept along it, decides most conditions on them by looking: that is thousands of times cheaper than a
//! solver, and it is what keeps guards small. While the symbols together have few assignments, these are kept one by one
//! ([`rows`]), and whatever is about tracked symbols alone is decided. Beyond that it is the values of each symbol
//! ([`values`]); what takes a case distinction is left to the solver then, so "undecided" says nothing.

mod decided;
mod order;
mod rows;
mod search;
mod settle;
mod table;
mod values;

use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use decided::Decided;
pub use search::DomainAnswer;

use order::Order;
use rows::Rows;
use values::Values;

use crate::eval::evaluate;
use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

/// Values at and above this are not tracked.
pub const LIMIT: u32 = 128;
/// How deep a term is rebuilt.
const DEPTH: u32 = 64;

/// What is left for the declared symbols. Cheap to clone: forks of a path share it until one learns something.
#[derive(Clone, Debug)]
pub struct Domains {
    left: Left,
    /// What the path says of the order of numbers; nothing is kept of it before the first symbol is tracked.
    order: Option<Rc<Order>>,
    /// Conditions that say something of numbers and that nobody has asked about yet.
    noted: Vec<Term>,
    /// Whether a condition was assumed that mixes tracked symbols with others.
    is_mixed: bool,
}

#[derive(Clone, Debug)]
enum Left {
    Rows(Rows),
    Values(Values),
}

/// No value is left for some symbol, or a condition cannot hold: the path is infeasible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impossible;

/// What an assumption told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learnt {
    /// It was known.
    Nothing,
    /// All that it says is known from here on.
    All,
    /// It mixes tracked symbols with others.
    Some,
    /// It is about other symbols.
    OfOthers,
}

/// What looking tells of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    Known(bool),
    /// The values left decide it, some so and some otherwise.
    Open,
    Unclear,
}

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
        Domains { left: Left::Rows(Rows::default()), order: None, noted: Vec::new(), is_mixed: false }
    }
}

impl Left {
    /// Whether a condition holds wherever the values left are, or nowhere; `None` if looking does not tell.
    fn evaluate(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        match self {
            Left::Rows(rows) => rows.evaluate(pool, condition),
            Left::Values(values) => values.evaluate(pool, condition),
        }
    }

    /// The values left for a symbol; `None` if it is not tracked.
    fn values(&self, symbol: Term) -> Option<u128> {
        match self {
            Left::Rows(rows) => rows.values(symbol),
            Left::Values(values) => values.values(symbol),
        }
    }

    fn tracks_symbol(&self, symbol: Term) -> bool {
        match self {
            Left::Rows(rows) => rows.tracks_symbol(symbol),
            Left::Values(values) => values.values(symbol).is_some(),
        }
    }

    fn mentions(&self, pool: &TermPool, term: Term) -> bool {
        pool.symbols_of(term).iter().any(|symbol| self.tracks_symbol(pool.symbol_term(*symbol)))
    }
}

impl Domains {
    pub fn new() -> Domains {
        Domains::default()
    }

    /// Track a symbol that nothing speaks of yet, on a path with these conjuncts, which have a model.
    pub fn declare(&mut self, pool: &TermPool, new: &NewSymbol<'_>, path: &[Term]) -> Result<(), Impossible> {
        if self.order.is_none() {
            self.order = Some(Rc::default());
            self.noted = path.to_vec();
        }
        if let Left::Rows(rows) = &mut self.left {
            rows.forget_settled(pool);
            self.left = match rows.with_symbol(pool, new) {
                Some(more) => {
                    self.left = Left::Rows(more);
                    return Ok(());
                }
                // Too many to be kept one by one.
                None => Left::Values(Values::new(rows.declared().collect(), rows.normal_forms_of_values())),
            };
            if let Left::Values(values) = &mut self.left {
                for &conjunct in path {
                    // Only a path that is infeasible can meet a contradiction, and of that anything may be said.
                    let _ = values.assume(pool, conjunct);
                }
            }
        }
        if let Left::Values(values) = &mut self.left {
            values.track(new.symbol, new.values.iter().fold(0, |values, (value, _)| values | 1 << value));
            values.assume(pool, new.constraint)?;
        }
        Ok(())
    }

    /// The values left for a symbol; `None` if it is not tracked.
    pub fn values(&self, symbol: Term) -> Option<u128> {
        self.left.values(symbol)
    }

    /// The same symbols, each with the one value that a model gives it.
    pub fn of_model(&self, pool: &TermPool, model: &Model) -> Domains {
        let value = |symbol: Term| match evaluate(pool, model, symbol) {
            Some(Const::BitVec { bits, .. }) if bits < u64::from(LIMIT) => 1 << bits,
            _ => 0,
        };
        let symbols: Vec<(Term, u128)> = match &self.left {
            Left::Rows(rows) => rows.declared().collect(),
            Left::Values(values) => values.left.to_vec(),
        };
        let values = symbols.into_iter().map(|(symbol, _)| (symbol, value(symbol))).filter(|(_, value)| *value != 0);
        let left = Left::Values(Values::new(values.collect(), Rc::default()));
        Domains { left, order: None, noted: Vec::new(), is_mixed: false }
    }

    /// Learn that a condition holds, and whatever follows from that by looking.
    pub fn assume(&mut self, pool: &TermPool, condition: Term) -> Result<Learnt, Impossible> {
        let learnt = match &mut self.left {
            Left::Rows(rows) => rows.assume(pool, condition)?,
            Left::Values(values) => {
                let is_known = values.evaluate(pool, condition) == Some(true);
                values.assume(pool, condition)?;
                match values.tracks(pool, condition) {
                    true if is_known => Learnt::Nothing,
                    true => Learnt::All,
                    false => Learnt::Some,
                }
            }
        };
        if matches!(learnt, Learnt::Some | Learnt::OfOthers) {
            self.is_mixed |= learnt == Learnt::Some;
            self.note(condition);
        }
        Ok(learnt)
    }

    /// Learn that a condition on other symbols holds.
    pub fn note(&mut self, condition: Term) {
        if self.order.is_some() {
            self.noted.push(condition);
        }
    }

    /// Whether a condition is about tracked symbols alone, so that looking for a model may decide it.
    pub fn tracks(&self, pool: &TermPool, condition: Term) -> bool {
        match &self.left {
            Left::Rows(rows) => rows.tells(pool, condition),
            Left::Values(values) => values.tracks(pool, condition),
        }
    }

    /// Whether a condition holds wherever the values left are, or nowhere; `None` if looking does not tell.
    pub fn evaluate(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        self.left.evaluate(pool, condition)
    }

    /// What looking tells of a condition.
    pub fn judge(&self, pool: &TermPool, condition: Term) -> Judgement {
        match &self.left {
            Left::Rows(rows) => rows.judge(pool, condition),
            Left::Values(values) => values.evaluate(pool, condition).map_or(Judgement::Unclear, Judgement::Known),
        }
    }

    /// Whether a condition is possible on the path, given that the path is; `None` if looking does not tell.
    pub fn is_possible(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        match &self.left {
            Left::Rows(rows) => rows.is_possible(pool, condition),
            Left::Values(values) => values.evaluate(pool, condition),
        }
    }

    /// A condition in normal form, if it is about few tracked symbols only, and as it is otherwise. Two conditions
    /// that agree wherever the values left are have the same normal form: guards that are composed over and over, as
    /// along a cyclic list, do not grow.
    pub fn normalize(&self, pool: &mut TermPool, condition: Term) -> Term {
        match &self.left {
            Left::Rows(rows) => rows.normalize(pool, condition),
            Left::Values(values) => values.normalize(pool, condition),
        }
    }

    /// A condition that is to be part of another one: true or false if looking tells, and otherwise no larger than need be for
    /// [`Domains::normalize`] of the whole.
    pub fn reduce(&self, pool: &mut TermPool, condition: Term) -> Term {
        match &self.left {
            // The form of a part leaves no trace in that of the whole.
            Left::Rows(rows) => rows.evaluate(pool, condition).map_or(condition, |known| pool.bool_const(known)),
            Left::Values(values) => values.normalize(pool, condition),
        }
    }

    fn mentions(&self, pool: &TermPool, term: Term) -> bool {
        pool.symbols_of(term).iter().any(|symbol| self.values(pool.symbol_term(*symbol)).is_some())
    }

    /// The term without the parts that are decided.
    pub fn simplify(&self, pool: &mut TermPool, term: Term) -> Term {
        if !self.mentions(pool, term) {
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
        let left = if by_values { Left::Values(Values::new(Vec::new(), Rc::default())) } else { Domains::new().left };
        Domains { left, ..Domains::new() }
    }

    /// Track a symbol that has one of the values whose bits are set.
    pub(super) fn declare(pool: &mut TermPool, domains: &mut Domains, symbol: Term, values: u128) {
        declare_on(pool, domains, symbol, values, &[]);
    }

    /// The same, on a path with these conjuncts.
    pub(super) fn declare_on(pool: &mut TermPool, domains: &mut Domains, symbol: Term, values: u128, path: &[Term]) {
        let always = pool.always();
        let numbers: Vec<(u32, Term)> = table::values_of(values).map(|value| (value as u32, always)).collect();
        let new = NewSymbol { symbol, values: &numbers, counts: always, constraint: always };
        domains.declare(pool, &new, path).expect("a new symbol can have any value");
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
                let is_exact = matches!(domains.left, Left::Rows(_));
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
                let is_small = |term: Term| rows::is_small(&pool, term);
                if is_exact && (is_small(normal) || is_small(other_normal)) {
                    assert!(same || normal != other_normal, "small conditions stay as they are");
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
        assert_eq!(domains.assume(&pool, a_is_two), Err(Impossible));
    }
}
