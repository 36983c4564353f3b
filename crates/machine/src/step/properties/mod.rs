//! Properties of calls: assumed before the entry, evaluated where it has returned.
//!
//! Each is evaluated by a method that the machine does itself, in a frame of its own: where something must be known that is not, the method
//! stops with a fork as an instruction does, and is executed again with more knowledge. So what a property reaches becomes
//! known as anything else does, under the heap model there is.

mod call;

use std::rc::Rc;

use logic::term::Term;
use program::class::{Class, ClassId, Method, MethodId};
use program::code::{Constant, InvokeKind, Kind, Operand, Type};
use program::descriptor::descriptor_of;
use program::{SyntheticClass, SyntheticMethod};
use property::evaluate::evaluate;
use property::formula::CallProperty;

use crate::machine::Machine;
use crate::machine::intrinsic::{Entry, Outcome, value};
use crate::machine::plan::{Properties, PropertyMethod};
use crate::reference::guarded::Truth;
use crate::state::fork::{Alternative, Effect, Fork, Stop};
use crate::state::value::Value;
use crate::state::{Phase, State};
use crate::synthetic::body_builder::{BodyBuilder, method_ref};
use call::Call;

/// The name of every class with such methods starts so.
const CLASS: &str = "lazuli/Property$";

/// The row for these methods.
pub(crate) static PROPERTY: Entry = Entry::refused("*", "*", "*").does(perform);

/// Whether a method is one that evaluates a property.
pub(crate) fn is_property_method(class: &Class, method: &Method) -> bool {
    method.is_native() && class.name.starts_with(CLASS)
}

/// What the plan of an entry holds of its properties.
#[derive(Default)]
pub(crate) struct PropertyConditions {
    /// Preconditions of the entry, in their order, that take its arguments.
    pub(crate) assumed: Vec<MethodId>,
    /// What runs where it has returned, on its arguments and its result.
    pub(crate) ensures: Option<MethodId>,
    pub(crate) methods: Vec<(MethodId, PropertyMethod)>,
}

impl Machine {
    /// The code that evaluates the properties of a method whose parameters, the receiver included, are of these types.
    pub(crate) fn property_conditions(
        &mut self,
        method: MethodId,
        properties: &Properties,
        declared: &[Type],
    ) -> PropertyConditions {
        let mut conditions = PropertyConditions::default();
        let mut classes: Vec<ClassId> = Vec::new();
        for class in properties.iter().flat_map(|property| property.classes.iter()) {
            if !classes.contains(class) {
                classes.push(*class);
            }
        }
        if classes.is_empty() {
            return conditions;
        }
        let (kinds, given) = parameters(declared.iter());
        let mut assume = vec![PropertyMethod::Prepare(classes.into())];
        assume.extend(properties.assumed.iter().cloned().map(PropertyMethod::Assume));
        for what in assume {
            let native = self.property_method("holds", &format!("({given})Z"));
            conditions.methods.push((native, what));
            let condition = self.reference_to(native);
            conditions.assumed.push(self.adapter(&format!("({given})Z"), kinds.clone(), InvokeKind::Static, condition));
        }
        if !properties.ensured.is_empty() {
            let ensured: Rc<[Rc<CallProperty>]> = properties.ensured.clone().into();
            let result = self.program.method(method).return_type.clone();
            let (kinds, given) = parameters(declared.iter().chain(&result));
            let which = self.property_method("which", "()I");
            let holds = self.property_method("holds", &format!("(I{given})Z"));
            conditions.methods.push((which, PropertyMethod::Which));
            conditions.methods.push((holds, PropertyMethod::Ensure(ensured)));
            conditions.ensures = Some(self.broken_property(&given, kinds, which, holds));
        }
        conditions
    }

    fn property_method(&mut self, name: &str, descriptor: &str) -> MethodId {
        let class = self.program.define_synthetic_class(SyntheticClass {
            name: format!("{CLASS}{}", self.program.class_count()),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: program::class::ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![SyntheticMethod {
                name: name.into(),
                descriptor: descriptor.into(),
                access: 0x1109,
                body: None,
            }],
        });
        self.program.class(class).methods[0]
    }

    fn reference_to(&self, method: MethodId) -> program::code::MethodRef {
        let entry = self.program.method(method);
        method_ref(&self.program.class(entry.class).name, false, &entry.name, &entry.descriptor)
    }

    /// `static int broken(…) { int number = which(); return holds(number, …) ? 0 : number; }`
    fn broken_property(&mut self, given: &str, kinds: Vec<Kind>, which: MethodId, holds: MethodId) -> MethodId {
        let (which, holds) = (self.reference_to(which), self.reference_to(holds));
        let body = Box::new(move |method| {
            let count = kinds.len();
            let mut builder = BodyBuilder::new(method, kinds);
            let yes = builder.new_label();
            let number = builder.invoke_value(InvokeKind::Static, which, &[]);
            let arguments = std::iter::once(number).chain((0..count).map(|given| builder.parameter(given)));
            let arguments: Vec<Operand> = arguments.collect();
            let holds = builder.invoke_value(InvokeKind::Static, holds, &arguments);
            builder.if_not_zero(holds, yes);
            builder.return_value(Some(number));
            builder.place(yes);
            let zero = builder.constant(Constant::Int(0));
            builder.return_value(Some(zero));
            builder.finish()
        });
        self.synthetic_method("Ensures", "broken", &format!("({given})I"), body)
    }

    /// The entry has returned: its properties are evaluated.
    pub(crate) fn begin_ensures(&mut self, state: &mut State) -> Result<(), Stop> {
        let plan = self.plan.clone().expect("a started machine has a plan");
        let ensures = plan.ensures.expect("there are properties");
        let returned = state.observed.as_ref().and_then(|observed| observed.returned);
        let result = returned.and_then(|(_, result)| result);
        let arguments: Vec<Value> = plan.arguments.iter().copied().chain(result).collect();
        state.phase = Phase::Ensures;
        self.begin(state, ensures, &arguments)
    }

    /// Where the entry returned, if it did and properties are evaluated.
    pub fn returned_at(&self, state: &State) -> Option<u32> {
        state.observed.as_ref()?.returned.map(|(pc, _)| pc)
    }

    /// The property of this number that is ensured.
    pub fn ensured_property(&self, number: u32) -> Option<&Rc<CallProperty>> {
        let plan = self.plan.as_ref()?;
        plan.properties.iter().find_map(|(_, what)| match what {
            PropertyMethod::Ensure(properties) => properties.get(number as usize),
            _ => None,
        })
    }

    fn truth_of_property(
        &mut self,
        state: &mut State,
        property: &CallProperty,
        arguments: &[Value],
        returned: Option<Value>,
    ) -> Result<Term, Stop> {
        let mut call = Call::new(self, state, property, arguments, returned);
        evaluate(property, &mut call).map_err(|stop| match stop {
            // What a heap is asked for a property raises nothing.
            Stop::Raise(_) | Stop::Throw(_) => Stop::unsupported("a property that cannot be evaluated"),
            stop => stop,
        })
    }
}

/// The kinds of parameters, and their descriptors one behind the other.
fn parameters<'t>(types: impl Iterator<Item = &'t Type>) -> (Vec<Kind>, String) {
    let mut kinds = Vec::new();
    let mut given = String::new();
    for declared in types {
        kinds.push(declared.kind());
        match declared.kind() {
            Kind::Reference => given.push_str("Ljava/lang/Object;"),
            _ => given.push_str(&descriptor_of(declared)),
        }
    }
    (kinds, given)
}

fn perform(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let plan = machine.plan.clone().expect("a started machine has a plan");
    let what = plan.properties.iter().find(|(known, _)| *known == method).map(|(_, what)| what.clone());
    let truth = match what {
        None => return Err(Stop::unsupported("a property of another entry")),
        Some(PropertyMethod::Prepare(classes)) => {
            for class in classes.iter() {
                machine.ensure_initialized(state, *class)?;
            }
            return value(Value::TRUE);
        }
        Some(PropertyMethod::Which) => {
            let count = plan.properties.iter().map(|(_, what)| match what {
                PropertyMethod::Ensure(properties) => properties.len() as i32,
                _ => 0,
            });
            let effect = |number| Effect::Return(Some(Value::Int(number)));
            let alternatives =
                (1..=count.sum()).map(|number| Alternative { guards: Vec::new(), effect: effect(number) });
            let alternatives: Vec<Alternative> = alternatives.collect();
            return match alternatives.len() {
                1 => value(Value::Int(1)),
                // Each property on a path of its own: one that fails hides no other.
                _ => Err(Stop::Fork(Fork { alternatives })),
            };
        }
        Some(PropertyMethod::Assume(property)) => machine.truth_of_property(state, &property, arguments, None)?,
        Some(PropertyMethod::Ensure(properties)) => {
            let (number, arguments) = arguments.split_first().expect("the number of the property");
            let Value::Int(number) = *number else { return Err(Stop::unsupported("a property of no number")) };
            let property = properties.get(number as usize - 1).cloned().expect("a property of this number");
            let count = plan.arguments.len();
            machine.truth_of_property(state, &property, &arguments[..count], arguments.get(count).copied())?
        }
    };
    match machine.truth(state, truth) {
        Truth::Known(known) => value(Value::boolean(known)),
        Truth::Depends(condition) => {
            let negation = machine.pool.not(condition);
            let effect = |holds| Effect::Return(Some(Value::boolean(holds)));
            Err(Stop::branch(condition, negation, effect(true), effect(false)))
        }
    }
}
