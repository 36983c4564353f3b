//! Classes, methods and fields, linked: the tables that [`crate::Program`] owns.

use std::fmt;
use std::rc::Rc;

use crate::code::Type;

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Dense index, in loading order.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

identifier!(
    /// A loaded class, interface, array class or primitive type.
    ClassId, "class"
);
identifier!(
    /// A method of a loaded class.
    MethodId, "method"
);
identifier!(
    /// A field of a loaded class.
    FieldId, "field"
);

/// What a [`Class`] is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Instance,
    Interface,
    /// `element` is the type of the elements (itself an array type for `[[I`).
    Array {
        element: Type,
    },
    /// `int`, `void`, …: what `int.class` denotes. Named by its keyword.
    Primitive,
}

/// Whose class it is. Only the user's classes are candidates for the types of unknown objects, have assertions enabled,
/// and are analysed without being named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassOrigin {
    User,
    Library,
}

/// A linked class.
#[derive(Debug)]
pub struct Class {
    pub id: ClassId,
    /// Internal name: `java/lang/String`, `[I`, `int`.
    pub name: Rc<str>,
    pub kind: ClassKind,
    pub origin: ClassOrigin,
    /// Raw JVM access flags (`ACC_ABSTRACT = 0x0400`, …).
    pub access: u16,
    pub super_class: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Declared fields and methods, in class-file order.
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
    /// Instance fields by slot, inherited ones first: a subclass's layout extends its superclass's.
    pub instance_layout: Vec<FieldId>,
    /// Static fields declared here, by slot.
    pub static_layout: Vec<FieldId>,
    /// `<clinit>`.
    pub initializer: Option<MethodId>,
    pub source_file: Option<Rc<str>>,
    /// Generic record components: (name, type); empty if not a record.
    pub record_components: Vec<(Rc<str>, Type)>,
    pub is_record: bool,
    /// Internal name of the nest host, the class itself if none is given.
    pub nest_host: Rc<str>,
    /// For inner classes: (outer class, simple name) from InnerClasses; used by `getSimpleName`.
    pub inner: Option<InnerClass>,
    /// Its type parameters and generic supertypes, as written; kept for the user's classes only.
    pub signature: Option<Rc<str>>,
}

/// An entry of the InnerClasses attribute that speaks of the class itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerClass {
    pub outer: Option<Rc<str>>,
    /// `None` for an anonymous class.
    pub simple_name: Option<Rc<str>>,
    pub access: u16,
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.kind == ClassKind::Interface
    }

    pub fn is_abstract(&self) -> bool {
        self.access & 0x0400 != 0
    }

    pub fn is_enum(&self) -> bool {
        self.access & 0x4000 != 0
    }

    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }
}

/// The initial value of a `static final` field from its `ConstantValue` attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstantValue {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(Rc<[u16]>),
}

/// A linked field.
#[derive(Debug)]
pub struct Field {
    pub id: FieldId,
    pub class: ClassId,
    pub name: Rc<str>,
    pub field_type: Type,
    pub access: u16,
    /// Index into [`Class::instance_layout`] or [`Class::static_layout`].
    pub slot: u32,
    pub constant: Option<ConstantValue>,
    /// The type with its type arguments, as written; kept for the user's classes only.
    pub signature: Option<Rc<str>>,
}

impl Field {
    pub fn is_static(&self) -> bool {
        self.access & 0x0008 != 0
    }

    pub fn is_final(&self) -> bool {
        self.access & 0x0010 != 0
    }

    pub fn is_volatile(&self) -> bool {
        self.access & 0x0040 != 0
    }
}

/// A linked method.
#[derive(Debug)]
pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub access: u16,
    /// Declared parameter types, without the receiver.
    pub parameters: Vec<Type>,
    /// `None` for void.
    pub return_type: Option<Type>,
    /// Source names of the parameters where the class file has them (MethodParameters or LocalVariableTable);
    /// otherwise `p0`, `p1`, ….
    pub parameter_names: Vec<Rc<str>>,
    /// The parameters with their type arguments, as written; kept for the user's classes only.
    pub signature: Option<Rc<str>>,
    pub has_code: bool,
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.access & 0x0008 != 0
    }

    pub fn is_private(&self) -> bool {
        self.access & 0x0002 != 0
    }

    pub fn is_native(&self) -> bool {
        self.access & 0x0100 != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.access & 0x0400 != 0
    }

    pub fn is_synchronized(&self) -> bool {
        self.access & 0x0020 != 0
    }

    pub fn is_synthetic(&self) -> bool {
        self.access & 0x1000 != 0
    }
}
