//! From the names that people give to classes and methods.

use std::rc::Rc;

use crate::class::{ClassId, MethodId};
use crate::code::Type;
use crate::suggest::did_you_mean;
use crate::{LinkError, Program, display_class, display_method, display_type};

fn load(program: &mut Program, name: &str) -> Result<ClassId, String> {
    program.load(name).map_err(|error| error.to_string())
}

/// A class by its source name (`pkg.Outer.Inner`) or binary name (`pkg.Outer$Inner`), with or without its package.
pub fn find_class(program: &mut Program, name: &str) -> Result<ClassId, String> {
    let mut internal = name.replace('.', "/");
    let targets = program.target_classes();
    loop {
        if targets.iter().any(|target| **target == *internal) {
            return load(program, &internal);
        }
        match program.load(&internal) {
            Ok(class) => return Ok(class),
            Err(LinkError::NotFound(missing)) if *missing == *internal => {}
            Err(error) => return Err(error.to_string()),
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
    let names: Vec<String> = targets.iter().map(|target| display_class(target)).collect();
    let hint = did_you_mean(name, names.iter().map(String::as_str));
    Err(format!("there is no class {name}{hint}"))
}

/// The methods that `pkg.C.m` or `pkg.C.m(int,pkg.Node)` names: all overloads without a parameter list.
pub fn find_methods(program: &mut Program, wanted: &str) -> Result<Vec<MethodId>, String> {
    let (path, parameters) = match wanted.split_once('(') {
        Some((path, rest)) => {
            let Some(list) = rest.strip_suffix(')') else {
                return Err(format!("the parameter list of {wanted} is not closed"));
            };
            let types: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            (path.trim(), Some(types))
        }
        None => (wanted.trim(), None),
    };
    let Some((class_name, method_name)) = path.rsplit_once('.') else {
        return Err(format!("{wanted} names no method: write Class.method"));
    };
    let class = find_class(program, class_name)?;
    let named: Vec<MethodId> = program
        .class(class)
        .methods
        .iter()
        .copied()
        .filter(|method| &*program.method(*method).name == method_name)
        .collect();
    let display = display_class(&program.class(class).name);
    if named.is_empty() {
        let methods = &program.class(class).methods;
        let names: Vec<&str> = methods.iter().map(|method| &*program.method(*method).name).collect();
        let hint = did_you_mean(method_name, names);
        return Err(format!("class {display} has no method {method_name}{hint}"));
    }
    let matching: Vec<MethodId> = match &parameters {
        None => named.clone(),
        Some(types) => named.iter().copied().filter(|method| takes(program, *method, types)).collect(),
    };
    if matching.is_empty() {
        let overloads: Vec<String> = named.iter().map(|method| display_method(program, *method)).collect();
        return Err(format!("class {display} has no method {wanted}; it has {}", overloads.join(", ")));
    }
    let with_code: Vec<MethodId> = matching.iter().copied().filter(|method| program.method(*method).has_code).collect();
    if with_code.is_empty() {
        let name = display_method(program, matching[0]);
        return Err(format!("{name} is abstract or native: there is no code to run"));
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
    let full = display_type(parameter);
    let wanted = wanted.replace("...", "[]");
    full == wanted
        || full.replace('$', ".") == wanted
        || full.rsplit('.').next().is_some_and(|simple| simple == wanted || simple.replace('$', ".") == wanted)
        || full.rsplit(['.', '$']).next() == Some(&wanted)
}
