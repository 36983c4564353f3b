//! Types as their declarations wrote them, type arguments included (JVMS 4.7.9.1).
//!
//! A JVM ignores them, and so does everything here but the making of inputs: what a `List<Integer>` holds is only said there.

use std::rc::Rc;

use crate::Program;
use crate::class::{ClassId, ClassOrigin, FieldId, MethodId};
use crate::code::Type;

/// A type and its type arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenericType {
    /// For a type variable that of its first bound.
    pub erased: Type,
    /// Empty for raw types and for those that take none. Arrays have the type of their elements, if that says more than its
    /// erasure.
    pub arguments: Vec<TypeArgument>,
    /// Set for a type variable.
    pub variable: Option<TypeVariable>,
}

/// What stands between `<` and `>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeArgument {
    pub kind: ArgumentKind,
    pub bound: GenericType,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentKind {
    Exact,
    /// `? extends B`; `?` is `? extends Object`.
    Extends,
    /// `? super B`.
    Super,
}

/// A type variable: whoever makes the input chooses what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeVariable {
    /// One of a method or of its class, the same in all parameters of the method.
    Named(Rc<str>),
    /// One of the class that declares a field: another type in every object.
    OfField,
}

impl GenericType {
    pub fn raw(erased: Type) -> GenericType {
        GenericType { erased, arguments: Vec::new(), variable: None }
    }

    pub(crate) fn object() -> GenericType {
        GenericType::raw(Type::Reference(Rc::from("java/lang/Object")))
    }

    /// Whether the class file says more than the erasure does.
    pub fn is_more_than_erased(&self) -> bool {
        !self.arguments.is_empty() || self.variable.is_some()
    }

    fn array_of(element: GenericType) -> GenericType {
        let erased = Type::Reference(Rc::from(crate::descriptor::array_name(&element.erased)));
        let arguments = if element.is_more_than_erased() { vec![TypeArgument::exact(element)] } else { Vec::new() };
        GenericType { erased, arguments, variable: None }
    }

    fn is_array(&self) -> bool {
        matches!(&self.erased, Type::Reference(name) if name.starts_with('['))
    }

    /// With what `chosen` says of variables in their place.
    pub fn substituted(&self, chosen: &dyn Fn(&TypeVariable) -> Option<GenericType>) -> GenericType {
        if let Some(chosen) = self.variable.as_ref().and_then(chosen) {
            return chosen;
        }
        let substituted =
            |argument: &TypeArgument| TypeArgument { kind: argument.kind, bound: argument.bound.substituted(chosen) };
        let arguments: Vec<TypeArgument> = self.arguments.iter().map(substituted).collect();
        match &arguments[..] {
            [element] if self.is_array() => GenericType::array_of(element.bound.clone()),
            _ => GenericType { erased: self.erased.clone(), arguments, variable: self.variable.clone() },
        }
    }
}

impl TypeArgument {
    pub fn exact(bound: GenericType) -> TypeArgument {
        TypeArgument { kind: ArgumentKind::Exact, bound }
    }

    /// What a value of the argument's type is an instance of.
    pub fn upper(&self) -> GenericType {
        if self.kind == ArgumentKind::Super { GenericType::object() } else { self.bound.clone() }
    }
}

impl Program {
    /// The parameters of a method, with their type arguments where the class file says them.
    pub fn generic_parameters(&self, method: MethodId) -> Vec<GenericType> {
        let entry = self.method(method);
        let raw = || entry.parameters.iter().cloned().map(GenericType::raw).collect();
        let Some(signature) = &entry.signature else { return raw() };
        // Type variables of the class mean nothing in its static methods, which cannot name them.
        match method_parameters(signature, &self.type_variables(entry.class)) {
            Some(parsed) if parsed.iter().map(|t| &t.erased).eq(&entry.parameters) => parsed,
            // Synthetic parameters are missing in the signature.
            _ => raw(),
        }
    }

    /// The type of a field, with its type arguments where the class file says them.
    pub fn generic_field_type(&self, field: FieldId) -> GenericType {
        let entry = self.field(field);
        let parsed = entry.signature.as_ref();
        let parsed = parsed.and_then(|signature| field_type(signature, &self.type_variables(entry.class)));
        let parsed = parsed.map(|t| t.substituted(&|variable| self.bound_of(entry.class, variable)));
        parsed.filter(|t| t.erased == entry.field_type).unwrap_or_else(|| GenericType::raw(entry.field_type.clone()))
    }

    /// A variable of a class as it is seen from outside: it may be another one in every object.
    fn bound_of(&self, class: ClassId, variable: &TypeVariable) -> Option<GenericType> {
        let TypeVariable::Named(name) = variable else { return None };
        let variables = self.type_variables(class);
        let (_, bound) = variables.into_iter().find(|(known, _)| **known == **name)?;
        Some(GenericType { variable: Some(TypeVariable::OfField), ..GenericType::raw(bound.erased) })
    }

    /// The types directly above a class, as its class file writes them, with these in the place of its type variables.
    fn generic_supertypes(&self, class: ClassId, arguments: &[TypeArgument]) -> Vec<GenericType> {
        let Some(signature) = self.signature_of(class) else {
            let entry = self.class(class);
            let above = entry.super_class.iter().chain(&entry.interfaces);
            let raw = |above: &ClassId| GenericType::raw(Type::Reference(self.class(*above).name.clone()));
            return above.map(raw).collect();
        };
        let variables = self.type_variables(class);
        let Some((declared, mut rest)) = formal_parameters(&signature, &Vec::new()) else { return Vec::new() };
        let chosen = |variable: &TypeVariable| {
            let TypeVariable::Named(name) = variable else { return None };
            let position = declared.iter().position(|(known, _)| **known == **name);
            let argument = position.and_then(|position| arguments.get(position)).map(TypeArgument::upper);
            argument.or_else(|| self.bound_of(class, variable))
        };
        let mut supertypes = Vec::new();
        while !rest.is_empty() {
            let mut parser = Parser { text: rest, variables: &variables, nesting: 0 };
            let Some(parsed) = parser.take_type() else { break };
            supertypes.push(parsed.substituted(&chosen));
            rest = parser.text;
        }
        supertypes
    }

    /// The types of the library directly above a class of the user's, or above others of the user's that are above it.
    pub fn generic_library_supertypes(&self, class: ClassId) -> Vec<GenericType> {
        let mut found = Vec::new();
        let mut pending = vec![(class, Vec::new())];
        while let Some((class, arguments)) = pending.pop() {
            for supertype in self.generic_supertypes(class, &arguments) {
                let Type::Reference(name) = &supertype.erased else { continue };
                match self.loaded(name) {
                    Some(above) if self.class(above).origin == ClassOrigin::User => {
                        pending.push((above, supertype.arguments));
                    }
                    _ => found.push(supertype),
                }
            }
        }
        found
    }

    /// A type above a class of the user's, with the type arguments that the class files on the way give it. `None` if these do not
    /// say: what a local class of a generic method implements may depend on variables that it does not name.
    pub fn generic_supertype(&self, class: ClassId, wanted: ClassId) -> Option<GenericType> {
        let mut pending = vec![(class, Vec::new())];
        for _ in 0..MOST_SUPERTYPES {
            let (class, arguments) = pending.pop()?;
            for supertype in self.generic_supertypes(class, &arguments) {
                let Type::Reference(name) = &supertype.erased else { continue };
                let Some(above) = self.loaded(name) else { continue };
                if above == wanted {
                    return Some(supertype);
                }
                if self.is_subclass(above, wanted) {
                    pending.push((above, supertype.arguments));
                }
            }
        }
        None
    }

    fn signature_of(&self, class: ClassId) -> Option<Rc<str>> {
        // Those of the library are hardly ever asked for, and not kept.
        let entry = self.class(class);
        match entry.origin {
            ClassOrigin::User => entry.signature.clone(),
            ClassOrigin::Library => self.class_signature(class).map(Rc::from),
        }
    }

    /// The type variables of a class and of those around it, the innermost first.
    fn type_variables(&self, class: ClassId) -> Variables {
        let mut variables = Variables::new();
        let mut next = Some(class);
        for _ in 0..MOST_NESTING {
            let Some(class) = next else { break };
            let class = self.class(class);
            let signature = self.signature_of(class.id);
            let declared = signature.and_then(|signature| Some(formal_parameters(&signature, &Vec::new())?.0));
            variables.extend(declared.unwrap_or_default());
            next = class.inner.as_ref().and_then(|inner| self.loaded(inner.outer.as_ref()?));
        }
        variables
    }
}

/// Type variables in scope: name and first bound.
pub(crate) type Variables = Vec<(Rc<str>, GenericType)>;

/// Nested deeper than anybody writes: a class file may be hostile.
const MOST_NESTING: u32 = 20;

/// More types above a class than anybody asks about.
const MOST_SUPERTYPES: u32 = 200;

struct Parser<'a, 'v> {
    text: &'a str,
    variables: &'v Variables,
    nesting: u32,
}

/// The parameters of a method from its signature, and the type variables it declares; `None` if it is malformed.
pub(crate) fn method_parameters(signature: &str, of_class: &Variables) -> Option<Vec<GenericType>> {
    let (mut variables, rest) = formal_parameters(signature, of_class)?;
    // The innermost declaration of a name is the one that counts.
    variables.extend(of_class.iter().cloned());
    let mut parser = Parser { text: rest.strip_prefix('(')?, variables: &variables, nesting: 0 };
    let mut parameters = Vec::new();
    while !parser.text.starts_with(')') {
        parameters.push(parser.take_type()?);
    }
    Some(parameters)
}

/// The type of a field from its signature.
pub(crate) fn field_type(signature: &str, of_class: &Variables) -> Option<GenericType> {
    let mut parser = Parser { text: signature, variables: of_class, nesting: 0 };
    let parsed = parser.take_type()?;
    parser.text.is_empty().then_some(parsed)
}

/// The type variables that the signature of a class or method declares, and what follows them.
pub(crate) fn formal_parameters<'a>(signature: &'a str, outer: &Variables) -> Option<(Variables, &'a str)> {
    let Some(mut rest) = signature.strip_prefix('<') else { return Some((Vec::new(), signature)) };
    let mut variables: Variables = Vec::new();
    while !rest.starts_with('>') {
        let (name, bounds) = rest.split_once(':')?;
        // Bounds may name variables that are declared before and after: of those only the earlier ones are known here.
        let mut known = variables.clone();
        known.extend(outer.iter().cloned());
        let mut parser = Parser { text: bounds, variables: &known, nesting: 0 };
        let mut first = None;
        if !parser.text.starts_with(':') {
            first = Some(parser.take_type()?);
        }
        while let Some(interface) = parser.text.strip_prefix(':') {
            parser.text = interface;
            let bound = parser.take_type()?;
            first.get_or_insert(bound);
        }
        rest = parser.text;
        variables.push((Rc::from(name), first?));
    }
    Some((variables, &rest[1..]))
}

impl Parser<'_, '_> {
    fn take_type(&mut self) -> Option<GenericType> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            return None;
        }
        let first = self.text.chars().next()?;
        let parsed = match first {
            'L' => self.take_class()?,
            'T' => {
                let (name, rest) = self.text[1..].split_once(';')?;
                self.text = rest;
                let bound = self.variables.iter().find(|(variable, _)| **variable == *name);
                let bound = bound.map_or_else(GenericType::object, |(_, bound)| bound.clone());
                GenericType { variable: Some(TypeVariable::Named(Rc::from(name))), ..bound }
            }
            '[' => {
                self.text = &self.text[1..];
                GenericType::array_of(self.take_type()?)
            }
            primitive => {
                self.text = &self.text[primitive.len_utf8()..];
                GenericType::raw(crate::descriptor::parse_type(primitive.encode_utf8(&mut [0; 4]))?)
            }
        };
        self.nesting -= 1;
        Some(parsed)
    }

    /// `Lp/Outer<…>.Inner<…>;`: the arguments are those of the innermost class.
    fn take_class(&mut self) -> Option<GenericType> {
        let mut name = String::new();
        self.text = self.text.strip_prefix('L')?;
        loop {
            let end = self.text.find(['<', '.', ';'])?;
            name.push_str(&self.text[..end]);
            self.text = &self.text[end..];
            let arguments = if self.text.starts_with('<') { self.take_arguments()? } else { Vec::new() };
            let next = self.text.chars().next()?;
            self.text = &self.text[next.len_utf8()..];
            match next {
                ';' if crate::descriptor::is_class_name(&name) => {
                    let erased = Type::Reference(Rc::from(name.as_str()));
                    return Some(GenericType { erased, arguments, variable: None });
                }
                '.' => name.push('$'),
                _ => return None,
            }
        }
    }

    fn take_arguments(&mut self) -> Option<Vec<TypeArgument>> {
        self.text = self.text.strip_prefix('<')?;
        let mut arguments = Vec::new();
        loop {
            let first = self.text.chars().next()?;
            let kind = match first {
                '>' | '*' | '+' => ArgumentKind::Extends,
                '-' => ArgumentKind::Super,
                _ => ArgumentKind::Exact,
            };
            if kind != ArgumentKind::Exact {
                self.text = &self.text[1..];
            }
            match first {
                '>' => return Some(arguments),
                '*' => arguments.push(TypeArgument { kind, bound: GenericType::object() }),
                _ => arguments.push(TypeArgument { kind, bound: self.take_type()? }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(t: &GenericType) -> String {
        let name = crate::display_type(&t.erased);
        let name = match &t.variable {
            Some(TypeVariable::Named(variable)) => format!("{variable}:{name}"),
            _ => name,
        };
        if t.arguments.is_empty() {
            return name;
        }
        let arguments = t.arguments.iter().map(|argument| {
            let kind = match argument.kind {
                ArgumentKind::Exact => "",
                ArgumentKind::Extends => "+",
                ArgumentKind::Super => "-",
            };
            format!("{kind}{}", shown(&argument.bound))
        });
        format!("{name}<{}>", arguments.collect::<Vec<_>>().join(","))
    }

    fn parameters(signature: &str) -> Option<String> {
        let of_class = vec![(Rc::from("E"), GenericType::raw(Type::Reference(Rc::from("java/lang/Number"))))];
        let parsed = method_parameters(signature, &of_class)?;
        Some(parsed.iter().map(shown).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn wildcards_variables_and_nesting() {
        let list = "Ljava/util/List";
        let check = |signature: &str, expected: &str| assert_eq!(parameters(signature).as_deref(), Some(expected));
        check(&format!("({list}<Ljava/lang/Integer;>;I)V"), "java.util.List<java.lang.Integer> int");
        check(&format!("({list}<*>;{list}<-Lp/A;>;)V"), "java.util.List<+java.lang.Object> java.util.List<-p.A>");
        check(&format!("({list}<+Lp/A;>;)V"), "java.util.List<+p.A>");
        check(
            &format!("({list}<TE;>;[TE;)V"),
            "java.util.List<E:java.lang.Number> java.lang.Number[]<E:java.lang.Number>",
        );
        check(&format!("<E:Lp/A;T:TE;>({list}<TT;>;)V"), "java.util.List<T:p.A>");
        check(
            &format!("<T::Ljava/lang/Comparable<TT;>;>({list}<TT;>;)TT;"),
            "java.util.List<T:java.lang.Comparable<T:java.lang.Object>>",
        );
        check(
            "(Ljava/util/Map<Ljava/lang/String;Ljava/util/List<[I>;>;)V",
            "java.util.Map<java.lang.String,java.util.List<int[]>>",
        );
        check("(Lp/Outer<TE;>.Inner<Lp/B;>;)V", "p.Outer$Inner<p.B>");
    }

    #[test]
    fn malformed_signatures_are_no_types() {
        for signature in
            ["", "(", "(L", "(Lp/A<", "(Lp/A<Lp/B;>", "<T(I)V", "<T:>()V", "(Q)V", "(Lp//A;)V", "(\u{e9})V"]
        {
            assert_eq!(parameters(signature), None, "{signature}");
        }
        assert_eq!(parameters(&format!("({}", "Lp/A<".repeat(10_000))), None);
    }
}
