//! Sets of values left, one for each symbol, propagated through conjunctions and disjunctions.
//!
//! For paths that leave more assignments than can be kept one by one. What takes a case distinction is not decided here.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Impossible, LIMIT, table};
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

/// How many nodes of a term are looked at before it counts as undecided.
const BUDGET: u32 = 400;

/// What may be spent on finding out what follows, in nodes of terms that are looked at.
pub(super) struct Work(u32);

impl Work {
    fn unlimited() -> Work {
        Work(u32::MAX)
    }

    pub(super) fn new(nodes: u32) -> Work {
        Work(nodes)
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.0 == 0
    }

    fn spend(&mut self, nodes: u32) {
        if self.0 != u32::MAX {
            self.0 = self.0.saturating_sub(nodes);
        }
    }
}

/// Normal forms of conditions, by the values left for their symbols (none where a symbol is not tracked).
pub(super) type NormalForms = FxHashMap<(Term, SmallVec<[u128; 4]>), Term>;

/// Normal forms are forgotten when there are more than this.
const NORMAL_FORMS: usize = 100_000;

/// What a path leaves of each symbol.
#[derive(Clone)]
pub(super) struct Values {
    /// Sorted by symbol; bit `v` says that the value `v` is left.
    pub(super) left: Rc<Vec<(Term, u128)>>,
    /// Disjunctions that may still exclude something, each as the conjunction that is false.
    open: Rc<Vec<Term>>,
    /// Shared by all paths: they ask the same of the same values.
    normal_forms: Rc<RefCell<NormalForms>>,
}

/// Without the normal forms, which say nothing about the path.
impl fmt::Debug for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Values { left, open, .. } = self;
        formatter.debug_struct("Values").field("left", left).field("open", open).finish_non_exhaustive()
    }
}

impl Values {
    /// These values, and nothing assumed.
    pub(super) fn new(mut left: Vec<(Term, u128)>, normal_forms: Rc<RefCell<NormalForms>>) -> Values {
        left.sort_unstable_by_key(|entry| entry.0);
        Values { left: Rc::new(left), open: Rc::default(), normal_forms }
    }

    /// Track a symbol that has one of these values.
    pub(super) fn track(&mut self, symbol: Term, values: u128) {
        let entries = Rc::make_mut(&mut self.left);
        match entries.binary_search_by_key(&symbol, |entry| entry.0) {
            Ok(position) => entries[position].1 &= values,
            Err(position) => entries.insert(position, (symbol, values)),
        }
    }

    /// The values left for a symbol; `None` if it is not tracked.
    pub(super) fn values(&self, symbol: Term) -> Option<u128> {
        let position = self.left.binary_search_by_key(&symbol, |entry| entry.0).ok()?;
        Some(self.left[position].1)
    }

    /// Learn that a condition holds, and whatever follows from that by looking.
    pub(super) fn assume(&mut self, pool: &TermPool, condition: Term) -> Result<(), Impossible> {
        if self.left.is_empty() {
            return Ok(());
        }
        self.assume_within(pool, condition, &mut Work::unlimited())
    }

    /// The same, as far as the work may go: what does not follow from less is not found then.
    pub(super) fn assume_within(
        &mut self,
        pool: &TermPool,
        condition: Term,
        work: &mut Work,
    ) -> Result<(), Impossible> {
        let mut opened = Vec::new();
        let changed = self.learn(pool, condition, true, &mut opened, work)?;
        if !opened.is_empty() {
            Rc::make_mut(&mut self.open).append(&mut opened);
        }
        self.propagate(pool, changed, work)
    }

    /// Look at the open disjunctions with `changed` symbols again, for as long as that excludes something.
    pub(super) fn propagate(&mut self, pool: &TermPool, mut changed: u64, work: &mut Work) -> Result<(), Impossible> {
        while self.open.iter().any(|&conjunction| pool.symbol_mask(conjunction) & changed != 0) {
            let open = self.open.clone();
            let mut kept = Vec::with_capacity(open.len());
            let mut newly = 0;
            for &conjunction in open.iter() {
                if work.is_used_up() || pool.symbol_mask(conjunction) & (changed | newly) == 0 {
                    kept.push(conjunction);
                } else {
                    newly |= self.learn(pool, conjunction, false, &mut kept, work)?;
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
    fn learn(
        &mut self,
        pool: &TermPool,
        term: Term,
        truth: bool,
        open: &mut Vec<Term>,
        work: &mut Work,
    ) -> Result<u64, Impossible> {
        let node = pool.node(term);
        match (node.op, node.args()) {
            (Op::Const(_), _) => {
                if pool.is_true(term) == truth {
                    Ok(0)
                } else {
                    Err(Impossible)
                }
            }
            (Op::Not, &[inner]) => self.learn(pool, inner, !truth, open, work),
            (Op::And, _) if truth => {
                // Conjunctions may be long, and negations are not nested.
                let mut learnt = 0;
                let mut stack = vec![term];
                while let Some(part) = stack.pop() {
                    match pool.binary(Op::And, part) {
                        Some((left, right)) => stack.extend([right, left]),
                        None => learnt |= self.learn(pool, part, true, open, work)?,
                    }
                }
                Ok(learnt)
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
                    let mut budget = BUDGET;
                    let known = self.evaluate_within(pool, part, &mut budget);
                    work.spend(BUDGET - budget);
                    match known {
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
                    Some(part) => self.learn(pool, part, false, open, work),
                    None => Err(Impossible),
                }
            }
            (Op::Eq, &[symbol, value]) => {
                let Some(Const::BitVec { bits, .. }) = pool.as_const(value) else { return Ok(0) };
                let Ok(position) = self.left.binary_search_by_key(&symbol, |entry| entry.0) else { return Ok(0) };
                let is_value = if bits < u64::from(LIMIT) { 1u128 << bits } else { 0 };
                self.restrict(pool, position, if truth { is_value } else { !is_value })
            }
            _ => Ok(0),
        }
    }

    /// Only these values are left for the symbol at a position. The symbol as a mask, if that excludes anything.
    pub(super) fn restrict(&mut self, pool: &TermPool, position: usize, values: u128) -> Result<u64, Impossible> {
        let (symbol, before) = self.left[position];
        let after = before & values;
        if after == 0 {
            return Err(Impossible);
        }
        if after == before {
            return Ok(0);
        }
        Rc::make_mut(&mut self.left)[position].1 = after;
        Ok(pool.symbol_mask(symbol))
    }

    /// Whether all symbols of a condition are tracked.
    pub(super) fn tracks(&self, pool: &TermPool, condition: Term) -> bool {
        !self.left.is_empty()
            && pool.symbols_of(condition).iter().all(|symbol| self.values(pool.symbol_term(*symbol)).is_some())
    }

    fn mentions(&self, pool: &TermPool, term: Term) -> bool {
        pool.symbols_of(term).iter().any(|symbol| self.values(pool.symbol_term(*symbol)).is_some())
    }

    /// Whether a condition holds wherever the values left are, or nowhere; `None` if looking does not tell.
    pub(super) fn evaluate(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        self.evaluate_within(pool, condition, &mut BUDGET.clone())
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
    pub(super) fn normalize(&self, pool: &mut TermPool, condition: Term) -> Term {
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
}
