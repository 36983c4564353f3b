//! Integers that are only compared: what matters is their order, and a few bits suffice for it.
//!
//! A query that does nothing but compare its `n` symbols with each other and with constants has a model if and only if
//! it has one among small numbers. Take a strictly increasing map of the constants to *ranks* that keeps the distance
//! of neighbours `c < d` if it is at most `n + 1`, and makes it `n + 1` otherwise. In a model, at most `n` values lie
//! strictly between `c` and `d`, so there is room for them between the ranks, in the same order; and back, there is
//! at least as much room between the constants. Below the least and above the largest constant is room without end on
//! one side, and for `n` values on the other.

use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

/// What a term does with mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// It has none.
    Nothing,
    /// It compares them, and chooses between them.
    Order,
    /// It computes with them.
    Arithmetic,
}

/// More constants than this are not kept from query to query.
const MOST_CONSTANTS: usize = 64;

/// Room for this many symbols at least, so that the ranks seldom change.
const LEAST_ROOM: usize = 8;

/// Constants beyond this are not looked at: their neighbours must be `i128`s.
const LARGEST: u128 = 1 << 120;

/// Looks at terms, once at each, and keeps the constants of those that are about order.
pub(super) struct Uses {
    /// By term index.
    uses: Vec<Option<Use>>,
    /// Ascending.
    constants: Vec<i128>,
}

impl Uses {
    pub(super) fn new() -> Uses {
        // With zero among the constants, models prefer numbers near it to those near the ends of Java's types.
        Uses { uses: Vec::new(), constants: vec![0] }
    }

    pub(super) fn of_all(&mut self, pool: &TermPool, terms: &[Term]) -> Use {
        if self.constants.len() > MOST_CONSTANTS {
            *self = Uses::new();
        }
        terms.iter().map(|&term| self.of(pool, term)).max().unwrap_or(Use::Nothing)
    }

    /// Whether a term, looked at before, has no integers.
    pub(super) fn is_nothing(&self, term: Term) -> bool {
        self.known(term) == Some(Use::Nothing)
    }

    fn known(&self, term: Term) -> Option<Use> {
        self.uses.get(term.index()).copied().flatten()
    }

    fn of(&mut self, pool: &TermPool, root: Term) -> Use {
        if let Some(known) = self.known(root) {
            return known;
        }
        if self.uses.len() < pool.len() {
            self.uses.resize(pool.len(), None);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            let node = pool.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|&&argument| self.known(argument).is_none()));
            if stack.len() > before {
                continue;
            }
            let of_arguments = node.args().iter().filter_map(|&argument| self.known(argument)).max();
            let own = match node.op {
                Op::Const(Const::Int(value)) => self.note(value),
                Op::IntToFloat(_) if pool.sort(node.args()[0]) == Sort::Int => Use::Arithmetic,
                Op::Symbol(_) | Op::Ite if node.sort == Sort::Int => Use::Order,
                _ if node.sort == Sort::Int => Use::Arithmetic,
                // Whatever else takes integers compares them.
                _ => Use::Nothing,
            };
            self.uses[term.index()] = Some(own.max(of_arguments.unwrap_or(Use::Nothing)));
            stack.pop();
        }
        self.known(root).expect("the root is looked at last")
    }

    fn note(&mut self, constant: i128) -> Use {
        if constant.unsigned_abs() > LARGEST {
            return Use::Arithmetic;
        }
        if let Err(place) = self.constants.binary_search(&constant) {
            self.constants.insert(place, constant);
        }
        Use::Order
    }
}

/// The map from constants to ranks.
pub(super) struct Ranks {
    constants: Vec<i128>,
    /// The rank of each constant.
    ranks: Vec<i64>,
    /// Room for the values of this many symbols everywhere.
    room: usize,
    width: u8,
}

impl Ranks {
    pub(super) fn new() -> Ranks {
        Ranks::of(Vec::new(), LEAST_ROOM)
    }

    fn of(constants: Vec<i128>, room: usize) -> Ranks {
        let step = |pair: &[i128]| (pair[1] - pair[0]).min(room as i128 + 1) as i64;
        let steps: Vec<i64> = constants.windows(2).map(step).collect();
        // Numbers of both signs, to use the sign bit as well.
        let all = 2 * room as i64 + 1 + steps.iter().sum::<i64>();
        let mut rank = room as i64 - all / 2;
        let mut ranks = Vec::new();
        if !constants.is_empty() {
            ranks.push(rank);
        }
        for step in steps {
            rank += step;
            ranks.push(rank);
        }
        // The ranks used are -all / 2 ..= all - 1 - all / 2.
        let width = (65 - (all / 2).leading_zeros()) as u8;
        Ranks { constants, ranks, room, width }
    }

    /// Makes these the ranks of all constants seen, with room for this many symbols. Whether that changed anything.
    pub(super) fn fit(&mut self, uses: &Uses, symbols: usize) -> bool {
        let room = self.room.max(symbols.next_power_of_two());
        let changed = room != self.room || uses.constants != self.constants;
        if changed {
            *self = Ranks::of(uses.constants.clone(), room);
        }
        changed
    }

    /// The width of vectors that hold ranks.
    pub(super) fn width(&self) -> u8 {
        self.width
    }

    /// The rank of one of the constants.
    pub(super) fn rank(&self, constant: i128) -> Option<i64> {
        self.constants.binary_search(&constant).ok().map(|place| self.ranks[place])
    }

    /// An integer whose order among the constants, and among the integers of other ranks, is that of the rank.
    pub(super) fn integer(&self, rank: i64) -> i128 {
        let above = self.ranks.partition_point(|&other| other <= rank);
        // Below the least constant: counted back from that.
        let base = above.saturating_sub(1);
        match (self.constants.get(base), self.ranks.get(base)) {
            (Some(constant), Some(base)) => constant + i128::from(rank - base),
            _ => rank.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_the_order_and_have_room() {
        let constants = vec![-1_000_000, -3, -2, 0, 7, 40, 1 << 40];
        let ranks = Ranks::of(constants.clone(), 8);
        for (place, &constant) in constants.iter().enumerate() {
            let rank = ranks.rank(constant).expect("a constant has a rank");
            assert_eq!(ranks.integer(rank), constant);
            if let Some(&next) = constants.get(place + 1) {
                let between = ranks.rank(next).expect("a constant has a rank") - rank - 1;
                assert_eq!(i128::from(between), (next - constant - 1).min(8));
            }
        }
        let half = 1 << (ranks.width() - 1);
        let integers: Vec<i128> = (-half..half).map(|rank| ranks.integer(rank)).collect();
        assert!(integers.is_sorted_by(|a, b| a < b), "{integers:?}");
        assert!(integers.iter().filter(|&&integer| integer < -1_000_000).count() >= 8);
        assert!(integers.iter().filter(|&&integer| integer > 1 << 40).count() >= 8);
    }
}
