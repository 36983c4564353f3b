//! `invokedynamic`: call sites are linked to methods and classes that the machine builds.

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Constant, DynamicSite, InvokeKind, Kind, Loadable, Operand, Register, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::machine::intrinsic::Arguments;
use crate::machine::{Code, Machine};
use crate::state::fork::Stop;
use crate::state::{OnReturn, State};
use crate::step::call::Called;
use crate::synthetic::body_builder::{BodyBuilder, OBJECT, STRING, append_type, method_ref, parameter_types};

const BUILDER: &str = "java/lang/StringBuilder";
const HELPER: &str = "java/lang/StringConcatHelper";
/// In a recipe of `makeConcatWithConstants`: the next argument, and the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

impl Machine {
    pub(crate) fn invoke_dynamic(
        &mut self,
        state: &mut State,
        code: &Code,
        target: Option<Register>,
        site: u32,
        operands: &[Operand],
    ) -> Result<Called, Stop> {
        let arguments: Arguments = operands.iter().map(|operand| self.operand(state, code, *operand)).collect();
        let key = (code.body.method, site);
        let linked = match self.steps.call_sites.get(&key) {
            Some(linked) => *linked,
            None => {
                let linked = self.link_site(&code.body.dynamic_sites[site as usize].clone(), code.body.method)?;
                self.steps.call_sites.insert(key, linked);
                linked
            }
        };
        match linked {
            CallSite::Concatenation(method) => {
                self.push_frame(state, method, target, &arguments, OnReturn::Continue)?;
                Ok(Called::Entered)
            }
            CallSite::Method(method) => {
                self.push_frame(state, method, target, &arguments, OnReturn::Continue)?;
                Ok(Called::Entered)
            }
            CallSite::Lambda(class) => Ok(Called::Returned(Some(self.new_lambda(state, class, &arguments)?))),
        }
    }

    pub(crate) fn link_site(&mut self, site: &DynamicSite, method: MethodId) -> Result<CallSite, Stop> {
        match (&*site.bootstrap.class, &*site.bootstrap.name) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                Ok(CallSite::Concatenation(self.concatenation(site)?))
            }
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                Ok(CallSite::Lambda(self.lambda_class(site, method)?))
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => Ok(CallSite::Method(self.record_method(site)?)),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                Ok(CallSite::Method(self.pattern_switch(site)?))
            }
            (class, name) => {
                Err(Stop::unsupported(format!("invokedynamic through {}.{name}", program::display_class(class))))
            }
        }
    }

    /// A static method that appends the parts to a StringBuilder. As on a JVM, objects are asked for their text first, through
    /// the method that a JVM calls for it: there a thread can be stopped. Nothing else here is seen by other threads.
    fn concatenation(&mut self, site: &DynamicSite) -> Result<MethodId, Stop> {
        let parts = self.concatenation_parts(site)?;
        let types = parameter_types(&site.descriptor);
        let kinds: Vec<Kind> = types.iter().map(Type::kind).collect();
        let body = Box::new(move |method| {
            let mut builder = BodyBuilder::new(method, kinds);
            let mut arguments: Vec<(Operand, &str)> = Vec::new();
            for (number, argument) in types.iter().enumerate() {
                let operand = builder.parameter(number);
                arguments.push(match append_type(argument) {
                    OBJECT => {
                        let string_of = method_ref(HELPER, false, "stringOf", "(Ljava/lang/Object;)Ljava/lang/String;");
                        (builder.invoke_value(InvokeKind::Static, string_of, &[operand]), STRING)
                    }
                    other => (operand, other),
                });
            }
            let text = builder.new_object(BUILDER);
            let text = Operand::register(text);
            builder.invoke(InvokeKind::Special, method_ref(BUILDER, false, "<init>", "()V"), &[text]);
            for part in parts {
                let (operand, part_type) = match part {
                    Part::Argument(number) => arguments[number],
                    Part::Text(units) => {
                        let string = builder.load(Loadable::String(units.into()));
                        (Operand::register(string), STRING)
                    }
                    Part::Number(constant) => {
                        let descriptor = match constant {
                            Constant::Int(_) => "I",
                            Constant::Long(_) => "J",
                            Constant::Float(_) => "F",
                            Constant::Double(_) => "D",
                            Constant::Null => OBJECT,
                        };
                        (builder.constant(constant), descriptor)
                    }
                };
                let append = method_ref(BUILDER, false, "append", &format!("({part_type})L{BUILDER};"));
                builder.invoke(InvokeKind::Virtual, append, &[text, operand]);
            }
            let to_string = method_ref(BUILDER, false, "toString", "()Ljava/lang/String;");
            let result = builder.invoke(InvokeKind::Virtual, to_string, &[text]);
            builder.return_value(result.map(Operand::register));
            builder.finish()
        });
        Ok(self.synthetic_method("Concatenation", "concatenate", &site.descriptor, body))
    }

    /// A static method of a class of its own.
    pub(crate) fn synthetic_method(
        &mut self,
        class_name: &str,
        name: &str,
        descriptor: &str,
        body: program::SyntheticBody,
    ) -> MethodId {
        let class = self.program.define_synthetic_class(SyntheticClass {
            name: format!("lazuli/{class_name}${}", self.program.class_count()),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![SyntheticMethod {
                name: name.into(),
                descriptor: descriptor.into(),
                access: 0x1009,
                body: Some(body),
            }],
        });
        self.program.class(class).methods[0]
    }

    fn concatenation_parts(&mut self, site: &DynamicSite) -> Result<Vec<Part>, Stop> {
        let count = parameter_types(&site.descriptor).len();
        if &*site.bootstrap.name == "makeConcat" {
            return Ok((0..count).map(Part::Argument).collect());
        }
        let Some(Loadable::String(recipe)) = site.bootstrap_arguments.first() else {
            return Err(Stop::unsupported("a string concatenation without a recipe"));
        };
        let mut constants = site.bootstrap_arguments[1..].iter();
        let mut arguments = 0..count;
        let mut parts = Vec::new();
        let mut text = Vec::new();
        for unit in recipe.iter() {
            let part = match *unit {
                ARGUMENT => arguments.next().map(Part::Argument),
                CONSTANT => match constants.next() {
                    Some(Loadable::String(units)) => Some(Part::Text(units.to_vec())),
                    Some(Loadable::Number(number)) => Some(Part::Number(*number)),
                    _ => return Err(Stop::unsupported("a string concatenation with an unusual constant")),
                },
                unit => {
                    text.push(unit);
                    continue;
                }
            };
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            parts.extend(part);
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(parts)
    }
}

enum Part {
    Argument(usize),
    Text(Vec<u16>),
    Number(Constant),
}

/// What an `invokedynamic` instruction was linked to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallSite {
    /// A string concatenation: call this static method with the same arguments.
    Concatenation(MethodId),
    /// A static method to be called with the same arguments.
    Method(MethodId),
    /// A lambda or method reference: the arguments become the fields of a new object.
    Lambda(ClassId),
}
