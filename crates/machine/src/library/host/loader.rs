//! Class loaders: null for the library's classes, one object for those of the class path. Some modules of the library have one
//! between the two, which is for the library's own code: programs that ask for it get a reason.
//!
//! These objects are never constructed. Whatever is asked of them that is not listed here is a reason; so is the loader of modules
//! of the library that a JVM does not load by itself, and that of classes that are made while the program runs.
//!
//! Of modules there are two objects: the one of the class path, and `java.base`.

use program::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use program::code::Type;

use crate::library::lang::class::for_name;
use crate::library::lang::system::is_null;
use crate::library::{Entry, Outcome, class_argument, field_value, refuse, set_field, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Callers, Seen, rows};
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::{ObjectId, Value};

const CLASS: &str = "java/lang/Class";
const THREAD: &str = "java/lang/Thread";
const MODULE: &str = "java/lang/Module";
const LOADER: &str = "java/lang/ClassLoader";
const BUILT_IN: &str = "jdk/internal/loader/BuiltinClassLoader";
const BUILT_IN_LOADERS: &str = "jdk/internal/loader/ClassLoaders";
const OF_PLATFORM_MODULES: &str = "jdk/internal/loader/ClassLoaders$PlatformClassLoader";
const OF_CLASS_PATH: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";
const BASE: &str = "java.base";
const GIVES_LOADER: &str = "()Ljava/lang/ClassLoader;";

pub(crate) const TABLE: &[Entry] = rows![
    (CLASS, "getClassLoader", GIVES_LOADER, class_loader),
    (CLASS, "getClassLoader0", GIVES_LOADER, class_loader),
    (CLASS, "getProtectionDomain0", "()Ljava/security/ProtectionDomain;", protection_domain),
    (CLASS, "getModule", "()Ljava/lang/Module;", module),
    (MODULE, "isNamed", "()Z", as_it_stands),
    (MODULE, "getName", "()Ljava/lang/String;", as_it_stands),
    (MODULE, "getClassLoader", GIVES_LOADER, as_it_stands),
    (CLASS, "forName", "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;", class_of_module),
    // Of modules with loggers a program has only that of the class path.
    ("jdk/internal/logger/DefaultLoggerFinder", "isSystem", "*", crate::library::returns_false),
    (MODULE, "*", "*"),
    (THREAD, "getContextClassLoader", GIVES_LOADER, of_class_path).seen(Seen::Announced),
    (THREAD, "setContextClassLoader", "*", set_context_loader).seen(Seen::Announced),
    (LOADER, "getSystemClassLoader", GIVES_LOADER, of_class_path),
    (LOADER, "getPlatformClassLoader", GIVES_LOADER, of_platform).callers(Callers::Library),
    (LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", load_class),
    (LOADER, "registerNatives", "()V", crate::library::ignored),
    // No program has the loader between the two.
    ("jdk/internal/misc/VM", "isSystemDomainLoader", "(Ljava/lang/ClassLoader;)Z", is_bootstrap),
    (LOADER, "*", "*", of_the_user),
    (BUILT_IN, "*", "*"),
    (BUILT_IN_LOADERS, "*", "*"),
    (OF_PLATFORM_MODULES, "*", "*"),
    (OF_CLASS_PATH, "*", "*"),
];

/// The modules whose classes have no loader.
const WITHOUT_LOADER: [&str; 12] = [
    "java.base",
    "java.datatransfer",
    "java.desktop",
    "java.instrument",
    "java.logging",
    "java.management",
    "java.management.rmi",
    "java.naming",
    "java.prefs",
    "java.rmi",
    "java.security.sasl",
    "java.xml",
];

/// Modules whose classes the loader between the two has, which sees none of the class path's.
const OF_PLATFORM: [&str; 16] = [
    "java.net.http",
    "java.scripting",
    "java.security.jgss",
    "java.smartcardio",
    "java.sql",
    "java.sql.rowset",
    "java.xml.crypto",
    "jdk.charsets",
    "jdk.crypto.cryptoki",
    "jdk.crypto.ec",
    "jdk.localedata",
    "jdk.naming.dns",
    "jdk.security.auth",
    "jdk.security.jgss",
    "jdk.xml.dom",
    "jdk.zipfs",
];

/// Who finds classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loader {
    /// Null: the library's most important classes.
    Bootstrap,
    /// That of further modules of the library, which finds those, too.
    Platform,
    /// The one of the class path, which finds the library's, too.
    OfClassPath,
}

impl Loader {
    /// Whether the loader finds a class; `None` if that is not known.
    pub(crate) fn sees(self, machine: &Machine, class: ClassId) -> Option<bool> {
        let entry = machine.program.class(class);
        if self == Loader::OfClassPath {
            return Some(true);
        }
        if let ClassKind::Array { element: Type::Reference(element) } = &entry.kind {
            return self.sees(machine, machine.program.loaded(element)?);
        }
        match entry.origin {
            ClassOrigin::User => Some(false),
            ClassOrigin::Library => {
                if matches!(entry.kind, ClassKind::Primitive | ClassKind::Array { .. }) {
                    return Some(true);
                }
                let module = machine.program.class_path().jdk()?.module_of(&entry.name)?;
                match () {
                    () if WITHOUT_LOADER.contains(&module) => Some(true),
                    () if OF_PLATFORM.contains(&module) => Some(self == Loader::Platform),
                    () => None,
                }
            }
        }
    }
}

impl Machine {
    /// What a loader that the program has finds; others are a reason.
    pub(crate) fn loader(&mut self, state: &mut State, method: MethodId, loader: Value) -> Result<Loader, Stop> {
        let loader = self.locate(state, loader)?;
        match () {
            () if loader.is_null() => Ok(Loader::Bootstrap),
            () if loader == self.loader_of_class_path(state)? => Ok(Loader::OfClassPath),
            () if loader == self.platform_loader(state)? => Ok(Loader::Platform),
            () => Err(refuse(self, method)),
        }
    }

    /// Whether there is no class file of a class: it is a lambda's, a proxy's, or serves the machine itself.
    pub(crate) fn is_made(&self, class: ClassId) -> bool {
        const SYNTHETIC: u16 = 0x1000;
        let entry = self.program.class(class);
        entry.access & SYNTHETIC != 0 && entry.origin == ClassOrigin::Library && entry.source_file.is_none()
    }

    /// Whether a class is one of the module `java.base`.
    pub(crate) fn is_of_base(&self, class: ClassId) -> bool {
        let entry = self.program.class(class);
        let module = || self.program.class_path().jdk().and_then(|jdk| jdk.module_of(&entry.name));
        entry.origin == ClassOrigin::Library && !self.is_made(class) && module() == Some(BASE)
    }

    /// The loader between the two.
    fn platform_loader(&mut self, state: &mut State) -> Result<ObjectId, Stop> {
        let holder = self.load(BUILT_IN_LOADERS)?;
        if let Value::Reference(known) = self.static_value(state, holder, "PLATFORM_LOADER")
            && !known.is_null()
        {
            return Ok(known);
        }
        let class = self.load(OF_PLATFORM_MODULES)?;
        let loader = self.allocate_instance(state, class);
        self.set_static(state, holder, "PLATFORM_LOADER", Value::Reference(loader));
        Ok(loader)
    }

    /// The module of the library's most important classes. The object of the first of them holds it.
    fn base_module(&mut self, state: &mut State) -> Result<ObjectId, Stop> {
        let first = self.mirror(state, self.known.object);
        if let Some(Value::Reference(known)) = field_value(self, state, first, "module")
            && !known.is_null()
        {
            return Ok(known);
        }
        let class = self.load(MODULE)?;
        let module = self.allocate_instance(state, class);
        let name = self.intern(state, &BASE.encode_utf16().collect());
        set_field(self, state, module, "name", Value::Reference(name));
        set_field(self, state, first, "module", Value::Reference(module));
        Ok(module)
    }

    /// The loader of the classes of the class path.
    fn loader_of_class_path(&mut self, state: &mut State) -> Result<ObjectId, Stop> {
        let holder = self.load(LOADER)?;
        if let Value::Reference(known) = self.static_value(state, holder, "scl")
            && !known.is_null()
        {
            return Ok(known);
        }
        let class = self.load(OF_CLASS_PATH)?;
        let loader = self.allocate_instance(state, class);
        // The module of all classes of the class path has no name.
        let module = self.load(MODULE)?;
        let module = self.allocate_instance(state, module);
        set_field(self, state, loader, "unnamedModule", Value::Reference(module));
        set_field(self, state, module, "loader", Value::Reference(loader));
        self.set_static(state, holder, "scl", Value::Reference(loader));
        Ok(loader)
    }
}

/// The library's own code.
fn as_it_stands(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    Ok(Outcome::Bytecode)
}

/// The module of a class of the class path or of `java.base`; others are a reason.
fn module(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let entry = machine.program.class(class);
    if entry.origin == ClassOrigin::User {
        let loader = machine.loader_of_class_path(state)?;
        return value(field_value(machine, state, loader, "unnamedModule").unwrap_or(Value::NULL));
    }
    match machine.is_of_base(class) {
        true => value(Value::Reference(machine.base_module(state)?)),
        false => Err(refuse(machine, method)),
    }
}

/// A class of `java.base`, not initialised; null if it has none of this name.
fn class_of_module(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let module = machine.dereference(state, arguments[0])?;
    let name = crate::library::text(machine, state, method, arguments[1])?;
    if module != machine.base_module(state)? {
        return Err(refuse(machine, method));
    }
    let name = name.replace('.', "/");
    let is_there = machine.program.class_path().jdk().and_then(|jdk| jdk.module_of(&name)) == Some(BASE);
    let exists = is_there && machine.program.class_path().find(&name).is_ok_and(|found| found.is_some());
    if !exists {
        return value(Value::NULL);
    }
    let class = machine.load(&name)?;
    crate::library::mirror(machine, state, class)
}

fn is_bootstrap(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let loader = machine.locate(state, arguments[0])?;
    value(Value::Int(i32::from(loader.is_null())))
}

fn class_loader(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    match machine.program.class(class).origin {
        ClassOrigin::User => value(Value::Reference(machine.loader_of_class_path(state)?)),
        ClassOrigin::Library if machine.is_made(class) => Err(refuse(machine, method)),
        ClassOrigin::Library => match Loader::Bootstrap.sees(machine, class) {
            Some(true) => value(Value::NULL),
            _ if !machine.runs_user_code(state) && Loader::Platform.sees(machine, class) == Some(true) => {
                value(Value::Reference(machine.platform_loader(state)?))
            }
            _ => Err(refuse(machine, method)),
        },
    }
}

/// What the library's most important classes may do is not written down.
fn protection_domain(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    match Loader::Bootstrap.sees(machine, class) {
        Some(true) if !machine.is_made(class) => value(Value::NULL),
        _ => Err(refuse(machine, method)),
    }
}

fn of_class_path(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::Reference(machine.loader_of_class_path(state)?))
}

fn of_platform(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    value(Value::Reference(machine.platform_loader(state)?))
}

/// Every thread has the same one, as long as nobody sets another.
fn set_context_loader(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let usual = machine.loader_of_class_path(state)?;
    match machine.is_same(state, arguments[1], Value::Reference(usual))? {
        true => crate::library::nothing(),
        false => Err(refuse(machine, method)),
    }
}

fn load_class(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let loader = machine.dereference(state, arguments[0])?;
    let usual = machine.loader_of_class_path(state)?;
    if loader != usual || is_null(arguments[1]) {
        return Err(refuse(machine, method));
    }
    // Classes of arrays are none that a loader defines.
    let name = crate::library::text(machine, state, method, arguments[1])?;
    if name.starts_with('[') {
        return Err(Raise::with("java/lang/ClassNotFoundException", name).into());
    }
    for_name(machine, state, method, arguments[1], Value::FALSE, Loader::OfClassPath)
}

/// Loaders of the program's own run the library's code; the machine's has nothing that this could work with.
fn of_the_user(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let entry = machine.program.method(method);
    if entry.is_static() || entry.is_native() || &*entry.name == "<init>" {
        return if entry.is_native() { Err(refuse(machine, method)) } else { Ok(Outcome::Bytecode) };
    }
    let loader = machine.dereference(state, arguments[0])?;
    let is_ours = loader == machine.loader_of_class_path(state)? || loader == machine.platform_loader(state)?;
    if is_ours { Err(refuse(machine, method)) } else { Ok(Outcome::Bytecode) }
}
