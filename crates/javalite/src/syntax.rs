//! Fig. 3: the surface syntax as data.
//!
//! Expressions live in one arena, so that a continuation names the rest of a program by number.

use std::sync::Arc;

/// An identifier.
pub type Name = Arc<str>;

/// Where something stands in the source, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// `T ::= bool | C`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    Bool,
    Class(Name),
}

impl Type {
    pub fn name(&self) -> &str {
        match self {
            Type::Bool => "bool",
            Type::Class(name) => name,
        }
    }
}

/// What the checker knows of an expression's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StaticType {
    Bool,
    /// Only ever null: of every class.
    Null,
    Class(Name),
}

/// An expression of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExprId(pub(crate) u32);

/// A class of a [`Program`], in the order of declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClassId(pub(crate) u32);

/// `e`, the alternatives of Fig. 3 in its order. A reference number cannot be written in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// `x`
    Variable(Name),
    /// `(new C)`
    New(Name),
    /// `(e $f)`
    FieldAccess(ExprId, Name),
    /// `(x $f := e)`
    FieldWrite(Name, Name, ExprId),
    /// `(e = e)`
    Equals(ExprId, ExprId),
    /// `(if e e else e)`
    If(ExprId, ExprId, ExprId),
    /// `(var T x := e in e)`
    Var(Type, Name, ExprId, ExprId),
    /// `(e @ m e)`
    Call(ExprId, Name, ExprId),
    /// `(x := e)`
    Assign(Name, ExprId),
    /// `(begin e ...)`
    Begin(Vec<ExprId>),
    Null,
    True,
    False,
}

/// `[T f]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub declared: Type,
    pub name: Name,
}

/// `(T m [T x] e)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    pub returns: Type,
    pub name: Name,
    pub parameter_type: Type,
    pub parameter: Name,
    pub body: ExprId,
}

/// `(class C ([T f] ...) (M ...))`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    pub name: Name,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

impl Class {
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| &*field.name == name)
    }

    pub fn method(&self, name: &str) -> Option<&Method> {
        self.methods.iter().find(|method| &*method.name == name)
    }
}

/// `P ::= (μ (C m))`. Made by [`parse`](crate::parse) only, hence always checked: every name in it is known, every
/// expression has a type.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) classes: Vec<Class>,
    pub(crate) entry: (Name, Name),
    pub(crate) exprs: Vec<Expr>,
    pub(crate) types: Vec<StaticType>,
}

/// The same text, wherever it stands.
impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.classes == other.classes && self.entry == other.entry && self.exprs == other.exprs
    }
}

impl Program {
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().position(|class| &*class.name == name).map(|index| ClassId(index as u32))
    }

    /// The class of `this` in the beginning.
    pub fn entry_class(&self) -> ClassId {
        self.class_named(&self.entry.0).expect("the checker has seen the entry's class")
    }

    /// The method that is run.
    pub fn entry_method(&self) -> &Method {
        self.class(self.entry_class()).method(&self.entry.1).expect("the checker has seen the entry's method")
    }

    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn type_of(&self, id: ExprId) -> &StaticType {
        &self.types[id.0 as usize]
    }
}
