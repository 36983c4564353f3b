//! Preconditions on the input as far as it is known (document A, sections 2.2 and 3).
//!
//! A precondition runs before the entry, but only as far as nothing must be decided for it: where it comes to a part of the input
//! that nobody has looked at, its frames are set aside ([`Obligation`]) and the entry begins. It is run on when the entry has
//! found out what it waits for, and sees the input as it was at first. If it then says false, the path is cut. When a path
//! has ended, its input is completed ([`super::completion`]).

use std::rc::Rc;

use crate::inputs::change::changes_input;
use crate::machine::Machine;
use crate::reference::heap_model::Lazy;
use crate::state::fork::{Cut, Effect, End, Fork, Stop};
use crate::state::heap::{ArrayContent, Base, Content};
use crate::state::obligation::{Asking, Awaited, Interrupted, Obligation};
use crate::state::value::{ObjectId, Value};
use crate::state::{Phase, State};
use crate::step::run::Run;
use crate::step::successors::Successor;

/// How often a run is asked whether it is to stop before an alternative of a precondition is no longer expected to be refuted at
/// once: about a thousand instructions each. It is no matter of effort, so that whoever follows a path again sees the same.
const GLANCE: u32 = 2;

impl Machine {
    /// Whether preconditions may be answered while the entry runs.
    pub fn may_wait(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.waits)
    }

    /// Whether the state runs a precondition that is to stop where something must be decided.
    pub(crate) fn stops_at_unknowns(&self, state: &State) -> bool {
        if !matches!(state.phase, Phase::Precondition(_)) || !self.may_wait() {
            return false;
        }
        let is_asked = match &state.obligations.interrupted {
            None => true,
            Some(interrupted) => matches!(interrupted.asking, Asking::Decided | Asking::Shape),
        };
        // A class that is half initialised, or an input that is half built, is nothing for others to meet.
        is_asked && state.thread().frames.iter().all(|frame| frame.on_return == crate::state::OnReturn::Continue)
    }

    /// Whether states of this kind are compared: a precondition that is run step by step is not.
    pub(crate) fn is_compared_here(&self, state: &State) -> bool {
        !matches!(state.phase, Phase::Precondition(_)) || !self.may_wait()
    }

    /// How many references of the input are known.
    fn bound_references(state: &State) -> u32 {
        state.unknowns.iter().filter(|unknown| unknown.binding.is_some()).count() as u32
    }

    /// A precondition reads a part of the input for the first time where the heap model would not fork.
    pub(crate) fn awaits_growth(&self, state: &State) -> Stop {
        Stop::Await(Awaited::Growth { bound: Self::bound_references(state) })
    }

    /// A precondition came to a fork. `Some` if the run stops here.
    pub(crate) fn asked_by_precondition(&mut self, state: &mut State, fork: Fork) -> Option<Run> {
        if self.steps.is_glancing {
            return Some(Run::Fork(fork));
        }
        let bound = Self::bound_references(state);
        if let Some(awaited) = awaited_by(&fork, bound) {
            return self.set_aside(state, awaited);
        }
        let decisions = state.decisions.len();
        let choices = state.choices;
        let marks = self.marks.clone();
        let successors = self.successors(Box::new(state.clone()), marks, fork.clone());
        let mut left: Vec<Successor> = Vec::new();
        for successor in successors {
            if !self.is_refuted_at_once(&successor) {
                left.push(successor);
            }
        }
        match left.len() {
            0 => Some(Run::End(End::Cut(Cut::Precondition))),
            1 if left[0].end.is_none() => {
                // It follows from what is known, so it is no decision.
                *state = *left.pop().expect("there is one").state;
                state.decisions.truncate(decisions);
                state.choices = choices;
                None
            }
            _ => {
                let asking = state.obligations.interrupted.as_ref().map(|interrupted| interrupted.asking);
                match asking {
                    Some(Asking::Shape) => Some(Run::Fork(fork)),
                    _ => self.set_aside(state, Awaited::Decision { bound }),
                }
            }
        }
    }

    /// Whether an alternative makes the precondition false, as a short look tells.
    fn is_refuted_at_once(&mut self, successor: &Successor) -> bool {
        match &successor.end {
            Some(End::Cut(Cut::Precondition)) => return true,
            Some(_) => return false,
            None => {}
        }
        let mut state = successor.state.clone();
        let marks = std::mem::replace(&mut self.marks, successor.marks.clone());
        self.steps.is_glancing = true;
        let most = self.config.max_effort.take();
        let mut left = GLANCE;
        let run = self.run_marked(&mut state, &mut || {
            left = left.saturating_sub(1);
            left == 0
        });
        self.config.max_effort = most;
        self.steps.is_glancing = false;
        self.marks = marks;
        matches!(run, Run::End(End::Cut(Cut::Precondition)))
    }

    /// The precondition that runs waits for something. `Some` if the run stops here.
    pub(crate) fn set_aside(&mut self, state: &mut State, awaited: Awaited) -> Option<Run> {
        if self.steps.is_glancing {
            return Some(Run::Interrupted);
        }
        let Phase::Precondition(number) = state.phase else { return Some(Run::Interrupted) };
        if changes_input(self, state) {
            let what = "a precondition or repOk() that changes its input";
            return Some(Run::End(End::Cut(Cut::Unsupported(what.to_string()))));
        }
        let thread = std::mem::take(state.thread_mut());
        state.obligations.waiting.push(Rc::new(Obligation { number, thread, awaited }));
        match state.obligations.interrupted.is_some() {
            true => {
                self.resume_interrupted(state);
                None
            }
            false => self.begin_after(state, number).err().map(Run::End),
        }
    }

    /// Run on a precondition that has learnt something, or all of them where threads begin to share the heap. Whether one runs now.
    pub(crate) fn ask_preconditions(&mut self, state: &mut State) -> bool {
        if state.obligations.waiting.is_empty() || state.obligations.interrupted.is_some() || !remembers_input(state) {
            return false;
        }
        if state.threads.len() > 1 {
            self.enter_obligation(state, 0, Asking::All);
            return true;
        }
        let bound = Self::bound_references(state);
        let has_learnt = |obligation: &Rc<Obligation>| match obligation.awaited {
            Awaited::Unknown(unknown) => state.unknown(unknown).binding.is_some(),
            Awaited::Growth { bound: before } | Awaited::Decision { bound: before } => bound > before,
        };
        let Some(position) = state.obligations.waiting.iter().position(has_learnt) else { return false };
        let asking = match state.obligations.waiting[position].awaited {
            Awaited::Decision { .. } => Asking::Shape,
            _ => Asking::Decided,
        };
        self.enter_obligation(state, position, asking);
        true
    }

    fn enter_obligation(&mut self, state: &mut State, position: usize, asking: Asking) {
        let obligation = state.obligations.waiting.remove(position);
        let contents = self.show_initial(state);
        let Obligation { number, thread, .. } = (*obligation).clone();
        let interrupted = Interrupted {
            threads: std::mem::replace(&mut state.threads, vec![thread]),
            current: std::mem::take(&mut state.current),
            phase: std::mem::replace(&mut state.phase, Phase::Precondition(number)),
            scheduling: std::mem::take(&mut state.scheduling),
            contents,
            asking,
        };
        state.obligations.interrupted = Some(Box::new(interrupted));
    }

    /// A precondition that was run on in between holds. `Some` if the run stops here.
    pub(crate) fn obligation_met(&mut self, state: &mut State) -> Option<Run> {
        let asking = state.obligations.interrupted.as_ref().map(|interrupted| interrupted.asking);
        self.resume_interrupted(state);
        match asking {
            Some(asking @ (Asking::All | Asking::Completing)) if !state.obligations.waiting.is_empty() => {
                self.enter_obligation(state, 0, asking);
                None
            }
            Some(Asking::Completing) => Some(Run::End(End::Returned(None))),
            _ => None,
        }
    }

    /// Whoever was interrupted goes on, with the heap as it was left.
    fn resume_interrupted(&mut self, state: &mut State) {
        let Some(interrupted) = state.obligations.interrupted.take() else { return };
        let Interrupted { threads, current, phase, scheduling, contents, .. } = *interrupted;
        state.threads = threads;
        state.current = current;
        state.phase = phase;
        state.scheduling = scheduling;
        for (object, content) in contents {
            let content = match (content, &state.heap.get(object).content) {
                (Content::Fields(mut fields), Content::Fields(at_first)) => {
                    let at_first = at_first.clone();
                    fields.resize(fields.len().max(at_first.len()), Value::Unset);
                    for (field, at_first) in fields.iter_mut().zip(at_first) {
                        // What was not read before may be known now.
                        *field = self.with_unread_part(state, *field, at_first);
                    }
                    Content::Fields(fields)
                }
                (Content::Array(before), Content::Array(now)) => {
                    Content::Array(ArrayContent { layers: before.layers, ..now.clone() })
                }
                (_, now) => now.clone(),
            };
            state.heap.get_mut(object).content = content;
        }
    }

    /// Make objects of the input what they were at first; what they were now.
    fn show_initial(&self, state: &mut State) -> Vec<(ObjectId, Content)> {
        let mut contents = Vec::new();
        for position in 0..state.inputs.len() {
            let input = state.inputs[position];
            let object = state.heap.get(input);
            let Some(origin) = &object.origin else { continue };
            let is_users = self.program.class(object.class).origin == program::class::ClassOrigin::User;
            let initial = match &object.content {
                Content::Fields(fields) if is_users => {
                    let mut initial = origin.initial.clone();
                    initial.resize(initial.len().max(fields.len()), Value::Unset);
                    Content::Fields(initial)
                }
                Content::Array(array) if !array.layers.is_empty() => {
                    let mut initial = array.clone();
                    initial.layers = Rc::default();
                    Content::Array(initial)
                }
                _ => continue,
            };
            contents.push((input, std::mem::replace(&mut state.heap.get_mut(input).content, initial)));
        }
        contents
    }

    /// Begin to complete the input of a path that has ended. False if nothing is left to be asked. One input is looked for, so that
    /// a reference is one thing at a time from here on, whatever the heap model: whoever begins gives the machine its own again.
    pub fn begin_completion(&mut self, state: &mut State) -> bool {
        if state.obligations.waiting.is_empty() || state.obligations.interrupted.is_some() {
            return false;
        }
        self.heap_model = Rc::new(Lazy);
        self.enter_obligation(state, 0, Asking::Completing);
        true
    }
}

/// Whether it is known what the input was at first: an array that was overwritten as a whole does not tell.
pub(super) fn remembers_input(state: &State) -> bool {
    state.inputs.iter().all(|input| match &state.heap.get(*input).content {
        Content::Array(array) => matches!(array.base, Base::Unknown(_)),
        Content::Fields(_) => true,
    })
}

/// What a fork waits for, if it is one over the shape of the input.
fn awaited_by(fork: &Fork, bound: u32) -> Option<Awaited> {
    let mut is_shape = false;
    for alternative in &fork.alternatives {
        match &alternative.effect {
            Effect::Bind { unknown, .. } | Effect::Summarize { unknown } => return Some(Awaited::Unknown(*unknown)),
            Effect::NotNull { .. }
            | Effect::NewElement { .. }
            | Effect::Narrow { .. }
            | Effect::Close { .. }
            | Effect::Exclude { .. }
            | Effect::TurnInto { .. }
            | Effect::Become { .. }
            | Effect::Choose { .. }
            | Effect::Learn(_) => is_shape = true,
            _ => {}
        }
    }
    is_shape.then_some(Awaited::Growth { bound })
}
