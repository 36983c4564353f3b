//! Field and method descriptors (JVMS 4.3).

use std::rc::Rc;

use crate::code::Type;

/// JVMS 4.3.2: no array has more dimensions.
const MAXIMUM_DIMENSIONS: usize = 255;

/// A parsed method descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub parameters: Vec<Type>,
    /// `None` for void.
    pub return_type: Option<Type>,
}

/// The type of a field descriptor such as `I` or `[Ljava/lang/String;`.
pub fn parse_type(descriptor: &str) -> Option<Type> {
    let (parsed, rest) = take_type(descriptor)?;
    rest.is_empty().then_some(parsed)
}

/// A method descriptor such as `(ILjava/lang/String;)V`.
pub fn parse_signature(descriptor: &str) -> Option<Signature> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (parameter, after) = take_type(rest)?;
        parameters.push(parameter);
        rest = after;
    }
    let result = &rest[1..];
    let return_type = if result == "V" { None } else { Some(parse_type(result)?) };
    // JVMS 4.3.3: at most 255 slots; the receiver is not looked at here.
    let slots: usize = parameters.iter().map(slot_count).sum();
    (slots <= 255).then_some(Signature { parameters, return_type })
}

/// 2 for long and double, else 1.
pub(crate) fn slot_count(t: &Type) -> usize {
    if matches!(t, Type::Long | Type::Double) { 2 } else { 1 }
}

fn take_type(text: &str) -> Option<(Type, &str)> {
    let simple = match text.as_bytes().first()? {
        b'Z' => Type::Boolean,
        b'B' => Type::Byte,
        b'C' => Type::Char,
        b'S' => Type::Short,
        b'I' => Type::Int,
        b'J' => Type::Long,
        b'F' => Type::Float,
        b'D' => Type::Double,
        b'L' => {
            let end = text.find(';')?;
            let name = &text[1..end];
            is_class_name(name).then_some(())?;
            return Some((Type::Reference(Rc::from(name)), &text[end + 1..]));
        }
        b'[' => {
            let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
            let (_, rest) =
                if dimensions <= MAXIMUM_DIMENSIONS { take_type(&text[dimensions..])? } else { return None };
            let name = &text[..text.len() - rest.len()];
            return Some((Type::Reference(Rc::from(name)), rest));
        }
        _ => return None,
    };
    Some((simple, &text[1..]))
}

/// Could this be the internal name of a class (not an array)? JVMS 4.2.1.
pub(crate) fn is_class_name(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && !part.contains(['.', ';', '[']))
}

/// The name of the array class whose elements have this type.
pub(crate) fn array_name(element: &Type) -> String {
    format!("[{}", descriptor_of(element))
}

/// The field descriptor of a type.
pub fn descriptor_of(t: &Type) -> String {
    match t {
        Type::Boolean => "Z".to_owned(),
        Type::Byte => "B".to_owned(),
        Type::Char => "C".to_owned(),
        Type::Short => "S".to_owned(),
        Type::Int => "I".to_owned(),
        Type::Long => "J".to_owned(),
        Type::Float => "F".to_owned(),
        Type::Double => "D".to_owned(),
        Type::Reference(name) if name.starts_with('[') => name.to_string(),
        Type::Reference(name) => format!("L{name};"),
    }
}

/// The type of the elements of an array class named `[…`.
pub(crate) fn element_type(array_name: &str) -> Option<Type> {
    match parse_type(array_name)? {
        Type::Reference(_) => parse_type(array_name.strip_prefix('[')?),
        _ => None,
    }
}

/// The keyword of a primitive type, and `None` for references.
pub fn primitive_name(t: &Type) -> Option<&'static str> {
    Some(match t {
        Type::Boolean => "boolean",
        Type::Byte => "byte",
        Type::Char => "char",
        Type::Short => "short",
        Type::Int => "int",
        Type::Long => "long",
        Type::Float => "float",
        Type::Double => "double",
        Type::Reference(_) => return None,
    })
}

/// The primitive type of a keyword; `void` is none.
pub fn primitive_named(name: &str) -> Option<Type> {
    PRIMITIVES.into_iter().find(|primitive| primitive_name(primitive) == Some(name))
}

/// The primitive types.
pub const PRIMITIVES: [Type; 8] =
    [Type::Boolean, Type::Byte, Type::Char, Type::Short, Type::Int, Type::Long, Type::Float, Type::Double];

/// Keywords [`crate::Program::load`] takes for primitive types, `void` included.
pub const PRIMITIVE_NAMES: [&str; 9] = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_parsed() {
        let signature = parse_signature("(I[J[[Ljava/lang/String;D)Ljava/util/List;").unwrap();
        let text: Vec<String> = signature.parameters.iter().map(descriptor_of).collect();
        assert_eq!(text, ["I", "[J", "[[Ljava/lang/String;", "D"]);
        assert_eq!(signature.return_type, Some(Type::Reference("java/util/List".into())));
        assert_eq!(parse_signature("()V").unwrap().return_type, None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "(", "()", "()VV", "(V)V", "(L;)V", "(Lx)V", "([)V", "I", "()[V", "(La//b;)V"] {
            assert_eq!(parse_signature(text), None, "{text}");
        }
        assert_eq!(parse_type(&("[".repeat(256) + "I")), None);
        assert!(parse_type(&("[".repeat(255) + "I")).is_some());
        assert_eq!(parse_signature(&format!("({})V", "J".repeat(128))), None);
    }

    #[test]
    fn elements_of_arrays() {
        assert_eq!(element_type("[[I"), Some(Type::Reference("[I".into())));
        assert_eq!(element_type("[Lx/Y;"), Some(Type::Reference("x/Y".into())));
        assert_eq!(element_type("I"), None);
        assert_eq!(element_type("java/lang/String"), None);
    }
}
