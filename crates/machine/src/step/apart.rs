//! A method run by itself, on any heap: what it does then holds wherever it is called.
//!
//! Nothing is assumed of whoever calls: the receiver and the parameters are unknown, also the object that a constructor fills; classes
//! of the user's are initialised (whoever relies on the result has to see that they are), and their static fields hold anything but
//! for constants. Preconditions and invariants do not count.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use program::generic::GenericType;

use crate::machine::Machine;
use crate::machine::heap_model::HeapModel;
use crate::machine::plan::{Goal, Plan, Properties};
use crate::machine::recorder::Recorder;
use crate::reference::object::new_unknown;
use crate::state::fork::{Binding, Stop};
use crate::state::value::Value;
use crate::state::{Initialization, OnReturn, Phase, State};
use crate::step::initialize::set_progress;

impl Machine {
    /// Do something besides running the states of a search: nothing of these is affected, and it is nobody's effort.
    pub fn apart<T>(&mut self, heap_model: Rc<dyn HeapModel>, work: impl FnOnce(&mut Machine) -> T) -> T {
        let before = self.effort();
        let heap_model = std::mem::replace(&mut self.heap_model, heap_model);
        let (plan, trace, recorder) = (self.plan.clone(), self.trace.take(), self.recorder.take());
        let (config, stop) = (self.config.clone(), self.steps.joins.stop.take());
        let (marks, is_glancing) = (std::mem::take(&mut self.marks), std::mem::take(&mut self.steps.is_glancing));
        self.recorder = Some(Recorder::default());
        let result = work(self);
        self.heap_model = heap_model;
        (self.plan, self.trace, self.recorder) = (plan, trace, recorder);
        (self.config, self.steps.joins.stop) = (config, stop);
        (self.marks, self.steps.is_glancing) = (marks, is_glancing);
        self.effort_apart += self.effort().saturating_sub(before);
        result
    }

    /// The state before the first instruction of a method, with what it is called with.
    pub fn start_apart(&mut self, method: MethodId) -> Result<(Box<State>, Vec<Value>), Stop> {
        let base = self.plan.as_ref().map(|plan| plan.base.clone()).unwrap_or_default();
        let mut state = State::new(base.0.clone(), base.1.clone());
        let arguments = self.arguments_apart(&mut state, method)?;
        self.plan = Some(Rc::new(Plan {
            goal: Goal::Method {
                method,
                requires: Vec::new(),
                assume_invariants: false,
                check_invariant: false,
                properties: Properties::default(),
            },
            arguments: arguments.clone(),
            preconditions: Vec::new(),
            waits: false,
            postcondition: None,
            ensures: None,
            properties: Vec::new(),
            base,
        }));
        state.phase = Phase::Entry;
        let class = self.program.method(method).class;
        self.take_for_initialized(&mut state, class);
        self.push_frame(&mut state, method, None, &arguments, OnReturn::Continue)?;
        Ok((Box::new(state), arguments))
    }

    fn arguments_apart(&mut self, state: &mut State, method: MethodId) -> Result<Vec<Value>, Stop> {
        let entry = self.program.method(method);
        let (class, is_static) = (entry.class, entry.is_static());
        let is_constructor = &*entry.name == "<init>";
        let names = entry.parameter_names.clone();
        let parameters: Vec<(Rc<str>, GenericType)> =
            names.iter().cloned().zip(self.program.generic_parameters(method)).collect();
        let mut arguments = Vec::new();
        if !is_static {
            let candidates = self.candidates(class)?;
            if !candidates.enums.is_empty() || !candidates.below.is_empty() {
                return Err(Stop::unsupported("a receiver that is not built field by field"));
            }
            let classes = match is_constructor {
                true => candidates.classes.clone(),
                false => self.receiver_classes(class, method)?,
            };
            if classes.is_empty() {
                return Err(Stop::unsupported("a receiver of no known class"));
            }
            let receiver = new_unknown(state, class, 1, "this".into(), false);
            self.bind(state, receiver, Binding::New(classes))?;
            arguments.push(Value::Unknown(receiver));
        }
        for (name, declared) in parameters {
            arguments.push(self.fresh_generic_input(state, &declared, name, 1)?);
        }
        Ok(arguments)
    }

    /// Whether a method is run by itself.
    pub(crate) fn is_apart(&self) -> bool {
        self.recorder.is_some()
    }

    /// Whether a class is one whose initialiser is not run now: it has run, and its static fields hold anything.
    pub(crate) fn is_taken_for_initialized(&self, class: ClassId) -> bool {
        let entry = self.program.class(class);
        self.is_apart() && entry.origin == ClassOrigin::User && !entry.name.starts_with("lazuli/")
    }

    /// The class, and those that are initialised before it, are initialised: what their fields hold is not known.
    pub(crate) fn take_for_initialized(&mut self, state: &mut State, class: ClassId) {
        const ACC_FINAL: u16 = 0x0010;
        let classes: Vec<ClassId> =
            self.program.class_chain(class).filter(|class| self.is_taken_for_initialized(*class)).collect();
        for class in classes {
            self.prepare(state, class);
            if state.statics.is_initialized(class) {
                continue;
            }
            let layout = self.program.class(class).static_layout.clone();
            for field in layout {
                let field = self.program.field(field);
                let is_constant = field.access & ACC_FINAL != 0 && field.constant.is_some();
                let is_enabled = &*field.name == "$assertionsDisabled";
                let slot = field.slot as usize;
                if !is_constant
                    && !is_enabled
                    && let Some(statics) = Rc::make_mut(&mut state.statics).class_mut(class)
                {
                    statics.fields[slot] = Value::Unset;
                }
            }
            set_progress(state, class, Initialization::Done);
        }
    }

    /// A static field that holds anything is read for the first time.
    pub(crate) fn first_read_of_static(&mut self, state: &mut State, field: FieldId) -> Result<Value, Stop> {
        let entry = self.program.field(field);
        let (class, slot) = (entry.class, entry.slot as usize);
        let name = format!("{}.{}", program::display_class(&self.program.class(class).name), entry.name);
        let declared = self.program.generic_field_type(field);
        let value = self.fresh_generic_input(state, &declared, name.into(), 1)?;
        if let Some(statics) = Rc::make_mut(&mut state.statics).class_mut(class) {
            statics.fields[slot] = value;
            statics.initial.resize(statics.fields.len(), Value::Unset);
            statics.initial[slot] = value;
        }
        Ok(value)
    }

    /// What the path read of static fields that held anything: the fields, and what they held at first.
    pub fn statics_read(&self, state: &State) -> Vec<(FieldId, Value)> {
        let mut read = Vec::new();
        for (number, statics) in state.statics.changed_since(&Default::default()) {
            for (slot, value) in statics.initial.iter().enumerate() {
                if !matches!(value, Value::Unset) {
                    read.push((self.program.class_at(number).static_layout[slot], *value));
                }
            }
        }
        read
    }

    /// The classes of the user's that the path took for initialised.
    pub fn classes_taken_for_initialized(&self, state: &State) -> Vec<ClassId> {
        let none = Default::default();
        let all = state.statics.changed_since(&none);
        let classes = all.map(|(number, _)| self.program.class_at(number).id);
        classes
            .filter(|class| {
                self.program.class(*class).origin == ClassOrigin::User
                    && !self.program.class(*class).name.starts_with("lazuli/")
                    && state.statics.is_initialized(*class)
            })
            .collect()
    }

    /// Whether a path changed what was there before the program began: objects and static fields of the library.
    pub fn changes_library(&self, state: &State) -> bool {
        let Some(plan) = &self.plan else { return false };
        let (heap, statics) = &plan.base;
        let is_changed = |number: usize, now: &crate::state::ClassStatics| {
            statics.class_at(number).is_some_and(|before| !is_alike(&before.fields, &now.fields))
        };
        let statics_changed = state.statics.changed_since(statics).any(|(number, now)| is_changed(number, now));
        statics_changed || !state.heap.changed_since(heap).is_empty()
    }
}

fn is_alike(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| format!("{one:?}") == format!("{other:?}"))
}
