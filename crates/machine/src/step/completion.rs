//! Completing the input of a path that has ended: its preconditions are run to their ends. A path whose input cannot be completed is
//! no path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use crate::machine::Machine;
use crate::machine::marks::Marks;
use crate::reference::heap_model::HeapModel;
use crate::state::State;
use crate::state::fork::{Cut, End};
use crate::step::obligation::remembers_input;
use crate::step::run::Run;
use crate::step::successors::Successor;

/// Effort that completing inputs may take, all of them together, besides so many times what everything else took: where it is not
/// enough, answering first costs less.
const MOST_EFFORT: u64 = 3_000_000;
const MOST_SHARE: u64 = 2;
/// What one attempt may take: a precondition may go around a cycle for ever.
const MOST_EFFORT_OF_ATTEMPT: u64 = 1_000_000;
/// What looking for a small input may take where another is known, or for the proof that there is none.
const EXTRA_EFFORT: u64 = 100_000;
/// States that are looked at to complete an input.
const MOST_STATES: usize = 10_000;

/// What a completion is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// To know that there is one.
    Any,
    /// To be shown: one with few objects.
    Small,
    /// To know that there is none. Whatever is not refuted need not be followed.
    None,
}

/// What became of completing the input of a path that has ended.
pub enum Completion {
    /// The path with an input that satisfies all preconditions.
    Input(Box<State>),
    /// There is no such input.
    None,
    /// There is none within these bounds of inputs, one of which is given.
    Larger(Cut),
    /// None was found, but not everything was tried.
    GivenUp,
}

/// In which order completions are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// Fewest objects first.
    FewestObjects,
    /// By turns the one with the fewest objects, and the one that has come farthest: the first finds it where few objects are
    /// missing, the second where many are.
    Alternating,
}

impl Machine {
    pub fn heap_model(&self) -> Rc<dyn HeapModel> {
        self.heap_model.clone()
    }

    pub fn use_heap_model(&mut self, model: Rc<dyn HeapModel>) {
        self.heap_model = model;
    }

    /// An input of a path that has ended which satisfies the preconditions.
    pub fn complete_input(
        &mut self,
        state: &State,
        marks: &Marks,
        wanted: Wanted,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Completion {
        if !remembers_input(state) {
            return Completion::GivenUp;
        }
        let usual = self.heap_model();
        let mut first = (Box::new(state.clone()), marks.clone());
        if !self.begin_completion(&mut first.0) {
            return Completion::Input(first.0);
        }
        let began = self.effort();
        // What a path may take is for the program to use up.
        let choices = self.config.max_choices.take();
        let effort = self.config.max_effort.replace(marks.effort + MOST_EFFORT_OF_ATTEMPT);
        let spent = self.steps.completing;
        let left = (MOST_EFFORT + MOST_SHARE * (began - spent)).saturating_sub(spent);
        let completion = match wanted {
            Wanted::Any => self.completion(first, wanted, Order::Alternating, left, interrupt),
            Wanted::None => self.completion(first, wanted, Order::Alternating, left.min(EXTRA_EFFORT), interrupt),
            Wanted::Small => match self.completion(first.clone(), wanted, Order::Alternating, left, interrupt) {
                Completion::Input(known) => {
                    match self.completion(first, wanted, Order::FewestObjects, left.min(EXTRA_EFFORT), interrupt) {
                        Completion::Input(smaller) if smaller.inputs.len() <= known.inputs.len() => {
                            Completion::Input(smaller)
                        }
                        _ => Completion::Input(known),
                    }
                }
                other => other,
            },
        };
        self.steps.completing += self.effort() - began;
        self.config.max_choices = choices;
        self.config.max_effort = effort;
        self.use_heap_model(usual);
        completion
    }

    fn completion(
        &mut self,
        first: (Box<State>, Marks),
        wanted: Wanted,
        order: Order,
        most_effort: u64,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Completion {
        let until = self.effort() + most_effort;
        let mut open = Open {
            order,
            is_turn_of_farthest: false,
            states: Vec::new(),
            smallest: BinaryHeap::new(),
            farthest: Vec::new(),
        };
        open.push(first);
        let mut larger: Option<Cut> = None;
        let mut is_given_up = false;
        while let Some((mut state, mut marks)) = open.pop() {
            let is_enough = wanted == Wanted::None && (larger.is_some() || is_given_up);
            if is_enough || open.states.len() > MOST_STATES || self.effort() > until || interrupt() {
                return Completion::GivenUp;
            }
            let end = match self.run(&mut state, &mut marks, interrupt) {
                Run::Fork(fork) => {
                    // The first is tried first.
                    for Successor { state, marks, end } in self.successors(state, marks, fork).into_iter().rev() {
                        match end {
                            None => open.push((state, marks)),
                            Some(end) => note(&end, &mut larger, &mut is_given_up),
                        }
                    }
                    continue;
                }
                Run::Compare | Run::Interleaving => {
                    open.push((state, marks));
                    continue;
                }
                Run::Interrupted => return Completion::GivenUp,
                Run::End(End::Returned(_)) => return Completion::Input(state),
                Run::End(end) => end,
            };
            note(&end, &mut larger, &mut is_given_up);
        }
        match larger {
            _ if is_given_up => Completion::GivenUp,
            Some(cut) => Completion::Larger(cut),
            None => Completion::None,
        }
    }
}

/// What the end of an attempt tells, if it found no input.
fn note(end: &End, larger: &mut Option<Cut>, is_given_up: &mut bool) {
    match end {
        End::Cut(Cut::Precondition) => {}
        End::Cut(cut) if is_bound_of_inputs(cut) => *larger = Some(cut.clone()),
        _ => *is_given_up = true,
    }
}

/// Attempts that wait.
struct Open {
    order: Order,
    is_turn_of_farthest: bool,
    /// `None` for those that were tried.
    states: Vec<Option<(Box<State>, Marks)>>,
    /// Their numbers, below that of inputs and that of decisions that are missing to the most.
    smallest: BinaryHeap<Reverse<(usize, usize, usize)>>,
    /// The same, the last first.
    farthest: Vec<usize>,
}

impl Open {
    fn push(&mut self, attempt: (Box<State>, Marks)) {
        let number = self.states.len();
        self.smallest.push(Reverse((attempt.0.inputs.len(), usize::MAX - attempt.0.decisions.len(), number)));
        if self.order == Order::Alternating {
            self.farthest.push(number);
        }
        self.states.push(Some(attempt));
    }

    fn pop(&mut self) -> Option<(Box<State>, Marks)> {
        self.is_turn_of_farthest = !self.is_turn_of_farthest && self.order == Order::Alternating;
        loop {
            let number = match self.is_turn_of_farthest {
                true => self.farthest.pop()?,
                false => self.smallest.pop()?.0.2,
            };
            if let Some(attempt) = self.states[number].take() {
                return Some(attempt);
            }
        }
    }
}

/// Whether a cut leaves out nothing but larger inputs.
fn is_bound_of_inputs(cut: &Cut) -> bool {
    matches!(cut, Cut::Depth | Cut::Objects | Cut::StringLength | Cut::CollectionSize)
}
