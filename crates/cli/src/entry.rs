//! From the names a user gives to the methods of a program.

use std::rc::Rc;

use program::Program;
use program::class::{ClassId, ClassKind, MethodId};
use program::code::Type;

use crate::error::{Error, Result};
use crate::suggest::did_you_mean;

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
    let mut internal = name.replace('.', "/");
    let targets = program.target_classes();
    loop {
        if targets.iter().any(|target| **target == *internal) {
            return load(program, &internal);
        }
        match program.load(&internal) {
            Ok(class) => return Ok(class),
            Err(program::LinkError::NotFound(missing)) if *missing == *internal => {}
            Err(error) => return Err(Error::new(error.to_string())),
        }
        // `a/Outer/Inner` may be `a/Outer$Inner`.
        match internal.rfind('/') {
            Some(position) => internal.replace_range(position..=position, "$"),
            None => break,
        }
    }
    let wanted = name.replace('$', ".");
    let same_simple_name: Vec<&Rc<str>> = targets
        .iter()
        .filter(|target| target.rsplit('/').next().is_some_and(|simple| simple.replace('$', ".") == wanted))
        .collect();
    if let [only] = same_simple_name[..] {
        return load(program, &only.clone());
    }
    let names: Vec<String> = targets.iter().map(|target| program::display_class(target)).collect();
    let hint = did_you_mean(name, names.iter().map(String::as_str));
    Err(Error::new(format!("there is no class {name}{hint}")))
}

/// The methods that `pkg.C.m` or `pkg.C.m(int,pkg.Node)` names: all overloads without a parameter list.
pub(crate) fn find_methods(program: &mut Program, wanted: &str) -> Result<Vec<MethodId>> {
    let (path, parameters) = match wanted.split_once('(') {
        Some((path, rest)) => {
            let Some(list) = rest.strip_suffix(')') else {
                return Err(Error::new(format!("the parameter list of {wanted} is not closed")));
            };
            let types: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            (path.trim(), Some(types))
        }
        None => (wanted.trim(), None),
    };
    let Some((class_name, method_name)) = path.rsplit_once('.') else {
        return Err(Error::new(format!("{wanted} names no method: write Class.method")));
    };
    let class = find_class(program, class_name)?;
    let named: Vec<MethodId> = program
        .class(class)
        .methods
        .iter()
        .copied()
        .filter(|method| &*program.method(*method).name == method_name)
        .collect();
    let display = program::display_class(&program.class(class).name);
    if named.is_empty() {
        let methods = &program.class(class).methods;
        let names: Vec<&str> = methods.iter().map(|method| &*program.method(*method).name).collect();
        let hint = did_you_mean(method_name, names);
        return Err(Error::new(format!("class {display} has no method {method_name}{hint}")));
    }
    let matching: Vec<MethodId> = match &parameters {
        None => named.clone(),
        Some(types) => named.iter().copied().filter(|method| takes(program, *method, types)).collect(),
    };
    if matching.is_empty() {
        let overloads: Vec<String> = named.iter().map(|method| program::display_method(program, *method)).collect();
        return Err(Error::new(format!("class {display} has no method {wanted}; it has {}", overloads.join(", "))));
    }
    let with_code: Vec<MethodId> = matching.iter().copied().filter(|method| program.method(*method).has_code).collect();
    if with_code.is_empty() {
        let name = program::display_method(program, matching[0]);
        return Err(Error::new(format!("{name} is abstract or native: there is no code to run")));
    }
    // Bridges repeat what the methods they call do.
    let declared: Vec<MethodId> =
        with_code.iter().copied().filter(|method| !program.method(*method).is_synthetic()).collect();
    Ok(if declared.is_empty() { with_code } else { declared })
}

fn takes(program: &Program, method: MethodId, types: &[&str]) -> bool {
    let parameters = &program.method(method).parameters;
    parameters.len() == types.len()
        && parameters.iter().zip(types).all(|(parameter, wanted)| is_named(parameter, wanted))
}

fn is_named(parameter: &Type, wanted: &str) -> bool {
    let full = program::display_type(parameter);
    let wanted = wanted.replace("...", "[]");
    full == wanted
        || full.replace('$', ".") == wanted
        || full.rsplit('.').next().is_some_and(|simple| simple == wanted || simple.replace('$', ".") == wanted)
        || full.rsplit(['.', '$']).next() == Some(&wanted)
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
