//! Linear equations that hold of the integers of an outline, in the arithmetic of their sort.
//!
//! For Java's integers that is arithmetic modulo 2³² or 2⁶⁴, so that `fast = 2 * slow` holds although both wrap, and so that
//! "2³¹ · x = 2³¹" says that x is odd. The equations known of several states are those that hold in all of them: a state in which
//! they do not all hold has a model that says so, and the equations are weakened just as far as the model demands.

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, Term};
use machine::machine::Machine;

use super::knowledge::Known;

/// Models by which the equations of one state are weakened; each takes one away, or makes it say less.
const MOST_MODELS: usize = 80;

const INT: Sort = Sort::BitVec(32);
const LONG: Sort = Sort::BitVec(64);

/// Equations, by the sort of the integers in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Affine {
    pub(super) groups: Vec<Group>,
}

/// Equations among integers of one sort, or of longs and ints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) sort: Sort,
    /// Which of the outline's integers.
    pub(super) members: Vec<usize>,
    /// For each equation the factor of each member, and a constant: their sum is zero.
    pub(super) equations: Vec<Vec<i128>>,
}

impl Affine {
    /// The equations of a state with these integers, as far as they are among those known.
    pub(crate) fn of(machine: &mut Machine, state: Known<'_>, integers: &[Term], known: Option<&Affine>) -> Affine {
        let witness = state.witness.cloned().or_else(|| {
            match machine.ask(Query { path: state.condition, goal: &[], witness: None }) {
                Answer::Sat(model) => Some(model),
                _ => None,
            }
        });
        let mut groups = match (known, &witness) {
            (Some(known), _) => known.groups.clone(),
            (None, Some(model)) => at_point(machine, integers, model),
            (None, None) => Vec::new(),
        };
        for group in &mut groups {
            group.weaken(machine, state, integers);
        }
        Affine { groups }
    }

    /// No equations, of integers of these sorts.
    pub(super) fn shape(machine: &Machine, integers: &[Term]) -> Affine {
        let mut groups: Vec<Group> = Vec::new();
        for (position, term) in integers.iter().enumerate() {
            let sort = machine.pool.sort(*term);
            match groups.iter_mut().find(|group| group.sort == sort) {
                Some(group) => group.members.push(position),
                None => groups.push(Group { sort, members: vec![position], equations: Vec::new() }),
            }
        }
        // Ints are longs, too, where there are longs that may have to do with them.
        if let Some(longs) = groups.iter().position(|group| group.sort == LONG)
            && let Some(ints) = groups.iter().find(|group| group.sort == INT)
        {
            let ints = ints.members.clone();
            groups[longs].members.extend(ints);
        }
        Affine { groups }
    }

    /// The equations as conditions on these integers.
    pub(crate) fn conditions(&self, machine: &mut Machine, integers: &[Term]) -> Vec<Term> {
        let mut conditions = Vec::new();
        for group in &self.groups {
            for equation in &group.equations {
                let condition = group.condition(machine, integers, equation);
                if !machine.pool.is_true(condition) {
                    conditions.push(condition);
                }
            }
        }
        conditions
    }
}

/// The equations of a single point: each integer has its value.
fn at_point(machine: &Machine, integers: &[Term], model: &Model) -> Vec<Group> {
    let mut groups = Affine::shape(machine, integers).groups;
    for group in &mut groups {
        let Some(values) = group.values(machine, integers, model) else { continue };
        let count = group.members.len();
        group.equations = (0..count)
            .map(|member| {
                let mut equation = vec![0; count + 1];
                equation[member] = 1;
                equation[count] = group.reduced(-values[member]);
                equation
            })
            .collect();
    }
    groups
}

impl Group {
    /// How many factors an equation has, the constant included.
    pub(super) fn factors(&self) -> usize {
        self.members.len() + 1
    }

    /// How many bits its arithmetic has; `None` for mathematical integers.
    fn width(&self) -> Option<u32> {
        match self.sort {
            Sort::BitVec(width) => Some(u32::from(width)),
            _ => None,
        }
    }

    /// The number that stands for all that are equal to it in this arithmetic: the one nearest to zero.
    fn reduced(&self, number: i128) -> i128 {
        match self.width() {
            Some(width) => number << (128 - width) >> (128 - width),
            None => number,
        }
    }

    fn values(&self, machine: &Machine, integers: &[Term], model: &Model) -> Option<Vec<i128>> {
        let value = |member: &usize| evaluate(&machine.pool, model, integers[*member]).and_then(Const::as_signed);
        self.members.iter().map(value).collect()
    }

    /// Take away what does not hold in a state.
    fn weaken(&mut self, machine: &mut Machine, state: Known<'_>, integers: &[Term]) {
        let mut witness = state.witness.cloned();
        for _ in 0..MOST_MODELS {
            if let Some(values) = witness.take().and_then(|model| self.values(machine, integers, &model)) {
                self.weaken_by(&values);
            }
            let holds: Vec<Term> =
                self.equations.iter().map(|equation| self.condition(machine, integers, equation)).collect();
            let all = machine.pool.and_all(&holds);
            if machine.pool.is_true(all) {
                return;
            }
            let goal = machine.pool.not(all);
            match machine.ask(Query { path: state.condition, goal: &[goal], witness: state.witness }) {
                Answer::Unsat => return,
                Answer::Sat(model) => witness = Some(model),
                Answer::Unknown(_) => break,
            }
        }
        // Where the models do not suffice, each equation stands for itself.
        let equations = std::mem::take(&mut self.equations);
        for equation in equations {
            let holds = self.condition(machine, integers, &equation);
            let goal = machine.pool.not(holds);
            let query = Query { path: state.condition, goal: &[goal], witness: state.witness };
            if matches!(machine.ask(query), Answer::Unsat) {
                self.equations.push(equation);
            }
        }
    }

    /// Weaken the equations just so far that they hold of these values, too.
    fn weaken_by(&mut self, values: &[i128]) {
        let rest = |equation: &[i128]| {
            let (factors, constant) = equation.split_at(values.len());
            let products = factors.iter().zip(values).map(|(factor, value)| factor.checked_mul(*value));
            products.chain([Some(constant[0])]).try_fold(0i128, |sum, part| sum.checked_add(part?))
        };
        let rests: Vec<Option<i128>> =
            self.equations.iter().map(|equation| rest(equation).map(|rest| self.reduced(rest))).collect();
        // Of the others as many multiples of the pivot are subtracted as make them hold.
        let order = |rest: i128| match self.width() {
            Some(_) => rest.trailing_zeros() as i128,
            None => rest.unsigned_abs() as i128,
        };
        let pivot = (0..rests.len())
            .filter(|position| rests[*position].is_some_and(|rest| rest != 0))
            .min_by_key(|position| rests[*position].map(order));
        let Some(pivot) = pivot else {
            self.drop_overflown(&rests);
            return;
        };
        let pivot_rest = rests[pivot].unwrap_or_default();
        let pivot_equation = self.equations[pivot].clone();
        let mut weakened = Vec::with_capacity(self.equations.len());
        for (position, equation) in self.equations.iter().enumerate() {
            let Some(rest) = rests[position] else { continue };
            let next = match (rest, position == pivot) {
                (0, _) => Some(equation.clone()),
                (_, true) => self.multiple_that_vanishes(equation, pivot_rest),
                (_, false) => self.combined(equation, rest, &pivot_equation, pivot_rest),
            };
            weakened.extend(next.filter(|equation| equation.iter().any(|factor| *factor != 0)));
        }
        self.equations = weakened;
    }

    /// Equations whose values are too large to be computed are forgotten.
    fn drop_overflown(&mut self, rests: &[Option<i128>]) {
        let mut rests = rests.iter();
        self.equations.retain(|_| rests.next().is_some_and(Option::is_some));
    }

    /// A multiple of an equation that holds although the equation is off by `rest`.
    fn multiple_that_vanishes(&self, equation: &[i128], rest: i128) -> Option<Vec<i128>> {
        let shift = self.width()?.checked_sub(rest.trailing_zeros())?;
        Some(equation.iter().map(|factor| self.reduced(factor << shift)).collect())
    }

    /// The equation less as much of the pivot as it is off by.
    fn combined(&self, equation: &[i128], rest: i128, pivot: &[i128], pivot_rest: i128) -> Option<Vec<i128>> {
        match self.width() {
            Some(width) => {
                let shift = pivot_rest.trailing_zeros();
                let quotient = self.reduced((rest >> shift).wrapping_mul(inverse(pivot_rest >> shift, width)));
                let part = |(factor, of_pivot): (&i128, &i128)| {
                    self.reduced(factor.wrapping_sub(self.reduced(quotient.wrapping_mul(*of_pivot))))
                };
                Some(equation.iter().zip(pivot).map(part).collect())
            }
            None => {
                let part = |(factor, of_pivot): (&i128, &i128)| {
                    factor.checked_mul(pivot_rest)?.checked_sub(of_pivot.checked_mul(rest)?)
                };
                let combined: Vec<i128> = equation.iter().zip(pivot).map(part).collect::<Option<_>>()?;
                let divisor = combined.iter().fold(0, |divisor, factor| greatest_divisor(divisor, *factor));
                Some(combined.iter().map(|factor| factor / divisor.max(1)).collect())
            }
        }
    }

    /// An equation as a condition on these integers: negative factors are on the right side.
    pub(super) fn condition(&self, machine: &mut Machine, integers: &[Term], equation: &[i128]) -> Term {
        let mut left = self.number(machine, 0);
        let mut right = left;
        let one = self.number(machine, 1);
        let terms = self.members.iter().map(|member| integers[*member]).chain([one]);
        for (term, factor) in terms.zip(equation).filter(|(_, factor)| **factor != 0) {
            let term = match (machine.pool.sort(term), self.sort) {
                (INT, LONG) => machine.pool.sign_extend(term, 64),
                _ => term,
            };
            let size = self.number(machine, factor.saturating_abs());
            let part = machine.pool.mul(size, term);
            let side = if *factor < 0 { &mut right } else { &mut left };
            *side = machine.pool.add(*side, part);
        }
        machine.pool.eq(left, right)
    }

    fn number(&self, machine: &mut Machine, value: i128) -> Term {
        match self.sort {
            Sort::BitVec(width) => machine.pool.bv(width, value as u64 & (u64::MAX >> (64 - u32::from(width)))),
            _ => machine.pool.math(value),
        }
    }
}

/// The number by which an odd number gives 1, modulo 2 to the `width`.
fn inverse(odd: i128, width: u32) -> i128 {
    let mask = (1i128 << width) - 1;
    let odd = odd & mask;
    // Each step doubles the number of bits that are right; the first has three.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2i128.wrapping_sub(odd.wrapping_mul(inverse))) & mask;
    }
    inverse
}

fn greatest_divisor(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.saturating_abs(), right.saturating_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(sort: Sort, values: &[i128]) -> Group {
        let count = values.len();
        let equations = (0..count).map(|member| {
            let mut equation = vec![0; count + 1];
            (equation[member], equation[count]) = (1, -values[member]);
            equation
        });
        Group { sort, members: (0..count).collect(), equations: equations.collect() }
    }

    /// Whether values satisfy all equations.
    fn holds(group: &Group, values: &[i128]) -> bool {
        group.equations.iter().all(|equation| {
            let sum: i128 = equation.iter().zip(values.iter().chain([&1])).map(|(factor, value)| factor * value).sum();
            group.reduced(sum) == 0
        })
    }

    #[test]
    fn a_sum_that_stays_the_same_is_found() {
        for sort in [Sort::BitVec(32), Sort::BitVec(64), Sort::Int] {
            let mut group = point(sort, &[7, 0, 7]);
            group.weaken_by(&[6, 1, 7]);
            group.weaken_by(&[-3, 8, 5]);
            // Where numbers wrap around, that n is odd is an equation, too.
            assert!(holds(&group, &[100, -57, 43]), "x + y = n");
            assert!(!holds(&group, &[100, -58, 43]));
        }
    }

    #[test]
    fn what_wraps_is_an_equation_too() {
        let mut group = point(Sort::BitVec(32), &[0, 0]);
        group.weaken_by(&[1 << 30, -(1 << 31)]);
        group.weaken_by(&[1, 2]);
        assert!(holds(&group, &[3, 6]));
        assert!(holds(&group, &[(1 << 31) - 1, -2]), "fast = 2 * slow, modulo 2^32");
        assert!(!holds(&group, &[3, 7]));
    }

    #[test]
    fn parities_are_what_is_left_of_an_equation() {
        let mut group = point(Sort::BitVec(32), &[4]);
        group.weaken_by(&[10]);
        assert!(holds(&group, &[0]) && holds(&group, &[-6]));
        assert!(!holds(&group, &[3]));
        group.weaken_by(&[3]);
        assert!(group.equations.is_empty());
    }

    #[test]
    fn every_value_that_was_seen_satisfies_what_is_left() {
        let mut number = 1u64;
        let mut next = || {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            i128::from((number >> 40) as i32 % 50)
        };
        for sort in [Sort::BitVec(32), Sort::Int] {
            for _ in 0..200 {
                let seen: Vec<Vec<i128>> = (0..5).map(|_| (0..4).map(|_| next()).collect()).collect();
                let mut group = point(sort, &seen[0]);
                for values in &seen[1..] {
                    group.weaken_by(values);
                }
                assert!(seen.iter().all(|values| holds(&group, values)), "{seen:?}");
            }
        }
    }

    #[test]
    fn inverses_are_inverses() {
        for odd in [1, 3, -1, 12345, 0x7fff_ffff] {
            assert_eq!((odd * inverse(odd, 32)) & 0xffff_ffff, 1, "{odd}");
        }
    }
}
