//! Classes that no class file defines: call-site adapters, lambdas and the like, made by the machine.

use std::fmt;
use std::rc::Rc;

use crate::Program;
use crate::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use crate::code::{Body, Type};
use crate::descriptor::parse_signature;
use crate::link::{NewClass, NewField, NewMethod};
use crate::program::CodeSource;

/// Makes a body once its method's identity is known.
pub type SyntheticBody = Box<dyn FnOnce(MethodId) -> Body>;

/// A class to be defined by [`Program::define_synthetic_class`].
#[derive(Debug)]
pub struct SyntheticClass {
    /// Internal name; must be new.
    pub name: String,
    pub super_class: ClassId,
    pub interfaces: Vec<ClassId>,
    /// Raw access flags.
    pub access: u16,
    pub origin: ClassOrigin,
    /// Instance fields.
    pub fields: Vec<(String, Type)>,
    pub methods: Vec<SyntheticMethod>,
}

/// A method of a [`SyntheticClass`].
pub struct SyntheticMethod {
    pub name: String,
    pub descriptor: String,
    /// Raw access flags.
    pub access: u16,
    /// `None` for abstract and native methods.
    pub body: Option<SyntheticBody>,
}

impl fmt::Debug for SyntheticMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

impl Program {
    /// Add a class with methods whose code the caller makes. Its name must be new and its descriptors well formed.
    pub fn define_synthetic_class(&mut self, definition: SyntheticClass) -> ClassId {
        assert!(self.loaded(&definition.name).is_none(), "the synthetic class {} exists already", definition.name);
        let name = self.intern(&definition.name);
        let mut bodies = Vec::new();
        let mut methods = Vec::new();
        for method in definition.methods {
            let signature = parse_signature(&method.descriptor).expect("a synthetic method has a valid descriptor");
            methods.push(NewMethod {
                name: self.intern(&method.name),
                descriptor: self.intern(&method.descriptor),
                access: method.access,
                parameter_names: (0..signature.parameters.len()).map(|index| format!("p{index}").into()).collect(),
                signature,
                source: CodeSource::None,
                has_code: method.body.is_some(),
                generic_signature: None,
            });
            bodies.push(method.body);
        }
        let fields = definition
            .fields
            .into_iter()
            .map(|(name, field_type)| NewField {
                name: self.intern(&name),
                field_type,
                access: 0x0012,
                constant: None,
                generic_signature: None,
            })
            .collect();
        let id = self.add_class(NewClass {
            nest_host: Rc::clone(&name),
            name,
            kind: if definition.access & 0x0200 != 0 { ClassKind::Interface } else { ClassKind::Instance },
            origin: definition.origin,
            access: definition.access,
            super_class: Some(definition.super_class),
            interfaces: definition.interfaces,
            fields,
            methods,
            source_file: None,
            record_components: Vec::new(),
            is_record: false,
            inner: None,
            generic_signature: None,
        });
        let method_ids = self.class(id).methods.clone();
        for (method, body) in method_ids.into_iter().zip(bodies) {
            if let Some(make) = body {
                let body = make(method);
                debug_assert_eq!(crate::verify::verify(self, &body), Ok(()), "a synthetic body must verify");
                self.code[method.index()] = CodeSource::Lifted(Rc::new(body));
            }
        }
        id
    }
}
