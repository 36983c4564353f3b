//! Whether the numbers of one scene are among those of another (document A, section 4.3).
//!
//! The question is `∀ left symbols. premise ⇒ ∃ right symbols. conclusion ∧ equalities`. Most symbols on the right are
//! *defined* by an equality and are eliminated; for the others witnesses are tried: the symbol of the same name on the left,
//! and the terms that it is compared with. A witness that works settles the question; that none does settles nothing, so
//! the answer is "no", which is always safe.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::substitute::Substitution;
use logic::term::{Const, Op, Sort, SymbolId, Term};
use machine::machine::Machine;
use rustc_hash::FxHashSet;

/// Witnesses tried for one symbol.
const MOST_WITNESSES: usize = 8;
/// Symbols without a definition that witnesses are looked for.
const MOST_FREE: usize = 4;

/// What is asked.
pub(crate) struct Question<'q> {
    /// The path condition on the left.
    pub(crate) premise: &'q [Term],
    /// A model of it.
    pub(crate) witness: Option<&'q Rc<Model>>,
    /// What holds besides, in the case that is looked at.
    pub(crate) assumptions: &'q [Term],
    /// The path condition on the right.
    pub(crate) conclusion: &'q [Term],
    /// Terms of the right, and what they equal on the left.
    pub(crate) equalities: &'q [(Term, Term)],
    /// What must hold on the right besides.
    pub(crate) obligations: &'q [Term],
    /// What the machine may have done when it must be answered.
    pub(crate) until: u64,
}

/// Whether every solution on the left is one on the right. "No" may also mean "don't know".
pub(crate) fn holds(machine: &mut Machine, question: &Question<'_>) -> bool {
    let mut defined = Substitution::new();
    let conjuncts = conjuncts(machine, question.conclusion, question.obligations);
    define(machine, question, &conjuncts, &mut defined);

    let conjuncts = relevant(machine, question, &conjuncts, &defined);
    let free = rename_free(machine, question, &conjuncts, &mut defined);
    let mut goals: Vec<Term> = Vec::new();
    for (right, left) in question.equalities {
        let right = defined.apply(&mut machine.pool, *right);
        goals.push(machine.pool.eq(right, *left));
    }
    for conjunct in conjuncts {
        goals.push(defined.apply(&mut machine.pool, conjunct));
    }
    goals.retain(|goal| !machine.pool.is_true(*goal) && !question.premise.contains(goal));
    goals.sort_unstable();
    goals.dedup();
    // What can be said without choosing witnesses comes first.
    let (open, decided): (Vec<Term>, Vec<Term>) = goals.into_iter().partition(|goal| mentions(machine, *goal, &free));
    if !are_implied(machine, question, &decided) {
        return false;
    }
    if open.is_empty() {
        return true;
    }
    let mut same = Substitution::new();
    for (renamed, original) in &free {
        let original = machine.pool.symbol_term(*original);
        same.set(*renamed, original);
    }
    let by_name: Vec<Term> = open.iter().map(|goal| same.apply(&mut machine.pool, *goal)).collect();
    are_implied(machine, question, &by_name)
        || (free.len() <= MOST_FREE && with_witnesses(machine, question, open, &free))
}

/// A symbol of the right under a name of its own, and the symbol it stands for.
type Renamed = (SymbolId, SymbolId);

/// Give the symbols of the right that nothing defines names of their own: on the left they mean something else.
fn rename_free(
    machine: &mut Machine,
    question: &Question<'_>,
    conjuncts: &[Term],
    defined: &mut Substitution,
) -> Vec<Renamed> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for term in conjuncts.iter().copied().chain(question.equalities.iter().map(|(right, _)| *right)) {
        symbols.extend(machine.pool.symbols_of(term).iter());
    }
    symbols.retain(|symbol| defined.get(*symbol).is_none());
    symbols.sort_unstable();
    symbols.dedup();
    let mut free = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        let name = format!("{} (stored)", machine.pool.symbol_name(symbol));
        let sort = machine.pool.symbol_sort(symbol);
        let renamed = machine.pool.symbol(&name, sort);
        let Op::Symbol(id) = machine.pool.node(renamed).op else { continue };
        defined.set(symbol, renamed);
        free.push((id, symbol));
    }
    free
}

fn mentions(machine: &Machine, term: Term, free: &[Renamed]) -> bool {
    machine.pool.symbols_of(term).iter().any(|symbol| free.iter().any(|(renamed, _)| renamed == symbol))
}

/// The conjuncts of the right, taken apart.
fn conjuncts(machine: &Machine, conclusion: &[Term], obligations: &[Term]) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    let mut pending: Vec<Term> = conclusion.iter().chain(obligations).rev().copied().collect();
    while let Some(term) = pending.pop() {
        let node = machine.pool.node(term);
        match (node.op, node.args()) {
            (Op::And, &[left, right]) => pending.extend([right, left]),
            _ => conjuncts.push(term),
        }
    }
    conjuncts
}

/// Find what symbols of the right must be.
fn define(machine: &mut Machine, question: &Question<'_>, conjuncts: &[Term], defined: &mut Substitution) {
    // Obligations say which objects references are: they come first, being the simplest.
    for (right, left) in question.equalities {
        solve(machine, defined, *right, *left);
    }
    let mut progress = true;
    while progress {
        progress = false;
        for conjunct in conjuncts {
            let node = machine.pool.node(*conjunct);
            let (Op::Eq, &[left, right]) = (node.op, node.args()) else { continue };
            for (symbol, term) in [(left, right), (right, left)] {
                if let Op::Symbol(id) = machine.pool.node(symbol).op
                    && defined.get(id).is_none()
                    && machine.pool.symbols_of(term).iter().all(|symbol| defined.get(*symbol).is_some())
                {
                    let term = defined.apply(&mut machine.pool, term);
                    defined.set(id, term);
                    progress = true;
                }
            }
        }
    }
}

/// Define the symbol of `right` so that it equals `left`, if it has one that can be solved for.
fn solve(machine: &mut Machine, defined: &mut Substitution, right: Term, left: Term) {
    let pool = &mut machine.pool;
    let (mut right, mut left) = (right, left);
    for _ in 0..16 {
        let node = *pool.node(right);
        match (node.op, node.args()) {
            (Op::Symbol(symbol), _) => {
                if defined.get(symbol).is_none() {
                    defined.set(symbol, left);
                }
                return;
            }
            (Op::Add, &[a, b]) => {
                let known = |pool: &logic::pool::TermPool, term: Term, defined: &Substitution| {
                    pool.symbols_of(term).iter().all(|symbol| defined.get(*symbol).is_some())
                };
                let (unknown, offset) = if known(pool, b, defined) {
                    (a, b)
                } else if known(pool, a, defined) {
                    (b, a)
                } else {
                    return;
                };
                let offset = defined.apply(pool, offset);
                left = pool.sub(left, offset);
                right = unknown;
            }
            (Op::Neg, &[a]) => {
                left = pool.neg(left);
                right = a;
            }
            (Op::SignExtend(_) | Op::ZeroExtend(_), &[a]) => {
                let Some(width) = pool.sort(a).width() else { return };
                left = pool.extract(left, width - 1, 0);
                right = a;
            }
            (Op::Ite, &[condition, then, otherwise])
                if pool.as_const(then).is_some() && pool.as_const(otherwise).is_some() && then != otherwise =>
            {
                left = pool.eq(left, then);
                right = condition;
            }
            (Op::Not, &[a]) => {
                left = pool.not(left);
                right = a;
            }
            _ => return,
        }
    }
}

/// The conjuncts that speak of something besides symbols which nothing else mentions: those are satisfiable by themselves.
fn relevant(machine: &Machine, question: &Question<'_>, conjuncts: &[Term], defined: &Substitution) -> Vec<Term> {
    let pool = &machine.pool;
    let mut reached: FxHashSet<SymbolId> = FxHashSet::default();
    for (right, _) in question.equalities {
        reached.extend(pool.symbols_of(*right).iter().copied());
    }
    for obligation in question.obligations {
        reached.extend(pool.symbols_of(*obligation).iter().copied());
    }
    let is_defined = |symbol: &SymbolId| defined.get(*symbol).is_some();
    let mut is_relevant = vec![false; conjuncts.len()];
    let mut progress = true;
    while progress {
        progress = false;
        for (conjunct, is_relevant) in conjuncts.iter().zip(&mut is_relevant) {
            let symbols = pool.symbols_of(*conjunct);
            if !*is_relevant && symbols.iter().any(|symbol| reached.contains(symbol) || is_defined(symbol)) {
                *is_relevant = true;
                progress = true;
                // What it shares a conjunct with matters, unless that is fixed already.
                reached.extend(symbols.iter().copied());
            }
        }
    }
    conjuncts.iter().zip(is_relevant).filter(|(_, is_relevant)| *is_relevant).map(|(conjunct, _)| *conjunct).collect()
}

fn are_implied(machine: &mut Machine, question: &Question<'_>, goals: &[Term]) -> bool {
    if goals.iter().any(|goal| machine.pool.is_false(*goal)) {
        return false;
    }
    // A state that is known to be possible and violates a goal answers without a query.
    if let Some(witness) = question.witness {
        let is_true = |term: &Term| evaluate(&machine.pool, witness, *term) == Some(Const::Bool(true));
        if question.assumptions.iter().all(is_true) && !goals.iter().all(is_true) {
            return false;
        }
    }
    let all = machine.pool.and_all(goals);
    let violated = machine.pool.not(all);
    if machine.pool.is_false(violated) {
        return true;
    }
    let mut asked = question.assumptions.to_vec();
    asked.push(violated);
    let query = Query { path: question.premise, goal: &asked, witness: question.witness };
    matches!(machine.ask(query), Answer::Unsat)
}

/// Try terms in place of the free symbols, one symbol after the other.
fn with_witnesses(machine: &mut Machine, question: &Question<'_>, goals: Vec<Term>, free: &[Renamed]) -> bool {
    let Some(((symbol, original), others)) = free.split_first() else { return are_implied(machine, question, &goals) };
    for witness in witnesses(machine, &goals, *symbol, *original, free) {
        if machine.effort() > question.until {
            return false;
        }
        let mut chosen = Substitution::new();
        chosen.set(*symbol, witness);
        let next: Vec<Term> = goals.iter().map(|goal| chosen.apply(&mut machine.pool, *goal)).collect();
        // Goals that no other free symbol is left in decide about this choice at once.
        let (open, decided): (Vec<Term>, Vec<Term>) =
            next.into_iter().partition(|goal| mentions(machine, *goal, others));
        if are_implied(machine, question, &decided) && with_witnesses(machine, question, open, others) {
            return true;
        }
    }
    false
}

/// What a symbol may well be: the one of the same name, what it is compared with, one more or less than that.
fn witnesses(
    machine: &mut Machine,
    goals: &[Term],
    symbol: SymbolId,
    original: SymbolId,
    free: &[Renamed],
) -> Vec<Term> {
    let itself = machine.pool.symbol_term(symbol);
    let mut witnesses = vec![machine.pool.symbol_term(original)];
    let mut pending: Vec<Term> = goals.to_vec();
    while let Some(term) = pending.pop() {
        let node = *machine.pool.node(term);
        match (node.op, node.args()) {
            (Op::And | Op::Or | Op::Not, arguments) => pending.extend(arguments),
            (Op::Eq | Op::Lt | Op::Le | Op::ULt | Op::ULe, &[left, right]) => {
                for (side, other) in [(left, right), (right, left)] {
                    if side == itself && !mentions(machine, other, free) {
                        let one = match machine.pool.sort(other) {
                            Sort::BitVec(width) => machine.pool.bv(width, 1),
                            Sort::Int => machine.pool.math(1),
                            _ => {
                                witnesses.push(other);
                                continue;
                            }
                        };
                        let more = machine.pool.add(other, one);
                        let less = machine.pool.sub(other, one);
                        witnesses.extend([other, more, less]);
                    }
                }
            }
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    witnesses.retain(|witness| seen.insert(*witness));
    witnesses.truncate(MOST_WITNESSES);
    witnesses
}
