//! Terms ordered by `<` and `<=`, as a graph.

use rustc_hash::FxHashMap;

use crate::term::Term;

/// Edges `a <= b` or `a < b` between terms of ordered sorts.
#[derive(Default)]
pub(super) struct OrderGraph {
    numbers: FxHashMap<Term, usize>,
    terms: Vec<Term>,
    /// For each term its upper neighbours, and whether they are strictly above.
    above: Vec<Vec<(usize, bool)>>,
}

impl OrderGraph {
    fn number(&mut self, term: Term) -> usize {
        let next = self.terms.len();
        let number = *self.numbers.entry(term).or_insert(next);
        if number == next {
            self.terms.push(term);
            self.above.push(Vec::new());
        }
        number
    }

    /// Records `low < high` or `low <= high`.
    pub(super) fn add(&mut self, low: Term, high: Term, strict: bool) {
        let (low, high) = (self.number(low), self.number(high));
        self.above[low].push((high, strict));
    }

    /// The terms so far.
    pub(super) fn terms(&self) -> Vec<Term> {
        self.terms.clone()
    }

    /// Whether a chain leads from `low` up to `high`, with a strict step if one is asked for.
    pub(super) fn reaches(&self, low: Term, high: Term, strictly: bool) -> bool {
        let (Some(&start), Some(&end)) = (self.numbers.get(&low), self.numbers.get(&high)) else { return false };
        // A place is a term and whether a strict step was made on the way.
        let mut seen = vec![[false; 2]; self.terms.len()];
        let mut stack = vec![(start, false)];
        while let Some((place, strict)) = stack.pop() {
            if std::mem::replace(&mut seen[place][usize::from(strict)], true) {
                continue;
            }
            if place == end && (strict || !strictly) {
                return true;
            }
            for &(next, step) in &self.above[place] {
                stack.push((next, strict || step));
            }
        }
        false
    }
}
