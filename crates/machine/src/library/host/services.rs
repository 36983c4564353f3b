//! `ServiceLoader`, as far as the library's own code asks it for what the modules of its JDK provide.
//!
//! There are no modules here; which of them provides what is read from the JDK. In which order a JVM lists several providers is its
//! own affair: only those who look for one by its name get more than one.

use std::rc::Rc;

use program::class::{ClassOrigin, MethodId};
use program::code::{Constant, InvokeKind, Kind, Loadable, Operand, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::library::host::loader::Loader;
use crate::library::host::startup::construct;
use crate::library::{Entry, Outcome, class_argument, field_value, nothing, refuse};
use crate::machine::Machine;
use crate::machine::intrinsic::{Arguments, rows};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

const LOADER: &str = "java/util/ServiceLoader";
const PROVIDER: &str = "java/util/ServiceLoader$ProviderImpl";
const LIST: &str = "java/util/ArrayList";
const CLASS: &str = "java/lang/Class";

pub(crate) const TABLE: &[Entry] = rows![
    (LOADER, "checkCaller", "(Ljava/lang/Class;Ljava/lang/Class;)V", check_caller),
    (LOADER, "newLookupIterator", "()Ljava/util/Iterator;", lookup),
];

/// Services whose users go through all providers until they find the one with the name they want.
const FOUND_BY_NAME: &[&str] = &["java/security/Provider", "sun/util/locale/provider/LocaleDataMetaInfo"];

/// The library's modules say that they use what they use.
fn check_caller(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let caller = class_argument(machine, state, arguments[0])?;
    let service = class_argument(machine, state, arguments[1])?;
    let is_librarys = |class| machine.program.class(class).origin == ClassOrigin::Library;
    if is_librarys(caller) && is_librarys(service) { nothing() } else { Ok(Outcome::Bytecode) }
}

/// The iterator over all providers that a loader finds.
fn lookup(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let services = machine.dereference(state, arguments[0])?;
    let loader = field_value(machine, state, services, "loader").unwrap_or(Value::NULL);
    let of_service = field_value(machine, state, services, "service").unwrap_or(Value::NULL);
    let service = class_argument(machine, state, of_service)?;
    let loader = machine.loader(state, method, loader)?;
    if machine.program.class(service).origin != ClassOrigin::Library || loader == Loader::Bootstrap {
        return Err(refuse(machine, method));
    }
    let name = machine.program.class(service).name.clone();
    let unsupported = |why: &str| Stop::unsupported(format!("the providers of {}, {why}", name.replace('/', ".")));
    if loader == Loader::OfClassPath && machine.program.class_path().declares_service(&name.replace('/', ".")) {
        return Err(unsupported("which the class path declares"));
    }
    let lister = match machine.program.loaded(&lister_name(&name)) {
        Some(known) => known,
        None => {
            let Some(jdk) = machine.program.class_path().jdk() else { return Err(refuse(machine, method)) };
            let providers = jdk.providers(&name).map_err(|error| unsupported(&error.to_string()))?;
            if providers.len() > 1 && !FOUND_BY_NAME.contains(&&*name) {
                return Err(unsupported("which come in an order of the JVM's own"));
            }
            for provider in &providers {
                // Such a method would be called instead of the constructor.
                let class = machine.load(provider)?;
                if loader.sees(machine, class) != Some(true) {
                    return Err(unsupported("of which some have another loader"));
                }
                let has_factory = |method: &MethodId| &*machine.program.method(*method).name == "provider";
                if machine.program.class(class).methods.iter().any(has_factory) {
                    return Err(unsupported("which methods make"));
                }
            }
            define_lister(machine, &name, providers)?
        }
    };
    let list = machine.program.class(lister).methods[0];
    Ok(Outcome::Call(list, Arguments::from_slice(&[of_service])))
}

fn lister_name(service: &str) -> String {
    format!("lazuli/Providers${}", service.replace('/', "$"))
}

/// The class whose one method makes what `ServiceLoader` goes through for a service: an object for each provider that knows the
/// constructor to call.
fn define_lister(
    machine: &mut Machine,
    service: &str,
    providers: Vec<String>,
) -> Result<program::class::ClassId, Stop> {
    let implementation = machine.load(PROVIDER)?;
    let takes_constructor = |method: &MethodId| {
        let descriptor = machine.program.method(*method).descriptor.clone();
        descriptor.contains("Ljava/lang/reflect/Constructor;").then_some(descriptor)
    };
    let constructor = machine.program.class(implementation).methods.iter().find_map(takes_constructor);
    let Some(constructor) = constructor else {
        return Err(Stop::unsupported("a ServiceLoader that is not understood"));
    };
    Ok(machine.program.define_synthetic_class(SyntheticClass {
        name: lister_name(service),
        super_class: machine.known.object,
        interfaces: Vec::new(),
        access: 0x1001,
        origin: ClassOrigin::Library,
        fields: Vec::new(),
        methods: vec![SyntheticMethod {
            name: "list".into(),
            descriptor: "(Ljava/lang/Class;)Ljava/util/Iterator;".into(),
            access: 0x1009,
            body: Some(Box::new(move |method| {
                let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
                list(&mut builder, &providers, &constructor);
                builder.finish()
            })),
        }],
    }))
}

fn list(builder: &mut BodyBuilder, providers: &[String], descriptor: &Rc<str>) {
    let service = builder.parameter(0);
    let null = builder.constant(Constant::Null);
    let list = construct(builder, LIST, "()V", &[]);
    for provider in providers {
        let class = Operand::register(builder.load(Loadable::Class(provider.as_str().into())));
        let finds = "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;";
        let find = method_ref(CLASS, false, "getDeclaredConstructor", finds);
        let constructor = builder.invoke_value(InvokeKind::Virtual, find, &[class, null]);
        let yes = builder.constant(Constant::Int(1));
        // Providers need not be exported.
        let is_accessible = field_ref("java/lang/reflect/AccessibleObject", "override", Type::Boolean);
        builder.put_field(constructor, is_accessible, yes);
        let mut arguments = vec![service, class, constructor];
        // In older versions somebody whose rights count follows; there is no security manager.
        if descriptor.contains("AccessControlContext") {
            arguments.push(null);
        }
        let provider = construct(builder, PROVIDER, descriptor, &arguments);
        let add = method_ref(LIST, false, "add", "(Ljava/lang/Object;)Z");
        builder.invoke(InvokeKind::Virtual, add, &[list, provider]);
    }
    let iterator = method_ref(LIST, false, "iterator", "()Ljava/util/Iterator;");
    let iterator = builder.invoke_value(InvokeKind::Virtual, iterator, &[list]);
    builder.return_value(Some(iterator));
}
