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

    /// Which terms are equal for want of anything else: those of a cycle are one group, and have one number. `None` if there is no
    /// such order, because one of the steps of a cycle is strict.
    pub(super) fn groups(&self) -> Option<Groups<'_>> {
        let mut walk = Walk {
            graph: self,
            order: vec![0; self.terms.len()],
            lowest: vec![0; self.terms.len()],
            open: Vec::new(),
            group: vec![NONE; self.terms.len()],
            visited: 0,
            groups: 0,
        };
        for start in 0..self.terms.len() {
            if walk.order[start] == 0 {
                walk.from(start);
            }
        }
        let group = walk.group;
        let is_strict_cycle = |(low, above): (usize, &Vec<(usize, bool)>)| {
            above.iter().any(|(high, strict)| *strict && group[low] == group[*high])
        };
        match self.above.iter().enumerate().any(is_strict_cycle) {
            true => None,
            false => Some(Groups { graph: self, group }),
        }
    }
}

/// The terms that a graph says are equal.
pub(super) struct Groups<'a> {
    graph: &'a OrderGraph,
    group: Vec<usize>,
}

impl Groups<'_> {
    pub(super) fn are_equal(&self, one: Term, other: Term) -> bool {
        let group = |term: Term| self.graph.numbers.get(&term).map(|number| self.group[*number]);
        one == other || group(one).is_some() && group(one) == group(other)
    }

    /// Each term with its place in one order of all groups: equal ones have the same.
    pub(super) fn places(&self) -> impl Iterator<Item = (Term, usize)> {
        // A group is closed after all that are above it.
        let last = self.group.iter().copied().max().unwrap_or(0);
        self.graph.terms.iter().zip(&self.group).map(move |(term, group)| (*term, last - group))
    }
}

const NONE: usize = usize::MAX;

/// Tarjan's search for strongly connected components, without recursion.
struct Walk<'a> {
    graph: &'a OrderGraph,
    /// When each term was visited, from one.
    order: Vec<usize>,
    lowest: Vec<usize>,
    /// Visited, but not in a group yet.
    open: Vec<usize>,
    group: Vec<usize>,
    visited: usize,
    groups: usize,
}

impl Walk<'_> {
    fn from(&mut self, start: usize) {
        let mut stack = vec![(start, 0)];
        self.visit(start);
        while let Some((place, position)) = stack.last_mut() {
            let place = *place;
            let Some(&(next, _)) = self.graph.above[place].get(*position) else {
                stack.pop();
                if let Some((below, _)) = stack.last() {
                    self.lowest[*below] = self.lowest[*below].min(self.lowest[place]);
                }
                if self.lowest[place] == self.order[place] {
                    self.close(place);
                }
                continue;
            };
            *position += 1;
            if self.order[next] == 0 {
                self.visit(next);
                stack.push((next, 0));
            } else if self.group[next] == NONE {
                self.lowest[place] = self.lowest[place].min(self.order[next]);
            }
        }
    }

    fn visit(&mut self, place: usize) {
        self.visited += 1;
        self.order[place] = self.visited;
        self.lowest[place] = self.visited;
        self.open.push(place);
    }

    /// Everything visited since `first` is one group.
    fn close(&mut self, first: usize) {
        while let Some(place) = self.open.pop() {
            self.group[place] = self.groups;
            if place == first {
                break;
            }
        }
        self.groups += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::TermPool;
    use crate::term::Sort;

    /// Whether there is an order of five terms with these steps, some of them strict; and which of them are equal then.
    fn equal_in(steps: &[(usize, usize, bool)]) -> Option<Vec<(usize, usize)>> {
        let mut pool = TermPool::new();
        let terms: Vec<Term> = (0..5).map(|number| pool.symbol(&format!("t{number}"), Sort::Int)).collect();
        let mut graph = OrderGraph::default();
        for (low, high, strict) in steps {
            graph.add(terms[*low], terms[*high], *strict);
        }
        let groups = graph.groups()?;
        let pairs = (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other)));
        Some(pairs.filter(|(one, other)| groups.are_equal(terms[*one], terms[*other])).collect())
    }

    #[test]
    fn terms_on_a_cycle_are_equal() {
        assert_eq!(
            equal_in(&[(0, 1, false), (1, 2, false), (2, 0, false), (2, 3, true), (4, 4, false)]),
            Some(vec![(0, 1), (0, 2), (1, 2)])
        );
        assert_eq!(equal_in(&[(0, 1, true), (1, 2, false), (0, 2, false), (3, 2, true)]), Some(Vec::new()));
    }

    #[test]
    fn places_are_in_order() {
        let mut pool = TermPool::new();
        let terms: Vec<Term> = (0..4).map(|number| pool.symbol(&format!("t{number}"), Sort::Int)).collect();
        let mut graph = OrderGraph::default();
        for (low, high, strict) in [(2, 0, true), (0, 1, false), (1, 0, false), (3, 2, false)] {
            graph.add(terms[low], terms[high], strict);
        }
        let places: FxHashMap<Term, usize> = graph.groups().expect("an order").places().collect();
        let place = |number: usize| places[&terms[number]];
        assert_eq!((place(3), place(2), place(0), place(1)), (0, 1, 2, 2));
    }

    #[test]
    fn a_strict_step_on_a_cycle_is_a_contradiction() {
        assert_eq!(equal_in(&[(0, 1, false), (1, 2, true), (2, 3, false), (3, 0, false)]), None);
        assert_eq!(equal_in(&[(0, 0, true)]), None);
    }

    #[test]
    fn all_small_graphs_are_ordered_as_by_trying() {
        // Every set of up to four steps among three terms, against all assignments of ranks to them.
        let steps: Vec<(usize, usize, bool)> =
            (0..3).flat_map(|low| (0..3).flat_map(move |high| [(low, high, false), (low, high, true)])).collect();
        for chosen in 0..1_u32 << steps.len() {
            if chosen.count_ones() > 4 {
                continue;
            }
            let chosen: Vec<_> =
                (0..steps.len()).filter(|step| chosen >> step & 1 == 1).map(|step| steps[step]).collect();
            let ranks: Vec<[usize; 3]> = (0..27)
                .map(|number| [number % 3, number / 3 % 3, number / 9])
                .filter(|rank| {
                    chosen.iter().all(|(low, high, strict)| rank[*low] + usize::from(*strict) <= rank[*high])
                })
                .collect();
            let always_equal: Vec<(usize, usize)> = [(0, 1), (0, 2), (1, 2)]
                .into_iter()
                .filter(|(one, other)| ranks.iter().all(|rank| rank[*one] == rank[*other]))
                .collect();
            let expected = (!ranks.is_empty()).then_some(always_equal);
            assert_eq!(equal_in(&chosen), expected, "{chosen:?}");
        }
    }
}
