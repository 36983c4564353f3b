//! `java.lang` without its text: `Object`, `Class`, `System`, `Thread`, `Math`, boxes, throwables.

pub(crate) mod boxes;
pub(crate) mod checksums;
pub(crate) mod class;
pub(crate) mod copy;
pub(crate) mod identity;
pub(crate) mod math;
pub(crate) mod power;
pub(crate) mod references;
pub(crate) mod system;
pub(crate) mod thread;
pub(crate) mod throwable;
