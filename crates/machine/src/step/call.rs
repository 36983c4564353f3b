//! Calls: resolution, dispatch on known and unknown receivers, frames, returns.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, MethodId};
use program::code::{InvokeKind, Operand, Register};

use crate::machine::call_model::{Arguments, CallOutcome, SelectedCall};
use crate::machine::{CallTarget, Code, Machine};
use crate::reference::guarded::{Entries, Located};
use crate::state::fork::{Raise, Stop};
use crate::state::value::{ObjectId, Value};
use crate::state::{Frame, Initialization, OnReturn, Phase, State};
use crate::step::initialize::set_progress;

impl Machine {
    pub(crate) fn invoke(
        &mut self,
        state: &mut State,
        code: &Code,
        kind: InvokeKind,
        target: Option<Register>,
        reference: u32,
        operands: &[Operand],
    ) -> Result<Called, Stop> {
        let cell = &code.calls[reference as usize];
        let call = match cell.get() {
            Some(call) => call,
            None => {
                let call = self.resolve_call(code, reference, kind)?;
                cell.set(Some(call));
                call
            }
        };
        let mut arguments: Arguments = operands.iter().map(|operand| self.operand(state, code, *operand)).collect();
        let method = match kind {
            InvokeKind::Static => {
                self.ensure_initialized(state, call.class)?;
                call.method
            }
            InvokeKind::Special => {
                self.check_not_null(state, arguments[0])?;
                self.special_target(code, call)?
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let receiver = match arguments[0] {
                    Value::Reference(location) => location,
                    unknown => {
                        arguments[0] = self.pruned(state, unknown);
                        match self.located(state, arguments[0])? {
                            Located::One(location) => location,
                            Located::Many(entries) => {
                                let method = self.select_for_all(state, entries, call.method, kind, &arguments)?;
                                return self.call_method(state, method, target, &arguments);
                            }
                        }
                    }
                };
                if receiver.is_null() {
                    return Err(Raise::null_pointer().into());
                }
                match (state.heap.get(receiver).exact_class(), call.selected) {
                    (Some(class), Some((last, method))) if class == last => method,
                    (Some(class), _) => {
                        let method = self.select(class, call.method, kind)?;
                        cell.set(Some(CallTarget { selected: Some((class, method)), ..call }));
                        method
                    }
                    (None, _) => self.select_among_candidates(state, receiver, call.method, kind, &arguments)?,
                }
            }
        };
        self.call_method(state, method, target, &arguments)
    }

    fn resolve_call(&mut self, code: &Code, reference: u32, kind: InvokeKind) -> Result<CallTarget, Stop> {
        let reference = &code.body.methods[reference as usize];
        let method = self.program.resolve_method(reference).map_err(|error| self.link_stop(error))?;
        let entry = self.program.method(method);
        let (class, is_static) = (entry.class, entry.is_static());
        self.check_access(code, class, entry.access)?;
        if is_static != (kind == InvokeKind::Static) {
            let name = program::display_method(&self.program, method);
            return Err(Raise::with("java/lang/IncompatibleClassChangeError", name).into());
        }
        Ok(CallTarget { method, class, selected: None })
    }

    /// The user's classes may have changed since the one that refers to a member was compiled. The library, and what the
    /// machine makes itself, is trusted.
    pub(crate) fn check_access(&self, code: &Code, holder: ClassId, access: u16) -> Result<(), Stop> {
        const SYNTHETIC: u16 = 0x1000;
        let accessor = self.program.method(code.body.method).class;
        let is_trusted = !code.is_user || self.program.class(accessor).access & SYNTHETIC != 0;
        if is_trusted || self.program.may_access(accessor, holder, access) {
            return Ok(());
        }
        Err(Raise::opaque("java/lang/IllegalAccessError").into())
    }

    /// `super.m()` selects in the direct superclass of the caller (JVMS invokespecial with ACC_SUPER).
    fn special_target(&mut self, code: &Code, call: CallTarget) -> Result<MethodId, Stop> {
        let caller = self.program.method(code.body.method).class;
        let entry = self.program.method(call.method);
        if &*entry.name == "<init>"
            || self.program.class(call.class).is_interface()
            || call.class == caller
            || !self.program.is_subclass(caller, call.class)
        {
            return Ok(call.method);
        }
        let Some(parent) = self.program.class(caller).super_class else { return Ok(call.method) };
        let (name, descriptor) = (entry.name.clone(), entry.descriptor.clone());
        Ok(self.program.find_method(parent, &name, &descriptor).unwrap_or(call.method))
    }

    fn select(&mut self, class: ClassId, method: MethodId, kind: InvokeKind) -> Result<MethodId, Stop> {
        if kind == InvokeKind::Interface {
            let interface = self.program.method(method).class;
            if !self.program.is_subclass(class, interface) {
                return Err(Raise::opaque("java/lang/IncompatibleClassChangeError").into());
            }
        }
        // Only the machine itself makes objects of an abstract class: variable handles.
        let entry = self.program.method(method);
        if entry.is_abstract() && entry.class == class && self.intrinsic_of(method).is_some() {
            return Ok(method);
        }
        self.program.select(class, method).map_err(|error| self.link_stop(error))
    }

    /// One method for all classes an unknown receiver may have, or a fork by method.
    fn select_among_candidates(
        &mut self,
        state: &mut State,
        receiver: ObjectId,
        method: MethodId,
        kind: InvokeKind,
        arguments: &[Value],
    ) -> Result<MethodId, Stop> {
        if self.must_know_class(state, receiver, method) {
            if self.may_answer(state, receiver, method) {
                return Err(self.ask_for_answer(state, receiver, method, arguments));
            }
            return Err(self.close(state, receiver));
        }
        let always = self.pool.always();
        let mut groups: Vec<(Selected, Vec<ClassId>)> = Vec::new();
        for class in self.possible_classes(state, always, receiver) {
            add_to_group(&mut groups, self.select(class, method, kind), class);
        }
        if groups.len() > 1 {
            return Err(self.narrow(state, receiver, groups.into_iter().map(|(_, classes)| classes).collect()));
        }
        match groups.pop() {
            Some((selected, _)) => selected,
            None => Err(Stop::nothing_left()),
        }
    }

    /// Whether a call on an open object depends on its class: not that of a final method of `Object`, and not of one whose
    /// answers are its fields.
    fn must_know_class(&self, state: &State, receiver: ObjectId, method: MethodId) -> bool {
        const ACC_FINAL: u16 = 0x0010;
        let object = state.heap.get(receiver);
        let method = self.program.method(method);
        let is_final = method.class == self.known.object && method.access & ACC_FINAL != 0;
        object.open.is_some() && object.class != self.known.other && !is_final
    }

    /// The classes that an object of the input may have where `guard` holds.
    fn possible_classes(&mut self, state: &mut State, guard: Term, object: ObjectId) -> Vec<ClassId> {
        let entry = state.heap.get(object);
        let Some(candidates) = entry.candidates.clone() else { return vec![entry.class] };
        let Some(unknown) = entry.class_unknown.clone() else { return candidates.to_vec() };
        let mut possible = Vec::new();
        for class in candidates.iter() {
            let is_it = self.class_is_one_of(&unknown, &|other| other == *class);
            let condition = self.pool.and(guard, is_it);
            if self.may_hold(state, condition) {
                possible.push(*class);
            }
        }
        possible
    }

    /// One method for all objects a guarded receiver may be, or a fork by method.
    fn select_for_all(
        &mut self,
        state: &mut State,
        entries: Entries,
        method: MethodId,
        kind: InvokeKind,
        arguments: &[Value],
    ) -> Result<MethodId, Stop> {
        let mut groups: Vec<(Selected, Term)> = Vec::new();
        for (guard, receiver) in self.not_null(state, entries)? {
            if self.must_know_class(state, receiver, method) {
                if self.may_answer(state, receiver, method) {
                    return Err(self.ask_for_answer(state, receiver, method, arguments));
                }
                return Err(self.close_where(state, guard, receiver));
            }
            let mut selected: Vec<(Selected, Vec<ClassId>)> = Vec::new();
            for class in self.possible_classes(state, guard, receiver) {
                add_to_group(&mut selected, self.select(class, method, kind), class);
            }
            for (chosen, classes) in selected {
                let has_class = self.class_condition(state, receiver, &|class| classes.contains(&class));
                let condition = self.pool.and(guard, has_class);
                let condition = state.path_condition.domains.normalize(&mut self.pool, condition);
                if self.pool.is_false(condition) {
                    continue;
                }
                match groups.iter_mut().find(|(known, _)| is_same_selection(known, &chosen)) {
                    Some((_, total)) => *total = self.pool.or(*total, condition),
                    None => groups.push((chosen, condition)),
                }
            }
        }
        if groups.len() > 1 {
            let conditions: Vec<Term> = groups.iter().map(|(_, condition)| *condition).collect();
            let case = self.known_case(state, &conditions)?;
            return groups.swap_remove(case).0;
        }
        match groups.pop() {
            Some((selected, _)) => selected,
            None => Err(Stop::nothing_left()),
        }
    }

    /// Do what the call model says: take its result, or run a method.
    pub(crate) fn call_method(
        &mut self,
        state: &mut State,
        method: MethodId,
        target: Option<Register>,
        arguments: &[Value],
    ) -> Result<Called, Stop> {
        self.keep_to_effects(state, method)?;
        let model = self.call_model.clone();
        match model.call(self, state, SelectedCall { method, arguments })? {
            CallOutcome::Return(value) => return Ok(Called::Returned(value)),
            CallOutcome::Call(method, arguments) => {
                self.push_frame(state, method, target, &arguments, OnReturn::Continue)?;
            }
            CallOutcome::Bytecode => self.push_frame(state, method, target, arguments, OnReturn::Continue)?,
        }
        Ok(Called::Entered)
    }

    pub(crate) fn push_frame(
        &mut self,
        state: &mut State,
        method: MethodId,
        target: Option<Register>,
        arguments: &[Value],
        on_return: OnReturn,
    ) -> Result<(), Stop> {
        if state.thread().frames.len() >= self.config.max_frames {
            return Err(Raise::new("java/lang/StackOverflowError").into());
        }
        let entry = self.program.method(method);
        if entry.is_abstract() {
            return Err(Raise::opaque("java/lang/AbstractMethodError").into());
        }
        if entry.is_native() {
            let name = program::display_method(&self.program, method);
            return Err(Stop::unsupported(format!("native method {name}")));
        }
        let monitor = if entry.is_synchronized() {
            let (class, is_static) = (entry.class, entry.is_static());
            let monitor = if is_static { self.mirror(state, class) } else { self.dereference(state, arguments[0])? };
            self.enter_monitor(state, monitor)?
        } else {
            ObjectId::NULL
        };
        let code = self.code(method).map_err(|error| self.link_stop(error))?;
        if state.thread().call.is_some() && self.leaves_synchronizer(method) {
            state.thread_mut().call = None;
        }
        let thread = state.thread_mut();
        let base = thread.registers.len();
        thread.registers.reserve(code.body.register_count as usize);
        thread.registers.extend_from_slice(arguments);
        thread.registers.resize(base + code.body.register_count as usize, Value::Unset);
        thread.frames.push(Frame { method, pc: 0, base: base as u32, target, on_return, monitor, pending: false });
        Ok(())
    }

    /// Return from the top frame. `Some` is the result of the bottom frame.
    pub(crate) fn return_from(&mut self, state: &mut State, value: Option<Value>) -> Option<Option<Value>> {
        let frame = *state.frame();
        self.pop_frame(state);
        if let OnReturn::Initialized(class) = frame.on_return {
            set_progress(state, class, Initialization::Done);
            // Others may go on now, and rely on what the initialiser did.
            state.thread_mut().is_block_over = true;
        }
        if state.thread().frames.is_empty() {
            if state.phase == Phase::Entry
                && state.current == 0
                && let Some(observed) = &mut state.observed
            {
                Rc::make_mut(observed).returned = Some((frame.pc, value));
            }
            return Some(value);
        }
        match frame.on_return {
            OnReturn::Continue => {
                if let (Some(target), Some(value)) = (frame.target, value) {
                    state.set_register(target, value);
                }
                state.frame_mut().pc += 1;
            }
            OnReturn::Initialized(_) => {
                self.trace_resumption();
                let waiting = state.frame_mut();
                // An initialiser may have to wait for more than one: see [`Machine::begin_initializer`].
                waiting.pending &= waiting.is_initializer();
            }
            OnReturn::Retry => self.trace_resumption(),
        }
        None
    }
}

/// What a call selects in a class: a method, or what the JVM raises instead.
type Selected = Result<MethodId, Stop>;

fn is_same_selection(left: &Selected, right: &Selected) -> bool {
    match (left, right) {
        (Ok(left), Ok(right)) => left == right,
        // Each failure is told apart: it names its class.
        _ => false,
    }
}

fn add_to_group(groups: &mut Vec<(Selected, Vec<ClassId>)>, selected: Selected, class: ClassId) {
    match groups.iter_mut().find(|(known, _)| is_same_selection(known, &selected)) {
        Some((_, classes)) => classes.push(class),
        None => groups.push((selected, vec![class])),
    }
}

/// What a call did.
pub(crate) enum Called {
    /// An intrinsic computed the result.
    Returned(Option<Value>),
    /// A frame was pushed.
    Entered,
}
