//! What a method of a generic interface gives, seen from a type with type arguments: `UnaryOperator<Integer>.apply` gives an
//! `Integer`, although the class file says `Object`.

use crate::Program;
use crate::class::{ClassId, MethodId};
use crate::code::Type;
use crate::generic::{GenericType, TypeArgument, TypeVariable, Variables, field_type, formal_parameters};

/// Interfaces extend each other less deeply than that: a class file may be hostile.
const MOST_STEPS: u32 = 50;

impl Program {
    /// The result of a method that a type has or inherits from its interfaces; `None` if that is not known better than its
    /// descriptor says.
    pub fn generic_result(
        &self,
        seen_from: ClassId,
        arguments: &[TypeArgument],
        method: MethodId,
    ) -> Option<GenericType> {
        let holder = self.method(method).class;
        let mut class = seen_from;
        let mut arguments = arguments.to_vec();
        for _ in 0..MOST_STEPS {
            let variables = self.bound_variables(class, &arguments)?;
            if class == holder {
                let signature = self.method_attributes(method).signature?;
                let result = signature.split_once(')')?.1.split('^').next()?;
                return in_terms_of(result, &variables);
            }
            let signature = self.class_signature(class)?;
            let (_, mut supertypes) = formal_parameters(&signature, &Variables::new())?;
            let mut next = None;
            while !supertypes.is_empty() {
                let (first, rest) = supertypes.split_at(end_of_type(supertypes)?);
                supertypes = rest;
                let parsed = in_terms_of(first, &variables)?;
                let Type::Reference(name) = &parsed.erased else { return None };
                if let Some(above) = self.loaded(name).filter(|above| self.is_subclass(*above, holder)) {
                    next = Some((above, parsed.arguments));
                }
            }
            (class, arguments) = next?;
        }
        None
    }

    /// The type variables of a class with what they stand for: the arguments, or their bounds where the type is raw.
    fn bound_variables(&self, class: ClassId, arguments: &[TypeArgument]) -> Option<Variables> {
        let Some(signature) = self.class_signature(class) else { return Some(Variables::new()) };
        let (variables, _) = formal_parameters(&signature, &Variables::new())?;
        if arguments.len() != variables.len() {
            return Some(variables.into_iter().map(|(name, bound)| (name, GenericType::raw(bound.erased))).collect());
        }
        let bound = variables.into_iter().zip(arguments).map(|((name, _), argument)| (name, argument.upper()));
        Some(bound.collect())
    }
}

/// A type of a signature, with what variables stand for in their place.
fn in_terms_of(text: &str, variables: &Variables) -> Option<GenericType> {
    let stands_for = |variable: &TypeVariable| {
        let TypeVariable::Named(name) = variable else { return None };
        variables.iter().find(|(known, _)| known == name).map(|(_, what)| what.clone())
    };
    Some(field_type(text, variables)?.substituted(&stands_for))
}

/// Where the first of several class types ends.
fn end_of_type(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (position, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            ';' if depth == 0 => return Some(position + 1),
            _ => {}
        }
    }
    None
}
