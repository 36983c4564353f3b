//! Why a class, a member or a method's code cannot be had, and which error the JVM would throw for it.

use std::fmt;
use std::rc::Rc;

use classpath::ClassPathError;

use crate::names::display_class;

/// A failure to load, link, resolve or lift. Displays as one clear sentence; names are internal names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// No such class on the class path.
    NotFound(Rc<str>),
    NoSuchField {
        class: Rc<str>,
        name: Rc<str>,
    },
    NoSuchMethod {
        class: Rc<str>,
        name: Rc<str>,
        descriptor: Rc<str>,
    },
    /// Selection found no implementation.
    AbstractMethod {
        class: Rc<str>,
        name: Rc<str>,
        descriptor: Rc<str>,
    },
    /// Classes that do not fit each other: a class where an interface is needed, a final superclass, ….
    IncompatibleChange {
        class: Rc<str>,
        why: String,
    },
    /// A bad class file.
    Malformed {
        class: Rc<str>,
        why: String,
    },
    /// Code that is not well formed: `member` is the method's name and descriptor.
    MalformedCode {
        class: Rc<str>,
        member: String,
        why: String,
    },
    /// A class that is its own superclass or superinterface.
    Circular(Rc<str>),
    UnsupportedVersion {
        class: Rc<str>,
        major: u16,
        minor: u16,
    },
    /// The method is abstract or native.
    NoCode {
        class: Rc<str>,
        member: String,
    },
    /// The class path itself failed.
    Unreadable {
        class: Rc<str>,
        error: ClassPathError,
    },
}

impl LinkError {
    /// Internal name of the Java error the JVM would throw.
    pub fn java_error(&self) -> &'static str {
        match self {
            LinkError::NotFound(_) | LinkError::Unreadable { .. } => "java/lang/NoClassDefFoundError",
            LinkError::NoSuchField { .. } => "java/lang/NoSuchFieldError",
            LinkError::NoSuchMethod { .. } => "java/lang/NoSuchMethodError",
            LinkError::AbstractMethod { .. } => "java/lang/AbstractMethodError",
            LinkError::IncompatibleChange { .. } => "java/lang/IncompatibleClassChangeError",
            LinkError::Malformed { .. } => "java/lang/ClassFormatError",
            LinkError::MalformedCode { .. } => "java/lang/VerifyError",
            LinkError::Circular(_) => "java/lang/ClassCircularityError",
            LinkError::UnsupportedVersion { .. } => "java/lang/UnsupportedClassVersionError",
            LinkError::NoCode { .. } => "java/lang/UnsatisfiedLinkError",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NotFound(class) => write!(f, "class {} was not found", display_class(class)),
            LinkError::NoSuchField { class, name } => {
                write!(f, "class {} has no field {name}", display_class(class))
            }
            LinkError::NoSuchMethod { class, name, descriptor } => {
                write!(f, "class {} has no method {name}{descriptor}", display_class(class))
            }
            LinkError::AbstractMethod { class, name, descriptor } => {
                write!(f, "class {} has no implementation of {name}{descriptor}", display_class(class))
            }
            LinkError::IncompatibleChange { class, why } => write!(f, "class {} {why}", display_class(class)),
            LinkError::Malformed { class, why } => {
                write!(f, "the class file of {} is malformed: {why}", display_class(class))
            }
            LinkError::MalformedCode { class, member, why } => {
                write!(f, "the code of {}.{member} is malformed: {why}", display_class(class))
            }
            LinkError::Circular(class) => write!(f, "class {} inherits from itself", display_class(class)),
            LinkError::UnsupportedVersion { class, major, minor } => write!(
                f,
                "the class file of {} has version {major}.{minor}, and 45 to 69 are supported",
                display_class(class)
            ),
            LinkError::NoCode { class, member } => {
                write!(f, "{}.{member} has no code: it is abstract or native", display_class(class))
            }
            LinkError::Unreadable { class, error } => {
                write!(f, "class {} cannot be read: {error}", display_class(class))
            }
        }
    }
}

impl std::error::Error for LinkError {}
