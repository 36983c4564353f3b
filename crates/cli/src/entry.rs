//! From the names a user gives to the methods of a program.

use std::rc::Rc;

use program::class::{ClassId, ClassKind, MethodId};
use program::{Program, find};

use crate::error::{Error, Result};

/// A method by name: what survives the trip to another worker's program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MethodName {
    /// Internal name of the class.
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
}

impl MethodName {
    pub(crate) fn of(program: &Program, method: MethodId) -> MethodName {
        let method = program.method(method);
        MethodName {
            class: program.class(method.class).name.to_string(),
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
        }
    }

    /// The method in a program over the same class path.
    pub(crate) fn find(&self, program: &mut Program) -> Result<MethodId> {
        let class = load(program, &self.class)?;
        program
            .find_declared(class, &self.name, &self.descriptor)
            .ok_or_else(|| Error::new(format!("{}.{}{} has vanished", self.class, self.name, self.descriptor)))
    }
}

fn load(program: &mut Program, name: &str) -> Result<ClassId> {
    program.load(name).map_err(|error| Error::new(error.to_string()))
}

/// A class by its source name (`pkg.Outer.Inner`) or binary name (`pkg.Outer$Inner`), with or without its package.
pub(crate) fn find_class(program: &mut Program, name: &str) -> Result<ClassId> {
    find::find_class(program, name).map_err(Error::new)
}

/// The methods that `pkg.C.m` or `pkg.C.m(int,pkg.Node)` names: all overloads without a parameter list.
pub(crate) fn find_methods(program: &mut Program, wanted: &str) -> Result<Vec<MethodId>> {
    find::find_methods(program, wanted).map_err(Error::new)
}

/// Every method declared by the given classes that has a body and is not private, in the order of names and files.
/// Constructors and what the compiler added are not methods in this sense. Also the classes that need another one which
/// is not there (libraries leave optional dependencies out), with the name of the missing one.
pub(crate) fn all_methods(program: &mut Program) -> Result<(Vec<MethodId>, Vec<Incomplete>)> {
    let mut methods = Vec::new();
    let mut incomplete = Vec::new();
    for name in program.target_classes() {
        let class = match program.load(&name) {
            Ok(class) => class,
            Err(program::LinkError::NotFound(missing)) if missing != name => {
                incomplete.push(Incomplete { class: program::display_class(&name), missing });
                continue;
            }
            Err(error) => return Err(Error::new(error.to_string())),
        };
        // What the machine itself stands for is not under test.
        let is_api = machine::API_CLASSES.contains(&&*name);
        if is_api || !matches!(program.class(class).kind, ClassKind::Instance | ClassKind::Interface) {
            continue;
        }
        for method in &program.class(class).methods {
            let entry = program.method(*method);
            if entry.has_code && !entry.is_private() && !entry.is_synthetic() && !entry.name.starts_with('<') {
                methods.push(*method);
            }
        }
    }
    Ok((methods, incomplete))
}

/// A class that cannot be linked because another one is missing.
pub(crate) struct Incomplete {
    /// Source name.
    pub(crate) class: String,
    /// Internal name.
    pub(crate) missing: Rc<str>,
}

/// `main(String[])` of a class.
pub(crate) fn find_main(program: &mut Program, class_name: &str) -> Result<MethodId> {
    let class = find_class(program, class_name)?;
    match program.find_method(class, "main", "([Ljava/lang/String;)V") {
        Some(method) if program.method(method).is_static() => Ok(method),
        _ => Err(Error::new(format!("class {class_name} has no static method main(String[])"))),
    }
}
