//! Entries: what is run, on which unknown inputs, under which preconditions.

use std::rc::Rc;
use std::time::Instant;

use program::class::{ClassId, Method, MethodId};
use program::code::{Body, Constant, InvokeKind, Kind, MethodRef, Operand, Type};
use program::generic::GenericType;

use crate::inputs::change::changes_input;
use crate::machine::Machine;
use crate::machine::marks::Marks;
use crate::machine::plan::Plan;
pub use crate::machine::plan::{Goal, Properties};
use crate::reference::object::new_unknown;
use crate::reference::summarize::Offer;
use crate::state::fork::End;
use crate::state::fork::{Binding, Cut, Stop};
use crate::state::heap::Heap;
use crate::state::value::{UnknownId, Value};
use crate::state::{Observed, OnReturn, Phase, State};
use crate::step::run::Run;
use crate::step::successors::Successor;
use crate::synthetic::body_builder::{BodyBuilder, method_ref};

/// Text of the violation when `--check-invariant` fails.
pub const INVARIANT_MESSAGE: &str = "repOk() is false on return";

impl Machine {
    /// The state in which the library's basics are initialised and nothing of the user's has run.
    fn booted(&mut self) -> Result<State, Box<(State, Stop)>> {
        let mut state = State::new(Heap::default(), Rc::default());
        // Exceptions the machine raises take values of Throwable's static fields.
        let initialized = match self.ensure_initialized(&mut state, self.known.throwable) {
            Ok(()) => Ok(()),
            Err(stop) => self.complete(&mut state, stop),
        };
        let stop = initialized.err();
        self.counters = Default::default();
        self.marks = Marks::default();
        match stop {
            None => Ok(state),
            Some(stop) => Err(Box::new((state, stop))),
        }
    }

    /// Run the initialisers that were just entered to their end, with no frame below them.
    pub(crate) fn complete(&mut self, state: &mut State, stop: Stop) -> Result<(), Stop> {
        let Stop::Entered = stop else { return Err(stop) };
        let deadline = self.deadline;
        loop {
            return match self.run_marked(state, &mut || deadline.is_some_and(|deadline| Instant::now() >= deadline)) {
                Run::Compare => continue,
                Run::End(End::Returned(_)) => Ok(()),
                Run::End(End::Cut(cut)) => Err(Stop::Cut(cut)),
                Run::Interrupted => Err(Stop::Cut(Cut::Effort)),
                _ => Err(Stop::unsupported("a class initialiser that fails")),
            };
        }
    }

    /// The state before the first instruction of the goal. The end is given if the goal cannot even start.
    pub fn start(&mut self, goal: &Goal) -> Successor {
        let mut marks = Marks::default();
        let (state, end) = self.with_marks(&mut marks, |machine| machine.started(goal));
        Successor { state: Box::new(state), marks, end }
    }

    fn started(&mut self, goal: &Goal) -> (State, Option<End>) {
        let mut state = match self.booted() {
            Ok(state) => state,
            Err(failed) => {
                let (state, stop) = *failed;
                return (state, Some(end_of(stop)));
            }
        };
        let base = (state.heap.clone(), state.statics.clone());
        let roots = self.roots(goal);
        self.program.start_from(&roots);
        self.forget_candidates();
        let plan = match self.plan(&mut state, goal) {
            Ok(plan) => plan,
            Err(stop) => {
                let end = end_of(stop);
                return (state, Some(end));
            }
        };
        // Where nothing is required, nothing is required first: paths need not say so.
        self.config.requires_first &= !plan.preconditions.is_empty();
        self.plan = Some(Rc::new(Plan { base, ..plan }));
        let end = self.begin_phase(&mut state, 0).err().map(end_of);
        (state, end)
    }

    /// The classes whose code a goal starts with.
    fn roots(&self, goal: &Goal) -> Vec<ClassId> {
        let requires = match goal {
            Goal::Method { requires, .. } => &requires[..],
            Goal::Main { .. } => &[],
        };
        let methods = requires.iter().copied().chain([goal.method()]);
        methods.map(|method| self.program.method(method).class).collect()
    }

    /// Whether a reference of the input is the receiver or a parameter.
    pub fn is_parameter(&self, unknown: UnknownId) -> bool {
        let is_it = |value: &Value| matches!(value, Value::Unknown(id) if *id == unknown);
        self.plan.as_ref().is_some_and(|plan| plan.arguments.iter().any(is_it))
    }

    /// Names and initial values of the receiver and the parameters.
    pub fn inputs(&self) -> Vec<(Rc<str>, Type, Value)> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let Goal::Method { method, .. } = &plan.goal else { return Vec::new() };
        let entry = self.program.method(*method);
        let mut inputs = Vec::new();
        let mut arguments = plan.arguments.iter();
        if is_constructor(entry) {
            // The object is made by the run, from nothing.
            arguments.next();
        } else if !entry.is_static() {
            let class = self.program.class(entry.class).name.clone();
            inputs.extend(arguments.next().map(|value| (Rc::from("this"), Type::Reference(class), *value)));
        }
        for ((name, declared), value) in entry.parameter_names.iter().zip(&entry.parameters).zip(arguments) {
            inputs.push((name.clone(), declared.clone(), *value));
        }
        inputs
    }

    fn plan(&mut self, state: &mut State, goal: &Goal) -> Result<Plan, Stop> {
        match goal {
            Goal::Main { arguments, .. } => {
                let class = self.load("[Ljava/lang/String;")?;
                let array = self.allocate_array(state, class, arguments.len() as i32)?;
                for (index, text) in arguments.iter().enumerate() {
                    let string = self.new_string_from(state, text);
                    self.store_element(state, array, Value::Int(index as i32), Value::Reference(string))?;
                }
                Ok(Plan {
                    goal: goal.clone(),
                    arguments: vec![Value::Reference(array)],
                    preconditions: Vec::new(),
                    waits: false,
                    postcondition: None,
                    ensures: None,
                    properties: Vec::new(),
                    base: Default::default(),
                })
            }
            Goal::Method { method, requires, assume_invariants, check_invariant, properties } => {
                let arguments = self.unknown_arguments(state, *method)?;
                let entry = self.program.method(*method);
                let is_static = entry.is_static();
                let mut declared = entry.parameters.clone();
                if !is_static {
                    declared.insert(0, Type::Reference(self.program.class(entry.class).name.clone()));
                }
                let mut preconditions = Vec::new();
                if *assume_invariants {
                    let made = usize::from(is_constructor(entry));
                    for (declared, argument) in declared.iter().zip(&arguments).skip(made) {
                        if let Some(adapter) = self.invariant_of(declared)? {
                            preconditions.push((adapter, vec![*argument]));
                        }
                    }
                }
                for required in requires {
                    let expected = self.program.method(*required).parameters.len();
                    let skipped = arguments.len().saturating_sub(expected);
                    preconditions.push((self.requirement(*required), arguments[skipped..].to_vec()));
                }
                let postcondition = match (check_invariant, is_static) {
                    (true, false) => self.invariant_of(&declared[0])?.map(|adapter| (adapter, vec![arguments[0]])),
                    _ => None,
                };
                let conditions = self.property_conditions(*method, properties, &declared);
                // A property is assumed of the whole input that it speaks of, and at once.
                let waits = conditions.assumed.is_empty()
                    && !preconditions.is_empty()
                    && self.may_answer_later(&declared, &preconditions);
                let assumed = conditions.assumed.iter().map(|adapter| (*adapter, arguments.clone()));
                let preconditions = assumed.chain(preconditions).collect();
                Ok(Plan {
                    goal: goal.clone(),
                    arguments,
                    preconditions,
                    waits,
                    postcondition,
                    ensures: conditions.ensures,
                    properties: conditions.methods,
                    base: Default::default(),
                })
            }
        }
    }

    fn unknown_arguments(&mut self, state: &mut State, method: MethodId) -> Result<Vec<Value>, Stop> {
        let entry = self.program.method(method);
        let (class, is_static) = (entry.class, entry.is_static());
        let parameters: Vec<(Rc<str>, GenericType)> =
            entry.parameter_names.iter().cloned().zip(self.program.generic_parameters(method)).collect();
        let mut arguments = Vec::new();
        if is_constructor(entry) {
            if self.program.class(class).is_abstract() {
                let name = program::display_class(&self.program.class(class).name);
                return Err(Stop::unsupported(format!("making an object of abstract class {name}")));
            }
            arguments.push(Value::Reference(self.allocate_instance(state, class)));
        } else if !is_static {
            self.ensure_enums_initialized(state, class)?;
            let receiver = new_unknown(state, class, 1, "this".into(), false);
            let candidates = self.candidates(class)?;
            let is_built = !candidates.below.is_empty();
            if candidates.enums.is_empty() && !is_built {
                match self.receiver_classes(class, method) {
                    // A default method of an interface that lambdas implement.
                    Err(Stop::Cut(Cut::Unsupported(_))) if self.is_functional(class) => {
                        let function = self.function_class(class);
                        if let Err(stop) = self.ensure_initialized(state, function) {
                            self.complete(state, stop)?;
                        }
                        self.new_function(state, receiver)?;
                    }
                    candidates => self.bind(state, receiver, Binding::New(candidates?))?,
                }
            } else {
                state.unknowns[receiver.0 as usize].receives = Some(method);
            }
            // What is built by code is built when somebody looks at it.
            if !candidates.enums.is_empty() && !is_built {
                let always = self.pool.always();
                self.summarize(state, receiver, always)?;
            }
            arguments.push(Value::Unknown(receiver));
        }
        for (name, declared) in parameters {
            self.ensure_elements_possible(state, &declared)?;
            arguments.push(self.fresh_generic_input(state, &declared, name, 1)?);
        }
        Ok(arguments)
    }

    /// Whether a call of a method on an object of a class runs this very method.
    fn is_received_by(&mut self, class: ClassId, method: MethodId) -> bool {
        self.program.method(method).is_private()
            || self.program.select(class, method).is_ok_and(|selected| selected == method)
    }

    /// Offers for the receiver of an entry without those that have another method in its place.
    pub(crate) fn keep_receivers(&mut self, state: &State, method: MethodId, offers: &mut Vec<Offer>) {
        offers.retain_mut(|offer| match offer {
            Offer::New(classes) => {
                let left = classes.iter().copied().filter(|class| self.is_received_by(*class, method));
                *classes = left.collect::<Vec<ClassId>>().into();
                !classes.is_empty()
            }
            Offer::Below(class) | Offer::Hidden(_, class) => self.is_received_by(*class, method),
            Offer::Alias(location, _) => self.is_received_by(state.heap.get(*location).class, method),
            _ => true,
        });
        let is_any_left = offers.iter().any(|offer| !matches!(offer, Offer::Cut(_)));
        if !is_any_left {
            let class = self.program.class(self.program.method(method).class);
            let why = format!("no class inherits this method of {}", program::display_class(&class.name));
            offers.push(Offer::Cut(Cut::Unsupported(why)));
        }
    }

    /// The classes whose objects run this very method when it is called on them.
    pub(crate) fn receiver_classes(&mut self, class: ClassId, method: MethodId) -> Result<Rc<[ClassId]>, Stop> {
        let candidates = self.candidates(class)?;
        let mut classes = Vec::new();
        for candidate in candidates.classes.iter() {
            if self.is_received_by(*candidate, method) {
                classes.push(*candidate);
            }
        }
        if classes.is_empty() {
            let name = program::display_class(&self.program.class(class).name);
            let why = candidates.left_out.clone().unwrap_or_else(|| format!("no class inherits this method of {name}"));
            return Err(Stop::unsupported(why));
        }
        Ok(classes.into())
    }

    /// A static method `p == null || p.repOk()` for a type that declares or inherits `boolean repOk()`.
    fn invariant_of(&mut self, declared: &Type) -> Result<Option<MethodId>, Stop> {
        let Type::Reference(name) = declared else { return Ok(None) };
        let class = self.load(name)?;
        let Some(invariant) = self.program.find_method(class, "repOk", "()Z") else { return Ok(None) };
        if self.program.method(invariant).is_static() {
            return Ok(None);
        }
        let is_interface = self.program.class(class).is_interface();
        let condition = method_ref(name, is_interface, "repOk", "()Z");
        let kind = if is_interface { InvokeKind::Interface } else { InvokeKind::Virtual };
        Ok(Some(self.adapter(&format!("(L{name};)Z"), vec![Kind::Reference], kind, condition)))
    }

    /// A static method that calls a `--requires` method and branches on its result.
    fn requirement(&mut self, required: MethodId) -> MethodId {
        let entry = self.program.method(required);
        let kinds = entry.parameters.iter().map(Type::kind).collect();
        let class = self.program.class(entry.class);
        let condition = method_ref(&class.name, class.is_interface(), &entry.name, &entry.descriptor);
        let descriptor = entry.descriptor.clone();
        self.adapter(&descriptor, kinds, InvokeKind::Static, condition)
    }

    pub(crate) fn adapter(
        &mut self,
        descriptor: &str,
        kinds: Vec<Kind>,
        kind: InvokeKind,
        condition: MethodRef,
    ) -> MethodId {
        let body = Box::new(move |method| condition_body(method, kinds, kind, condition));
        self.synthetic_method("Condition", "holds", descriptor, body)
    }

    /// Start the precondition with this number, or the entry after the last one.
    fn begin_phase(&mut self, state: &mut State, number: usize) -> Result<(), Stop> {
        let plan = self.plan.clone().expect("a started machine has a plan");
        match plan.preconditions.get(number) {
            Some((method, arguments)) => {
                state.phase = Phase::Precondition(number as u32);
                self.begin(state, *method, arguments)
            }
            None => {
                if plan.ensures.is_some() {
                    let (heap, statics) = (state.heap.clone(), state.statics.clone());
                    state.observed = Some(Rc::new(Observed { heap, statics, returned: None }));
                }
                state.phase = Phase::Entry;
                self.begin(state, plan.goal.method(), &plan.arguments)
            }
        }
    }

    /// A precondition is answered, or waits: begin what comes after it.
    pub(crate) fn begin_after(&mut self, state: &mut State, number: u32) -> Result<(), End> {
        self.begin_phase(state, number as usize + 1).map_err(end_of)
    }

    /// Push the bottom frame and, above it, what initialises its class.
    pub(crate) fn begin(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<(), Stop> {
        self.push_frame(state, method, None, arguments, OnReturn::Continue)?;
        let class = self.program.method(method).class;
        match self.ensure_initialized_above(state, class) {
            Ok(()) | Err(Stop::Entered) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Initialise a class before the frame at the top has started: it waits, and its handlers do not apply.
    pub(crate) fn ensure_initialized_above(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        let bottom = state.thread().frames.len() - 1;
        let result = self.ensure_initialized(state, class);
        if matches!(result, Err(Stop::Entered)) {
            state.thread_mut().frames[bottom].pending = true;
        }
        result
    }

    /// The bottom frame returned. `Some` ends the path.
    pub(crate) fn finished(&mut self, state: &mut State, result: Option<Value>) -> Option<Run> {
        if state.current > 0 {
            return self.thread_ended(state, End::Returned(None));
        }
        let begun = match state.phase {
            Phase::Boot => return Some(Run::End(End::Returned(result))),
            Phase::Precondition(number) => match result {
                Some(Value::Int(0)) => return Some(Run::End(End::Cut(Cut::Precondition))),
                // The entry would run on what the condition left, not on the input it was asked about.
                _ if changes_input(self, state) => {
                    Err(Stop::unsupported("a precondition or repOk() that changes its input"))
                }
                _ if self.steps.is_glancing => return Some(Run::Interrupted),
                _ if state.obligations.interrupted.is_some() => return self.obligation_met(state),
                _ => self.begin_phase(state, number as usize + 1),
            },
            Phase::Entry => {
                let plan = self.plan.clone().expect("a started machine has a plan");
                match &plan.postcondition {
                    None if plan.ensures.is_some() => self.begin_ensures(state),
                    None => return self.thread_ended(state, End::Returned(result)),
                    Some((method, arguments)) => {
                        state.phase = Phase::Postcondition;
                        self.begin(state, *method, arguments)
                    }
                }
            }
            Phase::Postcondition => match result {
                Some(Value::Int(0)) => return Some(Run::End(End::InvariantBroken)),
                _ if state.observed.is_some() => self.begin_ensures(state),
                _ => return self.thread_ended(state, End::Returned(None)),
            },
            Phase::Ensures => {
                return match result {
                    Some(Value::Int(number)) if number > 0 => Some(Run::End(End::EnsuresBroken(number as u32 - 1))),
                    _ => self.thread_ended(state, End::Returned(None)),
                };
            }
        };
        begun.err().map(|stop| Run::End(end_of(stop)))
    }
}

/// As an entry, a constructor stands for `new`: its receiver is no input, but an object with default values.
pub(crate) fn is_constructor(entry: &Method) -> bool {
    &*entry.name == "<init>"
}

fn end_of(stop: Stop) -> End {
    match stop {
        Stop::Cut(cut) => End::Cut(cut),
        Stop::Raise(raise) => End::Cut(Cut::Unsupported(format!("the entry cannot start: {}", raise.class))),
        other => End::Cut(Cut::Unsupported(format!("the entry cannot start: {other:?}"))),
    }
}

/// `static boolean holds(…) { return condition(…) ? true : false; }`, and true for a null receiver. It branches on the result,
/// so that the machine sees a constant.
fn condition_body(method: MethodId, kinds: Vec<Kind>, kind: InvokeKind, condition: MethodRef) -> Body {
    let count = kinds.len();
    let mut builder = BodyBuilder::new(method, kinds);
    let arguments: Vec<Operand> = (0..count).map(|number| builder.parameter(number)).collect();
    let yes = builder.new_label();
    if kind != InvokeKind::Static {
        builder.if_null(arguments[0], yes);
    }
    let result = builder.invoke(kind, condition, &arguments).expect("a condition returns a boolean");
    builder.if_not_zero(Operand::register(result), yes);
    let zero = builder.constant(Constant::Int(0));
    builder.return_value(Some(zero));
    builder.place(yes);
    let one = builder.constant(Constant::Int(1));
    builder.return_value(Some(one));
    builder.finish()
}
