//! What reflection wants to know of a class file and nobody else: generic signatures, declared exceptions, annotations, and the
//! constants that annotations refer to.

use classpath::class_file::{ClassFile, MemberInfo, PoolEntry};

use crate::class::{ClassId, FieldId, MethodId};
use crate::program::Program;

/// Attributes of a field or method.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MemberAttributes {
    /// The generic signature, if it has one.
    pub signature: Option<String>,
    /// Internal names of the exceptions that a method declares.
    pub exceptions: Vec<String>,
    /// Contents of `RuntimeVisibleAnnotations`, `RuntimeVisibleParameterAnnotations` and `AnnotationDefault`, as they stand.
    pub annotations: Option<Vec<u8>>,
    pub parameter_annotations: Option<Vec<u8>>,
    pub annotation_default: Option<Vec<u8>>,
}

impl Program {
    /// Nothing, for what no class file holds.
    pub fn field_attributes(&self, field: FieldId) -> MemberAttributes {
        let class = self.field(field).class;
        let position = self.class(class).fields.iter().position(|other| *other == field);
        self.member_attributes(class, |file| file.fields.get(position?))
    }

    /// Nothing, for what no class file holds.
    pub fn method_attributes(&self, method: MethodId) -> MemberAttributes {
        let class = self.method(method).class;
        let position = self.class(class).methods.iter().position(|other| *other == method);
        self.member_attributes(class, |file| file.methods.get(position?))
    }

    fn member_attributes(
        &self,
        class: ClassId,
        member: impl Fn(&ClassFile) -> Option<&MemberInfo>,
    ) -> MemberAttributes {
        let Some(file) = self.files.get(&class) else { return MemberAttributes::default() };
        let Some(member) = member(file) else { return MemberAttributes::default() };
        let bytes = |name: &str| file.member_attribute(member, name).map(<[u8]>::to_vec);
        let exceptions = file.member_attribute(member, "Exceptions").unwrap_or_default();
        // A count, then an index for each.
        let exceptions = exceptions.chunks_exact(2).skip(1);
        MemberAttributes {
            signature: signature(file, file.member_attribute(member, "Signature")),
            exceptions: exceptions
                .filter_map(|pair| Some(file.class_name(index_of(pair)?).ok()?.into_owned()))
                .collect(),
            annotations: bytes("RuntimeVisibleAnnotations"),
            parameter_annotations: bytes("RuntimeVisibleParameterAnnotations"),
            annotation_default: bytes("AnnotationDefault"),
        }
    }

    /// The generic signature of a class, if it has one.
    pub fn class_signature(&self, class: ClassId) -> Option<String> {
        let file = self.files.get(&class)?;
        signature(file, file.class_attribute("Signature"))
    }

    /// The content of the `RuntimeVisibleAnnotations` of a class.
    pub fn class_annotations(&self, class: ClassId) -> Option<Vec<u8>> {
        Some(self.files.get(&class)?.class_attribute("RuntimeVisibleAnnotations")?.to_vec())
    }

    /// The class in whose code a local or anonymous class is declared, and the name and descriptor of the method if it is one.
    pub fn enclosing_method(&self, class: ClassId) -> Option<(String, Option<(String, String)>)> {
        let file = self.files.get(&class)?;
        let attribute = file.class_attribute("EnclosingMethod")?;
        let outer = file.class_name(index_of(attribute)?).ok()?.into_owned();
        let method = index_of(attribute.get(2..)?).filter(|index| *index != 0);
        let method = method.and_then(|index| file.name_and_type(index).ok());
        Some((outer, method.map(|(name, descriptor)| (name.into_owned(), descriptor.into_owned()))))
    }

    /// Whether a class lists the classes below it (`sealed`).
    pub fn is_sealed(&self, class: ClassId) -> bool {
        self.files.get(&class).is_some_and(|file| file.class_attribute("PermittedSubclasses").is_some())
    }

    /// A constant of a class file that is a text.
    pub fn pool_text(&self, class: ClassId, index: u16) -> Option<Vec<u16>> {
        self.files.get(&class)?.utf16(index).ok()
    }
}

/// A number in the constant pool of a class file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PoolNumber {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

impl Program {
    /// A constant of a class file that is a number.
    pub fn pool_number(&self, class: ClassId, index: u16) -> Option<PoolNumber> {
        Some(match self.files.get(&class)?.constant(index).ok()? {
            PoolEntry::Integer(number) => PoolNumber::Int(number),
            PoolEntry::Long(number) => PoolNumber::Long(number),
            PoolEntry::Float(number) => PoolNumber::Float(number),
            PoolEntry::Double(number) => PoolNumber::Double(number),
            _ => return None,
        })
    }
}

fn signature(file: &ClassFile, attribute: Option<&[u8]>) -> Option<String> {
    Some(file.utf8(index_of(attribute?)?).ok()?.into_owned())
}

/// An index into the constant pool, which is all that some attributes are.
fn index_of(bytes: &[u8]) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(..2)?.try_into().ok()?))
}
