//! Names as people write them.

use crate::Program;
use crate::class::MethodId;
use crate::code::Type;
use crate::descriptor::{parse_type, primitive_name};

/// `a/b/C$D` → `a.b.C$D`; array classes as in Java source: `[I` → `int[]`.
pub fn display_class(name: &str) -> String {
    if name.starts_with('[') {
        let dimensions = name.bytes().take_while(|&byte| byte == b'[').count();
        let element = &name[dimensions..];
        let element = match parse_type(element).as_ref().and_then(primitive_name) {
            Some(primitive) => primitive.to_owned(),
            // One letter only: the class itself may begin with it.
            None => element.strip_prefix('L').unwrap_or(element).trim_end_matches(';').replace('/', "."),
        };
        return element + &"[]".repeat(dimensions);
    }
    name.replace('/', ".")
}

/// A type as in Java source, with the package.
pub fn display_type(t: &Type) -> String {
    match t {
        Type::Reference(name) => display_class(name),
        _ => primitive_name(t).expect("only references have no keyword").to_owned(),
    }
}

/// `pkg.C.m(Node,int)`: the class with its package, parameter types by their simple names.
pub fn display_method(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    let parameters: Vec<String> = method.parameters.iter().map(simple_type).collect();
    format!("{}.{}({})", display_class(&program.class(method.class).name), method.name, parameters.join(","))
}

fn simple_type(t: &Type) -> String {
    let full = display_type(t);
    match full.rfind(['.', '$']) {
        Some(dot) => full[dot + 1..].to_owned(),
        None => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_arrays_read_as_in_source() {
        assert_eq!(display_class("a/b/C$D"), "a.b.C$D");
        assert_eq!(display_class("[I"), "int[]");
        assert_eq!(display_class("[LList;"), "List[]");
        assert_eq!(display_class("[[Ljava/lang/String;"), "java.lang.String[][]");
        assert_eq!(simple_type(&Type::Reference("[Ljava/lang/String;".into())), "String[]");
    }
}
