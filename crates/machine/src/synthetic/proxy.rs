//! Classes of dynamic proxies: every method of the interfaces, and `equals`, `hashCode` and `toString`, asks the handler.
//!
//! A proxy holds the `Method` objects that its handler is given, one in a field for each method.

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, InvokeKind, Kind, Operand, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};
use crate::synthetic::lambda::{box_value, unbox};

const PROXY: &str = "java/lang/reflect/Proxy";
const HANDLER: &str = "java/lang/reflect/InvocationHandler";

/// What the names of all these classes begin with.
pub(crate) const PROXY_CLASS_PREFIX: &str = "jdk/proxy1/$Proxy";

/// The field that holds the `Method` object of a method.
pub(crate) fn method_field(number: usize) -> String {
    format!("method{number}")
}

/// A method to be made.
struct Stub {
    class_name: String,
    /// The field of its `Method` object.
    field: String,
    parameters: Vec<Type>,
    result: Option<Type>,
    /// Internal names of what it declares to throw.
    exceptions: Vec<String>,
}

impl Machine {
    /// The class of proxies for these interfaces, with the methods it has, in the order of their fields.
    pub(crate) fn proxy_class(&mut self, interfaces: &[ClassId]) -> Result<(ClassId, Vec<MethodId>), Stop> {
        let methods = self.methods_of_proxy(interfaces)?;
        let numbers: Vec<String> = interfaces.iter().map(|interface| interface.index().to_string()).collect();
        let class_name = format!("{PROXY_CLASS_PREFIX}{}", numbers.join("_"));
        if let Some(class) = self.program.loaded(&class_name) {
            return Ok((class, methods));
        }
        let super_class = self.load(PROXY)?;
        let method_type = Type::Reference("java/lang/reflect/Method".into());
        let fields = (0..methods.len()).map(|number| (method_field(number), method_type.clone())).collect();
        let stubs = methods.iter().enumerate().map(|(number, method)| {
            let entry = self.program.method(*method);
            let stub = Stub {
                class_name: class_name.clone(),
                field: method_field(number),
                parameters: entry.parameters.clone(),
                result: entry.return_type.clone(),
                exceptions: self.program.method_attributes(*method).exceptions,
            };
            SyntheticMethod {
                name: entry.name.to_string(),
                descriptor: entry.descriptor.to_string(),
                access: 0x0011,
                body: Some(Box::new(move |method| body(method, &stub))),
            }
        });
        let stubs: Vec<SyntheticMethod> = stubs.collect();
        let class = self.program.define_synthetic_class(SyntheticClass {
            name: class_name,
            super_class,
            interfaces: interfaces.to_vec(),
            access: 0x1011,
            origin: ClassOrigin::Library,
            fields,
            methods: stubs,
        });
        Ok((class, methods))
    }

    /// The methods that handlers are asked for: those of `Object` first, then those of the interfaces and what they extend.
    fn methods_of_proxy(&mut self, interfaces: &[ClassId]) -> Result<Vec<MethodId>, Stop> {
        const OF_OBJECT: [(&str, &str); 3] =
            [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z"), ("toString", "()Ljava/lang/String;")];
        let object = self.known.object;
        let mut methods: Vec<MethodId> = OF_OBJECT
            .iter()
            .filter_map(|(name, descriptor)| self.program.find_declared(object, name, descriptor))
            .collect();
        let mut pending: Vec<ClassId> = interfaces.iter().rev().copied().collect();
        let mut seen = Vec::new();
        while let Some(interface) = pending.pop() {
            if seen.contains(&interface) {
                continue;
            }
            seen.push(interface);
            let entry = self.program.class(interface);
            pending.extend(entry.interfaces.iter().rev());
            for method in entry.methods.iter() {
                let entry = self.program.method(*method);
                if entry.is_static() || entry.is_private() || entry.name.starts_with('<') {
                    continue;
                }
                let mut same = methods
                    .iter()
                    .map(|other| self.program.method(*other))
                    .filter(|other| other.name == entry.name && other.parameters == entry.parameters);
                if same.clone().any(|other| other.descriptor == entry.descriptor) {
                    continue;
                }
                // An interface may narrow the result of what it extends; whether unrelated ones agree is not asked.
                let is_reference = |result: &Option<Type>| matches!(result, Some(Type::Reference(_)));
                if !same.all(|other| is_reference(&other.return_type) && is_reference(&entry.return_type)) {
                    return Err(Stop::unsupported("a proxy for methods that differ in their results only"));
                }
                methods.push(*method);
            }
        }
        Ok(methods)
    }
}

fn body(method: MethodId, stub: &Stub) -> Body {
    let kinds = [Kind::Reference].into_iter().chain(stub.parameters.iter().map(Type::kind));
    let mut builder = BodyBuilder::new(method, kinds.collect());
    let this = builder.parameter(0);
    let handler = builder.get_field(this, field_ref(PROXY, "h", Type::Reference(HANDLER.into())));
    let method_type = Type::Reference("java/lang/reflect/Method".into());
    let called = builder.get_field(this, field_ref(&stub.class_name, &stub.field, method_type));
    let mut given: Vec<Operand> = Vec::new();
    for (number, parameter) in stub.parameters.iter().enumerate() {
        let argument = builder.parameter(number + 1);
        given.push(match parameter {
            Type::Reference(_) => argument,
            primitive => box_value(&mut builder, argument, primitive),
        });
    }
    let arguments = match given.is_empty() {
        true => builder.constant(program::code::Constant::Null),
        false => builder.object_array(&given),
    };
    let ask = method_ref(
        HANDLER,
        true,
        "invoke",
        "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let failed = builder.new_label();
    let start = builder.position();
    let result = builder.invoke_value(InvokeKind::Interface, ask, &[handler, this, called, arguments]);
    builder.protect_since(start, failed);
    let result = match &stub.result {
        None => None,
        Some(Type::Reference(class)) => Some(builder.check_cast(result, class)),
        Some(primitive) => {
            // A handler must return the very box: nothing is widened.
            let class = crate::synthetic::lambda::wrapper(primitive);
            let result = builder.check_cast(result, class);
            Some(unbox(&mut builder, result, class, primitive))
        }
    };
    builder.return_value(result);
    builder.place(failed);
    let thrown = builder.catch();
    let rethrow = builder.new_label();
    let unchecked = ["java/lang/RuntimeException", "java/lang/Error"].map(str::to_string);
    for class in unchecked.iter().chain(&stub.exceptions) {
        let is_declared = builder.instance_of(thrown, class);
        builder.if_not_zero(is_declared, rethrow);
    }
    const WRAPPER: &str = "java/lang/reflect/UndeclaredThrowableException";
    let wrapper = Operand::register(builder.new_object(WRAPPER));
    let constructor = method_ref(WRAPPER, false, "<init>", "(Ljava/lang/Throwable;)V");
    builder.invoke(InvokeKind::Special, constructor, &[wrapper, thrown]);
    builder.throw(wrapper);
    builder.place(rethrow);
    builder.throw(thrown);
    builder.finish()
}
