//! What is known of the integers of an outline: the order of every two of them.
//!
//! For each pair the orderings that are possible (less, equal, greater) are kept. Joining two states unites these sets, so that
//! what is kept only ever grows, and a state is covered if it allows no ordering that is not kept.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, Term};
use machine::machine::Machine;
use machine::state::Segment;

use super::knowledge::Known;
use super::outline::{Outline, SegmentOutline};
use super::saying::Said;
use crate::predicates::formula::{Expression, Formula, Relation};
use crate::predicates::wording::Constants;

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL: u8 = LESS | EQUAL | GREATER;

/// Models kept while orderings are looked for.
const MOST_MODELS: usize = 24;
/// Integers of an outline whose orders are kept.
pub(crate) const MOST_INTEGERS: usize = 24;

/// The possible orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relations {
    /// Of integers `i < j`, by row `j`; constants come after the integers.
    pub(super) orders: Vec<u8>,
    /// Of the fields of segments against integers and constants: by segment, by slot.
    pub(super) facts: Vec<Vec<(u32, Vec<u8>)>>,
    /// Values that are constants in all of the scenes.
    pub(super) others: Vec<Option<Term>>,
}

/// Finds the orders that a scene allows.
pub(crate) struct Orders<'o> {
    machine: &'o mut Machine,
    condition: Vec<Term>,
    models: Vec<Rc<Model>>,
}

/// The relations of a state with this outline, united with those known of other states: what is known to be possible is not
/// asked again.
pub(crate) fn relations(
    machine: &mut Machine,
    state: Known<'_>,
    outline: &Outline,
    constants: &Constants,
    known: Option<&Relations>,
) -> Relations {
    let mut orders =
        Orders { machine, condition: state.condition.to_vec(), models: state.witness.into_iter().cloned().collect() };
    let terms = &outline.integers;
    let mut table = Vec::new();
    for later in 0..terms.len() + constants.len() {
        for earlier in 0..later.min(terms.len()) {
            let known = known.map_or(0, |known| known.orders[table.len()]);
            let order = match terms.get(later) {
                Some(term) => orders.order(terms[earlier], *term, known),
                None => orders.order_with_constant(terms[earlier], constants[later - terms.len()], known),
            };
            table.push(order);
        }
    }
    let mut facts = Vec::with_capacity(outline.segments.len());
    for (position, segment) in outline.segments.iter().enumerate() {
        let known = known.map_or(&[][..], |known| &known.facts[position]);
        facts.push(orders.facts(segment, terms, constants, known));
    }
    let constant = |term: &Term| orders.machine.pool.as_const(*term).map(|_| *term);
    let mut others: Vec<Option<Term>> = outline.others.iter().map(constant).collect();
    if let Some(known) = known {
        for (mine, theirs) in others.iter_mut().zip(&known.others) {
            if mine != theirs {
                *mine = None;
            }
        }
    }
    Relations { orders: table, facts, others }
}

impl Orders<'_> {
    fn order_with_constant(&mut self, term: Term, constant: i64, known: u8) -> u8 {
        let constant = integer(self.machine, self.machine.pool.sort(term), constant);
        self.order(term, constant, known)
    }

    /// The possible orders of two terms, and those known before.
    fn order(&mut self, left: Term, right: Term, known: u8) -> u8 {
        if self.machine.pool.sort(left) != self.machine.pool.sort(right) {
            return ALL;
        }
        if left == right {
            return known | EQUAL;
        }
        let mut order = known;
        if order == ALL {
            return ALL;
        }
        for model in &self.models {
            order |= self.order_under(model, left, right);
        }
        for bit in [LESS, EQUAL, GREATER] {
            if order & bit != 0 {
                continue;
            }
            let pool = &mut self.machine.pool;
            let goal = match bit {
                LESS => pool.lt(left, right),
                EQUAL => pool.eq(left, right),
                _ => pool.lt(right, left),
            };
            if self.machine.pool.is_false(goal) {
                continue;
            }
            let query = Query { path: &self.condition, goal: &[goal], witness: self.models.first() };
            match self.machine.ask(query) {
                Answer::Unsat => {}
                Answer::Unknown(_) => order |= bit,
                Answer::Sat(model) => {
                    order |= bit;
                    if self.models.len() < MOST_MODELS {
                        self.models.push(model);
                    }
                }
            }
        }
        order
    }

    fn order_under(&self, model: &Model, left: Term, right: Term) -> u8 {
        let value = |term: Term| evaluate(&self.machine.pool, model, term).and_then(Const::as_signed);
        match (value(left), value(right)) {
            (Some(left), Some(right)) => match left.cmp(&right) {
                std::cmp::Ordering::Less => LESS,
                std::cmp::Ordering::Equal => EQUAL,
                std::cmp::Ordering::Greater => GREATER,
            },
            _ => 0,
        }
    }

    /// The orders of the fields of a segment against the integers, and those known before.
    fn facts(
        &mut self,
        segment: &SegmentOutline,
        terms: &[Term],
        constants: &Constants,
        known: &[(u32, Vec<u8>)],
    ) -> Vec<(u32, Vec<u8>)> {
        // Every segment has an object or a part, so that fields of which nothing is said here may be anything.
        let mut slots: Vec<u32> = segment.values.iter().map(|(slot, _)| *slot).collect();
        slots.extend(segment.parts.iter().flat_map(|part| part.facts.iter().map(|(slot, _, _)| *slot)));
        slots.extend(known.iter().map(|(slot, _)| *slot));
        slots.sort_unstable();
        slots.dedup();
        let mut facts = Vec::new();
        for slot in slots {
            let before = known.iter().find(|(other, _)| *other == slot).map(|(_, orders)| orders.clone());
            let mut orders = before.unwrap_or_else(|| {
                let nothing = if known.is_empty() { 0 } else { ALL };
                vec![nothing; terms.len() + constants.len()]
            });
            for (_, values) in segment.values.iter().filter(|(other, _)| *other == slot) {
                for value in values {
                    self.against_all(*value, terms, constants, &mut orders);
                }
            }
            for part in &segment.parts {
                self.of_part(part, slot, terms, constants, &mut orders);
            }
            facts.push((slot, orders));
        }
        facts
    }

    /// A segment made before: what it says of the field must say it again in terms of what the integers are now.
    fn of_part(&mut self, part: &Segment, slot: u32, terms: &[Term], constants: &Constants, orders: &mut [u8]) {
        let of_slot: Vec<(Term, Term)> = part
            .facts
            .iter()
            .filter(|(other, _, _)| *other == slot)
            .map(|(_, symbol, condition)| (*symbol, *condition))
            .collect();
        let Some((symbol, _)) = of_slot.first().copied() else {
            orders.iter_mut().for_each(|order| *order = ALL);
            return;
        };
        let before = self.condition.len();
        let models = std::mem::take(&mut self.models);
        self.condition.extend(of_slot.iter().map(|(_, condition)| *condition));
        self.against_all(symbol, terms, constants, orders);
        self.condition.truncate(before);
        self.models = models;
    }

    fn against_all(&mut self, value: Term, terms: &[Term], constants: &Constants, orders: &mut [u8]) {
        for (position, order) in orders.iter_mut().enumerate() {
            *order = match terms.get(position) {
                Some(term) => self.order(value, *term, *order),
                None => self.order_with_constant(value, constants[position - terms.len()], *order),
            };
        }
    }
}

/// A constant of a sort of integers.
fn integer(machine: &mut Machine, sort: Sort, value: i64) -> Term {
    match sort {
        Sort::BitVec(64) => machine.pool.int64(value),
        Sort::Int => machine.pool.math(i128::from(value)),
        _ => machine.pool.int32(value as i32),
    }
}

/// Terms for the integers of an outline, of which exactly the relations are known.
pub(crate) struct Rebuilt {
    pub(crate) integers: Vec<Term>,
    pub(crate) others: Vec<Term>,
    pub(crate) segments: Vec<Rc<Segment>>,
    pub(crate) condition: Vec<Term>,
}

/// New terms that satisfy the relations and nothing else. Those that are `pinned` stay what they are.
pub(crate) fn rebuild(
    machine: &mut Machine,
    outline: &Outline,
    relations: &Relations,
    constants: &Constants,
    pinned: &[bool],
    number: u32,
) -> Rebuilt {
    let count = outline.integers.len();
    let order = |earlier: usize, later: usize| relations.orders[row(later, count) + earlier];
    let mut integers: Vec<Term> = Vec::with_capacity(count);
    let mut is_new: Vec<bool> = Vec::with_capacity(count);
    let mut condition = Vec::new();
    for (later, (original, is_pinned)) in outline.integers.iter().zip(pinned).enumerate() {
        let sort = machine.pool.sort(*original);
        let constant = (0..constants.len()).find(|constant| order(later, count + constant) == EQUAL);
        let equal = (0..later).find(|earlier| order(*earlier, later) == EQUAL);
        let (term, new) = if let Some(constant) = constant {
            (integer(machine, sort, constants[constant]), false)
        } else if *is_pinned {
            (*original, true)
        } else if let Some(equal) = equal {
            (integers[equal], false)
        } else {
            (machine.pool.symbol(&format!("value{number}.{later}"), sort), true)
        };
        integers.push(term);
        is_new.push(new);
        if !new {
            continue;
        }
        for earlier in (0..later).filter(|earlier| is_new[*earlier]) {
            let order = order(earlier, later);
            condition.extend(ordering(machine, integers[earlier], term, order));
        }
        for (position, constant) in constants.iter().enumerate() {
            let constant = integer(machine, sort, *constant);
            condition.extend(ordering(machine, term, constant, order(later, count + position)));
        }
    }
    let others = outline.others.iter().zip(&relations.others).enumerate().map(|(position, (term, constant))| {
        let sort = machine.pool.sort(*term);
        constant.unwrap_or_else(|| machine.pool.symbol(&format!("other{number}.{position}"), sort))
    });
    let others = others.collect();
    let mut segments = Vec::new();
    for (position, (segment, slots)) in outline.segments.iter().zip(&relations.facts).enumerate() {
        let mut facts = Vec::new();
        for (slot, orders) in slots {
            let sort = segment_sort(machine, segment, *slot);
            let symbol = machine.pool.symbol(&format!("field{number}.{position}.{slot}"), sort);
            let mut known = Vec::new();
            for (other, order) in orders.iter().enumerate() {
                let other = match integers.get(other) {
                    Some(term) => *term,
                    None => integer(machine, sort, constants[other - count]),
                };
                known.extend(ordering(machine, symbol, other, *order));
            }
            let known = machine.pool.and_all(&known);
            facts.push((*slot, symbol, known));
        }
        let SegmentOutline { class, slot, end, .. } = segment;
        segments.push(Rc::new(Segment { class: *class, slot: *slot, end: *end, facts }));
    }
    Rebuilt { integers, others, segments, condition }
}

/// The orders of integers that have names, as formulas.
pub(super) fn formulas(
    machine: &mut Machine,
    integers: &[Term],
    names: &[Option<Expression>],
    relations: &Relations,
    constants: &Constants,
) -> Vec<Said> {
    let count = integers.len();
    let mut said = Vec::new();
    for later in 0..count + constants.len() {
        for earlier in 0..later.min(count) {
            let right = match names.get(later) {
                Some(name) => name.clone(),
                None => Some(Expression::Integer(constants[later - count])),
            };
            let (Some(left), Some(right)) = (names[earlier].clone(), right) else { continue };
            let order = relations.orders[row(later, count) + earlier];
            let relation = match order {
                LESS => Relation::Less,
                EQUAL => Relation::Equal,
                GREATER => Relation::Greater,
                order if order == LESS | EQUAL => Relation::LessOrEqual,
                order if order == GREATER | EQUAL => Relation::GreaterOrEqual,
                order if order == LESS | GREATER => Relation::NotEqual,
                _ => continue,
            };
            let is_constant = machine.pool.as_const(integers[earlier]).is_some();
            let term = match integers.get(later) {
                // What is a constant is said to be that, and nothing else.
                Some(term) if is_constant || machine.pool.as_const(*term).is_some() => continue,
                Some(term) => *term,
                None => integer(machine, machine.pool.sort(integers[earlier]), constants[later - count]),
            };
            if is_constant && relation != Relation::Equal {
                continue;
            }
            let Some(term) = ordering(machine, integers[earlier], term, order) else { continue };
            if is_constant || !machine.pool.is_true(term) {
                said.push(Said { formula: Formula::compare(relation, left, right), term });
            }
        }
    }
    said
}

/// The orders as conditions on these integers.
pub(super) fn conditions(
    machine: &mut Machine,
    integers: &[Term],
    relations: &Relations,
    constants: &Constants,
) -> Vec<Term> {
    let count = integers.len();
    let mut conditions = Vec::new();
    for later in 0..count + constants.len() {
        for (earlier, left) in integers.iter().enumerate().take(later) {
            let right = match integers.get(later) {
                Some(term) => *term,
                None => integer(machine, machine.pool.sort(*left), constants[later - count]),
            };
            let order = relations.orders[row(later, count) + earlier];
            conditions.extend(ordering(machine, *left, right, order));
        }
    }
    conditions
}

/// Where the orders with a later integer or constant start.
fn row(later: usize, count: usize) -> usize {
    if later <= count {
        later * later.saturating_sub(1) / 2
    } else {
        count * count.saturating_sub(1) / 2 + (later - count) * count
    }
}

fn segment_sort(machine: &Machine, segment: &SegmentOutline, slot: u32) -> Sort {
    let value = segment.values.iter().find(|(other, _)| *other == slot).and_then(|(_, values)| values.first().copied());
    let fact = || segment.parts.iter().flat_map(|part| &part.facts).find(|fact| fact.0 == slot).map(|fact| fact.1);
    value.or_else(fact).map_or(Sort::BitVec(32), |term| machine.pool.sort(term))
}

/// That two terms are in one of these orders; nothing if they may be in any.
fn ordering(machine: &mut Machine, left: Term, right: Term, order: u8) -> Option<Term> {
    if machine.pool.sort(left) != machine.pool.sort(right) || !is_integer(machine.pool.sort(left)) {
        return None;
    }
    let pool = &mut machine.pool;
    Some(match order {
        ALL => return None,
        LESS => pool.lt(left, right),
        EQUAL => pool.eq(left, right),
        GREATER => pool.lt(right, left),
        order if order == LESS | EQUAL => pool.le(left, right),
        order if order == GREATER | EQUAL => pool.le(right, left),
        order if order == LESS | GREATER => pool.ne(left, right),
        _ => pool.never(),
    })
}

fn is_integer(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(32) | Sort::BitVec(64) | Sort::Int)
}
