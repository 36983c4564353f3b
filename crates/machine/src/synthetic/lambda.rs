//! Lambdas and method references: a class for each call site of `LambdaMetafactory`, whose fields are what the lambda
//! captures and whose method calls the implementation.
//!
//! Conversions of arguments and results are those of the metafactory: casts, boxing, unboxing, widening.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{
    Body, Constant, Conversion, DynamicSite, HandleKind, InvokeKind, Kind, Loadable, MethodHandle, Operand, Type,
};
use program::descriptor::{Signature, parse_signature};
use program::{SyntheticClass, SyntheticMethod};

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Object;
use crate::state::value::Value;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// Between the name of a class and the number of a lambda that it makes.
pub(crate) const OF_LAMBDAS: &str = "$$Lambda$";

/// What a call site asks for.
struct Lambda {
    name: Rc<str>,
    captured: Vec<Type>,
    interfaces: Vec<Rc<str>>,
    /// Descriptors of the methods to implement: the interface's, then bridges.
    methods: Vec<Rc<str>>,
    /// Descriptor of the method as the lambda's type arguments make it.
    instantiated: Rc<str>,
    implementation: Rc<MethodHandle>,
}

impl Machine {
    /// The class of the lambdas of a call site in a method; it is named after the class of that.
    pub(crate) fn lambda_class(&mut self, site: &DynamicSite, method: MethodId) -> Result<ClassId, Stop> {
        let lambda = read_site(site).ok_or_else(|| Stop::unsupported("a lambda of an unusual form"))?;
        let mut interfaces = Vec::new();
        for name in &lambda.interfaces {
            interfaces.push(self.load(name)?);
        }
        let holder = &self.program.class(self.program.method(method).class).name;
        let class_name = format!("{holder}{OF_LAMBDAS}{}", self.program.class_count());
        let plan = Rc::new(plan(&lambda).ok_or_else(|| {
            Stop::unsupported(format!("a method reference of kind {:?}", lambda.implementation.kind))
        })?);
        let fields = lambda.captured.iter().enumerate().map(|(number, t)| (captured_name(number), t.clone())).collect();
        let mut methods = Vec::new();
        for descriptor in &lambda.methods {
            let signature =
                parse_signature(descriptor).ok_or_else(|| Stop::unsupported("a lambda of no valid type"))?;
            let (plan, class_name) = (plan.clone(), class_name.clone());
            methods.push(SyntheticMethod {
                name: lambda.name.to_string(),
                descriptor: descriptor.to_string(),
                access: 0x0001,
                body: Some(Box::new(move |method| {
                    let kinds = [Kind::Reference].into_iter().chain(signature.parameters.iter().map(Type::kind));
                    let builder = BodyBuilder::new(method, kinds.collect());
                    body(builder, &class_name, &plan, &signature)
                })),
            });
        }
        Ok(self.program.define_synthetic_class(SyntheticClass {
            name: class_name,
            super_class: self.known.object,
            interfaces,
            access: 0x1011,
            origin: ClassOrigin::Library,
            fields,
            methods,
        }))
    }

    /// The object a call site yields: a new one if it captures something, else always the same, as in a JVM.
    pub(crate) fn new_lambda(&mut self, state: &mut State, class: ClassId, captured: &[Value]) -> Result<Value, Stop> {
        self.ensure_initialized(state, class)?;
        if captured.is_empty()
            && let Some(lambda) = state.statics.lambdas.get(&class)
        {
            return Ok(Value::Reference(*lambda));
        }
        let lambda = state.heap.allocate(Object::instance(class, captured.to_vec()));
        if captured.is_empty() {
            Rc::make_mut(&mut state.statics).lambdas.insert(class, lambda);
            if state.scheduling.is_concurrent {
                self.share(state, Value::Reference(lambda));
            }
        }
        Ok(Value::Reference(lambda))
    }
}

fn captured_name(number: usize) -> String {
    format!("captured{number}")
}

fn read_site(site: &DynamicSite) -> Option<Lambda> {
    let factory = parse_signature(&site.descriptor)?;
    let Type::Reference(interface) = factory.return_type? else { return None };
    let mut arguments = site.bootstrap_arguments.iter();
    let Some(Loadable::MethodType(erased)) = arguments.next() else { return None };
    let Some(Loadable::MethodHandle(implementation)) = arguments.next() else { return None };
    let Some(Loadable::MethodType(instantiated)) = arguments.next() else { return None };
    let mut interfaces = vec![interface];
    let mut methods = vec![erased.clone()];
    if &*site.bootstrap.name == "altMetafactory" {
        let flags = number_of(&mut arguments)?;
        if flags & MARKERS != 0 {
            for _ in 0..number_of(&mut arguments)? {
                let Some(Loadable::Class(marker)) = arguments.next() else { return None };
                interfaces.push(marker.clone());
            }
        }
        if flags & BRIDGES != 0 {
            for _ in 0..number_of(&mut arguments)? {
                let Some(Loadable::MethodType(bridge)) = arguments.next() else { return None };
                if !methods.contains(bridge) {
                    methods.push(bridge.clone());
                }
            }
        }
        if flags & SERIALIZABLE != 0 {
            interfaces.push("java/io/Serializable".into());
        }
        let mut seen = Vec::new();
        interfaces.retain(|interface| {
            let is_new = !seen.contains(interface);
            seen.push(interface.clone());
            is_new
        });
    }
    Some(Lambda {
        name: site.name.clone(),
        captured: factory.parameters,
        interfaces,
        methods,
        instantiated: instantiated.clone(),
        implementation: implementation.clone(),
    })
}

fn number_of<'a>(arguments: &mut impl Iterator<Item = &'a Loadable>) -> Option<i32> {
    match arguments.next() {
        Some(Loadable::Number(Constant::Int(number))) => Some(*number),
        _ => None,
    }
}

/// How the implementation is called.
struct Plan {
    captured: Vec<Type>,
    instantiated: Signature,
    implementation: Rc<MethodHandle>,
    /// `None`: a constructor.
    kind: Option<InvokeKind>,
    /// Types of all arguments, the receiver included.
    parameters: Vec<Type>,
    result: Option<Type>,
}

fn plan(lambda: &Lambda) -> Option<Plan> {
    let implementation = lambda.implementation.clone();
    let signature = parse_signature(&implementation.descriptor)?;
    let class = Type::Reference(implementation.class.clone());
    let kind = match implementation.kind {
        HandleKind::InvokeStatic => Some(InvokeKind::Static),
        HandleKind::InvokeVirtual => Some(InvokeKind::Virtual),
        HandleKind::InvokeInterface => Some(InvokeKind::Interface),
        HandleKind::InvokeSpecial => Some(InvokeKind::Special),
        HandleKind::NewInvokeSpecial => None,
        _ => return None,
    };
    let mut parameters = signature.parameters;
    let result = match kind {
        None => Some(class.clone()),
        Some(_) => signature.return_type,
    };
    if !matches!(kind, None | Some(InvokeKind::Static)) {
        parameters.insert(0, class);
    }
    let instantiated = parse_signature(&lambda.instantiated)?;
    if parameters.len() != lambda.captured.len() + instantiated.parameters.len() {
        return None;
    }
    Some(Plan { captured: lambda.captured.clone(), instantiated, implementation, kind, parameters, result })
}

fn body(mut builder: BodyBuilder, class_name: &str, plan: &Plan, signature: &Signature) -> Body {
    let this = builder.parameter(0);
    let handle = &plan.implementation;
    // A constructor's object is made before its arguments are, as javac does it.
    let created = plan.kind.is_none().then(|| Operand::register(builder.new_object(&handle.class)));
    let mut arguments: Vec<Operand> = created.into_iter().collect();
    for (number, captured) in plan.captured.iter().enumerate() {
        arguments.push(builder.get_field(this, field_ref(class_name, &captured_name(number), captured.clone())));
    }
    for (number, declared) in signature.parameters.iter().enumerate() {
        let parameter = builder.parameter(number + 1);
        let wanted = &plan.parameters[plan.captured.len() + number];
        let functional = &plan.instantiated.parameters[number];
        arguments.push(convert(&mut builder, parameter, declared, wanted, functional));
    }
    let name = if created.is_some() { "<init>" } else { &*handle.name };
    let method = method_ref(&handle.class, handle.is_interface, name, &handle.descriptor);
    let returned = builder.invoke(plan.kind.unwrap_or(InvokeKind::Special), method, &arguments).map(Operand::register);
    let result = created.or(returned);
    match (&signature.return_type, &plan.result, result) {
        (Some(wanted), Some(given), Some(result)) => {
            let converted = convert(&mut builder, result, given, wanted, wanted);
            builder.return_value(Some(converted));
        }
        _ => builder.return_value(None),
    }
    builder.finish()
}

/// Make a value of type `given` one of type `wanted`. `functional` is what a reference is known to be.
fn convert(builder: &mut BodyBuilder, value: Operand, given: &Type, wanted: &Type, functional: &Type) -> Operand {
    match (given, wanted) {
        (Type::Reference(given), Type::Reference(wanted)) => {
            let value = match functional {
                Type::Reference(functional) => cast(builder, value, given, functional),
                _ => value,
            };
            cast(builder, value, given, wanted)
        }
        (Type::Reference(given), primitive) => {
            let (value, source) = match functional {
                Type::Reference(functional) => (cast(builder, value, given, functional), functional),
                _ => (value, given),
            };
            unbox(builder, value, source, primitive)
        }
        (primitive, Type::Reference(wanted)) => match unboxed(wanted) {
            Some(target) => {
                let value = widen(builder, value, primitive, &target);
                box_value(builder, value, &target)
            }
            None => box_value(builder, value, primitive),
        },
        (given, wanted) => widen(builder, value, given, wanted),
    }
}

fn cast(builder: &mut BodyBuilder, value: Operand, given: &str, wanted: &str) -> Operand {
    if given == wanted || wanted == "java/lang/Object" { value } else { builder.check_cast(value, wanted) }
}

/// The wrapper class of a primitive type.
pub(crate) fn wrapper(primitive: &Type) -> &'static str {
    match primitive {
        Type::Boolean => "java/lang/Boolean",
        Type::Byte => "java/lang/Byte",
        Type::Char => "java/lang/Character",
        Type::Short => "java/lang/Short",
        Type::Int => "java/lang/Integer",
        Type::Long => "java/lang/Long",
        Type::Float => "java/lang/Float",
        Type::Double => "java/lang/Double",
        Type::Reference(_) => "java/lang/Object",
    }
}

/// The primitive type of a wrapper class.
pub(crate) fn unboxed(class: &str) -> Option<Type> {
    program::descriptor::PRIMITIVES.into_iter().find(|primitive| wrapper(primitive) == class)
}

pub(crate) fn box_value(builder: &mut BodyBuilder, value: Operand, primitive: &Type) -> Operand {
    let class = wrapper(primitive);
    let letter = program::descriptor::descriptor_of(primitive);
    let method = method_ref(class, false, "valueOf", &format!("({letter})L{class};"));
    builder.invoke_value(InvokeKind::Static, method, &[value])
}

pub(crate) fn unbox(builder: &mut BodyBuilder, value: Operand, source: &str, wanted: &Type) -> Operand {
    let letter = program::descriptor::descriptor_of;
    if let Some(primitive) = unboxed(source) {
        let name = format!("{}Value", program::display_type(&primitive));
        let method = method_ref(source, false, &name, &format!("(){}", letter(&primitive)));
        let value = builder.invoke_value(InvokeKind::Virtual, method, &[value]);
        return widen(builder, value, &primitive, wanted);
    }
    // A supertype of the wrappers: numbers convert themselves.
    let class = match wanted {
        Type::Boolean | Type::Char => wrapper(wanted),
        _ => "java/lang/Number",
    };
    let value = builder.check_cast(value, class);
    let name = format!("{}Value", program::display_type(wanted));
    let method = method_ref(class, false, &name, &format!("(){}", letter(wanted)));
    builder.invoke_value(InvokeKind::Virtual, method, &[value])
}

pub(crate) fn widen(builder: &mut BodyBuilder, value: Operand, given: &Type, wanted: &Type) -> Operand {
    let conversion = match (given.kind(), wanted.kind()) {
        (Kind::Int, Kind::Long) => Conversion::IntToLong,
        (Kind::Int, Kind::Float) => Conversion::IntToFloat,
        (Kind::Int, Kind::Double) => Conversion::IntToDouble,
        (Kind::Long, Kind::Float) => Conversion::LongToFloat,
        (Kind::Long, Kind::Double) => Conversion::LongToDouble,
        (Kind::Float, Kind::Double) => Conversion::FloatToDouble,
        _ => return value,
    };
    builder.convert(conversion, value)
}
