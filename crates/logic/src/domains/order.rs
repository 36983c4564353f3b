//! What a path says of the order of numbers, so that comparisons in guarded values are decided by looking.
//!
//! A field read through a guarded reference is a tree of numbers, one for each location, and comparing it asks about every one of
//! them. Those of locations met before are mostly ordered already: the path compared them when it came by.
//!
//! Everything kept follows from the path. Chains of `<` and `<=` are closed as they are learnt, one set of terms for each, so that
//! a question is a bit.

use super::Left;
use crate::pool::TermPool;
use crate::term::{Op, Sort, Term};

/// Terms whose order is kept; what is learnt of others is forgotten.
const TERMS: usize = 128;

/// Conditions that wait for more to be known of tracked symbols; the oldest go first.
const WAITING: usize = 32;

/// A disjunction with more parts than this is not looked at.
const PARTS: usize = 16;

/// How deep a condition is taken apart.
const DEPTH: u32 = 64;

/// A set of terms, by their places.
type Set = u128;

#[derive(Clone, Default, Debug)]
pub(super) struct Order {
    /// Terms that are compared, constants among them.
    terms: Vec<Term>,
    /// For each of them those that it is at most, and those that it is less than.
    above: Vec<Above>,
    /// The constants: value and place, by sort and value.
    constants: Vec<(Sort, i128, u32)>,
    /// Conditions that say something of numbers once more is known of tracked symbols.
    waiting: Vec<Term>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Above {
    weakly: Set,
    strictly: Set,
}

impl Order {
    /// Whether a condition waits for more to be known of tracked symbols.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Learn that conditions hold, and look at those that wait.
    pub(super) fn assume(&mut self, pool: &TermPool, left: &Left, conditions: &[Term]) {
        let waiting = std::mem::take(&mut self.waiting);
        for condition in waiting.into_iter().chain(conditions.iter().copied()) {
            if !self.learn(pool, left, condition, true, DEPTH) {
                if self.waiting.len() >= WAITING {
                    self.waiting.remove(0);
                }
                self.waiting.push(condition);
            }
        }
    }

    /// Learn what a condition says. False if it may say more once more is known of tracked symbols.
    fn learn(&mut self, pool: &TermPool, left: &Left, term: Term, truth: bool, depth: u32) -> bool {
        if depth == 0 {
            return true;
        }
        let node = pool.node(term);
        match (node.op, node.args()) {
            (Op::Not, &[inner]) => self.learn(pool, left, inner, !truth, depth - 1),
            (Op::And, &[a, b]) if truth => {
                let is_a_done = self.learn(pool, left, a, true, depth - 1);
                self.learn(pool, left, b, true, depth - 1) && is_a_done
            }
            (Op::And, _) => {
                let mut parts = Vec::new();
                if !pool.conjuncts(term, PARTS, &mut parts) {
                    return true;
                }
                let mut candidate = None;
                for part in parts {
                    match self.decide(pool, left, part) {
                        Some(false) => return true,
                        Some(true) => {}
                        None if candidate.is_some() => {
                            return !left.mentions(pool, term) || !compares(pool, left, term, DEPTH);
                        }
                        None => candidate = Some(part),
                    }
                }
                candidate.is_none_or(|part| self.learn(pool, left, part, false, depth - 1))
            }
            (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => match self.decide(pool, left, choice) {
                Some(true) => self.learn(pool, left, then, truth, depth - 1),
                Some(false) => self.learn(pool, left, otherwise, truth, depth - 1),
                None => !left.mentions(pool, term) || !compares(pool, left, term, DEPTH),
            },
            (Op::Lt, &[a, b]) => {
                if truth {
                    self.add(pool, a, b, true)
                } else {
                    self.add(pool, b, a, false)
                }
                true
            }
            (Op::Le, &[a, b]) => {
                if truth {
                    self.add(pool, a, b, false)
                } else {
                    self.add(pool, b, a, true)
                }
                true
            }
            (Op::Eq, &[a, b]) if truth && is_number(pool, a) && !left.tracks_symbol(a) => {
                self.add(pool, a, b, false);
                self.add(pool, b, a, false);
                true
            }
            _ => true,
        }
    }

    /// Whether a condition without parts holds on the path.
    fn decide(&self, pool: &TermPool, left: &Left, condition: Term) -> Option<bool> {
        let node = pool.node(condition);
        match (node.op, node.args()) {
            (Op::Not, &[inner]) => self.decide(pool, left, inner).map(|holds| !holds),
            (Op::Lt | Op::Le, _) => self.compare(pool, condition),
            _ => left.evaluate(pool, condition),
        }
    }

    fn place(&self, term: Term) -> Option<usize> {
        self.terms.iter().position(|known| *known == term)
    }

    /// The place of a term, a new one if need be; `None` if there is no room.
    fn make_place(&mut self, pool: &TermPool, term: Term) -> Option<usize> {
        if let Some(place) = self.place(term) {
            return Some(place);
        }
        if self.terms.len() >= TERMS {
            return None;
        }
        let place = self.terms.len();
        self.terms.push(term);
        self.above.push(Above::default());
        if let Some(value) = constant(pool, term) {
            let sort = pool.sort(term);
            let position = self.constants.partition_point(|known| (known.0, known.1) < (sort, value));
            let neighbour =
                |at: Option<usize>| at.and_then(|at| self.constants.get(at)).filter(|known| known.0 == sort);
            let below = neighbour(position.checked_sub(1)).map(|known| known.2 as usize);
            let above = neighbour(Some(position)).map(|known| known.2 as usize);
            self.constants.insert(position, (sort, value, place as u32));
            if let Some(below) = below {
                self.connect(below, place, true);
            }
            if let Some(above) = above {
                self.connect(place, above, true);
            }
        }
        Some(place)
    }

    /// `low < high` or `low <= high`.
    fn add(&mut self, pool: &TermPool, low: Term, high: Term, is_strict: bool) {
        if let (Some(low), Some(high)) = (self.make_place(pool, low), self.make_place(pool, high)) {
            self.connect(low, high, is_strict);
        }
    }

    fn connect(&mut self, low: usize, high: usize, is_strict: bool) {
        let is_known = |above: Above| (if is_strict { above.strictly } else { above.weakly }) >> high & 1 == 1;
        if is_known(self.above[low]) {
            return;
        }
        let beyond = self.above[high];
        let all = beyond.weakly | 1 << high;
        for place in 0..self.above.len() {
            let above = &mut self.above[place];
            if place == low || above.weakly >> low & 1 == 1 {
                let is_strict = is_strict || above.strictly >> low & 1 == 1;
                above.weakly |= all;
                above.strictly |= if is_strict { all } else { beyond.strictly };
            }
        }
    }

    /// Whether a comparison by `<` or `<=` holds on the path.
    pub(super) fn compare(&self, pool: &TermPool, comparison: Term) -> Option<bool> {
        let node = pool.node(comparison);
        let &[a, b] = node.args() else { return None };
        let (upwards, downwards) = (self.relation(pool, a, b)?, self.relation(pool, b, a)?);
        match node.op {
            Op::Lt if upwards.is_strict => Some(true),
            Op::Lt if downwards.is_known => Some(false),
            Op::Le if upwards.is_known => Some(true),
            Op::Le if downwards.is_strict => Some(false),
            _ => None,
        }
    }

    /// What is known of `low <= high`; `None` if one of them was never compared.
    fn relation(&self, pool: &TermPool, low: Term, high: Term) -> Option<Relation> {
        match (self.place(low), self.place(high)) {
            (Some(low), Some(high)) => {
                let above = self.above[low];
                Some(Relation { is_known: above.weakly >> high & 1 == 1, is_strict: above.strictly >> high & 1 == 1 })
            }
            // Whatever is at most a smaller constant is less than this one.
            (Some(low), None) => {
                let position = self.position_of_constant(pool, high)?;
                let below = position.checked_sub(1).and_then(|position| self.constant_at(position, pool.sort(high)));
                let is_less = below.is_some_and(|below| low == below || self.above[low].weakly >> below & 1 == 1);
                Some(Relation { is_known: is_less, is_strict: is_less })
            }
            (None, Some(high)) => {
                let position = self.position_of_constant(pool, low)?;
                let above = self.constant_at(position, pool.sort(low));
                let is_less = above.is_some_and(|above| above == high || self.above[above].weakly >> high & 1 == 1);
                Some(Relation { is_known: is_less, is_strict: is_less })
            }
            (None, None) => None,
        }
    }

    /// Where a constant that has no place would stand among those that have.
    fn position_of_constant(&self, pool: &TermPool, term: Term) -> Option<usize> {
        let (sort, value) = (pool.sort(term), constant(pool, term)?);
        Some(self.constants.partition_point(|known| (known.0, known.1) < (sort, value)))
    }

    fn constant_at(&self, position: usize, sort: Sort) -> Option<usize> {
        self.constants.get(position).filter(|known| known.0 == sort).map(|known| known.2 as usize)
    }
}

struct Relation {
    is_known: bool,
    is_strict: bool,
}

/// Whether a condition compares numbers that are not tracked.
fn compares(pool: &TermPool, left: &Left, term: Term, depth: u32) -> bool {
    let node = pool.node(term);
    match (node.op, node.args()) {
        _ if depth == 0 => false,
        (Op::Lt | Op::Le, _) => true,
        (Op::Eq, &[a, _]) => is_number(pool, a) && !left.tracks_symbol(a),
        (Op::Not | Op::And | Op::Ite, parts) => parts.iter().any(|part| compares(pool, left, *part, depth - 1)),
        _ => false,
    }
}

fn is_number(pool: &TermPool, term: Term) -> bool {
    matches!(pool.sort(term), Sort::BitVec(_) | Sort::Int)
}

fn constant(pool: &TermPool, term: Term) -> Option<i128> {
    pool.as_const(term)?.as_signed()
}
