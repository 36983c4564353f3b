//! The types of a `VarHandle`'s methods: what a call passes and wants back is converted to what the variable takes and gives, as
//! `MethodHandle.asType` would, or is a WrongMethodTypeException.

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, Instruction, InvokeKind, Kind, Operand, Type};
use program::descriptor::{PRIMITIVES, Signature, descriptor_of, parse_signature};
use program::{SyntheticClass, SyntheticMethod};

use crate::library::handles::variable::HANDLE;
use crate::library::reflect::invocation::widens;
use crate::library::refuse;
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Variable;
use crate::synthetic::ADAPTER;
use crate::synthetic::body_builder::{BodyBuilder, method_ref};
use crate::synthetic::lambda::{box_value, unbox, unboxed, widen, wrapper};

const OBJECT: &str = "java/lang/Object";
const FINAL: u16 = 0x0010;

/// How a call goes on.
pub(crate) enum Typed {
    /// It passes what the variable takes.
    Direct,
    /// This method converts first.
    By(MethodId),
}

impl Machine {
    /// Whether a call of a `VarHandle` is to be checked: the library's own are not.
    pub(crate) fn checks_handle_types(&self, state: &State) -> bool {
        let class = self.program.class(self.program.method(state.frame().method).class);
        self.runs_user_code(state) || class.name.starts_with(ADAPTER)
    }

    /// What the call of a method of `VarHandle` that is about to be done passes and wants.
    pub(crate) fn signature_of_call(&mut self, state: &State, method: MethodId) -> Result<Signature, Stop> {
        let frame = state.frame();
        let code = self.code(frame.method).map_err(|error| self.link_stop(error))?;
        let signature = match code.body.code.get(frame.pc as usize) {
            Some(Instruction::Invoke { method, .. }) => {
                parse_signature(&code.body.methods[*method as usize].descriptor)
            }
            _ => None,
        };
        signature.ok_or_else(|| refuse(self, method))
    }

    /// Decide how a call with this signature gets at a variable, or what is raised instead.
    pub(crate) fn type_call(&mut self, method: MethodId, variable: Variable, given: &Signature) -> Result<Typed, Stop> {
        let name = self.program.method(method).name.to_string();
        if !self.supports(variable, &name)? {
            return Err(Raise::by_library("java/lang/UnsupportedOperationException").into());
        }
        let wanted = self.signature_of_access(variable, &name);
        let is_erased_same = given.parameters.len() == wanted.parameters.len()
            && given.parameters.iter().zip(&wanted.parameters).all(|(given, wanted)| is_erased_same(given, wanted))
            && match (&given.return_type, &wanted.return_type) {
                (None, _) => true,
                (Some(given), Some(wanted)) => is_erased_same(given, wanted),
                (Some(_), None) => false,
            };
        if is_erased_same {
            // Its implementation checks what it is given, the call what it gets.
            let (Some(Type::Reference(given_class)), Some(wanted_result)) = (&given.return_type, &wanted.return_type)
            else {
                return Ok(Typed::Direct);
            };
            if &**given_class == OBJECT || self.is_below(wanted_result, given_class)? {
                return Ok(Typed::Direct);
            }
            let inner = Signature { parameters: given.parameters.clone(), return_type: wanted.return_type };
            return Ok(Typed::By(self.handle_adapter(&name, given, inner)));
        }
        let mut is_possible = given.parameters.len() == wanted.parameters.len();
        for (given, wanted) in given.parameters.iter().zip(&wanted.parameters) {
            is_possible = is_possible && self.converts(given, wanted)?;
        }
        is_possible = is_possible
            && match (&wanted.return_type, &given.return_type) {
                (_, None) => true,
                (Some(from), Some(to)) => self.converts(from, to)?,
                (None, Some(_)) => return Err(refuse(self, method)),
            };
        match is_possible {
            true => Ok(Typed::By(self.handle_adapter(&name, given, wanted))),
            false => Err(Raise::by_library("java/lang/invoke/WrongMethodTypeException").into()),
        }
    }

    /// Whether a variable can be used so: its implementation in the library has a method of that name.
    fn supports(&mut self, variable: Variable, name: &str) -> Result<bool, Stop> {
        let variable_type = self.type_of_variable(variable);
        let kind = match &variable_type {
            Type::Reference(_) => "Reference".to_string(),
            primitive => {
                let name = program::display_type(primitive);
                name[..1].to_uppercase() + &name[1..]
            }
        };
        let implementation = match variable {
            Variable::Field { field, .. } => {
                let field = self.program.field(field);
                let of = if field.is_static() { "Static" } else { "Instance" };
                let may = if field.access & FINAL != 0 { "ReadOnly" } else { "ReadWrite" };
                format!("java/lang/invoke/VarHandle{kind}s$Field{of}{may}")
            }
            Variable::Elements(_) => format!("java/lang/invoke/VarHandle{kind}s$Array"),
            Variable::Bytes { .. } => format!("java/lang/invoke/VarHandleByteArrayAs{kind}s$ArrayHandle"),
        };
        let class = self.load(&implementation)?;
        let has = |class: ClassId| {
            let class = self.program.class(class);
            &*class.name != HANDLE && class.methods.iter().any(|method| &*self.program.method(*method).name == name)
        };
        Ok(self.program.class_chain(class).any(has))
    }

    pub(crate) fn type_of_variable(&self, variable: Variable) -> Type {
        match variable {
            Variable::Field { field, .. } => self.program.field(field).field_type.clone(),
            Variable::Elements(class) | Variable::Bytes { view: class, .. } => self.element_type_of(class),
        }
    }

    /// What a method of `VarHandle` takes and gives, `VarHandle.accessModeType`.
    fn signature_of_access(&self, variable: Variable, name: &str) -> Signature {
        let variable_type = self.type_of_variable(variable);
        let reference = |class: ClassId| Type::Reference(self.program.class(class).name.clone());
        let mut parameters = match variable {
            Variable::Field { field, .. } if self.program.field(field).is_static() => Vec::new(),
            Variable::Field { receiver, .. } => vec![reference(receiver)],
            Variable::Elements(class) => vec![reference(class), Type::Int],
            Variable::Bytes { .. } => vec![Type::Reference("[B".into()), Type::Int],
        };
        let (operands, result) = match () {
            () if name.starts_with("compareAndSet") || name.starts_with("weakCompareAndSet") => {
                (2, Some(Type::Boolean))
            }
            () if name.starts_with("compareAndExchange") => (2, Some(variable_type.clone())),
            () if name.starts_with("getAnd") => (1, Some(variable_type.clone())),
            () if name.starts_with("get") => (0, Some(variable_type.clone())),
            () => (1, None),
        };
        parameters.extend(std::iter::repeat_n(variable_type, operands));
        Signature { parameters, return_type: result }
    }

    fn is_below(&mut self, sub: &Type, class: &str) -> Result<bool, Stop> {
        let sub = self.class_of_type(sub)?;
        let class = self.class_of_type(&Type::Reference(class.into()))?;
        Ok(self.program.is_subclass(sub, class))
    }

    /// `MethodType.canConvert`.
    fn converts(&mut self, from: &Type, to: &Type) -> Result<bool, Stop> {
        Ok(match (from, to) {
            (Type::Reference(_), Type::Reference(_)) => true,
            (Type::Reference(from), primitive) => {
                self.is_below(&Type::Reference(wrapper(primitive).into()), from)?
                    || unboxed(from).is_some_and(|from| widens(&from, primitive))
            }
            (primitive, Type::Reference(to)) => self.is_below(&Type::Reference(wrapper(primitive).into()), to)?,
            (from, to) => widens(from, to),
        })
    }

    /// `static R access(VarHandle handle, …)` as `given` has it, which calls the handle as `inner` has it.
    fn handle_adapter(&mut self, name: &str, given: &Signature, inner: Signature) -> MethodId {
        let descriptor = descriptor(&given.parameters, given.return_type.as_ref());
        let inner_descriptor = self::descriptor(&inner.parameters, inner.return_type.as_ref());
        let class_name = format!("{ADAPTER}{name}{descriptor}{inner_descriptor}");
        if let Some(known) = self.program.loaded(&class_name) {
            return self.program.class(known).methods[0];
        }
        for primitive in PRIMITIVES {
            self.unboxer(&primitive);
        }
        let (name, given) = (name.to_string(), given.clone());
        let descriptor = descriptor.replacen('(', &format!("(L{HANDLE};"), 1);
        self.one_method(class_name, descriptor, move |method| {
            let kinds = [Kind::Reference].into_iter().chain(given.parameters.iter().map(Type::kind));
            let mut builder = BodyBuilder::new(method, kinds.collect());
            let mut arguments = vec![builder.parameter(0)];
            for (number, (from, to)) in given.parameters.iter().zip(&inner.parameters).enumerate() {
                let argument = builder.parameter(number + 1);
                arguments.push(converted(&mut builder, argument, from, to));
            }
            let called = method_ref(HANDLE, false, &name, &inner_descriptor);
            let result = builder.invoke(InvokeKind::Virtual, called, &arguments);
            let result = match (result, &inner.return_type, &given.return_type) {
                (Some(result), Some(from), Some(to)) => {
                    Some(converted(&mut builder, Operand::register(result), from, to))
                }
                _ => None,
            };
            builder.return_value(result);
            builder.finish()
        })
    }

    /// `static P access(Object)`: what is in a box that may be of any class, widened.
    fn unboxer(&mut self, wanted: &Type) -> MethodId {
        let descriptor = format!("(L{OBJECT};){}", descriptor_of(wanted));
        let wanted = wanted.clone();
        self.one_method(unboxer_name(&wanted), descriptor, move |method| {
            let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
            let object = builder.parameter(0);
            let fitting: Vec<Type> = PRIMITIVES.into_iter().filter(|from| widens(from, &wanted)).collect();
            let labels: Vec<_> = fitting.iter().map(|_| builder.new_label()).collect();
            for (from, label) in fitting.iter().zip(&labels) {
                let is_it = builder.instance_of(object, wrapper(from));
                builder.if_not_zero(is_it, *label);
            }
            let object = builder.check_cast(object, wrapper(&wanted));
            let nothing = unbox(&mut builder, object, wrapper(&wanted), &wanted);
            builder.return_value(Some(nothing));
            for (from, label) in fitting.iter().zip(labels) {
                builder.place(label);
                let object = builder.parameter(0);
                let boxed = builder.check_cast(object, wrapper(from));
                let value = unbox(&mut builder, boxed, wrapper(from), &wanted);
                builder.return_value(Some(value));
            }
            builder.finish()
        })
    }

    fn one_method(
        &mut self,
        class_name: String,
        descriptor: String,
        body: impl Fn(MethodId) -> Body + 'static,
    ) -> MethodId {
        let class = match self.program.loaded(&class_name) {
            Some(class) => class,
            None => self.program.define_synthetic_class(SyntheticClass {
                name: class_name,
                super_class: self.known.object,
                interfaces: Vec::new(),
                access: 0x1011,
                origin: ClassOrigin::Library,
                fields: Vec::new(),
                methods: vec![SyntheticMethod {
                    name: "access".to_string(),
                    descriptor,
                    access: 0x0009,
                    body: Some(Box::new(body)),
                }],
            }),
        };
        self.program.class(class).methods[0]
    }
}

fn is_erased_same(one: &Type, other: &Type) -> bool {
    matches!((one, other), (Type::Reference(_), Type::Reference(_))) || one == other
}

fn converted(builder: &mut BodyBuilder, value: Operand, from: &Type, to: &Type) -> Operand {
    match (from, to) {
        (Type::Reference(from), Type::Reference(to)) if from == to || &**to == OBJECT => value,
        (Type::Reference(_), Type::Reference(to)) => builder.check_cast(value, to),
        (Type::Reference(class), primitive) if unboxed(class).is_some() => unbox(builder, value, class, primitive),
        (Type::Reference(_), primitive) => {
            let unboxer = method_ref(
                &unboxer_name(primitive),
                false,
                "access",
                &format!("(L{OBJECT};){}", descriptor_of(primitive)),
            );
            builder.invoke_value(InvokeKind::Static, unboxer, &[value])
        }
        (primitive, Type::Reference(_)) => box_value(builder, value, primitive),
        (from, to) => widen(builder, value, from, to),
    }
}

fn unboxer_name(primitive: &Type) -> String {
    format!("{ADAPTER}unbox${}", program::display_type(primitive))
}

fn descriptor(parameters: &[Type], result: Option<&Type>) -> String {
    let parameters: String = parameters.iter().map(descriptor_of).collect();
    format!("({parameters}){}", result.map_or_else(|| "V".to_string(), descriptor_of))
}
