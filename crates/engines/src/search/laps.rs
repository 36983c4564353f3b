//! Loops that never end: a path that comes back to where it was, with no choice on the way.
//!
//! If what a path does between two points of comparison leaves no alternative, and the earlier state covers the later one, then
//! every execution that is in the earlier state comes to it again, for ever. That is a proof: no count of iterations tells it.

use machine::machine::Compare;
use machine::machine::marks::Marks;
use machine::run::Run;
use machine::scene::Waiting;
use machine::state::{Frame, Phase, State};
use program::class::MethodId;

use super::analysis::Symbolic;

/// What a path remembers of its points of comparison.
#[derive(Clone, Copy, Default)]
pub(crate) struct Laps {
    /// Branches taken so far.
    branches: u32,
    /// Points of comparison since the last of them.
    points: u32,
}

impl Laps {
    /// Another point of comparison. `Some` if it is time to find out whether the path ever leaves the loop that it may be in: how
    /// many points are worth looking at.
    pub(crate) fn pass(&mut self, state: &State) -> Option<u32> {
        if self.branches != state.branches {
            *self = Laps { branches: state.branches, points: 0 };
        }
        self.points += 1;
        // 4, 16, 64, …: so the effort is in proportion to what the path does anyway.
        let is_due = self.points > 1 && self.points.is_power_of_two() && self.points.trailing_zeros().is_multiple_of(2);
        is_due.then_some(4 + self.points)
    }
}

/// Points of comparison to look at where another state covers the path.
const POINTS_IF_COVERED: u32 = 16;

/// States to look at below a covered one.
const STATES_IF_COVERED: usize = 16;

/// Effort with which a path must come back.
const MOST_EFFORT: u64 = 1_000_000;

/// Questions that may be asked for covered paths besides a part of those that the search asks.
const FREE_QUERIES: u64 = 200;
/// Covered paths that are looked at besides a part of all.
const FREE_ATTEMPTS: u64 = 16;
const PART: u64 = 8;

/// What looking for loops without end may take in any case, and the part of all else that it may take besides.
const FREE_EFFORT: u64 = 5_000_000;
const PART_OF_EFFORT: u64 = 4;

/// How much was done to find loops without end.
#[derive(Default)]
pub(crate) struct Effort {
    /// In all, in instructions that could have been executed instead.
    spent: u64,
    /// Where paths are covered.
    queries: u64,
    attempts: u64,
    covered: u64,
    /// Methods with loops that are known not to end.
    known: Vec<MethodId>,
}

impl Symbolic<'_> {
    /// A loop that is never left, below a state that an earlier one covers: on the way between the two may have been a choice, so
    /// that what they have in common ends and what comes back to itself is part of both. The state in which there is no choice left,
    /// and its frames.
    pub(super) fn endless_though_covered(
        &mut self,
        state: &State,
        marks: &Marks,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<(State, Vec<Frame>)> {
        let asked = self.machine.solver.stats().queries;
        self.laps.covered += 1;
        let is_worth_it = self.laps.attempts <= FREE_ATTEMPTS + self.laps.covered / PART
            && self.laps.queries <= FREE_QUERIES + asked / PART
            && !self.laps.known.contains(&state.frame().method);
        if !is_worth_it || !may_be_endless(state) {
            return None;
        }
        self.laps.attempts += 1;
        let counters = self.machine.counters;
        let compare = std::mem::replace(&mut self.machine.config.compare, Compare::Always);
        let found = self.endless_below(state, marks, interrupt);
        self.machine.config.compare = compare;
        self.machine.counters = counters;
        self.laps.queries += self.machine.solver.stats().queries - asked;
        found
    }

    /// Looks at a few states below a covered one.
    fn endless_below(
        &mut self,
        state: &State,
        marks: &Marks,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<(State, Vec<Frame>)> {
        if let Some(frames) = self.endless(state, marks, POINTS_IF_COVERED, interrupt) {
            return Some((state.clone(), frames));
        }
        let branches = state.branches;
        let mut waiting = vec![(Box::new(state.clone()), marks.clone())];
        let mut left = STATES_IF_COVERED;
        while let Some((mut state, mut marks)) = waiting.pop() {
            match self.run(&mut state, &mut marks, interrupt) {
                // Up to here it is the state that was looked at.
                Run::Compare if state.branches == branches => waiting.push((state, marks)),
                Run::Compare => {
                    left = left.checked_sub(1)?;
                    match self.endless(&state, &marks, POINTS_IF_COVERED, interrupt) {
                        Some(frames) => return Some((*state, frames)),
                        None => waiting.push((state, marks)),
                    }
                }
                Run::Fork(fork) => {
                    let successors = self.machine.successors(state, marks, fork);
                    left = left.checked_sub(successors.len())?;
                    let going_on = successors.into_iter().filter(|successor| successor.end.is_none());
                    waiting.extend(going_on.map(|successor| (successor.state, successor.marks)));
                }
                Run::End(_) | Run::Interleaving => {}
                Run::Interrupted => return None,
            }
            left = left.checked_sub(1)?;
        }
        None
    }

    /// The stack at the outermost point of the loop that a path never leaves, if there is one and it comes back to itself within so
    /// many points of comparison.
    pub(super) fn endless(
        &mut self,
        state: &State,
        marks: &Marks,
        points: u32,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Frame>> {
        let began = self.machine.effort();
        if !may_be_endless(state) || self.laps.spent > FREE_EFFORT + began / PART_OF_EFFORT {
            return None;
        }
        let counters = self.machine.counters;
        let (compare, most) = (self.machine.config.compare, self.machine.config.max_effort);
        self.machine.config.compare = Compare::Always;
        self.machine.config.max_effort = Some(marks.effort + MOST_EFFORT);
        let found = self.comes_back(Box::new(state.clone()), marks.clone(), points, interrupt);
        self.machine.config.compare = compare;
        self.machine.config.max_effort = most;
        self.laps.spent += self.machine.effort() - began;
        self.machine.counters = counters;
        self.laps.known.extend(found.iter().flatten().last().map(|frame| frame.method));
        found
    }

    fn comes_back(
        &mut self,
        mut state: Box<State>,
        mut marks: Marks,
        points: u32,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Frame>> {
        let mut earlier = self.machine.scene(&state, &marks, Waiting::Described)?;
        let mut glance = self.machine.glance(&state)?;
        let mut outermost = state.thread().frames.clone();
        let mut passed = 0;
        let mut replaced_at = 1;
        loop {
            match self.run(&mut state, &mut marks, interrupt) {
                Run::Compare => {}
                Run::Fork(fork) => {
                    let mut successors = self.machine.successors(state, marks, fork);
                    // What a bound or the solver gives up is a successor, too.
                    let only = successors.pop().filter(|only| successors.is_empty() && only.end.is_none())?;
                    state = only.state;
                    marks = only.marks;
                    continue;
                }
                Run::End(_) | Run::Interrupted | Run::Interleaving => return None,
            }
            passed += 1;
            if passed > points || interrupt() || state.threads.len() > 1 {
                return None;
            }
            let frames = &state.thread().frames;
            if order(frames) < order(&outermost) {
                outermost.clone_from(frames);
            }
            let is_replaced = passed == replaced_at;
            let seen = self.machine.glance(&state)?;
            if seen != glance && !is_replaced {
                continue;
            }
            let now = self.machine.scene(&state, &marks, Waiting::Described)?;
            if seen == glance && now.point == earlier.point && self.reached.covers(&mut self.machine, &now, &earlier) {
                return Some(outermost);
            }
            // Whatever the loop did before it came to repeat itself is left behind.
            if is_replaced {
                replaced_at *= 2;
                outermost.clone_from(&state.thread().frames);
                (earlier, glance) = (now, seen);
            }
        }
    }
}

/// Whether a loop that the state never leaves would be told of: one of the program, which no other thread can end.
fn may_be_endless(state: &State) -> bool {
    state.phase == Phase::Entry && state.threads.len() == 1 && !state.is_generalized()
}

/// The outermost loop is the one with the fewest frames that begins first.
fn order(frames: &[Frame]) -> (usize, u32) {
    (frames.len(), frames.last().map_or(0, |frame| frame.pc))
}
