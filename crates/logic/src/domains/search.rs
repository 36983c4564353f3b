//! Models of conditions on tracked symbols, found by trying the values that are left.
//!
//! The nearest assignment to a model at hand mostly is a model, too. Where it is not, the values of one symbol of a conjunct
//! that fails are tried one by one, each with all that follows from it. For the small numbers that references and classes
//! are, this is a hundred times cheaper than circuits.

use std::rc::Rc;

use super::values::{Values, Work};
use super::{Domains, Left};
use crate::eval::evaluate;
use crate::model::Model;
use crate::pool::{TermPool, symbol_bit};
use crate::term::{Const, Op, Sort, SymbolId, Term};

/// How many assignments are looked at before the search gives up.
const BUDGET: u32 = 100;

/// What it may spend on finding out what follows from trying a value. Where guards are large a solver is faster.
const WORK: u32 = 20_000;

/// What a search found.
#[derive(Clone, Debug)]
pub enum DomainAnswer {
    /// Path and goal have this model.
    Model(Rc<Model>),
    /// They have none.
    Nothing,
    Undecided,
}

impl Domains {
    /// A model of path and goal that differs from `witness`, a model of the path, in tracked symbols only. These domains must
    /// have assumed the path and the goal.
    pub fn find_model(&self, pool: &TermPool, path: &[Term], goal: &[Term], witness: &Rc<Model>) -> DomainAnswer {
        match &self.left {
            Left::Rows(rows) => rows.model(pool, witness),
            Left::Values(values) => Search::new(pool, path, goal, witness).find(values),
        }
    }

    /// As [`Domains::find_model`] for one condition, which these domains have *not* assumed.
    pub fn find_model_with(
        &self,
        pool: &TermPool,
        path: &[Term],
        condition: Term,
        witness: &Rc<Model>,
    ) -> DomainAnswer {
        let values = match &self.left {
            Left::Rows(rows) => return rows.model_with(pool, condition, witness),
            Left::Values(values) => values,
        };
        let goal = [condition];
        let mut search = Search::new(pool, path, &goal, witness);
        if let Some(model) = search.repaired(values, condition) {
            return DomainAnswer::Model(model);
        }
        let mut narrowed = values.clone();
        match narrowed.assume_within(pool, condition, &mut search.work) {
            Ok(()) => search.find(&narrowed),
            Err(_) => DomainAnswer::Nothing,
        }
    }
}

struct Search<'a> {
    pool: &'a TermPool,
    path: &'a [Term],
    goal: &'a [Term],
    witness: &'a Rc<Model>,
    budget: u32,
    work: Work,
}

impl<'a> Search<'a> {
    fn new(pool: &'a TermPool, path: &'a [Term], goal: &'a [Term], witness: &'a Rc<Model>) -> Search<'a> {
        Search { pool, path, goal, witness, budget: BUDGET, work: Work::new(WORK) }
    }

    /// A model with values left by `domains`. `Nothing` says that path and goal have none there.
    fn find(&mut self, domains: &Values) -> DomainAnswer {
        let Some(budget) = self.budget.checked_sub(1) else { return DomainAnswer::Undecided };
        self.budget = budget;
        let (model, changed) = self.nearest(domains);
        let Some(failed) = self.failed(&model, changed) else { return DomainAnswer::Model(model) };
        if !domains.tracks(self.pool, failed) {
            return DomainAnswer::Undecided;
        }
        // With all its symbols decided, a conjunct that fails has no model here.
        let Some((position, values)) = open_symbol(domains, self.pool, failed) else { return DomainAnswer::Nothing };
        let mut result = DomainAnswer::Nothing;
        for value in super::table::values_of(values) {
            if self.work.is_used_up() {
                return DomainAnswer::Undecided;
            }
            let mut narrowed = domains.clone();
            let consistent = narrowed
                .restrict(self.pool, position, 1 << value)
                .and_then(|changed| narrowed.propagate(self.pool, changed, &mut self.work))
                .is_ok();
            if !consistent {
                continue;
            }
            match self.find(&narrowed) {
                DomainAnswer::Nothing => {}
                DomainAnswer::Undecided => result = DomainAnswer::Undecided,
                found => return found,
            }
        }
        result
    }

    /// The witness with the values that are not left replaced, and the symbols that were, as a mask.
    fn nearest(&self, domains: &Values) -> (Rc<Model>, u64) {
        let mut changed = 0;
        let mut model: Option<Model> = None;
        for &(term, values) in domains.left.iter() {
            let (Op::Symbol(symbol), Sort::BitVec(width)) = (self.pool.node(term).op, self.pool.sort(term)) else {
                continue;
            };
            if !is_left(self.witness, symbol, values) {
                changed |= symbol_bit(symbol);
                let value = Const::bv(width, u64::from(values.trailing_zeros()));
                model.get_or_insert_with(|| Model::clone(self.witness)).set(symbol, value);
            }
        }
        (model.map_or_else(|| self.witness.clone(), Rc::new), changed)
    }

    /// A model that differs from the witness in a single symbol of a condition. Evaluating what mentions the symbol is cheaper
    /// than finding out what follows from its value.
    fn repaired(&self, domains: &Values, condition: Term) -> Option<Rc<Model>> {
        let mut model = Model::clone(self.witness);
        for &symbol in self.pool.symbols_of(condition).iter() {
            let values = domains.values(self.pool.symbol_term(symbol))?;
            let width = self.pool.symbol_sort(symbol).width()?;
            let before = model.get(symbol).unwrap_or(Const::bv(width, 0));
            for value in super::table::values_of(values) {
                model.set(symbol, Const::bv(width, value));
                if self.failed(&model, symbol_bit(symbol)).is_none() {
                    return Some(Rc::new(model));
                }
            }
            model.set(symbol, before);
        }
        None
    }

    /// A conjunct of goal or path that a model does not satisfy, if it differs from the witness in the `changed` symbols.
    fn failed(&self, model: &Model, changed: u64) -> Option<Term> {
        let Search { pool, path, goal, .. } = self;
        let touched = path.iter().filter(|term| pool.symbol_mask(**term) & changed != 0);
        goal.iter().chain(touched).copied().find(|&term| evaluate(pool, model, term) != Some(Const::Bool(true)))
    }
}

fn is_left(model: &Model, symbol: SymbolId, values: u128) -> bool {
    match model.get(symbol) {
        None => values & 1 == 1,
        Some(Const::BitVec { bits, .. }) => bits < u64::from(super::LIMIT) && values >> bits & 1 == 1,
        Some(_) => false,
    }
}

/// A symbol of a condition that may still have several values: its position among the tracked ones, and these values.
fn open_symbol(domains: &Values, pool: &TermPool, condition: Term) -> Option<(usize, u128)> {
    pool.symbols_of(condition).iter().find_map(|symbol| {
        let term = pool.symbol_term(*symbol);
        let position = domains.left.binary_search_by_key(&term, |entry| entry.0).ok()?;
        let values = domains.left[position].1;
        (values.count_ones() > 1).then_some((position, values))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Random, SYMBOLS, declare, empty, formula, models};
    use super::*;

    /// What is found agrees with the enumeration of all values; nothing this small is left undecided.
    #[test]
    fn models_agree_with_enumeration() {
        let mut random = Random(11);
        let (mut satisfiable, mut unsatisfiable) = (0, 0);
        for round in 0..3_000 {
            let mut pool = TermPool::new();
            let symbols: Vec<Term> = (0..SYMBOLS).map(|n| pool.symbol(&format!("s{n}"), Sort::BitVec(8))).collect();
            let mut domains = empty(round % 2 == 0);
            for symbol in &symbols {
                declare(&mut pool, &mut domains, *symbol, 0b1111);
            }
            let all = models(&mut pool, &symbols);
            let holds = |pool: &TermPool, model: &Model, terms: &[Term]| {
                terms.iter().all(|&term| evaluate(pool, model, term) == Some(Const::Bool(true)))
            };
            let path: Vec<Term> = (0..3).map(|_| formula(&mut pool, &mut random, &symbols, 3)).collect();
            let goal = [formula(&mut pool, &mut random, &symbols, 3)];
            let of_path: Vec<&Model> = all.iter().filter(|model| holds(&pool, model, &path)).collect();
            if of_path.is_empty() {
                continue;
            }
            let witness = Rc::new(of_path[random.below(of_path.len() as u64) as usize].clone());
            let exists = of_path.iter().any(|model| holds(&pool, model, &goal));
            for &term in &path {
                domains.assume(&pool, term).expect("the path has a model");
            }
            let found = domains.find_model_with(&pool, &path, goal[0], &witness);
            let assumed = domains.assume(&pool, goal[0]).map(|_| domains.find_model(&pool, &path, &goal, &witness));
            for found in [found, assumed.unwrap_or(DomainAnswer::Nothing)] {
                match found {
                    DomainAnswer::Model(model) => {
                        satisfiable += 1;
                        assert!(holds(&pool, &model, &path) && holds(&pool, &model, &goal));
                    }
                    DomainAnswer::Nothing => {
                        unsatisfiable += 1;
                        assert!(!exists);
                    }
                    DomainAnswer::Undecided => panic!("three symbols with four values each were not decided"),
                }
            }
        }
        assert!(satisfiable > 500 && unsatisfiable > 50, "{satisfiable} and {unsatisfiable}");
    }

    #[test]
    fn other_symbols_are_left_to_a_solver() {
        let mut pool = TermPool::new();
        let (r, x) = (pool.symbol("r", Sort::BitVec(4)), pool.symbol("x", Sort::BitVec(32)));
        let (zero, one, five) = (pool.bv(4, 0), pool.bv(4, 1), pool.int32(5));
        let (r_is_0, r_is_1, x_is_5) = (pool.eq(r, zero), pool.eq(r, one), pool.eq(x, five));
        let path = [pool.or(r_is_0, x_is_5)];
        for by_values in [false, true] {
            let mut domains = empty(by_values);
            declare(&mut pool, &mut domains, r, 0b11);
            domains.assume(&pool, path[0]).expect("possible");
            assert_eq!(domains.is_possible(&pool, r_is_1), None);
            domains.assume(&pool, r_is_1).expect("possible");
            let witness = Rc::new(Model::new());
            assert!(matches!(domains.find_model(&pool, &path, &[r_is_1], &witness), DomainAnswer::Undecided));
        }
    }
}
