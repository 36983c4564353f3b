//! `java.lang.reflect`: members as objects, calls and accesses through them, annotations.

pub(crate) mod annotation;
pub(crate) mod callers;
pub(crate) mod invocation;
pub(crate) mod members;
pub(crate) mod reflected_array;
